"""The faults of a torture run: what is done to workers, to the broker, and to what is loaded.

Each leaves as many workers running as it found. When they happen is decided elsewhere.
"""

import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pipeline.edges.broker import EmbeddedBroker
from pipeline.measure.crew import Crew
from pipeline.measure.prove_deployment import RawValue
from pipeline.records import decode_document

AWAY_S = (1.0, 8.0)  # how long a broker is away
REFUSED = (b"\xff\xfe no JSON", b'{"id": "no-text"}', b"[]")


@dataclass
class Scene:
    """What faults happen to. `indices`: workers that ever ran; `refused`: messages that must become dead letters."""

    broker: EmbeddedBroker
    crew: Crew
    chance: random.Random
    refused: int = 0
    indices: set[int] = field(default_factory=set)

    def pick(self) -> int:
        """One of the running workers."""
        return self.chance.choice(sorted(self.crew.running))

    def changed(self, fault: str, messages: list[RawValue]) -> list[RawValue]:
        """What is loaded before a fault: for some, the fault is in there."""
        if fault == "message twice":
            at = self.chance.randrange(len(messages))
            return [*messages[: at + 1], *messages[at:]]
        if fault == "messages swapped":
            return swapped(messages, self.chance)
        if fault == "refused messages":
            self.refused += len(REFUSED)
            homes = self.crew.settings.homes
            return [*[(self.chance.randrange(homes), value) for value in REFUSED], *messages]
        return messages


def swapped(messages: list[RawValue], chance: random.Random) -> list[RawValue]:
    """Swap two messages of a home that have no id in common, if there are any; none of an id lies between them."""
    starts = list(range(len(messages)))
    chance.shuffle(starts)
    for at in starts:
        for other in range(at + 1, len(messages)):
            if messages[other][0] == messages[at][0]:
                if ids_of(messages[at]).isdisjoint(ids_of(messages[other])):
                    changed = list(messages)
                    changed[at], changed[other] = changed[other], changed[at]
                    return changed
                break  # only the next one of the home
    return messages


def ids_of(message: RawValue) -> set[str | None]:
    """The ids of a message's documents."""
    return {decode_document(line).id for line in (message[1] or b"").split(b"\n")}


def stop_worker(scene: Scene) -> None:
    """SIGTERM, and start."""
    index = scene.pick()
    scene.crew.end(index, signal.SIGTERM)
    scene.crew.start(index)


def kill_worker(scene: Scene) -> None:
    """SIGKILL, and start."""
    index = scene.pick()
    scene.crew.end(index, signal.SIGKILL)
    scene.crew.start(index)


def lose_folder(scene: Scene) -> None:
    """SIGKILL, and start with an empty folder."""
    index = scene.pick()
    scene.crew.end(index, signal.SIGKILL)
    scene.crew.delete_data(index)
    scene.crew.start(index)


def freeze_worker(scene: Scene) -> None:
    """SIGSTOP for longer than a session, and SIGCONT."""
    index = scene.pick()
    scene.crew.send(index, signal.SIGSTOP)
    time.sleep(1.5 * scene.crew.settings.session_timeout_s)  # a stretch of time is the fault itself
    scene.crew.send(index, signal.SIGCONT)


def exchange_worker(scene: Scene) -> None:
    """A worker joins, and one that was there leaves."""
    leaves = scene.pick()
    joins = min(set(range(len(scene.indices) + 1)) - scene.crew.running.keys())
    scene.crew.start(joins)
    scene.indices.add(joins)
    scene.crew.end(leaves, signal.SIGTERM)


def restart_broker(scene: Scene) -> None:
    """Stop it in order, and start it after a while."""
    scene.broker.stop()
    time.sleep(scene.chance.uniform(*AWAY_S))
    scene.broker.start()
    scene.crew.deployment.reconnect()


def kill_broker(scene: Scene) -> None:
    """Kill it, and start it after a while."""
    scene.broker.kill()
    time.sleep(scene.chance.uniform(*AWAY_S))
    scene.broker.start()
    scene.crew.deployment.reconnect()


def nothing(_: Scene) -> None:
    """The fault is in what was loaded, or in how."""


FAULTS: dict[str, Callable[[Scene], None]] = {
    "worker stopped": stop_worker,
    "worker killed": kill_worker,
    "worker frozen": freeze_worker,
    "worker exchanged": exchange_worker,
    "data folder deleted": lose_folder,
    "broker stopped": restart_broker,
    "broker killed": kill_broker,
    "loader killed": nothing,
    "message twice": nothing,
    "messages swapped": nothing,
    "refused messages": nothing,
}
