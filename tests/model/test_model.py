"""Whatever chance does to the distributed algorithm, at rest its verdicts are those of the reference.

`TEST_HISTORIES` sets how many histories are played: 5,000, which take some minutes, unless it says more.
"""

import os
from collections import Counter

import pytest

from tests.model.check import describe, play
from tests.model.histories import KINDS, history_of

HISTORIES = int(os.environ.get("TEST_HISTORIES", "5000"))
CHUNKS = max(20, HISTORIES // 500)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_verdicts_at_rest_equal_the_reference(chunk: int) -> None:
    """All kinds of histories in turn; the seed is the number of the history."""
    for seed in range(chunk, HISTORIES, CHUNKS):
        history = history_of(seed)
        try:
            different = play(history).different
        except Exception as error:
            error.add_note(f"history {seed}, {history.kind}")
            raise
        if different:
            pytest.fail(describe(history))


def test_the_histories_are_worth_playing() -> None:
    """Owners crash, documents are sent on and expire, homes are ticked, and most ids are not exempt."""
    counts: Counter[str] = Counter()
    for seed in range(10 * len(KINDS)):
        counts += play(history_of(seed)).counts
    expected = ("restarts", "forwarded", "ticks", "documents expired", "segments expired")
    assert {name: counts[name] for name in expected if counts[name] < 5} == {}
    assert counts["exempt"] < counts["ids"] / 2
