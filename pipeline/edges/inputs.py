"""One reader for `load` and `scan`: JSON lines, feeds and folders in, documents that carry their id and `fetched` out.

Sends nothing and judges nothing. What it refuses, and with which sentence, is what the stage `normalised` would refuse.

A document without an id gets that of `pipeline.records.default_id` (source and guid, else source and link), else the
name of its file as given, ":" and its line, or in a feed the number of its entry; both count from 1.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from pipeline.dates import format_ms
from pipeline.edges.feed_json import VERSION_MARK, is_json_feed
from pipeline.edges.feeds import MAX_FEED_BYTES, read_feed
from pipeline.edges.files import DAMAGED, MAX_LINE_BYTES, STANDARD_INPUT, File, chunks_of, files_of, lines_of
from pipeline.errors import BadMessage
from pipeline.profile import DAY_MS
from pipeline.records import STAGE, Document, decode_document, default_id, place_id, with_identity
from pipeline.stages.content import Content, check_dates, check_shown, content_of, read_date

MAX_DOCUMENT_BYTES: Final = 900_000  # a raw message holds 1 MiB, and what the record format adds has to fit in as well
MAX_ORIGINAL_BYTES: Final = 1 << 20  # of what was refused

_HEAD_BYTES: Final = 1 << 16  # what a file is recognised by
_WHITE: Final = b" \t\r\n\xef\xbb\xbf"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<", b"\0\0")
_LINES_NAME: Final = re.compile(r"\.(jsonl|ndjson)(\.gz|\.zst)?$", re.IGNORECASE)

Notice = Callable[[str], None]


class Accepted(msgspec.Struct, gc=False):
    """A document on one line of UTF-8 with `id` and `fetched` in it; `ordinal` counts all items from 0.

    `document` is as it was decoded, before they were written into it, and `content` what was read in it.
    """

    id: str
    line: bytes
    seen_ms: int
    place: str
    document: Document
    content: Content
    ordinal: int = -1


class Refused(msgspec.Struct, gc=False):
    """What is no document, why, and at most MAX_ORIGINAL_BYTES of its own bytes."""

    place: str
    reason: str
    original: bytes
    ordinal: int = -1


Item = Accepted | Refused


class Clock(NamedTuple):
    """`as_of_ms` is when a document was seen that does not say; nothing was seen later than `last_ms`."""

    as_of_ms: int
    last_ms: int


def read_inputs(paths: Sequence[Path], as_of_ms: int, now_ms: int, notice: Notice | None = None) -> Iterator[Item]:
    """Read files, folders and standard input (`-`) in their order; equal bytes at equal times give equal items.

    Times are int64 milliseconds; nothing was seen later than a day after `now_ms`. `notice` gets a sentence for each
    thing that was odd and cost no document. Raises `BadSetup`, before anything is read, for a path that is not there.
    """
    return _numbered(files_of(paths), Clock(as_of_ms, now_ms + DAY_MS), notice or (lambda _: None))


def _numbered(files: list[File], clock: Clock, notice: Notice) -> Iterator[Item]:
    items = chain.from_iterable(_read_file(file, clock, notice) for file in files)
    for ordinal, item in enumerate(items):
        item.ordinal = ordinal
        yield item


class _Readable:
    """The chunks of a file up to where it is damaged; `error` is what was met there."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._last = b""
        self.error: Exception | None = None

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            self._last = next(self._chunks)
        except DAMAGED as error:
            self.error = error
            raise StopIteration from None
        return self._last

    @property
    def is_cut(self) -> bool:
        """Whether what was read last ends within a line, because of the damage."""
        return self.error is not None and not self._last.endswith(b"\n")


def _read_file(file: File, clock: Clock, notice: Notice) -> Iterator[Item]:
    """Read what can be read; what the damage has left of the last document is part of the one refusal."""
    chunks = _Readable(chunks_of(file))
    last: Item | None = None
    rest: Refused | None = None
    for item in _recognised(file, chunks, clock, notice):
        if rest is not None:
            last = rest
            yield rest
            rest = None
        if chunks.error is not None and isinstance(item, Refused) and chunks.is_cut:
            rest = item
        else:
            last = item
            yield item
    if chunks.error is not None:
        place = file.name if last is None else last.place
        reason = getattr(chunks.error, "strerror", None) or str(chunks.error)
        original = b"" if rest is None else rest.original
        yield Refused(file.name, f"The file cannot be read on after {place}: {reason}.", original)


def _recognised(file: File, chunks: Iterator[bytes], clock: Clock, notice: Notice) -> Iterator[Item]:
    """Tell by the beginning of a file what it is, and by its name only whether every line has to be a document."""
    head = _take(chunks, _HEAD_BYTES)
    start = head.lstrip(_WHITE)
    whole = chain([head], chunks)
    if _LINES_NAME.search(file.name):
        yield from _read_lines(file.name, whole, clock)
    elif start.startswith((b"<", *_UTF16)) or not start:
        yield from _read_feed(file, _take(whole, MAX_FEED_BYTES + 1), clock, notice)
    elif start.startswith(b"{"):
        yield from _read_json(file, start.partition(b"\n"), whole, clock, notice)
    elif start.startswith(b"["):
        yield Refused(file.name, "The file is a JSON array; write one document a line: jq -c '.[]'.", head)
    elif file.path == STANDARD_INPUT:
        yield from _read_lines(file.name, whole, clock)
    else:
        yield Refused(file.name, "The file is neither JSON lines nor a feed.", head)


def _read_json(
    file: File, start: tuple[bytes, bytes, bytes], chunks: Iterator[bytes], clock: Clock, notice: Notice
) -> Iterator[Item]:
    """Read JSON lines, a JSON Feed, or one document that is spread over many lines."""
    value = _decoded(start[0]) if start[1] else None
    if value is not None and not is_json_feed(value):
        yield from _read_lines(file.name, chunks, clock)
        return
    content = _take(chunks, MAX_FEED_BYTES + 1)
    value = _decoded(content)
    if is_json_feed(value) or VERSION_MARK.encode() in content[:_HEAD_BYTES]:
        yield from _read_feed(file, content, clock, notice)
    elif value is not None or start[0].strip() == b"{":
        yield _read_document(content.strip(_WHITE), f"{file.name}:1", clock)
    else:
        yield from _read_lines(file.name, chain([content], chunks), clock)


def _read_lines(name: str, chunks: Iterator[bytes], clock: Clock) -> Iterator[Item]:
    lines = lines_of(chunks)
    first = next(lines, b"").removeprefix(_BYTE_ORDER_MARK)
    for number, line in enumerate(chain([first], lines), 1):
        if line and not line.isspace():
            yield _read_document(line, f"{name}:{number}", clock)


def _read_feed(file: File, content: bytes, clock: Clock, notice: Notice) -> Iterator[Item]:
    try:
        feed = read_feed(content, file.name)
    except BadMessage as refused:
        yield Refused(file.name, refused.reason, content[:MAX_ORIGINAL_BYTES])
        return
    for problem in feed.problems:
        notice(f"{file.name}: {problem}")
    fetched = read_date(feed.fetched, "fetched")
    seen = clock if fetched is None else clock._replace(as_of_ms=fetched.ms)
    for number, entry in enumerate(feed.entries, 1):
        yield _read_document(msgspec.json.encode(entry), f"{file.name}:{number}", seen)
    if feed.cut:
        yield Refused(file.name, "The feed is cut off within its last entry.", feed.cut[:MAX_ORIGINAL_BYTES])


def _read_document(line: bytes, place: str, clock: Clock) -> Item:
    """Check a document as the stage `normalised` does, and write into it what it does not say."""
    try:
        _check_size(line)
        document = decode_document(line)
        content = _content_of(document)
        name, fetched = document.id, content.fetched
        if name is not None and fetched is not None and fetched.ms <= clock.last_ms and b"\n" not in line:
            return Accepted(name, line, fetched.ms, place, document, content)
        return _completed(line, place, document, content, clock)
    except BadMessage as refused:
        return Refused(place, refused.reason, line[:MAX_ORIGINAL_BYTES])


def _completed(line: bytes, place: str, document: Document, content: Content, clock: Clock) -> Accepted:
    """Write into a document what it does not say, on one line."""
    fetched = content.fetched
    seen_ms = min(clock.as_of_ms if fetched is None else fetched.ms, clock.last_ms)
    name = document.id or default_id(document) or place_id(place)
    as_given = document.fetched if fetched is not None and fetched.ms == seen_ms else None
    line = with_identity(line, name, as_given or format_ms(seen_ms))
    _check_size(line)
    return Accepted(name, line, seen_ms, place, document, content)


def _content_of(document: Document) -> Content:
    """Of several things that are wrong with a document name a date first, then a field, before its text."""
    try:
        return content_of(document)
    except BadMessage:
        check_dates(document, ("published", "updated", "fetched"))
        check_shown(document)
        raise


def _check_size(line: bytes) -> None:
    if len(line) > MAX_DOCUMENT_BYTES:
        size = f"{len(line)}" if len(line) <= MAX_LINE_BYTES else f"more than {MAX_LINE_BYTES}"
        reason = f"The document has {size} bytes, over the size limit of {MAX_DOCUMENT_BYTES}."
        raise BadMessage(reason, stage=STAGE)


def _decoded(content: bytes) -> object:
    """The JSON object in these bytes, None for anything else."""
    try:
        value: object = msgspec.json.decode(content.strip(_WHITE))
    except (msgspec.DecodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _take(chunks: Iterator[bytes], size: int) -> bytes:
    """Join chunks until there are `size` bytes, or a little more."""
    taken: list[bytes] = []
    missing = size
    while missing > 0 and (chunk := next(chunks, b"")):
        taken.append(chunk)
        missing -= len(chunk)
    return b"".join(taken)
