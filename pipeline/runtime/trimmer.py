"""Delete from the topics between the stages what has been read, and nothing else.

Their retention is unlimited: with a retention by time, a worker that was stopped for longer would find gaps in a walk.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import Any

from confluent_kafka import ConsumerGroupTopicPartitions, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec
from mode import Service

from pipeline.edges.clients import client_config
from pipeline.runtime.logs import event
from pipeline.settings import Settings

AT_ONCE = ("bands", "candidates", "matches")  # of use to nobody once they are read
READABLE = ("normalised", "shingles", "signatures")  # kept for their readers for a while
TIMEOUT_S = 20.0

log = logging.getLogger(__name__)

Position = tuple[str, int]  # topic, partition


class Trimmer(Service):
    """Trims the partitions that this worker has assigned, every `trim_s` seconds, beside the loop."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(**options)
        self.app = app

    @Service.task
    async def _trim(self) -> None:
        async for _ in self.itertimer(self.app.settings.trim_s, name="trimmer"):
            assigned = [(tp.topic, tp.partition) for tp in self.app.consumer.assignment()]
            try:
                await asyncio.to_thread(trim, self.app.settings, assigned)
            except KafkaException as error:  # it will be tried again, and costs only disk until then
                log.warning(event("not-trimmed", reason=error))


def trim(settings: Settings, assigned: Iterable[Position]) -> dict[Position, int]:
    """Delete what lies below the group's committed offsets; returns the new first offset of each trimmed partition."""
    nouns = {settings.topic(noun): noun for noun in (*AT_ONCE, *READABLE)}
    wanted = [position for position in assigned if position[0] in nouns]
    admin = AdminClient(client_config(settings))
    read = committed(admin, settings.group, wanted)
    kept = [position for position in read if nouns[position[0]] in READABLE]
    young = first_since(admin, kept, time.time_ns() // 1_000_000 - settings.readable_s * 1000)
    below = {position: min(offset, young.get(position, offset)) for position, offset in read.items()}
    targets = [TopicPartition(topic, partition, offset) for (topic, partition), offset in below.items() if offset > 0]
    for future in admin.delete_records(targets, request_timeout=TIMEOUT_S).values() if targets else ():
        future.result()
    return below


def committed(admin: AdminClient, group: str, wanted: list[Position]) -> dict[Position, int]:
    """Committed offsets of the group; partitions without one are left out."""
    if not wanted:
        return {}
    asked = ConsumerGroupTopicPartitions(group, [TopicPartition(topic, partition) for topic, partition in wanted])
    found = admin.list_consumer_group_offsets([asked], request_timeout=TIMEOUT_S)[group].result()
    return {(tp.topic, tp.partition): tp.offset for tp in found.topic_partitions if tp.offset >= 0}


def first_since(admin: AdminClient, wanted: list[Position], time_ms: int) -> Mapping[Position, int]:
    """First offset at or after a time; partitions whose records are all older are left out."""
    if not wanted:
        return {}
    asked = {TopicPartition(topic, partition): OffsetSpec.for_timestamp(time_ms) for topic, partition in wanted}
    found = {}
    for tp, future in admin.list_offsets(asked, request_timeout=TIMEOUT_S).items():
        offset = future.result().offset
        if offset >= 0:
            found[tp.topic, tp.partition] = offset
    return found
