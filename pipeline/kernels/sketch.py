"""Fast similarity sketches of shingle sets.

Knows neither bands nor texts. Measured against classic MinHash with as many slots, its error is 0.85 times as large for
sets of some hundred shingles and 0.7 times for a few dozen.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import EMPTY, MAX_SLOTS, MIN_SLOTS, SKETCH_ODD, SKETCH_SEED, WORD_ODD
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.plain import sketch_plain

__all__ = ["sketch", "sketch_plain"]

FULL = np.uint32(EMPTY)
ODD = np.uint64(SKETCH_ODD)
SEED = np.uint64(SKETCH_SEED)
STEP = np.uint64(WORD_ODD)
ONE = np.uint64(1)
SIXTY_FOUR = np.uint64(64)
HALF = np.uint64(32)
VALUE_SHIFT = np.uint64(20)


Values = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]


def sketch(values: Values, offsets: npt.NDArray[np.int64], slots: int) -> Values:
    """Sketch n sets that lie one after the other: uint32[...], int64[n + 1] in, uint32[n, slots] out.

    `slots` is a power of two from MIN_SLOTS to MAX_SLOTS, else ValueError. The order of a set's values does not matter;
    the sketch of an empty set is EMPTY throughout. Method: see `plain.sketch_plain`.
    """
    if not MIN_SLOTS <= slots <= MAX_SLOTS or slots & slots - 1:
        raise ValueError(f"{slots} slots: not a power of two from {MIN_SLOTS} to {MAX_SLOTS}")
    out = np.empty((len(offsets) - 1, slots), np.uint32)
    _sketch_all(reading(values, np.uint32), runs(offsets, len(values)), out)
    return out


@kernel
def _sketch_all(values: Values, offsets: npt.NDArray[np.int64], out: Values) -> None:
    slots, closed = np.empty(out.shape[1], np.uint32), np.empty(out.shape[1], np.bool_)
    for row in range(len(out)):
        slots[:] = FULL
        if offsets[row + 1] > offsets[row]:
            _sketch_one(values[offsets[row] : offsets[row + 1]], slots, closed)
        out[row, :] = slots


@part
def _sketch_one(values: Values, slots: Values, closed: Flags) -> None:
    shift = SIXTY_FOUR
    while ONE << (SIXTY_FOUR - shift) < np.uint64(len(slots)):
        shift -= ONE
    _throw_first(values, slots, shift)
    for round_ in range(1, len(slots)):
        if not _close(slots, closed):
            return
        _throw_again(values, slots, closed, shift, np.uint64(round_))
    for slot in range(len(slots)):
        if slots[slot] == FULL:
            slots[slot] = _least(values, np.uint64(len(slots) + slot))


@part
def _throw_first(values: Values, slots: Values, shift: np.uint64) -> None:
    """Throw every element into a slot, and keep each slot's least value."""
    for i in range(len(values)):
        mixed = _mixed(values[i], SEED)
        slot = mixed >> shift
        slots[slot] = min(slots[slot], np.uint32(mixed >> VALUE_SHIFT))


@part
def _close(slots: Values, closed: Flags) -> int:
    """Mark slots that have a value: no later round may touch them. Return how many have none."""
    left = 0
    for slot in range(len(slots)):
        closed[slot] = slots[slot] != FULL
        left += slots[slot] == FULL
    return left


@part
def _throw_again(values: Values, slots: Values, closed: Flags, shift: np.uint64, round_: np.uint64) -> None:
    """Throw every element anew; only few hit one of the few slots that are open."""
    salt = round_ * STEP + SEED
    for i in range(len(values)):
        mixed = _mixed(values[i], salt)
        slot = mixed >> shift
        if not closed[slot]:
            slots[slot] = min(slots[slot], np.uint32(mixed >> VALUE_SHIFT))


@part
def _least(values: Values, round_: np.uint64) -> np.uint32:
    """Throw every element into the same slot."""
    salt = round_ * STEP + SEED
    least = FULL
    for i in range(len(values)):
        least = min(least, np.uint32(_mixed(values[i], salt) >> VALUE_SHIFT))
    return least


@part
def _mixed(value: np.uint32, salt: np.uint64) -> np.uint64:
    mixed = (np.uint64(value) ^ salt) * ODD
    return (mixed ^ mixed >> HALF) * ODD
