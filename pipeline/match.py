"""One verified original of a document, as bytes whose order is the order of the verdict: the least one wins.

A match holds all that a verdict shows of the pair, so that a verdict never has to fetch the other document. Comparing
and merging need only its first 57 bytes: class, then the original's rank (time, id hash, version), big endian.
"""

import struct
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from pipeline.packed import Array

RANK = struct.Struct(">QQQQQQQ")  # time, id hash (2), seen, updated, digest (2); times with the sign bit flipped
FIXED = struct.Struct(">B56sBIII")
KEY_BYTES = 1 + RANK.size
SIGN = 1 << 63
RANK_FIELDS = ("time", "id_hi", "id_lo", "seen", "updated", "digest_hi", "digest_lo")
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
CLASS_DUPLICATE, CLASS_EXCERPT, CLASS_RELATED = 0, 1, 2  # excerpts come with the profile that knows containment


class Reason(IntEnum):
    """The rule that made a pair a match, in the order of `REASONS`."""

    EQUAL_TEXT = 0
    EQUAL_TEXT_AND_TITLE = 1
    EQUAL_TEXT_AND_LINK = 2
    JACCARD = 3
    RECURS = 4


REASONS = ("equal-text", "equal-text-and-title", "equal-text-and-link", "jaccard", "recurs")


def rank_of(row: tuple[int, ...]) -> bytes:
    """Rank of a row given as a tuple in the order of `pipeline.columns.ROW`: 56 bytes that compare as the rank does."""
    return RANK.pack(row[1] + SIGN, row[2], row[3], row[4] + SIGN, row[5] + SIGN, row[6], row[7])


def version_of(rank: bytes) -> bytes:
    """The version within a rank: seen, updated and digest, 32 bytes."""
    return rank[24:]


def match_heads(rows: Array, originals: Array, shared: Array, reasons: npt.NDArray[np.int64]) -> bytes:
    """The fixed parts of n matches, HEAD.itemsize bytes each, one after the other; what is shown comes behind each."""
    heads: Array = np.empty(len(rows), HEAD)
    heads["class"] = np.where(reasons == Reason.RECURS, CLASS_RELATED, CLASS_DUPLICATE)
    for name in RANK_FIELDS:
        heads[name] = originals[name].view(np.uint64) ^ np.uint64(SIGN) if name in SIGNED else originals[name]
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
