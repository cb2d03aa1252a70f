"""Turn Ctrl-C, SIGTERM and a lost terminal into one exception, at moments that can bear it.

Cleans nothing up itself, and stops no process.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final, Self

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupts:
    """While entered, the signals raise KeyboardInterrupt; where they are held, once they are let go."""

    def __init__(self) -> None:
        """Install nothing yet."""
        self._before: dict[signal.Signals, Any] = {}
        self._is_held = self._was_asked = False

    def __enter__(self) -> Self:
        """Take over the signals; only the main thread may."""
        self._before = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give them back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let the body end whatever comes: between the start of a process and the note of it, or while cleaning up."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._was_asked:
            self._was_asked = False
            raise KeyboardInterrupt

    def _on_signal(self, _: int, __: FrameType | None) -> None:
        if not self._is_held:
            raise KeyboardInterrupt
        self._was_asked = True
