"""The pipeline on a real Kafka says what `scan` says, byte by byte, whatever happens on the way."""

from pathlib import Path

import pytest

from pipeline.edges.broker import EmbeddedBroker
from pipeline.errors import Unavailable
from pipeline.measure.evaluate import evaluate, final_verdicts
from pipeline.measure.prove_deployment import Deployment
from pipeline.measure.prove_inputs import Input, demo_feeds, generated
from pipeline.measure.prove_matrix import Configuration, Row, run, settings_for
from pipeline.profile import DEFAULT
from pipeline.scan import ScanResult, judge_documents
from tests.broker.harness import ON_KAFKA

pytestmark = ON_KAFKA

Judged = tuple[Input, ScanResult]


def scanned(given: Input) -> Judged:
    """An input with what `scan` says of it."""
    return given, judge_documents(given.documents, DEFAULT, 4)


@pytest.fixture(scope="module")
def small() -> Judged:
    """A thousand generated documents."""
    return scanned(generated(1000))


def row_of(broker: EmbeddedBroker, prefix: str, folder: Path, judged: Judged, configuration: Configuration) -> Row:
    """Run one input through one configuration."""
    settings = settings_for(configuration, broker.bootstrap, folder, prefix)
    with Deployment(settings, folder).standing() as deployment:
        return run(deployment, judged[0], configuration, judged[1])


def test_10_000_documents_with_a_worker_killed_in_the_middle(
    broker: EmbeddedBroker, topic_prefix: str, tmp_path: Path
) -> None:
    judged = scanned(generated(10_000))
    row = row_of(broker, topic_prefix, tmp_path, judged, Configuration(4, 4, kills=(0.4,)))
    assert row.is_right, row.describe()
    assert 4000 <= row.killed_at[0] < 10_000
    assert not row.comparison.exempt
    scores = evaluate(final_verdicts(row.comparison.found.values()), judged[0].truths)
    assert scores.recall >= 0.990
    assert scores.precision == 1.0


def test_the_demonstration_stream(broker: EmbeddedBroker, topic_prefix: str, tmp_path: Path) -> None:
    row = row_of(broker, topic_prefix, tmp_path, scanned(demo_feeds()), Configuration(4, 4))
    assert row.is_right, row.describe()
    assert not row.comparison.exempt


@pytest.mark.parametrize(
    "configuration",
    [
        Configuration(1, 1, shuffle="all"),
        Configuration(3, 8, is_doubled=True),
        Configuration(4, 4, kills=(0.3,), is_emptied=True),
    ],
    ids=["one-home-shuffled", "every-message-twice", "killed-and-data-deleted"],
)
def test_1_000_documents(
    broker: EmbeddedBroker, topic_prefix: str, tmp_path: Path, small: Judged, configuration: Configuration
) -> None:
    row = row_of(broker, topic_prefix, tmp_path, small, configuration)
    assert row.is_right, row.describe()
    assert not row.comparison.exempt


def test_a_message_that_was_not_delivered_is_noticed(broker: EmbeddedBroker, topic_prefix: str, tmp_path: Path) -> None:
    settings = settings_for(Configuration(1, 1), broker.bootstrap, tmp_path, topic_prefix)
    with (
        Deployment(settings, tmp_path).standing() as deployment,
        pytest.raises(Unavailable, match=r"1 messages were not delivered \(Local: Unknown partition\)"),
    ):
        deployment.produce([(0, b"{}"), (1, b"{}")])
