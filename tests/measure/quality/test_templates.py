"""Editions of a template differ in what they report; a fixed typo and a new death toll make no other edition."""

import re
from itertools import combinations

from pipeline.dates import parse_date
from pipeline.measure.quality.labelled import DIFFERENT, DUPLICATE, RECURRING, QualitySet
from pipeline.profile import DAY_MS, DEFAULT
from pipeline.records import Document
from tests.measure.quality.likeness import Likeness


def documents_of(quality_set: QualitySet) -> dict[str, Document]:
    return {document.id or "": document for document in quality_set.documents}


def gap_ms(one: Document, other: Document) -> int:
    first, second = parse_date(one.published or ""), parse_date(other.published or "")
    assert first is not None
    assert second is not None
    return abs(first.ms - second.ms)


def test_all_three_labels_have_pairs_enough(sets: dict[str, QualitySet]) -> None:
    labels = [pair.label for pair in sets["templates"].pairs]
    assert labels.count(DIFFERENT) > 1_000
    assert labels.count(DUPLICATE) > 150
    assert labels.count(RECURRING) >= 10


def test_what_differs_has_other_words_and_the_same_source(sets: dict[str, QualitySet]) -> None:
    documents = documents_of(sets["templates"])
    for pair in sets["templates"].pairs:
        if pair.label == DIFFERENT:
            assert documents[pair.a].text != documents[pair.b].text, pair
            assert documents[pair.a].source == documents[pair.b].source


def test_all_pairs_of_a_series_bear_a_label(sets: dict[str, QualitySet]) -> None:
    named = {frozenset((pair.a, pair.b)) for pair in sets["templates"].pairs}
    series: dict[str, list[str]] = {}
    for name, document in documents_of(sets["templates"]).items():
        if not name.startswith("wires"):
            series.setdefault(document.source or "", []).append(name)
    assert all(frozenset(two) in named for names in series.values() for two in combinations(names, 2))


def test_what_recurs_is_equal_and_two_weeks_apart(sets: dict[str, QualitySet]) -> None:
    documents = documents_of(sets["templates"])
    for pair in sets["templates"].pairs:
        if pair.label == RECURRING:
            one, other = documents[pair.a], documents[pair.b]
            assert (one.text, one.title, one.source) == (other.text, other.title, other.source)
            assert gap_ms(one, other) == 14 * DAY_MS > DEFAULT.recurring_ms


def test_a_fixed_typo_is_two_letters_and_some_hours(sets: dict[str, QualitySet]) -> None:
    documents = documents_of(sets["templates"])
    fixed = [pair for pair in sets["templates"].pairs if pair.note.endswith("typo fixed")]
    assert len(fixed) > 100
    for pair in fixed:
        typo, right = documents[pair.a], documents[pair.b]
        differ = [at for at, (a, b) in enumerate(zip(typo.text or "", right.text or "", strict=True)) if a != b]
        assert len(differ) == 2, pair
        assert differ[1] == differ[0] + 1
        assert sorted((typo.text or "")[differ[0] : differ[1] + 1]) == sorted(
            (right.text or "")[differ[0] : differ[1] + 1]
        )
        assert gap_ms(typo, right) < DAY_MS


def test_a_new_toll_changes_numbers_only(sets: dict[str, QualitySet]) -> None:
    documents = documents_of(sets["templates"])
    tolls = [pair for pair in sets["templates"].pairs if pair.note == "death toll"]
    assert len(tolls) >= 40
    for pair in tolls:
        before, after = documents[pair.a].text or "", documents[pair.b].text or ""
        assert re.sub(r"\d+", "#", before) == re.sub(r"\d+", "#", after)
        assert before != after
        assert len(before.split()) > 200


def test_sister_releases_differ_in_their_version_only(sets: dict[str, QualitySet]) -> None:
    documents = documents_of(sets["templates"])
    ones = [name for name in documents if name.startswith("sisters") and name.endswith("-one")]
    assert len({documents[name].language for name in ones}) == 6
    for name in ones:
        one, other = documents[name].text or "", documents[name.replace("-one", "-other")].text or ""
        assert one != other
        assert re.sub(r"\d+\.\d+\.\d+", "#", one) == re.sub(r"\d+\.\d+\.\d+", "#", other)


def test_the_set_is_hard(sets: dict[str, QualitySet], likenesses: dict[str, Likeness]) -> None:
    likeness = likenesses["templates"]
    different = [likeness.of(pair) for pair in sets["templates"].pairs if pair.label == DIFFERENT]
    duplicate = [likeness.of(pair) for pair in sets["templates"].pairs if pair.label == DUPLICATE]
    assert min(duplicate) > 0.7
    assert sum(value > 0.5 for value in different) > 100
    assert max(different) > max(0.9, min(duplicate))
