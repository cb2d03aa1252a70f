"""What the pictures show: similarities of a file's pairs, recall by similarity, and the figures of the kernels.

Draws nothing; `plots` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.errors import BadSetup
from pipeline.measure.evaluate_labels import Pair, pair_of
from pipeline.measure.evaluate_run import WatchedPipeline, read_pair
from pipeline.measure.wilson import Share
from pipeline.profile import Profile
from pipeline.scan import Scanner

MOST_DRAWN: Final = 50_000  # pairs that are not verified: some seconds; their 99.9th percentile rests on 50 of them
SEED: Final = 42  # so that the same file gives the same picture
KERNELS_FORM: Final = '{"machine": "...", "kernels": [{"name": "...", "unit": "documents/s", "ours": 1, "rivals": {}}]}'


class Shape(NamedTuple):
    """How a sketch is cut: so many bands of so many rows."""

    bands: int
    rows: int


@dataclass(frozen=True)
class Similarities:
    """Jaccard similarities of verified pairs, and of pairs drawn among the `other_pairs` that are not."""

    documents: int
    verified: list[float]
    others: npt.NDArray[np.float64]
    other_pairs: int


@dataclass(frozen=True)
class RecallCurve:
    """By similarity the share of labelled pairs that became candidates, and of those that were called."""

    name: str
    similarities: Sequence[float]
    candidates: Sequence[Share]
    called: Sequence[Share]


class Kernel(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """A kernel: what it does a second (`unit`), and what others do, by name."""

    name: str
    ours: float
    rivals: dict[str, float] = {}
    unit: str = "documents/s"


class Kernels(msgspec.Struct, frozen=True):
    """What `firstprint plot kernels` reads; unknown fields are left alone."""

    kernels: list[Kernel]
    machine: str = ""


def read_kernels(path: Path) -> Kernels:
    """Read the figures of a comparison; `BadSetup` for what is none, and for a speed that is not above 0."""
    advice = f"The file holds {KERNELS_FORM}"
    if not path.is_file():
        raise BadSetup(f"There is no file {path}.", advice)
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Kernels)
    except msgspec.DecodeError as error:
        raise BadSetup(f"{path} holds no figures of kernels: {error}.", advice) from None
    if not found.kernels:
        raise BadSetup(f"{path} names no kernel.", advice)
    for kernel in found.kernels:
        for name, speed in {"ours": kernel.ours, **kernel.rivals}.items():
            if not speed > 0:
                raise BadSetup(f"{path}: {kernel.name}, {name} is {speed:g} a second, which is no speed.", advice)
    return found


def similarities_of(paths: Sequence[Path], profile: Profile, now_ms: int) -> Similarities:
    """Judge the documents of files and compare pairs exactly; `BadSetup` where there are not two of them."""
    scanner = Scanner(profile, 1, now_ms, want_pairs=True)
    watched = scanner.local = WatchedPipeline(profile, scanner)
    for item in read_inputs(paths, now_ms, now_ms):
        if isinstance(item, Accepted):
            scanner.add(item.id.encode(), item.line)
    found = [read_pair(line) for line in scanner.finish().pairs]
    names = sorted(name for name, values in watched.shingles.items() if len(values))
    if len(names) < 2:  # noqa: PLR2004  # a pair
        raise BadSetup("There are no two documents to compare.", "Name files with at least two texts of some words.")
    verified = {pair_of(one.later, one.earlier) for one in found}
    drawn = [pair for pair in draw_pairs(names) if pair not in verified]
    others = np.array([jaccard(watched.shingles[a], watched.shingles[b]) for a, b in drawn])
    pairs = len(names) * (len(names) - 1) // 2
    return Similarities(len(names), [one.similarity for one in found], others, max(pairs - len(verified), len(drawn)))


def draw_pairs(names: Sequence[str]) -> list[Pair]:
    """All pairs where these are few, else MOST_DRAWN different ones, drawn by chance from a fixed seed."""
    if len(names) * (len(names) - 1) // 2 <= MOST_DRAWN:
        return [pair_of(*pair) for pair in combinations(names, 2)]
    chance = Random(SEED)  # noqa: S311  # no secret
    drawn: dict[Pair, None] = {}
    while len(drawn) < MOST_DRAWN:
        a, b = chance.sample(range(len(names)), 2)
        drawn[pair_of(names[a], names[b])] = None
    return list(drawn)


def jaccard(one: npt.NDArray[np.uint32], other: npt.NDArray[np.uint32]) -> float:
    """Exact Jaccard similarity of two sorted sets of which one is not empty."""
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / (len(one) + len(other) - shared)
