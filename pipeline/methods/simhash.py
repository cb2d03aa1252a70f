"""SimHash fingerprints of 64 or 128 bits, from features with weights or from shingle sets.

Finds no near fingerprints: `pigeonhole` does. A fingerprint is a row of uint64, 1 or 2, the low word first.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from mmh3 import mmh3_x64_128_digest

from pipeline.kernels.simhash import fnv1a, mix, simhash, simhash_weighted
from pipeline.methods.refused import BadParameter, expect_one_of
from pipeline.methods.shingles import ShingleSets

Fingerprints = npt.NDArray[np.uint64]

WORD_BITS = 64
WIDTHS = (64, 128)
HASHES = ("fnv1a", "fnv1a-utf16", "murmur3")
WEIGHTS = ("one", "tf", "tf-idf")
IDF_UNIT = 1024  # TF-IDF in whole numbers, as seed A asks for: the same sum, and the same ties, in any order


@dataclass(frozen=True)
class Corpus:
    """How many documents there are, and in how many of them each feature occurs."""

    documents: int
    containing: Mapping[str, int]

    @classmethod
    def of(cls, documents: Iterable[Iterable[str]]) -> "Corpus":
        """Count the features of documents."""
        rows = [set(document) for document in documents]
        return cls(len(rows), Counter(feature for row in rows for feature in row))

    def weight(self, feature: str, count: int) -> int:
        """TF-IDF of a feature that occurs `count` times, in 1/1024: count * (1 + ln((1 + N) / (1 + n))), rounded.

        The smoothed form of Spärck Jones's weight (A statistical interpretation of term specificity, 1972); a feature
        that no document of the corpus has counts as one in none.
        """
        rarity = 1 + math.log((1 + self.documents) / (1 + self.containing.get(feature, 0)))
        return round(count * rarity * IDF_UNIT)


@dataclass(frozen=True)
class SimHash:
    """How documents are fingerprinted; the default is unweighted, over UTF-8.

    `bits` 64 or 128; `hashed` "fnv1a" (over UTF-8), "fnv1a-utf16" (over UTF-16 code units, as seed A's code) or
    "murmur3" (MurmurHash3 x64 128, whose low half is the hash for 64 bits); `weights` "one" for each distinct feature,
    "tf" or "tf-idf". FNV-1a gives 64 bits only.
    Method: Charikar 2002; Manku, Jain, Das Sarma: Detecting near-duplicates for web crawling, WWW 2007.
    """

    bits: int = 64
    hashed: str = "fnv1a"
    weights: str = "one"

    def __post_init__(self) -> None:
        _check_bits(self.bits)
        expect_one_of("The hash", self.hashed, HASHES)
        expect_one_of("The weighting", self.weights, WEIGHTS)
        if self.bits > WORD_BITS and self.hashed != "murmur3":
            raise BadParameter(
                f"A fingerprint has {self.bits} bits, and {self.hashed} gives {WORD_BITS}.",
                'Take "murmur3", or 64 bits.',
            )

    def sign(self, documents: Sequence[Iterable[str]], corpus: Corpus | None = None) -> Fingerprints:
        """Fingerprints of n documents given as features with repeats: uint64[n, bits / 64].

        `corpus` is what TF-IDF takes the rarity of features from; these documents when there is none.
        A document without features is 0 throughout.
        """
        counts = [Counter(document) for document in documents]
        offsets = np.cumsum([0, *map(len, counts)])
        places = {feature: place for place, feature in enumerate(dict.fromkeys(f for row in counts for f in row))}
        order = np.fromiter((places[feature] for row in counts for feature in row), np.int64, int(offsets[-1]))
        hashes = hash_features(list(places), self.hashed)[order]
        words = range(self.bits // WORD_BITS)
        if self.weights == "one":
            return np.stack([simhash(hashes[:, word], offsets) for word in words], axis=1)
        weights = self._weigh(counts, corpus)
        return np.stack([simhash_weighted(hashes[:, word], weights, offsets) for word in words], axis=1)

    def _weigh(self, counts: Sequence[Mapping[str, int]], corpus: Corpus | None) -> npt.NDArray[np.int64]:
        if self.weights == "tf":
            return np.array([count for row in counts for count in row.values()], np.int64)
        known = corpus or Corpus.of(counts)
        return np.array([known.weight(*item) for row in counts for item in row.items()], np.int64)


def fingerprint_sets(sets: ShingleSets, bits: int = 64) -> Fingerprints:
    """Fingerprints of n shingle sets, unweighted: uint64[n, bits / 64].

    The 32-bit shingles are spread to 64 bits a word (`plain_methods.mix_plain`). Weights would be idle: nearly every
    shingle of five words occurs once (seed C).
    """
    _check_bits(bits)
    words = range(bits // WORD_BITS)
    return np.stack([simhash(mix(sets.values, word), sets.offsets) for word in words], axis=1)


def hash_features(features: Sequence[str], hashed: str = "fnv1a") -> npt.NDArray[np.uint64]:
    """Hashes of features: uint64[m, 1], or [m, 2] for murmur3, the low word first. `hashed` as in `SimHash`."""
    expect_one_of("The hash", hashed, HASHES)
    if hashed == "murmur3":
        digests = b"".join(mmh3_x64_128_digest(_utf8(feature)) for feature in features)
        return np.frombuffer(digests, "<u8").astype(np.uint64).reshape(len(features), 2)
    if hashed == "fnv1a":
        units, code = [_utf8(feature) for feature in features], "u1"
    else:
        units, code = [feature.encode("utf-16-le", "surrogatepass") for feature in features], "<u2"
    joined = np.frombuffer(b"".join(units), code)
    offsets = np.cumsum([0, *map(len, units)]) // joined.itemsize
    return fnv1a(joined.astype(np.uint16), offsets)[:, None]


def _utf8(feature: str) -> bytes:
    return feature.encode("utf-8", "surrogatepass")


def _check_bits(bits: int) -> None:
    if bits not in WIDTHS:
        raise BadParameter(f"A fingerprint of {bits} bits is not known.", "Give 64 or 128 bits.")
