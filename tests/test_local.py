"""The local pipeline: building verdicts only when there is time says what speaking at every turn comes to.

And it holds the window, however long the stream is.
"""

import random
from dataclasses import replace

import pytest

from pipeline.local import EXPIRE_EVERY, LocalPipeline
from tests.cases import SMALL, document
from tests.streams import DAY_MS, generate
from tests.test_oracle import encoded, messages_of


@pytest.mark.parametrize("seed", range(80))
def test_concluding_equals_speaking(seed: int) -> None:
    stream = generate(seed)
    speaking, concluding = (LocalPipeline(stream.profile, stream.homes) for _ in range(2))
    concluding.conclude_only()
    rng = random.Random(seed)
    for home, message in messages_of(stream, random.Random(seed)):
        for local in (speaking, concluding):
            local.push(home, encoded(message), 1 << 52)
        if rng.random() < seed % 3 / 2:  # never, now and then, and at every turn
            concluding.say_due(left=rng.randrange(3))
    concluding.conclude()
    assert {name: value for name, (_, value) in concluding.final.items()} == {
        name: value for name, (_, value) in speaking.final.items()
    }


def test_what_the_window_has_left_behind_takes_no_memory() -> None:
    """Section 5, expiry: of a document a day for 400 days those of window and grace stay, and all have verdicts."""
    profile = replace(SMALL, grace_ms=2 * DAY_MS)
    local = LocalPipeline(profile, 1)
    local.conclude_only()
    most = 0
    for day in range(400):
        local.push(0, encoded([document(f"d{day}", f"ash birch cedar d{day}", day)]), 1 << 52)
        most = max(most, len(local.states[0].recent), len(local.band.segments))
    days_held = (profile.window_ms + profile.grace_ms) // DAY_MS + 1
    assert most <= days_held + EXPIRE_EVERY + 1
    local.conclude()
    assert len(local.final) == 400
