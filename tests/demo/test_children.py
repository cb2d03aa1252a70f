"""Child processes: signs in their logs, their end in order, and that they end when we do."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.demo.children import environment, start_child
from pipeline.edges.interrupts import Interrupts
from pipeline.errors import Unavailable
from tests.demo.processes import is_alive

LIMIT_S = 60.0


def wait_until_gone(pid: int) -> None:
    until_s = time.monotonic() + LIMIT_S
    while is_alive(pid):
        assert time.monotonic() < until_s
        time.sleep(0.05)


def test_a_child_runs_our_command_and_its_log_is_watched(tmp_path: Path) -> None:
    child = start_child("config", ["config"], tmp_path, is_kept=False)
    child.wait_for("bootstrap", LIMIT_S)
    child.stop()
    with pytest.raises(Unavailable, match="The config ended"):
        child.check()


def test_a_child_that_ends_too_early_is_told_with_its_last_words(tmp_path: Path) -> None:
    child = start_child("wrong", ["no-such-command"], tmp_path, is_kept=False)
    with pytest.raises(Unavailable, match="no-such-command"):
        child.wait_for("never", LIMIT_S)
    child.stop()


def test_settings_of_the_caller_do_not_reach_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTPRINT_BOOTSTRAP", "elsewhere:9092")
    assert "FIRSTPRINT_BOOTSTRAP" not in environment()
    assert environment()["PATH"] == os.environ["PATH"]


PARENT = """
import sys, time
from pathlib import Path
from pipeline.demo import children
children.RUN = (sys.executable, "-c", "import time; time.sleep(600)")
child = children.start_child("sleeper", [], Path(sys.argv[1]), is_kept=sys.argv[2] == "kept")
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("kept", ["kept", "not kept"])
def test_a_child_outlives_a_killed_parent_only_when_kept(tmp_path: Path, kept: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path), kept], stdout=subprocess.PIPE, text=True, env=environment()
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    if kept == "kept":
        time.sleep(0.5)
        assert is_alive(pid)
        os.kill(pid, signal.SIGTERM)
    wait_until_gone(pid)


def raised_while_held(interrupts: Interrupts, done: list[str]) -> None:
    with interrupts.held():
        signal.raise_signal(signal.SIGINT)
        done.append("to its end")
    done.append("and not further")


def test_signals_interrupt_but_wait_while_held() -> None:
    done: list[str] = []
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            raised_while_held(interrupts, done)
    assert done == ["to its end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
