"""The exact prefilter: what digests tell apart, and who was first."""

import hashlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.plain import digest_plain
from pipeline.methods import first_of_equal, folded, raw_digests, text_digests

TEXTS = st.lists(st.text(st.characters(), max_size=20), max_size=6)


@given(TEXTS)
def test_digests_equal_the_plain_ones(texts: list[str]) -> None:
    hashes = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for text in texts]
    assert raw_digests(texts).tolist() == [[int(one[:16], 16), int(one[16:32], 16)] for one in hashes]
    assert text_digests(texts).tolist() == [list(digest_plain(folded(text))) for text in texts]


def test_what_each_digest_tells_apart() -> None:
    texts = ["Hello, world", "Hello, world", "hello   WORLD!", "Hello, worlds"]
    assert first_of_equal(raw_digests(texts)).tolist() == [0, 0, 2, 3]
    assert first_of_equal(text_digests(texts)).tolist() == [0, 0, 0, 3]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=12))
def test_the_first_of_equal_ones(pairs: list[tuple[int, int]]) -> None:
    digests = np.array(pairs, np.uint64).reshape(len(pairs), 2)
    assert first_of_equal(digests).tolist() == [pairs.index(pair) for pair in pairs]
