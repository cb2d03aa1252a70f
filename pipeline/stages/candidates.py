"""Collect, on one band partition, who meets whom, and choose where the batch goes next.

Adds pairs to a walking batch; compares nothing and holds no table.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import NO_DOCUMENTS
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.bands import width

NO_BYTES = np.empty(0, np.uint8)


@dataclass(frozen=True, slots=True)
class Met:
    """Pairs found on a partition: positions of askers (int32[p]) and numbers of candidates (uint64[p])."""

    askers: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.uint64]


def keys_here(batch: Batch, partition: int, profile: Profile, partitions: int) -> npt.NDArray[np.uint64]:
    """The batch's keys for this partition, uint64[documents, keys of the partition]: the first block of its walk."""
    columns = width(partition, partitions, profile)
    count = len(batch["postings"])
    return batch["keys"][: count * columns].reshape(count, columns)


def look(batch: Batch, met: Met, used_keys: int, watermarks: npt.NDArray[np.int64]) -> Batch:
    """Add the pairs met here and send the batch on, without the `used_keys` keys of this partition.

    It stays `bands` while partitions are left, then becomes `candidates`; without any pair it needs no visit to a home
    and becomes `matches` at once.
    """
    askers = np.concatenate([batch["pair_askers"], met.askers.astype(np.uint16)])
    numbers = np.concatenate([batch["pair_numbers"], met.numbers])
    rest = batch["partitions"][1:]
    if not len(rest):
        return depart(batch, askers, numbers, watermarks)
    columns = {
        "postings": batch["postings"],
        "partitions": rest,
        "keys": batch["keys"][used_keys:],
        "pair_askers": askers,
        "pair_numbers": numbers,
        "watermarks": watermarks,
    }
    return Batch(Kind.BANDS, batch.home, batch.offset, columns, batch.hop + 1, batch.run)


def depart(batch: Batch, askers: Array, numbers: Array, watermarks: npt.NDArray[np.int64]) -> Batch:
    """Leave the bands: pairs once each, ordered by candidate (and so by home), for the walk of the homes."""
    documents = batch["postings"]["number"]
    best_offsets = np.zeros(2 * len(documents) + 1, np.int32)
    columns: dict[str, Array] = {
        "numbers": documents,
        "best": NO_BYTES,
        "best_offsets": best_offsets,
        "watermarks": watermarks,
    }
    if not len(numbers):
        return Batch(Kind.MATCHES, batch.home, batch.offset, columns, batch.hop + 1, batch.run)
    askers, numbers = distinct_pairs(askers, numbers)
    columns |= {"pair_askers": askers, "pair_numbers": numbers, "askers": np.empty(0, np.uint16)} | NO_DOCUMENTS
    return Batch(Kind.CANDIDATES, batch.home, batch.offset, columns, 0, batch.run)


def distinct_pairs(askers: Array, numbers: Array) -> tuple[Array, Array]:
    """Each (asker, candidate) once, ordered by candidate, then asker."""
    order = np.lexsort((askers, numbers))
    askers, numbers = askers[order], numbers[order]
    keep = np.ones(len(numbers), bool)
    keep[1:] = (numbers[1:] != numbers[:-1]) | (askers[1:] != askers[:-1])
    return askers[keep], numbers[keep]
