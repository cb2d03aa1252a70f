"""The most recent documents of a home, in memory and in columns: what verification and verdicts ask for most.

A bounded cache in front of the storage, or, without a bound, the one place where `scan` has its documents. Decides
nothing, and stores nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat

import numpy as np
import numpy.typing as npt

from pipeline.columns import I8, ROW, STRINGS, U1, U4, Runs
from pipeline.state.growing import Column
from pipeline.state.stored import Records

DOCUMENT_BYTES = 256  # about what a document costs beside its strings and its set
KEPT = 2  # where there is a bound, a half of it is kept when it is reached: each document is then copied once

Places = npt.NDArray[np.int64]


class Growing:
    """A ragged column that grows: values, and the bounds of `each` runs of every document."""

    def __init__(self, dtype: np.dtype[np.generic], each: int) -> None:
        self.values, self.bounds = Column(dtype), Column(I8, each + 1)

    def append(self, runs: Runs) -> None:
        """Put the runs of more documents behind the others."""
        values, offsets = runs.packed()
        self.bounds.append(Runs.of(values, offsets, runs.bounds.shape[1] - 1).bounds + len(self.values))
        self.values.append(values)

    def take(self, places: Places) -> Runs:
        """The runs of these documents, where they lie."""
        return Runs(self.values.values, self.bounds.values[places])


class Columns:
    """Columns of documents that came one after the other."""

    def __init__(self) -> None:
        self.rows, self.previous = Column(ROW), Column(U4, 2)
        self.strings, self.sets = Growing(U1, STRINGS), Growing(U4, 1)

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self.rows)

    @property
    def nbytes(self) -> int:
        """About what they take, in bytes."""
        return self.strings.values.nbytes + self.sets.values.nbytes + DOCUMENT_BYTES * len(self)

    def append(self, records: Records) -> None:
        """Add documents behind the others."""
        self.rows.append(records.rows)
        self.previous.append(records.previous)
        self.strings.append(records.strings)
        self.sets.append(records.sets)

    def take(self, places: Places) -> Records:
        """The documents at these places; strings and sets are not copied."""
        strings, sets = self.strings.take(places), self.sets.take(places)
        return Records(self.rows.values[places], strings, sets, self.previous.values[places])


class Recent:
    """Documents by number; with `limit_bytes` None, all until they are forgotten."""

    def __init__(self, limit_bytes: int | None) -> None:
        self.limit_bytes = limit_bytes
        self.places: dict[int, int] = {}  # by number, in the order in which they came
        self.columns = Columns()

    @property
    def nbytes(self) -> int:
        """About what the documents take, in bytes."""
        return self.columns.nbytes

    def add(self, records: Records) -> None:
        """Keep the documents of a registration, the oldest giving way; one that is here already stays."""
        numbers = records.rows["number"].tolist()
        if any(number in self.places for number in numbers):
            return
        self.places.update(zip(numbers, range(len(self.columns), len(self.columns) + len(numbers)), strict=True))
        self.columns.append(records)
        if self.limit_bytes is not None and self.nbytes > self.limit_bytes:
            self.keep_newest(self.limit_bytes // KEPT)

    def find(self, numbers: Sequence[int]) -> Places:
        """Places of documents, -1 for those that are not here."""
        return np.fromiter(map(self.places.get, numbers, repeat(-1)), np.int64, len(numbers))

    def take(self, places: Places) -> Records:
        """Documents at places that `find` gave: views, to be let go before the next are added."""
        return self.columns.take(places)

    def forget(self, numbers: Iterable[int]) -> None:
        """Drop documents; memory is given back when more than half of them are gone."""
        for number in numbers:
            self.places.pop(number, None)
        if len(self.columns) > 2 * len(self.places):
            self.keep(list(self.places))

    def keep_newest(self, limit_bytes: int) -> None:
        """Drop the oldest documents, so that the rest takes no more than this."""
        numbers = list(self.places)
        places = np.fromiter(self.places.values(), np.int64, len(numbers))
        sizes = sizes_of(self.columns.take(places))
        kept = int((np.cumsum(sizes[::-1]) <= limit_bytes).sum())
        self.keep(numbers[len(numbers) - kept :])

    def keep(self, numbers: list[int]) -> None:
        """Drop all but these documents."""
        kept = self.columns.take(self.find(numbers))
        self.columns = Columns()
        self.columns.append(kept)
        self.places = dict(zip(numbers, range(len(numbers)), strict=True))


def sizes_of(records: Records) -> npt.NDArray[np.int64]:
    """About what each document takes here, in bytes."""
    strings, sets = records.strings.bounds, records.sets.bounds
    sizes: npt.NDArray[np.int64] = strings[:, -1] - strings[:, 0] + U4.itemsize * (sets[:, 1] - sets[:, 0])
    return sizes + DOCUMENT_BYTES
