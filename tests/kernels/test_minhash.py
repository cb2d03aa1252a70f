"""Classic MinHash equals the plain one, and estimates what it should."""

import math
import random
from itertools import islice

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.constants import EMPTY
from pipeline.kernels.minhash import affine, affine_plain, universal, universal_plain
from pipeline.kernels.plain_methods import EMPTY_UNIVERSAL, UNIVERSAL_PRIME, splitmix
from tests.kernels.ragged import flat

EDGES = st.sampled_from([0, 1, EMPTY - 1, EMPTY])
VALUE = st.one_of(EDGES, st.integers(0, EMPTY))
SETS = st.lists(st.sets(VALUE, max_size=40).map(sorted), max_size=5)
TERMS = st.lists(st.tuples(VALUE, VALUE), min_size=1, max_size=40)


@given(SETS, TERMS)
@example([[], [0], [EMPTY]], [(EMPTY, EMPTY), (1, 0)])
def test_affine_sketches_equal_the_plain_ones(sets: list[list[int]], terms: list[tuple[int, int]]) -> None:
    terms = [(a | 1, b) for a, b in terms]
    factors, addends = np.array(terms, np.uint32).T
    assert affine(*flat(sets), factors, addends).tolist() == [affine_plain(one, terms) for one in sets]


@given(SETS, TERMS)
@example([[], [0], [EMPTY]], [(EMPTY, EMPTY), (1, 0), (0, EMPTY), (EMPTY, 0)])
def test_universal_sketches_equal_the_plain_ones(sets: list[list[int]], terms: list[tuple[int, int]]) -> None:
    factors, addends = np.array(terms, np.uint64).T
    assert universal(*flat(sets), factors, addends).tolist() == [universal_plain(one, terms) for one in sets]


def test_sums_about_every_multiple_of_the_prime() -> None:
    """Reducing by parts can only go wrong beside a multiple of the prime, and there never is a slot at or above it."""
    terms = []
    for quotient in [0, 1, 2, 15, 16, 17, *random.Random(1).sample(range(EMPTY), 300), EMPTY - 16]:
        for beside in (-1, 0, 1):
            factor, rest = divmod(max(quotient * UNIVERSAL_PRIME + beside, 0), EMPTY)
            terms.append((factor, rest))
    terms = [term for term in terms if max(term) <= EMPTY]
    factors, addends = np.array(terms, np.uint64).T
    found = universal(*flat([[EMPTY]]), factors, addends)
    assert found[0].tolist() == universal_plain([EMPTY], terms)
    assert {0, 1, UNIVERSAL_PRIME - 1} <= set(found[0].tolist())


def test_an_empty_set_has_no_value() -> None:
    ones = np.ones(8, np.uint32)
    assert set(affine(*flat([[]]), ones, ones)[0].tolist()) == {EMPTY}
    assert set(universal(*flat([[]]), ones.astype(np.uint64), ones.astype(np.uint64))[0].tolist()) == {EMPTY_UNIVERSAL}


def test_coefficients_that_do_not_work_are_refused() -> None:
    odd, wide = np.array([1], np.uint32), np.array([1 << 32], np.uint64)
    with pytest.raises(ValueError, match="even"):
        affine(*flat([[1]]), odd + np.uint32(1), odd)
    with pytest.raises(ValueError, match="addends"):
        affine(*flat([[1]]), odd, np.array([1, 2], np.uint32))
    with pytest.raises(ValueError, match="32 bits"):
        universal(*flat([[1]]), wide, wide)


@pytest.mark.parametrize("similarity", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("form", ["affine", "universal"])
def test_the_share_of_equal_slots_estimates_the_similarity(similarity: float, form: str) -> None:
    """The mean of 400 estimates, each from fresh sets, lies within 4 standard errors sqrt(J(1-J)/slots/400)."""
    draws, slots, chance = 400, 128, random.Random(7)
    numbers = [number & EMPTY for number in islice(splitmix(3), 2 * slots)]
    terms = np.array(numbers, np.uint64).reshape(2, slots)
    sets = []
    for _ in range(draws):
        values = chance.sample(range(EMPTY), 300)
        shared = round(similarity * 300)
        only = (300 - shared) // 2
        sets += [values[: shared + only], values[:shared] + values[shared + only :]]
    if form == "affine":
        narrow = affine(*flat(sets), terms[0].astype(np.uint32) | np.uint32(1), terms[1].astype(np.uint32))
        equal = narrow[0::2] == narrow[1::2]
    else:
        wide = universal(*flat(sets), terms[0], terms[1])
        equal = wide[0::2] == wide[1::2]
    estimate = float(equal.mean())
    assert abs(estimate - similarity) <= 4 * math.sqrt(similarity * (1 - similarity) / slots / draws)
