"""Say on standard error what is being done and how long it took.

Never writes to standard output, which is for what the demonstration shows.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

Detail = Callable[[str], None]


@contextmanager
def step(text: str) -> Iterator[Detail]:
    """Say that a step begins and, at its end, how long it took; the function given takes details of the moment.

    On a terminal the line moves while it lasts; otherwise it is written when the step is over, with its last detail.
    """
    console, started_s, said = Console(stderr=True, highlight=False), time.monotonic(), [text]
    with console.status(text, spinner="dots") as status:

        def detail(more: str) -> None:
            said[0] = f"{text}: {more}"
            status.update(said[0])

        yield detail
    print(f"· {said[0]} ({time.monotonic() - started_s:.1f} s)", file=sys.stderr, flush=True)  # noqa: T201 - it is ours
