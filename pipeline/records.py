"""The two public records: the documents that come in and the verdicts that go out.

Knows no batch format, no topic and no file: it decodes, checks and encodes single records. The JSON Schemas under
`topics/schemas` are generated from the two structs: the descriptions are for those who fill in or read the fields.
"""

import json
import re
from typing import Annotated, Final, Literal, NoReturn

import mmh3
from msgspec import DecodeError, Meta, Raw, Struct, ValidationError
from msgspec.json import Decoder, Encoder
from msgspec.json import format as format_json

from pipeline.errors import BadMessage
from pipeline.links import canonical_link

STAGE: Final = "normalised"  # the stage that refuses documents, whoever reads them first
MAX_ID_BYTES: Final = 512  # an id is a Kafka key, a table key and a header: what a long URL needs, and no more

Kind = Literal["unique", "exact", "near", "excerpt", "expansion", "recurring", "unjudged"]
Reason = Literal[
    "equal-text",
    "equal-text-and-title",
    "equal-text-and-link",
    "jaccard",
    "recurs",
    "simhash",
    "contained",
    "contains",
    "too-short",
    "no-match",
]
How = Literal["expands", "recurs"]


class Document(Struct, frozen=True, gc=False):
    """One document as it comes in. Every field is optional, unknown fields are ignored; only a text is required."""

    id: Annotated[str | None, Meta(description="Its name for good, 512 bytes at most; default: source and guid.")] = (
        None
    )
    source: Annotated[str | None, Meta(description="Feed URL or key of the publisher.")] = None
    guid: Annotated[str | None, Meta(description="The source's own name for it: RSS guid, Atom or JSON Feed id.")] = (
        None
    )
    url: Annotated[str | None, Meta(description="Where the document can be read.")] = None
    title: Annotated[str | None, Meta(description="Headline; stands in for the text only where there is none.")] = None
    text: Annotated[str | None, Meta(description="Plain text; wins over html.")] = None
    html: Annotated[str | None, Meta(description="The text as HTML; its tags are stripped.")] = None
    published: Annotated[str | None, Meta(description="RFC 3339, or a plain date.")] = None
    updated: Annotated[str | None, Meta(description="When the source last changed it; form as published.")] = None
    fetched: Annotated[str | None, Meta(description="When it was seen: orders versions, opens the window.")] = None
    language: Annotated[str | None, Meta(description="BCP 47 tag.")] = None
    canonical_url: Annotated[str | None, Meta(description="The URL that the publisher declares to be its own.")] = None


class Reference(Struct, frozen=True, gc=False):
    """A document as a verdict shows it, in its own strings."""

    id: str
    url: str | None
    source: str | None
    published: str | None


class Related(Struct, frozen=True, gc=False):
    """Another document that this one belongs with, without being its copy."""

    how: Annotated[
        How, Meta(description="expands: it is in this one; recurs: a standing notice of the source, days apart.")
    ]
    id: str
    url: str | None
    source: str | None
    published: str | None


class Containment(Struct, frozen=True, gc=False):
    """How much of each text the shared shingles are, rounded half up to 4 decimals."""

    in_original: Annotated[float, Meta(description="Share of this document's shingles that the original has.")]
    of_original: Annotated[float, Meta(description="Share of the original's shingles that this document has.")]


class Previous(Struct, frozen=True, gc=False):
    """The newest older version of the same id."""

    similarity: Annotated[float, Meta(description="Jaccard similarity to that version, rounded half up to 4 decimals.")]


class Evidence(Struct, frozen=True, gc=False):
    """The counts of distinct shingles that the figures of a verdict come from."""

    shared: int | None
    shingles: int
    shingles_of_original: int | None


class Verdict(Struct, frozen=True, gc=False):
    """What Firstprint says about one document. The order of the fields is part of the contract."""

    document: Reference
    kind: Annotated[
        Kind, Meta(description="expansion, recurring and unjudged (too short to compare) are no duplicates.")
    ]
    duplicate_of: Annotated[Reference | None, Meta(description="The earliest document that this one is a copy of.")]
    related: Annotated[Related | None, Meta(description="Only where duplicate_of is null.")]
    similarity: Annotated[float | None, Meta(description="Exact Jaccard similarity, rounded half up to 4 decimals.")]
    containment: Containment | None
    previous: Annotated[Previous | None, Meta(description="Null unless an older version of the id is known.")]
    evidence: Evidence
    reason: Annotated[Reason, Meta(description="The rule that decided.")]
    profile: Annotated[str, Meta(description="Identity of the parameters; never compare verdicts across two of them.")]


_documents: Final = Decoder(Document)
_verdicts: Final = Decoder(Verdict)
_fields: Final = Decoder(dict[str, Raw])
_encoder: Final = Encoder()


def decode_document(line: bytes) -> Document:
    """Decode one JSON document; raise `BadMessage` with a sentence for the one who wrote it.

    Dates and texts are not looked at here: normalisation does that, since it needs their values.
    """
    try:
        if not line.isascii():
            line.decode()  # unknown fields are skipped unseen by the decoder, yet travel on
        document = _documents.decode(line)
    except UnicodeDecodeError as error:
        reason = f"The document is not UTF-8 (byte {error.start})."
    except ValidationError as error:
        reason = _wrong_type(str(error))
    except DecodeError as error:
        reason = _not_json(line, str(error))
    except RecursionError:
        reason = "The document nests its JSON too deeply."
    else:
        check_id(document.id)
        return document
    raise BadMessage(reason, stage=STAGE)


def check_id(document_id: str | None) -> None:
    """Raise `BadMessage` for an id that is there and is blank or too long."""
    if document_id is None:
        return
    if not document_id.strip():
        raise BadMessage("The document's id is empty.", stage=STAGE)
    if len(document_id) * 4 > MAX_ID_BYTES and (size := len(document_id.encode())) > MAX_ID_BYTES:
        raise BadMessage(f"The document's id has {size} bytes; {MAX_ID_BYTES} is the limit.", stage=STAGE)


def default_id(document: Document) -> str | None:
    """Return the id of a document that brings none, or None where only its place can name it.

    source + blank + guid; without one of them, source + blank + canonicalised url (see `canonical_link`), or that link
    alone where there is no source. A guid is unique within its source only: without a source it names nothing. In the
    source, "%" and blank are written "%25" and "%20": the first blank divides, and no two pairs have one id. An id over
    the limit keeps the whole characters of its first 400 bytes, then "~" and the 128-bit MurmurHash3 (x64) of it all.
    """
    source = (document.source or "").strip().replace("%", "%25").replace(" ", "%20")
    guid = (document.guid or "").strip()
    if source and guid:
        return _within_limit(f"{source} {guid}")
    if link := canonical_link(document.url or ""):
        return _within_limit(f"{source} {link}" if source else link)
    return None


def place_id(place: str) -> str:
    """Return the id of a document that only its place can name: the place, shortened as `default_id` does."""
    return _within_limit(place.encode(errors="replace").decode())


def with_identity(line: bytes, document_id: str, fetched: str) -> bytes:
    """Return the document, which `decode_document` accepted, on one line with id and `fetched` written into it.

    All other fields keep their order and their values byte for byte, unknown ones included; of a repeated field the
    last stays, which is the one that was read.
    """
    fields: dict[str, object] = {"id": document_id, "fetched": fetched}
    fields.update((name, value) for name, value in _fields.decode(line).items() if name not in fields)
    whole = _encoder.encode(fields)
    return format_json(whole, indent=-1) if b"\n" in whole or b"\r" in whole else whole


def encode_verdict(verdict: Verdict) -> bytes:
    """Return the verdict as compact JSON, fields in the order of the struct: equal verdicts are equal bytes."""
    return _encoder.encode(verdict)


def encode_shown(name: str, document: Document) -> bytes:
    """Return what a verdict shows of a document, as the members of a `Reference` without the braces around them."""
    url, source, published = document.url or None, document.source or None, document.published or None
    return _encoder.encode(Reference(name, url, source, published))[1:-1]


def decode_verdict(value: bytes) -> Verdict:
    """Decode a message of the verdict topic; raise `msgspec.DecodeError` for what is none."""
    return _verdicts.decode(value)


def _within_limit(name: str) -> str:
    raw = name.encode()
    if len(raw) <= MAX_ID_BYTES:
        return name
    digest = mmh3.mmh3_x64_128_digest(raw).hex()
    return f"{raw[:400].decode(errors='ignore')}~{digest}"


_TYPE_NAMES: Final = {
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "array": "an array",
    "object": "an object",
    "str": "a string",
}
_VALIDATION: Final = re.compile(r"got `(\w+)`(?: - at `\$\.(\w+)`)?")


def _wrong_type(message: str) -> str:
    found = _VALIDATION.search(message)
    if found is None:
        return f"The document has a wrong type: {message}."
    kind = _TYPE_NAMES.get(found[1], found[1])
    if found[2] is None:
        return f"The document is {kind}, not a JSON object."
    return f"The document's {found[2]} is {kind}, not a string."


def _not_json(line: bytes, message: str) -> str:
    if not line.strip():
        return "The document is empty."
    if line.startswith(b"\xef\xbb\xbf"):
        return "The document starts with a byte order mark, which JSON does not allow."
    try:
        json.loads(line.decode(), parse_constant=_refuse)  # beside NaN it lets through one thing that UTF-8 does not
    except (ValueError, RecursionError):
        return f"The document is not JSON: {message.removeprefix('JSON is malformed: ').lower()}."
    return "The document holds a lone surrogate (such as \\ud800), which is no character."


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
