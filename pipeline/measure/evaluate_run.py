"""Judge a labelled set in this process, and keep what `scan` does not show: candidates, shingles, sketches, keys.

Judges with `pipeline.scan` itself and decides nothing; scores are `evaluate_sets`'s.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from pipeline.columns import STRINGS, Runs, parts_of, runs_of
from pipeline.dates import format_ms
from pipeline.local import LocalPipeline
from pipeline.measure.evaluate_labels import Pair, pair_of
from pipeline.measure.sets import LabelledSet
from pipeline.packed import Array, Batch, Kind
from pipeline.plans import Send
from pipeline.profile import Profile
from pipeline.records import Document
from pipeline.scan import Scanner

# Kinds of pairs that are not called. An expansion is, although its verdict has no `duplicate_of`: had its longer text
# come first, it would be an excerpt. Labels know no order, and of bare texts the hash of an id decides it.
NO_CLAIM: Final = frozenset({"recurring"})
Shingles = npt.NDArray[np.uint32]


class FoundPair(msgspec.Struct, frozen=True):
    """A verified pair of ids, the later-ranked first, as `scan --pairs` lists it."""

    later: str
    earlier: str
    kind: str
    similarity: float
    later_in_earlier: float
    earlier_in_later: float

    @property
    def is_claim(self) -> bool:
        """Whether the two are called copies, or one a part of the other, whichever came first."""
        return self.kind not in NO_CLAIM


class WatchedPipeline(LocalPipeline):
    """One home, every batch of which is looked at on its way. Holds all shingles: for sets, not for archives."""

    def __init__(self, profile: Profile, scanner: Scanner) -> None:
        super().__init__(profile, 1, scanner.note_pair)
        self.names: dict[int, str] = {}
        self.seen: dict[str, int] = {}
        self.shingles: dict[str, Shingles] = {}
        self.candidates: set[Pair] = set()
        self.sketches: dict[str, npt.NDArray[np.uint32]] = {}
        self.keys: dict[str, npt.NDArray[np.uint64]] = {}

    def judge(self, batch: Batch) -> None:
        """Note the documents and their shingles, then judge them."""
        names = [name.decode() for name in runs_of(batch["strings"], batch["string_offsets"])[::STRINGS]]
        self.names.update(zip(batch["rows"]["number"].tolist(), names, strict=True))
        self.seen.update(zip(names, batch["rows"]["seen"].tolist(), strict=True))
        shingles, _ = parts_of(Runs.of(batch["sets"], batch["set_offsets"]), batch["rows"])
        for name, (start, end) in zip(names, shingles.bounds.tolist(), strict=True):
            self.shingles[name] = shingles.values[start:end].copy()
        super().judge(batch)

    def visit(self, send: Send) -> None:
        """Note sketches, keys and candidates, then carry the visit out."""
        batch = send.batch
        if batch.kind == Kind.SIGNATURES:
            self.note_rows(self.sketches, batch["rows"]["number"], batch["sketches"])
        elif batch.kind == Kind.BANDS:  # there is one partition, so that a document's keys lie side by side
            self.note_rows(self.keys, batch["postings"]["number"], batch["keys"])
        elif batch.kind == Kind.CANDIDATES:
            numbers = batch["numbers"].tolist()
            for asker, number in zip(batch["pair_askers"].tolist(), batch["pair_numbers"].tolist(), strict=True):
                self.candidates.add(pair_of(self.names[numbers[asker]], self.names[number]))
        super().visit(send)

    def note_rows(self, into: dict[str, Any], numbers: Array, values: Array) -> None:
        """Note each document's part of a column that has the same number of values for each."""
        for number, row in zip(numbers.tolist(), values.reshape(len(numbers), -1 if len(values) else 0), strict=True):
            into[self.names[number]] = row.copy()


@dataclass(frozen=True)
class JudgedSet:
    """What was found in a set, by the set's own ids. `refused`: id -> why; `seconds` is not part of any figure."""

    found: dict[Pair, FoundPair]
    candidates: set[Pair]
    shingles: dict[str, Shingles]
    refused: dict[str, str] = field(default_factory=dict)

    def similarity(self, pair: Pair) -> float:
        """Exact Jaccard similarity of the two shingle sets; 0 where one is empty or was refused."""
        one, other = (self.shingles.get(name) for name in pair)
        if one is None or other is None or not len(one) + len(other):
            return 0.0
        shared = len(np.intersect1d(one, other, assume_unique=True))
        return shared / (len(one) + len(other) - shared)


def judge_set(labelled: LabelledSet, profile: Profile, now_ms: int, *, text_only: bool) -> JudgedSet:
    """Judge all documents of a set, seen at once: at its latest date that is not after `now_ms`, else at `now_ms`.

    With `text_only` each is given a fresh id, and title, links, source and dates are left out.
    """
    seen = format_ms(max((date for date in labelled.dates_ms() if date <= now_ms), default=now_ms))
    documents = dict(fresh(labelled.documents)) if text_only else labelled.documents
    own = dict(zip(documents, labelled.documents, strict=True))
    scanner = Scanner(profile, 1, now_ms, want_pairs=True)
    watched = scanner.local = WatchedPipeline(profile, scanner)
    for name, document in documents.items():
        scanner.add(name.encode(), msgspec.json.encode(msgspec.structs.replace(document, id=name, fetched=seen)))
    result = scanner.finish()
    found = map(read_pair, result.pairs)
    shown = {name.replace("\t", " ").replace("\n", " "): mine for name, mine in own.items()}
    return JudgedSet(
        {pair_of(shown[one.later], shown[one.earlier]): renamed(one, shown) for one in found},
        {pair_of(own[a], own[b]) for a, b in watched.candidates},
        {own[name]: values for name, values in watched.shingles.items()},
        {own[json.loads(refused.original)["id"]]: refused.reason for _, _, refused in result.refused},
    )


def fresh(documents: dict[str, Document]) -> Iterable[tuple[str, Document]]:
    """Each document's text alone, under a fresh id."""
    for number, document in enumerate(documents.values()):
        name = f"document-{number}"
        text = document.text if document.text and not document.text.isspace() else None
        yield name, Document(id=name, text=text, html=document.html, title=None if text else document.title)


def read_pair(line: str) -> FoundPair:
    """Read a line of `scan --pairs`."""
    later, earlier, kind, *figures = line.split("\t")
    return FoundPair(later, earlier, kind, *map(float, figures))


def renamed(pair: FoundPair, names: dict[str, str]) -> FoundPair:
    """The pair by other ids."""
    return msgspec.structs.replace(pair, later=names[pair.later], earlier=names[pair.earlier])
