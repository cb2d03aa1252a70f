"""The screens and the box, drawn into a string."""

from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from pipeline.demo.box import next_steps, print_box, results
from pipeline.demo.screen import HEADER, OTHER_LINES, LiveTable, PlainLines, Row, line_of, screen_for, short_time
from pipeline.demo.session import Session
from pipeline.demo.stream import Stream, make_stream
from pipeline.demo.tally import Said, Tally
from pipeline.demo.watch import Loaded, Spoke
from pipeline.edges.interrupts import Interrupts
from pipeline.measure.evaluate import evaluate
from pipeline.settings import Settings
from tests.demo.verdict_lines import spoken


@pytest.fixture(scope="module")
def stream() -> Stream:
    return make_stream(30)


def filled(stream: Stream) -> tuple[Tally, list[Said]]:
    tally, ids = Tally(), list(stream.truths)
    events: list[Loaded | Spoke] = [
        Loaded(ids[0], 100),
        Spoke(spoken(ids[0], "unique"), 140),
        Spoke(spoken(ids[1], "near", of=ids[0]), 150),
    ]
    said = [tally.take(event) for event in events]
    return tally, [one for one in said if one is not None]


def test_plain_lines_hold_what_the_table_holds(stream: Stream) -> None:
    tally, said = filled(stream)
    console = Console(file=StringIO())
    with screen_for(console, stream, tally, is_plain=False) as screen:
        assert isinstance(screen, PlainLines)
        screen.show(said)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]  # it is a StringIO
    header, first, second = ([field.rstrip() for field in line.split("\t")] for line in lines)
    ids = list(stream.truths)
    assert header == ["time", "verdict", "similar", "reason", "title", "of"]
    assert first == ["Mon 21:27", "unique", "-", "no-match", stream.titles[ids[0]]]
    assert second == ["Mon 21:27", "near", "0.8125", "jaccard", stream.titles[ids[1]], stream.feeds[ids[0]]]
    starts = {tuple(cell_len(line[:tab]) for tab, sign in enumerate(line) if sign == "\t")[:4] for line in lines}
    assert len(starts) == 1


def test_a_terminal_gets_a_table_that_fits_it(stream: Stream) -> None:
    tally, said = filled(stream)
    console = Console(file=StringIO(), force_terminal=True, width=120, height=20)
    with screen_for(console, stream, tally, is_plain=False) as screen:
        assert isinstance(screen, LiveTable)
        screen.show(said * 30)
        drawn = console.render_lines(screen.drawing())
    assert len(drawn) < 20
    lines = ["".join(segment.text for segment in line) for line in drawn]
    assert lines[1].strip(" ━╸╺") == ""
    assert lines[3].split() == ["time", "title", "verdict", "of", "similar", "reason", "took"]
    text = "\n".join(lines)
    assert "2 of 30 documents judged" in text
    assert "near 1" in text
    assert "0.8125" in text
    assert "40 ms" in text


@given(width=st.integers(80, 140), texts=st.lists(st.text("aé字ก ", max_size=200), min_size=7, max_size=7))
def test_no_line_of_the_table_is_wider_than_the_terminal(width: int, texts: list[str]) -> None:
    assert cell_len(line_of(Row(*texts), width).plain) <= width
    assert cell_len(line_of(HEADER, width).plain) == width - 1


@pytest.mark.parametrize("width", [80, 90, 100])
def test_a_narrow_terminal_has_room_for_titles_and_wraps_nothing(stream: Stream, width: int) -> None:
    tally, said = filled(stream)
    console = Console(file=StringIO(), force_terminal=True, width=width, height=20)
    with LiveTable(console, stream, tally) as screen:
        screen.show(said * 30)
        drawn = console.render_lines(screen.drawing(), pad=False)
    assert len(drawn) == 4 + 20 - OTHER_LINES
    lines = ["".join(segment.text for segment in line) for line in drawn]
    assert lines[3].split() == ["time", "title", "verdict", "of", "similar", "took"]
    assert stream.titles[next(iter(stream.truths))][:24] in lines[-2]


def test_plain_wins_over_a_terminal(stream: Stream) -> None:
    console = Console(file=StringIO(), force_terminal=True)
    assert isinstance(screen_for(console, stream, Tally(), is_plain=True), PlainLines)


@pytest.mark.parametrize(
    ("date", "shown"), [("2026-01-12T21:27:00Z", "Mon 21:27"), ("1970-01-01", "Thu 00:00"), (None, "")]
)
def test_short_times(date: str | None, shown: str) -> None:
    assert short_time(date) == shown


def boxed(stream: Stream, tally: Tally, session: Session) -> str:
    console = Console(file=StringIO())
    scores = evaluate(tally.final, stream.truths)
    print_box(console, results(stream, tally, scores, 1000), next_steps(session))
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]  # it is a StringIO


def test_the_box_says_everything(stream: Stream) -> None:
    tally, _ = filled(stream)
    session = Session(Path("somewhere"), Settings(), Interrupts(), is_kept=False)
    text = boxed(stream, tally, session)
    for part in (
        "2 documents in 1 deliveries",
        "near 1",
        "precision 1.0000",
        "recall",
        "p50 40 ms",
        "--rate 1000",
        "scan",
    ):
        assert part in text


def test_the_box_of_a_kept_one_says_how_to_look_and_how_to_stop(stream: Stream) -> None:
    tally, _ = filled(stream)
    session = Session(Path("somewhere"), Settings(), Interrupts(), is_kept=True)
    text = boxed(stream, tally, session)
    assert "cd somewhere" in text
    assert "sh somewhere/stop.sh" in text
    assert "the same digest" in text
    box, steps = text.split("Next:\n")
    assert len({len(line) for line in box.splitlines()}) == 1
    assert all(line.startswith("  ") and line.strip(" │╭╰") for line in steps.splitlines())
