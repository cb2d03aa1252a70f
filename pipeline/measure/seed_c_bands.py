"""Bands and rows compared: candidates, recall and time of each split of 128 slots, over several seed sets.

Chooses nothing: `methods.choose` does. A candidate is verified by its estimated similarity, as in the article.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from pipeline.measure.seed_c_clock import timed
from pipeline.measure.seed_c_corpus import Labelled
from pipeline.measure.seed_c_scores import Called, called, estimates, slot_spread
from pipeline.methods import AffineMinHash, Banding, Candidates, compare_pairs, iter_candidates, similar_pairs
from pipeline.methods.minhash import Signatures

SPLITS = (Banding(4, 32), Banding(16, 8), Banding(32, 4), Banding(42, 3), Banding(64, 2))
THRESHOLD = 0.3


@dataclass(frozen=True)
class Joined:
    """What a split of one seed set gives: candidates, those that hold, and the two times in ms.

    `met` counts the labelled pairs among the candidates, before they are verified.
    """

    candidates: int
    met: int
    called: Called
    build_ms: float
    verify_ms: float


@dataclass(frozen=True)
class Splits:
    """All splits, and the times in ms of comparing all pairs instead: by estimate, and exactly counted."""

    documents: int
    pairs: int
    rows: list["SplitFigures"]
    pairwise_ms: float
    exact_ms: float


@dataclass(frozen=True)
class SplitFigures:
    """Medians over seed sets; `candidates` least, median and most; `theory` the mean of the S-curve over the pairs.

    `met` is the mean share of labelled pairs that become candidates, `error` its standard error over the seed sets.
    """

    bands: int
    rows: int
    candidates: tuple[int, int, int]
    theory: float
    met: float
    error: float
    recall: float
    precision: float
    build_ms: float
    verify_ms: float

    @property
    def errors_away(self) -> float:
        """How many standard errors lie between `met` and `theory`."""
        return abs(self.met - self.theory) / self.error


def join_bands(corpus: Labelled, signatures: Signatures, banding: Banding) -> Joined:
    """Find the pairs that share a band, and keep those whose estimated similarity is at least 0.3."""
    return join(corpus, signatures, _sorted(signatures, banding))


def join(corpus: Labelled, signatures: Signatures, parts: Iterable[Candidates]) -> Joined:
    """Keep the candidates whose estimated similarity is at least 0.3; the time that they take to come is the build."""
    candidates, met, found, false = 0, 0, 0, 0
    build_s, verify_s, at_s = 0.0, 0.0, time.perf_counter()
    for a, b in parts:
        built_s = time.perf_counter()
        holds = estimates(signatures, a, b) >= THRESHOLD
        part = called(corpus, a[holds], b[holds])
        candidates, found, false = candidates + len(a), found + part.found, false + part.false
        verified_s = time.perf_counter()
        build_s, verify_s = build_s + built_s - at_s, verify_s + verified_s - built_s
        met += called(corpus, a, b).found  # the article does not count it: outside the time
        at_s = time.perf_counter()
    return Joined(candidates, met, Called(corpus.positives, found, false), build_s * 1000, verify_s * 1000)


def _sorted(signatures: Signatures, banding: Banding) -> Iterator[Candidates]:
    """Candidates by sorting each band's keys; nothing is done before the first is asked for, keys included."""
    yield from iter_candidates(banding.keys(signatures))


def similarities(corpus: Labelled) -> npt.NDArray[np.float64]:
    """The exact Jaccard similarity of every labelled pair."""
    return compare_pairs(corpus.sets, *corpus.duplicates).jaccard


def figures_of(corpus: Labelled, banding: Banding, runs: Sequence[Joined]) -> SplitFigures:
    """Sum up what a split gave with some seed sets."""
    sizes = sorted(one.candidates for one in runs)
    met = np.array([one.met for one in runs]) / max(corpus.positives, 1)
    return SplitFigures(
        bands=banding.bands,
        rows=banding.rows,
        candidates=(sizes[0], int(median(sizes)), sizes[-1]),
        theory=float(banding.chance(similarities(corpus)).mean()),
        met=float(met.mean()),
        error=float(met.std(ddof=1) / np.sqrt(len(met))) if len(met) > 1 else float("nan"),
        recall=median(one.called.recall for one in runs),
        precision=median(one.called.precision for one in runs),
        build_ms=median(one.build_ms for one in runs),
        verify_ms=median(one.verify_ms for one in runs),
    )


def sweep_splits(corpus: Labelled, seeds: Sequence[int], splits: Sequence[Banding] = SPLITS) -> Splits:
    """Run every split with every seed set of classic MinHash, 128 slots."""
    runs: list[list[Joined]] = [[] for _ in splits]
    for seed in seeds:
        signatures = AffineMinHash(128, seed).sign(corpus.sets)
        for banding, into in zip(splits, runs, strict=True):
            into.append(join_bands(corpus, signatures, banding))
    rows = [figures_of(corpus, banding, found) for banding, found in zip(splits, runs, strict=True)]
    pairwise_ms = timed(lambda: slot_spread(corpus, signatures), 1)[1]
    exact_ms = timed(lambda: similar_pairs(corpus.sets, THRESHOLD), 1)[1]
    return Splits(len(corpus.families), corpus.pairs, rows, pairwise_ms, exact_ms)
