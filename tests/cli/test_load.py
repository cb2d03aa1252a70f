"""What `firstprint load` tells at its end, and which names of runs it takes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.load import command, state_folder, state_of, summary
from pipeline.edges.load import Order, Progress, original, run_name

ORDER = Order([Path("a.jsonl")], "r", 0, 0, Path("r.refused.jsonl"), run_file=Path("r.json"))
UNNAMED = Order([Path("a.jsonl")], "load-x", 0, 0, Path("refused.jsonl"))


def test_the_summary_says_what_was_done() -> None:
    done = Progress(documents=2_000, messages=9, size=6_400_000, seconds=1.25)
    assert summary(ORDER, done) == ["Loaded 2,000 documents in 9 messages, 6.4 MB, in 1.2 s."]


def test_refusals_are_counted_and_their_file_is_named() -> None:
    assert summary(ORDER, Progress(refused=3))[1:] == ["Refused 3 documents; which and why is in r.refused.jsonl."]


def test_an_interrupted_run_says_how_to_go_on() -> None:
    assert "`--run r`" in summary(ORDER, Progress(interrupted=True))[-1]
    assert "starts from the beginning" in summary(UNNAMED, Progress(interrupted=True))[-1]


def test_a_finished_run_says_so() -> None:
    assert "already loaded" in summary(ORDER, Progress(already_loaded=True))[0]


def test_the_line_beside_the_spinner() -> None:
    progress = Progress(documents=1_000, size=2_000_000, seconds=2.0, skipped=5, refused=1)
    assert state_of(progress) == "1,000 documents, 2.0 MB, 500/s, 5 loaded before, 1 refused"


@pytest.mark.parametrize("name", ["a/b", "", "x" * 25, ".hidden", "é"])
def test_a_name_that_is_no_file_name_is_refused(name: str) -> None:
    result = CliRunner().invoke(command, ["a.jsonl", "--run", name])
    assert result.exit_code == 2
    assert "at most 24" in result.output


def test_a_run_without_a_name_is_named_by_its_time() -> None:
    assert run_name(1_772_433_672_000) == "load-20260302T064112Z"


def test_runs_are_remembered_where_state_belongs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "firstprint" / "runs"


def test_originals_are_text_where_they_can_be() -> None:
    assert original("né".encode()) == {"original": "né"}
    assert original(b"\xff") == {"original_base64": "/w=="}
