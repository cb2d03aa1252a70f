"""The most recent documents of a home, in memory and in columns: what verification and verdicts ask for most.

A bounded cache in front of the storage, or, without a bound, the one place where `scan` has its documents. Decides
nothing, and stores nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.columns import ROW, STRINGS, U1, U4, take_runs
from pipeline.packed import Array
from pipeline.state.stored import Records

BLOCKS = 8  # that share the bound: the oldest is dropped as a whole
FIRST_BYTES = 256 << 10  # of the first block where there is no bound; each doubles what is held, up to
BLOCK_BYTES = 32 << 20  # since memory comes in pages of 2 MB to arrays that are large
DOCUMENT_BYTES = 256  # about what a document costs beside its strings and its set
POSITION_BITS = 32  # a place is the serial number of a block, and the position in it
POSITION_MASK = (1 << POSITION_BITS) - 1

Places = npt.NDArray[np.int64]


class Runs:
    """A ragged column with room, `per` runs for each document; memory is taken only as it fills."""

    def __init__(self, documents: int, per: int, size: int, dtype: np.dtype[Any]) -> None:
        self.per, self.values, self.ends = per, np.empty(size, dtype), np.zeros(documents * per + 1, np.int64)

    def append(self, count: int, values: Array, offsets: Array) -> None:
        """Put the runs of some documents behind those of `count` documents."""
        first = count * self.per
        start = int(self.ends[first])
        self.ends[first + 1 : first + len(offsets)] = offsets[1:] + (start - int(offsets[0]))
        self.values[start : start + len(values)] = values

    def take(self, chosen: Places) -> tuple[Array, Places]:
        """The runs of these documents, and their offsets."""
        return take_runs(self.values, self.ends, chosen, self.per)


class Block:
    """Columns of documents that came one after the other."""

    def __init__(self, room_bytes: int) -> None:
        documents = room_bytes // DOCUMENT_BYTES
        self.rows, self.previous = np.empty(documents, ROW), np.empty((documents, 2), np.uint32)
        self.strings, self.sets = Runs(documents, STRINGS, room_bytes, U1), Runs(documents, 1, room_bytes // 4, U4)
        self.room_bytes, self.nbytes = room_bytes, 0
        self.count = self.live = 0

    def append(self, records: Records) -> None:
        """Add documents behind the others; the caller sees to the room."""
        last = self.count + len(records.rows)
        self.rows[self.count : last], self.previous[self.count : last] = records.rows, records.previous
        self.strings.append(self.count, records.strings, records.string_offsets)
        self.sets.append(self.count, records.shingles, records.offsets)
        self.nbytes += size_of(records)
        self.count, self.live = last, self.live + len(records.rows)

    def take(self, chosen: Places, *, with_sets: bool) -> Records:
        """A copy of the documents at these positions, their sets empty where nobody wants them."""
        strings, ends = self.strings.take(chosen)
        sets, offsets = self.sets.take(chosen) if with_sets else (np.empty(0, U4), np.zeros(len(chosen) + 1, np.int64))
        return Records(self.rows[chosen], strings, ends, sets, offsets, self.previous[chosen])


class Recent:
    """Documents by number; with `limit_bytes` None, all until they are forgotten."""

    def __init__(self, limit_bytes: int | None) -> None:
        self.limit_bytes, self.nbytes = limit_bytes, 0
        self.places: dict[int, int] = {}
        self.blocks: dict[int, Block] = {}  # in the order of their serial numbers
        self.serial = 0

    def add(self, records: Records) -> None:
        """Keep the documents of a registration, the oldest block giving way; one that is here already stays."""
        numbers, size = records.rows["number"].tolist(), size_of(records)
        if any(number in self.places for number in numbers):
            return
        block = self.blocks.get(self.serial)
        if block is None or block.nbytes + size > block.room_bytes:
            self.serial += 1
            block = self.blocks[self.serial] = Block(max(size, self.room()))
        start = self.serial << POSITION_BITS | block.count
        self.places.update(zip(numbers, range(start, start + len(numbers)), strict=True))
        block.append(records)
        self.nbytes += size
        while self.limit_bytes is not None and self.nbytes > self.limit_bytes:
            self.drop(next(iter(self.blocks)))

    def room(self) -> int:
        """Bytes of the next block."""
        if self.limit_bytes is not None:
            return self.limit_bytes // BLOCKS
        return min(max(self.nbytes, FIRST_BYTES), BLOCK_BYTES)

    def find(self, numbers: Sequence[int]) -> Places:
        """Places of documents, -1 for those that are not here."""
        return np.fromiter(map(self.places.get, numbers, repeat(-1)), np.int64, len(numbers))

    def take(self, places: Places, *, with_sets: bool) -> tuple[list[Records], Places]:
        """Documents at places that `find` gave, block by block; and which of `places` each is."""
        serials = places >> POSITION_BITS
        parts, order = [], []
        for serial in np.unique(serials).tolist():
            chosen = np.flatnonzero(serials == serial)
            parts.append(self.blocks[serial].take(places[chosen] & POSITION_MASK, with_sets=with_sets))
            order.append(chosen)
        return parts, np.concatenate([np.empty(0, np.int64), *order])

    def forget(self, numbers: Iterable[int]) -> None:
        """Drop documents; a block goes when nothing in it is left."""
        for number in numbers:
            place = self.places.pop(number, None)
            if place is not None:
                block = self.blocks[place >> POSITION_BITS]
                block.live -= 1
                if not block.live:
                    self.drop(place >> POSITION_BITS)

    def drop(self, serial: int) -> None:
        """Drop a block with all that is in it."""
        block = self.blocks.pop(serial)
        self.nbytes -= block.nbytes
        for number in block.rows["number"][: block.count].tolist():
            if self.places.get(number, -1) >> POSITION_BITS == serial:
                del self.places[number]


def size_of(records: Records) -> int:
    """About what documents take here, in bytes."""
    return records.strings.nbytes + records.shingles.nbytes + DOCUMENT_BYTES * len(records.rows)
