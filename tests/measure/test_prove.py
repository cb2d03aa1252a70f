"""The parts of the long matrix that need no Kafka: inputs, packing, the comparison and the table."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.edges.verdicts import Spoken
from pipeline.kernels.homes import home_of
from pipeline.measure.prove import chosen, quality
from pipeline.measure.prove_compare import Comparison, compare, judge_log
from pipeline.measure.prove_deployment import Record
from pipeline.measure.prove_inputs import Input, Skipped, date_of, demo_feeds, document_of, generated, inputs
from pipeline.measure.prove_matrix import (
    CONFIGURATIONS,
    Configuration,
    Row,
    messages_of,
    packed,
    parts_of,
    shuffled,
    weeks_of,
)
from pipeline.measure.prove_table import BEGIN, END, HEADING, conclusion, line_of, write_table
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
    assert [one.name for one in chosen(given, ["gener"])] == ["100 generated"]


def test_inputs_are_ordered_by_when_they_were_seen_and_labelled() -> None:
    given = demo_feeds(60)
    assert len(given.truths) == 60
    assert {name.decode() for name, _ in given.documents} == given.truths.keys()
    assert "recall 1.0000" in quality(*scanned(generated(100)))[0]


def scanned(given: Input) -> tuple[Input, ScanResult]:
    """An input with what `scan` says of it."""
    return given, judge_documents(given.documents, DEFAULT, 4)


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


def test_the_table_stands_between_its_markers_and_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    rows = [row({b"a": b"1"}), replace(row({b"a": b"2"}), ready_s=2.5)]
    assert "| 3, 8 | killed -9 (at 1 verdicts) | yes" in line_of(rows[0])
    assert "**no: 1 differ**" in line_of(rows[1])
    assert conclusion(rows)[0].startswith("1 of 2 rows")
    write_table(page, rows, ["first"])
    page.write_text(page.read_text() + "\nand more\n")
    write_table(page, rows[:1], ["second"])
    text = page.read_text()
    assert text.count(BEGIN) == text.count(END) == text.count(HEADING[0]) == 1
    assert "- second" in text
    assert "- first" not in text
    assert text.endswith("\nand more\n")
