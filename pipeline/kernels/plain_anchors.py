"""Anchors once more in ordinary Python: what `anchors` computes, said as plainly as possible.

Not for production, being a hundred times slower: it documents the kernels and is the oracle of their tests.
"""

from collections.abc import Iterator, Sequence

from pipeline.kernels.anchors import (
    COLUMNS,
    LEAD,
    LEAD_WIDTH,
    MIX_ODDS,
    OVERLAP,
    REST_PARTS,
    REST_WIDTH,
    SHORT,
    SHORT_PARTS,
    SHORT_WIDTH,
    TAIL,
)
from pipeline.kernels.characters import tokens
from pipeline.kernels.constants import EMPTY
from pipeline.kernels.plain import key_of, shingle_hash, word_hash


def ordered_plain(folded: str, words: int) -> list[int]:
    """The 32-bit shingles of a folded text as they follow each other in it."""
    hashes = [word_hash(token.encode()) for token in tokens(folded)]
    return [shingle_hash(hashes[i : i + words]) & EMPTY for i in range(len(hashes) - words + 1)]


def stretches(count: int) -> list[tuple[int, int, int]]:
    """First shingle, past-last shingle and window of each stretch of a document of `count` shingles."""
    if count < SHORT:
        return [(0, count, max(SHORT_WIDTH, count // SHORT_PARTS))]
    first, stop = LEAD - OVERLAP, count - TAIL
    return [(0, LEAD, LEAD_WIDTH), (first, stop, max(REST_WIDTH, (stop - first) // REST_PARTS))]


def remixed(shingle: int) -> int:
    """The 32 bits by which shingles of a window are compared; no two shingles have the same."""
    mixed = shingle * MIX_ODDS[0] & EMPTY
    return (mixed ^ mixed >> 16) * MIX_ODDS[1] & EMPTY


def anchors_plain(shingles: Sequence[int], columns: int = COLUMNS) -> list[int]:
    """The anchors of one document's ordered shingles, padded with 0: the least of each window, each once."""
    kept = list(dict.fromkeys(_least(shingles)))[:columns]
    return kept + [0] * (columns - len(kept))


def anchor_key_plain(anchor: int, band: int) -> int:
    """Key of an anchor in the band of anchors; no anchor (0) has no key (0)."""
    return key_of((anchor,), band) if anchor else 0


def _least(shingles: Sequence[int]) -> Iterator[int]:
    for first, stop, width in stretches(len(shingles)):
        stretch = [max(shingle, 1) for shingle in shingles[first:stop]]
        for at in range(max(len(stretch) - width, 0) + 1 if stretch else 0):
            yield min(stretch[at : at + width], key=remixed)
