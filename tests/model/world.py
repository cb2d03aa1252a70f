"""What outlives a crash: the logs of all topics and changelogs, the committed offsets, and the disks of the workers.

Decides and schedules nothing. A table's changelog is a log like any other, under the table's name.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pipeline.columns import pack, unpack
from pipeline.packed import Batch, Kind
from pipeline.profile import Profile
from pipeline.state.kv import MemoryKV


class Lane(NamedTuple):
    """A partition of a topic or of a table."""

    topic: str
    partition: int


@dataclass(frozen=True)
class Setting:
    """How a history is played: partitions, workers, and what may go wrong."""

    profile: Profile
    homes: int
    partitions: int
    workers: int
    crashes: int = 4
    zombies: bool = False  # a crashed owner may go on for a while, fenced
    zombie_end: float = 0.03  # how likely its next step is its last
    keeps_disk: float = 0.6  # how often a local store survives
    expires: bool = False
    packs: bool = False  # everything goes through bytes
    cache_bytes: int = 1 << 20

    @property
    def groups(self) -> list[Lane]:
        """Every partition of every table: what is owned, crashes and moves as one."""
        homes = [Lane("documents", home) for home in range(self.homes)]
        return homes + [Lane("lsh", partition) for partition in range(self.partitions)]


class Raw(NamedTuple):
    """A raw message; without a value it is an offset that holds nothing. `origin` names what a home has sent on."""

    home: int  # in whose log it lies
    value: bytes | None
    time_ms: int  # when it was produced: the record's timestamp
    origin: tuple[int, int] | None = None


@dataclass(frozen=True)
class History:
    """Raw messages in the order in which they are produced, and the seed of all chances."""

    kind: str
    seed: int
    setting: Setting
    feed: list[Raw]


@dataclass
class Disk:
    """A worker's local store of one partition; `last` is the changelog offset up to which it is known to hold all."""

    kv: MemoryKV = field(default_factory=MemoryKV)
    last: int = -1


class World:
    """Logs, commits and disks of one history. `now_ms` is the clock of those who produce raw messages."""

    def __init__(self, setting: Setting) -> None:
        """Begin with empty logs."""
        self.setting = setting
        self.logs: dict[Lane, list[Any]] = defaultdict(list)
        self.committed: dict[Lane, int] = defaultdict(int)
        self.disks: dict[tuple[int, Lane], Disk] = {}
        self.counts: dict[str, int] = defaultdict(int)
        self.now_ms = 0

    def disk(self, worker: int, group: Lane) -> Disk:
        """Return a worker's local store of a partition; an empty one where there is none."""
        return self.disks.setdefault((worker, group), Disk())

    def append(self, lane: Lane, value: Any) -> int:
        """Append to a log; return the offset."""
        if self.setting.packs and isinstance(value, Batch):
            value = Packed(value.kind, value.offset, pack(value, self.setting.profile.identity))
        log = self.logs[lane]
        log.append(value)
        return len(log) - 1

    def produce(self, message: Raw) -> None:
        """Put a raw message into its log."""
        self.now_ms = max(self.now_ms, message.time_ms)
        self.append(Lane("raw", message.home), message)

    def read(self, lane: Lane, offset: int) -> Any:
        """Return what a log holds at an offset."""
        value = self.logs[lane][offset]
        if isinstance(value, Packed):
            return unpack(value.value, value.kind, self.setting.profile.identity)
        return value


class Packed(NamedTuple):
    """A batch as it travels: `kind` and `offset` stand for topic and changelog key."""

    kind: Kind
    offset: int
    value: bytes
