"""The exact prefilter: digests of the raw and of the normalised text, and who was the first with each.

Finds no near duplicate: one changed word changes both digests. Method: seed C's free first step.
"""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.methods.shingles import shingle_words

Digests = npt.NDArray[np.uint64]

DIGEST_BYTES = 16


def raw_digests(texts: Sequence[str]) -> Digests:
    """The first 128 bits of the SHA-256 of each text's UTF-8: uint64[n, 2], high and low half. Equal only for equals.

    A lone surrogate counts as the three bytes that UTF-8 would give it.
    """
    digests = (hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:DIGEST_BYTES] for text in texts)
    return np.frombuffer(b"".join(digests), ">u8").astype(np.uint64).reshape(len(texts), 2)


def text_digests(texts: Sequence[str]) -> Digests:
    """The pipeline's digest of each text's words, uint64[n, 2]: equal for texts whose words are equal.

    Case, width, composition, punctuation and spacing do not matter. Method: MurmurHash3 x64 128 of the word hashes
    (`plain.digest_plain`), which is no defence against texts made to collide.
    """
    return shingle_words(texts).digests


def first_of_equal(digests: Digests) -> npt.NDArray[np.int64]:
    """For each digest the number of the first that equals it, int64[n]: its own number where it is the first."""
    _, first, inverse = np.unique(digests, axis=0, return_index=True, return_inverse=True)
    return first.astype(np.int64)[inverse.reshape(-1)]
