"""An open-addressing table of buckets, and the chains of postings that hang from them.

Numba loops only: growth, batches and arguments are the business of `index`. The twin is `plain_index`.

A posting is a row and one of its keys, and is numbered `row * keys of a row + place of the key`. A slot is 8 bytes: the
low half of its key, then the newest posting of its bucket, counted from 1; 0 is a free slot. A link, one per posting,
is 8 bytes too: the high half of the key, then the next posting of the chain, 0 at its end. So a slot leads to the whole
key of its bucket, and two keys are never taken for one. A key is sought by linear probing from the slot that its low
half names: a larger table is then laid out from the slots alone, from front to back (by the high half, which only links
know, growing took 5 us a document; 100,000 documents, 44 bands, Zen 4).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part

Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.void]

ZERO = np.uint64(0)
ONE = np.uint64(1)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
TOUCHED = 2816  # keys touched ahead: their cache lines fill a sixth of a megabyte, which the second-level cache holds

ROOM, REPLACED, NO_ROOM = range(3)  # what a full bucket has for one more posting


class Table(NamedTuple):
    """State of the index: rows of documents, numbered from 0, the slots of all keys, and a link per posting."""

    slots: Words  # [a power of two]
    links: Words  # [capacity * keys of a row]
    rows: Rows  # POSTING[capacity]
    marks: npt.NDArray[np.int64]  # [capacity]: the asker that came across the row last
    used: npt.NDArray[np.int64]  # [1]: slots taken
    dropped: npt.NDArray[np.int64]  # [1]: postings that found no room


class Rule(NamedTuple):
    """Who meets and who stays."""

    caps: npt.NDArray[np.int64]  # of the buckets of each key of a row
    window_ms: int
    horizon_ms: int


class Batch(NamedTuple):
    """Documents that look up, post, or both."""

    keys: Words  # [n, keys of a row]
    postings: Rows  # POSTING[n]
    looks: bool
    first_row: int  # of their rows in the table; -1 when they do not post
    first_mark: int  # of their marks, above every mark in the table


class Met(NamedTuple):
    """Room for pairs."""

    askers: npt.NDArray[np.int32]
    numbers: Words


@kernel
def meet_from(table: Table, rule: Rule, batch: Batch, start: int, met: Met) -> tuple[int, int]:  # noqa: C901 - see below
    """Let documents from `start` on look up and post; return the next document and the number of pairs written.

    It ends early where the pairs of one more document might not fit.

    long: numba counts references to an array at every call, and cut into five functions it took four times as
    much time. For the same reason the arrays are taken out of their tuples first.
    """
    slots, links, rows, marks, used, dropped = table
    keys, postings, askers, numbers = batch.keys, batch.postings, met.askers, met.numbers
    each = np.uint64(keys.shape[1])
    ahead = max(TOUCHED // max(keys.shape[1], 1), 1)
    mask = np.uint64(len(slots) - 1)
    caps, horizon_ms = rule.caps, rule.horizon_ms
    found = np.empty(caps.sum() + 1, np.uint64)
    pairs = 0
    for document in range(start, len(keys)):
        if len(askers) - pairs < len(found):
            return document, pairs
        if (document - start) % ahead == 0:
            found[-1] = _touch(slots, keys, document, ahead)  # kept, since loads for nothing would be optimised away
        posting, mark, row = postings[document], batch.first_mark + document, batch.first_row + document
        posts = batch.first_row >= 0 and posting["seen"] >= horizon_ms
        count = 0
        for place in range(keys.shape[1]):
            key = keys[document, place]
            if key == ZERO:
                continue
            at = key & mask
            word = slots[at]
            while word != ZERO and (word >> HALF != key & LOW or links[(word & LOW) - ONE] >> HALF != key >> HALF):
                at = at + ONE & mask
                word = slots[at]
            length = 0
            one = word & LOW
            while one != ZERO:
                other = (one - ONE) // each
                length += 1
                if marks[other] != mark:
                    marks[other] = mark
                    found[count] = other
                    count += 1
                one = links[one - ONE] & LOW
            if posts:
                way = _make_way(slots, links, rows, at, (row, horizon_ms)) if length >= caps[place] else ROOM
                dropped[0] += way != ROOM
                if way != NO_ROOM:
                    new = np.uint64(row) * each + np.uint64(place)
                    used[0] += word == ZERO
                    links[new] = key >> HALF << HALF | slots[at] & LOW
                    slots[at] = key << HALF | new + ONE
        for i in range(count if batch.looks else 0):
            other = rows[found[i]]
            near = abs(other["seen"] - posting["seen"]) <= rule.window_ms
            if near and other["seen"] >= horizon_ms and other["number"] != posting["number"]:
                askers[pairs] = document
                numbers[pairs] = other["number"]
                pairs += 1
    return len(keys), pairs


@part
def _touch(slots: Words, keys: Words, first: int, count: int) -> np.uint64:
    """Load the slots that come next, all at once: loads that do not wait for each other hide the memory's latency."""
    mask = np.uint64(len(slots) - 1)
    seen = ZERO
    for document in range(first, min(first + count, len(keys))):
        for place in range(keys.shape[1]):
            seen ^= slots[keys[document, place] & mask]
    return seen


@part
def _make_way(slots: Words, links: Words, rows: Rows, at: np.uint64, new: tuple[int, int]) -> int:
    """Unlink from a full bucket what has expired, else the highest-ranked posting, unless the new one ranks higher."""
    row, horizon_ms = new
    if _expire(slots, links, rows, at, horizon_ms):
        return ROOM
    each = np.uint64(len(links) // len(rows))
    before_worst = before = ZERO
    worst = one = slots[at] & LOW
    while one != ZERO:
        if _ranks_before(rows[(worst - ONE) // each], rows[(one - ONE) // each]):
            before_worst, worst = before, one
        before = one
        one = links[one - ONE] & LOW
    if _ranks_before(rows[(worst - ONE) // each], rows[row]):
        return NO_ROOM
    _unlink(slots, links, at, before_worst, links[worst - ONE] & LOW)
    return REPLACED


@part
def _expire(slots: Words, links: Words, rows: Rows, at: np.uint64, horizon_ms: int) -> bool:
    """Unlink what was seen before the horizon, and say whether anything was."""
    each = np.uint64(len(links) // len(rows))
    any_expired = False
    before = ZERO
    one = slots[at] & LOW
    while one != ZERO:
        after = links[one - ONE] & LOW
        if rows[(one - ONE) // each]["seen"] < horizon_ms:
            _unlink(slots, links, at, before, after)
            any_expired = True
        else:
            before = one
        one = after
    return any_expired


@part
def _unlink(slots: Words, links: Words, at: np.uint64, before: np.uint64, after: np.uint64) -> None:
    """Let `after` follow `before` (0: the slot itself) in a chain."""
    if before == ZERO:
        slots[at] = slots[at] >> HALF << HALF | after
    else:
        links[before - ONE] = links[before - ONE] >> HALF << HALF | after


@part
def _ranks_before(one: np.void, other: np.void) -> bool:
    if one["time"] != other["time"]:
        return bool(one["time"] < other["time"])
    if one["id_hi"] != other["id_hi"]:
        return bool(one["id_hi"] < other["id_hi"])
    return bool(one["number"] < other["number"])


@kernel
def lay_out(old: Words, new: Words) -> None:
    """Move slots into a larger, empty table."""
    mask = np.uint64(len(new) - 1)
    for i in range(len(old)):
        word = old[i]
        if word != ZERO:
            at = word >> HALF & mask
            while new[at] != ZERO:
                at = at + ONE & mask
            new[at] = word


@kernel
def move_live(old: Table, moved: npt.NDArray[np.int64], new: Table) -> None:
    """Link into an empty table what is linked in the old one; row r becomes row moved[r], or goes where that is -1."""
    old_slots, old_links = old.slots, old.links
    slots, links, used = new.slots, new.links, new.used
    each = np.uint64(len(old_links) // len(old.rows))
    mask = np.uint64(len(slots) - 1)
    for i in range(len(old_slots)):
        newest = ZERO
        low = old_slots[i] >> HALF
        one = old_slots[i] & LOW
        while one != ZERO:
            row, place = (one - ONE) // each, (one - ONE) % each
            link = old_links[one - ONE]
            one = link & LOW
            if moved[row] >= 0:
                posting = np.uint64(moved[row]) * each + place
                links[posting] = link >> HALF << HALF | newest
                newest = posting + ONE
        if newest != ZERO:
            at = low & mask
            while slots[at] != ZERO:
                at = at + ONE & mask
            slots[at] = low << HALF | newest
            used[0] += 1
