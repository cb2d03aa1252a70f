"""Sketches equal the plain ones, and estimate what they should."""

import math
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.constants import EMPTY, MAX_SLOTS
from pipeline.kernels.sketch import sketch, sketch_plain
from tests.kernels.ragged import flat

SETS = st.lists(st.sets(st.integers(0, EMPTY), max_size=60).map(sorted), max_size=5)


@given(SETS, st.sampled_from([2, 4, 8, 64, 128]))
@example([[], [0], [EMPTY], [0, EMPTY]], 128)
def test_sketches_equal_the_plain_ones(sets: list[list[int]], slots: int) -> None:
    assert sketch(*flat(sets), slots).tolist() == [sketch_plain(one, slots) for one in sets]


def test_a_large_set_and_the_most_slots() -> None:
    values = random.Random(1).sample(range(EMPTY), 20_000)
    assert sketch(*flat([values]), MAX_SLOTS).tolist() == [sketch_plain(values, MAX_SLOTS)]


def test_the_order_of_a_set_does_not_matter() -> None:
    values = random.Random(2).sample(range(EMPTY), 500)
    one, other = sketch(*flat([values, sorted(values)]), 128).tolist()
    assert one == other


def test_an_empty_set_has_no_value_and_any_other_fills_every_slot() -> None:
    empty, one = sketch(*flat([[], [7]]), 64).tolist()
    assert set(empty) == {EMPTY}
    assert EMPTY not in one


@pytest.mark.parametrize("slots", [0, 1, 3, 96, 2 * MAX_SLOTS])
def test_slots_are_a_power_of_two(slots: int) -> None:
    with pytest.raises(ValueError, match="slots"):
        sketch(*flat([[1]]), slots)


@pytest.mark.parametrize("similarity", [0.1, 0.3, 0.5, 0.8])
@pytest.mark.parametrize("union", [20, 400])
def test_the_share_of_equal_slots_estimates_the_similarity(similarity: float, union: int) -> None:
    """The mean of 1,000 estimates lies within 4 standard errors of the similarity.

    An estimate's variance is at most J(1-J)/slots, that of classic MinHash (measured: about 0.7 of it for large sets,
    0.5 for small ones), so the tolerance is on the safe side and a failure has a chance below 1 in 15,000.
    """
    draws, slots, chance = 1_000, 128, random.Random(union)
    shared = round(similarity * union)
    only = (union - shared) // 2
    sets = []
    for _ in range(draws):
        values = chance.sample(range(EMPTY), shared + 2 * only)
        sets += [values[: shared + only], values[:shared] + values[shared + only :]]
    found = sketch(*flat(sets), slots)
    estimate = float((found[0::2] == found[1::2]).mean())
    expected = shared / (shared + 2 * only)
    assert abs(estimate - expected) <= 4 * math.sqrt(expected * (1 - expected) / slots / draws)
