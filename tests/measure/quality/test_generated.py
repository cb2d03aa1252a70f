"""What holds of every generated set: it is the same each time, has its size, and its labels are about its documents."""

import hashlib
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
import pytest

from pipeline.dates import parse_date
from pipeline.errors import BadSetup
from pipeline.measure.quality.edits import EDITS
from pipeline.measure.quality.generated import generated_sets
from pipeline.measure.quality.labelled import LABELS, QualitySet, write_set
from pipeline.records import Document, decode_document
from tests.measure.quality.likeness import Likeness

NAMES = sorted(generated_sets())
UNRELATED_P99 = 0.02  # what texts of one topic share by chance
# Of the texts and labels of a set; a change of a grammar changes it, and the figures measured on it.
FINGERPRINTS = {
    "boilerplate": "c8092e5747db86e2",
    "edits-arabic": "e6b5f8fb4ac17887",
    "edits-chinese": "50a7794ccc797ed8",
    "edits-english": "ac3e483b560c3361",
    "edits-german": "c2526aed433f04ee",
    "edits-hindi": "a9dd27416265da57",
    "edits-japanese": "0020994ddffb1d7f",
    "edits-thai": "f944ebc7b215c882",
    "excerpts": "f8043c573a90869e",
    "short": "516e635063f1b913",
    "templates": "7af229731ea6414f",
}


def digest_of(quality_set: QualitySet) -> str:
    whole = msgspec.json.encode([quality_set.documents, [vars(pair) for pair in quality_set.pairs]])
    return hashlib.sha256(whole).hexdigest()[:16]


@pytest.mark.parametrize("name", NAMES)
def test_the_bytes_are_the_same_on_every_machine(name: str, sets: dict[str, QualitySet]) -> None:
    assert digest_of(sets[name]) == FINGERPRINTS[name]


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_gives_other_texts(name: str, sets: dict[str, QualitySet]) -> None:
    other = generated_sets(seed=2)[name]()
    texts, others = ({document.text for document in one.documents} for one in (sets[name], other))
    # Of the formulas in `short`, which have few slots, some come twice by chance.
    assert len(texts & others) <= (len(texts) // 50 if name == "short" else 0)
    assert Counter(pair.label for pair in other.pairs).keys() == Counter(pair.label for pair in sets[name].pairs).keys()


@pytest.mark.parametrize("name", NAMES)
def test_names_and_sizes(name: str, sets: dict[str, QualitySet]) -> None:
    assert sets[name].name == name
    assert 200 <= len(sets[name].documents) <= 2_000


@pytest.mark.parametrize("name", NAMES)
def test_labels_are_known_and_about_documents_of_the_set(name: str, sets: dict[str, QualitySet]) -> None:
    ids = {document.id for document in sets[name].documents}
    assert len(ids) == len(sets[name].documents)
    assert all(pair.a in ids and pair.b in ids and pair.a != pair.b for pair in sets[name].pairs)
    pairs = [frozenset((pair.a, pair.b)) for pair in sets[name].pairs]
    assert len(pairs) == len(set(pairs))
    assert {pair.label for pair in sets[name].pairs} <= LABELS.keys() | {edit.__name__ for edit in EDITS}


@pytest.mark.parametrize("name", NAMES)
def test_documents_are_whole_and_hold_no_slot(name: str, sets: dict[str, QualitySet]) -> None:
    for document in sets[name].documents:
        assert document.text
        assert document.title
        assert not set("{}<>_") & set(document.text + document.title), document
        assert not {"TOLL", "HURT", "QUOTE"} & set(document.text.split())
        assert parse_date(document.published or "") is not None
        assert document.fetched == document.published


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_equal_texts_bear_a_label(name: str, seed: int) -> None:
    quality_set = generated_sets(seed)[name]()
    labelled = {frozenset((pair.a, pair.b)) for pair in quality_set.pairs}
    by_text = defaultdict(list)
    for document in quality_set.documents:
        by_text[document.text].append(document.id or "")
    assert all(frozenset(two) in labelled for names in by_text.values() for two in combinations(names, 2))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "boilerplate"])
def test_strangers_share_little(name: str, likenesses: dict[str, Likeness]) -> None:
    assert float(np.percentile(likenesses[name].unrelated(), 99)) < UNRELATED_P99


def test_a_set_is_written_as_labelled_data_comes(sets: dict[str, QualitySet], tmp_path: Path) -> None:
    write_set(sets["short"], tmp_path / "sets" / "short")
    lines = (tmp_path / "sets" / "short" / "docs.jsonl").read_bytes().splitlines()
    records = [msgspec.json.decode(line) for line in lines]
    rows = (tmp_path / "sets" / "short" / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    assert [record["id"] for record in records] == [document.id for document in sets["short"].documents]
    assert list(records[0]) == ["id", "lang", "title", "url", "source", "date", "fetched", "text"]
    assert rows[0].split("\t") == ["a", "b", "label", "note"]
    assert [tuple(row.split("\t")) for row in rows[1:]] == [
        (pair.a, pair.b, pair.label, pair.note) for pair in sets["short"].pairs
    ]
    assert all(isinstance(decode_document(line), Document) for line in lines)


def test_a_folder_that_cannot_be_made_is_told(sets: dict[str, QualitySet], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BadSetup, match="The set short cannot be written to"):
        write_set(sets["short"], tmp_path / "taken")
