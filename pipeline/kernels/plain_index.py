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
    """Buckets by key, each with at most its cap of postings, the lowest-ranked; see `index.BandIndex`."""

    def __init__(self, caps: Sequence[int], window_ms: int) -> None:
        self.caps, self.window_ms = caps, window_ms
        self.buckets: dict[int, list[PlainPosting]] = {}
        self.overflowed = 0
        self.horizon_ms = FOREVER

    def meet(
        self, keys: Sequence[Sequence[int]], postings: Sequence[PlainPosting], horizon_ms: int
    ) -> list[tuple[int, int]]:
        """(asker, number) of all that meet: each document looks up, then posts. Sorted, each once."""
        self._raise(horizon_ms)
        met: set[tuple[int, int]] = set()
        for asker, (row, posting) in enumerate(zip(keys, postings, strict=True)):
            met |= {(asker, number) for number in self._look_up(row, posting)}
            self.insert([row], [posting])
        return sorted(met)

    def find(
        self, keys: Sequence[Sequence[int]], postings: Sequence[PlainPosting], horizon_ms: int
    ) -> list[tuple[int, int]]:
        """As `meet`, without posting."""
        self._raise(horizon_ms)
        return sorted(
            (asker, number)
            for asker, (row, posting) in enumerate(zip(keys, postings, strict=True))
            for number in self._look_up(row, posting)
        )

    def insert(
        self, keys: Sequence[Sequence[int]], postings: Sequence[PlainPosting], horizon_ms: int = FOREVER
    ) -> None:
        """Post each document under its keys, unless it was seen before the horizon."""
        self._raise(horizon_ms)
        for row, posting in zip(keys, postings, strict=True):
            for key, cap in zip(row, self.caps, strict=True) if posting.seen >= self.horizon_ms else ():
                if key:
                    kept = sorted([*self.buckets.get(key, ()), posting], key=lambda other: other.rank)
                    self.overflowed += len(kept) > cap
                    self.buckets[key] = kept[:cap]

    def _raise(self, horizon_ms: int) -> None:
        """Drop every posting that the horizon has passed; it never goes back."""
        self.horizon_ms = max(self.horizon_ms, horizon_ms)
        for key, kept in self.buckets.items():
            self.buckets[key] = [posting for posting in kept if posting.seen >= self.horizon_ms]

    def _look_up(self, row: Sequence[int], asker: PlainPosting) -> set[int]:
        return {
            other.number
            for key in filter(None, row)
            for other in self.buckets.get(key, ())
            if other.number != asker.number and abs(other.seen - asker.seen) <= self.window_ms
        }
