"""The LSH table of one band partition, in memory: who posted under the same key before.

Durable nothing, and no thread of its own: the owner rebuilds it from segments, and calls it from one thread at a time.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.errors import BadSetup
from pipeline.kernels.buckets import Batch, Met, Rule, Table, lay_out, meet_from, move_live
from pipeline.kernels.jit import reading
from pipeline.kernels.plain_index import FOREVER

POSTING = np.dtype([("number", "<u8"), ("seen", "<i8"), ("time", "<i8"), ("id_hi", "<u8")])

Keys = npt.NDArray[np.uint64]
Postings = npt.NDArray[np.void]
Pairs = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]

LOAD = 0.7  # of the slots taken at most: linear probing is still short, and smaller tables are faster ones
MAX_POSTINGS = (1 << 32) - 1  # a slot has 32 bits for them
PAIRS = 1 << 14  # that are written down before they are handed on


class BandIndex:
    """Buckets by key, each with at most so many postings as its cap, the lowest-ranked by (time, id_hi, number).

    What a bucket holds is a function of the set of postings alone, whatever their order, as long as none expires. Keys
    are compared in full, so nothing meets by accident of the table; the band is mixed into them, so one table serves
    all bands. It takes 8 bytes per document and key for links, 11 to 23 for slots (less where keys repeat), and 40 per
    document: 0.9 to 1.4 kB for 44 keys, 1.4 to 2.1 for 68.
    A document is posted once, and once under each key: whoever calls sees to it that neither comes twice.
    """

    def __init__(self, caps: Sequence[int], window_ms: int, capacity: int = 1 << 14) -> None:
        """Make an empty one.

        A document has as many keys as there are `caps`; the bucket of its key i has the cap caps[i]. `capacity` is the
        number of documents before it grows first.
        """
        self.each, self.window_ms = len(caps), window_ms
        self._caps = np.array(caps, np.int64)
        self._horizon_ms = FOREVER
        self._least = max(capacity, 1)
        self._count = 0
        self._marked = 1
        self._table = _empty(self.each, self._least, _slots_for(self._least * self.each))
        room = int(self._caps.sum()) + PAIRS
        self._met = Met(np.empty(room, np.int32), np.empty(room, np.uint64))

    def meet(self, keys: Keys, postings: Postings, horizon_ms: int) -> Pairs:
        """Return (asker int32[p], number uint64[p]) of all that meet: each document in order looks up, then posts.

        `keys` is uint64[n, each], spread evenly as hashes are, 0 for "no posting"; `postings` is POSTING[n]. A
        document meets the postings under its keys that were seen at most the window from it and not before the horizon,
        each once. What was seen before the horizon neither meets nor counts for the cap, and is not posted; the horizon
        never goes back, so a lower one than an earlier call's has no effect.
        """
        return self._run(self._admitted(keys, postings), horizon_ms)

    def find(self, keys: Keys, postings: Postings, horizon_ms: int) -> Pairs:
        """As `meet`, without posting: for documents that have posted already."""
        return self._run(self._batch(keys, postings), horizon_ms)

    def insert(self, keys: Keys, postings: Postings, horizon_ms: int = FOREVER) -> None:
        """As `meet`, without looking up: for a rebuild from segments."""
        self._run(self._admitted(keys, postings)._replace(looks=False), horizon_ms)

    @property
    def overflowed(self) -> int:
        """How many postings found no room in their bucket, or lost it to a lower-ranked one."""
        return int(self._table.dropped[0])

    @property
    def nbytes(self) -> int:
        """Memory taken, in bytes."""
        return sum(array.nbytes for array in (*self._table, *self._met))

    def __len__(self) -> int:
        """How many documents it holds, expired ones that `compact` has not dropped yet included."""
        return self._count

    def needs_room(self, n: int) -> bool:
        """Whether `n` more documents would make it grow, which takes long when it is large."""
        return self._count + n > len(self._table.rows) or self._most(n) > LOAD * len(self._table.slots)

    def make_room(self, n: int) -> None:
        """Grow for `n` more documents by doubling. It may run in a thread, with no other call beside it.

        `BadSetup` when there would be more than MAX_POSTINGS.
        """
        capacity = len(self._table.rows)
        while capacity < self._count + n:
            capacity *= 2
        if capacity * self.each > MAX_POSTINGS:
            raise BadSetup(f"A band partition cannot hold {capacity} documents.", "Use a shorter window.")
        if capacity > len(self._table.rows):
            larger = _empty(self.each, capacity, 1)
            larger.links[: self._count * self.each] = self._table.links[: self._count * self.each]
            for name in ("rows", "marks"):
                getattr(larger, name)[: self._count] = getattr(self._table, name)[: self._count]
            self._table = self._table._replace(links=larger.links, rows=larger.rows, marks=larger.marks)
        if self._most(n) > LOAD * len(self._table.slots):
            new_slots = np.zeros(_slots_for(self._most(n)), np.uint64)
            lay_out(self._table.slots, new_slots)
            self._table = self._table._replace(slots=new_slots)

    def compact(self, horizon_ms: int) -> None:
        """Forget every document that was seen before the horizon, and give its memory back."""
        self._horizon_ms = max(self._horizon_ms, horizon_ms)
        live = self._table.rows["seen"][: self._count] >= self._horizon_ms
        count = int(live.sum())
        capacity = max(self._least, count * 3 // 2)
        new = _empty(self.each, capacity, _slots_for(capacity * self.each))
        new.rows[:count] = self._table.rows[: self._count][live]
        new.dropped[:] = self._table.dropped
        move_live(self._table, np.where(live, np.cumsum(live) - 1, -1), new)
        self._table, self._count = new, count

    def _most(self, n: int) -> int:
        return int(self._table.used[0]) + n * self.each

    def _admitted(self, keys: Keys, postings: Postings) -> Batch:
        """Give the documents their rows."""
        batch = self._batch(keys, postings)._replace(first_row=self._count)
        if self.needs_room(len(keys)):
            self.make_room(len(keys))
        self._count += len(keys)
        self._table.rows[batch.first_row : self._count] = postings
        return batch

    def _batch(self, keys: Keys, postings: Postings) -> Batch:
        if keys.shape != (len(postings), self.each):
            raise ValueError(f"keys {keys.shape} of {len(postings)} documents with {self.each} keys each")
        first = self._marked
        self._marked += len(keys)
        return Batch(reading(keys, np.uint64), reading(postings, POSTING), looks=True, first_row=-1, first_mark=first)

    def _run(self, batch: Batch, horizon_ms: int) -> Pairs:
        """Run the batch, in pieces where the room for pairs does not suffice."""
        self._horizon_ms = max(self._horizon_ms, horizon_ms)
        rule = Rule(self._caps, self.window_ms, self._horizon_ms)
        pieces: list[Pairs] = [(np.empty(0, np.int32), np.empty(0, np.uint64))]
        done = 0
        while done < len(batch.keys):
            done, pairs = meet_from(self._table, rule, batch, done, self._met)
            pieces.append((self._met.askers[:pairs].copy(), self._met.numbers[:pairs].copy()))
        return np.concatenate([piece[0] for piece in pieces]), np.concatenate([piece[1] for piece in pieces])


def _slots_for(keys: int) -> int:
    """A power of two that so many keys fill to LOAD at most."""
    return 1 << int(keys / LOAD).bit_length()


def _empty(each: int, capacity: int, slots: int) -> Table:
    return Table(
        np.zeros(slots, np.uint64),
        np.empty(capacity * each, np.uint64),
        np.empty(capacity, POSTING),
        np.zeros(capacity, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
    )
