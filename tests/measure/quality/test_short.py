"""Short texts: what is equal is equal, what differs in a word does, and one link is one link."""

from collections import Counter

from pipeline.links import canonical_link
from pipeline.measure.quality.labelled import QualitySet
from pipeline.measure.quality.short import COUNTS
from tests.measure.quality.likeness import Likeness


def noted(quality_set: QualitySet, note: str) -> list[tuple[dict[str, str], dict[str, str]]]:
    named = {
        document.id: {
            "text": document.text or "",
            "title": document.title or "",
            "link": canonical_link(document.url or ""),
            "source": document.source or "",
        }
        for document in quality_set.documents
    }
    return [(named[pair.a], named[pair.b]) for pair in quality_set.pairs if pair.note.startswith(note)]


def test_texts_are_short(sets: dict[str, QualitySet]) -> None:
    lengths = [len((document.text or "").split()) for document in sets["short"].documents]
    assert min(lengths) <= 9
    assert max(lengths) <= 42
    assert len(sets["short"].pairs) == sum(COUNTS[:-1])


def test_equal_texts_under_two_titles(sets: dict[str, QualitySet]) -> None:
    pairs = noted(sets["short"], "equal text, other title")
    assert len(pairs) == COUNTS[0]
    assert all(a["text"] == b["text"] and a["title"] != b["title"] and a["link"] != b["link"] for a, b in pairs)


def test_equal_texts_under_one_title(sets: dict[str, QualitySet]) -> None:
    pairs = noted(sets["short"], "equal text and title")
    assert len(pairs) == COUNTS[1]
    assert all(a["text"] == b["text"] and a["title"] == b["title"] and a["source"] != b["source"] for a, b in pairs)


def test_one_link_in_two_feeds(sets: dict[str, QualitySet]) -> None:
    other, equal = noted(sets["short"], "other teaser"), noted(sets["short"], "equal text and link")
    assert (len(other), len(equal)) == (COUNTS[2], COUNTS[3])
    assert all(a["link"] == b["link"] and a["source"] != b["source"] for a, b in other + equal)
    assert all(a["text"] != b["text"] for a, b in other)
    assert all(a["text"] == b["text"] for a, b in equal)


def test_notices_that_differ_in_a_word(sets: dict[str, QualitySet]) -> None:
    pairs = noted(sets["short"], "another ")
    assert len(pairs) == COUNTS[4]
    for a, b in pairs:
        gone = Counter(a["text"].split()) - Counter(b["text"].split())
        come = Counter(b["text"].split()) - Counter(a["text"].split())
        assert 1 <= max(gone.total(), come.total()) <= 4, (a, b)  # "the first quarter" is a word here, "an" follows it
        assert a["title"] == b["title"]


def test_nothing_else_is_alike(likenesses: dict[str, Likeness]) -> None:
    assert likenesses["short"].unrelated().max() < 0.5
