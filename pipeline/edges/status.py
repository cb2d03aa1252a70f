"""How far the pipeline is: what waits before each stage, what of it was lost, how large the state is.

Asks the cluster only for offsets and, for a mean, a few raw messages; it joins no group and knows nothing of workers'
insides.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from confluent_kafka import Consumer, ConsumerGroupTopicPartitions, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec

from pipeline.edges.clients import administer, client_config, kafka_errors, partition_count, patiently
from pipeline.errors import Unavailable
from pipeline.settings import Settings
from topics.catalogue import CHANGELOGS, FLOW

SOURCES = FLOW[: FLOW.index("verdicts")]  # the topics that a stage reads, in the order of the flow
REQUEST_S = 10.0
WAIT_S = 0.5  # between two looks
ABSENCE_S = 3.0  # between two looks for workers
LOOKS = 2  # in a row that find nothing before all is taken to be judged
NO_WORKER = "\nNo worker runs; start one: firstprint worker"
SAMPLE = 4  # messages of each raw partition from which the documents under way are estimated
READER = {"group_id": "firstprint-status-reader", "enable_auto_commit": False, "enable_partition_eof": True}

Offsets = dict[tuple[str, int], int]
Partitions = dict[str, list[TopicPartition]]


@dataclass(frozen=True)
class Waiting:
    """The messages of a topic that its stage has not committed, and those that were deleted before it could."""

    noun: str
    topic: str
    messages: int
    lost: int


@dataclass(frozen=True)
class Table:
    """A table's changelog: how many records it holds at the most."""

    changelog: str
    records: int


@dataclass(frozen=True)
class Status:
    """`documents` is an estimate from the mean of recent raw messages; `data_bytes` None where no folder is at hand.

    `refused` counts the letters in `dead-letters`.
    """

    group: str
    workers: int
    waiting: tuple[Waiting, ...]
    documents: int
    refused: int
    tables: tuple[Table, ...]
    data_bytes: int | None

    @property
    def messages(self) -> int:
        """How many messages wait in all."""
        return sum(stage.messages for stage in self.waiting)


def read_status(settings: Settings) -> Status:
    """Look at everything once. Raises `BadSetup` when a topic is missing and `Unavailable` without a cluster."""
    with kafka_errors(settings):
        admin, partitions = partitions_of(settings)
        waiting = look(admin, settings.group, partitions)
        messages = sum(stage.messages for stage in waiting)
        mean = documents_a_message(settings, partitions["raw"]) if messages else 0.0
        return Status(
            group=settings.group,
            workers=worker_count(admin, settings.group),
            waiting=waiting,
            documents=round(messages * mean),
            refused=changelog_of(admin, partitions["dead-letters"]).records,
            tables=tuple(changelog_of(admin, partitions[noun]) for noun in CHANGELOGS),
            data_bytes=folder_bytes(settings),
        )


def wait_until_judged(
    settings: Settings,
    timeout_s: float | None = None,
    show: Callable[[int], None] = lambda _: None,
    warn: Callable[[], None] = lambda: None,
) -> None:
    """Return when nothing waits before any stage, seen twice; `show` gets the number of messages under way each time.

    A stage commits what it has read after what it has sent: a batch that is under way waits in some topic at any time.
    `warn` is called when messages wait and no worker is there, once until one comes. Raises `Unavailable` after
    `timeout_s`.
    """
    until_s = None if timeout_s is None else time.monotonic() + timeout_s
    with kafka_errors(settings):
        admin, partitions = partitions_of(settings)
        idle, absence = 0, Absence(admin, settings.group, warn)
        while idle < LOOKS:
            messages = sum(stage.messages for stage in look(admin, settings.group, partitions))
            show(messages)
            if messages:
                absence.look()
            idle = 0 if messages else idle + 1
            if idle < LOOKS:
                if until_s is not None and time.monotonic() > until_s:
                    why = "" if worker_count(admin, settings.group) else NO_WORKER
                    raise Unavailable(f"{messages} messages are still under way after {timeout_s:g} s.{why}")
                time.sleep(WAIT_S)


@dataclass
class Absence:
    """Notices that a group has no worker, and warns once until one comes."""

    admin: AdminClient
    group: str
    warn: Callable[[], None]
    _was_said: bool = False
    _next_s: float = 0.0

    def look(self) -> None:
        """Look, if it is time."""
        if time.monotonic() < self._next_s:
            return
        self._next_s = time.monotonic() + ABSENCE_S
        is_absent = not worker_count(self.admin, self.group)
        if is_absent and not self._was_said:
            self.warn()
        self._was_said = is_absent


def partitions_of(settings: Settings) -> tuple[AdminClient, Partitions]:
    """Return a client and the partitions of the topics by their nouns."""
    admin, cluster = administer(settings)
    names = {noun: settings.topic(noun) for noun in (*SOURCES, "dead-letters")}
    names |= {noun: settings.changelog(noun.removesuffix("-changelog")) for noun in CHANGELOGS}
    found = {}
    for noun, name in names.items():
        found[noun] = [TopicPartition(name, number) for number in range(partition_count(cluster, name, settings))]
    return admin, found


def look(admin: AdminClient, group: str, partitions: Partitions) -> tuple[Waiting, ...]:
    """Compare what the group has committed with what the topics of the flow hold.

    All commits are read first: where they equal the ends that are read later, nothing waited when they were read.
    """
    parts = [part for noun in SOURCES for part in partitions[noun]]
    committed = committed_offsets(admin, group, parts)
    starts = offsets(admin, parts, OffsetSpec.earliest())
    ends = offsets(admin, parts, OffsetSpec.latest())
    return tuple(waiting_in(noun, partitions[noun], committed, starts, ends) for noun in SOURCES)


def waiting_in(noun: str, parts: list[TopicPartition], committed: Offsets, starts: Offsets, ends: Offsets) -> Waiting:
    """Count what a topic holds beyond the commits, and what lies between them and its start."""
    messages = lost = 0
    for place in ((part.topic, part.partition) for part in parts):
        done = committed.get(place, starts[place])
        messages += ends[place] - max(done, starts[place])
        lost += max(0, starts[place] - done)
    return Waiting(noun, parts[0].topic, messages, lost)


def is_known(admin: AdminClient, group: str) -> bool:
    """Whether anybody ever joined a group. Questions about a group that is not known can hang on a new cluster."""
    listed = admin.list_consumer_groups(request_timeout=REQUEST_S).result()
    return any(found.group_id == group for found in listed.valid)


def committed_offsets(admin: AdminClient, group: str, parts: list[TopicPartition]) -> Offsets:
    """Return what a group has committed; partitions without a commit are left out."""
    if not is_known(admin, group):
        return {}
    request = [ConsumerGroupTopicPartitions(group, parts)]

    def ask() -> Offsets:
        answer = admin.list_consumer_group_offsets(request, request_timeout=REQUEST_S)[group].result()
        known = answer.topic_partitions or ()
        return {(part.topic, part.partition): part.offset for part in known if part.offset >= 0}

    return patiently(ask)


def offsets(admin: AdminClient, parts: list[TopicPartition], which: OffsetSpec) -> Offsets:
    """Return the first offsets, or those after the last messages."""

    def ask() -> Offsets:
        futures = admin.list_offsets(dict.fromkeys(parts, which), request_timeout=REQUEST_S)
        return {(part.topic, part.partition): future.result().offset for part, future in futures.items()}

    return patiently(ask)


def worker_count(admin: AdminClient, group: str) -> int:
    """Return how many members the consumer group has."""
    if not is_known(admin, group):
        return 0
    return len(admin.describe_consumer_groups([group], request_timeout=REQUEST_S)[group].result().members)


def changelog_of(admin: AdminClient, parts: list[TopicPartition]) -> Table:
    """Return how many records a changelog, or any other topic, holds."""
    starts = offsets(admin, parts, OffsetSpec.earliest())
    ends = offsets(admin, parts, OffsetSpec.latest())
    return Table(parts[0].topic, sum(ends.values()) - sum(starts.values()))


def folder_bytes(settings: Settings) -> int | None:
    """Return the size of the namespace's files in the data folder on this machine, if there are any."""
    folder = settings.worker_dir.parent
    if not folder.is_dir():
        return None
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def documents_a_message(settings: Settings, parts: list[TopicPartition]) -> float:
    """Return the mean number of documents in the last few messages of each raw partition; 0.0 when there are none."""
    counts = [value.count(b"\n") + 1 for value in last_values(settings, parts)]
    return sum(counts) / len(counts) if counts else 0.0


def last_values(settings: Settings, parts: list[TopicPartition]) -> Iterator[bytes]:
    """Yield the values of the last few messages of each partition."""
    consumer = Consumer(client_config(settings, **READER))
    try:
        starts, left = [], 0
        for part in parts:
            low, high = consumer.get_watermark_offsets(part, REQUEST_S)
            starts.append(TopicPartition(part.topic, part.partition, max(low, high - SAMPLE)))
            left += 1
        consumer.assign(starts)
        until_s = time.monotonic() + REQUEST_S
        while left and time.monotonic() < until_s:
            for message in consumer.consume(SAMPLE, 0.1):
                value = message.value()
                if message.error() is not None:
                    left -= 1
                elif value is not None:
                    yield value.rstrip(b"\n")
    finally:
        consumer.close()
