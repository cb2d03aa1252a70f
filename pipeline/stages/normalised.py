"""Read a raw message: check its documents, give them id and times, fold their text, sort out those of other homes.

The only stage that meets JSON; it decides what is refused and says why. It sends nothing and reads no clock.
"""

import json
import struct
import unicodedata
from dataclasses import dataclass, field

import numpy as np
from mmh3 import mmh3_x64_128_digest as digest_of

from pipeline.columns import I8, MAX_DOCUMENTS, NONE_MS, ROW, U2, number_of, ragged
from pipeline.dates import Moment, format_ms, parse_date, rank_time
from pipeline.errors import BadMessage
from pipeline.kernels.characters import fold
from pipeline.kernels.homes import homes_of
from pipeline.links import canonical_link, link_hash
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import DAY_MS, Profile
from pipeline.records import STAGE, Document, decode_document, default_id, encode_shown, with_identity
from pipeline.stages.html import text_of_html

TICK = b'{"firstprint_tick":'
HALVES = struct.Struct(">QQ")
MAX_SHOWN_BYTES = 4096  # of url, source and published: they travel with every match
MAX_MEMBERS_BYTES = 16 << 10  # of the four members as JSON: control characters grow sixfold
MAX_TEXT_BYTES = 1 << 20  # of a folded text
MIN_GROWTH_BYTES = 4096  # up to here a folded text may have grown more than MAX_GROWTH times
MAX_GROWTH = 3


@dataclass(frozen=True, slots=True)
class RawMessage:
    """A message of the raw topic; `timestamp_ms` is its record's, `value` None for a null value."""

    partition: int
    offset: int
    timestamp_ms: int
    value: bytes | None
    run: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A document, or with `index` None a whole message, that goes to `dead-letters`."""

    index: int | None
    reason: str
    original: bytes


@dataclass(frozen=True, slots=True)
class Normalised:
    """What a raw message comes to: its own documents, those of other homes as JSON lines, and what was refused."""

    batch: Batch
    forwards: dict[int, list[bytes]]
    refused: list[Refused]


@dataclass(frozen=True, slots=True)
class Times:
    """The dates of a document as milliseconds."""

    seen: int
    updated: int
    rank: int


@dataclass(slots=True)
class Read:
    """A document that was read: its id as bytes, its folded text, and what a verdict shows of it."""

    index: int
    line: bytes
    document: Document
    id: bytes
    times: Times
    text: bytes
    shown: bytes


@dataclass(slots=True)
class Collected:
    """The documents of a message while they are read."""

    read: list[Read] = field(default_factory=list)
    rows: list[tuple[int, ...]] = field(default_factory=list)
    strings: list[bytes] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    forwards: dict[int, list[bytes]] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)


def normalise(message: RawMessage, profile: Profile, homes: int) -> Normalised:
    """Read every document of a message; a bad one is refused, the rest is judged. Never raises for bad data."""
    found = Collected()
    tick = read_tick(message.value)
    lines = [] if tick is not None else lines_of(message.value, found)
    for index, line in enumerate(lines):
        try:
            found.read.append(read_line(line, index, message, profile))
        except BadMessage as error:
            found.refused.append(Refused(index, error.reason, line))
    sort_by_home(message, homes, found)
    return Normalised(pack_columns(message, found, tick), found.forwards, found.refused)


def read_tick(value: bytes | None) -> int | None:
    """The time that a tick carries (design, section 5), None for any other message."""
    if value is None or not value.startswith(TICK):
        return None
    digits = value[len(TICK) :].rstrip(b"} \n")
    return int(digits) if digits.removeprefix(b"-").isdigit() else None


def tick_message(time_ms: int) -> bytes:
    """A raw message without documents that raises the watermark of a silent home."""
    return TICK + str(time_ms).encode() + b"}"


def lines_of(value: bytes | None, found: Collected) -> list[bytes]:
    """Cut a message into its documents: JSON lines, or one JSON document over several lines."""
    if value is None:
        found.refused.append(Refused(None, "The message has a null value; withdrawals are not known yet.", b""))
        return []
    lines = [line for line in value.split(b"\n") if line and not line.isspace()]
    if not lines:
        found.refused.append(Refused(None, "The message is empty.", value))
    if len(lines) > 1 and not is_json(lines[0]) and is_json(value):
        return [value]
    return lines


def is_json(text: bytes) -> bool:
    """Whether the bytes are one JSON value."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_line(line: bytes, index: int, message: RawMessage, profile: Profile) -> Read:
    """Read one document; raises `BadMessage` where it is refused."""
    if index >= MAX_DOCUMENTS:
        raise BadMessage(f"The message holds more than {MAX_DOCUMENTS} documents.", stage=STAGE)
    document = decode_document(line)
    name = document.id or default_id(document) or f"{message.partition}:{message.offset}:{index}"
    times = times_of(document, message.timestamp_ms, profile)
    text = folded_text(document)
    check_shown(document)
    shown = encode_shown(name, document)
    if len(shown) > MAX_MEMBERS_BYTES:
        raise BadMessage(
            f"id, url, source and published have {len(shown)} bytes as JSON; {MAX_MEMBERS_BYTES} is the limit.",
            stage=STAGE,
        )
    return Read(index, line, document, name.encode(), times, text, shown)


def sort_by_home(message: RawMessage, homes: int, found: Collected) -> None:
    """Keep the documents of this home, and put the others, as JSON lines, to their own."""
    blob, offsets = ragged([item.id for item in found.read])
    for item, home in zip(found.read, homes_of(blob, offsets.astype(I8), homes).tolist(), strict=True):
        if home != message.partition:
            found.forwards.setdefault(home, []).append(as_forwarded(item))
            continue
        found.rows.append(row_of(item, number_of(message.partition, message.offset, item.index)))
        found.strings += (item.id, item.shown)
        found.texts.append(item.text)


def times_of(document: Document, timestamp_ms: int, profile: Profile) -> Times:
    """Dates of a document; `fetched` is the record's timestamp where it is missing, and at most a day past it."""
    fetched = read_date(document.fetched, "fetched")
    seen = timestamp_ms if fetched is None else min(fetched.ms, timestamp_ms + DAY_MS)
    updated = read_date(document.updated, "updated")
    published = read_date(document.published, "published")
    return Times(seen, NONE_MS if updated is None else updated.ms, rank_time(published, seen, profile.absurd_ms))


def read_date(text: str | None, name: str) -> Moment | None:
    """Read a date of a document, or refuse the document."""
    try:
        return parse_date(text)
    except ValueError as error:
        raise BadMessage(f"The document's {name} is no date: {error}.", stage=STAGE) from None


def folded_text(document: Document) -> bytes:
    """The normalised text as UTF-8: `text`, else what `html` shows, else the title (design, section 3)."""
    for text in (document.text, document.html and text_of_html(document.html), document.title):
        if text and not text.isspace():
            break
    else:
        raise BadMessage("The document has no text: text, html and title are empty.", stage=STAGE)
    folded = fold(text)
    if not any(map(str.isalnum, folded)):
        raise BadMessage("The document has no text: there is no letter and no digit in it.", stage=STAGE)
    encoded, before = folded.encode(), len(text) if text.isascii() else len(text.encode())
    if len(encoded) > MAX_TEXT_BYTES:
        raise BadMessage(
            f"The text has {len(encoded)} bytes when normalised; {MAX_TEXT_BYTES} is the limit.", stage=STAGE
        )
    if len(encoded) > max(MIN_GROWTH_BYTES, MAX_GROWTH * before):
        raise BadMessage(f"The text grows from {before} to {len(encoded)} bytes when normalised.", stage=STAGE)
    return encoded


def check_shown(document: Document) -> None:
    """Refuse url, source or published that are too long to be shown with every match."""
    for name in ("url", "source", "published"):
        value: str | None = getattr(document, name)
        if value and len(value) > MAX_SHOWN_BYTES // 4 and len(value.encode()) > MAX_SHOWN_BYTES:
            raise BadMessage(f"The document's {name} has more than {MAX_SHOWN_BYTES} bytes.", stage=STAGE)


def as_forwarded(item: Read) -> bytes:
    """The document with id and `fetched` written into it, so that its own home sees the same (design, section 2)."""
    name, fetched = item.id.decode(), format_ms(item.times.seen)
    if item.document.id == name and item.document.fetched == fetched and b"\n" not in item.line:
        return item.line
    return with_identity(item.line, name, fetched)


def row_of(item: Read, number: int) -> tuple[int, ...]:
    """The fixed-width facts, in the order of `pipeline.columns.ROW`; digest and shingles are still 0."""
    document, times = item.document, item.times
    title, source = document.title or "", (document.source or "").encode()
    link = link_hash(canonical_link(document.url)) if document.url else 0
    hashes = (link, hash_of(title_key(title).encode()), hash_of(source), hash_of(item.shown + title.encode()))
    return (number, times.rank, *HALVES.unpack(digest_of(item.id)), times.seen, times.updated, 0, 0, *hashes, 0, 0)


def title_key(title: str) -> str:
    """What two titles are compared by: folded, white space collapsed."""
    if not title.isascii():
        title = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).casefold())
    return " ".join(title.lower().split())


def hash_of(value: bytes) -> int:
    """64-bit hash of a string, 0 only for the empty one."""
    return HALVES.unpack(digest_of(value))[0] or 1 if value else 0


def pack_columns(message: RawMessage, found: Collected, tick: int | None) -> Batch:
    """Turn what was read into a `normalised` batch."""
    rows: Array = np.array(found.rows, ROW) if found.rows else np.empty(0, ROW)
    strings, string_offsets = ragged(found.strings)
    texts, text_offsets = ragged(found.texts)
    columns = {
        "rows": rows,
        "strings": strings,
        "string_offsets": string_offsets,
        "texts": texts,
        "text_offsets": text_offsets.astype(I8),
        "refused": np.array([item.index for item in found.refused if item.index is not None], U2),
        "tick": np.array([] if tick is None else [tick], I8),
    }
    return Batch(Kind.NORMALISED, message.partition, message.offset, columns, 0, message.run)
