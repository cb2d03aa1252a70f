"""The model of the distributed algorithm as a row of the long matrix, in processes of its own.

Plays nothing itself: the model is part of the tests, which an installed package lacks.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAYER = Path("tests") / "model" / "play_many.py"
PROCESSES = 2  # with seeds in turn; at the lowest priority, for what the rows leave of two cores
NICE = ("nice", "-n", "19")
MISSING = "Skipped: the model of the algorithm, since it is part of the tests, which are not here."


@dataclass(frozen=True)
class ModelRow:
    """How many histories were wanted and played, and how many of them did not end as the reference says."""

    histories: int
    played: int
    different: int
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether all were played and none differed."""
        return self.played == self.histories and not self.different

    @property
    def fault(self) -> str:
        """Say what is not right."""
        unplayed = self.histories - self.played
        failed = f", {unplayed:,} were not played" if unplayed else ""
        return f"the model: {self.different:,} of {self.histories:,} histories differ{failed}"


def has_model() -> bool:
    """Whether the tests lie beside the package, as in a checkout."""
    return (ROOT / PLAYER).is_file()


@contextmanager
def playing(histories: int) -> Iterator[Callable[[], ModelRow]]:
    """Begin to play; yields what waits for the end and returns the row. Whoever leaves early ends the processes."""
    started_s = time.monotonic()
    module = ".".join(PLAYER.with_suffix("").parts)
    command = [*NICE, sys.executable, "-m", module]
    with ExitStack() as stack:
        processes = []
        for first in range(PROCESSES):
            seeds = (str(first), str(histories), str(PROCESSES))
            process = subprocess.Popen([*command, *seeds], cwd=ROOT, stdout=subprocess.PIPE)
            stack.enter_context(process)
            stack.callback(process.kill)
            processes.append(process)
        yield partial(row_of, processes, histories, started_s)


def row_of(processes: list[subprocess.Popen[bytes]], histories: int, started_s: float) -> ModelRow:
    """Wait for the processes; what one has played that ended before it could say so does not count."""
    said = [process.communicate()[0].split() for process in processes]
    counts = [(int(one[0]), int(one[1])) for one in said if one]
    played, different = (sum(column) for column in zip((0, 0), *counts, strict=True))
    return ModelRow(histories, played, different, time.monotonic() - started_s)
