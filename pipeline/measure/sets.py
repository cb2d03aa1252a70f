"""Labelled sets: a folder with documents (`docs.jsonl`, also .gz and .zst) and, where some are alike, `pairs.tsv`.

Judges nothing. A set without `pairs.tsv`, or a single file of documents, holds documents that are all different.

`pairs.tsv` begins with the names of its columns: `a`, `b` and `label`, then what else is known of the pair. A document
is a JSON object with `id` and the fields of `pipeline.records.Document`; labelled sets name some of these otherwise,
which is read as well: `link` for url, `date` or `time` (seconds since 1970) for published, `lang` for language,
`feed_link` for source. Dates may have any form that feeds use; a date that cannot be read is left out.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from pipeline.dates import format_ms, parse_date
from pipeline.edges.feed_dates import feed_date
from pipeline.edges.files import DAMAGED, File, chunks_of, lines_of
from pipeline.errors import BadMessage, BadSetup
from pipeline.measure.evaluate_labels import Pair, pair_of
from pipeline.records import Document, decode_document

DOCUMENTS: Final = ("docs.jsonl", "docs.jsonl.gz", "docs.jsonl.zst")
PAIRS: Final = "pairs.tsv"
COLUMNS: Final = ("a", "b", "label")
FORMAT: Final = "A set is a folder with docs.jsonl (or .gz, .zst) and, where some are alike, pairs.tsv."
ALIASES: Final = {"url": ("link",), "source": ("feed_link",), "language": ("lang",), "published": ("date",)}
TEXTS: Final = ("text", "html", "title")


class Labelled(NamedTuple):
    """The label of a pair, and what else its line says."""

    label: str
    note: str


@dataclass(frozen=True)
class LabelledSet:
    """Documents by id in the order of the file, and labels by pair of ids; pairs without a label are different."""

    name: str
    documents: dict[str, Document]
    pairs: dict[Pair, Labelled]

    def dates_ms(self) -> Iterator[int]:
        """When documents were published, in milliseconds since 1970, where that is known."""
        for document in self.documents.values():
            moment = parse_date(document.published)
            if moment is not None:
                yield moment.ms


def read_set(path: Path) -> LabelledSet:
    """Read a set; `BadSetup` with the line for what is none."""
    if not path.exists():
        raise BadSetup(f"There is no {path}.", FORMAT)
    if path.is_file():
        return LabelledSet(path.name, read_documents(path), {})
    files = [path / name for name in DOCUMENTS if (path / name).is_file()]
    if len(files) != 1:
        found = "more than one file" if files else "no file"
        raise BadSetup(f"The folder {path} holds {found} of documents.", FORMAT)
    documents = read_documents(files[0])
    pairs = path / PAIRS
    return LabelledSet(path.name, documents, read_pairs(pairs, documents) if pairs.is_file() else {})


def read_documents(path: Path) -> dict[str, Document]:
    """Read documents by id; `BadSetup` for a line that is none, and for an id that comes twice."""
    documents: dict[str, Document] = {}
    try:
        for number, line in enumerate(lines_of(chunks_of(File(path, str(path)))), 1):
            if line and not line.isspace():
                document = read_document(line, f"{path}:{number}")
                if document.id in documents:
                    raise BadSetup(f"{path}:{number}: The id {document.id!r} comes a second time.", "Make ids differ.")
                documents[str(document.id)] = document
    except DAMAGED as error:
        raise BadSetup(f"{path} cannot be read: {error}.", "Write it again; it may be cut off.") from None
    if not documents:
        raise BadSetup(f"{path} holds no documents.", FORMAT)
    return documents


def read_document(line: bytes, place: str) -> Document:
    """Read one document with its other names; `BadSetup` where it is none or has no id."""
    advice = "Each line is a JSON object with an id and a text; see `firstprint evaluate --help`."
    try:
        fields = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise BadSetup(f"{place}: The line is no JSON object.", advice) from None
    for name, others in ALIASES.items():
        fields[name] = next((fields[one] for one in (name, *others) if fields.get(one)), None)
    published = published_of(fields)
    # Dates come in many forms, and none is worth a document; versions of one id are no subject of a set.
    fields |= {"published": published, "updated": None, "fetched": None}
    try:
        document = decode_document(msgspec.json.encode(fields))
    except (BadMessage, TypeError) as error:
        raise BadSetup(f"{place}: {error}", advice) from None
    if document.id is None:
        raise BadSetup(f"{place}: The document has no id.", advice)
    return document


def published_of(fields: dict[str, Any]) -> str | None:
    """The date of publication as RFC 3339, from a date of any form or from seconds since 1970; None for no date."""
    with suppress(ValueError, OverflowError):
        if isinstance(fields["published"], str):
            return feed_date(fields["published"])
        if isinstance(fields.get("time"), int):
            return format_ms(fields["time"] * 1000)
    return None


def read_pairs(path: Path, documents: dict[str, Document]) -> dict[Pair, Labelled]:
    """Read labels by pair; `BadSetup` for a line that does not fit the columns or names what is no document."""
    try:
        head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    except UnicodeDecodeError:
        raise BadSetup(f"{path} is not UTF-8.", "Write it again as UTF-8.") from None
    if tuple(head.split("\t")[: len(COLUMNS)]) != COLUMNS:
        raise BadSetup(f"{path} does not begin with the columns a, b and label.", "Separate them by tabs.")
    pairs: dict[Pair, Labelled] = {}
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        a, b, label, *rest = (*line.split("\t"), "", "")
        unknown = [name for name in (a, b) if name not in documents]
        if unknown or a == b or not label:
            what = f"there is no document {unknown[0]!r}" if unknown else "a line has two ids and a label"
            raise BadSetup(f"{path}:{number}: {what}.", "Correct the line or leave it out.")
        pairs[pair_of(a, b)] = Labelled(label, " ".join(part for part in rest if part))
    return pairs
