"""Texts to shingle sets: tokens, word hashes, windows of them, and a digest of the whole sequence.

Takes folded texts as they are; strips no markup and detects no language.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.bounds import SLACK, token_bounds
from pipeline.kernels.characters import class_table, fold, tokens
from pipeline.kernels.constants import MAX_WORDS
from pipeline.kernels.distinct import BUCKETS, sort_distinct
from pipeline.kernels.hashing import digest_words, hash_windows, hash_words
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.lanes import PAD

__all__ = ["Shingled", "fold", "shingle_texts", "tokens"]

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


class Scratch(NamedTuple):
    """Room for the longest document's tokens, used again for each."""

    starts: npt.NDArray[np.uint32]
    stops: npt.NDArray[np.uint32]
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
    if not 1 <= words <= MAX_WORDS:
        raise ValueError(f"{words} words a shingle: not 1 to {MAX_WORDS}")
    blob, offsets = reading(blob, np.uint8), runs(offsets, len(blob))
    count = len(offsets) - 1
    out = Shingled(
        np.empty((len(blob) + count) // 2 + 1, np.uint32),
        np.zeros(count + 1, np.int64),
        np.empty((count, 2), np.uint64),
        np.empty(count, np.int32),
    )
    # The kernel reads past a document's end: what lies too near to the end of the blob is cut from a padded copy.
    safe = int(np.searchsorted(offsets[1:], len(blob) - PAD, "right"))
    tail = np.zeros(len(blob) - int(offsets[safe]) + PAD, np.uint8)
    tail[:-PAD] = blob[offsets[safe] :]
    _shingle_all(blob, offsets[: safe + 1], words, class_table(), out)
    rest = Shingled(out.values, out.offsets[safe:], out.digests[safe:], out.tokens[safe:])
    _shingle_all(reading(tail, np.uint8), reading(offsets[safe:] - offsets[safe], np.int64), words, class_table(), rest)
    return out._replace(values=out.values[: out.offsets[-1]])


@kernel
def _shingle_all(blob: Text, offsets: Offsets, words: int, classes: Text, out: Shingled) -> None:
    longest = 0
    for i in range(len(offsets) - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    scratch = _scratch(longest // 2 + 1)
    for i in range(len(offsets) - 1):
        text = blob[offsets[i] :]
        length = offsets[i + 1] - offsets[i]
        count = np.int64(token_bounds(text, length, classes, scratch.starts, scratch.stops))
        hashes = scratch.words[:count]
        hash_words(text, scratch.starts, scratch.stops, hashes)
        windows = scratch.windows[: max(count - words + 1, 0)]
        hash_windows(hashes, words, scratch.sums, windows)
        values = out.values[out.offsets[i] :]
        out.offsets[i + 1] = out.offsets[i] + sort_distinct(windows, scratch.sorted, scratch.counts, values)
        out.digests[i, 0], out.digests[i, 1] = digest_words(hashes)
        out.tokens[i] = count


@part
def _scratch(count: int) -> Scratch:
    return Scratch(
        np.empty(count + SLACK, np.uint32),
        np.empty(count + SLACK, np.uint32),
        np.empty(count, np.uint64),
        np.empty(count, np.uint64),
        np.empty(count, np.uint32),
        np.empty(count, np.uint32),
        np.empty(BUCKETS + 1, np.uint32),
    )
