"""`firstprint load`: files and feeds into the raw topic.

Only parses and shows; the loading is `pipeline.edges.load`'s.
"""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click
from rich.console import Console
from rich.progress import Progress as Bar
from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

from pipeline.cli.config import with_settings
from pipeline.cli.options import Time
from pipeline.edges.commands import command as command_line
from pipeline.edges.load import Order, Progress, load, run_name
from pipeline.errors import Unavailable
from pipeline.settings import Settings

RUN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")  # 24 characters: what a packed batch carries
INTERRUPTED = 130
RUNS_HELP = "Folder where runs are remembered; default ~/.local/state/firstprint/runs."
REFUSED_HELP = "What was refused and why, as JSON lines; default firstprint-refused.jsonl, or beside the run."


def checked_name(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Refuse a run's name that is no file name or too long."""
    if value is not None and not RUN_NAME.fullmatch(value):
        raise click.BadParameter("use at most 24 letters, digits, dots, hyphens and underscores")
    return value


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--run", callback=checked_name, metavar="NAME", help="Remember how far this came; a later call goes on.")
@click.option("--rate", type=click.FloatRange(min=0, min_open=True), metavar="N", help="At most N documents a second.")
@click.option(
    "--as-of", "as_of_ms", type=Time(), metavar="TIME", help="When documents without `fetched` were seen; default now."
)
@click.option("--data", "folder", type=click.Path(path_type=Path), help=RUNS_HELP)
@click.option("--refused", type=click.Path(path_type=Path), metavar="OUT", help=REFUSED_HELP)
@with_settings
def command(  # noqa: PLR0913  # long: click passes each option by its name
    settings: Settings,
    *,
    paths: tuple[Path, ...],
    run: str | None,
    rate: float | None,
    as_of_ms: int | None,
    folder: Path | None,
    refused: Path | None,
) -> None:
    """Load JSON lines (also .gz, .zst), feed files and folders of them, or - for standard input, into the raw topic.

    Documents that cannot be read are refused with a reason and do not stop the others. With --run, a call that was
    interrupted goes on where it was; what was under way then is sent again, which changes no verdict.

    \b
    firstprint load news.jsonl.zst feeds/
    firstprint load archive/*.jsonl --run archive --rate 2000
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    now_ms = time.time_ns() // 1_000_000
    folder = folder or state_folder()
    order = Order(
        paths=list(paths),
        run=run or run_name(now_ms),
        now_ms=now_ms,
        as_of_ms=now_ms if as_of_ms is None else as_of_ms,
        refused_file=refused or (folder / f"{run}.refused.jsonl" if run else Path("firstprint-refused.jsonl")),
        run_file=folder / f"{run}.json" if run else None,
        rate=rate,
        notice=lambda sentence: click.echo(f"note: {sentence}", err=True),
    )
    with stopping_by_signal(), shown() as show:
        done = load_or_say(settings, order, show)
    for line in summary(order, done):
        click.echo(line, err=True)
    if done.documents and not done.interrupted:
        click.echo(f"Next: {command_line('status --wait', settings)} && {command_line('verdicts', settings)}", err=True)
    if done.interrupted:
        sys.exit(INTERRUPTED)


def load_or_say(settings: Settings, order: Order, show: Callable[[Progress], None]) -> Progress:
    """Load; to the error of a Kafka that went away in the middle, add how to go on."""
    latest = [Progress()]

    def note(progress: Progress) -> None:
        latest[0] = progress
        show(progress)

    try:
        return load(settings, order, note)
    except Unavailable as error:
        if not latest[0].documents:
            raise
        raise Unavailable(f"{error}\n{how_to_go_on(order)}") from error


def state_folder() -> Path:
    """Return where runs are remembered: the XDG base directory for state."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "firstprint" / "runs"


@contextmanager
def stopping_by_signal() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does."""

    def stop(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def shown() -> Iterator[Callable[[Progress], None]]:
    """Give a function that shows progress on standard error when that is a terminal, and nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading")
        yield lambda progress: bar.update(task, description=state_of(progress))


def state_of(progress: Progress) -> str:
    """Return the line beside the spinner."""
    rate = progress.documents / progress.seconds if progress.seconds else 0.0
    skipped = f", {progress.skipped:,} loaded before" if progress.skipped else ""
    refused = f", {progress.refused:,} refused" if progress.refused else ""
    return f"{progress.documents:,} documents, {progress.size / 1e6:,.1f} MB, {rate:,.0f}/s{skipped}{refused}"


def summary(order: Order, done: Progress) -> list[str]:
    """Return what the user is told at the end."""
    if done.already_loaded:
        return [f"The run {order.run} is already loaded. To load these files again, give the run another name."]
    amount = f"{done.documents:,} documents in {done.messages:,} messages, {done.size / 1e6:,.1f} MB"
    lines = [f"Loaded {amount}, in {done.seconds:.1f} s."]
    if done.skipped:
        lines.append(f"{done.skipped:,} documents had been loaded before.")
    if done.refused:
        lines.append(f"Refused {done.refused:,} documents; which and why is in {order.refused_file}.")
    if done.late:
        lines.append(
            f"{done.late:,} documents were seen long before others that came before them: they are judged, but count as"
            " late. Load archives in the order in which they were fetched."
        )
    if done.interrupted:
        lines.append(f"Interrupted. {how_to_go_on(order)}")
    return lines


def how_to_go_on(order: Order) -> str:
    """Return what a user whose load was cut short can do."""
    if order.run_file is None:
        return "Without --run NAME nothing was remembered: the same command starts from the beginning."
    return f"Go on with the same command, `--run {order.run}` included."
