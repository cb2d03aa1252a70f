"""The demonstration's stream: every feed fetched six times, as files, with the truth about each document.

Loads nothing and judges nothing. An entry stays in its feed, so the next fetch delivers it again, as in life.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from pipeline.demo.families import HOUR_MS, PUBLISHING_MS, START_MS, Item, families
from pipeline.demo.publishers import ALL_OUTLETS, Outlet
from pipeline.errors import BadSetup
from pipeline.measure.feed_files import SUFFIXES, Entry, render_feed
from pipeline.measure.truth import Truth
from pipeline.records import Document, default_id

FETCHES = 6
BETWEEN_MS: Final = PUBLISHING_MS // FETCHES
FEED_ENTRIES = 10  # as many a feed shows, or as many as are new
SECOND_MS = 1_000
BETWEEN_FEEDS_MS: Final = 7 * SECOND_MS
MIN_COUNT = 30  # fewer would not hold one family of each kind
END_MS: Final = START_MS + PUBLISHING_MS + HOUR_MS  # when JSON Feeds, which do not say it themselves, were fetched


@dataclass(frozen=True)
class FeedFile:
    """One fetch of one feed: `name` begins with the number of the fetch, so that names sort by time."""

    name: str
    content: bytes
    entries: int


@dataclass(frozen=True)
class Stream:
    """The files in the order of their fetches; by document id the truth, the title and the name of the feed."""

    files: tuple[FeedFile, ...]
    truths: dict[str, Truth]
    titles: dict[str, str]
    feeds: dict[str, str]

    @property
    def deliveries(self) -> int:
        """How many entries all files hold, re-deliveries included."""
        return sum(file.entries for file in self.files)


def document_id(item: Item) -> str:
    """Return the id that an entry without one of its own is given."""
    return default_id(Document(source=item.outlet.feed.url, guid=item.entry.guid)) or ""


def make_items(count: int, seed: int = 1) -> list[Item]:
    """Make the entries of a stream, family by family; raise `BadSetup` for fewer than 30."""
    if count < MIN_COUNT:
        raise BadSetup(f"{count} documents are too few to show every kind of family.", f"Ask for {MIN_COUNT} or more.")
    return list(islice(_whole_families(count, seed), count))


def make_stream(count: int, seed: int = 1) -> Stream:
    """Make a stream of `count` documents, the same for the same arguments; raise `BadSetup` for fewer than 30."""
    items = make_items(count, seed)
    by_outlet: dict[Outlet, list[Item]] = defaultdict(list)
    for item in items:
        by_outlet[item.outlet].append(item)
    files = [
        file
        for fetch in range(FETCHES)
        for place, outlet in enumerate(ALL_OUTLETS)
        if (file := _file(outlet, by_outlet[outlet], fetch, place)) is not None
    ]
    return Stream(
        files=tuple(files),
        truths={document_id(item): item.truth for item in items},
        titles={document_id(item): item.entry.title for item in items},
        feeds={document_id(item): item.outlet.feed.title for item in items},
    )


def write_stream(stream: Stream, folder: Path) -> list[Path]:
    """Write the files into a folder that is there, and return their paths in the order of the fetches."""
    paths = []
    for file in stream.files:
        path = folder / file.name
        path.write_bytes(file.content)
        paths.append(path)
    return paths


def _whole_families(count: int, seed: int) -> Iterator[Item]:
    """Yield items up to `count`, leaving out families that would be cut."""
    left = count
    for family in families(seed):
        if len(family) <= left:
            yield from family
            left -= len(family)


def _fetched_ms(fetch: int, place: int) -> int:
    return START_MS + (fetch + 1) * BETWEEN_MS + place * BETWEEN_FEEDS_MS


def _first_fetch(time_ms: int, place: int) -> int:
    """Return the first fetch at or after a time."""
    since_ms = time_ms - START_MS - place * BETWEEN_FEEDS_MS
    return max(0, -(-since_ms // BETWEEN_MS) - 1)


def _versions(item: Item, place: int) -> list[tuple[int, Entry]]:
    """Return the versions of an item with the fetch that first shows each."""
    first = _first_fetch(item.entry.published_ms, place) + item.delay
    if item.update is None or item.update.updated_ms is None:
        return [(first, item.entry)]
    return [(first, item.entry), (max(first + 1, _first_fetch(item.update.updated_ms, place)), item.update)]


def _file(outlet: Outlet, items: list[Item], fetch: int, place: int) -> FeedFile | None:
    """Return what a fetch gets: the newest entries, or None while there are none."""
    shown = []
    for item in items:
        known = [version for version in _versions(item, place) if version[0] <= fetch]
        shown.extend(known[-1:])
    shown.sort(key=lambda version: (version[0], version[1].published_ms), reverse=True)
    new = sum(first == fetch for first, _ in shown)
    entries = [entry for _, entry in shown[: max(FEED_ENTRIES, new)]]
    if not entries:
        return None
    name = f"{fetch + 1}-{place + 1:02d}-{outlet.publisher.host.removesuffix('.example')}{SUFFIXES[outlet.feed.form]}"
    return FeedFile(name, render_feed(outlet.feed, entries, _fetched_ms(fetch, place)), len(entries))
