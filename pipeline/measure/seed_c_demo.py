"""The article's demo: eight methods on 2,500 documents, what each finds and how long it takes.

Signatures are made beforehand, as in the article; digests are made within their time, as there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from pipeline.measure.seed_c_bands import join_bands
from pipeline.measure.seed_c_clock import timed
from pipeline.measure.seed_c_corpus import Labelled
from pipeline.measure.seed_c_scores import Called, called, least_slots, slot_spread
from pipeline.methods import (
    AffineMinHash,
    Banding,
    MinHash,
    fingerprint_sets,
    near_pairs,
    raw_digests,
    similar_pairs,
    text_digests,
)
from pipeline.methods.minhash import Signatures

THRESHOLD = "0.3"
DISTANCE = 16
BANDINGS = (Banding(42, 3), Banding(32, 4), Banding(16, 8))

Numbers = npt.NDArray[np.integer]
Step = Callable[[], Called]


@dataclass(frozen=True)
class DemoRow:
    """What one method calls, and the time in ms."""

    method: str
    ms: float
    called: Called


@dataclass(frozen=True)
class Demo:
    """The table."""

    documents: int
    positives: int
    pairs: int
    rows: list[DemoRow]


def run_demo(corpus: Labelled, minhash: MinHash | None = None, rounds: int = 3) -> Demo:
    """Run all eight methods; the corpus needs its texts. `minhash` is classic, 128 slots, when nothing is said."""
    method = minhash or AffineMinHash(128)
    signatures, fingerprints = method.sign(corpus.sets), fingerprint_sets(corpus.sets)

    def pairwise() -> Called:
        return slot_spread(corpus, signatures).at(least_slots(THRESHOLD, method.slots))

    def similar() -> Called:
        pairs = similar_pairs(corpus.sets, float(THRESHOLD))
        return called(corpus, pairs.a, pairs.b)

    def near() -> Called:
        pairs = near_pairs(fingerprints, DISTANCE)
        return called(corpus, pairs.found, pairs.askers)

    steps: list[tuple[str, Step]] = [
        ("digest, raw", lambda: called(corpus, *equal_pairs(raw_digests(corpus.texts)))),
        ("digest, normalised", lambda: called(corpus, *equal_pairs(text_digests(corpus.texts)))),
        ("exact Jaccard >= 0.3, all pairs", similar),
        (f"MinHash {method.slots}, all pairs", pairwise),
        ("SimHash 64, at most 16 bits", near),
    ]
    steps += [(f"LSH {one.bands} x {one.rows}", partial(banded, corpus, signatures, one)) for one in BANDINGS]
    rows = [DemoRow(name, ms, found) for name, step in steps for found, ms in [timed(step, rounds)]]
    return Demo(len(corpus.families), corpus.positives, corpus.pairs, rows)


def banded(corpus: Labelled, signatures: Signatures, banding: Banding) -> Called:
    """What is called of the pairs that share a band."""
    return join_bands(corpus, signatures, banding).called


def equal_pairs(digests: npt.NDArray[np.uint64]) -> tuple[Numbers, Numbers]:
    """All pairs a < b of rows that are equal."""
    _, kinds = np.unique(digests, axis=0, return_inverse=True)
    order = np.argsort(kinds.reshape(-1), kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(kinds.reshape(-1)[order])) + 1)
    pairs = [np.stack([group[i] for i in np.triu_indices(len(group), 1)]) for group in groups if len(group) > 1]
    a, b = np.concatenate([np.empty((2, 0), np.int64), *pairs], axis=1)
    return a, b
