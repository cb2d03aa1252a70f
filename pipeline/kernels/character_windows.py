"""Texts to sets of character shingles: windows over letters, numbers and single spaces.

Finds no words and makes no digest; `text` does.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.bounds import decoded
from pipeline.kernels.characters import MARK, SEPARATOR, class_table
from pipeline.kernels.constants import MAX_WORDS, WORD_ODD, WORD_SEED
from pipeline.kernels.distinct import BUCKETS, sort_distinct
from pipeline.kernels.hashing import hash_windows
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.lanes import PAD
from pipeline.kernels.plain_methods import character_shingles_plain

__all__ = ["character_shingles_plain", "shingle_characters"]

Text = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]
Values = npt.NDArray[np.uint32]
Hashes = npt.NDArray[np.uint64]

SEED, ODD = np.uint64(WORD_SEED), np.uint64(WORD_ODD)
HALF, EIGHT = np.uint64(32), np.uint64(8)
ONE = np.uint64(1)
SPACE = np.uint64(ord(" "))
ASCII = np.uint8(0x80)


def shingle_characters(blob: Text, offsets: Offsets, width: int) -> tuple[Values, Offsets]:
    """Shingle n folded texts, given as UTF-8 one after the other (uint8[...], int64[n + 1]), by `width` characters.

    `width` is 1 to MAX_WORDS, else ValueError. Sorted distinct sets uint32[...] and their offsets int64[n + 1] come
    out; a text with fewer characters has none. Method: `plain_methods.character_shingles_plain`.
    """
    if not 1 <= width <= MAX_WORDS:
        raise ValueError(f"{width} characters a shingle: not 1 to {MAX_WORDS}")
    offsets = runs(offsets, len(blob))
    padded = np.zeros(len(blob) + PAD, np.uint8)  # whose end no character cut short runs past
    padded[: len(blob)] = blob
    values = np.empty(int(offsets[-1] - offsets[0]), np.uint32)
    ends = np.zeros(len(offsets), np.int64)
    _shingle(reading(padded, np.uint8), offsets, width, class_table(), values, ends)
    return values[: ends[-1]], ends


@kernel
def _shingle(blob: Text, offsets: Offsets, width: int, classes: Text, values: Values, ends: Offsets) -> None:
    """Do what `shingle_characters` says. long: columns of a kernel."""
    longest = 0
    for i in range(len(offsets) - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    hashes, sums = np.empty(longest, np.uint64), np.empty(longest, np.uint64)
    windows, ordered = np.empty(longest, np.uint32), np.empty(longest, np.uint32)
    counts = np.empty(BUCKETS + 1, np.uint32)
    for i in range(len(offsets) - 1):
        count = _hash_characters(blob[offsets[i] :], offsets[i + 1] - offsets[i], classes, hashes)
        found = windows[: max(count - width + 1, 0)]
        hash_windows(hashes[:count], width, sums, found)
        ends[i + 1] = ends[i] + sort_distinct(found, ordered, counts, values[ends[i] :])


@part
def _hash_characters(text: Text, length: int, classes: Text, hashes: Hashes) -> int:
    """Hash each character, and one space for what stands between two; return their number."""
    count = 0
    inside = False
    at = np.uint64(0)
    while at < np.uint64(length):
        width, point = ONE, np.uint32(text[at])
        if text[at] >= ASCII:
            width, point = decoded(text, at)
        kind = classes[point]
        was_inside = inside
        inside = kind != SEPARATOR and (inside or kind != MARK)
        if inside:
            if count and not was_inside:
                hashes[count] = _mixed(SPACE)
                count += 1
            hashes[count] = _character(text, at, width)
            count += 1
        at += width
    return count


@part
def _character(text: Text, at: np.uint64, width: np.uint64) -> np.uint64:
    """The hash of one character's UTF-8, as a word's."""
    packed = np.uint64(0)
    for i in range(width):
        packed |= np.uint64(text[at + i]) << np.uint64(i) * EIGHT
    return _mixed(packed)


@part
def _mixed(packed: np.uint64) -> np.uint64:
    mixed = (SEED ^ packed) * ODD
    return mixed ^ mixed >> HALF
