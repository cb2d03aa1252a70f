"""The parts of the long matrix that need no Kafka: inputs, packing, the comparison and the table."""

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.edges.verdicts import Spoken
from pipeline.kernels.homes import home_of
from pipeline.measure.evaluate import Scores
from pipeline.measure.prove import beside, tasks_of
from pipeline.measure.prove_compare import Comparison, compare, judge_log
from pipeline.measure.prove_deployment import Record
from pipeline.measure.prove_inputs import Input, Skipped, date_of, demo_feeds, document_of, generated, inputs
from pipeline.measure.prove_matrix import (
    CONFIGURATIONS,
    Configuration,
    Row,
    Task,
    messages_of,
    packed,
    parts_of,
    run_row,
    shuffled,
    unaccounted,
    weeks_of,
)
from pipeline.measure.prove_model import ModelRow
from pipeline.measure.prove_table import BEGIN, END, HEADING, Report, conclusion, line_of
from pipeline.profile import DEFAULT
from pipeline.scan import ScanResult, judge_documents

DOCUMENTS = [(b"%d" % (number % 7), b'{"id":"%d","title":"%d"}' % (number % 7, number)) for number in range(50)]


def spoken(name: bytes, value: bytes, *headers: tuple[str, bytes]) -> Spoken:
    """A verdict as it lies in the topic."""
    return Spoken(name, b"", value, headers)


def test_packing_keeps_the_order_of_each_home_and_its_limits() -> None:
    messages = list(packed(DOCUMENTS, 3, 4))
    for home in range(3):
        lines = [line for partition, value in messages if partition == home for line in (value or b"").split(b"\n")]
        assert lines == [line for name, line in DOCUMENTS if home_of(name, 3) == home]
    assert max((value or b"").count(b"\n") + 1 for _, value in messages) == 4
    large = [(b"x", b"l" * 300_000)] * 3
    assert len(list(packed(large, 1))) == 3


def test_shuffling_keeps_the_deliveries_of_an_id_in_order() -> None:
    again = shuffled(DOCUMENTS, random.Random(1))
    assert again != DOCUMENTS
    for name in {name for name, _ in DOCUMENTS}:
        assert [line for other, line in again if other == name] == [line for other, line in DOCUMENTS if other == name]


def test_shuffling_within_weeks_makes_nothing_late() -> None:
    lines = [b'{"fetched":"2026-01-%02dT00:00:00Z"}' % day for day in range(1, 29)]
    weeks = list(weeks_of([(b"%d" % place, line) for place, line in enumerate(lines)]))
    assert [len(week) for week in weeks] == [8, 8, 8, 4]
    assert [line for week in weeks for _, line in week] == lines
    again = list(parts_of([document for week in weeks for document in week], "week"))
    assert [sorted(week) for week in again] == [sorted(week) for week in weeks]
    assert again != weeks


def test_doubled_messages_follow_each_other() -> None:
    given = list(messages_of(DOCUMENTS, Configuration(2, 2, is_doubled=True)))
    assert given[::2] == given[1::2] == list(messages_of(DOCUMENTS, Configuration(2, 2)))


def test_every_trouble_of_the_matrix_has_words() -> None:
    assert len({(one.homes, one.band_partitions, one.trouble) for one in CONFIGURATIONS}) == len(CONFIGURATIONS)
    assert {1, 3, 8} == {one.homes for one in CONFIGURATIONS} == {one.band_partitions for one in CONFIGURATIONS}


def test_a_comparison_shows_differences_and_leaves_out_the_exempt() -> None:
    scanned = ScanResult({b"a": b"1", b"b": b"2", b"c": b"3", b"d": b"4"}, {b"b": {"cap"}}, [])
    said = {
        b"a": spoken(b"a", b"1"),
        b"b": spoken(b"b", b"other"),
        b"c": spoken(b"c", b"other", ("firstprint-late", b"true")),
    }
    found = compare(scanned, said)
    assert found.exempt == {b"b": {"cap"}, b"c": {"late"}}
    assert found.different == [b"d"]
    assert not found.is_equal
    assert "without a verdict: [b'd']" in found.describe()
    assert compare(scanned, said | {b"d": spoken(b"d", b"4")}).is_equal
    assert compare(scanned, said, {b"d": {"late"}}).different == []
    assert not compare(scanned, said, {b"d": {"late"}}).is_equal  # exempt documents have verdicts, too


def test_a_log_that_is_read_back_is_judged_as_it_was_packed() -> None:
    given = generated(100)
    records = [
        Record(home, offset, 1 << 52, None, value)
        for offset, (home, value) in enumerate(sorted(packed(given.documents, 3, 5), key=lambda message: message[0]))
    ]
    assert judge_log(records, DEFAULT, 3).verdicts == judge_documents(given.documents, DEFAULT, 4).verdicts


def test_inputs_that_are_not_there_are_named(tmp_path: Path) -> None:
    given = list(inputs(100, tmp_path))
    assert [one.name for one in given if isinstance(one, Skipped)] == ["real feeds", "data sets"]
    assert [one.name for one in given if isinstance(one, Input)] == ["100 generated", "demonstration"]


def test_inputs_that_are_not_wanted_are_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.measure.prove_inputs.demo_feeds", fail)
    assert [one.name for one in inputs(100, None, ["gener", "model"])] == ["100 generated"]
    assert [one.name for one in inputs(100, tmp_path, ["real"])] == ["real feeds"]
    assert list(inputs(100, tmp_path, ["model"])) == []


def test_inputs_are_ordered_by_when_they_were_seen_and_labelled() -> None:
    given = demo_feeds(60)
    assert len(given.truths) == 60
    assert {name.decode() for name, _ in given.documents} == given.truths.keys()


def test_each_input_is_scanned_once_rated_and_run_through_all_configurations() -> None:
    report = Report()
    tasks = list(tasks_of([generated(100), Skipped("a", "b"), demo_feeds(60)], CONFIGURATIONS[2:4], report))
    assert [task.restarts for task in tasks] == [True, False, False, False]
    assert len({task.prefix for task in tasks}) == len(tasks) == 4
    assert len({id(task.reference) for task in tasks}) == 2
    assert [note.partition(",")[0] for note in report.notes] == ["100 generated", "Skipped: a", "demonstration"]
    assert "recall 1.0000" in report.notes[0]
    assert not report.faults


@pytest.mark.parametrize(
    ("date", "written"),
    [
        ("2026-02-08T08:00:00Z", "2026-02-08T08:00:00Z"),
        ("Mon, 09 Feb 2026 00:00:00 GMT", "2026-02-09T00:00:00Z"),
        (1665033888, "2022-10-06T05:24:48Z"),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_dates_of_data_sets_are_written_as_rfc_3339(date: str | int | None, written: str | None) -> None:
    assert date_of(date) == written


def test_records_of_data_sets_become_documents() -> None:
    record = {"id": "a", "text": "b", "lang": "en", "link": "https://a.example/", "title": None, "story": 7}
    document = document_of(record)
    assert document.keys() == {"id", "text", "language", "url", "fetched"}


def row(found: dict[bytes, bytes]) -> Row:
    """A row of the table."""
    comparison = Comparison({b"a": b"1"}, found, {b"a": {"cap"}} if not found else {})
    return Row("some", Configuration(3, 8, kills=(0.5,)), 1, comparison, 0, 0, (1,), 2.0)


RIGHT = row({b"a": b"1"})


def test_the_table_stands_between_its_markers_and_grows_with_each_row(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    rows = [RIGHT, replace(row({b"a": b"2"}), ready_s=2.5)]
    assert "| 3, 8 | killed -9 (at 1 verdicts) | yes" in line_of(rows[0])
    assert "**no: 1 differ**" in line_of(rows[1])
    assert conclusion(rows)[0].startswith("1 of 2 rows")
    report = Report(page, notes=["first"])
    report.add(rows[0])
    page.write_text(page.read_text() + "\nand more\n")
    report.add(rows[1])
    report.add_model(ModelRow(3, 3, 0, 1.0))
    text = page.read_text()
    assert text.count(BEGIN) == text.count(END) == text.count(HEADING[0]) == text.count("- first") == 1
    assert text.count("| some |") == 2
    assert "| 3 histories |" in text
    assert text.endswith("\nand more\n")


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (row({b"a": b"2"}), "some at 3, 8 (killed -9): 1 verdicts differ"),
        (row({}), "some at 3, 8 (killed -9): 1 are on one side only"),
        (replace(RIGHT, refused=1), "1 were refused, 0 by scan"),
        (replace(RIGHT, unaccounted=2), "2 documents are unaccounted for"),
        (replace(RIGHT, failure="the worker ended with 1:\nlog"), "(killed -9): the worker ended with 1:"),
        (ModelRow(10, 10, 2, 1.0), "the model: 2 of 10 histories differ"),
        (ModelRow(10, 7, 0, 1.0), "3 were not played"),
        (Scores(findable=1000, found=989), "of-it: recall 0.9890"),
        (Scores(duplicates=10_000, right_duplicates=9999), "of-it: precision 0.9999"),
        (None, "nothing was run"),
    ],
    ids=["digest", "missing", "refused", "unaccounted", "ended", "model", "unplayed", "recall", "precision", "nothing"],
)
def test_whatever_is_wrong_fails_and_is_named_last(
    wrong: Row | ModelRow | Scores | None, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Report()
    if isinstance(wrong, Row):
        report.add(wrong)
    elif isinstance(wrong, ModelRow):
        report.add_model(wrong)
    elif wrong:
        report.add(RIGHT)
        report.rate("of-it", wrong)
    assert not report.end()
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Failed: ")
    assert named in last


def test_a_slow_restart_fails_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.add(replace(RIGHT, ready_s=1e6))
    report.rate("it", Scores(findable=1000, found=990, duplicates=1, right_duplicates=1))
    assert report.end()
    assert capsys.readouterr().out.splitlines()[-1] == "Nothing failed."


def test_a_document_is_accounted_for_by_its_verdict_or_its_refusal() -> None:
    given = generated(100)
    refused = (b"refused", b'{"id":"refused","text":"?!","fetched":"2026-01-01T00:00:00Z"}')
    given.documents.append(refused)
    reference = judge_documents(given.documents, DEFAULT, 4)
    assert unaccounted(given, reference, compare(reference, {})) == 100
    said = {name: spoken(name, verdict) for name, verdict in reference.verdicts.items()}
    assert unaccounted(given, reference, compare(reference, said)) == 0
    lost = next(iter(said))
    del reference.verdicts[lost]  # what scan itself lost
    del said[lost]
    assert unaccounted(given, reference, compare(reference, said)) == 1


def task(number: int) -> Task:
    """A row that is to be run."""
    return Task(Input(str(number), []), CONFIGURATIONS[0], ScanResult({}, {}, []), "")


def test_rows_run_beside_each_other_and_come_as_they_finish() -> None:
    meeting, made = threading.Barrier(2), list[int]()

    def tasks() -> Iterator[Task]:
        for number in range(4):
            made.append(number)
            yield task(number)

    def run(one: Task) -> Row:
        meeting.wait(20)  # one alone would wait in vain
        return replace(RIGHT, name=one.given.name)

    rows = beside(run, tasks(), 2)
    first = next(rows)
    assert made == [0, 1, 2]
    assert {first.name, *(row.name for row in rows)} == {"0", "1", "2", "3"}


def test_a_row_without_kafka_is_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.measure.prove_deployment.apply_topics", fail)
    row = run_row("127.0.0.1:1", task(1))
    assert (row.is_right, row.failure) == (False, "too slow")


def fail(_settings: object) -> None:
    raise TimeoutError("too slow")
