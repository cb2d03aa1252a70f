"""The stream judged without Kafka: what is said to be certain comes out, and nothing else is found."""

import pytest

from pipeline.demo.stream import END_MS, Stream, make_stream, write_stream
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.measure.evaluate import Scores, evaluate, final_verdicts
from pipeline.profile import DEFAULT
from pipeline.records import Verdict
from pipeline.scan import judge_documents

COUNT = 400


@pytest.fixture(scope="module")
def stream() -> Stream:
    return make_stream(COUNT)


@pytest.fixture(scope="module")
def verdicts(stream: Stream, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    folder = tmp_path_factory.mktemp("feeds")
    write_stream(stream, folder)
    items = list(read_inputs([folder], END_MS, END_MS))
    documents = [item for item in items if isinstance(item, Accepted)]
    assert len(documents) == len(items) == stream.deliveries
    result = judge_documents(((item.id.encode(), item.line) for item in documents), DEFAULT, homes=4, now_ms=END_MS)
    assert result.exempt == {}
    return final_verdicts(result.verdicts.values())


@pytest.fixture(scope="module")
def scores(stream: Stream, verdicts: dict[str, Verdict]) -> Scores:
    return evaluate(verdicts, stream.truths)


def test_every_document_is_read_under_the_id_that_the_truth_names(stream: Stream, scores: Scores) -> None:
    assert scores.documents == COUNT
    assert scores.without_verdict == 0


def test_precision_and_recall(scores: Scores) -> None:
    assert scores.precision == 1
    assert scores.recall == 1
    assert scores.findable > COUNT // 4


def test_kinds_that_are_certain(scores: Scores) -> None:
    assert scores.right_kinds == scores.certain_kinds > COUNT // 2


def test_every_rule_is_at_work(verdicts: dict[str, Verdict]) -> None:
    reasons = {verdict.reason for verdict in verdicts.values()}
    assert reasons >= {"no-match", "jaccard", "equal-text", "equal-text-and-title", "recurs", "too-short"}
    assert any(verdict.previous for verdict in verdicts.values())
