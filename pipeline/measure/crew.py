"""Several workers of one namespace: each a process of its own, started, stopped, killed, frozen and woken by its index.

Judges nothing, and waits for what logs and topics show.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.measure.prove_deployment import Deployment, WorkerEndedError
from pipeline.runtime.ending import TRY_AGAIN
from pipeline.runtime.supervisor import environment

LIMIT_S = 240.0  # how long anything is waited for on a machine that is busy with other things
LOOK_S = 0.05
END_S = 30.0
LOG_BYTES = 3000


class Crew:
    """The workers of a deployment, by index; `settings` are theirs, and those of the deployment otherwise."""

    def __init__(self, deployment: Deployment, **settings: Any) -> None:
        self.deployment = deployment
        self.settings = replace(deployment.settings, **settings)
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def _path(self, index: int) -> Path:
        return self.deployment.folder / f"worker-{index}.log"

    def log(self, index: int) -> str:
        """What a worker has logged, over all its starts."""
        path = self._path(index)
        return path.read_text(errors="replace") if path.exists() else ""

    def said(self, index: int, event: str) -> int:
        """How often a worker has logged an event."""
        return self.log(index).count(f"event={event}")

    def start(self, index: int) -> None:
        """Start one and wait until it has its partitions; what ends with 75 meanwhile is started again."""
        times = self.said(index, "partitions-ready")
        self._run(index)

        def ready() -> bool:
            if self._has_ended(index):
                self._run(index)
            return self.said(index, "partitions-ready") > times

        self.until(ready, f"worker {index} is not ready")

    def start_several(self, count: int) -> None:
        """Start so many under one supervisor, which goes by the index 0, and wait until all have partitions."""
        self._run(0, "--processes", str(count))
        ready = [f"worker={index} .*event=partitions-ready" for index in range(count)]
        self.until(lambda: all(re.search(one, self.log(0)) for one in ready), "not all workers are ready")

    def _run(self, index: int, *options: str) -> None:
        with self._path(index).open("ab") as log:
            self.running[index] = subprocess.Popen(
                [sys.executable, "-m", "pipeline", "worker", *options],
                env=environment(self.settings, index),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def kill_child(self, index: int) -> None:
        """End a worker of the supervisor with -9, and wait until another is started in its place."""
        started = re.compile(rf"event=worker-process worker={index} pid=(\d+)")
        *_, pid = before = started.findall(self.log(0))
        os.kill(int(pid), signal.SIGKILL)
        self.until(lambda: len(started.findall(self.log(0))) > len(before), "it is not started again")

    def send(self, index: int, number: signal.Signals) -> None:
        """Send a worker a signal."""
        self.running[index].send_signal(number)

    def end(self, index: int, number: signal.Signals) -> int:
        """Send a worker a signal that ends it; its code."""
        process = self.running.pop(index)
        process.send_signal(number)
        return process.wait(END_S)

    def delete_data(self, index: int) -> None:
        """Delete the tables of a worker that does not run."""
        shutil.rmtree(replace(self.settings, worker_index=index).worker_dir)

    def restart_ended(self) -> None:
        """Start again what has ended with 75, as a supervisor does; raises `WorkerEndedError` for any other end."""
        for index in list(self.running):
            if self._has_ended(index):
                self.start(index)

    def _has_ended(self, index: int) -> bool:
        code = self.running[index].poll()
        if code not in {None, TRY_AGAIN}:
            raise WorkerEndedError(f"worker {index} ended with {code}:\n{self.log(index)[-LOG_BYTES:]}")
        return code is not None

    def until(self, true: Callable[[], object], otherwise: str) -> None:
        """Look until something is true. Raises `TimeoutError` after a limit."""
        deadline_s = time.monotonic() + LIMIT_S
        while not true():
            if time.monotonic() > deadline_s:
                logs = "\n".join(f"worker {index}:\n{self.log(index)[-LOG_BYTES:]}" for index in self.running)
                raise TimeoutError(f"{otherwise} after {LIMIT_S:g} s\n{logs}")
            time.sleep(LOOK_S)

    def until_judged(self) -> None:
        """Wait until nothing is under way."""

        def judged() -> bool:
            self.restart_ended()
            return self.deployment.is_judged()

        self.until(judged, "not all is judged")


@contextmanager
def crew_of(deployment: Deployment, **settings: Any) -> Iterator[Crew]:
    """No worker yet; at the end those that are left are killed."""
    crew = Crew(deployment, **settings)
    try:
        yield crew
    finally:
        for process in crew.running.values():
            process.kill()
            process.wait()
