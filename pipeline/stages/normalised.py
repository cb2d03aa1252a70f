"""Read a raw message: check its documents, give them id and times, fold their text, sort out those of other homes.

The only stage that meets JSON; it decides what is refused and says why. It sends nothing and reads no clock.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from mmh3 import mmh3_x64_128_digest as digest_of

from pipeline.columns import I8, MAX_DOCUMENTS, ROW, U2, U8, number_of, ragged
from pipeline.dates import format_ms
from pipeline.errors import BadMessage
from pipeline.kernels.folding import lower_ascii
from pipeline.kernels.homes import homes_of
from pipeline.kernels.numbers import number_elements
from pipeline.kernels.text import shingle_texts
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import DAY_MS, Profile
from pipeline.records import Document, decode_document, default_id, with_identity
from pipeline.stages.content import Read, content_of, read_document

TICK = b'{"firstprint_tick":'
TICK_DIGITS = 16  # milliseconds of some 30,000 years
MAX_RAW_BYTES = 1 << 20  # of a raw message's documents


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


@dataclass(slots=True)
class Collected:
    """The documents of a message while they are read: by index in the message those that are kept, with their bytes."""

    read: dict[int, Read] = field(default_factory=dict)
    originals: dict[int, tuple[bytes, Document]] = field(default_factory=dict)
    forwards: dict[int, list[bytes]] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)


def normalise(message: RawMessage, profile: Profile, homes: int) -> Normalised:
    """Read every document of a message; a bad one is refused, the rest is judged. Never raises for bad data."""
    found = Collected()
    tick = read_tick(message.value)
    if tick is not None:  # none runs ahead of its time, as no `fetched` does: watermarks never go back
        tick = min(tick, message.timestamp_ms + DAY_MS)
    lines = [] if tick is not None else lines_of(message.value, found)
    for index, line in enumerate(lines[:MAX_DOCUMENTS]):
        try:
            document = decode_document(line)
            found.read[index] = read_line(document, index, message, profile)
            found.originals[index] = line, document
        except BadMessage as error:
            found.refused.append(Refused(index, error.reason, line))
    if rest := lines[MAX_DOCUMENTS:]:  # in one piece: thousands of letters would take longer than a watchdog waits
        reason = f"The message holds more than {MAX_DOCUMENTS} documents: {len(rest)} are left out."
        found.refused.append(Refused(MAX_DOCUMENTS, reason, b"\n".join(rest)))
    sort_by_home(message, homes, found)
    return Normalised(pack_columns(message, found.read, found.refused, tick), found.forwards, found.refused)


def normalise_read(message: RawMessage, documents: Iterable[Read | BadMessage]) -> Normalised:
    """Do for documents that are read, and are at home, what `normalise` does for a message of their lines."""
    read, refused = dict[int, Read](), list[Refused]()
    for index, found in enumerate(documents):
        if isinstance(found, Read):
            read[index] = found
        else:
            refused.append(Refused(index, found.reason, b""))
    return Normalised(pack_columns(message, read, refused), {}, refused)


def read_tick(value: bytes | None) -> int | None:
    """The time that a tick carries (design, section 5), None for any other message."""
    if value is None or not value.startswith(TICK):
        return None
    digits = value[len(TICK) :].rstrip(b"} \n")
    return int(digits) if len(digits) <= TICK_DIGITS and digits.removeprefix(b"-").isdigit() else None


def tick_message(time_ms: int) -> bytes:
    """A raw message without documents that raises the watermark of a silent home."""
    return TICK + str(time_ms).encode() + b"}"


def lines_of(value: bytes | None, found: Collected) -> list[bytes]:
    """Cut a message into its documents: JSON lines, or one JSON document over several lines."""
    if value is None:
        found.refused.append(Refused(None, "The message has a null value; withdrawals are not known yet.", b""))
        return []
    lines = [line for line in split(value) if line and not line.isspace()]
    if not lines:
        found.refused.append(Refused(None, "The message is empty.", value))
    if len(lines) > 1 and not is_json(lines[0]) and is_json(value):
        return [value]
    return lines


def split(value: bytes) -> list[bytes]:
    """Cut at line feeds as `bytes.split` does, which looks at each byte and takes three times as long."""
    lines = []
    start = 0
    while (end := value.find(b"\n", start)) >= 0:
        lines.append(value[start:end])
        start = end + 1
    lines.append(value[start:])
    return lines


def is_json(text: bytes) -> bool:
    """Whether the bytes are one JSON value."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_line(document: Document, index: int, message: RawMessage, profile: Profile) -> Read:
    """Read one document of a message; raises `BadMessage` where it is refused.

    Where `fetched` is missing it is the record's timestamp, and it is at most a day past it.
    """
    name = document.id or default_id(document) or f"{message.partition}:{message.offset}:{index}"
    content = content_of(document)
    fetched = content.fetched
    seen_ms = message.timestamp_ms if fetched is None else min(fetched.ms, message.timestamp_ms + DAY_MS)
    return read_document(name, document, content, seen_ms, profile.absurd_ms)


def sort_by_home(message: RawMessage, homes: int, found: Collected) -> None:
    """Keep the documents of this home, and put the others, as JSON lines, to their own."""
    blob, offsets = ragged([read.id for read in found.read.values()])
    for index, home in zip(list(found.read), homes_of(blob, offsets.astype(I8), homes).tolist(), strict=True):
        if home != message.partition:
            line = as_forwarded(found.read.pop(index), *found.originals[index])
            if len(line) > MAX_RAW_BYTES:
                reason = f"The document has {len(line)} bytes with its id and time; {MAX_RAW_BYTES} is the limit."
                found.refused.append(Refused(index, reason, found.originals[index][0]))
                continue
            found.forwards.setdefault(home, []).append(line)


def forwarded_messages(forwards: Mapping[int, list[bytes]]) -> Iterator[tuple[int, bytes]]:
    """Raw messages of the documents of other homes, none over the size of one: id and time make lines longer."""
    for home, lines in sorted(forwards.items()):
        pack: list[bytes] = []
        size = 0
        for line in lines:
            if pack and size + len(line) > MAX_RAW_BYTES:
                yield home, b"\n".join(pack)
                pack, size = [], 0
            pack.append(line)
            size += len(line) + 1
        yield home, b"\n".join(pack)


def as_forwarded(read: Read, line: bytes, document: Document) -> bytes:
    """The document with id and `fetched` written into it, so that its own home sees the same (design, section 2)."""
    name, fetched = read.id.decode(), format_ms(read.seen_ms)
    if document.id == name and document.fetched == fetched and b"\n" not in line:
        return line
    return with_identity(line, name, fetched)


def pack_columns(
    message: RawMessage, read: Mapping[int, Read], refused: list[Refused], tick: int | None = None
) -> Batch:
    """Turn what was read, by its index in the message, into a `normalised` batch."""
    columns = [list(column) for column in zip(*read.values(), strict=True)] if read else [[] for _ in Read._fields]
    kept: dict[str, list[Any]] = dict(zip(Read._fields, columns, strict=True))
    strings, string_offsets = ragged(list(chain.from_iterable(zip(kept["id"], kept["shown"], strict=True))))
    texts, text_offsets = ragged(kept["text"])
    return Batch(
        Kind.NORMALISED,
        message.partition,
        message.offset,
        {
            "rows": rows_of(number_of(message.partition, message.offset, 0), kept, list(read)),
            "strings": strings,
            "string_offsets": string_offsets,
            "texts": lower_ascii(texts),
            "text_offsets": text_offsets.astype(I8),
            "refused": np.array([item.index for item in refused if item.index is not None], U2),
            "tick": np.array([] if tick is None else [tick], I8),
        },
        0,
        message.run,
    )


def rows_of(first: int, read: Mapping[str, list[Any]], indices: list[int]) -> Array:
    """The fixed-width facts of a message's documents, numbered from `first`; digest and shingles are still 0."""
    hashed = [read[name] for name in ("id", "source", "link", "known")]
    digests = np.frombuffer(b"".join(map(digest_of, chain.from_iterable(hashed))), ">u8")
    ids, sources, links, known = digests.reshape(len(hashed), len(indices), 2)
    rows = np.zeros(len(indices), ROW)
    rows["number"] = np.array(indices, U8) | np.uint64(first)
    rows["time"], rows["seen"], rows["updated"] = read["time_ms"], read["seen_ms"], read["updated_ms"]
    rows["id_hi"], rows["id_lo"] = ids[:, 0], ids[:, 1]
    rows["link"], rows["shown"] = links[:, 0], np.maximum(known[:, 0], 1)
    rows["source"] = np.maximum(sources[:, 0], [bool(value) for value in read["source"]])  # 0 only for the empty one
    rows["title"], rows["title_numbers"] = title_facts(read["title"])
    return rows


def title_facts(titles: list[bytes]) -> tuple[Array, Array]:
    """What titles are compared by: a hash of their tokens, or of the whole of one that has none; and of their numbers.

    0 stands for no title, and for one without a number.
    """
    whole, ends = ragged(titles)
    blob, offsets = lower_ascii(whole), ends.astype(I8)
    cut = shingle_texts(blob, offsets, 1)
    words = np.maximum(cut.digests[:, 0], 1)
    for index in np.flatnonzero(cut.tokens == 0).tolist():
        words[index] = hash_of_signs(titles[index].lower())
    return words, number_elements(blob, offsets).orders


def hash_of_signs(title: bytes) -> int:
    """A hash of a folded title without letters or digits, its white space collapsed; 0 for nothing but white space."""
    signs = " ".join(title.decode().split()).encode()
    return max(int.from_bytes(digest_of(signs)[:8], "big"), 1) if signs else 0
