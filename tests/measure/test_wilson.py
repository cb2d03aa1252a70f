"""Intervals of shares: values from the literature, and what holds of every one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.measure.wilson import share


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_values_of_newcombe(part: int, whole: int, low: float, high: float) -> None:
    """Newcombe: Two-sided confidence intervals for the single proportion, Statistics in Medicine 1998, table I."""
    found = share(part, whole)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(0, 2000).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_the_interval_holds_the_value_and_lies_within_0_and_1(counts: tuple[int, int]) -> None:
    found = share(*counts)
    assert 0 <= found.low <= (found.low if found.value is None else found.value) <= found.high <= 1
    other = share(counts[1] - counts[0], counts[1])
    assert found.low == pytest.approx(1 - other.high)


def test_nothing_asked_has_no_value_and_may_be_anything() -> None:
    assert share(0, 0) == (0, 0, None, 0.0, 1.0)


@pytest.mark.parametrize("counts", [(2, 1), (-1, 3)])
def test_what_is_no_share_is_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no share"):
        share(*counts)
