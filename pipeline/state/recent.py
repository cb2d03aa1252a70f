"""The most recent documents of a home, in memory and in columns: what verification and verdicts ask for most.

A bounded cache in front of the storage, or, without a bound, the one place where `scan` has its documents. Decides
nothing, and stores nothing.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.columns import I8, ROW, STRINGS, U1, U4, U8, Runs
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
        bounds = runs.bounds
        if not (bounds[1:, 0] == bounds[:-1, -1]).all():  # else they lie side by side, as those of most batches
            values, offsets = runs.packed()
            runs = Runs.of(values, offsets, bounds.shape[1] - 1)
        first, last = (int(runs.bounds[0, 0]), int(runs.bounds[-1, -1])) if len(bounds) else (0, 0)
        self.bounds.append(runs.bounds + (len(self.values) - first))
        self.values.append(runs.values[first:last])

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
    """Documents by number; with `limit_bytes` None, all until they are forgotten. They lie in the order of numbers."""

    def __init__(self, limit_bytes: int | None) -> None:
        self.limit_bytes = limit_bytes
        self._numbers, self._forgotten = Column(U8), Column(U1)
        self._columns = Columns()
        self._gone = 0

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self._numbers) - self._gone

    @property
    def nbytes(self) -> int:
        """About what the documents take, in bytes."""
        return self._columns.nbytes

    def add(self, records: Records) -> None:
        """Keep the documents of a registration, the oldest giving way; one that is here already stays."""
        numbers = records.rows["number"]
        if (self.find(numbers) >= 0).any():
            return
        self._append(records)
        held = self._numbers.values
        before = len(held) - len(numbers) - 1
        if before >= 0 and len(numbers) and held[before] > held[before + 1]:  # a batch that is repeated late
            self._keep(np.argsort(held))
        if self.limit_bytes is not None and self.nbytes > self.limit_bytes:
            sizes = sizes_of(self._columns.take(np.arange(len(self._columns))))
            kept = int((np.cumsum(sizes[::-1]) <= self.limit_bytes // KEPT).sum())
            self._keep(np.arange(len(sizes) - kept, len(sizes)))

    def find(self, numbers: Sequence[int] | npt.NDArray[np.uint64]) -> Places:
        """Places of documents, -1 for those that are not here."""
        wanted = np.asarray(numbers, np.uint64)
        held = self._numbers.values
        if not len(held):
            return np.full(len(wanted), -1)
        places = np.minimum(np.searchsorted(held, wanted), len(held) - 1)
        return np.where((held[places] == wanted) & (self._forgotten.values[places] == 0), places, -1)

    def take(self, places: Places) -> Records:
        """Documents at places that `find` gave: views, to be let go before the next are added."""
        return self._columns.take(places)

    def forget(self, numbers: Sequence[int]) -> None:
        """Drop documents; memory is given back when more than half of them are gone."""
        places = self.find(numbers)
        self._forgotten.values[places[places >= 0]] = 1
        self._gone = int(self._forgotten.values.sum())
        if self._gone > len(self):
            self._keep(np.arange(len(self._numbers)))

    def _append(self, records: Records) -> None:
        self._columns.append(records)
        self._numbers.append(records.rows["number"])
        self._forgotten.append(np.zeros(len(records.rows), U1))

    def _keep(self, places: Places) -> None:
        """Drop all but the documents at these places, and lay those out anew."""
        kept = self._columns.take(places[self._forgotten.values[places] == 0])
        self._numbers, self._forgotten, self._columns = Column(U8), Column(U1), Columns()
        self._gone = 0
        self._append(kept)


def sizes_of(records: Records) -> npt.NDArray[np.int64]:
    """About what each document takes here, in bytes."""
    strings, sets = records.strings.bounds, records.sets.bounds
    sizes: npt.NDArray[np.int64] = strings[:, -1] - strings[:, 0] + U4.itemsize * (sets[:, 1] - sets[:, 0])
    return sizes + DOCUMENT_BYTES
