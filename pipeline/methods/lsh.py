"""Bands and rows of locality-sensitive hashing: what they find, and which to take.

Makes no keys: `kernels.bands` does. Method: Indyk and Motwani 1998; the S-curve as in Leskovec, Rajaraman, Ullman:
Mining of Massive Datasets, 3.4.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.bands import band_keys
from pipeline.kernels.constants import MAX_SLOTS
from pipeline.kernels.pigeonhole import Blocks, Near
from pipeline.methods.lookup import KeyIndex, joined
from pipeline.methods.minhash import Signatures
from pipeline.methods.refused import BadParameter, expect_share, expect_within

POINTS = (0.5, 0.95, 0.99)


class Points(NamedTuple):
    """Similarities at which a pair meets with a chance of 50, 95 and 99 %, and (1/b)^(1/r), the seeds' estimate.

    At the estimate the chance is 1 - (1 - 1/b)^b, about 0.64, and not the half that seeds B and C say.
    """

    half: float
    most: float
    nearly_all: float
    seeds: float


class Candidates(NamedTuple):
    """Pairs a < b of documents that meet in a band, two of int32[p], ordered by b."""

    a: npt.NDArray[np.int32]
    b: npt.NDArray[np.int32]


@dataclass(frozen=True)
class Banding:
    """`bands` bands of `rows` slots each; together no more than a signature has."""

    bands: int = 42
    rows: int = 3

    def __post_init__(self) -> None:
        expect_within("The number of bands", self.bands, 1, MAX_SLOTS)
        expect_within("The number of rows", self.rows, 1, MAX_SLOTS)

    def __str__(self) -> str:
        return f"{self.bands} band{'s' * (self.bands > 1)} of {self.rows} row{'s' * (self.rows > 1)}"

    def fit(self, slots: int) -> "Banding":
        """Return itself when a signature of `slots` slots is enough."""
        needed = self.bands * self.rows
        if needed > slots:
            raise BadParameter(
                f"{self} need {needed} slots, and a signature has {slots}.",
                f"Take bands times rows of at most {slots}, or more slots.",
            )
        return self

    def keys(self, signatures: Signatures) -> npt.NDArray[np.uint64]:
        """Keys of the bands, uint64[n, bands], as the pipeline makes them; of 33-bit slots the low 32 bits count."""
        self.fit(signatures.shape[1])
        return band_keys(signatures.astype(np.uint32), self.bands, self.rows)

    def chance(self, similarity: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The chance that a pair of that similarity meets in a band: 1 - (1 - s^r)^b."""
        return s_curve(self, similarity)

    def similarity_at(self, chance: float) -> float:
        """The similarity at which a pair meets with that chance, which is above 0 and below 1."""
        expect_share("The chance", chance, closed=False)
        return float((-np.expm1(np.log1p(-chance) / self.bands)) ** (1 / self.rows))

    @property
    def points(self) -> Points:
        """Where the curve rises."""
        seeds = (1 / self.bands) ** (1 / self.rows)
        half, most, nearly_all = map(self.similarity_at, POINTS)
        return Points(half, most, nearly_all, seeds)


@dataclass(frozen=True)
class Target:
    """What is wanted: of pairs with this `similarity` the share `recall`, for `budget` candidates a document at most.

    Candidates are counted for documents that have no duplicate: what meets for nothing.
    """

    similarity: float
    recall: float
    budget: float

    def __post_init__(self) -> None:
        expect_share("The target similarity", self.similarity)
        expect_share("The recall", self.recall, closed=False)
        if not self.budget > 0:
            raise BadParameter(f"The budget is {self.budget} candidates, which is not above 0.", "Give 1, for example.")


@dataclass(frozen=True)
class Unrelated:
    """What a document is compared with: how many `documents`, and a sample of the `similarities` of unrelated pairs.

    Measure the sample: seed C's documents share a footer and have 0.03, and real ones with boilerplate 0.1 and more.
    """

    documents: int = 100_000
    similarities: Sequence[float] = (0.03,)

    def __post_init__(self) -> None:
        expect_within("The number of documents", self.documents, 1, 10**15)
        sample = np.asarray(self.similarities, np.float64)
        if not len(sample) or not ((sample >= 0) & (sample <= 1)).all():
            raise BadParameter("Similarities of unrelated pairs are none, or not within 0 to 1.", "Give a sample.")

    def candidates(self, banding: Banding) -> float:
        """Unrelated documents that one meets, on average over seeds.

        Where all documents share the same footer most seeds have far fewer, and a few far more.
        """
        return float(self.documents * banding.chance(np.asarray(self.similarities)).mean())


def candidate_pairs(keys: npt.NDArray[np.uint64]) -> Candidates:
    """The pairs of documents that share a band key, each once: uint64[n, bands] in.

    Memory grows with the pairs: `iter_candidates` gives them in parts. `brute.compare_pairs` counts what they share.
    """
    found = joined(_meeting(keys))
    return Candidates(found.found, found.askers)


def iter_candidates(keys: npt.NDArray[np.uint64]) -> Iterator[Candidates]:
    """Yield the same pairs in the same order, some million at a time."""
    return (Candidates(found.found, found.askers) for found in _meeting(keys))


def s_curve(banding: Banding, similarity: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """1 - (1 - s^r)^b for similarities from 0 to 1, float64 of their shape."""
    values = np.asarray(similarity, np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        raise BadParameter(f"A similarity is {values[(values < 0) | (values > 1)].flat[0]}.", "Give 0 to 1.")
    with np.errstate(divide="ignore"):  # at 1 the logarithm of 0, whose power is 0 again
        missed: npt.NDArray[np.float64] = banding.bands * np.log1p(-(values**banding.rows))
    return -np.expm1(missed)


def choose(target: Target, slots: int = 128, unrelated: Unrelated | None = None) -> Banding:
    """The fewest bands, so the smallest index, that reach the recall within the budget; of equals the most rows.

    For each number of rows the fewest bands that reach the recall are looked at: more bands only cost. `unrelated` is
    100,000 documents that resemble each other by 0.03 when nothing is said. Refused when no (b, r) with b r <= slots
    does it, with the nearest miss.
    """
    expect_within("The number of slots", slots, 1, MAX_SLOTS)
    crowd = unrelated or Unrelated()
    reaching = [banding for rows in range(1, slots + 1) if (banding := _fewest(target, rows, slots))]
    if not reaching:
        best = max(float(Banding(slots // r, r).chance(target.similarity)) for r in range(1, slots + 1))
        raise BadParameter(
            f"No bands of {slots} slots find {target.recall:.2%} of pairs with similarity {target.similarity};"
            f" {slots} bands of 1 row find {best:.2%}.",
            "Lower the recall, or take more slots.",
        )
    within = [banding for banding in reaching if crowd.candidates(banding) <= target.budget]
    if within:
        return min(within, key=lambda banding: (banding.bands, -banding.rows))
    least = min(reaching, key=crowd.candidates)
    raise BadParameter(
        f"Of {slots} slots, {least} have the fewest candidates a document,"
        f" {crowd.candidates(least):.3g}; the budget is {target.budget:.3g}.",
        "Raise the budget or the similarity, lower the recall, or take more slots.",
    )


def _fewest(target: Target, rows: int, slots: int) -> Banding | None:
    """The fewest bands of `rows` rows that reach the recall, if the slots are enough for them."""
    missed = np.log1p(-(target.similarity**rows)) if target.similarity < 1 else -np.inf
    needed = np.ceil(np.log1p(-target.recall) / missed) if missed < 0 else np.inf
    bands = max(1, int(min(needed, slots + 1)))
    while bands * rows <= slots:
        if Banding(bands, rows).chance(target.similarity) >= target.recall:
            return Banding(bands, rows)
        bands += 1  # a rounding below the recall
    return None


def _meeting(keys: npt.NDArray[np.uint64]) -> Iterator[Near]:
    """Pairs that share a key. Words that are all equal make any distance do."""
    rows = Blocks(np.zeros((len(keys), 1), np.uint64), np.ascontiguousarray(keys))
    return KeyIndex(rows).look(rows, 0, only_before=True)
