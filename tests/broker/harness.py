"""What the tests of the whole pipeline share: documents, a worker in a namespace of its own, and what it has said.

Judges nothing. The worker is a process of its own; a test waits for what it can see on the topics, not for time to
pass.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pipeline.dates import format_ms
from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.dead_letters import DeadLetter, read_dead_letter
from pipeline.kernels.homes import home_of
from pipeline.measure.prove_deployment import Deployment, Record
from pipeline.measure.prove_matrix import packed
from pipeline.profile import DAY_MS
from pipeline.settings import Settings

Document = dict[str, Any]

ON_KAFKA = [pytest.mark.broker, pytest.mark.xdist_group("broker"), pytest.mark.timeout(600)]
START_MS = 1_767_571_200_000  # 2026-01-05T00:00:00Z, when documents were seen that do not say
HOUR_MS = 3_600_000
LETTERS = str.maketrans("0123456789", "abcdefghij")
LIMIT_S = 240.0  # how long anything is waited for on a machine that is busy with other things


@contextmanager
def deployed(
    broker: EmbeddedBroker, folder: Path, homes: int = 2, band_partitions: int = 2, profile: str = "news"
) -> Iterator[Deployment]:
    """Topics in a namespace of their own, no worker yet."""
    prefix = f"t{uuid4().hex[:8]}-"
    settings = Settings(
        bootstrap=broker.bootstrap,
        prefix=prefix,
        data_dir=folder / "data",
        homes=homes,
        band_partitions=band_partitions,
        profile=profile,
    )
    with Deployment(settings, folder).standing() as deployment:
        yield deployment


def words(topic: str, count: int = 40) -> list[str]:
    """Words that no other topic has, all different, and without digits: other numbers are another document."""
    return [f"{topic}{number}".translate(LETTERS) for number in range(count)]


def edited(text: list[str], *places: int) -> str:
    """Text with other words in some places; each takes up to five shingles of 36."""
    return " ".join(f"changed{word}" if place in places else word for place, word in enumerate(text))


def document(name: str, text: str, **more: Any) -> Document:
    """A document with an id, seen at the start if it does not say when."""
    return {"id": name, "text": text, "fetched": format_ms(START_MS)} | more


def days(count: float) -> str:
    """So many days after the start."""
    return format_ms(START_MS + round(count * DAY_MS))


def line(one: Document) -> bytes:
    """A document as JSON."""
    return json.dumps(one, ensure_ascii=False).encode()


def load(deployment: Deployment, documents: Iterable[Document], limit: int = 256) -> None:
    """Produce documents as a loader would: packed by home, in their order."""
    deployment.produce(packed([(one["id"].encode(), line(one)) for one in documents], deployment.settings.homes, limit))


def judge(deployment: Deployment, *documents: Document) -> dict[str, Document]:
    """Load documents, each in a message of its own, and return the verdicts of all once nothing is under way."""
    load(deployment, documents, limit=1)
    deployment.wait_until_judged(LIMIT_S)
    return verdicts(deployment)


def kill_after(deployment: Deployment, count: int) -> None:
    """Start the worker, and kill it with -9 once there are so many verdicts."""
    deployment.start()
    deployment.until(lambda: deployment.count("verdicts") >= count, LIMIT_S, f"there are no {count} verdicts")
    deployment.kill()


def verdicts(deployment: Deployment) -> dict[str, Document]:
    """The final verdict of every id."""
    return {name.decode(): json.loads(spoken.value) for name, spoken in deployment.verdicts().items()}


def spoken(deployment: Deployment, name: str) -> list[Record]:
    """All verdicts of an id, in the order in which they were spoken."""
    return [record for record in deployment.read("verdicts") if record.key == name.encode()]


def causes(deployment: Deployment, name: str) -> list[str]:
    """Why each verdict of an id was spoken."""
    return [record.headers["firstprint-cause"].decode() for record in spoken(deployment, name)]


def dead_letters(deployment: Deployment) -> list[tuple[DeadLetter, bytes | None]]:
    """All dead letters with the bytes that were refused."""
    return [(read_dead_letter(record.headers.items()), record.value) for record in deployment.read("dead-letters")]


def home(deployment: Deployment, name: str) -> int:
    """Where a document belongs."""
    return home_of(name.encode(), deployment.settings.homes)


def names_at(wanted: int, homes: int, stem: str, count: int) -> list[str]:
    """Ids that belong to one home."""
    found = (f"{stem}-{number}" for number in range(10_000))
    chosen = [name for name in found if home_of(name.encode(), homes) == wanted]
    return chosen[:count]
