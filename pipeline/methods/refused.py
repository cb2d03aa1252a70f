"""How a method refuses parameters that cannot work: one sentence with the numbers in it, and what would do.

Checks nothing about documents: any text has an outcome.
"""

from collections.abc import Iterable
from fractions import Fraction

from pipeline.errors import BadSetup

MOST_DENOMINATOR = 1_000_000_000  # of a ratio that kernels count with


class BadParameter(BadSetup, ValueError):
    """A parameter that no document could make work: a `BadSetup` for commands, a `ValueError` for other programs."""


def expect_within(name: str, value: int, least: int, most: int) -> int:
    """Return a whole number that lies from `least` to `most`."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise BadParameter(f"{name} is {value!r}, which is no whole number.", f"Give {least} to {most}.")
    if not least <= value <= most:
        raise BadParameter(f"{name} is {value}, which is not within {least} to {most}.", f"Give {least} to {most}.")
    return value


def expect_power_of_two(name: str, value: int, least: int, most: int) -> int:
    """Return a power of two that lies from `least` to `most`."""
    expect_within(name, value, least, most)
    if value & value - 1:
        raise BadParameter(f"{name} is {value}, which is no power of two.", f"Give {least}, {2 * least}, ... {most}.")
    return value


def expect_one_of(name: str, value: str, known: Iterable[str]) -> str:
    """Return a name that is known."""
    names = list(known)
    if value not in names:
        raise BadParameter(f"{name} is {value!r}, which is not known.", f"Known: {', '.join(names)}.")
    return value


def expect_share(name: str, value: float | Fraction, *, closed: bool = True) -> float:
    """Return a number above 0 and up to 1, or below 1 where the share is not `closed`."""
    if not (0 < value <= 1) or (value == 1 and not closed):
        bound = "up to 1" if closed else "below 1"
        raise BadParameter(f"{name} is {value}, which is not above 0 and {bound}.", "Give a share such as 0.8.")
    return float(value)


def exact_ratio(name: str, value: float | Fraction) -> Fraction:
    """A share above 0 and up to 1 as the ratio that its digits say: 0.3 is 3/10, not the binary number beside it."""
    expect_share(name, value)
    ratio = value if isinstance(value, Fraction) else Fraction(str(float(value)))
    if ratio.denominator > MOST_DENOMINATOR:
        ratio = ratio.limit_denominator(MOST_DENOMINATOR)
    if ratio <= 0:
        raise BadParameter(f"{name} is {value}, which is too near to 0.", f"Give at least {1 / MOST_DENOMINATOR}.")
    return ratio
