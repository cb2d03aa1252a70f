"""Texts to shingle sets: tokens, word hashes, windows of them, and a digest of the whole sequence.

Takes folded texts as they are; strips no markup and detects no language.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.bounds import SLACK, padded, token_bounds
from pipeline.kernels.characters import class_table, fold, tokens
from pipeline.kernels.constants import MAX_WORDS
from pipeline.kernels.distinct import BUCKETS, FEW, sort_distinct
from pipeline.kernels.hashing import STRIDE, digest_words, hash_windows, hash_words
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.runs import offsets_of

__all__ = ["Ordered", "Shingled", "fold", "shingle_in_order", "shingle_texts", "tokens"]

Text = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]


class Shingled(NamedTuple):
    """The shingle sets of n documents, one after the other.

    `values` uint32: set i is values[offsets[i]:offsets[i + 1]], sorted and distinct; `offsets` int64[n + 1];
    `digests` uint64[n, 2]: high and low half of the digest of the token sequence; `tokens` int32[n]: their number.
    """

    values: npt.NDArray[np.uint32]
    offsets: Offsets
    digests: npt.NDArray[np.uint64]
    tokens: npt.NDArray[np.int32]


class Ordered(NamedTuple):
    """The shingles of n documents in the order of their texts, repeated ones too, one document after the other.

    `values` uint32: those of document i are values[offsets[i]:offsets[i + 1]]; `offsets` int64[n + 1].
    """

    values: npt.NDArray[np.uint32]
    offsets: Offsets


class Texts(NamedTuple):
    """Texts one after the other, a padded copy of those from number `safe` on, and what their characters are."""

    blob: Text
    tail: Text
    offsets: Offsets
    safe: int
    classes: Text


class Output(NamedTuple):
    """What the kernel fills: the columns of `Shingled`, and the shingles in order if there is room for any."""

    values: npt.NDArray[np.uint32]
    offsets: Offsets
    digests: npt.NDArray[np.uint64]
    tokens: npt.NDArray[np.int32]
    ordered: npt.NDArray[np.uint32]


class Scratch(NamedTuple):
    """Room for the longest document's tokens, used again for each."""

    starts: npt.NDArray[np.uint32]
    stops: npt.NDArray[np.uint32]
    tails: npt.NDArray[np.uint64]
    words: npt.NDArray[np.uint64]
    sums: npt.NDArray[np.uint64]
    windows: npt.NDArray[np.uint32]
    sorted: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]


def shingle_texts(blob: Text, offsets: Offsets, words: int) -> Shingled:
    """Shingle n folded texts, given as UTF-8 one after the other (uint8[...], int64[n + 1]), by windows of `words`.

    `words` is 1 to MAX_WORDS, else ValueError. A text with fewer tokens has no shingles, but a digest. The rules are
    `characters.tokens`, `plain.shingles_plain` and `plain.digest_plain`.
    """
    return _shingled(blob, offsets, words, in_order=False)[0]


def shingle_in_order(blob: Text, offsets: Offsets, words: int) -> tuple[Shingled, Ordered]:
    """Shingle as `shingle_texts` does, and return the same hashes once more as they follow each other in the texts."""
    sets, ordered = _shingled(blob, offsets, words, in_order=True)
    counts = np.maximum(sets.tokens.astype(np.int64) - (words - 1), 0)
    ends = offsets_of(counts)
    return sets, Ordered(ordered[: ends[-1]], ends)


def _shingled(blob: Text, offsets: Offsets, words: int, *, in_order: bool) -> tuple[Shingled, npt.NDArray[np.uint32]]:
    if not 1 <= words <= MAX_WORDS:
        raise ValueError(f"{words} words a shingle: not 1 to {MAX_WORDS}")
    blob, offsets = reading(blob, np.uint8), runs(offsets, len(blob))
    count = len(offsets) - 1
    room = (len(blob) + count) // 2 + 1
    out = Output(
        np.empty(room, np.uint32),
        np.zeros(count + 1, np.int64),
        np.empty((count, 2), np.uint64),
        np.empty(count, np.int32),
        np.empty(room if in_order else 0, np.uint32),
    )
    safe, tail = padded(blob, offsets)
    _shingle_all(Texts(blob, tail, offsets, safe, class_table()), words, out)
    return Shingled(out.values[: out.offsets[-1]], out.offsets, out.digests, out.tokens), out.ordered


@kernel
def _shingle_all(texts: Texts, words: int, out: Output) -> None:
    offsets = texts.offsets
    longest = 0
    for i in range(len(offsets) - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    scratch = _scratch(longest // 2 + 1)
    in_order = len(out.ordered) > 0
    room = out.ordered if in_order else scratch.windows  # hashed where they are to stay: a copy would take 0.3 us
    kept = 0
    for i in range(len(offsets) - 1):
        text = texts.blob[offsets[i] :] if i < texts.safe else texts.tail[offsets[i] - offsets[texts.safe] :]
        length = offsets[i + 1] - offsets[i]
        count = np.int64(token_bounds(text, length, texts.classes, scratch.starts, scratch.stops))
        hashes = scratch.words[:count]
        hash_words(text, scratch.starts, scratch.stops, scratch.tails, hashes)
        windows = room[kept:][: max(count - words + 1, 0)]
        hash_windows(hashes, words, scratch.sums, windows)
        out.digests[i, 0], out.digests[i, 1] = digest_words(hashes)
        unsorted = windows
        if in_order and len(windows) > FEW:  # from here on the sort overwrites what it is given
            unsorted = scratch.windows[: len(windows)]
            unsorted[:] = windows
        values = out.values[out.offsets[i] :]
        out.offsets[i + 1] = out.offsets[i] + sort_distinct(unsorted, scratch.sorted, scratch.counts, values)
        out.tokens[i] = count
        kept += len(windows) if in_order else 0


@part
def _scratch(count: int) -> Scratch:
    return Scratch(
        np.empty(count + SLACK, np.uint32),
        np.empty(count + SLACK, np.uint32),
        np.empty(STRIDE, np.uint64),
        np.empty(count, np.uint64),
        np.empty(count, np.uint64),
        np.empty(count, np.uint32),
        np.empty(count, np.uint32),
        np.empty(BUCKETS + 1, np.uint32),
    )
