"""Histories that differ or fail are counted, and the first of them is shown in full."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.model import holes
from tests.model.owner import Owner
from tests.model.play_many import count_different

ROOT = Path(__file__).parents[2]


def test_nothing_differs_while_all_rules_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert count_different(range(5)) == (5, 0)
    assert not capsys.readouterr().err


def test_histories_that_differ_are_counted_and_the_first_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without merging, late originals are lost again in some of them."""
    holes.let_the_last_match_win(monkeypatch)
    played, different = count_different(range(40))
    shown = capsys.readouterr().err
    assert (played, shown.count("\nraw[0] ") > 0) == (40, True)
    assert different == sum(line.startswith("history ") for line in shown.splitlines()) > 0


def test_a_history_that_fails_counts_as_one_that_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_owner: Owner) -> None:
        raise IndexError("no such thing")

    monkeypatch.setattr(Owner, "recover", fail)
    assert count_different(range(2)) == (2, 2)
    assert capsys.readouterr().err.count("\nIndexError: no such thing") == 2


def test_as_a_program_it_takes_seeds_in_turn_and_says_both_numbers() -> None:
    command = [sys.executable, "-m", "tests.model.play_many", "1", "8", "3"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said == "3 0"
