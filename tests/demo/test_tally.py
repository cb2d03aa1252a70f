"""Counting verdicts: revisions, re-deliveries, times."""

from pipeline.demo.tally import Tally
from pipeline.demo.watch import Loaded, Spoke
from tests.demo.verdict_lines import spoken


def test_the_newest_verdict_counts_and_a_lower_one_does_not() -> None:
    tally = Tally()
    first = tally.take(Spoke(spoken("a", "unique", revision=b"1"), 10))
    second = tally.take(Spoke(spoken("a", "near", of="b", revision=b"2"), 20))
    overtaken = tally.take(Spoke(spoken("a", "unique", revision=b"1"), 30))
    assert first is not None
    assert second is not None
    assert (first.is_revision, second.is_revision, overtaken) == (False, True, None)
    assert tally.kinds == {"near": 1}
    assert tally.judged_ms == {"a": 10}


def test_a_verdict_said_again_is_not_new() -> None:
    tally = Tally()
    tally.take(Spoke(spoken("a", "unique"), 10))
    assert tally.take(Spoke(spoken("a", "unique"), 20)) is None
    assert tally.last_ms == 10


def test_latency_is_from_the_first_delivery_to_the_first_verdict() -> None:
    tally = Tally()
    for number in range(1, 101):
        tally.take(Loaded(str(number), 1000))
        tally.take(Loaded(str(number), 5000))
        tally.take(Spoke(spoken(str(number), "unique"), 1000 + number))
    assert (tally.latency_ms(50), tally.latency_ms(99), tally.latency_ms(100)) == (50, 99, 100)
    assert tally.deliveries == 200
    assert tally.seconds == 0.1


def test_the_order_in_which_topics_are_read_does_not_matter() -> None:
    tally = Tally()
    tally.take(Spoke(spoken("a", "unique"), 30))
    tally.take(Loaded("a", 10))
    assert tally.latency_ms(50) == 20


def test_nothing_is_nothing() -> None:
    assert (Tally().latency_ms(99), Tally().seconds, Tally().kinds) == (0, 0, {})
