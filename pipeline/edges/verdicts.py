"""Read the verdict topic as any consumer would: assigned partitions, nothing committed, the highest revision per id.

Joins no consumer group, so that it can be run beside everything else; it writes nothing.
"""

import time
from collections import OrderedDict
from collections.abc import Generator, Iterator
from typing import NamedTuple

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, Message, TopicPartition

from pipeline.edges.clients import (
    MENDABLE,
    administer,
    client_config,
    kafka_errors,
    partition_count,
    patiently,
    sentence_for,
)
from pipeline.errors import Unavailable
from pipeline.settings import Settings

REVISION_HEADER = "firstprint-revision"
REMEMBERED_IDS = 1_000_000  # while following for ever: some 300 MB
POLL_S = 0.2
MESSAGES = 500
SILENT_S = 30.0  # a cluster that says nothing for so long while there is something to read has gone away
FINAL = MENDABLE | {KafkaError.UNKNOWN_TOPIC_OR_PART}  # of all others the client recovers by itself
READER = {
    "group_id": "firstprint-verdict-reader",  # a consumer must name one; it is never joined and nothing is committed
    "enable_auto_commit": False,
    "enable_partition_eof": True,
    "auto_offset_reset": "earliest",
}


class Spoken(NamedTuple):
    """A verdict as its message has it. `revision` orders the verdicts of an id as bytes; without one it is lowest."""

    id: bytes
    revision: bytes
    value: bytes
    headers: tuple[tuple[str, bytes], ...]


class Newest:
    """Tells which verdicts are not lower than one already seen for their id."""

    def __init__(self, capacity: int = REMEMBERED_IDS) -> None:
        """Begin without memories; of more than `capacity` ids, those that spoke longest ago are forgotten."""
        self._capacity = capacity
        self._revisions: OrderedDict[bytes, bytes] = OrderedDict()

    def offer(self, spoken: Spoken) -> bool:
        """Remember a verdict; False for one that was overtaken by a higher one."""
        if spoken.revision < self._revisions.get(spoken.id, b""):
            return False
        self._revisions[spoken.id] = spoken.revision
        self._revisions.move_to_end(spoken.id)
        if len(self._revisions) > self._capacity:
            self._revisions.popitem(last=False)
        return True


def spoken_of(message: Message) -> Spoken | None:
    """Return the verdict in a message, or None for one without key or value (withdrawn, or not ours)."""
    key, value = message.key(), message.value()
    if key is None or value is None:
        return None
    found = message.headers() or []
    pairs = found.items() if isinstance(found, dict) else found
    headers = tuple((name, data) for name, data in pairs if isinstance(data, bytes))
    return Spoken(key, dict(headers).get(REVISION_HEADER, b""), value, headers)


def read_verdicts(settings: Settings) -> dict[bytes, Spoken]:
    """Return the final verdict of every id: all that the topic holds at the time of the call. Memory: the verdicts.

    Raises `BadSetup` when there is no such topic and `Unavailable` when the cluster is not there.
    """
    final: dict[bytes, Spoken] = {}
    with kafka_errors(settings):
        reader = Reader(settings)
        try:
            for spoken in reader.to_the_end():
                before = final.get(spoken.id)
                if before is None or spoken.revision >= before.revision:
                    final[spoken.id] = spoken
        finally:
            reader.close()
    return final


def follow_verdicts(settings: Settings, *, from_start: bool) -> Generator[Spoken, None, None]:
    """Yield verdicts as they come, for ever; of an id only those that are not lower than one before.

    Starts with the first that the topic holds, or with the next that is written. Remembers the revisions of the
    1,000,000 ids that spoke last.
    """
    newest = Newest()
    with kafka_errors(settings):
        reader = Reader(settings, from_start=from_start)
        try:
            yield from (spoken for spoken in reader.for_ever() if newest.offer(spoken))
        finally:
            reader.close()


class Reader:
    """A consumer of the whole verdict topic, from its start or from its present end."""

    def __init__(self, settings: Settings, *, from_start: bool = True) -> None:
        """Assign all partitions; raises `BadSetup`, `Unavailable` and `KafkaException`."""
        self._settings = settings
        topic = settings.topic("verdicts")
        _, cluster = administer(settings)
        parts = [TopicPartition(topic, number) for number in range(partition_count(cluster, topic, settings))]
        self._consumer = Consumer(client_config(settings, **READER))
        self._ends = {part.partition: self._end_of(part) for part in parts}
        starts = [
            TopicPartition(topic, part.partition, OFFSET_BEGINNING if from_start else self._ends[part.partition])
            for part in parts
        ]
        self._consumer.assign(starts)

    def _end_of(self, part: TopicPartition) -> int:
        _, end = patiently(lambda: self._consumer.get_watermark_offsets(part, SILENT_S))
        return end

    def close(self) -> None:
        """Leave the cluster."""
        self._consumer.close()

    def to_the_end(self) -> Iterator[Spoken]:
        """Yield what the topic held when this reader was made."""
        left = {number for number, end in self._ends.items() if end > 0}
        heard_s = time.monotonic()
        while left:
            messages = self._consume()
            if messages:
                heard_s = time.monotonic()
            elif time.monotonic() - heard_s > SILENT_S:
                raise Unavailable(f"Kafka at {self._settings.bootstrap} stopped answering.")
            for message in messages:
                if message.error() is None and (spoken := spoken_of(message)) is not None:
                    yield spoken
                if self._reached_end(message):
                    left.discard(message.partition())

    def for_ever(self) -> Iterator[Spoken]:
        """Yield all that comes."""
        while True:
            for message in self._consume():
                if message.error() is None and (spoken := spoken_of(message)) is not None:
                    yield spoken

    def _reached_end(self, message: Message) -> bool:
        """Whether the partition is read: by its last message, or by its end where compaction or markers leave a gap."""
        error = message.error()
        after = message.offset() or 0
        if error is None:
            after += 1
        elif error.code() != KafkaError._PARTITION_EOF:  # noqa: SLF001  # documented, in spite of its name
            return False
        return after >= self._ends[message.partition() or 0]

    def _consume(self) -> list[Message]:
        messages = self._consumer.consume(MESSAGES, POLL_S)
        for message in messages:
            error = message.error()
            if error is not None and error.code() in FINAL:
                raise sentence_for(error, self._settings)
        return messages
