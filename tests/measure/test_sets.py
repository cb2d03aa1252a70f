"""Labelled sets as they are read: names of fields, compression, dates, and every way to be none."""

import re
from pathlib import Path

import pytest

from pipeline.errors import BadSetup
from pipeline.measure.sets import read_set
from tests.measure.small_set import DOCUMENTS, PACKERS, lines, write_set


def test_other_names_of_fields_are_read_and_dates_of_any_form(tmp_path: Path) -> None:
    found = read_set(write_set(tmp_path / "small"))
    assert found.name == "small"
    assert list(found.documents) == [one["id"] for one in DOCUMENTS]
    by_id = found.documents
    assert by_id["story"].published == "2026-02-02T10:00:00Z"
    assert by_id["edit"].published == "2026-02-02T14:00:00Z"
    assert by_id["notice"].published == "2026-01-01"
    assert by_id["notice"].source == "https://town.example/"
    assert by_id["copy"].url == "https://a.example/1"
    assert by_id["zh"].language == "zh"


def test_labels_are_by_pair_in_the_order_of_ids(tmp_path: Path) -> None:
    pairs = read_set(write_set(tmp_path / "small")).pairs
    assert pairs["copy", "story"] == ("copy", "upper case")
    assert pairs["notice", "story"].label == "read-twice"


@pytest.mark.parametrize("name", list(PACKERS))
def test_documents_may_be_compressed_and_stand_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(PACKERS[name](lines(DOCUMENTS)))
    in_folder, alone = read_set(tmp_path), read_set(tmp_path / name)
    assert in_folder.documents == alone.documents
    assert len(alone.documents) == len(DOCUMENTS)
    assert alone.pairs == in_folder.pairs == {}


def test_a_date_that_is_none_costs_no_document(tmp_path: Path) -> None:
    documents = [{"id": "a", "text": "one", "date": "soon", "url": None, "link": "https://a.example/"}]
    found = read_set(write_set(tmp_path / "set", documents, None)).documents["a"]
    assert (found.published, found.url) == (None, "https://a.example/")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]\n", "docs.jsonl:1: The line is no JSON object."),
        ('{"text": "one"}\n', "docs.jsonl:1: The document has no id."),
        ('{"id": 7, "text": "one"}\n', "docs.jsonl:1: The document's id is a number, not a string."),
        ('{"id": "a"}\n\n{"id": "a"}\n', "docs.jsonl:3: The id 'a' comes a second time."),
        ("\n", "holds no documents."),
    ],
)
def test_what_is_no_document_is_named_by_its_line(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "docs.jsonl").write_text(content)
    with pytest.raises(BadSetup, match=re.escape(said)):
        read_set(tmp_path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("x\ty\n", "does not begin with the columns a, b and label."),
        ("", "does not begin with the columns a, b and label."),
        ("a\tb\tlabel\nstory\tnobody\tcopy\n", "pairs.tsv:2: there is no document 'nobody'."),
        ("a\tb\tlabel\nstory\tstory\tcopy\n", "pairs.tsv:2: a line has two ids and a label."),
        ("a\tb\tlabel\n\nstory\tcopy\n", "pairs.tsv:3: a line has two ids and a label."),
    ],
)
def test_what_is_no_pair_is_named_by_its_line(tmp_path: Path, content: str, said: str) -> None:
    folder = write_set(tmp_path / "set")
    (folder / "pairs.tsv").write_text(content)
    with pytest.raises(BadSetup, match=re.escape(said)):
        read_set(folder)


def test_a_folder_has_one_file_of_documents(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="holds no file of documents"):
        read_set(tmp_path)
    for name in ("docs.jsonl", "docs.jsonl.gz"):
        (tmp_path / name).write_bytes(PACKERS[name](lines(DOCUMENTS)))
    with pytest.raises(BadSetup, match="holds more than one file of documents"):
        read_set(tmp_path)
    with pytest.raises(BadSetup, match="There is no"):
        read_set(tmp_path / "other")


def test_a_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    (tmp_path / "docs.jsonl.gz").write_bytes(PACKERS["docs.jsonl.gz"](lines(DOCUMENTS))[:-20])
    with pytest.raises(BadSetup, match="cannot be read"):
        read_set(tmp_path)
