"""The LSH table of one band partition, in memory."""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.plain_index import FOREVER, PlainIndex, PlainPosting

POSTING = np.dtype([("number", "<u8"), ("seen", "<i8"), ("time", "<i8"), ("id_hi", "<u8")])
Keys = npt.NDArray[np.uint64]
Pairs = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]


class BandIndex:
    """Buckets by (column, key), each with at most `cap` postings, the lowest-ranked by (time, id_hi, number)."""

    def __init__(self, bands: int, cap: int, window_ms: int, capacity: int = 1 << 14) -> None:
        self._plain = PlainIndex(bands, cap, window_ms)
        self._count = 0
        self.capacity = capacity

    def meet(self, keys: Keys, postings: npt.NDArray[np.void], horizon_ms: int) -> Pairs:
        """(asker int32[p], number uint64[p]) of all that meet: each document in order looks up, then posts."""
        self._count += len(keys)
        return _pairs(self._plain.meet(keys.tolist(), [PlainPosting(*p) for p in postings.tolist()], horizon_ms))

    def find(self, keys: Keys, postings: npt.NDArray[np.void], horizon_ms: int) -> Pairs:
        """As `meet`, without posting."""
        return _pairs(self._plain.find(keys.tolist(), [PlainPosting(*p) for p in postings.tolist()], horizon_ms))

    def insert(self, keys: Keys, postings: npt.NDArray[np.void], horizon_ms: int = FOREVER) -> None:
        """Post each document, looking nothing up."""
        self._count += len(keys)
        self._plain.insert(keys.tolist(), [PlainPosting(*p) for p in postings.tolist()], horizon_ms)

    @property
    def overflowed(self) -> int:
        """How many postings found no room in their bucket so far."""
        return self._plain.overflowed

    @property
    def nbytes(self) -> int:
        """Memory taken, in bytes."""
        return 1100 * self._count

    def __len__(self) -> int:
        return self._count

    def needs_room(self, n: int) -> bool:
        """Whether `n` more documents would make the table grow."""
        return self._count + n > self.capacity

    def make_room(self, n: int) -> None:
        """Grow for `n` more documents."""
        self.capacity = max(self.capacity, self._count + n)

    def compact(self, horizon_ms: int) -> None:
        """Forget what was seen before the horizon."""
        for bucket, kept in self._plain.buckets.items():
            self._plain.buckets[bucket] = [p for p in kept if p.seen >= horizon_ms]


def _pairs(met: list[tuple[int, int]]) -> Pairs:
    return np.array([m[0] for m in met], np.int32), np.array([m[1] for m in met], np.uint64)
