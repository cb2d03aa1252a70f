"""What the gate measures: every set that is there, what its labels ask for, and what `evaluate`'s own code finds.

Knows no floors. Figures are whole numbers and hang on no clock, so that they come out the same on every machine.
"""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from pipeline.measure.corpus import LabelledDocument, generate
from pipeline.measure.edits import EDITS
from pipeline.measure.evaluate_labels import DIFFERENT, DUPLICATE, Labels, Wish
from pipeline.measure.evaluate_run import judge_set
from pipeline.measure.evaluate_sets import SetScores, score_set
from pipeline.measure.quality import labelled
from pipeline.measure.quality.generated import generated_sets
from pipeline.measure.quality.labelled import Pair, QualitySet, each_with_each, write_set
from pipeline.measure.sets import DOCUMENTS, PAIRS, LabelledSet, read_set
from pipeline.profile import DEFAULT, Profile
from pipeline.records import decode_document

SHARED_FOLDER: Final = Path(os.environ.get("TEST_SETS") or Path(__file__).parents[3] / "shared" / "data" / "sets")
SHARED: Final = (
    "bench-feeds",
    "boilerplate-nodejs-releases",
    "mccormick-1000",
    "onestop",
    "pud-parallel",
    "revisions-en",
    "scoop-items",
)
CORPUS: Final = "corpus"
CORPUS_DOCUMENTS: Final = 2_000  # 200 families: a copy more or less is 0.07 % of recall
GENERATED: Final = (*generated_sets(), CORPUS)
EDIT_NAMES: Final = frozenset(edit.__name__ for edit in EDITS)
LABELS: Final = Labels(  # of rewrites by people only the lightest grade is asked for
    DUPLICATE | EDIT_NAMES | {labelled.EXCERPT, "adv-int"}, DIFFERENT | {labelled.NONE, labelled.QUOTATION}
)
UNLABELLED: Final = "unlabelled"
NOW_MS: Final = 1_796_083_200_000  # 2026-12-01T00:00:00Z: what a document dates later than that is not believed

Evidence = Literal["all", "text"]
EVIDENCE: Final[tuple[Evidence, ...]] = ("all", "text")


class Count(NamedTuple):
    """How many of how many pairs were called duplicates."""

    called: int
    pairs: int


class Figures(msgspec.Struct, frozen=True):
    """Called pairs by label: those that have to be found, and those that must not be called."""

    found: Mapping[str, Count]
    false: Mapping[str, Count]

    @property
    def right(self) -> Count:
        """Found in all."""
        return _sum(self.found)

    @property
    def wrong(self) -> Count:
        """Called in all, though different."""
        return _sum(self.false)


class SetFigures(msgspec.Struct, frozen=True):
    """A set's figures with all that its documents say and by their text alone, and the fingerprint of its files."""

    fingerprint: str
    all: Figures
    text: Figures

    def by(self, evidence: Evidence) -> Figures:
        """The figures that hang on this evidence."""
        return self.all if evidence == "all" else self.text


def _sum(counts: Mapping[str, Count]) -> Count:
    return Count(sum(one.called for one in counts.values()), sum(one.pairs for one in counts.values()))


def fingerprint_of(folder: Path) -> str:
    """SHA-256 of a set's documents and pairs, the files as they are: `cat docs.jsonl* pairs.tsv | sha256sum`."""
    files = [folder / name for name in (*DOCUMENTS, PAIRS)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files if file.is_file())).hexdigest()


def corpus(count: int = CORPUS_DOCUMENTS) -> QualitySet:
    """The corpus of the benchmarks as a set: a copy's pair with its original has the name of the edit."""
    documents = list(generate(count))
    families: dict[int, list[LabelledDocument]] = {}
    for document in documents:
        families.setdefault(document.family, []).append(document)
    pairs: list[Pair] = []
    for family in families.values():
        [origin] = [one for one in family if one.edit not in EDIT_NAMES]
        copies = [one for one in family if one.edit in EDIT_NAMES]
        pairs += [Pair(origin.id, copy.id, copy.edit) for copy in copies]
        pairs += each_with_each([copy.id for copy in copies], labelled.SIBLING)
    return QualitySet(CORPUS, tuple(decode_document(one.to_json()) for one in documents), tuple(pairs))


def write_generated(name: str, folder: Path) -> Path:
    """Write a generated set below a folder, and return its own."""
    write_set(corpus() if name == CORPUS else generated_sets()[name](), folder / name)
    return folder / name


def scores_of(read: LabelledSet, profile: Profile, evidence: Evidence) -> SetScores:
    """Judge a set and score it, as `firstprint evaluate` does."""
    return score_set(read, judge_set(read, profile, NOW_MS, text_only=evidence == "text"), LABELS)


def measure(folder: Path, profile: Profile = DEFAULT) -> SetFigures:
    """Measure the set in a folder."""
    read = read_set(folder)
    by_all, by_text = (figures_of(scores_of(read, profile, evidence), len(read.pairs)) for evidence in EVIDENCE)
    return SetFigures(fingerprint_of(folder), by_all, by_text)


def figures_of(scores: SetScores, labelled_pairs: int) -> Figures:
    """The figures by label; pairs that no label names are different, and count as one label more."""
    found, false = counts_of(scores, "duplicate"), counts_of(scores, "different")
    called = scores.all.wrong - sum(one.called for one in false.values())
    others = scores.documents * (scores.documents - 1) // 2 - labelled_pairs
    return Figures(found, false | {UNLABELLED: Count(called, others)})


def counts_of(scores: SetScores, wish: Wish) -> dict[str, Count]:
    """What was called of the labels of which this is asked."""
    labels = sorted(scores.labels.items())
    return {name: Count(one.called, one.pairs) for name, one in labels if one.wish == wish}
