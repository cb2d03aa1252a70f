"""All pairs of documents that are similar, counted exactly: the accuracy ceiling, and for some thousand documents fast.

Meets every pair, so it is not for a stream. Seed C recommends it below some 5,000 documents. Sets that are equal form
n * n / 2 pairs: `exact.first_of_equal` leaves one of each beforehand.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.counting import CAPACITY, Rule, Shared, count_shared
from pipeline.kernels.sets import intersect
from pipeline.methods.refused import BadParameter, exact_ratio, expect_one_of, expect_within
from pipeline.methods.shingles import ShingleSets

MEASURES = ("jaccard", "containment")
MOST_CAPACITY = 1 << 31

Numbers = npt.NDArray[np.int32]
Sizes = npt.NDArray[np.int64]


class Pairs(NamedTuple):
    """Pairs of documents and the shingles that they share, all int[p]; of all pairs a < b, ordered by b, then a."""

    a: Numbers
    b: Numbers
    shared: Numbers
    sizes_a: Sizes
    sizes_b: Sizes

    @property
    def jaccard(self) -> npt.NDArray[np.float64]:
        """Shared shingles over those of the union, float64[p]; of two empty sets 0, as any share of nothing here."""
        return _share(self.shared, self.sizes_a + self.sizes_b - self.shared)

    @property
    def containment_a(self) -> npt.NDArray[np.float64]:
        """The share of a's shingles that b has, float64[p]."""
        return _share(self.shared, self.sizes_a)

    @property
    def containment_b(self) -> npt.NDArray[np.float64]:
        """The share of b's shingles that a has, float64[p]."""
        return _share(self.shared, self.sizes_b)


def similar_pairs(sets: ShingleSets, threshold: float | Fraction, measure: str = "jaccard") -> Pairs:
    """All pairs whose Jaccard similarity is at least `threshold`, or whose larger containment is.

    The threshold is above 0 and up to 1, and is compared in whole numbers: 0.3 is 3/10 exactly. A pair that shares
    nothing is never there.
    """
    blocks = list(iter_pairs(sets, threshold, measure))
    nothing = Shared(*(np.empty(0, np.int32) for _ in Shared._fields))
    return Pairs(*(np.concatenate(column) for column in zip(_sized(sets, nothing), *blocks, strict=True)))


def iter_pairs(
    sets: ShingleSets, threshold: float | Fraction, measure: str = "jaccard", block: int = CAPACITY
) -> Iterator[Pairs]:
    """Yield the same pairs in the same order, at most max(block, n) at a time, so that memory stays bounded."""
    ratio = exact_ratio("The threshold", threshold)
    expect_one_of("The measure", measure, MEASURES)
    expect_within("Pairs a block", block, 1, MOST_CAPACITY)
    rule = Rule(ratio.numerator, ratio.denominator, measure == "containment")
    return (_sized(sets, found) for found in count_shared(sets.values, sets.offsets, rule, block))


def compare_pairs(sets: ShingleSets, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> Pairs:
    """What the given pairs share, in their order: candidates are verified so. int[p] twice, numbers of documents."""
    numbers = np.concatenate([a, b])
    outside = numbers[(numbers < 0) | (numbers >= len(sets.sizes))]
    if len(outside):
        raise BadParameter(
            f"A pair names document {outside[0]} of {len(sets.sizes)}.",
            f"Give numbers from 0 to {len(sets.sizes) - 1}.",
        )
    bounds = np.stack([sets.offsets[:-1], sets.offsets[1:]], axis=1)
    shared = intersect(sets.values, bounds[a], sets.values, bounds[b])
    return Pairs(a.astype(np.int32), b.astype(np.int32), shared, sets.sizes[a], sets.sizes[b])


def _sized(sets: ShingleSets, found: Shared) -> Pairs:
    return Pairs(*found, sets.sizes[found.a], sets.sizes[found.b])


def _share(part: Numbers, whole: Sizes) -> npt.NDArray[np.float64]:
    return part / np.maximum(whole, 1)
