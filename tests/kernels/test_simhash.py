"""Fingerprints and FNV-1a equal the plain ones."""

import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.constants import EMPTY, MASK
from pipeline.kernels.simhash import fnv1a, fnv1a_plain, mix, mix_plain, simhash, simhash_plain, simhash_weighted
from tests.kernels.ragged import offsets_of

HASH = st.one_of(st.integers(0, MASK), st.sampled_from([0, 1, 3, 1 << 63, MASK, MASK - 1]))
RUNS = st.lists(st.lists(HASH, max_size=40), max_size=5)
WEIGHTED = st.lists(st.lists(st.tuples(HASH, st.integers(0, 5)), max_size=20), max_size=5)
UNITS = st.lists(st.lists(st.integers(0, 0xFFFF), max_size=20), max_size=5)


def flat_hashes(rows: list[list[int]]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Hashes one after the other."""
    return np.array([value for row in rows for value in row], np.uint64)


@given(RUNS)
@example([[0xF0, MASK - 0xF0], [], [MASK] * 16, [1] * 8 + [2] * 8, [1] * 9 + [2] * 8])
def test_fingerprints_equal_the_plain_ones(rows: list[list[int]]) -> None:
    found = simhash(flat_hashes(rows), offsets_of([len(row) for row in rows]))
    assert found.tolist() == [simhash_plain(row, [1] * len(row)) for row in rows]


@pytest.mark.parametrize("count", [255, 256, 257, 4_095, 4_096, 70_001])
def test_counts_with_many_digits(count: int) -> None:
    """Bits of equal share in both halves are ties, or miss or pass one by one."""
    chance = random.Random(count)
    half = [chance.getrandbits(64) for _ in range(count // 2)]
    row = half + [value ^ MASK for value in half] + [chance.getrandbits(64)] * (count % 2)
    assert simhash(flat_hashes([row]), offsets_of([count])).tolist() == [simhash_plain(row, [1] * count)]
    assert simhash(flat_hashes([[MASK] * count]), offsets_of([count])).tolist() == [MASK]


@given(WEIGHTED)
@example([[(1, 0)], [(1, 2), (2, 1), (2, 1)], []])
def test_weighted_fingerprints_equal_the_plain_ones(rows: list[list[tuple[int, int]]]) -> None:
    hashes = flat_hashes([[item[0] for item in row] for row in rows])
    weights = np.array([item[1] for row in rows for item in row], np.int64)
    found = simhash_weighted(hashes, weights, offsets_of([len(row) for row in rows]))
    assert found.tolist() == [simhash_plain(*zip(*row, strict=True)) if row else 0 for row in rows]


@given(RUNS)
def test_weights_of_one_change_nothing(rows: list[list[int]]) -> None:
    hashes, offsets = flat_hashes(rows), offsets_of([len(row) for row in rows])
    weighted = simhash_weighted(hashes, np.ones(len(hashes), np.int64), offsets)
    assert weighted.tolist() == simhash(hashes, offsets).tolist()


def test_weights_that_do_not_work_are_refused() -> None:
    one = np.array([1, 2], np.uint64)
    for weights in ([1], [-1, 1], [1 << 61, 1 << 61]):
        with pytest.raises(ValueError, match="weights"):
            simhash_weighted(one, np.array(weights, np.int64), offsets_of([2]))


@given(UNITS)
def test_fnv1a_equals_the_plain_one(rows: list[list[int]]) -> None:
    units = np.array([unit for row in rows for unit in row], np.uint16)
    found = fnv1a(units, offsets_of([len(row) for row in rows]))
    assert found.tolist() == [fnv1a_plain(row) for row in rows]


@given(st.lists(st.integers(0, EMPTY), max_size=40), st.sampled_from([0, 1]))
def test_mixed_shingles_equal_the_plain_ones(values: list[int], word: int) -> None:
    assert mix(np.array(values, np.uint32), word).tolist() == [mix_plain(value, word) for value in values]
