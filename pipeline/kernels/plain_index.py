"""The LSH index as a dictionary: what `index.BandIndex` computes, said as plainly as possible.

Not for production: it is the oracle of the kernel's tests, and of whoever needs an index without numpy.
"""

from collections.abc import Sequence
from typing import NamedTuple

FOREVER = -(1 << 63)  # a horizon before everything: nothing expires


class PlainPosting(NamedTuple):
    """A document as a bucket knows it, in the order of `index.POSTING`."""

    number: int
    seen: int
    time: int
    id_hi: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """The order in which a bucket fills: the lowest stay."""
        return self.time, self.id_hi, self.number


class PlainIndex:
    """Buckets by (column, key), each with at most `cap` postings, the lowest-ranked; see `index.BandIndex`."""

    def __init__(self, bands: int, cap: int, window_ms: int) -> None:
        self.bands, self.cap, self.window_ms = bands, cap, window_ms
        self.buckets: dict[tuple[int, int], list[PlainPosting]] = {}
        self.overflowed = 0

    def meet(
        self, keys: Sequence[Sequence[int]], postings: Sequence[PlainPosting], horizon_ms: int
    ) -> list[tuple[int, int]]:
        """(asker, number) of all that meet: each document looks up, then posts. Sorted, each once."""
        met: set[tuple[int, int]] = set()
        for asker, (row, posting) in enumerate(zip(keys, postings, strict=True)):
            met |= {(asker, number) for number in self._look_up(row, posting, horizon_ms)}
            self.insert([row], [posting], horizon_ms)
        return sorted(met)

    def find(
        self, keys: Sequence[Sequence[int]], postings: Sequence[PlainPosting], horizon_ms: int
    ) -> list[tuple[int, int]]:
        """As `meet`, without posting."""
        return sorted(
            (asker, number)
            for asker, (row, posting) in enumerate(zip(keys, postings, strict=True))
            for number in self._look_up(row, posting, horizon_ms)
        )

    def insert(
        self, keys: Sequence[Sequence[int]], postings: Sequence[PlainPosting], horizon_ms: int = FOREVER
    ) -> None:
        """Post each document under its keys; what was seen before the horizon goes, and is not posted."""
        for row, posting in zip(keys, postings, strict=True):
            if posting.seen < horizon_ms:
                continue
            for bucket in self._buckets(row):
                kept = [other for other in self.buckets.get(bucket, ()) if other.seen >= horizon_ms]
                kept = sorted([*kept, posting], key=lambda other: other.rank)
                self.overflowed += len(kept) > self.cap
                self.buckets[bucket] = kept[: self.cap]

    def _look_up(self, row: Sequence[int], asker: PlainPosting, horizon_ms: int) -> set[int]:
        return {
            other.number
            for bucket in self._buckets(row)
            for other in self.buckets.get(bucket, ())
            if other.number != asker.number
            and other.seen >= horizon_ms
            and abs(other.seen - asker.seen) <= self.window_ms
        }

    def _buckets(self, row: Sequence[int]) -> list[tuple[int, int]]:
        return [(column, key) for column, key in enumerate(row) if key]
