"""The demonstration from beginning to end: start, load, watch, score, say what is next.

Each step is a function of its own module; this is only their order.
"""

import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from pipeline.demo.box import next_steps, print_box, results
from pipeline.demo.progress import step
from pipeline.demo.screen import Screen, screen_for
from pipeline.demo.session import Session, running_pipeline
from pipeline.demo.stream import END_MS, Stream, make_stream, write_stream
from pipeline.demo.tally import Said, Tally
from pipeline.demo.watch import Watch
from pipeline.edges.load import Order, load
from pipeline.edges.status import wait_until_judged
from pipeline.errors import Unavailable
from pipeline.measure.evaluate import Scores, evaluate

JUDGED_LIMIT_S = 300.0
READ_LIMIT_S = 30.0
WAIT_S = 0.05
REST_S = 0.2


@dataclass(frozen=True)
class Wish:
    """What the user asked for; `rate` in deliveries a second, None for as fast as it goes."""

    count: int
    rate: float | None
    is_kept: bool
    is_plain: bool


@dataclass
class Pump:
    """Moves what came from Kafka to the tally and the screen, and notices when a child has ended.

    Rests between two turns, since a table takes some 30 ms to draw and loading waits for it.
    """

    session: Session
    watch: Watch
    tally: Tally
    screen: Screen
    _rested_s: float = 0.0

    def __call__(self, _: object = None) -> None:
        """Take a turn if it is time; the argument is what `load` and `wait_until_judged` tell of their progress."""
        if time.monotonic() > self._rested_s:
            self.turn()
            self._rested_s = time.monotonic() + REST_S

    def turn(self, wait_s: float = 0.0) -> None:
        """Take a turn now, after waiting at most so long for something to come."""
        self.session.check()
        said: list[Said] = []
        for event in self.watch.poll(wait_s):
            one = self.tally.take(event)
            if one is not None:
                said.append(one)
        self.screen.show(said)


def play(wish: Wish, console: Console) -> Scores:
    """Run the demonstration; raise `KeyboardInterrupt` when it was interrupted, after everything was cleaned up."""
    with step(f"Inventing {wish.count:,} documents") as detail:
        stream = make_stream(wish.count)
        detail(f"{stream.deliveries:,} deliveries in {len(stream.files)} feed files")
    with running_pipeline(is_kept=wish.is_kept) as session:
        paths = write_stream(stream, session.feeds)
        try:
            tally = watch_verdicts(session, paths, stream, wish, console)
        except (KeyboardInterrupt, Unavailable):
            if wish.is_kept:
                print_box(console, ["It did not come to its end, and is kept as it is."], next_steps(session))
            raise
        scores = evaluate(tally.final, stream.truths)
        print_box(console, results(stream, tally, scores, wish.rate), next_steps(session))
    return scores


def watch_verdicts(session: Session, paths: list[Path], stream: Stream, wish: Wish, console: Console) -> Tally:
    """Load the files and show verdicts until all are judged and shown."""
    tally = Tally()
    with (
        Watch(session.settings) as watch,
        screen_for(console, stream, tally, is_plain=wish.is_plain) as screen,
    ):
        pump = Pump(session, watch, tally, screen)
        done = load(session.settings, order_of(session, paths, wish.rate), pump)
        if done.interrupted:
            raise KeyboardInterrupt
        wait_until_judged(session.settings, JUDGED_LIMIT_S, pump)
        until_s = time.monotonic() + READ_LIMIT_S
        while not watch.is_at_end() and time.monotonic() < until_s:
            pump.turn(WAIT_S)
    return tally


def order_of(session: Session, paths: list[Path], rate: float | None) -> Order:
    """Return the order to load the files; JSON Feeds, which do not say when they were fetched, at the stream's end."""
    return Order(
        paths=paths,
        run="demo",
        now_ms=time.time_ns() // 1_000_000,
        as_of_ms=END_MS,
        refused_file=session.folder / "refused.jsonl",
        rate=rate,
    )
