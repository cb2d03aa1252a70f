"""The short form of `firstprint torture`: each kind of fault once, on a Kafka of its own."""

from collections import Counter

import pytest

from pipeline.measure.torture import Outcome, Plan, torture
from pipeline.measure.torture_faults import FAULTS

pytestmark = [pytest.mark.broker, pytest.mark.xdist_group("broker"), pytest.mark.timeout(1200)]


def test_everything_fails_once_and_nothing_is_lost_or_wrong() -> None:
    *_, found = torture(Plan(0.0, 1500, seed=1))
    assert isinstance(found, Outcome)
    assert found.faults == Counter(FAULTS.keys())
    assert found.is_right, found.comparison.describe()
    assert (found.lost, found.wrong, found.not_last, found.letters) == (0, 0, 0, 3)
