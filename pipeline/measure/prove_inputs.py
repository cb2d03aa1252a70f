"""What the long matrix is run on: generated documents, the demonstration's feeds, and data sets where they are present.

Judges nothing. Data sets are read where they lie; only feeds are unpacked, into a folder that is gone afterwards.
"""

import contextlib
import gzip
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pipeline.dates import format_ms, parse_date
from pipeline.demo.stream import END_MS, make_stream, write_stream
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.measure.corpus import generate
from pipeline.measure.truth import Truth

DEMO_DOCUMENTS = 2000
SEEN = "2026-06-01T00:00:00Z"  # when the documents of a data set were seen, all at once; no set has a time of its own
SEEN_MS = 1_780_272_000_000
FEEDS = Path("feeds") / "fastfeedparser-bench.tar.xz"
SETS = "sets"
DEMONSTRATION, REAL = "demonstration", "real feeds"


@dataclass(frozen=True)
class Input:
    """Documents in the order of their `fetched`, each as (id, JSON line); by id the truth, where it is known."""

    name: str
    documents: list[tuple[bytes, bytes]]
    truths: Mapping[str, Truth] = field(default_factory=dict)


@dataclass(frozen=True)
class Skipped:
    """An input that is not there."""

    name: str
    reason: str


def inputs(documents: int, data: Path | None, only: Sequence[str] = ()) -> Iterator[Input | Skipped]:
    """Yield every input, or those alone that have one of `only` in their names; others are not even made.

    `documents` is the size of the generated one, `data` the folder of the data sets.
    """
    for name, make in makers(documents, data):
        if not only or any(word in name for word in only):
            yield make()


def makers(documents: int, data: Path | None) -> Iterator[tuple[str, Callable[[], Input | Skipped]]]:
    """Yield the name of every input, and what makes it."""
    yield f"{documents:,} generated", partial(generated, documents)
    yield DEMONSTRATION, demo_feeds
    if data is None:
        yield skipped("real feeds and data sets", "no folder of data sets was named")
        return
    archive = data / FEEDS
    there = archive.exists()
    yield (REAL, partial(real_feeds, archive)) if there else skipped(REAL, f"there is no {FEEDS}")
    folders = sorted(path.parent for path in (data / SETS).glob("*/docs.jsonl.gz"))
    if not folders:
        yield skipped("data sets", f"there is no {SETS}/*/docs.jsonl.gz")
    for folder in folders:
        yield folder.name, partial(data_set, folder)


def skipped(name: str, reason: str) -> tuple[str, Callable[[], Skipped]]:
    """Name an input that is not there."""
    return name, partial(Skipped, name, reason)


def generated(count: int) -> Input:
    """The labelled corpus."""
    documents, truths = [], {}
    for one in generate(count):
        documents.append((one.id.encode(), one.to_json()))
        truths[one.id] = one.truth
    return Input(f"{count:,} generated", documents, truths)


def demo_feeds(count: int = DEMO_DOCUMENTS) -> Input:
    """The demonstration's stream, read from its feed files."""
    stream = make_stream(count)
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        write_stream(stream, Path())
        return Input(DEMONSTRATION, read_folder(END_MS), stream.truths)


def real_feeds(archive: Path) -> Input:
    """The feed files of an archive, read as any feeds; entries of feeds that bear no date were seen at `SEEN`."""
    with tempfile.TemporaryDirectory() as name, tarfile.open(archive) as files:
        for member in files.getmembers():
            content = files.extractfile(member)
            if content is not None:
                (Path(name) / member.name.replace("/", "-")).write_bytes(content.read())
        with contextlib.chdir(name):
            return Input(REAL, read_folder(SEEN_MS))


def read_folder(as_of_ms: int) -> list[tuple[bytes, bytes]]:
    """Read all files of the current folder, and order the documents by when they were seen."""
    paths = sorted(path for path in Path().iterdir() if path.is_file())
    accepted = [item for item in read_inputs(paths, as_of_ms, as_of_ms) if isinstance(item, Accepted)]
    accepted.sort(key=lambda item: item.seen_ms)
    return [(item.id.encode(), item.line) for item in accepted]


def data_set(folder: Path) -> Input:
    """One labelled set; its dates become `published`."""
    with gzip.open(folder / "docs.jsonl.gz") as lines:
        documents = [document_of(msgspec.json.decode(line)) for line in lines]
    return Input(folder.name, [(one["id"].encode(), msgspec.json.encode(one)) for one in documents])


def document_of(record: dict[str, Any]) -> dict[str, str]:
    """Turn a record of a set into a document, leaving out what is missing."""
    fields = {
        "id": record["id"],
        "source": record.get("feed_link"),
        "guid": record.get("guid"),
        "url": record.get("url") or record.get("link"),
        "title": record.get("title"),
        "text": record["text"],
        "published": date_of(record.get("date") or record.get("time")),
        "fetched": SEEN,
        "language": record.get("lang"),
    }
    return {name: value for name, value in fields.items() if value}


def date_of(date: str | int | None) -> str | None:
    """Write a date as RFC 3339, whether it is that already, RFC 5322 or in seconds since 1970; None for any other."""
    if isinstance(date, int):
        return format_ms(date * 1000)
    with contextlib.suppress(ValueError):
        return date if parse_date(date) else None
    with contextlib.suppress(ValueError):
        moment = parsedate_to_datetime(date or "")
        return format_ms(round(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000))
    return None
