"""Lag per stage as the group's commits have it, and waiting for the last of it."""

import threading
import time

import pytest
from click.testing import CliRunner
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient

from pipeline.cli.status import command
from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.status import SOURCES, read_status, wait_until_judged
from pipeline.edges.topic_admin import apply_topics
from pipeline.errors import Unavailable
from pipeline.settings import Settings


@pytest.fixture
def settings(broker: EmbeddedBroker, topic_prefix: str) -> Settings:
    """Return a namespace with its topics."""
    chosen = Settings(bootstrap=broker.bootstrap, prefix=topic_prefix, homes=2, band_partitions=1)
    apply_topics(chosen)
    return chosen


def write(settings: Settings, noun: str, *values: bytes) -> None:
    """Write messages to partition 0 of a topic."""
    producer = Producer(settings.confluent())
    for value in values:
        producer.produce(settings.topic(noun), value, partition=0)
    assert producer.flush(20) == 0


def commit(settings: Settings, noun: str, offset: int) -> None:
    """Commit partition 0 of a topic as the workers' group."""
    consumer = Consumer(settings.confluent(group_id=settings.group))
    consumer.commit(offsets=[TopicPartition(settings.topic(noun), 0, offset)], asynchronous=False)
    consumer.close()


def test_nothing_waits_in_new_topics(settings: Settings) -> None:
    status = read_status(settings)
    assert [row.noun for row in status.waiting] == list(SOURCES)
    assert status.messages == status.documents == status.workers == 0
    wait_until_judged(settings, 20)


def test_dead_letters_are_counted(settings: Settings) -> None:
    write(settings, "dead-letters", b"1", b"2")
    assert read_status(settings).refused == 2


def test_lag_is_what_is_not_committed(settings: Settings) -> None:
    write(settings, "raw", b"{}\n{}\n{}", b"{}")
    write(settings, "bands", b"packed")
    commit(settings, "raw", 1)
    status = read_status(settings)
    assert {row.noun: row.messages for row in status.waiting if row.messages} == {"raw": 1, "bands": 1}
    assert status.documents == 4  # two messages, two documents each on average


def test_what_was_deleted_unread_is_counted(settings: Settings) -> None:
    write(settings, "matches", b"1", b"2", b"3")
    commit(settings, "matches", 1)
    deletion = TopicPartition(settings.topic("matches"), 0, 3)
    admin = AdminClient(settings.confluent())  # named: one that is collected never answers
    admin.delete_records([deletion])[deletion].result(20)
    row = read_status(settings).waiting[-1]
    assert (row.noun, row.messages, row.lost) == ("matches", 0, 2)


def test_a_wait_without_a_worker_is_told_once_for_each_absence(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.edges.status.ABSENCE_S", 0.0)
    wait_until_judged(settings, 20, warn=lambda: pytest.fail("nothing waits"))
    write(settings, "candidates", b"1")
    told: list[float] = []
    worker = Consumer(settings.confluent(group_id=settings.group))

    def wait() -> None:
        with pytest.raises(Unavailable):
            wait_until_judged(settings, 2.0, warn=lambda: told.append(time.monotonic()))

    wait()
    assert len(told) == 1
    worker.subscribe([settings.topic("candidates")])
    while not worker.assignment():
        worker.poll(0.1)
    threading.Timer(1.0, worker.close).start()
    wait()
    assert len(told) == 2


def test_status_says_on_stderr_that_a_wait_has_no_worker(settings: Settings) -> None:
    write(settings, "candidates", b"1")
    given = ["--bootstrap", settings.bootstrap, "--prefix", settings.prefix]
    waited = CliRunner().invoke(command, ["--wait", "--timeout", "1", *given])
    assert waited.stdout == ""
    assert waited.stderr.startswith("No worker runs")
    assert isinstance(waited.exception, Unavailable)


def test_waiting_ends_with_the_last_commit(settings: Settings) -> None:
    write(settings, "candidates", b"1")
    with pytest.raises(Unavailable, match=r"1 messages are still under way(?s:.*)start one: firstprint worker"):
        wait_until_judged(settings, 0.5)
    late = threading.Timer(1.0, commit, (settings, "candidates", 1))
    late.start()
    started_s = time.monotonic()
    wait_until_judged(settings, 60)
    assert time.monotonic() - started_s >= 1.0
    late.join()
