"""How a command ends: the exit code and what is said, without a traceback, whatever went wrong."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

LINE = '{"id": "one", "text": "a document of a few words"}\n'


def run(*arguments: str | Path, stdout: str | None = None) -> tuple[int, str]:
    """Call the command line in a process of its own and return its exit code and what it said on stderr."""
    command = [sys.executable, "-m", "pipeline", *map(str, arguments)]
    if stdout is None:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    else:
        with Path(stdout).open("w") as out:
            done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize("option", ["--verdicts", "--pairs", "--exempt"])
def test_an_output_that_cannot_be_written_is_named(tmp_path: Path, option: str) -> None:
    (tmp_path / "in.jsonl").write_text(LINE)
    code, said = run("scan", tmp_path / "in.jsonl", option, tmp_path / "missing" / "out")
    assert code == 2
    assert f"{tmp_path}/missing/out cannot be used: No such file or directory." in said


def test_an_input_that_is_not_there_is_named(tmp_path: Path) -> None:
    code, said = run("scan", tmp_path / "missing.jsonl")
    assert code == 2
    assert f"There is no {tmp_path}/missing.jsonl" in said


def test_a_kafka_that_is_not_there_is_worth_trying_again() -> None:
    code, said = run("verdicts", "--bootstrap", "127.0.0.1:1")
    assert code == 75
    assert "Kafka at 127.0.0.1:1 does not answer" in said
    assert "`firstprint broker`" in said


def test_a_load_that_never_began_is_not_told_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(LINE)
    code, said = run("load", tmp_path / "in.jsonl", "--bootstrap", "127.0.0.1:1")
    assert code == 75
    assert said.endswith("`firstprint broker`.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(LINE)
    code, said = run("scan", tmp_path / "in.jsonl", stdout="/dev/full")
    assert code == 2
    assert "No space left on device" in said


def test_standard_input_is_read() -> None:
    command = [sys.executable, "-m", "pipeline", "scan", "-"]
    done = subprocess.run(command, input=LINE, capture_output=True, text=True, check=True)
    assert '"id":"one"' in done.stdout


def test_unknown_commands_and_options_are_refused() -> None:
    assert run("skan")[0] == 2
    assert run("scan", "--homes", "65", "x")[0] == 2
    assert run("config", "--set", "homes=many")[0] == 2


def test_ctrl_c_ends_a_command_as_shells_expect() -> None:
    command = [sys.executable, "-m", "pipeline", "scan", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(LINE.encode() * 5000 + b"no document\n")
        process.stdin.write(LINE.encode() * 5000)
        process.stdin.flush()
        assert b"refused -:5001" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130
