"""Load the data files of this folder: what each topic is for, how it is cut and kept, and what its messages look like.

Talks to no broker; `topics.apply` compares the catalogue with a cluster.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
FLOW = (
    "raw",
    "normalised",
    "shingles",
    "signatures",
    "bands",
    "candidates",
    "matches",
    "verdicts",
    "dead-letters",
)
CHANGELOGS = ("documents-changelog", "lsh-changelog")
NOUNS = FLOW + CHANGELOGS
HOMES, BANDS = "homes", "bands"


@dataclass(frozen=True)
class Shape:
    """What a deployment chooses: names, counts and copies.

    `prefix` comes before the name of every topic of the flow; `group`, the consumer group and id of the Faust app,
    before that of every changelog. `homes` and `band_partitions` never change in place.
    """

    prefix: str
    group: str
    homes: int
    band_partitions: int
    replication: int = 1

    def partitions(self, count: str | int) -> int:
        """Resolve a topic's partition count: a number, `homes` or `bands`."""
        return {HOMES: self.homes, BANDS: self.band_partitions}[count] if isinstance(count, str) else count


@dataclass(frozen=True)
class Topic:
    """One data file. `config` holds Kafka's own topic settings as the strings that Kafka shows for them.

    Examples are JSON (one with key, value and headers), JSON lines, or one packed message in hexadecimal digits.
    """

    noun: str
    name: str
    purpose: str
    key: str
    value: str
    partitions: str | int
    partition_by: str
    config: Mapping[str, str]
    schema: Path | None
    examples: tuple[Path, ...]

    def name_in(self, shape: Shape) -> str:
        """Return the topic's name on a cluster."""
        return self.name.format(prefix=shape.prefix, group=shape.group)


@cache
def catalogue() -> tuple[Topic, ...]:
    """Return all topics: those of the flow in its order, then the changelogs."""
    return tuple(read_topic(noun) for noun in NOUNS)


def topic_named(noun: str) -> Topic:
    """Return the topic of that noun; raises `KeyError` for a noun that is none."""
    return {topic.noun: topic for topic in catalogue()}[noun]


def read_topic(noun: str) -> Topic:
    """Read `NOUN.yaml`; raises `ValueError` for missing and for unknown fields."""
    data: dict[str, Any] = yaml.safe_load((FOLDER / f"{noun}.yaml").read_text(encoding="utf-8"))
    wanted = {field.name for field in fields(Topic)} - {"noun"}
    if data.keys() != wanted:
        raise ValueError(f"{noun}.yaml: fields {sorted(data.keys() ^ wanted)} are missing or unknown")
    data["config"] = {str(key): str(value) for key, value in data["config"].items()}
    data["schema"] = FOLDER / data["schema"] if data["schema"] else None
    data["examples"] = tuple(FOLDER / path for path in data["examples"])
    return Topic(noun=noun, **data)
