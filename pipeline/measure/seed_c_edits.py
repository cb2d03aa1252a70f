"""What each of the seven edits costs, and which methods find it, each at the threshold with its best F1.

Counts the pairs of an original and its copy by the copy's edit, and the pairs of two copies apart.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.measure.edits import EDITS
from pipeline.measure.seed_c_bands import similarities
from pipeline.measure.seed_c_corpus import Labelled
from pipeline.measure.seed_c_scores import Called, Spread, bit_spread, estimates, jaccard_spread, slot_spread
from pipeline.methods import AffineMinHash, SimHash, hamming, raw_digests, text_digests, word_windows

TWO_COPIES = "two copies"
SHINGLE_WORDS = 5
HALF = 0.5  # a threshold of the article

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Best:
    """A method at its best: the threshold as it is set (similarity, or bits of distance), what it calls over all pairs.

    `recalls` are by edit, and `two copies`.
    """

    threshold: float | None
    called: Called
    recalls: dict[str, float]


@dataclass(frozen=True)
class EditFigures:
    """`jaccard`: by edit the mean and the least exact similarity; `others`: of unrelated pairs mean, p99 and most.

    `below`: the share of labelled pairs whose exact similarity is below 0.5.
    """

    jaccard: dict[str, tuple[float, float]]
    others: tuple[float, float, float]
    below: float
    methods: dict[str, Best]


def compare_edits(corpus: Labelled) -> EditFigures:
    """Measure all methods on all pairs; the corpus needs its texts."""
    a, b = corpus.duplicates
    kinds, exact = kinds_of(corpus), similarities(corpus)
    signatures = AffineMinHash(128).sign(corpus.sets)
    features = [word_windows(text, SHINGLE_WORDS) for text in corpus.texts]
    spread = jaccard_spread(corpus)
    methods = {
        "digest, raw": of_equals(corpus, raw_digests(corpus.texts), kinds),
        "digest, normalised": of_equals(corpus, text_digests(corpus.texts), kinds),
        "exact Jaccard": at_best(spread, np.floor(exact * 1000 + 1e-9), kinds),
        "MinHash 128": at_best(slot_spread(corpus, signatures), estimates(signatures, a, b) * 128, kinds),
    }
    for bits in (64, 128):
        fingerprints = SimHash(bits, "murmur3").sign(features)
        near = bits - hamming(fingerprints[a], fingerprints[b])
        best = at_best(bit_spread(corpus, fingerprints), near.astype(np.float64), kinds)
        methods[f"SimHash {bits}"] = Best(bits - round((best.threshold or 0) * bits), best.called, best.recalls)
    jaccard = {kind: (float(exact[kinds == kind].mean()), float(exact[kinds == kind].min())) for kind in names()}
    return EditFigures(jaccard, unrelated(spread), float((exact < HALF).mean()), methods)


def names() -> list[str]:
    """The edits in their order, and pairs of two copies."""
    return [*(edit.__name__ for edit in EDITS), TWO_COPIES]


def kinds_of(corpus: Labelled) -> npt.NDArray[np.str_]:
    """What lies between the documents of each labelled pair."""
    one, other = (corpus.edits[numbers] for numbers in corpus.duplicates)
    kinds = np.where(one == "original", other, np.where(other == "original", one, TWO_COPIES))
    return kinds.astype(np.str_)


def at_best(spread: Spread, scores: Scores, kinds: npt.NDArray[np.str_]) -> Best:
    """The threshold with the best F1 over all pairs, and the recall of each kind there. `scores` in levels."""
    level = spread.best()
    return Best(level / (len(spread.others) - 1), spread.at(level), recalls_of(scores >= level, kinds))


def of_equals(corpus: Labelled, digests: npt.NDArray[np.uint64], kinds: npt.NDArray[np.str_]) -> Best:
    """Equal digests call a pair; there is no threshold."""
    _, numbers = np.unique(digests, axis=0, return_inverse=True)
    equal = numbers.reshape(-1)
    a, b = corpus.duplicates
    found = equal[a] == equal[b]
    sizes = np.bincount(equal)
    flagged = int((sizes * (sizes - 1) // 2).sum())
    return Best(None, Called(len(a), int(found.sum()), flagged - int(found.sum())), recalls_of(found, kinds))


def recalls_of(found: npt.NDArray[np.bool_], kinds: npt.NDArray[np.str_]) -> dict[str, float]:
    """The share found of each kind."""
    return {kind: float(found[kinds == kind].mean()) for kind in names()}


def unrelated(spread: Spread) -> tuple[float, float, float]:
    """Mean, 99th percentile and largest similarity of unrelated pairs, from levels that are rounded down."""
    levels, counts = np.arange(len(spread.others)), spread.others
    most = len(levels) - 1
    sums = np.cumsum(counts)
    p99 = int(np.searchsorted(sums, 0.99 * sums[-1]))
    return float((levels * counts).sum() / sums[-1] / most), p99 / most, int(np.flatnonzero(counts)[-1]) / most
