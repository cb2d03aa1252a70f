"""Rules 6 and 7 of the design's section 4, and identity over time (section 5), on the smallest documents.

Crashes and replays of one raw message are the model's matter; here a repeat is a second message with the same
documents.
"""

from typing import Any

import pytest

from tests.cases import OTHERS, TREES, at, document, originals, verdicts_of
from tests.judges import Judge
from tests.streams import Document


def test_rule_6_a_second_delivery_of_everything_changes_nothing(judge: Judge) -> None:
    """Rule 6 and 7: three deliveries that come again, as after a crash, leave all verdicts as they were."""
    once = [document("x", TREES, 1), document("x", TREES, 2.5), document("x", OTHERS, 1.2), document("y", OTHERS, 3)]
    assert verdicts_of(judge, *once) == verdicts_of(judge, *once, *once)


@pytest.mark.parametrize(
    ("change", "previous"),
    [({}, None), ({"updated": at(4)}, None), ({"language": "en"}, None), ({"text": TREES.upper()}, None)]
    + [({name: "2023-11-01"}, {"similarity": 1.0}) for name in ("title", "url", "source", "published")]
    + [({"text": TREES + " yew"}, {"similarity": 0.8333})],
)
def test_rule_7_a_version_differs_in_a_field_that_a_verdict_can_show(
    judge: Judge, change: Document, previous: Any
) -> None:
    """Rule 7: text, title, url, source and published make a version; fetched and updated alone a re-delivery."""
    assert verdicts_of(judge, document("a"), document("a", day=1) | change)["a"]["previous"] == previous


def test_rule_7_an_earlier_text_again_is_a_version(judge: Judge) -> None:
    """Rule 7: A, B, A has three versions, each compared with the one before it."""
    verdict = verdicts_of(judge, document("a"), document("a", OTHERS, 1), document("a", day=2))["a"]
    assert (verdict["evidence"]["shingles"], verdict["previous"]) == (5, {"similarity": 0.0})


def test_rule_7_a_redelivery_raises_the_latest(judge: Judge) -> None:
    """Rule 7: what is not greater than the latest delivery is history, though the newest version is older."""
    found = verdicts_of(judge, document("a"), document("a", day=5), document("a", OTHERS, 3), document("b", OTHERS, 6))
    assert (found["a"]["evidence"]["shared"], found["a"]["previous"], found["b"]["kind"]) == (None, None, "unique")


def test_rule_7_a_redelivery_leaves_the_rank(judge: Judge) -> None:
    """Rule 7: time and version in the rank stay those of the first delivery."""
    assert originals(judge, document("a"), document("a", day=5), document("b", day=3)) == {"a": None, "b": "a"}


def test_rule_7_equal_stamps_are_history(judge: Judge) -> None:
    """Rule 7, small print: the second of two deliveries with equal fetched, updated and digest is history."""
    found = verdicts_of(judge, document("a", url="https://one.example/1"), document("a", url="https://one.example/2"))
    assert found["a"]["document"]["url"] == "https://one.example/1"


def test_rule_7_versions_of_one_time_are_ordered_by_updated_and_digest(judge: Judge) -> None:
    """Rule 7: with equal `fetched` the later `updated` is newer, and no `updated` is oldest."""
    old, new = document("a", TREES), document("a", OTHERS + " yew", updated="2023-01-01")
    assert verdicts_of(judge, old, new)["a"]["evidence"]["shingles"] == 6
    assert verdicts_of(judge, new, old)["a"]["evidence"]["shingles"] == 6


@pytest.mark.parametrize(("beyond_ms", "previous", "original"), [(0, {"similarity": 0.0}, None), (1, None, "b")])
def test_identity_ends_the_window_after_it_was_last_seen(
    judge: Judge, beyond_ms: int, previous: Any, original: str | None
) -> None:
    """Section 5, identity: a later delivery starts a new document, with its own time and without a predecessor."""
    much_later = document("a") | {"fetched": at(5 + 10, beyond_ms)}
    found = verdicts_of(judge, document("a", OTHERS), document("a", OTHERS, 5), document("b", day=14), much_later)
    assert found["a"]["previous"] == previous
    assert (found["a"]["duplicate_of"] or {"id": None})["id"] == original


def test_identity_far_before_it_was_last_seen_is_history(judge: Judge) -> None:
    """Section 5, identity: an earlier delivery starts nothing."""
    found = verdicts_of(judge, document("a", OTHERS, 20), document("a", day=5), document("b", day=6))
    assert (found["a"]["evidence"]["shared"], found["a"]["previous"], found["b"]["kind"]) == (None, None, "unique")
