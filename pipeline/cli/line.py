"""A line on standard error that is written over itself while something lasts, where that is a terminal.

Writes nothing at all elsewhere, so that logs and pipes hold no half lines.
"""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import click

EVERY_S: Final = 0.5
TO_START: Final = "\r\033[K"  # back to the line's first column, and the rest of it away


class Line:
    """Used as a context manager; the line is gone at its end."""

    def __init__(self) -> None:
        """Write nothing yet."""
        self._is_wanted = sys.stderr is not None and sys.stderr.isatty()
        self._next_s, self._is_there = 0.0, False

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        self.clear()

    def show(self, text: Callable[[], str]) -> None:
        """Write the line anew, at most twice a second; `text` is only called when it is time."""
        if self._is_wanted and time.monotonic() >= self._next_s:
            self._next_s, self._is_there = time.monotonic() + EVERY_S, True
            click.echo(TO_START + text(), nl=False, err=True)

    def clear(self) -> None:
        """Make room for another line; the next `show` writes at once."""
        if self._is_there:
            self._next_s, self._is_there = 0.0, False
            click.echo(TO_START, nl=False, err=True)

    def say(self, sentence: str) -> None:
        """Write a sentence that stays."""
        self.clear()
        click.echo(sentence, err=True)
