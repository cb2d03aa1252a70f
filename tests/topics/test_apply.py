"""What a plan says for every way in which a cluster can differ from the catalogue."""

from topics.apply import Change, Found, Wanted, compare, wanted
from topics.catalogue import Shape, topic_named

RAW = Wanted("raw", 4, 1, {"cleanup.policy": "delete", "retention.ms": "1000"})
DEFAULTS = {"cleanup.policy": "delete", "retention.ms": "1000", "segment.bytes": "1073741824"}


def test_a_missing_topic_is_created() -> None:
    plan = compare([RAW], {})
    assert plan.create == (RAW,)
    assert plan.lines() == ["+ create raw: 4 partitions, 1 replica, cleanup.policy=delete, retention.ms=1000"]
    assert not plan.in_line


def test_a_topic_that_fits_needs_nothing() -> None:
    plan = compare([RAW], {"raw": Found(4, 1, DEFAULTS), "somebody-else's": Found(1, 1, {})})
    assert plan.in_line
    assert plan.lines() == []


def test_a_setting_that_differs_is_altered() -> None:
    plan = compare([RAW], {"raw": Found(4, 1, DEFAULTS | {"retention.ms": "5"})})
    assert plan.alter == (Change("raw", "retention.ms", "5", "1000"),)
    assert plan.lines() == ["~ alter raw: retention.ms 5 -> 1000"]


def test_numbers_are_said_in_words() -> None:
    config = {"retention.ms": "-1", "max.message.bytes": "27262976", "message.timestamp.before.max.ms": "86400000"}
    line = compare([Wanted("raw", 1, 2, config)], {}).lines()[0]
    assert line.startswith("+ create raw: 1 partition, 2 replicas, retention.ms=-1 (kept for ever, ")
    assert line.endswith(" max.message.bytes=27262976 (26 MiB), message.timestamp.before.max.ms=86400000 (1 day)")
    there = Found(1, 2, {**config, "retention.ms": "604800000"})
    (altered,) = compare([Wanted("raw", 1, 2, config)], {"raw": there}).lines()
    assert "retention.ms 604800000 (7 days) -> -1 (kept for ever" in altered


def test_what_is_kept_longer_or_allowed_to_be_larger_is_left() -> None:
    for setting, before in (
        ("retention.ms", "1001"),
        ("retention.ms", "-1"),
        ("max.message.bytes", "1000"),
        ("min.insync.replicas", "1001"),
    ):
        topic = Wanted("raw", 4, 1, {setting: "1000"})
        assert compare([topic], {"raw": Found(4, 1, {setting: before})}).in_line
    topic = Wanted("bands", 4, 1, {"retention.ms": "-1"})
    assert not compare([topic], {"bands": Found(4, 1, {"retention.ms": "604800000"})}).in_line
    topic = Wanted("raw", 4, 1, {"message.timestamp.before.max.ms": "1000"})
    assert not compare([topic], {"raw": Found(4, 1, {"message.timestamp.before.max.ms": "1001"})}).in_line


def test_other_partition_counts_are_a_conflict_whether_more_or_fewer() -> None:
    for count in (3, 5):
        plan = compare([RAW], {"raw": Found(count, 1, DEFAULTS)})
        assert plan.conflicts == (f"raw has {count} partitions, 4 are wanted",)
        assert not plan.in_line


def test_other_replicas_are_noted_and_left() -> None:
    plan = compare([RAW], {"raw": Found(4, 3, DEFAULTS)})
    assert plan.in_line
    assert "3 replicas" in plan.lines()[0]


def test_one_replica_may_be_away() -> None:
    needed = {
        copies: wanted(topic_named("raw"), Shape("", "a", 4, 4, copies)).config["min.insync.replicas"]
        for copies in (1, 2, 3)
    }
    assert needed == {1: "1", 2: "1", 3: "2"}
