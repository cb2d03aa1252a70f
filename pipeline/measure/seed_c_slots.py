"""How many slots a MinHash signature needs, and how much hangs on the numbers that it is drawn with.

Judges no banding: all pairs are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.measure.draws import Draws
from pipeline.measure.seed_c_bands import similarities
from pipeline.measure.seed_c_corpus import Labelled
from pipeline.measure.seed_c_scores import Called, estimates, jaccard_spread, least_slots, slot_spread
from pipeline.methods import AffineMinHash, FastSimilaritySketch, MinHash, ShingleSets, compare_pairs, estimate

SLOTS = (16, 32, 64, 128, 256)
THRESHOLDS = ("0.2", "0.3", "0.5")
RECALL_AT = 0.3
DRAWN = 20_000  # pairs that the error over all pairs is taken from
TRIAL_SHARED, TRIAL_OWN = 300, 100  # a pair of similarity 300 / 500, about as long as the corpus's documents
KEY = 41  # of the draws here, so that they are no document's
MASK = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True)
class Sweep:
    """What each threshold calls, by name of the method: "exact Jaccard", "16", ... "256", and the pipeline's "fast"."""

    thresholds: tuple[str, ...]
    rows: dict[str, list[Called]]
    best: dict[str, Called]  # at the threshold with the largest F1


@dataclass(frozen=True)
class SeedSets:
    """Errors with so many slots: `rmse` over labelled pairs of all seed sets, `theory` sqrt(mean of J(1 - J) / P).

    `error` is the standard error of rmse / theory over the seed sets. `labelled` and `drawn` are the least and the most
    mean absolute error of a seed set, over labelled pairs and over pairs drawn from all, which are nearly all
    unrelated; `recalls` the least and the most at threshold 0.3.
    """

    slots: int
    rmse: float
    theory: float
    error: float
    labelled: tuple[float, float]
    drawn: tuple[float, float]
    recalls: tuple[float, float]

    @property
    def ratio(self) -> float:
        """Measured over predicted."""
        return self.rmse / self.theory

    @property
    def worst_over_best(self) -> float:
        """The mean absolute error of the unluckiest seed set over that of the luckiest, over pairs drawn from all."""
        return self.drawn[1] / self.drawn[0]


@dataclass(frozen=True)
class Trials:
    """One pair of known similarity, estimated from 128 slots with ever new seeds."""

    trials: int
    similarity: float
    bias: float
    rmse: float
    theory: float


def sweep_slots(corpus: Labelled, slots: Sequence[int] = SLOTS) -> Sweep:
    """Compare all pairs at each number of slots and each threshold; the exact similarity and the fast sketch beside."""
    exact = jaccard_spread(corpus)
    rows = {"exact Jaccard": [exact.at(least_slots(one, len(exact.others) - 1)) for one in THRESHOLDS]}
    best = {"exact Jaccard": exact.at(exact.best())}
    methods: list[tuple[str, MinHash]] = [(str(count), AffineMinHash(count)) for count in slots]
    for name, method in [*methods, ("fast", FastSimilaritySketch(128))]:
        spread = slot_spread(corpus, method.sign(corpus.sets))
        rows[name] = [spread.at(least_slots(one, method.slots)) for one in THRESHOLDS]
        best[name] = spread.at(spread.best())
    return Sweep(THRESHOLDS, rows, best)


def seed_sets(corpus: Labelled, seeds: Sequence[int], slots: int) -> SeedSets:
    """Estimate every labelled pair, and 20,000 drawn ones, with each seed set of classic MinHash."""
    exact, (a, b) = similarities(corpus), corpus.duplicates
    drawn_pairs = Draws(KEY, 1).below_many(len(corpus.families), 2 * DRAWN).reshape(2, -1)
    some_a, some_b = drawn_pairs[:, drawn_pairs[0] != drawn_pairs[1]]
    some = compare_pairs(corpus.sets, some_a, some_b).jaccard
    signed = [AffineMinHash(slots, seed).sign(corpus.sets) for seed in seeds]
    found = np.stack([estimates(one, a, b) for one in signed])
    squares = ((found - exact) ** 2).mean(axis=1)
    rmse, theory = float(np.sqrt(squares.mean())), float(np.sqrt((exact * (1 - exact)).mean() / slots))
    # The error of a root is half that of what stands under it, both taken as shares.
    error = float(squares.std(ddof=1) / np.sqrt(len(seeds)) / squares.mean() / 2) * rmse / theory
    labelled = _ends(np.abs(found - exact).mean(axis=1))
    drawn = _ends(np.array([np.abs(estimates(one, some_a, some_b) - some).mean() for one in signed]))
    return SeedSets(slots, rmse, theory, error, labelled, drawn, _ends((found >= RECALL_AT).mean(axis=1)))


def one_pair(trials: int, slots: int = 128) -> Trials:
    """Estimate one pair of similarity 0.6, each time with another seed."""
    values = list(dict.fromkeys((Draws(KEY, 2).bits_many(2 * TRIAL_SHARED) & MASK).tolist()))
    shared, own = values[:TRIAL_SHARED], values[TRIAL_SHARED : TRIAL_SHARED + 2 * TRIAL_OWN]
    sets = ShingleSets.of([shared + own[:TRIAL_OWN], shared + own[TRIAL_OWN:]])
    signed = (AffineMinHash(slots, seed).sign(sets) for seed in range(trials))
    found = np.array([estimate(one[:1], one[1:])[0] for one in signed])
    similarity = TRIAL_SHARED / (TRIAL_SHARED + 2 * TRIAL_OWN)
    errors = found - similarity
    theory = np.sqrt(similarity * (1 - similarity) / slots)
    return Trials(trials, similarity, float(errors.mean()), float(np.sqrt((errors**2).mean())), float(theory))


def _ends(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    return float(values.min()), float(values.max())
