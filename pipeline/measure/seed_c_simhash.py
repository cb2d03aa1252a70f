"""SimHash of 64 and of 128 bits, with and without term frequency, over shingles and over single words.

Looks nothing up: all pairs are compared, at every Hamming distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.measure.seed_c_corpus import Labelled
from pipeline.measure.seed_c_scores import Called, Spread, bit_spread
from pipeline.methods import SimHash, word_windows

WORDS = (5, 1)
BITS = (64, 128)
WEIGHTS = ("one", "tf")


@dataclass(frozen=True)
class Width:
    """The best F1 of one form, the largest Hamming distance that it calls there, and what it calls."""

    words: int
    bits: int
    weights: str
    distance: int
    best: Called


@dataclass(frozen=True)
class SimHashes:
    """All forms; `equal_at_every_distance`: by words a feature, whether term frequency changes no count at 64 bits.

    `repeated` is the share of features that a document has more than once, by words a feature.
    """

    rows: list[Width]
    equal_at_every_distance: dict[int, bool]
    repeated: dict[int, float]


def compare_simhashes(corpus: Labelled, words: Sequence[int] = WORDS) -> SimHashes:
    """Fingerprint the texts in all forms, hashed by MurmurHash3, which both widths have."""
    rows: list[Width] = []
    equal: dict[int, bool] = {}
    repeated: dict[int, float] = {}
    for count in words:
        features = [word_windows(text, count) for text in corpus.texts]
        repeated[count] = 1 - sum(len(set(one)) for one in features) / sum(map(len, features))
        spreads = {
            (bits, weights): bit_spread(corpus, SimHash(bits, "murmur3", weights).sign(features))
            for bits in BITS
            for weights in WEIGHTS
        }
        rows += [width_of(count, bits, weights, spread) for (bits, weights), spread in spreads.items()]
        equal[count] = is_equal(spreads[64, "one"], spreads[64, "tf"])
    return SimHashes(rows, equal, repeated)


def width_of(words: int, bits: int, weights: str, spread: Spread) -> Width:
    """The best of a form."""
    level = spread.best()
    return Width(words, bits, weights, bits - level, spread.at(level))


def is_equal(one: Spread, other: Spread) -> bool:
    """Whether two forms call as many pairs, right and wrong, at every distance."""
    return bool(np.array_equal(one.duplicates, other.duplicates) and np.array_equal(one.others, other.others))
