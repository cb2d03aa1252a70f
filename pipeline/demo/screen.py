"""Show verdicts as they come: a live table on a terminal, plain lines otherwise.

Writes to standard output only, decides nothing, and reads no topic.
"""

from collections import deque
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
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
OTHER_LINES = 7  # of the screen: counts, bar, kinds, header, prompt
MAX_ROWS = 40
BAR_WIDTH = 40
DAY_MS, MINUTE_MS = 86_400_000, 60_000
DAYS: Final = ("Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed")  # 1970 began with a Thursday
REASON_FROM = 108  # columns of the terminal from which the reason has room beside titles
TIME, KIND, SIMILAR, REASON, TOOK = 9, 9, 7, 28, 8  # widths in cells; title and feed share the rest
PLAIN_TITLE = 56  # cells to which a title is filled up in plain lines; a longer one is not cut


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


REVISED = "revised"
HEADER: Final = Row("time", "title", "verdict", "of", "similar", "reason", "took")


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
        reason=f"{verdict.reason}, {REVISED}" if said.is_revision else verdict.reason,
        took=took_of(said, loaded_ms),
    )


def took_of(said: Said, loaded_ms: int | None) -> str:
    """Return how long a verdict took; of a revised one, which waited for another document, that it is one."""
    if said.is_revision:
        return REVISED
    return "" if loaded_ms is None else f"{said.time_ms - loaded_ms} ms"


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
    """One line a verdict under a header, tab-separated and filled up with blanks; nothing is cut."""

    def __init__(self, console: Console, stream: Stream, tally: Tally) -> None:
        """Write to the console's file."""
        self._file, self._stream, self._tally = console.file, stream, tally

    def __enter__(self) -> Self:
        """Write the header."""
        self._file.write(plain_line(HEADER))
        self._file.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what is still in the buffer."""
        self._file.flush()

    def show(self, said: list[Said]) -> None:
        """Write a line for each verdict."""
        for one in said:
            self._file.write(plain_line(row_of(one, self._stream, self._tally)))
        if said:
            self._file.flush()


def plain_line(row: Row) -> str:
    """Return a row as a line with its end: time, verdict, similar, reason, title, of."""
    columns = (
        (row.published, TIME),
        (row.kind, KIND),
        (row.similarity or "-", SIMILAR),
        (row.reason, REASON),
        (row.title, PLAIN_TITLE),
    )
    filled = [text + " " * max(0, width - cell_len(text)) for text, width in columns]
    return "\t".join((*filled, row.of)).rstrip() + "\n"


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
        counts = Text(f" {judged:,} of {total:,} documents judged", no_wrap=True, overflow="ellipsis")
        parts = Text(no_wrap=True, overflow="ellipsis")
        for kind, style in KIND_STYLES.items():
            parts.append(f" {kind} {kinds[kind]:,} ", style)
        bar = Padding(ProgressBar(total, judged, BAR_WIDTH), (0, 1))  # of itself it does not end its line
        return Group(counts, bar, parts, line_of(HEADER, self._console.width), *self._lines())

    def _lines(self) -> list[Text]:
        return [line_of(row, self._console.width) for row in self._rows]


def line_of(row: Row, width: int) -> Text:
    """Return a row as one line of `width` cells, its longest parts cut.

    Set by hand: rich's table takes 45 ms for a screen of them, several times a second, and loading waits meanwhile.
    """
    reason = REASON if width >= REASON_FROM else 0
    fixed = [cells for cells in (TIME, KIND, SIMILAR, reason, TOOK) if cells]
    room = max(0, width - sum(fixed) - len(fixed) - 2)
    title, of = room * 5 // 8, room - room * 5 // 8
    line = Text(no_wrap=True, overflow="crop")
    line.append(set_cell_size(row.published, TIME) + " ", "dim")
    line.append(cut(row.title, title) + " ")
    line.append(set_cell_size(row.kind, KIND) + " ", KIND_STYLES.get(row.kind, "bold"))
    line.append(cut(row.of, of) + " ")
    line.append(f"{row.similarity:>{SIMILAR}} ")
    if reason:
        line.append(cut(row.reason, reason) + " ", "dim")
    line.append(f"{row.took:>{TOOK}}", "dim")
    line.truncate(width)
    return line


def cut(text: str, width: int) -> str:
    """Return the text in exactly so many cells, with an ellipsis where it was longer."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 1)) + "…"[:width]
