"""Every profile goes through the same chain: families of documents on a real Kafka get the verdicts of `scan`."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.edges.broker import EmbeddedBroker
from pipeline.measure.corpus import generate
from pipeline.measure.prove_compare import compare, judge_log
from pipeline.measure.prove_deployment import Deployment
from pipeline.measure.prove_matrix import packed
from pipeline.profile import PROFILES
from tests.broker.harness import LIMIT_S, ON_KAFKA, deployed, verdicts

pytestmark = ON_KAFKA

DOCUMENTS = 1_200


@pytest.mark.parametrize("name", PROFILES)
def test_verdicts_are_those_of_scan(broker: EmbeddedBroker, tmp_path: Path, name: str) -> None:
    with deployed(broker, tmp_path, 2, 3, profile=name) as pipeline:
        pipeline.produce(packed([(one.id.encode(), one.to_json()) for one in generate(DOCUMENTS)], 2, 256))
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        assert_equal(pipeline)
        said = verdicts(pipeline)
        assert {one["profile"] for one in said.values()} == {PROFILES[name].identity}
        reasons = Counter(one["reason"] for one in said.values())
        assert reasons["simhash" if name == "simhash" else "jaccard"] > 0, reasons


def assert_equal(pipeline: Deployment) -> None:
    """Compare with what `scan` makes of the raw log."""
    expected = judge_log(pipeline.read("raw"), pipeline.settings.parameters, pipeline.settings.homes)
    comparison = compare(expected, pipeline.verdicts())
    assert comparison.is_equal, comparison.describe()


def test_each_profile_has_an_identity_of_its_own() -> None:
    identities = [profile.identity for profile in PROFILES.values()]
    assert len(set(identities)) == len(identities)
    assert replace(PROFILES["simhash"], distance=2).identity not in identities
