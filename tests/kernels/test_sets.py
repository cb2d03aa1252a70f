"""Sizes of intersections equal the plain ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.constants import EMPTY
from pipeline.kernels.sets import intersect, intersect_plain
from tests.kernels.ragged import flat

VALUE = st.one_of(st.integers(0, 40), st.integers(EMPTY - 40, EMPTY), st.integers(0, EMPTY))
SETS = st.lists(st.sets(VALUE, max_size=120).map(sorted), min_size=1, max_size=5)


@given(SETS, SETS, st.data())
def test_intersections_equal_the_plain_ones(one: list[list[int]], other: list[list[int]], data: st.DataObject) -> None:
    choice = st.tuples(st.integers(0, len(one) - 1), st.integers(0, len(other) - 1))
    pairs = data.draw(st.lists(choice, max_size=6))
    askers, asked = (np.array([pair[i] for pair in pairs], np.int64) for i in (0, 1))
    values_b, offsets_b = flat(other)
    shared = intersect(askers, *flat(one), offsets_b[asked], offsets_b[asked + 1], values_b)
    assert shared.tolist() == [intersect_plain(one[a], other[b]) for a, b in pairs]


@pytest.mark.parametrize("step", [1, 2, 7, 100, 1_000, 50_000])
def test_sets_of_very_different_lengths(step: int) -> None:
    long, short = list(range(100_000)), list(range(3, 100_000, step))
    sets = flat([short, long])
    for pair in ((0, 1), (1, 0)):
        shared = intersect(np.array(pair[:1]), *sets, sets[1][[pair[1]]], sets[1][[pair[1] + 1]], sets[0])
        assert shared.tolist() == [len(short)]


@pytest.mark.parametrize("pair", [(1, 0, 1), (-1, 0, 1), (0, -1, 1), (0, 0, 3)])
def test_pairs_outside_of_the_sets_are_refused(pair: tuple[int, int, int]) -> None:
    asker, start, end = (np.array([number], np.int64) for number in pair)
    with pytest.raises(ValueError, match="not there"):
        intersect(asker, *flat([[1, 2]]), start, end, np.array([1, 2], np.uint32))
