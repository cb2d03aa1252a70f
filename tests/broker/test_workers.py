"""Several workers say what `scan` says, while some join, leave and are killed under load."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.verdicts import REVISION_HEADER
from pipeline.measure.crew import Crew, crew_of
from pipeline.measure.prove_compare import compare
from pipeline.measure.prove_deployment import Deployment, RawValue
from pipeline.measure.prove_inputs import Input, generated
from pipeline.measure.prove_matrix import packed
from pipeline.profile import DEFAULT
from pipeline.scan import ScanResult, judge_documents
from tests.broker.harness import ON_KAFKA, deployed

pytestmark = ON_KAFKA

DOCUMENTS, A_MESSAGE = 6000, 8


@pytest.fixture(scope="module")
def given() -> tuple[Input, ScanResult]:
    """Generated documents, and what `scan` says of them."""
    made = generated(DOCUMENTS)
    return made, judge_documents(made.documents, DEFAULT, 4)


def parts_of(given: Input, homes: int, parts: int) -> Iterator[list[RawValue]]:
    """Cut the input into parts of as many messages."""
    messages = list(packed(given.documents, homes, A_MESSAGE))
    for part in range(parts):
        yield messages[part * len(messages) // parts : (part + 1) * len(messages) // parts]


def check(deployment: Deployment, expected: ScanResult) -> None:
    """The last verdict of every id in the log is its highest, and is that of `scan`."""
    last: dict[bytes, bytes] = {}
    for record in deployment.read("verdicts"):
        last[record.key or b""] = record.headers[REVISION_HEADER]
    found = deployment.verdicts()
    assert last == {name: spoken.revision for name, spoken in found.items()}
    comparison = compare(expected, found)
    assert comparison.is_equal, comparison.describe()
    assert not comparison.exempt
    assert not deployment.count("dead-letters")


def act(crew: Crew, what: str, index: int) -> None:
    """Do one thing to one worker, and wait until it is done."""
    if what in {"stop", "kill", "lose"}:
        code = crew.end(index, signal.SIGTERM if what == "stop" else signal.SIGKILL)
        assert code == (0 if what == "stop" else -signal.SIGKILL), crew.log(index)[-2000:]
        if what == "lose":
            crew.delete_data(index)
    else:
        crew.start(index)


SCRIPTS = {
    "two-workers": ["start 0", "start 1"],
    "one-leaves-and-comes-back": ["start 0", "start 1", "stop 0", "start 0", "stop 1", "start 1"],
    "killed": ["start 0", "start 1", "start 2", "kill 0", "start 0", "kill 1", "kill 2", "start 2", "start 1"],
    "partitions-wander": [
        "start 0",
        "start 1",
        "stop 0",
        "start 2",
        "lose 1",
        "start 0",
        "stop 2",
        "start 1",
        "start 2",
    ],
}


@pytest.mark.parametrize("script", list(SCRIPTS.values()), ids=list(SCRIPTS))
@pytest.mark.parametrize("counts", [(4, 4), (3, 8)], ids=["4-4", "3-8"])
def test_workers_that_come_and_go(
    broker: EmbeddedBroker, tmp_path: Path, given: tuple[Input, ScanResult], script: list[str], counts: tuple[int, int]
) -> None:
    homes, band_partitions = counts
    with (
        deployed(broker, tmp_path, homes, band_partitions) as deployment,
        crew_of(deployment, session_timeout_s=10.0) as crew,
    ):
        for step, messages in zip(script, parts_of(given[0], homes, len(script)), strict=True):
            deployment.produce(messages)
            what, index = step.split()
            act(crew, what, int(index))
            crew.restart_ended()
        crew.until_judged()
        check(deployment, given[1])


def test_one_command_runs_several_workers(
    broker: EmbeddedBroker, tmp_path: Path, given: tuple[Input, ScanResult]
) -> None:
    """Two of its children are killed under load; it starts them again, and ends them all."""
    with deployed(broker, tmp_path, 4, 4) as deployment, crew_of(deployment, session_timeout_s=10.0) as crew:
        parts = parts_of(given[0], 4, 3)
        deployment.produce(next(parts))
        crew.start_several(3)
        for index, messages in zip((0, 2), parts, strict=True):
            deployment.produce(messages)
            crew.until(lambda: deployment.count("verdicts") > 0, "nothing is judged")
            crew.kill_child(index)
        crew.until_judged()
        check(deployment, given[1])
        assert crew.end(0, signal.SIGTERM) == 0
        assert crew.log(0).count("event=worker-ends code=0") == 3
