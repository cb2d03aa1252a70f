"""The line that is written over itself: only on a terminal, rarely, and gone at the end."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli.line import TO_START, Line


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def written(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Show ten numbers, an eighth of a second apart, and one sentence; return what was written between two starts."""
    now_s = 100.0
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("pipeline.cli.line.time.monotonic", lambda: now_s)
    with Line() as shown:
        for number in range(10):
            shown.show(lambda number=number: f"{number} read")  # type: ignore[misc]  # mypy sees no argument
            now_s += 0.125
        shown.say("a sentence")
        shown.show(lambda: "10 read")
    return stream.getvalue().split(TO_START)


def test_on_a_terminal_twice_a_second_at_most_and_not_beside_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(Terminal(), monkeypatch) == ["", "0 read", "4 read", "8 read", "a sentence\n", "10 read", ""]


def test_elsewhere_only_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(io.StringIO(), monkeypatch) == ["a sentence\n"]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_scan_counts_on_a_terminal_and_stdout_is_the_same(tmp_path: Path, *, is_terminal: bool) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "one", "text": "a document of a few words"}\n')
    command = [sys.executable, "-m", "pipeline", "scan", str(tmp_path / "in.jsonl")]
    ours, theirs = pty.openpty() if is_terminal else os.pipe()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True)
    said = os.read(ours, 65_536).decode()
    os.close(ours)
    os.close(theirs)
    assert done.stdout.startswith(b'{"document":{"id":"one"')
    assert ("1 documents, " in said) == is_terminal
    assert said.splitlines()[-1].endswith("1 verdicts, 0 refused, 0 exempt")
    assert is_terminal or said == "1 verdicts, 0 refused, 0 exempt\n"
