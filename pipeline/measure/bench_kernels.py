"""Measure every kernel and the whole path in one process on one core, beside rivals in the same run.

Prints nothing and judges no figure. Each row's entrants take turns, round by round, so that a machine that is slower
for a while is so for all of them; a figure is the median of the rounds, in CPU time of the process.
"""

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from pipeline.collector import spare_collector
from pipeline.measure.bench_kernels_inputs import BATCH, Inputs, make_inputs
from pipeline.measure.bench_kernels_ours import ASCII, BANDS, INDEX, JACCARD, SKETCH, UNITS, Entrant, ours
from pipeline.measure.bench_kernels_prototypes import entrants_of, prototypes
from pipeline.measure.bench_kernels_rivals import rivals
from pipeline.measure.bench_kernels_start import Start, starts
from pipeline.measure.machine import machine
from pipeline.measure.plots_data import Kernel

OURS: Final = "ours"
BATCHES: Final = (1, 16, 64, 256, 1024)
BY_BATCH: Final = (ASCII, SKETCH, BANDS, INDEX, JACCARD)
IN_BATCHES: Final = 4_096  # documents, of which those that come one by one take a second or two

Row = dict[str, Entrant]  # who takes part


@dataclass(frozen=True)
class KernelFigures:
    """What a run found: kernels beside rivals, our speed by batch size, what a start costs, and who was not there."""

    documents: int
    rounds: int
    machine: str
    kernels: list[Kernel]
    batch_sizes: dict[str, dict[int, float]] = field(default_factory=dict)  # by row and size
    starts: dict[str, Start] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)  # rivals, and what would install them


def bench_kernels(documents: int, rounds: int, folder: Path | None = None) -> KernelFigures:
    """Measure on a generated corpus; `folder` holds prototypes to measure as well."""
    where = machine().partition(", Apache Kafka")[0] + ". One core, CPU time."
    with prototypes(folder) as modules, one_core():
        inputs = make_inputs(documents)
        rows: dict[str, Row] = {name: {OURS: entrant} for name, entrant in ours(inputs, BATCH).items()}
        for name, entrants in entrants_of(inputs, modules).items():
            join(rows, name, entrants)
        missing = {}
        for name, found in rivals(inputs):
            if isinstance(found, str):
                missing[name] = found
            else:
                join(rows, name, found)
        with undisturbed():
            kernels = [kernel_of(name, race(row, rounds)) for name, row in rows.items()]
            sizes = by_batch(inputs, rounds)
        return KernelFigures(documents, rounds, where, kernels, sizes, starts(inputs.lines[:BATCH]), missing)


def join(rows: dict[str, Row], name: str, entrants: Row) -> None:
    """Let somebody take part in the rows of theirs."""
    for row, entrant in entrants.items():
        rows[row][name] = entrant


def kernel_of(name: str, speeds: dict[str, float]) -> Kernel:
    """The figures of a row as pictures take them."""
    others = {who: speed for who, speed in speeds.items() if who != OURS}
    return Kernel(name, speeds[OURS], others, UNITS.get(name, "documents/s"))


def race(row: Row, rounds: int) -> dict[str, float]:
    """Items a second of each entrant: the median of rounds in turn, after one short round that does not count."""
    for entrant in row.values():
        entrant.run(min(entrant.items, BATCH + 1))  # one more than a batch, so that kernels see every shape
    seconds: dict[str, list[float]] = {who: [] for who in row}
    for _ in range(rounds):
        for who, entrant in row.items():
            seconds[who].append(seconds_of(entrant))
    return {who: entrant.items / median(seconds[who]) for who, entrant in row.items()}


def seconds_of(entrant: Entrant) -> float:
    """CPU seconds that all items take."""
    if entrant.seconds is not None:
        return entrant.seconds(entrant.items)
    start_ns = time.process_time_ns()
    entrant.run(entrant.items)
    return max(time.process_time_ns() - start_ns, 1) / 1e9


def by_batch(inputs: Inputs, rounds: int) -> dict[str, dict[int, float]]:
    """Our kernels' speed by batch size, sizes taking turns."""
    found: dict[str, dict[int, float]] = {}
    by_size = {size: ours(inputs, size) for size in BATCHES}
    for name in BY_BATCH:
        row = {str(size): shortened(entrants[name]) for size, entrants in by_size.items()}
        found[name] = {int(size): speed for size, speed in race(row, rounds).items()}
    return found


def shortened(entrant: Entrant) -> Entrant:
    """The same with no more items than batches of one allow."""
    return Entrant(min(entrant.items, IN_BATCHES), entrant.run)


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, child processes included, where the system lets a process choose."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the garbage collector from what was made before, as `scan` does."""
    before = gc.get_threshold()
    gc.collect()
    spare_collector()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
