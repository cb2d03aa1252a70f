"""MinHash signatures of shingle sets in three forms behind one interface, and the estimate that they allow.

Cuts no bands: `kernels.bands` does, from slots of 32 bits. Error of an estimate from P slots of classic MinHash:
sqrt(J (1 - J) / P).
"""

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import EMPTY, MAX_SLOTS, MIN_SLOTS
from pipeline.kernels.minhash import affine, universal
from pipeline.kernels.plain_methods import splitmix
from pipeline.kernels.sketch import sketch
from pipeline.methods.refused import BadParameter, expect_one_of, expect_power_of_two, expect_within
from pipeline.methods.shingles import ShingleSets

Signatures = npt.NDArray[np.uint32] | npt.NDArray[np.uint64]
Terms = list[tuple[int, int]]

SEED_B = 42


class MinHash(Protocol):
    """A way to sign sets with `slots` numbers each."""

    name: ClassVar[str]

    @property
    def slots(self) -> int:
        """How many slots a signature has: a power of two from 2 to 4096."""
        ...

    def sign(self, sets: ShingleSets) -> Signatures:
        """Signatures of n sets, unsigned [n, slots]; an empty set's slots have all bits set."""
        ...


@dataclass(frozen=True)
class FastSimilaritySketch:
    """The pipeline's sketch, uint32: as `kernels.sketch`. Less error than the classic forms, most so for short texts.

    Method: Dahlgaard, Knudsen, Thorup: Fast Similarity Sketching, FOCS 2017.
    """

    name: ClassVar[str] = "fast"
    slots: int = 128

    def __post_init__(self) -> None:
        _check(self.slots)

    def sign(self, sets: ShingleSets) -> npt.NDArray[np.uint32]:
        """Signatures of n sets, uint32[n, slots]."""
        return sketch(sets.values, sets.offsets, self.slots)


@dataclass(frozen=True)
class AffineMinHash:
    """Classic MinHash by (a x + b) mod 2^32, uint32; coefficients are drawn by splitmix64 from the seed.

    Method: `plain_methods.affine_plain`.
    """

    name: ClassVar[str] = "affine"
    slots: int = 128
    seed: int = 1

    def __post_init__(self) -> None:
        _check(self.slots, self.seed)

    @cached_property
    def terms(self) -> Terms:
        """Factor and addend of each slot: two numbers drawn one after the other, their low 32 bits, the first odd."""
        drawn = [number & EMPTY for number in islice(splitmix(self.seed), 2 * self.slots)]
        return [(a | 1, b) for a, b in zip(drawn[::2], drawn[1::2], strict=True)]

    @cached_property
    def _columns(self) -> npt.NDArray[np.uint32]:
        return np.array(self.terms, np.uint32).T

    def sign(self, sets: ShingleSets) -> npt.NDArray[np.uint32]:
        """Signatures of n sets, uint32[n, slots]."""
        factors, addends = self._columns
        return affine(sets.values, sets.offsets, factors, addends)


@dataclass(frozen=True)
class UniversalMinHash:
    """Seed B's MinHash by (a x + b) mod 4294967311, uint64, since a slot can need 33 bits; for `md5_shingles`.

    Coefficients are those of Python's `random` after `seed(42)`: every a first, from 1 on, then every b. Signatures are
    the seed's own, but for an empty set's infinity. Bands keep the low 32 bits of a slot, which loses no pair.
    """

    name: ClassVar[str] = "universal"
    slots: int = 128
    seed: int = SEED_B

    def __post_init__(self) -> None:
        _check(self.slots, self.seed)

    @cached_property
    def terms(self) -> Terms:
        """Factor and addend of each slot."""
        chance = random.Random(self.seed)  # noqa: S311 - the seed's coefficients, no secret
        factors = [chance.randint(1, EMPTY) for _ in range(self.slots)]
        return [(factor, chance.randint(0, EMPTY)) for factor in factors]

    def sign(self, sets: ShingleSets) -> npt.NDArray[np.uint64]:
        """Signatures of n sets, uint64[n, slots]."""
        factors, addends = np.array(self.terms, np.uint64).T
        return universal(sets.values, sets.offsets, factors, addends)


MINHASHES: dict[str, type[FastSimilaritySketch] | type[AffineMinHash] | type[UniversalMinHash]] = {
    form.name: form for form in (FastSimilaritySketch, AffineMinHash, UniversalMinHash)
}


def minhash_named(name: str, slots: int = 128) -> MinHash:
    """The form of that name, `fast`, `affine` or `universal`, with its usual seed."""
    return MINHASHES[expect_one_of("The MinHash", name, MINHASHES)](slots)


def estimate(one: Signatures, other: Signatures) -> npt.NDArray[np.float64]:
    """Estimated Jaccard similarity of pairs, row by row: unsigned [n, slots] twice, float64[n].

    It is the share of equal slots (seeds A and B); an empty set, whose slots all have every bit set, resembles nothing.
    Signatures of different shape or width are refused.
    """
    if one.shape != other.shape or one.dtype != other.dtype:
        raise BadParameter(
            f"Signatures of {_shape(one)} and of {_shape(other)} cannot be compared.",
            "Sign both with the same method and as many slots.",
        )
    empty = (one == np.iinfo(one.dtype).max).all(axis=-1)
    return np.where(empty, 0.0, (one == other).mean(axis=-1))


def _shape(signatures: npt.NDArray[Any]) -> str:
    return f"{' x '.join(map(str, signatures.shape))} slots of {8 * signatures.itemsize} bits"


def _check(slots: int, seed: int = 0) -> None:
    expect_power_of_two("The number of slots", slots, MIN_SLOTS, MAX_SLOTS)
    expect_within("The seed", seed, 0, (1 << 64) - 1)
