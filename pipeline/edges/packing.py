"""Pack documents by home into raw messages: up to 256 JSON lines each, in the order in which they came.

Sends nothing and reads no clock: the time is an argument.
"""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pipeline.columns import MAX_DOCUMENTS

PACK_BYTES = 512 * 1024  # a message of more documents is closed before it would grow beyond this
PACK_S = 0.2  # at a limited rate a message waits no longer than this for company

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Pack:
    """The value of a raw message. `first` and `last` are the ordinals of its first and last document."""

    home: int
    first: int
    last: int
    documents: int
    value: bytes


@dataclass(slots=True)
class OpenPack(Generic[Item]):
    """A message that still takes documents; `size` is that of their lines with the ends of these."""

    opened_s: float
    size: int = 0
    items: list[Item] = field(default_factory=list)


class OpenPacks(Generic[Item]):
    """The open messages, one for each home at most, of documents in whatever form."""

    def __init__(self) -> None:
        """Begin without open messages."""
        self._open: dict[int, OpenPack[Item]] = {}

    def add(self, home: int, item: Item, size: int, now_s: float) -> list[tuple[int, list[Item]]]:
        """Take a document whose line has `size` bytes; return the messages that are full, as (home, documents)."""
        full = []
        pack = self._open.get(home)
        if pack is not None and pack.size + size > PACK_BYTES:
            full.append(self._close(home))
            pack = None
        if pack is None:
            pack = self._open[home] = OpenPack(now_s)
        pack.items.append(item)
        pack.size += size + 1
        if len(pack.items) == MAX_DOCUMENTS or pack.size > PACK_BYTES:
            full.append(self._close(home))
        return full

    def close_older(self, limit_s: float) -> list[tuple[int, list[Item]]]:
        """Return the messages that were opened at or before a time."""
        return [self._close(home) for home, pack in list(self._open.items()) if pack.opened_s <= limit_s]

    def flush(self) -> list[tuple[int, list[Item]]]:
        """Return all that is left."""
        return [self._close(home) for home in list(self._open)]

    def _close(self, home: int) -> tuple[int, list[Item]]:
        return home, self._open.pop(home).items


class Packer:
    """Makes the values of raw messages from lines that come one by one."""

    def __init__(self) -> None:
        """Begin without open messages."""
        self._packs = OpenPacks[tuple[int, bytes]]()

    def add(self, home: int, ordinal: int, line: bytes, now_s: float) -> list[Pack]:
        """Take a document in and return the messages that are full, in their order."""
        return [packed(*full) for full in self._packs.add(home, (ordinal, line), len(line), now_s)]

    def close_older(self, limit_s: float) -> list[Pack]:
        """Return the messages that were opened at or before a time."""
        return [packed(*full) for full in self._packs.close_older(limit_s)]

    def flush(self) -> list[Pack]:
        """Return all that is left."""
        return [packed(*full) for full in self._packs.flush()]


def packed(home: int, items: list[tuple[int, bytes]]) -> Pack:
    """Return what is sent of documents that are given as (ordinal, line)."""
    return Pack(home, items[0][0], items[-1][0], len(items), b"\n".join([line for _, line in items]))
