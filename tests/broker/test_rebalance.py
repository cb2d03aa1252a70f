"""Workers come, go and are killed while messages flow: nothing is lost, and the commits reach the end."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.topic_admin import apply_topics
from pipeline.settings import Settings

pytestmark = pytest.mark.broker

APP = Path(__file__).with_name("rebalance_app.py")
ROOT = Path(__file__).parents[2]
SESSION_S, WATCHDOG_S = 10, 8  # of `rebalance_app`
FETCH, QUEUE = 64, 32  # records that one fetch brings, messages that one stream's queue holds
BACKLOG = 400
RATE = 40  # messages a second, each of which makes five awaited sends


class Workers:
    """The processes of a test, by index; all are killed at its end."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def log(self, index: int) -> str:
        """What a worker has logged, over all its starts."""
        return (self.folder / f"{index}.log").read_text()

    def start(self, index: int) -> None:
        """Start one and wait until its partitions are ready."""
        times = self.log(index).count("partitions-ready") if (self.folder / f"{index}.log").exists() else 0
        place = [self.settings.bootstrap, self.settings.prefix, str(index), str(self.folder / "data")]
        arguments = [*place, str(self.settings.gate_batches)]
        with (self.folder / f"{index}.log").open("ab") as log:
            self.running[index] = subprocess.Popen(
                [sys.executable, str(APP), *arguments],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        wait_until(lambda: self.log(index).count("partitions-ready") > times, 30.0, f"worker {index} is not ready")

    def stop(self, index: int, number: signal.Signals) -> int:
        """Send a signal and return the exit code."""
        process = self.running.pop(index)
        process.send_signal(number)
        return process.wait(10.0)


@contextmanager
def stream_into(topic: str, settings: Settings) -> Iterator[list[bytes]]:
    """Produce `RATE` messages a second, round robin over the homes, until the block ends; yield what was sent."""
    producer, ended = Producer(settings.confluent()), threading.Event()
    sent: list[bytes] = []

    def produce() -> None:
        while not ended.wait(1 / RATE):
            sent.append(b"id-%06d" % len(sent))
            producer.produce(topic, sent[-1], partition=len(sent) % settings.homes)
            producer.poll(0)

    thread = threading.Thread(target=produce)
    thread.start()
    try:
        yield sent
    finally:
        ended.set()
        thread.join()
        producer.flush(10.0)


def wait_until(true: Callable[[], bool], limit_s: float, otherwise: str) -> None:
    """Look ten times a second; fail when it stays false for so long."""
    deadline_s = time.monotonic() + limit_s
    while not true():
        assert time.monotonic() < deadline_s, otherwise
        time.sleep(0.1)


def behind(settings: Settings) -> dict[str, int]:
    """Return by topic how many records of the sources lie past the group's commits."""
    consumer = Consumer(settings.confluent(group_id=settings.group, enable_auto_commit=False))
    left = {}
    for noun, count in (("raw", settings.homes), ("bands", settings.band_partitions), ("matches", settings.homes)):
        partitions = [TopicPartition(settings.topic(noun), partition) for partition in range(count)]
        committed = [max(0, partition.offset) for partition in consumer.committed(partitions, timeout=10)]
        ends = [consumer.get_watermark_offsets(partition, timeout=10)[1] for partition in partitions]
        left[noun] = sum(ends) - sum(committed)
    consumer.close()
    return left


def read_all(settings: Settings, topic: str, partitions: int) -> list[tuple[bytes, bytes]]:
    """Return the key and value of every record of a topic."""
    consumer = Consumer(settings.confluent(group_id=f"{settings.group}-reader", enable_auto_commit=False))
    sources = [TopicPartition(topic, partition, 0) for partition in range(partitions)]
    count = sum(consumer.get_watermark_offsets(source, timeout=10)[1] for source in sources)
    consumer.assign(sources)
    records: list[tuple[bytes, bytes]] = []
    while len(records) < count:
        messages = consumer.consume(count - len(records), timeout=10)
        records += [(message.key() or b"", message.value() or b"") for message in messages]
    consumer.close()
    return records


@pytest.fixture
def workers(broker: EmbeddedBroker, topic_prefix: str, tmp_path: Path) -> Iterator[Workers]:
    """No worker yet; those that are left at the end are killed."""
    settings = Settings(bootstrap=broker.bootstrap, prefix=topic_prefix)
    apply_topics(settings)
    group = Workers(settings, tmp_path)
    yield group
    for process in group.running.values():
        process.kill()
        process.wait()


def test_nothing_is_lost_when_workers_join_stop_and_are_killed(workers: Workers) -> None:
    """A joins, B joins, A stops, comes back, is killed, comes back: every message ends in a verdict."""
    settings = workers.settings
    with stream_into(settings.topic("raw"), settings) as sent:
        workers.start(0)
        workers.start(1)
        time.sleep(3)
        assert workers.stop(0, signal.SIGTERM) == 0
        workers.start(0)
        time.sleep(3)
        assert workers.stop(0, signal.SIGKILL) == -signal.SIGKILL
        workers.start(0)
        time.sleep(3)
    wait_until(lambda: not any(behind(settings).values()), 60.0, f"commits stand still: {behind(settings)}")
    verdicts = read_all(settings, settings.topic("verdicts"), settings.homes)
    assert {key for key, _ in verdicts} == set(sent)
    assert {value for _, value in verdicts} == {b"known"}
    for table, partitions in (("documents", settings.homes), ("lsh", settings.band_partitions)):
        assert {key for key, _ in read_all(settings, settings.changelog(table), partitions)} == set(sent)
    assert [workers.stop(index, signal.SIGTERM) for index in (0, 1)] == [0, 0]
    assert "hole-in-input" not in workers.log(0) + workers.log(1)


def test_a_worker_that_was_stopped_for_longer_than_its_session_sends_nothing_more(workers: Workers) -> None:
    """After SIGCONT it ends with 75 at once; another has taken over meanwhile, and nothing is lost."""
    settings = workers.settings
    with stream_into(settings.topic("raw"), settings) as sent:
        workers.start(0)
        workers.start(1)
        stopped = workers.running.pop(0)
        stopped.send_signal(signal.SIGSTOP)
        time.sleep(SESSION_S + 2)
        stopped.send_signal(signal.SIGCONT)
        assert stopped.wait(10.0) == 75
        assert "event=lease-over" in workers.log(0)
    wait_until(lambda: not any(behind(settings).values()), 60.0, "commits stand still")
    assert {key for key, _ in read_all(settings, settings.topic("verdicts"), settings.homes)} == set(sent)


def test_a_backlog_is_let_in_only_as_fast_as_it_is_judged(workers: Workers) -> None:
    """The gate may be passed by what one fetch and one queue hold, and by no more; it opens again to the end."""
    workers.settings = settings = replace(workers.settings, gate_batches=4)
    producer = Producer(settings.confluent())
    for number in range(BACKLOG):
        producer.produce(settings.topic("raw"), b"id-%06d" % number, partition=number % settings.homes)
    producer.flush(10.0)
    workers.start(0)
    wait_until(lambda: not any(behind(settings).values()), 60.0, "commits stand still")
    assert len(read_all(settings, settings.topic("verdicts"), settings.homes)) == BACKLOG
    peaks = [int(peak) for peak in re.findall(r"event=peak batches=(\d+)", workers.log(0))]
    assert 4 <= peaks[-1] <= 4 + FETCH + QUEUE


def test_transactions_of_other_producers_are_no_holes_and_no_waiting_input(workers: Workers) -> None:
    """Their markers and aborted records take offsets that are never delivered, also at the end of the log."""
    settings, wanted = workers.settings, set()
    producer = Producer(settings.confluent(transactional_id=f"{settings.prefix}t"))
    producer.init_transactions()
    for number in range(9):
        producer.begin_transaction()
        ids = {b"id-%d-%d" % (number, place) for place in range(3)}
        for one in ids:
            producer.produce(settings.topic("raw"), one, partition=number % 2)
        if number % 3 == 1:
            producer.abort_transaction()
        else:
            producer.commit_transaction()
            wanted |= ids
    workers.start(0)
    time.sleep(WATCHDOG_S + 6)
    assert workers.stop(0, signal.SIGTERM) == 0, workers.log(0)
    assert {key for key, _ in read_all(settings, settings.topic("verdicts"), settings.homes)} == wanted
