"""Let chance decide what happens next: an agent's step, a raw message, a commit, a crash, a move, a zombie's step.

Knows nothing of documents; the same seed plays a history in the same way.
"""

import random
from bisect import bisect
from itertools import accumulate

from tests.model.owner import Owner, Reader
from tests.model.world import History, Lane, World

MAX_STEPS = 200_000
DRAWS = 20  # agents that are drawn before all are looked through
LAST_STEPS = 60  # of zombies, when all others have nothing left to do
NEW_PACE = 40  # steps after which other agents are the slow ones


class Scheduler:
    """Plays one history until nothing is left to do."""

    def __init__(self, history: History) -> None:
        """Give every partition an owner."""
        self.setting, self.feed = history.setting, list(reversed(history.feed))
        self.rng = random.Random(history.seed)
        self.world = World(self.setting)
        self.groups = self.setting.groups
        self.owners = {group: self.owner(group, self.rng.randrange(self.setting.workers)) for group in self.groups}
        self.zombies: list[Owner] = []
        self.crashes = self.setting.crashes
        self.crash_rate = self.rng.choice((0.003, 0.01, 0.03))
        self.commit_rate = self.rng.choice((0.02, 0.1, 0.4))
        self.feed_rate = self.rng.choice((0.002, 0.01, 0.1, 0.5))  # least: what has come is judged before more comes
        self.zombie_rate = self.rng.choice((0.02, 0.3))
        self.readers = self.all_readers()
        self.pace: list[float] = []  # cumulative weights of `readers`

    def owner(self, group: Lane, worker: int) -> Owner:
        """Make a new owner."""
        return Owner(self.world, group, worker, self.rng)

    def all_readers(self) -> list[Reader]:
        """Return the agents of all owners, always in the same order."""
        return [reader for group in self.groups for reader in self.owners[group].readers]

    def run(self) -> World:
        """Play the history; return the world at rest."""
        for step in range(MAX_STEPS):
            if step % NEW_PACE == 0:
                self.pace = list(accumulate(0.01 + self.rng.random() ** 3 for _ in self.readers))
            if not self.happen():
                return self.world
        raise RuntimeError("the history does not come to rest")

    def happen(self) -> bool:
        """Let one thing happen; return whether there was one."""
        rng = self.rng
        if self.feed and rng.random() < self.feed_rate:
            self.produce()
        elif self.crashes and rng.random() < self.crash_rate:
            self.fail()
        elif self.zombies and rng.random() < self.zombie_rate:
            self.haunt()
        elif rng.random() < self.commit_rate:
            rng.choice(self.owners[rng.choice(self.groups)].readers).commit()
        else:
            return self.work()
        return True

    def produce(self) -> None:
        """Put the next raw message into its log."""
        self.world.produce(self.feed.pop())

    def work(self) -> bool:
        """Let some agent go on."""
        chosen = self.choose()
        if chosen:
            chosen.step()
        elif self.feed:
            self.produce()
        elif self.zombies:
            for _ in range(self.rng.randint(0, LAST_STEPS)):
                self.haunt()
            self.zombies = []
        else:
            return False
        return True

    def choose(self) -> Reader | None:
        """Draw an agent that has something to do; look for one where chance finds none."""
        readers, pace, draw = self.readers, self.pace, self.rng.random
        for _ in range(DRAWS):
            reader = readers[bisect(pace, draw() * pace[-1])]
            if reader.is_runnable():
                return reader
        runnable = [reader for reader in readers if reader.is_runnable()]
        return self.rng.choice(runnable) if runnable else None

    def fail(self) -> None:
        """Let a worker or a single partition crash; what it owned goes to any worker."""
        self.crashes -= 1
        if self.rng.random() < 0.5:
            worker = self.rng.randrange(self.setting.workers)
            failed = [group for group in self.groups if self.owners[group].worker == worker]
        else:
            failed = [self.rng.choice(self.groups)]
        for group in failed:
            self.replace(group)

    def replace(self, group: Lane) -> None:
        """End an owner, or leave it as a zombie; its successor may find a disk."""
        old, rng = self.owners[group], self.rng
        self.world.counts["restarts"] += 1
        if self.setting.zombies and rng.random() < 0.5:
            old.fence()
            self.zombies.append(old)
            self.world.disks.pop((old.worker, group), None)  # it is still the zombie's
        else:
            old.crash()
            if rng.random() >= self.setting.keeps_disk:
                self.world.disks.pop((old.worker, group), None)
        worker = old.worker if rng.random() < 0.5 else rng.randrange(self.setting.workers)
        self.owners[group] = self.owner(group, worker)
        self.readers = self.all_readers()

    def haunt(self) -> None:
        """Let a zombie go on, or end."""
        if not self.zombies:
            return
        zombie = self.rng.choice(self.zombies)
        runnable = [reader for reader in zombie.readers if reader.is_runnable()]
        if not runnable or self.rng.random() < self.setting.zombie_end:
            self.bury(zombie)
        else:
            self.rng.choice(runnable).step()

    def bury(self, zombie: Owner) -> None:
        """End a zombie."""
        zombie.crash()
        self.zombies.remove(zombie)
