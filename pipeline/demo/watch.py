"""Follow what goes into the pipeline and what comes out, with the times that Kafka's records bear.

Joins no consumer group and commits nothing; it neither scores nor shows.
"""

from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import msgspec
from confluent_kafka import OFFSET_BEGINNING, Consumer, Message, TopicPartition

from pipeline.edges.clients import administer, client_config, kafka_errors, partition_count
from pipeline.edges.verdicts import Spoken, spoken_of
from pipeline.settings import Settings

MESSAGES = 500
REQUEST_S = 10.0
READER: Final = {"group_id": "firstprint-demo-reader", "enable_auto_commit": False, "auto_offset_reset": "earliest"}


class _Named(msgspec.Struct):
    id: str


_named: Final = msgspec.json.Decoder(_Named)


@dataclass(frozen=True)
class Loaded:
    """A document was put into `raw`, by a record of that time (milliseconds)."""

    id: str
    time_ms: int


@dataclass(frozen=True)
class Spoke:
    """A verdict was spoken, by a record of that time (milliseconds)."""

    spoken: Spoken
    time_ms: int


class Watch:
    """A consumer of `raw` and `verdicts` from their beginning; used as a context manager."""

    def __init__(self, settings: Settings) -> None:
        """Connect; raise `BadSetup` when a topic is missing, `Unavailable` without a cluster."""
        self._settings = settings
        self._raw, self._verdicts = settings.topic("raw"), settings.topic("verdicts")
        _, cluster = administer(settings)
        self._parts = [
            TopicPartition(topic, number, OFFSET_BEGINNING)
            for topic in (self._raw, self._verdicts)
            for number in range(partition_count(cluster, topic, settings))
        ]
        self._consumer = Consumer(client_config(settings, **READER))
        self._consumer.assign(self._parts)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the cluster."""
        self._consumer.close()

    def poll(self, wait_s: float = 0.0) -> list[Loaded | Spoke]:
        """Return what came since the last call, after at most `wait_s` for the first of it."""
        with kafka_errors(self._settings):
            messages = self._consumer.consume(MESSAGES, wait_s)
        return [event for message in messages if message.error() is None for event in self._events(message)]

    def is_at_end(self) -> bool:
        """Whether everything that the topics hold now has been returned."""
        with kafka_errors(self._settings):
            return all(
                max(place.offset, 0) >= self._consumer.get_watermark_offsets(place, REQUEST_S)[1]
                for place in self._consumer.position(self._parts)
            )

    def _events(self, message: Message) -> list[Loaded | Spoke]:
        time_ms = message.timestamp()[1]
        if message.topic() == self._verdicts:
            spoken = spoken_of(message)
            return [Spoke(spoken, time_ms)] if spoken else []
        lines = (message.value() or b"").splitlines()
        return [Loaded(_named.decode(line).id, time_ms) for line in lines if b'"id"' in line]
