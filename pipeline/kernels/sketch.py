"""Fast similarity sketches of shingle sets.

Knows neither bands nor texts. Measured against classic MinHash with as many slots, its error is 0.85 times as large for
sets of some hundred shingles and 0.7 times for a few dozen.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import EMPTY, MAX_SLOTS, SKETCH_ODD, SKETCH_SEED, WORD_ODD
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.plain import sketch_plain

__all__ = ["sketch", "sketch_plain"]

FULL = np.uint32(EMPTY)
ODD = np.uint64(SKETCH_ODD)
SEED = np.uint64(SKETCH_SEED)
STEP = np.uint64(WORD_ODD)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
VALUE_SHIFT = np.uint64(20)


def sketch(values: npt.NDArray[np.uint32], offsets: npt.NDArray[np.int64], slots: int) -> npt.NDArray[np.uint32]:
    """Sketch n sets that lie one after the other: uint32[...], int64[n + 1] in, uint32[n, slots] out.

    `slots` is a power of two from 2 to MAX_SLOTS, else ValueError. The order of a set's values does not matter; the
    sketch of an empty set is EMPTY throughout. Method: see `plain.sketch_plain`.
    """
    if not 2 <= slots <= MAX_SLOTS or slots & slots - 1:
        raise ValueError(f"{slots} slots: not a power of two from 2 to {MAX_SLOTS}")
    out = np.full((len(offsets) - 1, slots), EMPTY, np.uint32)
    _sketch_all(reading(values, np.uint32), runs(offsets, len(values)), out)
    return out


@kernel
def _sketch_all(values: npt.NDArray[np.uint32], offsets: npt.NDArray[np.int64], out: npt.NDArray[np.uint32]) -> None:
    closed = np.empty(out.shape[1], np.uint32)
    for row in range(len(out)):
        if offsets[row + 1] > offsets[row]:
            _sketch_one(values[offsets[row] : offsets[row + 1]], out[row], closed)


@part
def _sketch_one(values: npt.NDArray[np.uint32], sketch: npt.NDArray[np.uint32], closed: npt.NDArray[np.uint32]) -> None:
    """`closed` is scratch: FULL where an earlier round has filled the slot, so that or-ing it keeps a value out."""
    slots = len(sketch)
    closed[:] = 0
    left = slots
    for round_ in range(slots):
        _throw(values, sketch, closed, np.uint64(round_))
        left = 0
        for slot in range(slots):
            closed[slot] = FULL * np.uint32(sketch[slot] != FULL)
            left += sketch[slot] == FULL
        if left == 0:
            return
    for slot in range(slots):
        if sketch[slot] == FULL:
            sketch[slot] = _least(values, np.uint64(slots + slot))


@part
def _throw(
    values: npt.NDArray[np.uint32],
    sketch: npt.NDArray[np.uint32],
    closed: npt.NDArray[np.uint32],
    round_: np.uint64,
) -> None:
    shift = np.uint64(64)
    for _ in range(16):
        if (np.uint64(1) << (np.uint64(64) - shift)) < np.uint64(len(sketch)):
            shift -= np.uint64(1)
    salt = round_ * STEP + SEED
    for i in range(len(values)):
        mixed = (np.uint64(values[i]) ^ salt) * ODD
        mixed = (mixed ^ mixed >> HALF) * ODD
        slot = mixed >> shift
        sketch[slot] = min(sketch[slot], np.uint32(mixed >> VALUE_SHIFT & LOW) | closed[slot])


@part
def _least(values: npt.NDArray[np.uint32], round_: np.uint64) -> np.uint32:
    salt = round_ * STEP + SEED
    least = FULL
    for i in range(len(values)):
        mixed = (np.uint64(values[i]) ^ salt) * ODD
        mixed = (mixed ^ mixed >> HALF) * ODD
        least = min(least, np.uint32(mixed >> VALUE_SHIFT & LOW))
    return least
