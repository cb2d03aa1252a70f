"""Floors go up by themselves and down only when told: what is said of each difference, and what is written."""

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.errors import BadSetup
from tests.quality import raise_floors
from tests.quality.floors import PATH, Floors, differences, read_floors, write_floors
from tests.quality.measured import Count, Figures, SetFigures
from tests.quality.page import AIMS, BEGIN, END, Aim

DAY, LATER = date(2026, 1, 1), date(2026, 2, 1)


def figures(found: int = 8, false: int = 2, fingerprint: str = "a" * 64) -> SetFigures:
    """Figures of a set with ten pairs to find and a hundred different ones; by text alone always the same."""

    def one(found: int, false: int) -> Figures:
        return Figures({"duplicate": Count(found, 10)}, {"different": Count(false, 100), "unlabelled": Count(0, 900)})

    return SetFigures(fingerprint, one(found, false), one(5, 5))


FLOORS = Floors(DAY, {"one": figures(), "other": figures()})


def test_what_is_reached_is_no_difference() -> None:
    assert differences("one", figures(), figures()) == []


@pytest.mark.parametrize(
    ("reached", "is_worse", "said"),
    [
        (figures(found=7), True, "7 of 10 pairs duplicate (to be found) are called; the floor is 8."),
        (figures(false=3), True, "3 of 100 pairs different (different) are called; the most allowed is 2."),
        (figures(found=9), False, "9 of 10 pairs duplicate (to be found) are called; the floor is 8. That is better"),
        (figures(false=0), False, "0 of 100 pairs different (different) are called; the most allowed is 2. That is"),
    ],
)
def test_a_figure_that_moved_is_told_with_its_floor(reached: SetFigures, said: str, *, is_worse: bool) -> None:
    [found] = differences("one", figures(), reached)
    assert found.is_worse == is_worse
    assert found.sentence.startswith(f"one, with all evidence: {said}")
    assert ("raise the floor by `python -m tests.quality.raise_floors`" in found.sentence) != is_worse


def test_figures_of_another_corpus_are_not_compared() -> None:
    [found] = differences("one", figures(), figures(found=10, fingerprint="b" * 64))
    assert found.is_worse
    assert "the corpus changed" in found.sentence
    assert "raise_floors --lower one" in found.sentence


def test_a_label_that_counts_no_more_is_told() -> None:
    reached = figures()
    fewer = SetFigures(reached.fingerprint, Figures({}, reached.all.false), reached.text)
    [found] = differences("one", figures(), fewer)
    assert found.is_worse
    assert "under the label duplicate changed" in found.sentence


def test_a_better_figure_raises_its_floor_and_leaves_other_sets() -> None:
    floors, changes = raise_floors.raised(FLOORS, {"one": figures(found=9)}, LATER, lower=False)
    assert floors == Floors(LATER, {"one": figures(found=9), "other": figures()})
    assert len(changes) == 1


def test_nothing_new_leaves_the_day() -> None:
    assert raise_floors.raised(FLOORS, {"one": figures()}, LATER, lower=False) == (FLOORS, [])


def test_a_new_set_gets_its_floors() -> None:
    floors, _ = raise_floors.raised(FLOORS, {"new": figures()}, LATER, lower=False)
    assert floors.sets.keys() == {"one", "other", "new"}


@pytest.mark.parametrize("reached", [figures(found=7), figures(found=9, false=3), figures(10, 0, "b" * 64)])
def test_no_floor_falls_unless_told(reached: SetFigures) -> None:
    with pytest.raises(BadSetup) as refusal:
        raise_floors.raised(FLOORS, {"one": reached, "other": figures(found=9)}, LATER, lower=False)
    assert "No floor was changed" in refusal.value.advice
    assert "other" not in refusal.value.sentence
    floors, _ = raise_floors.raised(FLOORS, {"one": reached}, LATER, lower=True)
    assert floors.sets["one"] == reached


def test_floors_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_floors(FLOORS, tmp_path / "floors.toml")
    assert read_floors(tmp_path / "floors.toml") == FLOORS


def test_the_file_is_as_it_is_written(tmp_path: Path) -> None:
    write_floors(read_floors(), tmp_path / "floors.toml")
    assert (tmp_path / "floors.toml").read_text() == PATH.read_text()


def test_the_command_lowers_only_when_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a copy of the floors in which one is too high."""
    path, page = tmp_path / "floors.toml", tmp_path / "page.md"
    true = read_floors()
    short = true.sets["short"]
    high = Figures({"duplicate": Count(short.all.right.called + 1, short.all.right.pairs)}, short.all.false)
    write_floors(Floors(DAY, {**true.sets, "short": SetFigures(short.fingerprint, high, short.text)}), path)
    page.write_text(f"above\n{BEGIN}{END}\nbelow\n")
    monkeypatch.setattr(raise_floors, "PATH", path)
    monkeypatch.setattr(raise_floors, "PAGE", page)
    before = path.read_bytes()

    refused = CliRunner().invoke(raise_floors.command, ["short"])
    assert refused.exit_code == 2
    assert "short, with all evidence" in refused.stderr
    assert path.read_bytes() == before
    assert page.read_text() == f"above\n{BEGIN}{END}\nbelow\n"

    done = CliRunner().invoke(raise_floors.command, ["short", "--lower"], catch_exceptions=False)
    assert done.exit_code == 0
    assert read_floors(path).sets == true.sets
    assert "| short |" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["nonesuch"], "There is no set named 'nonesuch'."), (["--lower"], "--lower takes the names of the sets")],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], said: str) -> None:
    refused = CliRunner().invoke(raise_floors.command, arguments)
    assert refused.exit_code == 2
    assert said in refused.stderr


@pytest.mark.parametrize(
    ("aim", "is_reached"),
    [
        (Aim("", recall=0.5, false=5), True),
        (Aim("", recall=0.51, false=5), False),
        (Aim("", recall=0.5, false=4), False),
        (Aim("", recall=0.8, false=2, evidence="all"), True),
        (Aim("", f1=0.5, false=None), True),
        (Aim("", f1=0.51, false=None), False),
    ],
)
def test_an_aim_keeps_all_its_limits(aim: Aim, *, is_reached: bool) -> None:
    assert aim.is_reached_by(figures()) == is_reached


def test_aims_are_of_sets_with_floors() -> None:
    assert AIMS.keys() <= read_floors().sets.keys()
