"""The smallest documents, and what a judge says about them.

Checks nothing itself.
"""

import json
from typing import Any

from pipeline.profile import Profile
from tests.judges import Judge
from tests.streams import DAY_MS, NEVER_MS, START_MS, Document, spell

SMALL = Profile(
    rules="jaccard",
    shingle_words=1, slots=8, bands=8, rows=1, min_shingles=3, threshold_num=1, threshold_den=2,
    window_ms=10 * DAY_MS, grace_ms=NEVER_MS, absurd_ms=30 * DAY_MS, recurring_ms=2 * DAY_MS, bucket_cap=64,
)  # fmt: skip
TREES = "ash birch cedar elm fig"
OTHERS = "lime maple oak pine rowan"


def at(days: float, ms: int = 0) -> str:
    """Return the time so many days, and milliseconds, after the start."""
    return spell(START_MS + round(days * DAY_MS) + ms)


def document(name: str, text: str = TREES, day: float = 0, **fields: str) -> Document:
    """Make a document; it was fetched on that day."""
    return {"id": name, "text": text, "fetched": at(day)} | fields


def verdicts_of(judge: Judge, *documents: Document, profile: Profile = SMALL, homes: int = 3) -> dict[str, Any]:
    """Judge documents; return the decoded verdicts by id."""
    return {name: json.loads(verdict) for name, verdict in judge(documents, profile, homes).verdicts.items()}


def originals(judge: Judge, *documents: Document, profile: Profile = SMALL) -> dict[str, str | None]:
    """Return what each document is a duplicate of."""
    found = verdicts_of(judge, *documents, profile=profile)
    return {name: verdict["duplicate_of"] and verdict["duplicate_of"]["id"] for name, verdict in found.items()}
