"""Bring a cluster in line with the catalogue: plan shows, apply does, check says whether anything is left to do.

Never deletes a topic, a setting that the catalogue does not name, or a record, and never changes a partition count.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import (
    AdminClient,
    AlterConfigOpType,
    ConfigEntry,
    ConfigResource,
    NewTopic,
    ResourceType,
)

from topics.catalogue import Shape, Topic, catalogue

REQUEST_S = 30.0
SETTLE_S = 0.1
AT_LEAST = {"max.message.bytes", "min.insync.replicas", "retention.ms"}
FOR_EVER = "-1"
DAY_MS, MIB = 86_400_000, 1 << 20


class Conflict(Exception):
    """The cluster has topics that cannot become what the catalogue wants without losing or mixing up records."""


@dataclass(frozen=True)
class Wanted:
    """A topic as it should be on the cluster."""

    name: str
    partitions: int
    replication: int
    config: Mapping[str, str]


@dataclass(frozen=True)
class Found:
    """A topic as it is on the cluster; `config` has all its settings, Kafka's defaults included."""

    partitions: int
    replication: int
    config: Mapping[str, str | None]


@dataclass(frozen=True)
class Change:
    """A setting that differs."""

    name: str
    setting: str
    before: str | None
    after: str


@dataclass(frozen=True)
class Plan:
    """What would bring the cluster in line. `conflicts` are what no step can; `notes` is what is left as it is."""

    create: tuple[Wanted, ...]
    alter: tuple[Change, ...]
    conflicts: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def in_line(self) -> bool:
        """Whether nothing has to be done, and nothing stands in the way."""
        return not (self.create or self.alter or self.conflicts)

    def lines(self) -> list[str]:
        """Say it, a line for each step."""
        return [
            *(f"! {text}" for text in self.conflicts),
            *(f"+ create {topic.name}: {describe(topic)}" for topic in self.create),
            *(f"~ alter {change.name}: {told(change)}" for change in self.alter),
            *(f"  {text}" for text in self.notes),
        ]


def describe(topic: Wanted) -> str:
    """Partitions, copies and settings in a line."""
    settings = ", ".join(f"{key}={value}{in_words(key, value)}" for key, value in topic.config.items())
    return f"{counted(topic.partitions, 'partition')}, {counted(topic.replication, 'replica')}, {settings}"


def told(change: Change) -> str:
    """Return what a change sets, and from what."""
    before = "unset" if change.before is None else f"{change.before}{in_words(change.setting, change.before)}"
    return f"{change.setting} {before} -> {change.after}{in_words(change.setting, change.after)}"


def counted(number: int, noun: str) -> str:
    """Return the number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def in_words(setting: str, value: str) -> str:
    """Return in brackets what a number stands for, nothing where it speaks for itself."""
    if setting == "retention.ms" and value == FOR_EVER:
        return " (kept for ever, but workers trim what they have read)"
    if setting.endswith(".ms") and int(value) % DAY_MS == 0:
        return f" ({counted(int(value) // DAY_MS, 'day')})"
    if setting.endswith(".bytes") and int(value) >= MIB:
        return f" ({int(value) / MIB:.3g} MiB)"
    return ""


def wanted(topic: Topic, shape: Shape) -> Wanted:
    """Fill a topic of the catalogue with what the deployment chose.

    One replica may be away while records are still accepted: min.insync.replicas is one less than the replicas.
    """
    config = {**topic.config, "min.insync.replicas": str(max(1, shape.replication - 1))}
    return Wanted(topic.name_in(shape), shape.partitions(topic.partitions), shape.replication, config)


def compare(topics: Iterable[Wanted], found: Mapping[str, Found]) -> Plan:
    """Say what would have to be done; a topic that is not in `found` does not exist."""
    create, alter, conflicts, notes = [], [], [], []
    for topic in topics:
        there = found.get(topic.name)
        if there is None:
            create.append(topic)
            continue
        if there.partitions != topic.partitions:
            conflicts.append(f"{topic.name} has {there.partitions} partitions, {topic.partitions} are wanted")
        if there.replication != topic.replication:
            notes.append(
                f"{topic.name} has {there.replication} replicas, {topic.replication} are wanted: left as it is "
                "(kafka-reassign-partitions changes it)"
            )
        for setting, value in topic.config.items():
            before = there.config.get(setting)
            if not satisfies(setting, before, value):
                alter.append(Change(topic.name, setting, before, value))
    return Plan(tuple(create), tuple(alter), tuple(conflicts), tuple(notes))


def satisfies(setting: str, before: str | None, value: str) -> bool:
    """Whether a setting can stay: it is what is wanted, or an operator keeps records longer or allows larger ones."""
    if before is None or setting not in AT_LEAST:
        return before == value
    return before == FOR_EVER or (value != FOR_EVER and int(before) >= int(value))


def look(admin: AdminClient, names: Iterable[str]) -> dict[str, Found]:
    """Ask the cluster for those of the topics that exist. Raises `KafkaException`."""
    cluster = admin.list_topics(timeout=REQUEST_S).topics
    there = [name for name in names if name in cluster]
    resources = [ConfigResource(ResourceType.TOPIC, name) for name in there]
    answers = admin.describe_configs(resources, request_timeout=REQUEST_S) if resources else {}
    found = {}
    for resource, answer in answers.items():
        partitions = cluster[resource.name].partitions
        replication = min((len(partition.replicas) for partition in partitions.values()), default=0)
        entries: dict[str, Any] = answer.result()
        config = {key: entry.value for key, entry in entries.items()}
        found[resource.name] = Found(len(partitions), replication, config)
    return found


def plan(admin: AdminClient, shape: Shape) -> Plan:
    """Compare the whole catalogue with the cluster. Raises `KafkaException`."""
    topics = [wanted(topic, shape) for topic in catalogue()]
    return compare(topics, look(admin, [topic.name for topic in topics]))


def apply(admin: AdminClient, shape: Shape) -> Plan:
    """Do what `plan` says and return it; a topic that somebody else creates meanwhile is no error.

    Raises `Conflict` before anything is changed, and `KafkaException`.
    """
    steps = plan(admin, shape)
    if steps.conflicts:
        raise Conflict("; ".join(steps.conflicts))
    create_topics(admin, steps.create)
    alter_topics(admin, steps.alter)
    settle(admin, shape)
    return steps


def settle(admin: AdminClient, shape: Shape) -> None:
    """Wait until the brokers show what was done: a controller answers before they have heard of it."""
    until_s = time.monotonic() + REQUEST_S
    while not plan(admin, shape).in_line and time.monotonic() < until_s:
        time.sleep(SETTLE_S)


def create_topics(admin: AdminClient, topics: Iterable[Wanted]) -> None:
    """Create topics."""
    new = [NewTopic(topic.name, topic.partitions, topic.replication, config=dict(topic.config)) for topic in topics]
    futures = admin.create_topics(new, operation_timeout=REQUEST_S, request_timeout=REQUEST_S) if new else {}
    for future in futures.values():
        try:
            future.result()
        except KafkaException as error:
            if error.args[0].code() != KafkaError.TOPIC_ALREADY_EXISTS:
                raise


def alter_topics(admin: AdminClient, changes: Iterable[Change]) -> None:
    """Set settings, leaving all others as they are."""
    entries: dict[str, list[ConfigEntry]] = {}
    for change in changes:
        entry = ConfigEntry(change.setting, change.after, incremental_operation=AlterConfigOpType.SET)
        entries.setdefault(change.name, []).append(entry)
    resources = [
        ConfigResource(ResourceType.TOPIC, name, incremental_configs=settings) for name, settings in entries.items()
    ]
    futures = admin.incremental_alter_configs(resources, request_timeout=REQUEST_S) if resources else {}
    for future in futures.values():
        future.result()
