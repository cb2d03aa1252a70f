"""Our own commands as child processes that end when we do.

Knows nothing of Kafka or of what a child does: it starts, watches for a sign in the child's log, and stops in order.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pipeline
from pipeline.errors import Unavailable
from pipeline.settings import VARIABLE

STOP_LIMIT_S = 20.0
LOOK_EVERY_S = 0.05
SHOWN_LOG_LINES = 8
RUN: Final = (sys.executable, "-m", "pipeline")
# Sends SIGTERM, in the end SIGKILL, once its input ends: that happens when our process ends in whatever way.
WATCHER: Final = """
read -r _
kill -TERM "$1" 2>/dev/null || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" 2>/dev/null || exit 0; done
kill -KILL "$1"
"""


@dataclass
class Child:
    """A running command of ours, in a session of its own, so that Ctrl-C reaches only us and we stop it in order."""

    name: str
    log: Path
    process: subprocess.Popen[bytes]
    watcher: subprocess.Popen[bytes] | None

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def check(self) -> None:
        """Raise `Unavailable` with the end of its log unless it runs."""
        if self.process.poll() is not None:
            code = self.process.returncode
            raise Unavailable(f"The {self.name} ended with {code}. It said last:\n{self.last_log_lines()}")

    def wait_for(self, sign: str, limit_s: float, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Return once its log holds `sign`; raise `Unavailable` when it ends before, or after `limit_s`."""
        until_s = time.monotonic() + limit_s
        while sign not in self.log.read_text(errors="replace"):
            self.check()
            if time.monotonic() > until_s:
                sentence = f"The {self.name} is not ready after {limit_s:.0f} s."
                raise Unavailable(f"{sentence} It said last:\n{self.last_log_lines()}")
            meanwhile()
            time.sleep(LOOK_EVERY_S)

    def last_log_lines(self) -> str:
        """Return the end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-SHOWN_LOG_LINES:])

    def stop(self) -> None:
        """End it in order, and by force only past a limit."""
        self.process.terminate()
        try:
            self.process.wait(STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.watcher is not None:
            self.watcher.kill()
            self.watcher.communicate()


def start_child(name: str, arguments: list[str], folder: Path, *, is_kept: bool) -> Child:
    """Start `firstprint ARGUMENTS` in a folder, its output in NAME.log there; a kept child outlives us."""
    log = folder / f"{name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*RUN, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=folder,
            env=environment(),
            start_new_session=True,
        )
    return Child(name, log, process, None if is_kept else _watch(process.pid))


def environment() -> dict[str, str]:
    """Return our environment without settings, which come from the child's folder, and with this very package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(VARIABLE) or name == CACHE}
    root = str(Path(pipeline.__file__).parents[1])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths)}


CACHE: Final = VARIABLE + "CACHE"  # where Kafka's files are: no setting


def _watch(pid: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", WATCHER, "firstprint-watcher", str(pid)], stdin=subprocess.PIPE, start_new_session=True
    )
