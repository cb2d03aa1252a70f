"""Kernels of a folder of prototypes (`k_text.py`, `k_min.py`, `k_index.py`, `bench_bands.py`, `chain_kernels.py`).

Needed by nothing; they are measured beside our own where somebody has them. They were written to show what is possible:
their sets are neither sorted nor distinct, so a second rival sorts them too where they have a kernel for that.
"""

import importlib
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from pipeline.errors import BadSetup
from pipeline.measure.bench_kernels_inputs import BATCH, PROFILE, Inputs, cut
from pipeline.measure.bench_kernels_ours import (
    AFFINE,
    ASCII,
    BANDS,
    INDEX,
    JACCARD,
    SHINGLING,
    SKETCH,
    Entrant,
    Part,
    batched,
)

NAME: Final = "prototype"
SORTING: Final = "prototype, sorting"
MODULES: Final = ("k_text", "k_min", "k_index", "bench_bands")
SORTER: Final = "chain_kernels"  # which also compares sets


@contextmanager
def prototypes(folder: Path | None) -> Iterator[dict[str, Any]]:
    """Import the modules that a folder holds, by name; what they compile is kept elsewhere. `BadSetup` for none."""
    if folder is None:
        yield {}
        return
    missing = [name for name in MODULES if not (folder / f"{name}.py").is_file()]
    if missing:
        raise BadSetup(f"{folder} has no {missing[0]}.py.", f"A folder of prototypes has {', '.join(MODULES)}.")
    config: Any = numba.config
    with tempfile.TemporaryDirectory(prefix="firstprint-bench-") as cache:
        before = config.CACHE_DIR, sys.dont_write_bytecode
        config.CACHE_DIR, sys.dont_write_bytecode = cache, True
        sys.path.insert(0, str(folder))
        try:
            names = [*MODULES, *([SORTER] if (folder / f"{SORTER}.py").is_file() else [])]
            yield {name: importlib.import_module(name) for name in names}
        finally:
            sys.path.remove(str(folder))
            config.CACHE_DIR, sys.dont_write_bytecode = before


def entrants_of(inputs: Inputs, found: dict[str, Any]) -> dict[str, dict[str, Entrant]]:
    """The prototypes' entrants by name and row; none where no folder was given."""
    if not found:
        return {}
    parts = {ASCII: lambda piece: found["k_text"].b_fast_batch(inputs.texts[piece]), **parts_of(inputs, found)}
    rows = {name: batched(part, inputs.documents, BATCH) for name, part in parts.items()}
    rows |= foreign(inputs, found["k_text"])
    rows[INDEX] = Entrant(inputs.documents, lambda first: index(inputs, found["k_index"], first))
    if SORTER not in found:
        return {NAME: rows}
    rows[JACCARD] = batched(merging(inputs, found[SORTER]), len(inputs.pairs), BATCH)

    def sort(piece: slice) -> Any:
        return found[SORTER].sort_unique(*found["k_text"].b_fast_batch(inputs.texts[piece]))

    return {NAME: rows, SORTING: {ASCII: batched(sort, inputs.documents, BATCH)}}


def parts_of(inputs: Inputs, found: dict[str, Any]) -> dict[str, Part]:
    """Sketches and band keys. They take the same sets as ours, in 64 bits."""
    wide = inputs.values.astype(np.uint64)
    sketches = found["k_min"].KERNELS
    fast, affine = sketches["nb  fast similarity sketch"], sketches["nb  affine32"]

    def bands(piece: slice) -> Any:
        out = np.empty((piece.stop - piece.start, PROFILE.bands), np.uint64)
        found["bench_bands"].nb_bands(inputs.sketches[piece], PROFILE.bands, PROFILE.rows, out)
        return out

    return {
        SKETCH: lambda piece: fast(wide, inputs.offsets[piece.start : piece.stop + 1]),
        AFFINE: lambda piece: affine(wide, inputs.offsets[piece.start : piece.stop + 1]),
        BANDS: bands,
    }


def foreign(inputs: Inputs, text: Any) -> dict[str, Entrant]:
    """Shingling of other scripts by its table; what the table cannot fold it leaves out, which here is nothing."""
    table = text.build_fold(text.build_cls())

    def part_of(texts: list[str]) -> Part:
        return lambda piece: text.b_fold_batch(texts[piece], table)

    return {SHINGLING[script]: batched(part_of(texts), len(texts), BATCH) for script, texts in inputs.scripts.items()}


def index(inputs: Inputs, module: Any, first: int) -> None:
    """Look up and post."""
    empty = module.Touch(PROFILE.bands, inputs.documents)
    for piece in cut(first, BATCH):
        empty.query_insert(inputs.keys[piece])


def merging(inputs: Inputs, module: Any) -> Part:
    """Sizes of intersections, pair by pair."""
    starts, ends = inputs.offsets[:-1], inputs.offsets[1:]

    def part(piece: slice) -> Any:
        later, earlier = inputs.pairs[piece].T
        out = np.empty(len(later), np.int32)
        module.nb_inter(later, inputs.values, inputs.offsets, starts[earlier], ends[earlier], inputs.values, out)
        return out

    return part
