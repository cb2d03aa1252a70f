"""The promise of the design's section 4: verdicts depend on the documents alone, for every judge.

Not on the order of documents, as long as the deliveries of each id keep theirs; not on the number of homes; not on
repeats. What a judge exempts in one of two runs is left out of the comparison.
"""

import os
import random
from dataclasses import replace

import pytest

from pipeline.profile import Profile
from tests.judges import Judge
from tests.reference import judge_log
from tests.streams import DAY_MS, START_MS, Stream, generate, log_singly, pack, shuffled, spell

STREAMS = int(os.environ.get("TEST_STREAMS", "2000")) // 10
CHUNKS = 4
CHUNK = pytest.mark.parametrize("chunk", range(CHUNKS))


def assert_same(judge: Judge, one: Stream, other: Stream) -> None:
    """Compare the verdicts of two streams, but for what either run exempts."""
    a, b = (judge(stream.documents, stream.profile, stream.homes) for stream in (one, other))
    left_out = {name for judged in (a, b) for name, why in judged.exempt.items() if why}
    assert {k: v for k, v in a.verdicts.items() if k not in left_out} == {
        k: v for k, v in b.verdicts.items() if k not in left_out
    }


@CHUNK
def test_the_order_across_ids_does_not_matter(judge: Judge, chunk: int) -> None:
    """Any input order that keeps the deliveries of an id in theirs, and any number of homes."""
    for seed in range(chunk, STREAMS, CHUNKS):
        stream, rng = generate(seed), random.Random(seed)
        assert_same(judge, stream, shuffled(replace(stream, homes=rng.randint(1, 8)), rng))


@CHUNK
def test_repeats_do_not_matter(judge: Judge, chunk: int) -> None:
    """Everything delivered twice in place, or all of it once more at the end."""
    for seed in range(chunk, STREAMS, CHUNKS):
        stream = generate(seed, 15)
        twice = [document for document in stream.documents for _ in range(2)]
        assert_same(judge, stream, replace(stream, documents=twice))
        assert_same(judge, stream, replace(stream, documents=stream.documents * 2))


@CHUNK
def test_packing_does_not_matter_to_the_reference(chunk: int) -> None:
    """Verdicts do not depend on which documents share a message, on strays or on ticks; only lateness does."""
    for seed in range(chunk, STREAMS, CHUNKS):
        stream = generate(seed)
        logs = [log_singly(stream), pack(stream, seed), pack(stream, seed + 1)]
        assert len({repr(judge_log(log, stream.profile, stream.homes).verdicts) for log in logs}) == 1


LATE = Profile(
    rules="jaccard",
    shingle_words=1,
    slots=8,
    bands=8,
    rows=1,
    min_shingles=1,
    window_ms=10 * DAY_MS,
    grace_ms=2 * DAY_MS,
)


def seen(name: str, days: float, text: str = "ash elm", ms: int = 0) -> dict[str, str]:
    """Make a document that was seen on a day."""
    return {"id": name, "text": text, "fetched": spell(START_MS + round(days * DAY_MS) + ms)}


@pytest.mark.parametrize(
    ("log", "late"),
    [
        ([[seen("new", 2)], [seen("old", 0)]], set()),
        ([[seen("new", 2, ms=1)], [seen("old", 0)]], {"old"}),
        ([[seen("new", 20), seen("old", 0)]], set()),
        ([[seen("new", 20, text="?")], [seen("old", 0)]], set()),
        ([[seen("new", 0), seen("new", 9)], [seen("old", 5)]], {"old"}),
        ([START_MS + 3 * DAY_MS, [seen("old", 0)]], {"old"}),
        ([[seen("x", 9)], [seen("x", 0)]], {"x"}),
    ],
    ids=["grace", "beyond", "one-message", "refused", "redelivery", "tick", "its-own-id"],
)
def test_late_is_what_lies_behind_the_watermark_before_its_message(log: list[object], late: set[str]) -> None:
    """Section 5: more than grace behind; re-deliveries and ticks raise the watermark, refused documents do not."""
    assert judge_log({0: log}, LATE, 1).late == late  # type: ignore[dict-item]


def test_late_ids_and_those_that_meet_them_are_exempt() -> None:
    """The promise's exception: every document that ever had a late delivery, with those that meet any version."""
    log = [[seen("y", 0, "fig"), seen("z", 5, "oak"), seen("far", 25, "fig")], [seen("x", 12, "gum")]]
    log += [[seen("x", 0, "fig")], [seen("x", 13, "oak")]]
    exempt = judge_log({0: log}, LATE, 1).exempt  # type: ignore[dict-item]
    assert {name for name, why in exempt.items() if why} == {"x", "y", "z"}
