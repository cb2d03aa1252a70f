"""A bounded memory of what a storage said last, in front of it.

Holds nothing that is not in the storage as well, and knows nothing of what the values mean.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pipeline.state.kv import KV

ENTRY_BYTES = 200  # about what an entry costs beside its key and its value


class Absent:
    """Marks a key that was never asked for."""


ABSENT: Final = Absent()


class CachedKV:
    """A `KV` that answers for keys of some first letters from memory, also that there is none.

    Only one may write to the storage, through this. What was put or asked for first goes first.
    """

    def __init__(self, kv: KV, letters: bytes, limit_bytes: int) -> None:
        self._kv, self._letters, self._limit = kv, frozenset(letters), limit_bytes
        self._held: dict[bytes, bytes | None] = {}
        self.nbytes = 0

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """See `KV.get_many`."""
        found = [self._held.get(key, ABSENT) for key in keys]
        missing = [place for place, value in enumerate(found) if isinstance(value, Absent)]
        values = self._kv.get_many([keys[place] for place in missing])
        for place, value in zip(missing, values, strict=True):
            found[place] = value
            self._hold(keys[place], value)
        self._trim()
        return [None if isinstance(value, Absent) else value for value in found]

    def write(self, puts: Mapping[bytes, bytes], deletes: Iterable[bytes] = ()) -> None:
        """See `KV.write`."""
        deletes = list(deletes)
        self._kv.write(puts, deletes)
        for key in deletes:
            self._hold(key, None)
        for key, value in puts.items():
            self._hold(key, value)
        self._trim()

    def items(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """See `KV.items`."""
        return self._kv.items(prefix)

    def _hold(self, key: bytes, value: bytes | None) -> None:
        if key[0] in self._letters:
            before = self._held.get(key, ABSENT)
            self.nbytes -= 0 if isinstance(before, Absent) else cost_of(key, before)
            self._held[key] = value
            self.nbytes += cost_of(key, value)

    def _trim(self) -> None:
        while self.nbytes > self._limit:
            key = next(iter(self._held))
            self.nbytes -= cost_of(key, self._held.pop(key))


def cost_of(key: bytes, value: bytes | None) -> int:
    """About what an entry takes, in bytes."""
    return len(key) + len(value or b"") + ENTRY_BYTES
