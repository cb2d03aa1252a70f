"""What a single document comes to: its dates, its text, and what is kept of it, or the sentence that refuses it.

Knows no messages, homes or numbers. `normalised` reads raw messages with it, and the reader of files checks with it
what it takes, so that both refuse the same.
"""

from typing import Final, NamedTuple

from msgspec import Struct

from pipeline.columns import NONE_MS
from pipeline.dates import Moment, parse_date, rank_time
from pipeline.errors import BadMessage
from pipeline.kernels.characters import MAX_MARKS, fold, marks_beyond
from pipeline.kernels.folding import fold_utf8
from pipeline.links import canonical_link
from pipeline.records import STAGE, Document, encode_shown
from pipeline.stages.html import MAX_DEPTH, is_too_deep, text_of_html

MAX_SHOWN_BYTES: Final = 4096  # of url, source and published: they travel with every match
MAX_MEMBERS_BYTES: Final = 16 << 10  # of the four members as JSON: control characters grow sixfold
MAX_TEXT_BYTES: Final = 1 << 20  # of a folded text
MIN_GROWTH_BYTES: Final = 4096  # up to here a folded text may have grown more than MAX_GROWTH times
MAX_GROWTH: Final = 3
NO_TEXT: Final = "The document has no text: text, html and title are empty."
NO_KNOWN_FIELD: Final = f"The document has no text: none of {', '.join(Document.__struct_fields__)} is there."


class Content(Struct, gc=False):
    """The dates of a document, and its text in UTF-8, normalised but for the capital letters of a text in ASCII."""

    published: Moment | None
    updated: Moment | None
    fetched: Moment | None
    text: bytes


class Read(NamedTuple):
    """What is kept of a document: the columns of a `normalised` batch, before they are hashed.

    `title` and `text` are normalised but for the capital letters of those in ASCII, which a batch makes small at once.
    `link` is the canonical one, `known` tells a re-delivery from a version.
    """

    id: bytes
    title: bytes
    source: bytes
    link: bytes
    known: bytes
    shown: bytes
    text: bytes
    time_ms: int
    seen_ms: int
    updated_ms: int


def content_of(document: Document) -> Content:
    """Read dates and text; raises `BadMessage` where they, or what a verdict shows, are none or too long."""
    try:
        fetched, updated = parse_date(document.fetched), parse_date(document.updated)
        published = parse_date(document.published)
    except ValueError:
        check_dates(document, ("fetched", "updated", "published"))
        raise
    text = text_of(document)
    check_shown(document)
    return Content(published, updated, fetched, text)


def read_document(name: str, document: Document, content: Content, seen_ms: int, absurd_ms: int) -> Read:
    """Put together what is kept of a document of this id; raises `BadMessage` where too much would be shown."""
    shown = encode_shown(name, document)
    if len(shown) > MAX_MEMBERS_BYTES:
        raise BadMessage(
            f"id, url, source and published have {len(shown)} bytes as JSON; {MAX_MEMBERS_BYTES} is the limit.",
            stage=STAGE,
        )
    title, source, url, updated = document.title or "", document.source, document.url, content.updated
    encoded = title.encode()
    return tuple.__new__(  # which is what `Read` does, after passing its arguments on once more
        Read,
        (
            name.encode(),
            encoded if len(title) == len(encoded) else folded_title(title),  # in ASCII
            source.encode() if source else b"",
            canonical_link(url).encode() if url else b"",
            shown + encoded,
            shown,
            content.text,
            rank_time(content.published, seen_ms, absurd_ms),
            seen_ms,
            NONE_MS if updated is None else updated.ms,
        ),
    )


def check_dates(document: Document, names: tuple[str, ...]) -> None:
    """Refuse a document for the first of these dates that is none."""
    for name in names:
        read_date(getattr(document, name), name)


def read_date(text: str | None, name: str) -> Moment | None:
    """Read a date of a document, or refuse the document."""
    if text is None:
        return None
    try:
        return parse_date(text)
    except ValueError as error:
        raise BadMessage(f"The document's {name} is no date: {error}.", stage=STAGE) from None


def text_of(document: Document) -> bytes:
    """The text as in `Content`: `text`, else what `html` shows, else the title (design, section 3)."""
    text = document.text
    if not text or text.isspace():
        text = other_text_of(document)
    if text.isascii():
        encoded = text.encode()
    else:
        check_marks(text, "text")
        encoded = fold_utf8(text)
    # Of most texts the first character is a letter or digit, before they are folded and after it.
    if not encoded[:1].isalnum() and not any(map(str.isalnum, encoded.decode())):
        raise BadMessage("The document has no text: there is no letter and no digit in it.", stage=STAGE)
    if len(encoded) > MIN_GROWTH_BYTES:
        check_size(text, len(encoded))
    return encoded


def other_text_of(document: Document) -> str:
    """What stands in for a text that is not there: what `html` shows, else the title."""
    html = document.html
    if html and is_too_deep(html):
        raise BadMessage(f"The document's html has more than {MAX_DEPTH} elements within each other.", stage=STAGE)
    text = text_of_html(html) if html else None
    if not text or text.isspace():
        text = document.title
    if not text or text.isspace():
        raise BadMessage(NO_KNOWN_FIELD if document == Document() else NO_TEXT, stage=STAGE)
    return text


def check_marks(text: str, name: str) -> None:
    """Refuse a run of combining marks whose order would take normalisation long: the square of its length."""
    if count := marks_beyond(text):
        raise BadMessage(f"The {name} has {count} combining marks in a row; {MAX_MARKS} is the limit.", stage=STAGE)


def check_size(text: str, size: int) -> None:
    """Refuse a text that has `size` bytes when normalised, where that is too much or much more than before."""
    if size > MAX_TEXT_BYTES:
        raise BadMessage(f"The text has {size} bytes when normalised; {MAX_TEXT_BYTES} is the limit.", stage=STAGE)
    if size > MAX_GROWTH * len(text) and size > MAX_GROWTH * (before := len(text.encode())):
        raise BadMessage(f"The text grows from {before} to {size} bytes when normalised.", stage=STAGE)


def check_shown(document: Document) -> None:
    """Refuse url, source or published that are too long to be shown with every match."""
    url, source, published = document.url or "", document.source or "", document.published or ""
    if len(url) + len(source) + len(published) <= MAX_SHOWN_BYTES // 4:
        return
    for name, value in (("url", url), ("source", source), ("published", published)):
        if len(value.encode()) > MAX_SHOWN_BYTES:
            raise BadMessage(f"The document's {name} has more than {MAX_SHOWN_BYTES} bytes.", stage=STAGE)


def folded_title(title: str) -> bytes:
    """A title in the form in which its tokens are found; raises `BadMessage` for too many marks in a row."""
    check_marks(title, "title")
    return fold(title).lower().encode()
