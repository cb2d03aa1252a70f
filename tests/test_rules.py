"""Rules 1 to 5, 8, 10 and 11 of the design's section 4 on the smallest documents that show them, for every judge.

Rules 6 and 7 are in `test_registration.py`; rule 9 and what crashes have to do with the others is the model's matter.
"""

import itertools
from dataclasses import replace
from typing import Any

import mmh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.profile import DEFAULT, Profile
from tests.cases import OTHERS, SMALL, TREES, at, document, originals, verdicts_of
from tests.judges import JUDGES, Judge
from tests.streams import START_MS, day_of

DAYS = st.integers(-40, 40).map(lambda quarters: quarters / 4)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4).filter(str.strip)


# ---- rule 1: two times


def test_rule_1_published_ranks_before_fetched(judge: Judge) -> None:
    """Rule 1: what was published earlier is the original, though it was seen later."""
    assert originals(judge, document("a", day=0), document("b", day=1, published=at(-1))) == {"a": "b", "b": None}


def test_rule_1_published_after_seen_is_not_believed(judge: Judge) -> None:
    """Rule 1: a document published after it was seen counts as of when it was seen."""
    future = document("a", day=0, published=at(5))
    assert originals(judge, future, document("b", day=1)) == {"a": None, "b": "a"}


@pytest.mark.parametrize(("beyond_ms", "original"), [(0, "b"), (1, "a")])
def test_rule_1_absurd_dates_are_not_believed(judge: Judge, beyond_ms: int, original: str) -> None:
    """Rule 1: a date exactly the limit before `seen` counts, one a millisecond earlier does not."""
    old = document("b", day=1, published=at(1 - 30, -beyond_ms))
    assert list(originals(judge, document("a"), old).values()) == ([None, "a"] if original == "a" else ["b", None])


def test_rule_1_a_plain_date_is_the_end_of_its_day(judge: Judge) -> None:
    """Rule 1: what was published at any hour of a day ranks before what gives that day alone."""
    plain, exact = (
        document(name, day=3, published=time) for name, time in (("a", "2023-11-15"), ("b", "2023-11-15T23:59:59Z"))
    )
    assert originals(judge, plain, exact) == {"a": "b", "b": None}


def test_rule_1_a_plain_date_counts_as_seen_at_most(judge: Judge) -> None:
    """Rule 1: the day on which a document was seen counts as when it was seen."""
    today = document("a", day=0, published=day_of(START_MS))
    assert originals(judge, today, document("b", published=at(0, -1)), document("c", day=0.01)) == {
        "a": "b",
        "b": None,
        "c": "b",
    }


@given(DAYS, DAYS, DAYS, DAYS)
def test_rule_1_by_any_times(seen_a: float, published_a: float, seen_b: float, published_b: float) -> None:
    """Rule 1: of two equal texts the one of the earlier time is the original, for all pairs of times."""
    pair = [document("a", day=seen_a, published=at(published_a)), document("b", day=seen_b, published=at(published_b))]
    times = [p if p <= s <= p + 30 else s for s, p in ((seen_a, published_a), (seen_b, published_b))]
    early, late = ("a", "b") if (times[0], digest("a")) < (times[1], digest("b")) else ("b", "a")
    expected = {early: None, late: early if abs(seen_a - seen_b) <= 10 else None}
    for judge in JUDGES.values():
        assert originals(judge, *pair) == expected


def test_rule_1_a_version_keeps_the_earliest_time(judge: Judge) -> None:
    """Rule 1: a version takes over the time of the newest version before it, where that is earlier than its own."""
    first, second = document("a", OTHERS, 0), document("a", TREES, 4)
    assert originals(judge, first, document("b", day=2), second) == {"a": None, "b": "a"}
    assert originals(judge, document("a", OTHERS, 4), document("b", day=2), document("a", day=5, published=at(1))) == {
        "a": None,
        "b": "a",
    }


def test_rule_1_the_earliest_time_is_passed_on(judge: Judge) -> None:
    """Rule 1, small print: the earliest time known is that of the newest version, which had it from its predecessor."""
    versions = [document("a", OTHERS, 0), document("a", OTHERS + " yew", 4), document("a", TREES, 6)]
    assert originals(judge, *versions, document("b", day=2)) == {"a": None, "b": "a"}


# ---- rule 2: rank


def digest(name: str) -> bytes:
    """Return the 128-bit hash of an id as the rank compares it."""
    return mmh3.mmh3_x64_128_digest(name.encode())


@given(st.lists(NAMES, min_size=2, max_size=5, unique=True))
def test_rule_2_equal_times_are_ordered_by_the_hash_of_the_id(names: list[str]) -> None:
    """Rule 2: of documents of one time the one with the least hash of its id is the original of all."""
    least = min(names, key=digest)
    for judge in JUDGES.values():
        found = originals(judge, *(document(name) for name in names))
        assert found == {name: None if name == least else least for name in names}


# ---- rule 3: relation


@pytest.mark.parametrize(("beyond_ms", "kind"), [(0, "exact"), (1, "unique")])
def test_rule_3_the_window_is_between_the_times_of_seeing(judge: Judge, beyond_ms: int, kind: str) -> None:
    """Rule 3: exactly the window apart is related, a millisecond more is not, whatever was published when."""
    far = document("b") | {"fetched": at(10, beyond_ms), "published": at(1)}
    assert verdicts_of(judge, document("a"), far)["b"]["kind"] == kind


def test_rule_3_superseded_versions_remain_candidates(judge: Judge) -> None:
    """Rule 3: the asked may be any version, and the verdict shows that version."""
    old, new = (
        document("a", TREES, 0, url="https://one.example/old"),
        document("a", OTHERS, 1, url="https://one.example/new"),
    )
    assert verdicts_of(judge, old, new, document("b", day=2))["b"]["duplicate_of"]["url"] == "https://one.example/old"


def test_rule_3_only_the_newest_version_asks(judge: Judge) -> None:
    """Rule 3: what an older version was a copy of is no matter of its successor."""
    assert originals(judge, document("a"), document("b", day=1), document("b", OTHERS, 2)) == {"a": None, "b": None}


def test_rule_3_versions_of_one_id_are_not_related(judge: Judge) -> None:
    """Rule 3: a document is no copy of itself."""
    assert originals(judge, document("a"), document("a", day=1, title="New title")) == {"a": None}


def test_rule_3_similar_texts_that_meet_in_no_band_are_not_related(judge: Judge) -> None:
    """Rule 3: without a key in common there is no relation, however similar two texts are."""
    strict = Profile(
        rules="jaccard",
        shingle_words=1,
        slots=4,
        bands=1,
        rows=4,
        min_shingles=1,
        threshold_num=1,
        threshold_den=5,
        anchors=0,
    )
    texts = [f"{TREES} {word}" for word in OTHERS.split()]
    kinds = [verdicts_of(judge, document("a"), document("b", text, 1), profile=strict)["b"]["kind"] for text in texts]
    assert "unique" in kinds


@pytest.mark.parametrize(("text", "kind"), [("ash birch cedar oak", "near"), ("ash birch oak pine rowan", "unique")])
def test_rule_3_the_threshold_is_inclusive(judge: Judge, text: str, kind: str) -> None:
    """Rule 3: near is a similarity of at least the threshold: here 3 of 6 is, 2 of 8 is not."""
    assert verdicts_of(judge, document("a"), document("b", text, 1))["b"]["kind"] == kind


@pytest.mark.parametrize(
    ("a", "b", "kind", "reason"),
    [
        ({}, {}, "unjudged", "too-short"),
        ({"title": "The Trees"}, {"title": "  the  trees"}, "exact", "equal-text-and-title"),
        ({"url": "https://one.example/a"}, {"url": "http://www.one.example/a#top"}, "exact", "equal-text-and-link"),
        (
            {"title": "T", "url": "https://a.example/"},
            {"title": "T", "url": "https://a.example/"},
            "exact",
            "equal-text-and-title",
        ),
        (
            {"title": "T", "url": "https://a.example/"},
            {"title": "U", "url": "https://b.example/"},
            "unjudged",
            "too-short",
        ),
        ({"url": "nonsense"}, {"url": "nonsense"}, "unjudged", "too-short"),
    ],
)
def test_rule_3_short_texts_need_an_equal_title_or_link(judge: Judge, a: Any, b: Any, kind: str, reason: str) -> None:
    """Rule 3 and kind `unjudged`: below the minimum an equal text is not enough."""
    verdict = verdicts_of(judge, document("a", "ash birch", **a), document("b", "Ash, birch!", 1, **b))["b"]
    assert (verdict["kind"], verdict["reason"]) == (kind, reason)


def test_rule_3_a_short_text_is_never_near(judge: Judge) -> None:
    """Rule 3: both texts need the minimum of shingles, also when they share title and link."""
    same: Any = {"title": "T", "url": "https://one.example/a"}
    short, long = document("a", "ash birch", **same), document("b", "ash birch cedar", 1, **same)
    assert originals(judge, short, long) == {"a": None, "b": None}


# ---- rule 4: verdict


def test_rule_4_the_first_and_not_the_most_similar(judge: Judge) -> None:
    """Rules 4 and 11: a near document that ranks earlier wins over an exact one that meets in more bands."""
    first, second = document("a", TREES + " yew", 0), document("b", TREES, 1)
    assert originals(judge, first, second, document("c", day=2)) == {"a": None, "b": "a", "c": "a"}


def test_rule_4_one_step_only(judge: Judge) -> None:
    """Rule 4: `duplicate_of` is verified; it may be a copy of something that this text is not similar to."""
    chain = [
        document("a", "ash birch cedar elm", 0),
        document("b", "cedar elm fig ash", 1),
        document("c", "fig elm gum oak cedar", 2),
    ]
    assert originals(judge, *chain) == {"a": None, "b": "a", "c": "b"}


@pytest.mark.parametrize(
    ("source_a", "source_b", "beyond_ms", "kind"),
    [("s", "s", 1, "recurring"), ("s", "s", 0, "exact"), ("s", "t", 1, "exact"), ("", "", 1, "exact")],
)
def test_rule_4_equal_texts_of_one_source_days_apart_recur(
    judge: Judge, source_a: str, source_b: str, beyond_ms: int, kind: str
) -> None:
    """Rule 4 and kind `recurring`: one source, more than 2 days between the times of rank."""
    again = document("b", source=source_b) | {"fetched": at(2, beyond_ms)}
    verdict = verdicts_of(judge, document("a", source=source_a), again)["b"]
    assert verdict["kind"] == kind
    assert (verdict["duplicate_of"] is None) == (kind == "recurring")
    assert (verdict["related"] or {}).get("how") == ("recurs" if kind == "recurring" else None)


def test_rule_4_related_is_shown_only_without_a_duplicate(judge: Judge) -> None:
    """Rule 4: a recurrence, though it ranks first, gives way to a duplicate."""
    notice, copy = document("a", source="s"), document("b", day=1, source="t")
    verdict = verdicts_of(judge, notice, copy, document("c", day=4, source="s"))["c"]
    assert (verdict["kind"], verdict["duplicate_of"]["id"], verdict["related"]) == ("exact", "b", None)


def test_rule_4_related_is_the_first_recurrence(judge: Judge) -> None:
    """Rule 4: of several recurrences the one that ranks first is shown."""
    notices = [document(name, day=day, source="s") for name, day in (("b", 3), ("a", 0), ("c", 6))]
    found = verdicts_of(judge, *notices)
    assert [found[name]["related"] and found[name]["related"]["id"] for name in "abc"] == [None, "a", "a"]


def test_rule_4_a_teaser_is_not_the_original_of_the_copies_of_its_article(judge: Judge) -> None:
    """Rule 4: forty full copies are told by their first, which merely contains the teaser that was there before."""
    words = ["".join(pair) for pair in itertools.product("bdfgklmnprstvz", "aeiouy")]
    story = [f"{one}{other}" for one, other in itertools.pairwise(words)]
    teaser = document("teaser", " ".join(story[:30]))
    copies = [document(f"copy{i}", " ".join([*story, "as", words[i]]), day=1 + i / 50) for i in range(40)]
    found = verdicts_of(judge, teaser, *copies, profile=DEFAULT)
    first = found["copy0"]
    assert (first["kind"], first["related"]["id"], first["duplicate_of"]) == ("expansion", "teaser", None)
    assert {found[f"copy{i}"]["duplicate_of"]["id"] for i in range(1, 40)} == {"copy0"}
    assert found["teaser"]["kind"] == "unique"


# ---- rules 5 and 8: meeting and speaking


def test_rule_5_whoever_comes_second_finds_the_first(judge: Judge) -> None:
    """Rule 5: the original is found before or after its copies, which then change their verdicts."""
    family = [document("a", TREES, 0), document("b", TREES + " yew", 1), document("c", TREES, 2)]
    assert all(originals(judge, *order) == {"a": None, "b": "a", "c": "a"} for order in itertools.permutations(family))


def test_rule_8_only_the_newest_version_speaks(judge: Judge) -> None:
    """Rule 8: one verdict an id, and it shows the newest version."""
    found = verdicts_of(judge, document("a", url="u"), document("a", OTHERS, 1, url="v", source="s", published=at(0)))
    assert [found["a"]["document"], len(found)] == [{"id": "a", "url": "v", "source": "s", "published": at(0)}, 1]


# ---- rules 10 and 11


@pytest.mark.parametrize(("count", "exempt"), [(4, set()), (5, {"cap"})])
def test_rule_10_documents_of_overfull_buckets_are_named(judge: Judge, count: int, exempt: set[str]) -> None:
    """Rule 10: a bucket that held as many as the cap is full, one more and all documents in it are exempt."""
    capped = replace(SMALL, bucket_cap=4)
    copies = [document(f"d{i}", day=i / 10) for i in range(count)]
    judged = judge([*copies, document("other", OTHERS)], capped, 2)
    assert {name: judged.exempt.get(name, set()) for name in judged.verdicts} == dict.fromkeys(
        judged.verdicts, exempt
    ) | {"other": set()}
