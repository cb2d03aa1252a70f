"""One verified original of a document, as bytes whose order is the order of the verdict: the least one wins.

A match holds all that a verdict shows of the pair, so that a verdict never has to fetch the other document. Comparing
and merging need only its first 57 bytes: class, then the original's rank (time, id hash, version), big endian.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum

RANK = struct.Struct(">QQQQQQQ")  # time, id hash (2), seen, updated, digest (2); times with the sign bit flipped
FIXED = struct.Struct(">B56sBIII")
KEY_BYTES = 1 + RANK.size
SIGN = 1 << 63
RANK_FIELDS = ("time", "id_hi", "id_lo", "seen", "updated", "digest_hi", "digest_lo")

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


@dataclass(frozen=True, slots=True)
class Match:
    """A decoded match: what the original is, by which rule, and the sizes behind it."""

    rank: bytes
    reason: Reason
    shared: int
    shingles: int
    shingles_of_original: int
    shown: bytes  # the original as a verdict shows it: JSON members without braces


def rank_of(row: tuple[int, ...]) -> bytes:
    """Rank of a row given as a tuple in the order of `pipeline.columns.ROW`: 56 bytes that compare as the rank does."""
    return RANK.pack(row[1] + SIGN, row[2], row[3], row[4] + SIGN, row[5] + SIGN, row[6], row[7])


def version_of(rank: bytes) -> bytes:
    """The version within a rank: seen, updated and digest, 32 bytes."""
    return rank[24:]


def class_of(reason: int) -> int:
    """Class of the pair: recurrences form the class after all duplicates."""
    return CLASS_RELATED if reason == Reason.RECURS else CLASS_DUPLICATE


def encode_match(match: Match) -> bytes:
    """Pack a match."""
    sizes = (match.shared, match.shingles, match.shingles_of_original)
    return FIXED.pack(class_of(match.reason), match.rank, match.reason, *sizes) + match.shown


def least(one: bytes, other: bytes) -> bytes:
    """The lesser of two matches, b"" standing for none. Matches with equal keys are equal in all their bytes."""
    if not one or not other:
        return one or other
    return min(one, other)


def match_key(blob: bytes) -> bytes:
    """What a match is compared by."""
    return blob[:KEY_BYTES]
