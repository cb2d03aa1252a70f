"""Intervals of shares: what a recall of 9 of 10 is worth.

Counts nothing itself, and corrects nothing for pairs that share a document: such intervals are a little too narrow.
"""

from math import sqrt
from typing import NamedTuple

Z95 = 1.959963984540054  # the two-sided 95 % point of the normal distribution


class Share(NamedTuple):
    """`part` of `whole`, with the ends of its 95 % interval, all 0..1; `value` is None where nothing was asked."""

    part: int
    whole: int
    value: float | None
    low: float
    high: float


def share(part: int, whole: int) -> Share:
    """The share with its Wilson score interval (Wilson 1927); 0..1 where `whole` is 0.

    Raises ValueError unless 0 <= part <= whole.
    """
    if not 0 <= part <= whole:
        raise ValueError(f"{part} of {whole} is no share")
    if not whole:
        return Share(0, 0, None, 0.0, 1.0)
    value, z2 = part / whole, Z95 * Z95
    middle = (value + z2 / (2 * whole)) / (1 + z2 / whole)
    half = Z95 * sqrt(value * (1 - value) / whole + z2 / (4 * whole * whole)) / (1 + z2 / whole)
    # At the ends the interval reaches 0 and 1 exactly; floating point falls short of that by a little.
    return Share(part, whole, value, 0.0 if not part else middle - half, 1.0 if part == whole else middle + half)
