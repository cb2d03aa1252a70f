"""The edits of every language do what they say, and keep away from what they do not say."""

from collections import Counter, defaultdict
from statistics import median

import pytest

from pipeline.kernels.text import fold, tokens
from pipeline.measure.quality.edited import FAMILIES, LANGUAGES, STRANGERS
from pipeline.measure.quality.edits import EDITS, SPACELESS, count_words
from pipeline.measure.quality.labelled import QualitySet
from tests.measure.quality.likeness import Likeness

NAMES = sorted(LANGUAGES)
FEWEST, MOST = 170, 520  # words of an article, or as many characters as these take


def words_of(text: str) -> list[str]:
    return tokens(fold(text).lower())


def pairs_of(quality_set: QualitySet, label: str) -> list[tuple[str, str]]:
    texts = {document.id: document.text or "" for document in quality_set.documents}
    return [(texts[pair.a], texts[pair.b]) for pair in quality_set.pairs if pair.label == label]


@pytest.fixture(params=NAMES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def edited(language: str, sets: dict[str, QualitySet]) -> QualitySet:
    return sets[f"edits-{language}"]


def test_every_original_has_a_copy_of_each_kind(edited: QualitySet) -> None:
    labels = Counter(pair.label for pair in edited.pairs)
    assert labels == {
        **{edit.__name__: FAMILIES for edit in EDITS},
        "sibling": FAMILIES * 21,
        "none": STRANGERS,
    }
    assert len(edited.documents) == FAMILIES * (1 + len(EDITS)) + STRANGERS


def test_articles_have_realistic_lengths(language: str, edited: QualitySet) -> None:
    lengths = [count_words(text, LANGUAGES[language]) for text, _ in pairs_of(edited, "one_word")]
    assert min(lengths) >= FEWEST * (0.9 if LANGUAGES[language].code in SPACELESS else 1)
    assert max(lengths) <= MOST
    assert len(set(lengths)) > FAMILIES // 4


def test_one_word_changes_one_run_of_a_few_tokens(edited: QualitySet) -> None:
    for original, copy in pairs_of(edited, "one_word"):
        gone, come = changed(words_of(original), words_of(copy))
        assert 1 <= max(len(gone), len(come)) <= 14, (gone, come)


def changed(one: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    """What lies between the longest equal beginning and the longest equal end."""
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]


def test_one_character_changes_one(edited: QualitySet) -> None:
    for original, copy in pairs_of(edited, "one_character"):
        assert len(original) == len(copy)
        assert sum(a != b for a, b in zip(original, copy, strict=True)) == 1
        assert words_of(original) != words_of(copy)


def test_reordering_keeps_every_word(edited: QualitySet) -> None:
    for original, copy in pairs_of(edited, "reordered"):
        assert Counter(words_of(original)) == Counter(words_of(copy))
        assert original != copy


def test_reflowing_changes_white_space_only(edited: QualitySet) -> None:
    for original, copy in pairs_of(edited, "reflowed"):
        assert original != copy
        assert words_of(original) == words_of(copy)


def test_five_percent_of_the_words_change(language: str, edited: QualitySet) -> None:
    for original, copy in pairs_of(edited, "five_percent"):
        before, after = Counter(words_of(original)), Counter(words_of(copy))
        share = sum((before - after).values()) / sum(before.values())
        assert 0.015 < share < 0.09, share


def test_what_is_appended_stands_below(edited: QualitySet) -> None:
    for edit, least in (("paragraph_appended", 0.1), ("half_appended", 0.5)):
        for original, copy in pairs_of(edited, edit):
            assert copy.startswith(original + "\n\n")
            added = len(copy) - len(original) - 2
            # The last sentence may reach beyond what was asked for.
            assert least * len(original) - 1 <= added < least * len(original) + 200


def test_similarities_are_as_in_english(
    language: str, likenesses: dict[str, Likeness], sets: dict[str, QualitySet]
) -> None:
    found = defaultdict(list)
    for pair in sets[f"edits-{language}"].pairs:
        found[pair.label].append(likenesses[f"edits-{language}"].of(pair))
    assert set(found["reflowed"]) == {1.0}
    assert all(0.9 < value < 1 for edit in ("one_word", "one_character") for value in found[edit])
    assert 0.5 < median(found["five_percent"]) < 0.85
    assert 0.5 < median(found["reordered"]) < 0.85
    assert 0.85 < median(found["paragraph_appended"]) < 0.93
    assert 0.6 < median(found["half_appended"]) < 0.72
    assert max(found["none"]) < 0.05
