"""A table of figures as padded Markdown, which reads well in a terminal and can be pasted into a page.

Knows no figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

WIDTH = 120
NONE = "-"


@dataclass(frozen=True)
class Table:
    """A title, columns of cells under their heads, the first of them on the left, and what has to be said below."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: str  # paragraphs with blank lines between them

    def lines(self) -> list[str]:
        """The table as lines, notes wrapped at 120 columns."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        rule = "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])])
        body = [_line(row, widths) for row in self.rows]
        notes = [
            line
            for note in self.notes.split("\n\n")
            for line in ("", *wrap(note.strip(), WIDTH, break_on_hyphens=False))
        ]
        return [f"### {self.title}", "", _line(self.head, widths), f"|{rule}|", *body, *notes, ""]


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    first, *rest = (
        cell.rjust(width) if place else cell.ljust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return f"| {' | '.join([first, *rest])} |"


def share(value: float | None) -> str:
    """Four digits behind the point; a dash for nothing."""
    return NONE if value is None else f"{value:.4f}"


def whole(value: float | None) -> str:
    """A whole number with its thousands; a dash for nothing."""
    return NONE if value is None else f"{value:,.0f}"


def of_ms(value: float | None) -> str:
    """Milliseconds: whole from 10 on, a digit more below."""
    if value is None:
        return NONE
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"  # noqa: PLR2004 - where a digit stops to matter
