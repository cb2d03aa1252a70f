"""The rows of the comparison and what this project's kernels do in each.

Holds no rival. What a row begins with has been made before: sets for a sketch, sketches for band keys, and so on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pipeline.kernels.bands import band_keys
from pipeline.kernels.folding import fold_all
from pipeline.kernels.sets import intersect
from pipeline.kernels.sketch import sketch
from pipeline.kernels.text import Shingled, shingle_texts
from pipeline.measure.bench_kernels_inputs import PROFILE, Inputs, cut, new_index
from pipeline.measure.bench_kernels_texts import SCRIPTS
from pipeline.methods.minhash import AffineMinHash
from pipeline.methods.shingles import ShingleSets
from pipeline.methods.simhash import fingerprint_sets
from pipeline.scan import Scanner, ScanResult

SHAPE: Final = f"{PROFILE.bands} x {PROFILE.rows}"
ASCII: Final = "shingling, ASCII"
SHINGLING: Final = {name: f"shingling, {name}" for name in SCRIPTS}
SKETCH: Final = f"sketch, {PROFILE.slots} slots"
AFFINE: Final = f"affine MinHash, {PROFILE.slots} slots"
SIMHASH: Final = "SimHash, 64 bits"
BANDS: Final = f"band keys, {SHAPE}"
INDEX: Final = f"index, {SHAPE}"  # a query, then an insert
JACCARD: Final = "exact Jaccard"
WHOLE: Final = "JSON lines to verdicts"
UNITS: Final = {JACCARD: "pairs/s"}  # of all others: documents/s
SOON_MS: Final = 1 << 52  # a time after all documents

Part = Callable[[slice], Any]


@dataclass(frozen=True)
class Entrant:
    """Who works through `items` items; `run` does it for the first so many, in batches, and returns the last result.

    Where the clock of this process does not say what it took, `seconds` does instead (another process's CPU time).
    """

    items: int
    run: Callable[[int], Any]
    seconds: Callable[[int], float] | None = None


def batched(part: Part, items: int, batch: int) -> Entrant:
    """An entrant that needs nothing but the next batch."""

    def run(first: int) -> Any:
        result = None
        for piece in cut(first, batch):
            result = part(piece)
        return result

    return Entrant(items, run)


def ours(inputs: Inputs, batch: int) -> dict[str, Entrant]:
    """What each row is, done by this project, in the order in which the rows are shown."""
    parts = parts_of(inputs)
    rows = {name: batched(part, inputs.documents, batch) for name, part in parts.items()}
    for script, texts in inputs.scripts.items():
        rows[SHINGLING[script]] = batched(shingling(texts), len(texts), batch)
    rows[INDEX] = Entrant(inputs.documents, lambda first: index(inputs, first, batch))
    rows[JACCARD] = batched(lambda piece: intersections(inputs, piece), len(inputs.pairs), batch)
    rows[WHOLE] = Entrant(inputs.documents, lambda first: judge(inputs.lines[:first], batch))
    return {name: rows[name] for name in ROWS}


ROWS: Final = (ASCII, *SHINGLING.values(), SKETCH, AFFINE, SIMHASH, BANDS, INDEX, JACCARD, WHOLE)


def parts_of(inputs: Inputs) -> dict[str, Part]:
    """What takes a batch of documents, or of their sets, and keeps no state."""
    affine = AffineMinHash(PROFILE.slots)

    def sets(piece: slice) -> ShingleSets:
        return ShingleSets(inputs.values, inputs.offsets[piece.start : piece.stop + 1])

    return {
        ASCII: shingling(inputs.texts),
        SKETCH: lambda piece: sketch(*sets(piece), PROFILE.slots),
        AFFINE: lambda piece: affine.sign(sets(piece)),
        SIMHASH: lambda piece: fingerprint_sets(packed(sets(piece))),
        BANDS: lambda piece: band_keys(inputs.sketches[piece], PROFILE.bands, PROFILE.rows),
    }


def shingling(texts: list[str]) -> Part:
    """Texts to sorted sets as the library makes them: folded, joined, cut, hashed, sorted, distinct, with digests."""

    def part(piece: slice) -> Shingled:
        return shingle_texts(*fold_all(texts[piece]), PROFILE.shingle_words)

    return part


def packed(sets: ShingleSets) -> ShingleSets:
    """The same sets in an array of their own."""
    first, last = sets.offsets[0], sets.offsets[-1]
    return ShingleSets(sets.values[first:last], sets.offsets - first)


def index(inputs: Inputs, first: int, batch: int) -> Any:
    """Look each document up among those before it, then post it, under each of its band keys."""
    empty = new_index(inputs.documents)
    return batched(lambda piece: empty.meet(inputs.keys[piece], inputs.postings[piece], 0), first, batch).run(first)


def intersections(inputs: Inputs, piece: slice) -> Any:
    """Shingles that pairs share, int32[p]."""
    places = inputs.pairs[piece]
    one, other = bounds_of(inputs, places[:, 0]), bounds_of(inputs, places[:, 1])
    return intersect(inputs.values, one, inputs.values, other)


def bounds_of(inputs: Inputs, places: Any) -> Any:
    """Where the sets of documents lie, int64[p, 2]."""
    return np.stack([inputs.offsets[places], inputs.offsets[places + 1]], 1)


def judge(lines: list[bytes], batch: int) -> ScanResult:
    """Decode, check, fold, shingle, sketch, look up, verify exactly, judge and write verdicts, in this process."""
    scanner = Scanner(PROFILE, 1, SOON_MS)
    scanner.local.conclude_only()
    for piece in cut(len(lines), batch):
        scanner.local.push(0, b"\n".join(lines[piece]), SOON_MS)
    return scanner.finish()
