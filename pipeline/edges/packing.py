"""Pack documents by home into raw messages: up to 256 JSON lines each, in the order in which they came.

Sends nothing and reads no clock: the time is an argument.
"""

from dataclasses import dataclass, field

from pipeline.columns import MAX_DOCUMENTS

PACK_BYTES = 512 * 1024  # a message of more documents is closed before it would grow beyond this
PACK_S = 0.2  # at a limited rate a message waits no longer than this for company


@dataclass(frozen=True, slots=True)
class Pack:
    """The value of a raw message. `first` and `last` are the ordinals of its first and last document."""

    home: int
    first: int
    last: int
    documents: int
    value: bytes


@dataclass(slots=True)
class OpenPack:
    """A message that still takes documents."""

    opened_s: float
    first: int
    last: int
    size: int = 0
    lines: list[bytes] = field(default_factory=list)

    def add(self, ordinal: int, line: bytes) -> None:
        """Take a document in."""
        self.lines.append(line)
        self.size += len(line) + 1
        self.last = ordinal

    def closed(self, home: int) -> Pack:
        """Return what is sent."""
        return Pack(home, self.first, self.last, len(self.lines), b"\n".join(self.lines))


class Packer:
    """The open messages, one for each home at most."""

    def __init__(self) -> None:
        """Begin without open messages."""
        self._open: dict[int, OpenPack] = {}

    def add(self, home: int, ordinal: int, line: bytes, now_s: float) -> list[Pack]:
        """Take a document in and return the messages that are full, in their order."""
        full = []
        if home in self._open and self._open[home].size + len(line) > PACK_BYTES:
            full.append(self._close(home))
        pack = self._open.setdefault(home, OpenPack(now_s, ordinal, ordinal))
        pack.add(ordinal, line)
        if len(pack.lines) == MAX_DOCUMENTS or pack.size > PACK_BYTES:
            full.append(self._close(home))
        return full

    def close_older(self, limit_s: float) -> list[Pack]:
        """Return the messages that were opened at or before a time."""
        return [self._close(home) for home, pack in list(self._open.items()) if pack.opened_s <= limit_s]

    def flush(self) -> list[Pack]:
        """Return all that is left."""
        return [self._close(home) for home in list(self._open)]

    def _close(self, home: int) -> Pack:
        return self._open.pop(home).closed(home)
