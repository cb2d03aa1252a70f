"""The generated corpus: its shape, its families, its order, and that it never changes by itself."""

import hashlib
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import median

import msgspec
import pytest

from pipeline.dates import parse_date
from pipeline.measure.articles import FOOTER
from pipeline.measure.corpus import MEMBERS, LabelledDocument, generate, write_jsonl
from pipeline.measure.edits import EDITS
from tests.measure.plain_shingles import jaccard, shingles

COUNT = 600


@pytest.fixture(scope="module")
def corpus() -> list[LabelledDocument]:
    return list(generate(COUNT))


@pytest.fixture(scope="module")
def families(corpus: list[LabelledDocument]) -> list[dict[str, LabelledDocument]]:
    by_family: dict[int, dict[str, LabelledDocument]] = defaultdict(dict)
    for document in corpus:
        by_family[document.family][document.edit] = document
    return [family for family in by_family.values() if len(family) > 1]


def ms(text: str) -> int:
    moment = parse_date(text)
    assert moment is not None
    return moment.ms


def test_the_bytes_are_the_same_on_every_machine() -> None:
    lines = b"\n".join(document.to_json() for document in generate(50, seed=3))
    assert hashlib.sha256(lines).hexdigest() == "78ccf0a791f9688ad85f5331ce6f67e5b3ad76bedc7ed6e5bb9477a9d6f6add0"


def test_another_seed_gives_other_documents() -> None:
    assert {d.text for d in generate(30, seed=1)}.isdisjoint(d.text for d in generate(30, seed=2))


@pytest.mark.parametrize("count", [0, 1, 9, 10, 37])
def test_there_are_as_many_documents_as_asked_for(count: int) -> None:
    ids = [document.id for document in generate(count)]
    assert len(ids) == len(set(ids)) == count


def test_a_tenth_is_originals_with_seven_copies_each(families: list[dict[str, LabelledDocument]]) -> None:
    assert len(families) == COUNT // 10
    assert {frozenset(family) for family in families} == {frozenset({"original", *(edit.__name__ for edit in EDITS)})}


def test_the_median_is_that_of_the_seeds_corpus(corpus: list[LabelledDocument]) -> None:
    assert 2_700 < median(len(document.text) for document in corpus) < 3_100
    assert 320 < median(len(shingles(document.text)) for document in corpus) < 360


def test_copies_are_near_and_reflowed_ones_equal(families: list[dict[str, LabelledDocument]]) -> None:
    for family in families:
        original = shingles(family["original"].text)
        likeness = {edit: jaccard(original, shingles(copy.text)) for edit, copy in family.items()}
        assert likeness.pop("reflowed") == likeness.pop("original") == 1
        assert all(0.4 < value < 1 for value in likeness.values()), likeness
        assert family["reflowed"].text != family["original"].text


def test_strangers_share_little_more_than_the_footer(corpus: list[LabelledDocument]) -> None:
    firsts = [shingles(document.text) for document in corpus if document.truth.is_first]
    assert all(FOOTER.split()[0].lower() in " ".join(map(" ".join, first)) for first in firsts[:3])
    assert max(jaccard(a, b) for a, b in pairwise(firsts)) < 0.1


def test_the_original_is_published_first_and_may_arrive_later(families: list[dict[str, LabelledDocument]]) -> None:
    arrivals = []
    for family in families:
        original = family["original"]
        assert all(ms(original.published) < ms(d.published) for d in family.values() if d is not original)
        arrivals.append(sorted(ms(d.fetched) for d in family.values()).index(ms(original.fetched)))
    assert len(set(arrivals)) > MEMBERS // 2


def test_nothing_is_late_or_published_after_it_was_fetched(corpus: list[LabelledDocument]) -> None:
    fetched = [ms(document.fetched) for document in corpus]
    assert fetched == sorted(fetched)
    assert fetched[-1] - min(ms(document.published) for document in corpus) < 7 * 86_400_000
    assert all(ms(document.published) < ms(document.fetched) for document in corpus)


def test_the_label_stays_outside_the_document(tmp_path: Path) -> None:
    truths = write_jsonl(tmp_path / "corpus.jsonl", generate(20))
    lines = (tmp_path / "corpus.jsonl").read_bytes().splitlines()
    decoded = [msgspec.json.decode(line) for line in lines]
    assert [document["id"] for document in decoded] == list(truths)
    assert set(decoded[0]) == {"id", "source", "url", "title", "text", "published", "fetched"}
    assert len({truth.family for truth in truths.values()}) == sum(truth.is_first for truth in truths.values()) == 6
