"""Excerpts lie within their articles, quotations are a small part of them, and a debunk quotes half of a hoax."""

from collections import Counter

from pipeline.measure.quality.edits import count_words
from pipeline.measure.quality.excerpts import DEBUNKS, EXCERPTS, LANGUAGES, QUOTATIONS, SIZES
from pipeline.measure.quality.labelled import EXCERPT, QUOTATION, QualitySet
from pipeline.profile import DEFAULT
from tests.measure.quality.likeness import Likeness

CODES = {language.code: language for language in LANGUAGES}


def test_there_are_as_many_of_each_kind_as_stated(sets: dict[str, QualitySet]) -> None:
    notes = Counter(pair.note for pair in sets["excerpts"].pairs)
    sizes = {f"{place} {size} words": EXCERPTS for size in SIZES for place in ("first", "middle")}
    assert notes == sizes | {"50 words": QUOTATIONS, "half of a hoax": DEBUNKS}
    assert {document.language for document in sets["excerpts"].documents} == set(CODES)


def test_excerpts_have_their_length_and_lie_within_the_article(sets: dict[str, QualitySet]) -> None:
    documents = {document.id: document for document in sets["excerpts"].documents}
    for pair in sets["excerpts"].pairs:
        if pair.label == EXCERPT:
            excerpt, article = documents[pair.a], documents[pair.b]
            passage = (excerpt.text or "").rstrip(" …[].")
            assert "".join(passage.split()) in "".join((article.text or "").split())
            size = int(pair.note.split()[1])
            assert abs(count_words(passage, CODES[excerpt.language or ""]) - size) <= 3
            starts = "".join((article.text or "").split()).startswith("".join(passage.split()))
            assert starts == pair.note.startswith("first")


def test_excerpts_are_contained_and_no_near_duplicates(
    sets: dict[str, QualitySet], likenesses: dict[str, Likeness]
) -> None:
    likeness = likenesses["excerpts"]
    for pair in sets["excerpts"].pairs:
        if pair.label == EXCERPT:
            assert likeness.contained(pair) > 0.95
            assert likeness.of(pair) * DEFAULT.threshold_den < DEFAULT.threshold_num


def test_quotations_are_a_part_of_either_text(sets: dict[str, QualitySet], likenesses: dict[str, Likeness]) -> None:
    likeness = likenesses["excerpts"]
    for pair in sets["excerpts"].pairs:
        if pair.label == QUOTATION:
            contained = likeness.contained(pair)
            low, high = (0.1, 0.25) if pair.note == "50 words" else (0.3, 0.6)
            assert low < contained < high, pair
