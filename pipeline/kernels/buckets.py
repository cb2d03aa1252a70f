"""Open-addressing tables of buckets, one per band, and the chains of postings that hang from them.

Numba loops only: growth, batches and arguments are the business of `index`. The twin is `plain_index`.

A slot is 8 bytes: the low half of its key, then the number of the row (counted from 1) of the newest posting of its bucket;
0 is a free slot. A link, one per row and band, is 8 bytes too: the high half of the key, then the next row of the chain,
0 at its end. So a slot leads to the whole key of its bucket, two keys are never taken for one, and a table can be laid out
again. A slot is sought from the high half on by linear probing.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part

Words = npt.NDArray[np.uint64]

ZERO = np.uint64(0)
ONE = np.uint64(1)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
TOUCHED = 2816  # keys touched ahead: their cache lines fill a sixth of a megabyte, which the second-level cache holds


class Table(NamedTuple):
    """State of the index: rows of documents, numbered from 0, and slots and links by band."""

    slots: Words  # [bands, a power of two]
    links: Words  # [capacity, bands]
    rows: npt.NDArray[np.void]  # POSTING[capacity]
    marks: npt.NDArray[np.int64]  # [capacity]: the asker that collected the row last
    used: npt.NDArray[np.int64]  # [bands]: slots taken
    dropped: npt.NDArray[np.int64]  # [1]: postings that found no room


class Rule(NamedTuple):
    """Who meets and who stays."""

    cap: int
    window_ms: int
    horizon_ms: int


class Batch(NamedTuple):
    """Documents that ask or post; `first_row` is their first row in the table, -1 when they have none."""

    keys: Words  # [n, bands]
    postings: npt.NDArray[np.void]  # POSTING[n]
    first_row: int
    first_tick: int  # marks of these documents: above every mark in the table


class Met(NamedTuple):
    """Room for pairs."""

    askers: npt.NDArray[np.int32]
    numbers: Words


@kernel
def meet_from(table: Table, rule: Rule, batch: Batch, start: int, met: Met) -> tuple[int, int]:
    """Let documents from `start` on look up, and post if they have rows; return the next document and the pairs written.

    It ends early where the pairs of one more document might not fit.
    """
    bands = batch.keys.shape[1]
    ahead = max(TOUCHED // max(bands, 1), 1)
    pairs = 0
    for document in range(start, len(batch.keys)):
        if len(met.askers) - pairs < bands * rule.cap:
            return document, pairs
        if (document - start) % ahead == 0:
            _touch(table.slots, batch.keys[document : document + ahead])
        for band in range(bands):
            key = batch.keys[document, band]
            if key == ZERO:
                continue
            slot = _slot_of(table.slots[band], table.links, band, key)
            pairs = _collect(table, rule, batch, (document, band, slot), met, pairs)
            if batch.first_row >= 0:
                _post(table, rule, batch.first_row + document, (band, slot, key))
    return len(batch.keys), pairs


@kernel
def post_all(table: Table, rule: Rule, batch: Batch) -> None:
    """Post every document, looking nothing up; band by band, which stays within one table at a time."""
    for band in range(batch.keys.shape[1]):
        for first in range(0, len(batch.keys), TOUCHED):
            _touch(table.slots[band : band + 1], batch.keys[first : first + TOUCHED, band : band + 1])
            for document in range(first, min(first + TOUCHED, len(batch.keys))):
                key = batch.keys[document, band]
                if key != ZERO:
                    slot = _slot_of(table.slots[band], table.links, band, key)
                    _post(table, rule, batch.first_row + document, (band, slot, key))


@part
def _touch(slots: Words, keys: Words) -> np.uint64:
    """Load the slots that come next, all at once: loads that do not wait for each other hide the memory's latency."""
    mask = np.uint64(slots.shape[1] - 1)
    seen = ZERO
    for document in range(keys.shape[0]):
        for band in range(keys.shape[1]):
            seen ^= slots[band, keys[document, band] >> HALF & mask]
    return seen


@part
def _slot_of(slots: Words, links: Words, band: int, key: np.uint64) -> np.uint64:
    """The slot of the key's bucket, or the free one where it would be."""
    mask = np.uint64(len(slots) - 1)
    at = key >> HALF & mask
    while True:
        word = slots[at]
        if word == ZERO or (word >> HALF == key & LOW and links[(word & LOW) - ONE, band] >> HALF == key >> HALF):
            return at
        at = at + ONE & mask


@part
def _collect(table: Table, rule: Rule, batch: Batch, place: tuple[int, int, np.uint64], met: Met, pairs: int) -> int:
    """Write down whom a document meets in the bucket of a slot, unless it has met them already."""
    document, band, slot = place
    asker = batch.postings[document]
    tick = batch.first_tick + document
    row = table.slots[band, slot] & LOW
    while row != ZERO:
        here = row - ONE
        if table.marks[here] != tick:
            table.marks[here] = tick
            other = table.rows[here]
            near = abs(other["seen"] - asker["seen"]) <= rule.window_ms
            if near and other["seen"] >= rule.horizon_ms and other["number"] != asker["number"]:
                met.askers[pairs] = document
                met.numbers[pairs] = other["number"]
                pairs += 1
        row = table.links[here, band] & LOW
    return pairs


@part
def _post(table: Table, rule: Rule, row: int, place: tuple[int, np.uint64, np.uint64]) -> None:
    """Put a row into the bucket of a slot: expired postings leave it, and when it is full the highest-ranked one does."""
    band, slot, key = place
    if table.rows[row]["seen"] < rule.horizon_ms:
        return
    if table.slots[band, slot] == ZERO:
        table.used[band] += 1
    elif _expire(table, rule, band, slot) >= rule.cap:
        table.dropped[0] += 1
        if not _replaced(table, row, band, slot):
            return
    table.links[row, band] = key >> HALF << HALF | table.slots[band, slot] & LOW
    table.slots[band, slot] = key << HALF | np.uint64(row + 1)


@part
def _expire(table: Table, rule: Rule, band: int, slot: np.uint64) -> int:
    """Unlink what the horizon has passed, and count what stays."""
    kept = 0
    before = ZERO
    row = table.slots[band, slot] & LOW
    while row != ZERO:
        after = table.links[row - ONE, band] & LOW
        if table.rows[row - ONE]["seen"] < rule.horizon_ms:
            _unlink(table, band, slot, before, after)
        else:
            kept += 1
            before = row
        row = after
    return kept


@part
def _replaced(table: Table, new: int, band: int, slot: np.uint64) -> bool:
    """Unlink the highest-ranked posting of a full bucket, unless the new one ranks higher still."""
    before_worst = before = ZERO
    worst = row = table.slots[band, slot] & LOW
    while row != ZERO:
        if _ranks_before(table.rows[worst - ONE], table.rows[row - ONE]):
            before_worst, worst = before, row
        before = row
        row = table.links[row - ONE, band] & LOW
    if _ranks_before(table.rows[worst - ONE], table.rows[new]):
        return False
    _unlink(table, band, slot, before_worst, table.links[worst - ONE, band] & LOW)
    return True


@part
def _unlink(table: Table, band: int, slot: np.uint64, before: np.uint64, after: np.uint64) -> None:
    """Let `after` follow `before` (0: the slot itself) in a chain."""
    if before == ZERO:
        table.slots[band, slot] = table.slots[band, slot] >> HALF << HALF | after
    else:
        table.links[before - ONE, band] = table.links[before - ONE, band] >> HALF << HALF | after


@part
def _ranks_before(one: np.void, other: np.void) -> bool:
    if one["time"] != other["time"]:
        return bool(one["time"] < other["time"])
    if one["id_hi"] != other["id_hi"]:
        return bool(one["id_hi"] < other["id_hi"])
    return bool(one["number"] < other["number"])


@kernel
def lay_out(old: Words, links: Words, new: Words) -> None:
    """Move the slots of every band into larger, empty tables."""
    mask = np.uint64(new.shape[1] - 1)
    for band in range(old.shape[0]):
        for i in range(old.shape[1]):
            word = old[band, i]
            if word != ZERO:
                at = links[(word & LOW) - ONE, band] >> HALF & mask
                while new[band, at] != ZERO:
                    at = at + ONE & mask
                new[band, at] = word


@kernel
def move_live(old: Table, moved: npt.NDArray[np.int64], new: Table) -> None:
    """Link into an empty table what is linked in the old one; row r becomes row moved[r], or goes when that is negative."""
    for band in range(old.slots.shape[0]):
        for i in range(old.slots.shape[1]):
            word = old.slots[band, i]
            row = word & LOW
            while row != ZERO:
                link = old.links[row - ONE, band]
                if moved[row - ONE] >= 0:
                    _link(new, moved[row - ONE], band, link >> HALF << HALF | word >> HALF)
                row = link & LOW


@part
def _link(table: Table, row: int, band: int, key: np.uint64) -> None:
    slot = _slot_of(table.slots[band], table.links, band, key)
    table.used[band] += table.slots[band, slot] == ZERO
    table.links[row, band] = key >> HALF << HALF | table.slots[band, slot] & LOW
    table.slots[band, slot] = key << HALF | np.uint64(row + 1)
