"""Anchors: few shingles of a text, so chosen that texts with a passage in common choose a common one; and their keys.

Compares nothing: an anchor makes two documents meet, no more. The twins are in `plain_anchors`.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import FINAL_ODD, MASK, WORD_ODD
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.text import Offsets, Ordered, Text, shingle_in_order

__all__ = ["COLUMNS", "anchor_keys", "anchors", "anchors_of"]

Values = npt.NDArray[np.uint32]
Keys = npt.NDArray[np.uint64]

# A feed's summary is most often the beginning of an article, so the first 48 shingles (52 words) are cut finely.
LEAD, LEAD_WIDTH = 48, 12
OVERLAP = 4  # the rest begins so much before the lead ends: words that belong to shingles of both
TAIL = 32  # a site's footer is here; as anchors it would make every two of its documents meet
REST_WIDTH, REST_PARTS = 32, 6
SHORT = LEAD + TAIL  # texts with fewer shingles have neither rest nor tail
SHORT_WIDTH, SHORT_PARTS = 4, 10
COLUMNS = 24  # by measurement enough for 99.8 % of feed entries

# Remixing is one to one on 32 bits, so that a minimum can be turned back into its shingle: odd factors and a xorshift
# by half the width, each with an inverse. The factors are the upper and lower half of splitmix64's second multiplier.
MIX_ODDS = (0x94D049BB, 0x133111EB)
ODD1, ODD2 = (np.uint32(odd) for odd in MIX_ODDS)
BACK1, BACK2 = (np.uint32(pow(odd, -1, 1 << 32)) for odd in MIX_ODDS)
HALF = np.uint32(16)
NONE = np.uint32(0)
FIRST = np.uint32(1)

FINAL = np.uint64(FINAL_ODD)
LAST = np.uint64(29)
ZERO, ONE = np.uint64(0), np.uint64(1)


def anchors(texts: Text, offsets: Offsets, words: int, columns: int = COLUMNS) -> Values:
    """Choose the anchors of n folded texts, UTF-8 one after the other (uint8[...], int64[n + 1]): uint32[n, columns].

    As `anchors_of`, over the shingles of `words` words; ValueError as there and in `text.shingle_texts`.
    """
    return anchors_of(shingle_in_order(texts, offsets, words)[1], columns)


def anchors_of(ordered: Ordered, columns: int = COLUMNS) -> Values:
    """Choose anchors among the ordered shingles of n documents: uint32[n, columns], 0 where a column is not used.

    Winnowing (Schleimer, Wilkerson, Aiken: Winnowing, Local Algorithms for Document Fingerprinting, SIGMOD 2003): of
    each window of w consecutive shingles the one with the least remixed hash. A document of n shingles, repeated ones
    counted, has these stretches, each with its own w, or one window where it is shorter than w:

    - n < 80: all of it, w = max(4, n // 10);
    - else its lead, the first 48, w = 12, and its rest, from the 45th on without the last 32, so n - 76 of them,
      w = max(32, (n - 76) // 6).

    A row holds each anchor once: those of the lead, then those of the rest, in the order of the text. A hash of 0
    counts as 1. What has no room in `columns` is left out. ValueError unless `columns` is positive.

    Guarantee: a run of shingles that lies within a stretch of each of two documents, and is as long as the larger of
    the two w, gives both a common anchor, unless a document had no room for it; one whose last column is 0 had room
    for all. So 12 shingles (16 words of 5-word shingles) are enough in the leads of both, in the lead of one and a
    document of n < 80, and in two such documents; max(32, (n - 76) / 6) in a rest, n being the longer document's.
    """
    if columns < 1:
        raise ValueError(f"{columns} columns for anchors: not 1 or more")
    out = np.zeros((len(ordered.offsets) - 1, columns), np.uint32)
    _select_all(reading(ordered.values, np.uint32), runs(ordered.offsets, len(ordered.values)), out)
    return out


def anchor_keys(anchors: Values, band: int) -> Keys:
    """Keys of anchors in one band for all columns: uint32[n, columns] in, uint64[n, columns] out.

    No anchor (0) has no key (0); no other key is 0. Mixed as `plain.key_of` mixes the one part and the band's number.
    """
    keys = np.empty(anchors.shape, np.uint64)
    _mix_keys(reading(anchors.reshape(-1), np.uint32), np.uint64(band * WORD_ODD & MASK), keys.reshape(-1))
    return keys


@kernel
def _mix_keys(anchors: Values, salt: np.uint64, keys: Keys) -> None:
    for i in range(len(keys)):
        mixed = (np.uint64(anchors[i]) ^ salt) * FINAL
        keys[i] = max(mixed ^ mixed >> LAST, ONE) if anchors[i] != NONE else ZERO


@kernel
def _select_all(values: Values, offsets: Offsets, out: Values) -> None:
    longest = 0
    for i in range(len(out)):
        longest = max(longest, offsets[i + 1] - offsets[i])
    scratch, other = np.empty(longest, np.uint32), np.empty(longest, np.uint32)
    for i in range(len(out)):
        document = values[offsets[i] : offsets[i + 1]]
        row = out[i]
        found = 0
        for stretch in range(2):
            first, stop, width = _stretch(len(document), stretch)
            if stop > first:
                least = _minima(document[first:stop], min(width, stop - first), scratch, other)
                found = _append_distinct(least, row, found)
        for column in range(found):
            row[column] = _shingle(row[column])


@part
def _stretch(count: int, stretch: int) -> tuple[int, int, int]:
    """First shingle, past-last shingle and w of stretch 0 or 1 of a document."""
    if count < SHORT:
        return 0, count if stretch == 0 else 0, max(SHORT_WIDTH, count // SHORT_PARTS)
    if stretch == 0:
        return 0, LEAD, LEAD_WIDTH
    first, stop = LEAD - OVERLAP, count - TAIL
    return first, stop, max(REST_WIDTH, (stop - first) // REST_PARTS)


@part
def _minima(shingles: Values, width: int, least: Values, other: Values) -> Values:
    """The least remixed hash of each window of `width` shingles, in `least` or `other`.

    By doubling: the minimum over 2k is that of two neighbours over k. These are log2(width) passes, but all in vectors,
    so they take less time than one pass that carries a queue of candidates, and the same time whatever the text.
    """
    for i in range(len(shingles)):
        least[i] = _remixed(max(shingles[i], FIRST))
    least = least[: len(shingles)]
    covered = 1
    while covered < width:
        step = min(covered, width - covered)
        result, later = other[: len(least) - step], least[step:]
        for i in range(
            len(result)
        ):  # a length, so that numba knows it to be positive: else no vectors, and 0.6 us more
            result[i] = min(least[i], later[i])
        least, other = result, least
        covered += step
    return least


@part
def _append_distinct(least: Values, row: Values, found: int) -> int:
    """Append to row[:found] what it does not hold yet, as far as there is room, and return the new `found`."""
    before = NONE
    for i in range(len(least)):
        if least[i] != before:
            before = least[i]
            known = 0
            for column in range(len(row)):  # unused ones are 0, which no remixed hash is
                known += row[column] == before
            if known == 0:
                if found == len(row):
                    break
                row[found] = before
                found += 1
    return found


@part
def _remixed(hash_: np.uint32) -> np.uint32:
    mixed = np.uint32(hash_ * ODD1)
    return np.uint32((mixed ^ mixed >> HALF) * ODD2)


@part
def _shingle(mixed: np.uint32) -> np.uint32:
    """The hash that `_remixed` mixed."""
    mixed = np.uint32(mixed * BACK2)
    return np.uint32((mixed ^ mixed >> HALF) * BACK1)
