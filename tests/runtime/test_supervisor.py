"""Several workers under one command: who is started again, what is said, and that none is left. No Kafka is there."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.runtime.supervisor import FIRST_PAUSE_S, environment
from pipeline.settings import VARIABLE, Settings, load_settings
from tests.demo.processes import is_alive

LIMIT_S = 90.0


@dataclass
class Supervisor:
    """A running `firstprint worker --processes N`."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text()

    def pids(self, index: int) -> list[int]:
        """The processes that a worker has been, the present one last."""
        return [int(pid) for pid in re.findall(rf"event=worker-process worker={index} pid=(\d+)", self.said)]

    def until(self, true: Callable[[], object]) -> None:
        """Look until something is true."""
        deadline_s = time.monotonic() + LIMIT_S
        while not true():
            assert time.monotonic() < deadline_s, self.said
            time.sleep(0.05)

    def until_waiting(self, *indices: int) -> None:
        """Look until the workers wait for the Kafka that is not there."""
        self.until(
            lambda: all(
                re.search(rf"^worker={one} .*event=waiting-for-kafka", self.said, re.MULTILINE) for one in indices
            )
        )

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(LIMIT_S)


@contextmanager
def supervised(folder: Path, *settings: str, processes: int = 2) -> Iterator[Supervisor]:
    """Start it; at the end nothing of it is left, whatever happened."""
    arguments = ["--processes", str(processes), "--bootstrap", "127.0.0.1:1"]
    pairs = [part for pair in (f"data_dir={folder}", *settings) for part in ("--set", pair)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pipeline", "worker", *arguments, *pairs], stdout=log, stderr=log
        )
    running = Supervisor(process, folder / "log")
    try:
        yield running
    finally:
        process.kill()
        process.wait()
        pids = [pid for index in range(processes + 3) for pid in running.pids(index)]
        running.until(lambda: not any(map(is_alive, pids)))


def test_a_worker_that_is_killed_is_started_again_and_a_signal_ends_all(tmp_path: Path) -> None:
    with supervised(tmp_path, "worker_index=3") as running:
        running.until_waiting(3, 4)
        (first,), (other,) = running.pids(3), running.pids(4)
        os.kill(first, signal.SIGKILL)
        running.until(lambda: len(running.pids(3)) == 2)
        assert f"event=worker-ended worker=3 code=-9 again_in_s={FIRST_PAUSE_S}" in running.said
        assert running.pids(4) == [other]
        assert running.end(signal.SIGTERM) == 0
        assert not any(map(is_alive, [other, *running.pids(3)]))


def test_the_pause_before_a_start_grows(tmp_path: Path) -> None:
    with supervised(tmp_path, "retry_s=0") as running:
        running.until(lambda: len(re.findall("worker-ended worker=1 code=75", running.said)) == 3)
        pauses = re.findall(r"worker-ended worker=1 code=75 again_in_s=(\S+)", running.said)
        assert [float(pause) for pause in pauses[:3]] == [FIRST_PAUSE_S, 2 * FIRST_PAUSE_S, 4 * FIRST_PAUSE_S]
        assert "worker=1 firstprint: Kafka at 127.0.0.1:1 does not answer" in running.said
        assert running.end(signal.SIGINT) == 0


def test_a_wrong_set_up_ends_all_and_is_told_once(tmp_path: Path) -> None:
    with supervised(tmp_path, f"kafka.ssl.ca.location={tmp_path}/none.pem", "kafka.security.protocol=SSL") as running:
        assert running.process.wait(LIMIT_S) == 2
        assert running.said.count("firstprint: ") == 1
        assert running.said.endswith("Check kafka.ssl.ca.location and its like.\n")


def test_no_worker_outlives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    with supervised(tmp_path) as running:
        running.until_waiting(0, 1)
        pids = running.pids(0) + running.pids(1)
        assert all(map(is_alive, pids))
        running.end(signal.SIGKILL)
        running.until(lambda: not any(map(is_alive, pids)))


def test_a_worker_that_does_not_end_is_killed(tmp_path: Path) -> None:
    with supervised(tmp_path, "stop_s=0") as running:
        running.until_waiting(0, 1)
        os.kill(running.pids(1)[0], signal.SIGSTOP)
        assert running.end(signal.SIGTERM) == 0
        assert "event=worker-killed worker=1" in running.said


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with supervised(tmp_path, "stop_s=600") as running:
        running.until_waiting(0, 1)
        os.kill(running.pids(1)[0], signal.SIGSTOP)
        running.process.send_signal(signal.SIGTERM)
        running.until(lambda: not is_alive(running.pids(0)[0]))
        assert running.end(signal.SIGINT) == 0
        assert "event=worker-killed worker=1" in running.said


def test_a_child_gets_all_settings_and_its_own_index(tmp_path: Path) -> None:
    settings = Settings(
        prefix="a-", homes=3, data_dir=tmp_path, web=True, retry_s=1.5, processes=4,
        kafka={"security.protocol": "SSL", "ssl.key.password": "p_w.X"},
    )  # fmt: skip
    env = {name: value for name, value in environment(settings, 2).items() if name.startswith(VARIABLE)}
    (tmp_path / "empty.toml").touch()
    found, _ = load_settings({}, env, tmp_path / "empty.toml")
    assert found == replace(settings, processes=1, worker_index=2)
