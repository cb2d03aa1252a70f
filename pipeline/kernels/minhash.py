"""Classic MinHash with one hash function a slot, in two forms: affine modulo 2^32, and universal modulo a prime.

Draws no coefficients, and is not the pipeline's own sketch, which is `sketch`.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import EMPTY
from pipeline.kernels.jit import Scalar, kernel, reading, runs
from pipeline.kernels.plain_methods import EMPTY_UNIVERSAL, UNIVERSAL_PRIME, affine_plain, universal_plain

__all__ = ["affine", "affine_plain", "universal", "universal_plain"]

Values = npt.NDArray[np.uint32]
Wide = npt.NDArray[np.uint64]
Offsets = npt.NDArray[np.int64]

LINE = 64  # bytes of a cache line, and of the widest vector
FULL = np.uint32(EMPTY)
FULL_WIDE = np.uint64(EMPTY_UNIVERSAL)
PRIME = np.uint64(UNIVERSAL_PRIME)
SURPLUS = np.uint64(UNIVERSAL_PRIME - (1 << 32))  # 2^32 is -SURPLUS modulo the prime
HALF = np.uint64(32)
EIGHT = 8
LOW = np.uint64(EMPTY)


def affine(values: Values, offsets: Offsets, factors: Values, addends: Values) -> Values:
    """Sketch n sets that lie one after the other: uint32[...], int64[n + 1], uint32[slots] twice; uint32[n, slots].

    Method: `plain_methods.affine_plain`. A factor that is even is a ValueError: it would be no permutation.
    """
    if len(factors) != len(addends) or not (np.asarray(factors) & 1).all():
        raise ValueError("factors that are even, or not as many as addends")
    out = np.empty((len(offsets) - 1, len(factors)), np.uint32)
    terms = _aligned(factors, np.uint32), _aligned(addends, np.uint32)
    _affine(reading(values, np.uint32), runs(offsets, len(values)), *terms, _aligned(addends, np.uint32), out)
    return out


def universal(values: Values, offsets: Offsets, factors: Wide, addends: Wide) -> Wide:
    """Sketch n sets that lie one after the other: uint32[...], int64[n + 1], uint64[slots] twice; uint64[n, slots].

    Method: `plain_methods.universal_plain`. Coefficients of more than 32 bits are a ValueError: the sum might not fit.
    """
    if len(factors) != len(addends) or max(factors.max(initial=0), addends.max(initial=0)) > EMPTY:
        raise ValueError("coefficients of more than 32 bits, or not as many factors as addends")
    out = np.empty((len(offsets) - 1, len(factors)), np.uint64)
    terms = _aligned(factors, np.uint64), _aligned(addends, np.uint64)
    _universal(reading(values, np.uint32), runs(offsets, len(values)), *terms, _aligned(addends, np.uint64), out)
    return out


def _aligned(row: npt.ArrayLike, dtype: type[Scalar]) -> npt.NDArray[Scalar]:
    """A copy that begins at a cache line.

    It is loaded and stored whole for every value, and a vector across two lines takes several times as long.
    """
    size = np.asarray(row).size * np.dtype(dtype).itemsize
    buffer = np.empty(size + LINE, np.uint8)
    start = -buffer.ctypes.data % LINE
    copy = buffer[start : start + size].view(dtype)
    copy[:] = row
    return copy


@kernel
def _affine(values: Values, offsets: Offsets, factors: Values, addends: Values, least: Values, out: Values) -> None:
    """Do what `affine` says; `least` is room for one sketch. long: columns of a kernel.

    It takes eight values at a time: a slot's three numbers are loaded once for them, which halves the time where loads
    count; elsewhere multiplying is all of it.
    """
    for row in range(len(out)):
        least[:] = FULL
        run = values[offsets[row] : offsets[row + 1]]
        whole = len(run) // EIGHT * EIGHT
        for i in range(0, whole, EIGHT):
            one, two, three, four = run[i], run[i + 1], run[i + 2], run[i + 3]
            five, six, seven, eight = run[i + 4], run[i + 5], run[i + 6], run[i + 7]
            for slot in range(len(least)):
                factor, addend = factors[slot], addends[slot]
                low = min(np.uint32(factor * one + addend), np.uint32(factor * two + addend))
                high = min(np.uint32(factor * three + addend), np.uint32(factor * four + addend))
                low = min(low, high)
                high = min(np.uint32(factor * five + addend), np.uint32(factor * six + addend))
                low = min(low, high)
                high = min(np.uint32(factor * seven + addend), np.uint32(factor * eight + addend))
                low = min(low, high)
                least[slot] = min(least[slot], low)
        for i in range(whole, len(run)):
            for slot in range(len(least)):
                least[slot] = min(least[slot], np.uint32(factors[slot] * run[i] + addends[slot]))
        out[row, :] = least


@kernel
def _universal(values: Values, offsets: Offsets, factors: Wide, addends: Wide, least: Wide, out: Wide) -> None:
    """Do what `universal` says; `least` is room for one sketch. long: columns of a kernel.

    It reduces without a division, which has no vector form: each 2^32 counts as -15, twice. That is 3.5 times as fast.
    """
    for row in range(len(out)):
        least[:] = FULL_WIDE
        for i in range(offsets[row], offsets[row + 1]):
            value = np.uint64(values[i])
            for slot in range(len(least)):
                mixed = factors[slot] * value + addends[slot]
                mixed = (mixed & LOW) + SURPLUS * (PRIME - (mixed >> HALF))
                mixed = (mixed & LOW) + PRIME - SURPLUS * (mixed >> HALF)
                least[slot] = min(least[slot], mixed - PRIME if mixed >= PRIME else mixed)
        out[row, :] = least
