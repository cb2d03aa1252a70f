"""Band keys equal the plain ones, differ between bands, and are never 0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.bands import (
    band_keys,
    band_keys_plain,
    digest_key_plain,
    digest_keys,
    link_key_plain,
    link_keys,
)
from pipeline.kernels.constants import EMPTY, FINAL_ODD, MASK, WORD_ODD

SLOTS = 12
SKETCHES = st.lists(st.lists(st.integers(0, EMPTY), min_size=SLOTS, max_size=SLOTS), max_size=5)
HASHES = st.integers(0, MASK)


@given(SKETCHES, st.sampled_from([(12, 1), (6, 2), (4, 3), (3, 3), (1, 12), (0, 3)]))
def test_band_keys_equal_the_plain_ones(sketches: list[list[int]], shape: tuple[int, int]) -> None:
    keys = band_keys(np.array(sketches, np.uint32).reshape(-1, SLOTS), *shape)
    assert keys.tolist() == [band_keys_plain(one, *shape) for one in sketches]


@given(st.lists(st.tuples(HASHES, HASHES), max_size=5), st.integers(0, 100))
def test_digest_and_link_keys_equal_the_plain_ones(pairs: list[tuple[int, int]], bands: int) -> None:
    digests = np.array(pairs, np.uint64).reshape(-1, 2)
    assert digest_keys(digests, bands).tolist() == [digest_key_plain(*pair, bands) for pair in pairs]
    assert link_keys(digests[:, 1], bands).tolist() == [link_key_plain(pair[1], bands) for pair in pairs]


def test_equal_rows_have_different_keys_in_different_bands() -> None:
    keys = band_keys(np.full((1, 128), 5, np.uint32), 42, 3)
    assert len(set(keys[0].tolist())) == 42


def test_no_link_has_no_key() -> None:
    assert link_keys(np.array([0, 1], np.uint64), 42).tolist() == [0, link_key_plain(1, 42)]


def test_a_key_that_comes_out_as_0_is_1() -> None:
    """0 means "no posting"; the one link hash that would be mixed to 0 is the salt of its band."""
    salt = 43 * WORD_ODD & MASK
    assert salt * 0 * FINAL_ODD == 0
    assert link_keys(np.array([salt], np.uint64), 42).tolist() == [1] == [link_key_plain(salt, 42)]


def test_bands_need_their_slots() -> None:
    with pytest.raises(ValueError, match="bands"):
        band_keys(np.zeros((1, 8), np.uint32), 3, 3)
