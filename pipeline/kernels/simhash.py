"""SimHash fingerprints of hashed features, and FNV-1a of the features.

Finds no features and no near fingerprints; a fingerprint is one or two words of 64 bits, each made by itself.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import SKETCH_ODD
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.plain_methods import (
    FNV_OFFSET,
    FNV_PRIME,
    MIX_SALT,
    fnv1a_plain,
    mix_plain,
    simhash_plain,
)

__all__ = ["fnv1a", "fnv1a_plain", "mix", "mix_plain", "simhash", "simhash_plain", "simhash_weighted"]

Hashes = npt.NDArray[np.uint64]
Offsets = npt.NDArray[np.int64]
Weights = npt.NDArray[np.int64]
Units = npt.NDArray[np.uint16]
Values = npt.NDArray[np.uint32]

LEVELS = 40  # binary digits of a count
GROUP = 16
ZERO, ONE = np.uint64(0), np.uint64(1)
HALF = np.uint64(32)
OFFSET, PRIME = np.uint64(FNV_OFFSET), np.uint64(FNV_PRIME)
ODD, SALT = np.uint64(SKETCH_ODD), np.uint64(MIX_SALT)


def fnv1a(units: Units, offsets: Offsets) -> Hashes:
    """FNV-1a of n runs of bytes or code units: uint16[...], int64[n + 1] in, uint64[n] out."""
    out = np.empty(len(offsets) - 1, np.uint64)
    _fnv1a(reading(units, np.uint16), runs(offsets, len(units)), out)
    return out


def mix(values: Values, word: int) -> Hashes:
    """64 bits for each 32-bit shingle, other ones for word 0 and word 1 of a fingerprint: uint32[m], uint64[m]."""
    out = np.empty(len(values), np.uint64)
    _mix(reading(values, np.uint32), np.uint64(MIX_SALT * (word + 1) & (1 << 64) - 1), out)
    return out


def simhash(hashes: Hashes, offsets: Offsets) -> Hashes:
    """SimHash of n runs of hashes that all weigh 1: uint64[m], int64[n + 1] in, uint64[n] out.

    Method: `plain_methods.simhash_plain`; a run without hashes is 0.
    """
    out = np.empty(len(offsets) - 1, np.uint64)
    _simhash(reading(hashes, np.uint64), runs(offsets, len(hashes)), out)
    return out


def simhash_weighted(hashes: Hashes, weights: Weights, offsets: Offsets) -> Hashes:
    """SimHash of n runs of weighted hashes: uint64[m], int64[m], int64[n + 1] in, uint64[n] out.

    Weights are at least 0, and all of them together fit into 62 bits, else ValueError. Being whole numbers, they come
    to the same sum, and to the same ties, in any order.
    """
    if len(weights) != len(hashes):
        raise ValueError(f"{len(weights)} weights of {len(hashes)} hashes")
    if len(weights) and (weights.min() < 0 or int(weights.max()) * len(weights) >= 1 << 62):
        raise ValueError("weights below 0, or so large that their sum might not fit")
    out = np.empty(len(offsets) - 1, np.uint64)
    _weighted(reading(hashes, np.uint64), reading(weights, np.int64), runs(offsets, len(hashes)), out)
    return out


@kernel
def _fnv1a(units: Units, offsets: Offsets, out: Hashes) -> None:
    for row in range(len(out)):
        mixed = OFFSET
        for i in range(offsets[row], offsets[row + 1]):
            mixed = (mixed ^ np.uint64(units[i])) * PRIME
        out[row] = mixed


@kernel
def _mix(values: Values, salt: np.uint64, out: Hashes) -> None:
    for i in range(len(out)):
        mixed = (np.uint64(values[i]) ^ salt) * ODD
        out[i] = (mixed ^ mixed >> HALF) * ODD


@kernel
def _simhash(hashes: Hashes, offsets: Offsets, out: Hashes) -> None:
    """Count all 64 bits at once: digit l of the 64 counts is one word, and sixteen hashes are added with logic alone.

    Counting in 64 lanes of integers takes five times as long, in eight lanes of bytes four times (344 hashes a run).
    """
    digits, rest = np.empty(LEVELS, np.uint64), np.empty(GROUP, np.uint64)
    for row in range(len(out)):
        run = hashes[offsets[row] : offsets[row + 1]]
        digits[:] = ZERO
        whole = len(run) // GROUP * GROUP
        _add_groups(run[:whole], digits)
        if whole < len(run):
            rest[:] = ZERO
            rest[: len(run) - whole] = run[whole:]
            _add_groups(rest, digits)
        out[row] = _above(digits, np.uint64(len(run)) >> ONE)


@part
def _added(one: np.uint64, two: np.uint64, three: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A full adder for each bit: sum and carry."""
    differ = one ^ two
    return differ ^ three, one & two | differ & three


@part
def _four(run: Hashes, at: np.uint64, ones: np.uint64, twos: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Add four hashes to the lowest two digits, and carry."""
    ones, first = _added(ones, run[at], run[at + ONE])
    ones, second = _added(ones, run[at + np.uint64(2)], run[at + np.uint64(3)])
    twos, carry = _added(twos, first, second)
    return ones, twos, carry


@part
def _add_groups(run: Hashes, digits: Hashes) -> None:
    """Add a multiple of sixteen hashes. Method: Harley and Seal's population count (Warren: Hacker's Delight, 5-1)."""
    ones, twos, fours, eights = digits[0], digits[1], digits[2], digits[3]
    for group in range(len(run) // GROUP):
        at = np.uint64(group * GROUP)
        ones, twos, first = _four(run, at, ones, twos)
        ones, twos, second = _four(run, at + np.uint64(4), ones, twos)
        fours, low = _added(fours, first, second)
        ones, twos, first = _four(run, at + np.uint64(8), ones, twos)
        ones, twos, second = _four(run, at + np.uint64(12), ones, twos)
        fours, high = _added(fours, first, second)
        eights, carry = _added(eights, low, high)
        level = 4
        while carry != ZERO:
            after = digits[level] & carry
            digits[level] ^= carry
            carry = after
            level += 1
    digits[0], digits[1], digits[2], digits[3] = ones, twos, fours, eights


@part
def _above(digits: Hashes, bound: np.uint64) -> np.uint64:
    """The bits whose count is above `bound`: compared digit by digit, the lowest first."""
    above = ZERO
    for level in range(LEVELS):
        if bound >> np.uint64(level) & ONE:
            above &= digits[level]
        else:
            above |= digits[level]
    return above


@kernel
def _weighted(hashes: Hashes, weights: Weights, offsets: Offsets, out: Hashes) -> None:
    having = np.empty(64, np.int64)
    for row in range(len(out)):
        having[:] = 0
        total = np.int64(0)
        for i in range(offsets[row], offsets[row + 1]):
            total += weights[i]
            for bit in range(64):
                having[bit] += weights[i] & -np.int64(hashes[i] >> np.uint64(bit) & ONE)
        found = ZERO
        for bit in range(64):
            found |= np.uint64(2 * having[bit] > total) << np.uint64(bit)
        out[row] = found
