"""Every generated set once a session, and its similarities."""

import pytest

from pipeline.measure.quality.generated import generated_sets
from pipeline.measure.quality.labelled import QualitySet
from tests.measure.quality.likeness import Likeness


@pytest.fixture(scope="session")
def sets() -> dict[str, QualitySet]:
    return {name: make() for name, make in generated_sets().items()}


@pytest.fixture(scope="session")
def likenesses(sets: dict[str, QualitySet]) -> dict[str, Likeness]:
    return {name: Likeness(quality_set) for name, quality_set in sets.items()}
