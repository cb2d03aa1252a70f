"""Shingle sets are the pipeline's, take any string, and refuse sizes that cannot work."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.characters import tokens
from pipeline.kernels.plain import shingles_plain
from pipeline.kernels.plain_methods import character_shingles_plain
from pipeline.methods import (
    BadParameter,
    ShingleSets,
    character_shingles,
    folded,
    md5_shingles,
    tokens_of,
    word_shingles,
    word_windows,
)
from tests.kernels.ragged import sliced

ANY_TEXT = st.text(st.characters(), max_size=60)  # lone surrogates are among these
TEXTS = st.lists(st.one_of(ANY_TEXT, st.text("ab c.'\ud800世\u200b\u00ad", max_size=60)), max_size=4)


@given(TEXTS, st.integers(1, 16))
@example(["a b\ud800c d", "\udfff", "", "世界かな"], 2)
def test_sets_equal_the_plain_ones(texts: list[str], size: int) -> None:
    assert sliced(*word_shingles(texts, size)) == [shingles_plain(folded(text), size) for text in texts]
    assert sliced(*character_shingles(texts, size)) == [character_shingles_plain(folded(text), size) for text in texts]


@given(TEXTS)
@example(["a\u0301\u0301 \u0301 世\u0301a\u0301世界b", "ก็a์"])
def test_words_equal_the_plain_ones(texts: list[str]) -> None:
    assert [tokens_of(text) for text in texts] == [tokens(folded(text)) for text in texts]


def test_every_character_between_letters_and_marks() -> None:
    for point in range(0x20000):
        text = folded(f"{chr(point)}a{chr(point)}\u0301")
        if tokens_of(text) != tokens(text):
            pytest.fail(f"U+{point:04X}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop", ["don", "t", "stop"]),
        ("co\u00adoperate zero\u200bwidth", ["co", "operate", "zero", "width"]),
        ("nul\0byte", ["nul", "byte"]),
        ("half\ud83dway", ["half", "way"]),
        ("1,000 ½ ２", ["1", "000", "1", "2", "2"]),
        ("fun 👋🏽 now", ["fun", "now"]),
        ("\u202eabc\u202c \u200fשלום", ["abc", "שלום"]),
        ("世界かな ไทย", ["世", "界", "か", "な", "ไ", "ท", "ย"]),
        ("…!? \u0301", []),
    ],
)
def test_what_becomes_of_unusual_characters(text: str, expected: list[str]) -> None:
    assert tokens_of(text) == expected


def test_golden_sets() -> None:
    found = word_shingles(["the quick brown fox jumps over the lazy dog"]).values.tolist()
    assert found == [1101942479, 1325313714, 2312869051, 3511067134, 3862791584]
    characters = character_shingles(["Hello, world!"])
    assert characters.sizes.tolist() == [7]
    assert characters.values[:2].tolist() == [0x40DE4620, 0x511E8F22]


def test_punctuation_case_and_spacing_do_not_matter() -> None:
    one, other = sliced(*character_shingles(["Hello, World!  Good-bye.", "hello world good bye"], 4))
    assert one == other


def test_seed_b_cuts_at_blanks_and_keeps_punctuation() -> None:
    one, other = sliced(*md5_shingles(["A b, c d E", "a  b,\nc d e"], 5))
    assert one == other == [0x034F6175]
    assert sliced(*md5_shingles(["A b, c d E"], 5, tokens_of)) == sliced(*md5_shingles(["a b c d e"], 5))


def test_windows_keep_order_and_repeats() -> None:
    assert word_windows("The cat, the cat") == ["the", "cat", "the", "cat"]
    assert word_windows("The cat, the cat", 3) == ["the cat the", "cat the cat"]
    assert word_windows("", 3) == []


def test_sets_from_lists() -> None:
    sets = ShingleSets.of([[3, 1, 3], [], [2]])
    assert sliced(*sets) == [[1, 3], [], [2]]
    assert sets.sizes.tolist() == [2, 0, 1]
    assert ShingleSets.of([]).sizes.tolist() == []


@pytest.mark.parametrize("cut", [word_shingles, character_shingles, md5_shingles])
@pytest.mark.parametrize("size", [-1, 0, 17])
def test_sizes_that_cannot_work_are_refused(cut: Callable[[list[str], int], ShingleSets], size: int) -> None:
    with pytest.raises(BadParameter, match=f"is {size}, which is not within 1 to 16") as refused:
        cut(["a b c"], size)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("size", [2.5, "5", True, None])
def test_sizes_are_whole_numbers(size: Any) -> None:
    with pytest.raises(BadParameter, match=re.escape(f"Words a shingle is {size!r}, which is no whole number")):
        word_shingles(["a b c"], size)
