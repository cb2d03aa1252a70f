"""Show verdicts as they come: a live table on a terminal, plain lines otherwise.

Writes to standard output only, decides nothing, and reads no topic.
"""

from collections import deque
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from pipeline.dates import parse_date
from pipeline.demo.stream import Stream
from pipeline.demo.tally import Said, Tally

KIND_STYLES: Final = {
    "unique": "green",
    "exact": "bold magenta",
    "near": "bold yellow",
    "recurring": "cyan",
    "unjudged": "dim",
}
OTHER_LINES = 8  # of the screen: header, table head, rules, prompt
MAX_ROWS = 40
BAR_WIDTH = 40
DAY_MS, MINUTE_MS = 86_400_000, 60_000
DAYS: Final = ("Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed")  # 1970 began with a Thursday
PLAIN_TITLE = 60


@dataclass(frozen=True)
class Row:
    """A verdict in the words of the screen; `took` is the time from load to verdict."""

    published: str
    title: str
    kind: str
    of: str
    similarity: str
    reason: str
    took: str


class Screen(Protocol):
    """Takes what was said and shows it."""

    def show(self, said: list[Said]) -> None:
        """Show these verdicts, and how far things are; called often, also with nothing new."""


def row_of(said: Said, stream: Stream, tally: Tally) -> Row:
    """Return the row of a verdict."""
    verdict = said.verdict
    id_, other = verdict.document.id, verdict.duplicate_of or verdict.related
    loaded_ms = tally.loaded_ms.get(id_)
    return Row(
        published=short_time(verdict.document.published),
        title=stream.titles.get(id_, id_),
        kind=verdict.kind,
        of=stream.feeds.get(other.id, other.id) if other else "",
        similarity="" if verdict.similarity is None else f"{verdict.similarity:.4f}",
        reason=f"{verdict.reason}, revised" if said.is_revision else verdict.reason,
        took="" if loaded_ms is None or said.is_revision else f"{said.time_ms - loaded_ms} ms",
    )


def short_time(text: str | None) -> str:
    """Return `Mon 21:27` for a date, blank for none."""
    moment = parse_date(text)
    if moment is None:
        return ""
    minutes = moment.ms // MINUTE_MS % (DAY_MS // MINUTE_MS)
    return f"{DAYS[moment.ms // DAY_MS % len(DAYS)]} {minutes // 60:02}:{minutes % 60:02}"


def screen_for(console: Console, stream: Stream, tally: Tally, *, is_plain: bool) -> AbstractContextManager[Screen]:
    """Return the live table on a terminal, plain lines elsewhere or when asked for."""
    if is_plain or not console.is_terminal:
        return PlainLines(console, stream, tally)
    return LiveTable(console, stream, tally)


class PlainLines:
    """One line a verdict, tab-separated: published, kind, similarity, reason, title, the feed of the other document."""

    def __init__(self, console: Console, stream: Stream, tally: Tally) -> None:
        """Write to the console's file."""
        self._file, self._stream, self._tally = console.file, stream, tally

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what is still in the buffer."""
        self._file.flush()

    def show(self, said: list[Said]) -> None:
        """Write a line for each verdict."""
        for one in said:
            row = row_of(one, self._stream, self._tally)
            fields = (row.published, f"{row.kind:<9}", f"{row.similarity or '-':<6}", row.reason, row.title, row.of)
            self._file.write("\t".join(fields).rstrip() + "\n")


class LiveTable:
    """The newest verdicts under a line of counts, redrawn in place."""

    def __init__(self, console: Console, stream: Stream, tally: Tally) -> None:
        """Draw on the console."""
        self._console, self._stream, self._tally = console, stream, tally
        self._rows: deque[Row] = deque(maxlen=max(3, min(MAX_ROWS, console.height - OTHER_LINES)))
        self._live = Live(self.drawing(), console=console, auto_refresh=False)

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the last drawing on the screen."""
        self._live.update(self.drawing(), refresh=True)
        self._live.stop()

    def show(self, said: list[Said]) -> None:
        """Add rows and draw again."""
        self._rows.extend(row_of(one, self._stream, self._tally) for one in said[-MAX_ROWS:])
        self._live.update(self.drawing(), refresh=True)

    def drawing(self) -> Group:
        """Return what the screen shows now."""
        total, judged, kinds = len(self._stream.truths), len(self._tally.final), self._tally.kinds
        counts = Text(f" {judged:,} of {total:,} documents judged  ")
        for kind, style in KIND_STYLES.items():
            counts.append(f" {kind} {kinds[kind]:,} ", style)
        return Group(counts, ProgressBar(total, judged, BAR_WIDTH), self._table())

    def _table(self) -> Table:
        table = Table(box=None, expand=True, padding=(0, 1), header_style="bold")
        table.add_column("time", no_wrap=True, style="dim")
        table.add_column("title", no_wrap=True, overflow="ellipsis", ratio=5)
        table.add_column("verdict", no_wrap=True)
        table.add_column("of", no_wrap=True, overflow="ellipsis", ratio=3)
        table.add_column("similarity", no_wrap=True, justify="right")
        table.add_column("reason", no_wrap=True, style="dim")
        table.add_column("took", no_wrap=True, justify="right", style="dim")
        for row in self._rows:
            kind = Text(row.kind, KIND_STYLES[row.kind])
            table.add_row(row.published, row.title, kind, row.of, row.similarity, row.reason, row.took)
        return table
