"""The three ways in which something can be wrong, and what each of them leads to.

Raises nothing and logs nothing itself; who catches what is decided by the command line, by the agents and by `scan`.
"""

from functools import partial
from typing import Any


class BadMessage(Exception):
    """Data that no retry will mend: it goes to `dead-letters` and the stream goes on.

    `reason` is one sentence; `stage` the noun of the stage that refused; `index` the document's place in its message,
    or None when the whole message is meant.
    """

    def __init__(self, reason: str, *, stage: str, index: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.stage = stage
        self.index = index

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross from one process to another whole."""
        return partial(type(self), stage=self.stage, index=self.index), (self.reason,)


class BadSetup(Exception):
    """Something that the user has to mend: the command ends with 2 and prints the sentence and the advice."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(f"{sentence} {advice}")
        self.sentence = sentence
        self.advice = advice

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross from one process to another whole."""
        return type(self), (self.sentence, self.advice)


class Unavailable(Exception):
    """Something outside that may come back: it is retried for a while, then the command ends with 75."""
