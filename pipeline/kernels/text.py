"""Texts to shingle sets: tokens, word hashes, windows of them, and a digest of the whole sequence.

Takes folded texts as they are; strips no markup and detects no language.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.characters import fold, tokens
from pipeline.kernels.constants import MAX_WORDS
from pipeline.kernels.plain import digest_plain, shingles_plain

__all__ = ["Shingled", "fold", "shingle_texts", "tokens"]


class Shingled(NamedTuple):
    """The shingle sets of n documents, one after the other.

    `values` uint32: set i is values[offsets[i]:offsets[i + 1]], sorted and distinct; `offsets` int64[n + 1];
    `digests` uint64[n, 2]: high and low half of the digest of the token sequence; `tokens` int32[n]: their number.
    """

    values: npt.NDArray[np.uint32]
    offsets: npt.NDArray[np.int64]
    digests: npt.NDArray[np.uint64]
    tokens: npt.NDArray[np.int32]


def shingle_texts(blob: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64], words: int) -> Shingled:
    """Shingle n folded texts, given as UTF-8 one after the other (uint8[...], int64[n + 1]), by windows of `words`.

    `words` is 1 to MAX_WORDS, else ValueError. A text with fewer tokens has no shingles, but a digest. The rules are
    `characters.tokens`, `plain.shingles_plain` and `plain.digest_plain`.
    """
    if not 1 <= words <= MAX_WORDS:
        raise ValueError(f"{words} words a shingle: not 1 to {MAX_WORDS}")
    texts = [blob[a:b].tobytes().decode() for a, b in zip(offsets[:-1], offsets[1:], strict=True)]
    sets = [shingles_plain(text, words) for text in texts]
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(found) for found in sets], out=starts[1:])
    return Shingled(
        np.array([value for found in sets for value in found], np.uint32),
        starts,
        np.array([digest_plain(text) for text in texts], np.uint64).reshape(-1, 2),
        np.array([len(tokens(text)) for text in texts], np.int32),
    )
