"""Sizes of intersections equal the plain ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import Runs
from pipeline.kernels.constants import EMPTY
from pipeline.kernels.sets import intersect, intersect_plain
from tests.kernels.ragged import flat

VALUE = st.one_of(st.integers(0, 40), st.integers(EMPTY - 40, EMPTY), st.integers(0, EMPTY))
SETS = st.lists(st.sets(VALUE, max_size=120).map(sorted), min_size=1, max_size=5)


@given(SETS, SETS, st.data())
def test_intersections_equal_the_plain_ones(one: list[list[int]], other: list[list[int]], data: st.DataObject) -> None:
    choice = st.tuples(st.integers(0, len(one) - 1), st.integers(0, len(other) - 1))
    pairs = data.draw(st.lists(choice, max_size=6))
    chosen = np.array(pairs, np.int64).reshape(-1, 2)
    shared = intersect(*Runs.of(*flat(one)).take(chosen[:, 0]), *Runs.of(*flat(other)).take(chosen[:, 1]))
    assert shared.tolist() == [intersect_plain(one[a], other[b]) for a, b in pairs]


@pytest.mark.parametrize("step", [1, 2, 7, 100, 1_000, 50_000])
def test_sets_of_very_different_lengths(step: int) -> None:
    long, short = list(range(100_000)), list(range(3, 100_000, step))
    sets = Runs.of(*flat([short, long]))
    shared = intersect(*sets, *sets.take(np.array([1, 0])))
    assert shared.tolist() == [len(short)] * 2


@pytest.mark.parametrize("bounds", [(-1, 1), (0, 3)])
def test_sets_outside_of_their_array_are_refused(bounds: tuple[int, int]) -> None:
    inside, outside = (
        (np.array([1, 2], np.uint32), np.array([[0, 2]])),
        (np.array([1, 2], np.uint32), np.array([bounds])),
    )
    for pair in ((inside, outside), (outside, inside)):
        with pytest.raises(ValueError, match="not there"):
            intersect(*pair[0], *pair[1])
