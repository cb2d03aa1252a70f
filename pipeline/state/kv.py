"""The key-value face that the states see of their storage, in memory for `scan` and on RocksDB for the worker.

Knows nothing of documents, bands, topics or offsets, and opens no database: the store hands it a callable for one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from rocksdict import Rdict, WriteBatch

RESERVED = b"__f"  # keys of the store itself (offset, identity) begin so; states must not use and never see them


class KV(Protocol):
    """One partition's storage: bytes to bytes, sorted by key."""

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """Return the values in the order of `keys`, None where there is none; sees every earlier `write`."""
        ...

    def write(self, puts: Mapping[bytes, bytes], deletes: Iterable[bytes] = ()) -> None:
        """Apply all at once: after a crash, either everything of one call is there or nothing."""
        ...

    def items(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Yield the pairs whose key begins with `prefix`, ascending by key; consume it before the next `write`."""
        ...


class TableState(Protocol):
    """What one table knows of one partition, beside and on top of its `KV`.

    Two more methods are called where a state has them, once its partition is recovered: `load() -> None`, in another
    thread, builds what it keeps in memory; then `under_way() -> Mapping[int, int]` (raw offset to bytes) gives the
    batches that are registered and not done.
    """

    def apply(self, key: bytes, value: bytes) -> None:
        """Apply one changelog record; applying it again, or applying an older one late, changes nothing."""
        ...


class MemoryKV:
    """A dict; sorted when somebody iterates."""

    def __init__(self) -> None:
        self._pairs: dict[bytes, bytes] = {}

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """See `KV.get_many`."""
        get = self._pairs.get
        return [get(key) for key in keys]

    def write(self, puts: Mapping[bytes, bytes], deletes: Iterable[bytes] = ()) -> None:
        """See `KV.write`."""
        for key in deletes:
            self._pairs.pop(key, None)
        self._pairs.update(puts)

    def items(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """See `KV.items`."""
        for key in sorted(key for key in self._pairs if key.startswith(prefix)):
            yield key, self._pairs[key]


class RocksKV:
    """An `Rdict` in raw mode, looked up at every call.

    A reference to the `Rdict` kept past the revocation of its partition would keep the database's lock, so `find` is
    asked each time and nothing is remembered.
    """

    def __init__(self, find: Callable[[], Rdict]) -> None:
        self._find = find

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """See `KV.get_many`."""
        if not keys:
            return []
        values: Any = self._find().get(list(keys))  # a list for a list, though its type does not say so
        found: list[bytes | None] = values
        return found

    def write(self, puts: Mapping[bytes, bytes], deletes: Iterable[bytes] = ()) -> None:
        """See `KV.write`."""
        batch = WriteBatch(raw_mode=True)
        for key in deletes:
            batch.delete(key)
        for key, value in puts.items():
            batch.put(key, value)
        if not batch.is_empty():
            self._find().write(batch)

    def items(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """See `KV.items`."""
        pairs: Any = self._find().items(from_key=prefix or None)  # bytes, since the database is in raw mode
        for key, value in pairs:
            if not key.startswith(prefix):
                return
            if not key.startswith(RESERVED):
                yield key, value
