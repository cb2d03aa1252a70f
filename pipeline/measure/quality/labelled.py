"""A quality set: documents, and what is true of pairs of them; in memory, and in files as labelled data comes.

Generates nothing and judges nothing: what a label asks of a verdict is written in `LABELS`, for people to read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from pipeline.dates import format_ms
from pipeline.errors import BadSetup
from pipeline.profile import DAY_MS
from pipeline.records import Document

START_MS: Final = 1_767_571_200_000  # 2026-01-05T00:00:00Z, a Monday: editions count weeks from it
HOUR_MS: Final = 3_600_000
SHEET: Final = ("a", "b", "label", "note")

DUPLICATE, DIFFERENT, RECURRING = "duplicate", "different", "recurring"
EXCERPT, QUOTATION, SAME_LINK = "excerpt", "quotation", "same-link"
SIBLING, NONE = "sibling", "none"

LABELS: Final = {
    DUPLICATE: "a copy: to be found as exact or near",
    DIFFERENT: "look alike and report different things: no duplicate",
    RECURRING: "equal text of one source at least a week apart: recurring, no duplicate",
    EXCERPT: "a is a passage of b: excerpt or expansion",
    QUOTATION: "b quotes a passage of a in a text of its own: no duplicate",
    SAME_LINK: "one article behind two texts: only the link tells",
    SIBLING: "two edited copies of one original: related, and twice as far from each other as from the original",
    NONE: "strangers that share the vocabulary of a topic: nothing",
}


@dataclass(frozen=True)
class Pair:
    """Two ids and what is true of them: a key of `LABELS`, or the name of the edit that made b out of a."""

    a: str
    b: str
    label: str
    note: str = ""


Part = tuple[list[Document], list[Pair]]  # what belongs together: documents, and the labels of their pairs


@dataclass(frozen=True)
class QualitySet:
    """Documents and labelled pairs. Two documents that no pair names are strangers to each other."""

    name: str
    documents: tuple[Document, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Press:
    """Who prints something and when: `source` is a feed's address, `time_ms` Unix milliseconds, `language` a tag."""

    source: str
    time_ms: int
    language: str = "en"

    def later(self, by_ms: int) -> "Press":
        """Return the same printer at a later time."""
        return Press(self.source, self.time_ms + by_ms, self.language)

    def printed(self, name: str, title: str, text: str) -> Document:
        """Return the document of that id, seen when it was published."""
        moment = format_ms(self.time_ms)
        return Document(
            id=name,
            source=self.source,
            url=f"{self.source.removesuffix('/feed.xml')}/{name}",
            title=title,
            text=text,
            published=moment,
            fetched=moment,
            language=self.language,
        )


def feed_of(host: str) -> str:
    """Return the address of a host's feed, under the domain that is reserved for examples."""
    return f"https://{host}.example/feed.xml"


def day(number: int, hour: int = 6) -> int:
    """Return a time in milliseconds: so many days and hours after `START_MS`."""
    return START_MS + number * DAY_MS + hour * HOUR_MS


def gathered(name: str, parts: Iterable[Part]) -> QualitySet:
    """Put a set together; its documents stand in the order in which they are seen."""
    documents, pairs = list[Document](), list[Pair]()
    for printed, labelled in parts:
        documents += printed
        pairs += labelled
    documents.sort(key=lambda document: (document.fetched or "", document.id or ""))
    return QualitySet(name, tuple(documents), tuple(pairs))


def each_with_each(names: Iterable[str], label: str, note: str = "") -> list[Pair]:
    """Return all unordered pairs of these ids under one label."""
    return [Pair(a, b, label, note) for a, b in combinations(names, 2)]


def write_set(quality_set: QualitySet, folder: Path) -> None:
    """Write `docs.jsonl` (id, text, lang, title, url, source, date, fetched) and `pairs.tsv` (a, b, label, note).

    Makes the folder, replaces what is in these two files; raises `BadSetup` where the folder cannot be written.
    """
    lines = [msgspec.json.encode(_record(document)) + b"\n" for document in quality_set.documents]
    rows = [SHEET, *((pair.a, pair.b, pair.label, pair.note) for pair in quality_set.pairs)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "docs.jsonl").write_bytes(b"".join(lines))
        (folder / "pairs.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    except OSError as error:
        reason = f"The set {quality_set.name} cannot be written to {folder}: {error.strerror or error}."
        raise BadSetup(reason, "Name a folder that may be written.") from None


def _record(document: Document) -> dict[str, str | None]:
    return {
        "id": document.id,
        "lang": document.language,
        "title": document.title,
        "url": document.url,
        "source": document.source,
        "date": document.published,
        "fetched": document.fetched,
        "text": document.text,
    }
