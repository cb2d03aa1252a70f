"""What becomes of texts that nobody would write: each has an outcome, the same in every method."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from pipeline.kernels.plain import shingles_plain
from pipeline.methods import (
    MINHASHES,
    BadParameter,
    SimHash,
    character_shingles,
    estimate,
    fingerprint_sets,
    first_of_equal,
    folded,
    md5_shingles,
    minhash_named,
    raw_digests,
    similar_pairs,
    text_digests,
    tokens_of,
    word_shingles,
)
from tests.kernels.ragged import sliced

CHANCE = random.Random(3)
EMPTY = ["", "word", "x", " \n\t", "!!! … ???", "\ud800\udfff", "\u200b\u200d", "\0" * 50, "\u0301" * 9, "👋👋👋"]
FULL = {
    "equal words": "same " * 1_000,
    "digits": "123 456 " * 50,
    "one long word": "x" * 100_000 + " a b c d",
    "mixed scripts": "Déjà vu 世界かな ก็ดี слово शब्द كلمة " * 20,
    "binary": bytes(CHANCE.randrange(256) for _ in range(5_000)).decode("latin-1"),
    "broken UTF-8": bytes(CHANCE.randrange(256) for _ in range(5_000)).decode("utf-8", "replace"),
    "surrogates kept": bytes(CHANCE.randrange(256) for _ in range(5_000)).decode("utf-8", "surrogateescape"),
    "marks": "a" + "\u0301" * 500 + " b c d e f",
}


@pytest.mark.parametrize("method", [word_shingles, character_shingles, lambda texts: tokens_of(texts[1])])
def test_marks_whose_order_takes_the_square_of_their_number_are_refused(method: Callable[[list[str]], object]) -> None:
    with pytest.raises(BadParameter, match="has 1000 combining marks in a row; 500 is the limit"):
        method(["fine", "a" + "\u0315\u0300" * 500])


@pytest.mark.parametrize("text", EMPTY)
def test_texts_too_short_for_a_shingle_resemble_nothing(text: str) -> None:
    sets = word_shingles([text, text])
    assert sets.sizes.tolist() == [0, 0]
    assert len(similar_pairs(sets, 0.1).a) == 0
    assert fingerprint_sets(sets, 128).tolist() == [[0, 0], [0, 0]]
    for name in MINHASHES:
        signatures = minhash_named(name).sign(sets)
        assert estimate(signatures[:1], signatures[1:]).tolist() == [0]
    assert first_of_equal(raw_digests([text, text])).tolist() == [0, 0]
    assert first_of_equal(text_digests([text, text])).tolist() == [0, 0]


@pytest.mark.parametrize("name", FULL)
def test_any_other_text_has_sets_like_the_plain_ones_and_resembles_itself(name: str) -> None:
    text = FULL[name]
    sets = word_shingles([text, text])
    assert sliced(*sets)[0] == shingles_plain(folded(text), 5) != []
    assert similar_pairs(sets, 1.0).shared.tolist() == [sets.sizes[0]]
    for form in MINHASHES:
        signatures = minhash_named(form).sign(sets)
        assert estimate(signatures[:1], signatures[1:]).tolist() == [1]
    assert len(character_shingles([text]).values) > 0
    assert SimHash(128, "murmur3", "tf").sign([tokens_of(text)]).any()


def test_equal_words_are_one_shingle() -> None:
    assert word_shingles(["same " * 1_000]).sizes.tolist() == [1]
    assert md5_shingles(["same " * 1_000]).sizes.tolist() == [1]


def test_ten_megabytes_in_one_document() -> None:
    """As many shingles as words, less four, and no more room than the words take: some collide, and no one knows."""
    words = [f"w{number}" for number in range(1_400_000)]
    text = " ".join(words)
    assert len(text) > 10_000_000
    sets = word_shingles([text, "short text of six words here"])
    assert len(words) * 0.999 < sets.sizes[0] <= len(words) - 4
    assert len(np.unique(sets.values[: sets.sizes[0]])) == sets.sizes[0]
    assert minhash_named("fast").sign(sets).shape == (2, 128)


def test_a_million_equal_documents_have_one_first() -> None:
    digests = np.tile(text_digests(["the same text"]), (1_000_000, 1))
    assert not first_of_equal(digests).any()


def test_no_documents_at_all() -> None:
    sets = word_shingles([])
    assert sets.sizes.tolist() == []
    assert minhash_named("universal").sign(sets).shape == (0, 128)
    assert SimHash().sign([]).shape == fingerprint_sets(sets).shape == (0, 1)
    assert len(similar_pairs(sets, 0.5).a) == len(first_of_equal(raw_digests([]))) == 0
