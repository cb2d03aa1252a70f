"""One namespace on a running Kafka: its topics, its worker as a process of its own, and what all of its topics hold.

For proofs and tests; decides nothing about what is right. Everything is read as any client could read it.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from confluent_kafka import Consumer, KafkaError, Message, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec

from pipeline.edges.clients import client_config, patiently
from pipeline.edges.status import wait_until_judged
from pipeline.edges.topic_admin import apply_topics
from pipeline.edges.verdicts import Spoken, read_verdicts
from pipeline.errors import Unavailable
from pipeline.settings import VARIABLE, Settings
from topics.catalogue import CHANGELOGS, FLOW

LOOK_S = 0.02  # between two looks at an offset
LOOKS_S = 2.0  # how long one look at the lag may take before the worker is seen to again
ANSWER_S = 30.0
END_S = 15.0  # a worker cuts its own stop short long before
LOG_BYTES = 4000  # of a worker's log, shown when it fails
READ_MESSAGES = 1000
READ_S = 0.1  # `consume` waits so long for all of them
PRODUCER = {
    "enable_idempotence": True,
    "max_in_flight_requests_per_connection": 1,  # see `pipeline.edges.load`
    "linger_ms": 5,
    "batch_size": 1_000_000,
    "message_max_bytes": 1_100_000,  # as much as the topic `raw` takes
    "queue_buffering_max_kbytes": 131_072,
}

# A fetch that waits at the end of one partition would hold up the next one.
READER = {"group_id": "firstprint-prove-reader", "enable_auto_commit": False, "fetch_wait_max_ms": 10}

RawValue = tuple[int, bytes | None]  # partition of raw, value


@dataclass(frozen=True, slots=True)
class Record:
    """A message as a topic holds it. `timestamp_ms` is its record's."""

    partition: int
    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: dict[str, bytes] = field(default_factory=dict)


class WorkerEndedError(RuntimeError):
    """The worker ended by itself; the message ends with what it logged last."""


class Deployment:
    """A namespace (`settings.prefix`) with one worker, whose log is kept in `folder` over all its starts."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self.worker: subprocess.Popen[bytes] | None = None
        self.admin = AdminClient(client_config(settings))

    def reconnect(self) -> None:
        """Forget what the client knew of a broker that has been started again."""
        self.admin = AdminClient(client_config(self.settings))

    @contextmanager
    def standing(self) -> Iterator["Deployment"]:
        """Create the topics; at the end kill the worker and delete them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        apply_topics(self.settings)
        try:
            yield self
        finally:
            self.kill()
            self._delete_topics()

    def _delete_topics(self) -> None:
        names = [self._topic(noun) for noun in (*FLOW, *CHANGELOGS)]
        for future in self.admin.delete_topics(names).values():
            future.result(ANSWER_S)

    def remake_topics(self) -> None:
        """Delete the topics, and create them anew, once the cluster has forgotten them."""
        self._delete_topics()
        gone_s = time.monotonic() + ANSWER_S
        while self._topic("raw") in self.admin.list_topics(timeout=ANSWER_S).topics and time.monotonic() < gone_s:
            time.sleep(LOOK_S)
        apply_topics(self.settings)

    # ---- the worker

    @property
    def log(self) -> str:
        """What the worker has logged."""
        path = self.folder / "worker.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self) -> None:
        """Start the worker; returns before it is ready."""
        self.kill()
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "pipeline", "worker"],
                env=self._environment(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def _environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith(VARIABLE)}
        names = ("bootstrap", "prefix", "profile", "homes", "band_partitions", "data_dir")
        own |= {f"{VARIABLE}{name.upper()}": str(getattr(self.settings, name)) for name in names}
        return own | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}

    def kill(self) -> None:
        """End the worker at once (`kill -9`), if there is one."""
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()
            self.worker = None

    def stop(self) -> int:
        """Stop the worker in order and return its exit code."""
        if self.worker is None:
            raise RuntimeError("there is no worker")
        self.worker.send_signal(signal.SIGTERM)
        code = self.worker.wait(END_S)
        self.worker = None
        return code

    def delete_data(self) -> None:
        """Delete the data folder of a worker that does not run."""
        shutil.rmtree(self.settings.data_dir, ignore_errors=True)

    def until(self, true: Callable[[], bool], limit_s: float, otherwise: str) -> None:
        """Look until something is true. Raises `WorkerEndedError`, and `TimeoutError` after the limit."""
        deadline_s = time.monotonic() + limit_s
        while not true():
            self._see_to_worker()
            if time.monotonic() > deadline_s:
                raise TimeoutError(f"{otherwise} after {limit_s:g} s; the worker logged last:\n{self.log[-LOG_BYTES:]}")
            time.sleep(LOOK_S)

    def _see_to_worker(self) -> None:
        if self.worker is not None and self.worker.poll() is not None:
            raise WorkerEndedError(f"the worker ended with {self.worker.returncode}:\n{self.log[-LOG_BYTES:]}")

    def wait_until_judged(self, limit_s: float) -> None:
        """Wait until nothing is under way. Raises as `until`."""
        self.until(self.is_judged, limit_s, "not all is judged")

    def is_judged(self) -> bool:
        """Whether nothing is under way."""
        try:
            wait_until_judged(self.settings, LOOKS_S)
        except Unavailable:
            return False
        return True

    # ---- what goes in and what comes out

    def produce(self, values: Iterable[RawValue], noun: str = "raw") -> int:
        """Write messages to a topic, in their order within a partition, wait for delivery, and return how many.

        Raises `Unavailable` when one was not delivered: `flush` alone does not tell those that failed.
        """
        producer, topic, count = Producer(client_config(self.settings, **PRODUCER)), self._topic(noun), 0
        failures: list[KafkaError] = []

        def delivered(error: KafkaError | None, _: Message) -> None:
            failures.extend([error] if error is not None else [])

        for partition, value in values:
            while True:
                try:
                    producer.produce(topic, value, partition=partition, on_delivery=delivered)
                except BufferError:
                    producer.poll(LOOK_S)
                else:
                    break
            producer.poll(0)
            count += 1
        left = producer.flush(ANSWER_S)
        if left or failures:
            why = "".join(f" ({failure.str()})" for failure in failures[:1])
            raise Unavailable(f"{left + len(failures)} messages were not delivered{why}.")
        return count

    def count(self, noun: str) -> int:
        """How many messages a topic's partitions have taken, markers and what was deleted included."""
        topic = self._topic(noun)
        wanted = {TopicPartition(topic, partition): OffsetSpec.latest() for partition in range(self._partitions(noun))}
        return sum(patiently(lambda: [one.result(ANSWER_S).offset for one in self.admin.list_offsets(wanted).values()]))

    def _partitions(self, noun: str) -> int:
        bands = self.settings.band_partitions
        return {"bands": bands, "lsh-changelog": bands, "dead-letters": 1}.get(noun, self.settings.homes)

    def _topic(self, noun: str) -> str:
        if noun in CHANGELOGS:
            return self.settings.changelog(noun.removesuffix("-changelog"))
        return self.settings.topic(noun)

    def verdicts(self) -> dict[bytes, Spoken]:
        """Return the final verdict of every id."""
        return read_verdicts(self.settings)

    def read(self, noun: str) -> list[Record]:
        """Return all that a topic holds, partition by partition; what was trimmed is not there."""
        consumer = Consumer(client_config(self.settings, **READER))
        records: list[Record] = []
        try:
            for partition in range(self._partitions(noun)):
                part = TopicPartition(self._topic(noun), partition)
                start, end = patiently(partial(consumer.get_watermark_offsets, part, ANSWER_S))
                part.offset = start
                consumer.assign([part])
                records += self._read(consumer, start, end)
        finally:
            consumer.close()
        return records

    def _read(self, consumer: Consumer, start: int, end: int) -> Iterator[Record]:
        """Read one assigned partition; none of these topics has a hole at its end."""
        after, heard_s = start, time.monotonic()
        while after < end:
            messages = consumer.consume(READ_MESSAGES, READ_S)
            if messages:
                heard_s = time.monotonic()
            elif time.monotonic() - heard_s > ANSWER_S:
                raise Unavailable("Kafka stopped answering.")
            for message in messages:
                record = record_of(message)
                after = record.offset + 1
                yield record


def record_of(message: Message) -> Record:
    """Take what matters of a message; raises `Unavailable` for an error in its place."""
    if message.error() is not None:
        raise Unavailable(f"A topic cannot be read: {message.error()}.")
    pairs: Any = message.headers() or ()  # a list of pairs, whatever its types say
    headers = {name: value for name, value in pairs if isinstance(value, bytes)}
    place = message.partition() or 0, message.offset() or 0, message.timestamp()[1]
    return Record(*place, message.key(), message.value(), headers)
