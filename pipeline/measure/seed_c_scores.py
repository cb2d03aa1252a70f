"""How the scores of all pairs of a labelled corpus are spread, and what a threshold on them finds.

Makes no signatures. All pairs are met, so this is for some thousand documents.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pipeline.measure.seed_c_corpus import Labelled
from pipeline.methods import ShingleSets, estimate, hamming, iter_pairs
from pipeline.methods.minhash import Signatures
from pipeline.methods.simhash import Fingerprints

JACCARD_LEVELS = 1_000
LEAST = Fraction(1, 1_000_000)  # below the similarity of any two documents here that share a shingle
CHUNK = 1 << 15  # pairs whose signatures are gathered at once: 32 MiB at 128 slots

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Called:
    """`found` of `positives` pairs that should be called were called, and `false` others were called too."""

    positives: int
    found: int
    false: int

    @property
    def flagged(self) -> int:
        """How many pairs were called."""
        return self.found + self.false

    @property
    def recall(self) -> float:
        """Found over what there is to find; 0 where there is nothing."""
        return self.found / max(self.positives, 1)

    @property
    def precision(self) -> float:
        """Found over called; 1 where nothing was called, since nothing was wrong."""
        return self.found / self.flagged if self.flagged else 1.0

    @property
    def false_per_true(self) -> float:
        """False pairs for each one found."""
        return self.false / max(self.found, 1)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.found / max(self.positives + self.flagged, 1)


@dataclass(frozen=True, eq=False)
class Spread:
    """How many pairs have each level of a score, int64[levels + 1], a higher level being more alike."""

    duplicates: Numbers
    others: Numbers

    def at(self, level: int) -> Called:
        """What is called when pairs of at least that level are."""
        return Called(
            *(int(n) for n in (self.duplicates.sum(), self.duplicates[level:].sum(), self.others[level:].sum()))
        )

    def best(self) -> int:
        """The level with the largest F1; the highest such level."""
        return max(range(1, len(self.others)), key=lambda level: (self.at(level).f1, level))


def called(corpus: Labelled, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> Called:
    """Count pairs, each given once, against the labels."""
    found = int((corpus.families[a] == corpus.families[b]).sum())
    return Called(corpus.positives, found, len(a) - found)


def jaccard_spread(corpus: Labelled, sets: ShingleSets | None = None) -> Spread:
    """Exact Jaccard similarities in thousandths, rounded down; `sets` in place of the corpus's own."""
    spread = np.zeros((2, JACCARD_LEVELS + 1), np.int64)
    for pairs in iter_pairs(sets or corpus.sets, LEAST):
        shared = pairs.shared.astype(np.int64)
        levels = shared * JACCARD_LEVELS // (pairs.sizes_a + pairs.sizes_b - shared)
        spread += _counted(levels, corpus.families[pairs.a] == corpus.families[pairs.b], JACCARD_LEVELS)
    spread[:, 0] += [corpus.positives, corpus.pairs - corpus.positives] - spread.sum(axis=1)
    return Spread(*spread)


def slot_spread(corpus: Labelled, signatures: Signatures) -> Spread:
    """Equal slots of MinHash signatures, 0 to their number."""
    slots = signatures.shape[1]
    rows = ((signatures[:i] == signatures[i]).view(np.uint64) for i in range(1, len(signatures)))
    equal = (np.bitwise_count(row).sum(axis=1, dtype=np.int64) for row in rows)
    return _spread_of(corpus, equal, slots)


def bit_spread(corpus: Labelled, fingerprints: Fingerprints) -> Spread:
    """Equal bits of SimHash fingerprints, 0 to their number: the number of bits less the Hamming distance."""
    bits = 64 * fingerprints.shape[1]
    equal = (bits - hamming(fingerprints[:i], fingerprints[i]) for i in range(1, len(fingerprints)))
    return _spread_of(corpus, equal, bits)


def estimates(
    signatures: Signatures, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]
) -> npt.NDArray[np.float64]:
    """Estimated similarities of the given pairs, float64[p], in bounded memory."""
    parts = [estimate(signatures[a[i : i + CHUNK]], signatures[b[i : i + CHUNK]]) for i in range(0, len(a), CHUNK)]
    return np.concatenate([np.empty(0), *parts])


def least_slots(threshold: str, slots: int) -> int:
    """The fewest equal slots whose share is at least the threshold, in whole numbers: "0.3" of 128 are 39."""
    ratio = Fraction(threshold)
    return -(-ratio.numerator * slots // ratio.denominator)


def _spread_of(corpus: Labelled, rows: Iterator[Numbers], most: int) -> Spread:
    """The rows are those of documents 1, 2, ... against all before each."""
    spread = np.zeros((2, most + 1), np.int64)
    for i, levels in enumerate(rows, 1):
        spread += _counted(levels, corpus.families[:i] == corpus.families[i], most)
    return Spread(*spread)


def _counted(levels: Numbers, is_duplicate: npt.NDArray[np.bool_], most: int) -> Numbers:
    """Levels of duplicates and of others, int64[2, most + 1]."""
    keys = np.where(is_duplicate, levels, levels + most + 1)
    return np.bincount(keys, minlength=2 * (most + 1)).astype(np.int64).reshape(2, most + 1)
