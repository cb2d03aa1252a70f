"""Fingerprints that differ in few bits, found without comparing all: two that differ in k agree in one of k + 1 blocks.

Makes no fingerprints. Method: Manku, Jain, Das Sarma 2007; seed A's four tables of 16 bits are k = 3.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.bands import band_keys
from pipeline.kernels.pigeonhole import Blocks, Near
from pipeline.methods.lookup import KeyIndex, joined
from pipeline.methods.refused import BadParameter, expect_within

Fingerprints = npt.NDArray[np.uint64]

WORD_BITS = 64
MOST_WORDS = 2


class Block(NamedTuple):
    """Bits of a fingerprint: from `start` on, the lowest being 0, `width` of them."""

    start: int
    width: int


def hamming(one: Fingerprints, other: Fingerprints) -> npt.NDArray[np.int64]:
    """Bits in which fingerprints differ, row by row: uint64[n, words] twice, or [words] and [n, words]; int64[n]."""
    counts: npt.NDArray[np.int64] = np.bitwise_count(one ^ other).sum(axis=-1, dtype=np.int64)
    return counts


def blocks_of(bits: int, distance: int) -> list[Block]:
    """The `distance` + 1 blocks of a fingerprint, as equal as can be, the longer ones first; distance below `bits`."""
    expect_within("The distance in bits", distance, 0, bits - 1)
    width, longer = divmod(bits, distance + 1)
    widths = [width + 1] * longer + [width] * (distance + 1 - longer)
    return [Block(sum(widths[:i]), widths[i]) for i in range(distance + 1)]


def cut_blocks(fingerprints: Fingerprints, blocks: list[Block]) -> npt.NDArray[np.uint64]:
    """The value of each block, uint64[n, words] in, uint64[n, blocks] out; of one above 64 bits the lowest 64."""
    return np.stack([_bits(fingerprints, block) for block in blocks], axis=1)


def block_keys(fingerprints: Fingerprints, distance: int = 3) -> npt.NDArray[np.uint64]:
    """Keys of the `distance` + 1 blocks, made as a band's: uint64[n, words] in, uint64[n, blocks] out, never 0.

    Fingerprints that differ in at most `distance` bits share one. A block is a band of two rows, its low and its high
    half.
    """
    words = _checked(fingerprints)
    values = cut_blocks(words, blocks_of(WORD_BITS * words.shape[1], distance))
    return band_keys(values.astype("<u8").view(np.uint32), values.shape[1], 2)


class FingerprintIndex:
    """Stored fingerprints, for finding those within `distance` bits of others. Exact: it misses none.

    Where blocks are so short that they would make every one a candidate, from 15 bits of 64 on, it compares with all.
    """

    def __init__(self, fingerprints: Fingerprints, distance: int = 3) -> None:
        """Index uint64[n, 1 or 2]; `distance` from 0 to the number of bits less 1."""
        checked = _checked(fingerprints)
        bits = WORD_BITS * checked.shape[1]
        blocks = blocks_of(bits, distance)
        if sum(0.5**block.width for block in blocks) >= 1:
            blocks = [Block(0, 0)]  # one block that all agree in
        self.distance = distance
        self.blocks = blocks
        self.index = KeyIndex(Blocks(checked, cut_blocks(checked, blocks)))

    def find(self, fingerprints: Fingerprints) -> Near:
        """Who finds whom at what distance: uint64[m, words] in; three of int32[p] out, by asker, unordered within."""
        words = _checked(fingerprints)
        has, wants = WORD_BITS * self.index.stored.words.shape[1], WORD_BITS * words.shape[1]
        if has != wants:
            raise BadParameter(f"The index has {has} bits and the fingerprints {wants}.", "Take as many bits for both.")
        return joined(self.index.look(Blocks(words, cut_blocks(words, self.blocks)), self.distance))

    def pairs(self) -> Iterator[Near]:
        """Yield the pairs of stored fingerprints within the distance, the later as asker, some million at a time."""
        return self.index.look(self.index.stored, self.distance, only_before=True)


def near_pairs(fingerprints: Fingerprints, distance: int = 3) -> Near:
    """All pairs of fingerprints that differ in at most `distance` bits, the later as asker: three of int32[p]."""
    return joined(FingerprintIndex(fingerprints, distance).pairs())


def _bits(fingerprints: Fingerprints, block: Block) -> npt.NDArray[np.uint64]:
    word, shift = divmod(block.start, WORD_BITS)
    value = fingerprints[:, word] >> np.uint64(shift)
    if shift and word + 1 < fingerprints.shape[1]:
        value |= fingerprints[:, word + 1] << np.uint64(WORD_BITS - shift)
    return value & np.uint64((1 << min(block.width, WORD_BITS)) - 1)


def _checked(fingerprints: Fingerprints) -> Fingerprints:
    if fingerprints.ndim != 2 or not 1 <= fingerprints.shape[1] <= MOST_WORDS or fingerprints.dtype != np.uint64:  # noqa: PLR2004 - rows of words
        shape = " x ".join(map(str, fingerprints.shape))
        raise BadParameter(f"{shape} of {fingerprints.dtype} are no fingerprints.", "Give rows of 1 or 2 uint64.")
    return np.ascontiguousarray(fingerprints)
