"""Shingling: the compiled path equals the plain one on any text."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.constants import MAX_WORDS
from pipeline.kernels.plain import digest_plain, shingles_plain
from pipeline.kernels.text import fold, shingle_texts, tokens
from tests.kernels.ragged import joined, sliced

WORDS = ["ab", "cd9", "ß", "é", "e\u0301", "слово", "世界", "かな\u3099", "ก็ดี", "\u0301", "_", "\u200b", "\0", "👋🏽"]
WORDS += ["\U0001d400", "\u3099x", "internationalisation", "पर"]
MIXED = st.lists(st.sampled_from([*WORDS, " ", " ", "."])).map("".join)
TEXTS = st.lists(st.one_of(st.text(), MIXED, st.text("ab1 .", max_size=300)).map(fold), max_size=6)


@given(TEXTS, st.integers(1, MAX_WORDS))
@example(["a" * 64, "a b" * 64, "", "x" * 128], 5)
@example(["a" * 63 + "é" + "b" * 62 + "世c" + " " * 60 + "\u0e01\u0e47"], 2)
def test_shingles_digests_and_tokens_equal_the_plain_ones(texts: list[str], words: int) -> None:
    shingled = shingle_texts(*joined([text.encode() for text in texts]), words)
    assert sliced(shingled.values, shingled.offsets) == [shingles_plain(text, words) for text in texts]
    assert [tuple(digest) for digest in shingled.digests.tolist()] == [digest_plain(text) for text in texts]
    assert shingled.tokens.tolist() == [len(tokens(text)) for text in texts]


@given(st.sampled_from(["é", "世", "ก\u0e47", "𠀀", "a\u0301", "👋"]), st.integers(56, 72), st.integers(0, 3))
def test_characters_across_the_border_of_two_blocks(character: str, before: int, letters: int) -> None:
    text = "." * (before - letters) + "x" * letters + character * 3 + "y z"
    shingled = shingle_texts(*joined([text.encode()]), 1)
    assert shingled.values.tolist() == shingles_plain(text, 1)
    assert tuple(shingled.digests[0].tolist()) == digest_plain(text)


@pytest.mark.parametrize("count", [1_000, 5_000])
def test_long_documents(count: int) -> None:
    text = " ".join(f"w{i * i % 977}" for i in range(count)) + " wörter"
    shingled = shingle_texts(*joined([text.encode()]), 3)
    assert shingled.values.tolist() == shingles_plain(text, 3)
    assert shingled.tokens.tolist() == [count + 1]


def test_equal_token_sequences_have_equal_digests() -> None:
    shingled = shingle_texts(*joined([b"one, two", b" one two.", b"two one"]), 5)
    assert shingled.digests[0].tolist() == shingled.digests[1].tolist() != shingled.digests[2].tolist()
    assert len(shingled.values) == 0


def test_nothing() -> None:
    shingled = shingle_texts(*joined([]), 5)
    assert [len(column) for column in shingled] == [0, 1, 0, 0]
    assert shingle_texts(*joined([b"", b""]), 5).digests.tolist() == [[0, 0], [0, 0]]


@given(st.lists(st.binary(max_size=200), max_size=3))
def test_bytes_that_are_no_text_do_no_harm(parts: list[bytes]) -> None:
    shingled = shingle_texts(*joined(parts), 2)
    assert len(shingled.offsets) == len(parts) + 1


@pytest.mark.parametrize("offsets", [[0, 4], [-1, 2], [0, 2, 1], []])
def test_offsets_outside_of_the_blob_are_refused(offsets: list[int]) -> None:
    with pytest.raises(ValueError, match="offsets"):
        shingle_texts(np.zeros(3, np.uint8), np.array(offsets, np.int64), 5)


@pytest.mark.parametrize("words", [0, MAX_WORDS + 1])
def test_shingles_have_1_to_16_words(words: int) -> None:
    with pytest.raises(ValueError, match="words"):
        shingle_texts(*joined([b"x"]), words)
