"""The demonstration as a user runs it, on a real Kafka: to its end, interrupted, kept."""

import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.demo.children import RUN, environment
from pipeline.edges.ports import is_free
from tests.demo.processes import commands_in

COUNT = 60
LIMIT_S = 240.0

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the command with a temporary folder of its own, so that whatever it leaves behind is seen."""
    running = []

    def starter(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*RUN, "demo", "--count", str(COUNT), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**environment(), "TMPDIR": str(tmp_path)},
        )
        running.append(process)
        return process

    yield starter
    for process in running:
        process.kill()
        process.communicate()


def wait_for(found: Callable[[], bool]) -> None:
    until_s = time.monotonic() + LIMIT_S
    while not found():
        assert time.monotonic() < until_s
        time.sleep(0.1)


def port_of(text: str) -> int:
    found = re.search(r"127\.0\.0\.1:(\d+)", text)
    assert found is not None
    return int(found[1])


def assert_nothing_is_left(folder: Path, port: int) -> None:
    assert list(folder.iterdir()) == []
    assert is_free(port)
    assert commands_in(folder) == []


def test_it_ends_by_itself_with_everything_judged_rightly(start: Start, tmp_path: Path) -> None:
    process = start("--rate", "0")
    shown, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, said
    assert f"{COUNT} documents in " in shown
    assert "precision 1.0000" in shown
    assert "recall    1.0000" in shown
    header, *verdicts = [line.split("\t") for line in shown.splitlines() if "\t" in line]
    assert header[1].strip() == "verdict"
    assert len(verdicts) >= COUNT
    assert {line[1].strip() for line in verdicts} >= {"unique", "exact", "near", "recurring", "unjudged"}
    assert_nothing_is_left(tmp_path, port_of(said))


def test_ctrl_c_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    process = start("--rate", "5")
    assert process.stdout is not None
    assert "verdict" in process.stdout.readline()
    assert "\t" in process.stdout.readline()  # the first verdict: all parts are running
    running = len(commands_in(tmp_path))
    settings = next(tmp_path.glob("firstprint-demo-*/firstprint.toml")).read_text()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=LIMIT_S)
    assert running >= 3
    assert process.returncode == 130, said
    assert_nothing_is_left(tmp_path, port_of(settings))


def test_ctrl_c_while_kafka_starts_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    process = start()
    wait_for(lambda: any(tmp_path.glob("firstprint-demo-*/broker.log")))
    settings = next(tmp_path.glob("firstprint-demo-*/firstprint.toml")).read_text()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 130, said
    assert_nothing_is_left(tmp_path, port_of(settings))


def test_a_kept_one_goes_on_until_it_is_stopped_as_the_box_says(start: Start, tmp_path: Path) -> None:
    process = start("--rate", "0", "--keep")
    shown, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, said
    stop = re.search(r"^  (sh (\S+)/stop\.sh) ", shown, re.MULTILINE)
    assert stop is not None
    folder = Path(stop[2])
    command = [*RUN, "verdicts", "--digest"]
    digest = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment(), check=False)
    assert len(digest.stdout.splitlines()) == COUNT + 1, digest.stderr
    stopped = subprocess.run(["/bin/sh", "-c", stop[1]], capture_output=True, text=True, check=True)
    assert stopped.stdout + stopped.stderr == ""
    assert_nothing_is_left(tmp_path, port_of(said))
