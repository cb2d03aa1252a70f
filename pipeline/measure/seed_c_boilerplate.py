"""What shared text does to a threshold: one block above every document, taking a growing share of each.

Strips nothing by itself; beside the plain figures it shows what is left when common shingles are left out beforehand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.measure.seed_c_corpus import Labelled, with_boilerplate, without_common
from pipeline.measure.seed_c_edits import unrelated
from pipeline.measure.seed_c_scores import Called, jaccard_spread, least_slots, slot_spread
from pipeline.methods import AffineMinHash

SHARES = (0.0, 0.15, 0.30, 0.45, 0.60)
THRESHOLD = "0.3"
SLOTS = 128
COMMON = 0.05  # a shingle in more of the documents than this is boilerplate; a family is far less


@dataclass(frozen=True)
class Boilerplate:
    """Unrelated pairs' exact similarity (mean, 99th percentile, most), and what MinHash 128 calls.

    `fixed`: at 0.3, the seed set with the median number of false ones; `false_per_true`: least and most over the seed
    sets. `above`: exact similarity at `threshold`, the first hundredth above the 99th percentile. `best`: MinHash at
    the threshold `best_at` with the largest F1, first seed set. `stripped`: at 0.3 without common shingles.
    """

    share: float
    others: tuple[float, float, float]
    fixed: Called
    false_per_true: tuple[float, float]
    threshold: float
    above: Called
    best_at: float
    best: Called
    stripped: Called


def measure_boilerplate(corpus: Labelled, share: float, seeds: Sequence[int]) -> Boilerplate:
    """Rebuild the corpus, which needs its texts, with that share of boilerplate; an odd number of seed sets."""
    built, level = with_boilerplate(corpus, share), least_slots(THRESHOLD, SLOTS)
    exact = jaccard_spread(built)
    others = unrelated(exact)
    spreads = [slot_spread(built, AffineMinHash(SLOTS, seed).sign(built.sets)) for seed in seeds]
    fixed = sorted((spread.at(level) for spread in spreads), key=lambda one: one.false)
    hundredths = int(others[1] * 100 + 1e-9) + 1
    best = spreads[0].best()
    bare = slot_spread(built, AffineMinHash(SLOTS, seeds[0]).sign(without_common(built.sets, COMMON)))
    return Boilerplate(
        share=share,
        others=others,
        fixed=fixed[len(fixed) // 2],
        false_per_true=(fixed[0].false_per_true, fixed[-1].false_per_true),
        threshold=hundredths / 100,
        above=exact.at(10 * hundredths),
        best_at=best / SLOTS,
        best=spreads[0].at(best),
        stripped=bare.at(level),
    )
