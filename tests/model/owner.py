"""The owner of one partition: a state over a worker's disk, what it has handed to the producer, and its agents.

Everything here is lost in a crash but the disk. An owner that is fenced goes on without knowing it: its records may
still reach the changelog, its messages reach nobody.
"""

import random
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pipeline import steps
from pipeline.packed import Batch
from pipeline.plans import Speech
from pipeline.runtime.carrier import KEYS
from pipeline.state.cached import CachedKV
from pipeline.state.documents import HomeState
from pipeline.state.lsh import BandState, Place
from pipeline.state.store import Acknowledged
from tests.model import agents
from tests.model.world import Lane, Packed, World

TOPICS = {"documents": ("raw", "shingles", "candidates", "matches"), "lsh": ("bands",)}  # as in `pipeline.flow`
FIRST_DOCUMENTS = 4  # for which an index has room at first


@dataclass(eq=False, slots=True)
class Token:
    """A message that was handed to the producer; `offset` is known once it has arrived."""

    lane: Lane
    value: Any
    offset: int | None = None


class Owner:
    """One incarnation of the co-partitioned agents of a home, or of the look agent of a band partition."""

    def __init__(self, world: World, group: Lane, worker: int, rng: random.Random) -> None:
        """Recover the state, and go on from the committed offsets."""
        self.world, self.group, self.worker, self.rng = world, group, worker, rng
        self.disk = world.disk(worker, group)
        self.fenced = False
        self.outbox: dict[Lane, deque[Token]] = defaultdict(deque)
        self.ticked: dict[int, int] = {}
        self.state = self.recover()
        self.acknowledged = Acknowledged(self.disk.last)
        self.readers = [Reader(self, Lane(topic, group.partition)) for topic in TOPICS[group.topic]]

    # ---- the table, as `pipeline.state.store`

    def make_state(self) -> HomeState | BandState:
        """Return a state over the disk."""
        setting, (table, partition) = self.world.setting, self.group
        if table == "documents":
            kv = CachedKV(self.disk.kv, b"km", setting.cache_bytes)
            return HomeState(partition, setting.homes, kv, setting.profile, setting.cache_bytes)
        place = Place(partition, setting.partitions, setting.homes)
        return BandState(place, self.disk.kv, setting.profile, FIRST_DOCUMENTS)

    def recover(self) -> HomeState | BandState:
        """Apply what the changelog has beyond the disk, then make the state anew and load it."""
        state = self.make_state()
        for record in self.world.logs[self.group][self.disk.last + 1 :]:
            if isinstance(record, Packed):
                state.apply(KEYS[record.kind] + record.offset.to_bytes(8, "big"), record.value)
            else:
                state.apply_batch(record)
        self.disk.last = len(self.world.logs[self.group]) - 1
        state = self.make_state()
        state.load()
        return state

    def write(self, record: Batch) -> Token:
        """Apply a record and hand it to the producer for the changelog."""
        self.state.apply_batch(record)
        return self.hand(self.group, record)

    def acknowledge(self, token: Token) -> None:
        """Wait until a record is in the changelog; the disk then knows how far it is complete."""
        self.arrive(token)
        if token.offset is not None:
            self.acknowledged.add(token.offset)
            self.disk.last = max(self.disk.last, self.acknowledged.last)

    # ---- the producer: in order within a lane

    def hand(self, lane: Lane, value: Any) -> Token:
        """Hand a message to the producer."""
        token = Token(lane, value)
        self.outbox[lane].append(token)
        return token

    def arrive(self, token: Token) -> None:
        """Let a message arrive, after all that was handed over before it for the same partition."""
        queue = self.outbox[token.lane]
        while queue and token.offset is None:
            self.deliver(queue.popleft())

    def deliver(self, token: Token) -> None:
        """Append a message to its log, unless its sender is fenced; a changelog takes it all the same."""
        if not self.fenced or token.lane == self.group:
            token.offset = self.world.append(token.lane, token.value)

    def say(self, speeches: Iterable[Speech]) -> list[Token]:
        """Build verdicts from the table and hand them to the producer, in one step (rule 8)."""
        lane = Lane("verdicts", self.group.partition)
        return [self.hand(lane, spoken) for spoken in steps.speak(agents.home_of(self), speeches)]

    # ---- its end

    def crash(self) -> None:
        """Leave behind what happens to arrive: of each lane, some of what was handed over first."""
        for queue in self.outbox.values():
            for _ in range(self.rng.randint(0, len(queue))):
                self.deliver(queue.popleft())

    def fence(self) -> None:
        """Go on as a zombie: what was under way when the lease ended may arrive, later messages do not."""
        for lane, queue in self.outbox.items():
            if lane != self.group:
                for _ in range(self.rng.randint(0, len(queue))):
                    self.deliver(queue.popleft())
        self.fenced = True


class Reader:
    """An agent of an owner: where it reads, how far it is, and what it is at."""

    __slots__ = ("lane", "log", "owner", "position", "running")

    def __init__(self, owner: Owner, lane: Lane) -> None:
        """Go on from the committed offset."""
        self.owner, self.lane = owner, lane
        self.log = owner.world.logs[lane]
        self.position = owner.world.committed[lane]
        self.running: agents.Steps | None = None

    def is_runnable(self) -> bool:
        """Say whether it is at work or has something to read."""
        return self.running is not None or self.position < len(self.log)

    def step(self) -> None:
        """Go on to the next await, of the next message where none is under way."""
        if self.running is None:
            value = self.owner.world.read(self.lane, self.position)
            self.running = agents.AGENTS[self.lane.topic](self.owner, self.position, value)
        try:
            next(self.running)
        except StopIteration:
            self.running = None
            self.position += 1

    def commit(self) -> None:
        """Commit what was processed."""
        self.owner.world.committed[self.lane] = self.position
