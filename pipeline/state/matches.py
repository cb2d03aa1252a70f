"""The matches of a home's documents: in its storage, or, where nothing is to last, in memory alone.

Merges by minimum (design, section 4 rule 6); what a match is, is not known here.
"""

from collections.abc import Iterable, Sequence
from itertools import starmap
from typing import Protocol

from pipeline.match import DUPLICATE, NO_MATCHES, RELATED, Slots, least
from pipeline.state.kv import KV
from pipeline.state.stored import decode_matches, encode_matches, number_keys


class Matches(Protocol):
    """(duplicate, related) match by a document's number, b"" for none."""

    def get(self, numbers: Sequence[int]) -> list[Slots]:
        """Those of each document."""
        ...

    def merge(self, numbers: Sequence[int], found: Iterable[Slots]) -> dict[bytes, bytes]:
        """Merge found matches into those of each document; returns what has to be stored."""
        ...

    def forget(self, numbers: Sequence[int]) -> list[bytes]:
        """Drop those of documents; returns the keys to be deleted."""
        ...


class StoredMatches:
    """In storage, under m+number."""

    def __init__(self, kv: KV) -> None:
        self._kv = kv

    def get(self, numbers: Sequence[int]) -> list[Slots]:
        """See `Matches`."""
        return [decode_matches(value) for value in self._kv.get_many(number_keys(b"m", numbers))]

    def merge(self, numbers: Sequence[int], found: Iterable[Slots]) -> dict[bytes, bytes]:
        """See `Matches`."""
        values = starmap(encode_matches, merged(self.get(numbers), found))
        return dict(zip(number_keys(b"m", numbers), values, strict=True))

    def forget(self, numbers: Sequence[int]) -> list[bytes]:
        """See `Matches`."""
        return number_keys(b"m", numbers)


class HeldMatches:
    """In memory alone."""

    def __init__(self) -> None:
        self._held: dict[int, Slots] = {}

    def get(self, numbers: Sequence[int]) -> list[Slots]:
        """See `Matches`."""
        return [self._held.get(number, NO_MATCHES) for number in numbers]

    def merge(self, numbers: Sequence[int], found: Iterable[Slots]) -> dict[bytes, bytes]:
        """See `Matches`."""
        self._held.update(zip(numbers, merged(self.get(numbers), found), strict=True))
        return {}

    def forget(self, numbers: Sequence[int]) -> list[bytes]:
        """See `Matches`."""
        for number in numbers:
            self._held.pop(number, None)
        return []


def merged(stored: Iterable[Slots], found: Iterable[Slots]) -> list[Slots]:
    """The least of what is stored and what was found, slot by slot."""
    return [
        (least(one[DUPLICATE], other[DUPLICATE]), least(one[RELATED], other[RELATED])) if one != NO_MATCHES else other
        for one, other in zip(stored, found, strict=True)
    ]
