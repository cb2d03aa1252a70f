"""Winnowing as a method: a summary meets its article where their sets are too unlike for bands."""

import string

import numpy as np
import pytest

from pipeline.methods import BadParameter, winnow, word_shingles
from pipeline.methods.brute import compare_pairs

WORDS = ("quietly", "brown", "heron", "stands", "over", "tidal", "water")
ARTICLE = " ".join(f"{word}{letter}" for word in WORDS for letter in string.ascii_lowercase)


def test_a_summary_has_an_anchor_of_its_article() -> None:
    summary = " ".join(ARTICLE.split()[:30])
    one, other = winnow([ARTICLE, summary])
    assert set(one[one > 0].tolist()) & set(other[other > 0].tolist())
    pairs = compare_pairs(word_shingles([ARTICLE, summary]), np.array([0]), np.array([1]))
    assert pairs.jaccard[0] < 0.2
    assert pairs.containment_b[0] == 1


def test_texts_without_a_shingle_have_no_anchor() -> None:
    assert not winnow(["", "four words and no"], columns=3).any()
    assert winnow([], columns=3).shape == (0, 3)


@pytest.mark.parametrize(("words", "columns"), [(0, 24), (17, 24), (5, 0), (5, 257)])
def test_what_cannot_work_is_refused_with_its_number(words: int, columns: int) -> None:
    with pytest.raises(BadParameter, match=str(words if words != 5 else columns)):
        winnow(["a b c d e"], words, columns)
