"""The reproducible draws: published values, arrays equal to scalars, ranges."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.measure.draws import Draws

KEYS = st.lists(st.integers(0, 2**63), max_size=3)


def test_the_numbers_are_those_of_splitmix64() -> None:
    # First outputs of the reference implementation (prng.di.unimi.it/splitmix64.c) for the state 1234567.
    draws = Draws()
    draws._state = 1234567
    assert [draws.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(KEYS, st.integers(0, 40), st.integers(1, 2**31))
def test_many_are_as_many_single_ones(key: list[int], count: int, size: int) -> None:
    one, many = Draws(*key), Draws(*key)
    assert [one.below(size) for _ in range(count)] == many.below_many(size, count).tolist()
    assert one.bits() == many.bits()


@given(KEYS, st.integers(-50, 50), st.integers(0, 100))
def test_between_holds_both_ends(key: list[int], low: int, more: int) -> None:
    assert low <= Draws(*key).between(low, low + more) <= low + more


@given(KEYS, st.lists(st.integers()), st.integers(0, 10))
def test_a_sample_takes_each_item_once(key: list[int], items: list[int], count: int) -> None:
    places = Draws(*key).sample(range(len(items)), count)
    assert len(places) == len(set(places)) == min(count, len(items))
    assert sorted(Draws(*key).shuffled(items)) == sorted(items)


@given(st.integers(0, 300))
def test_a_permutation_holds_every_place(count: int) -> None:
    assert sorted(Draws(1).permutation(count).tolist()) == list(range(count))


def test_different_keys_are_unrelated() -> None:
    firsts = {Draws(a, b).bits() for a in range(50) for b in range(50)}
    assert len(firsts) == 2500
