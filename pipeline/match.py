"""One verified original of a document, as bytes whose order is the order of the verdict: the least one wins.

A match holds all that a verdict shows of the pair, so that a verdict never has to fetch the other document. Comparing
and merging need only its first 57 bytes: class, then the original's rank (time, id hash, version), big endian.
"""

import struct
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from pipeline.packed import Array

RANK_BYTES = 56  # time, id hash (2), seen, updated, digest (2), 8 bytes each; times with the sign bit flipped
FIXED = struct.Struct(">B56sBIII")
KEY_BYTES = 1 + RANK_BYTES
SIGN = 1 << 63
RANK_FIELDS = ("time", "id_hi", "id_lo", "seen", "updated", "digest_hi", "digest_lo")
VERSION_FIELDS = RANK_FIELDS[3:]
VERSION = np.dtype([(name, ">u8") for name in VERSION_FIELDS])
SIGNED = {"time", "seen", "updated"}
HEAD = np.dtype(  # as FIXED
    [
        ("class", "u1"),
        *[(name, ">u8") for name in RANK_FIELDS],
        ("reason", "u1"),
        ("shared", ">u4"),
        ("shingles", ">u4"),
        ("of_original", ">u4"),
    ]
)

Slots = tuple[bytes, bytes]  # a packed match, or b"", for each slot
NO_MATCHES: Slots = (b"", b"")
DUPLICATE, RELATED = 0, 1  # slots: the two minima that are kept per document
CLASS_DUPLICATE, CLASS_EXCERPT, CLASS_RELATED = 0, 1, 2  # a copy's original comes before what merely contains it


class Reason(IntEnum):
    """The rule that made a pair a match, in the order of `REASONS`."""

    EQUAL_TEXT = 0
    EQUAL_TEXT_AND_TITLE = 1
    EQUAL_TEXT_AND_LINK = 2
    JACCARD = 3
    RECURS = 4
    SIMHASH = 5
    CONTAINED = 6
    CONTAINS = 7


REASONS = tuple(reason.name.lower().replace("_", "-") for reason in Reason)  # as verdicts write them
KINDS = ("exact", "exact", "exact", "near", "recurring", "near", "excerpt", "expansion")  # of verdicts

CLASSES = np.zeros(len(REASONS), np.uint8)  # by `Reason`
CLASSES[Reason.CONTAINED] = CLASS_EXCERPT
CLASSES[[Reason.RECURS, Reason.CONTAINS]] = CLASS_RELATED


def versions_of(rows: Array) -> list[bytes]:
    """The version of each row, the second part of its rank: 32 bytes that compare as seen, updated and digest do."""
    versions: Array = np.empty(len(rows), VERSION)
    for name in VERSION_FIELDS:
        versions[name] = ordered(rows, name)
    return cut_up(versions.tobytes(), VERSION.itemsize)


def cut_up(whole: bytes, width: int) -> list[bytes]:
    """Pieces of equal width."""
    return [whole[start : start + width] for start in range(0, len(whole), width)]


def ordered(rows: Array, name: str) -> Array:
    """A field of a rank as unsigned numbers in the same order."""
    return rows[name].view(np.uint64) ^ np.uint64(SIGN) if name in SIGNED else rows[name]


def match_heads(rows: Array, originals: Array, shared: Array, reasons: npt.NDArray[np.int64]) -> bytes:
    """The fixed parts of n matches, HEAD.itemsize bytes each, one after the other; what is shown comes behind each."""
    heads: Array = np.empty(len(rows), HEAD)
    heads["class"] = CLASSES[reasons]
    for name in RANK_FIELDS:
        heads[name] = ordered(originals, name)
    heads["reason"], heads["shared"] = reasons, shared
    heads["shingles"], heads["of_original"] = rows["shingles"], originals["shingles"]
    return heads.tobytes()


def least(one: bytes, other: bytes) -> bytes:
    """The lesser of two matches, b"" standing for none. Matches with equal keys are equal in all their bytes."""
    if not one or not other:
        return one or other
    return min(one, other)


def match_key(blob: bytes) -> bytes:
    """What a match is compared by."""
    return blob[:KEY_BYTES]
