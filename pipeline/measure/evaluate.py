"""How good verdicts are: precision and recall against known families.

Reads no file and runs no pipeline. Definitions, all over *final* verdicts, one a document:

- A *duplicate* is a verdict with a `duplicate_of`. It is right when both documents belong to one family, whichever
  member it names: near-duplication is no equivalence, so a copy of a copy is as right as a copy of the original.
- *Precision* = right duplicates / duplicates. Documents that are in no truth count as wrong when they are duplicates.
- *Recall* = found / findable. Findable is every member that is not the first of its family in the order of the design,
  unless its truth says that it is too unlike the others by design. It is found when its duplicate is right or, where
  `recurring` is the right kind, when `related` names a member of its family. A document without a verdict is not found.
- *Pair precision and recall* count unordered pairs instead: verified pairs within one family / verified pairs, and
  / all pairs within families, those between two copies included (a stricter figure: copies differ twice).

A ratio without a denominator is 1: nothing was asked, nothing was wrong.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pipeline.measure.truth import Truth
from pipeline.records import Verdict, decode_verdict


@dataclass(frozen=True)
class Scores:
    """Counts of one evaluation; see the module for what each means."""

    documents: int = 0
    without_verdict: int = 0
    duplicates: int = 0
    right_duplicates: int = 0
    findable: int = 0
    found: int = 0
    certain_kinds: int = 0
    right_kinds: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)

    @property
    def precision(self) -> float:
        """Right duplicates among duplicates, 0..1."""
        return _ratio(self.right_duplicates, self.duplicates)

    @property
    def recall(self) -> float:
        """Found documents among findable ones, 0..1."""
        return _ratio(self.found, self.findable)


@dataclass(frozen=True)
class PairScores:
    """Counts of unordered pairs: verified, verified within one family, and all within families."""

    pairs: int
    right: int
    labelled: int

    @property
    def precision(self) -> float:
        """Right pairs among verified ones, 0..1."""
        return _ratio(self.right, self.pairs)

    @property
    def recall(self) -> float:
        """Right pairs among labelled ones, 0..1."""
        return _ratio(self.right, self.labelled)


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def final_verdicts(values: Iterable[bytes]) -> dict[str, Verdict]:
    """Decode verdicts by id; of several for one id the last counts. Raise `msgspec.DecodeError` for what is none."""
    return {verdict.document.id: verdict for verdict in map(decode_verdict, values)}


def _are_one_family(id_: str, other: str, truths: Mapping[str, Truth]) -> bool:
    return id_ in truths and other in truths and truths[id_].family == truths[other].family


def _is_found(verdict: Verdict | None, truths: Mapping[str, Truth]) -> bool:
    if verdict is None:
        return False
    id_ = verdict.document.id
    other = verdict.related if truths[id_].kind == "recurring" else verdict.duplicate_of
    return other is not None and _are_one_family(id_, other.id, truths)


def evaluate(verdicts: Mapping[str, Verdict], truths: Mapping[str, Truth]) -> Scores:
    """Compare final verdicts by id with the truth by id."""
    duplicates = [(id_, verdict.duplicate_of.id) for id_, verdict in verdicts.items() if verdict.duplicate_of]
    findable = [id_ for id_, truth in truths.items() if truth.is_findable and not truth.is_first]
    certain = {id_: truth.kind for id_, truth in truths.items() if truth.kind and id_ in verdicts}
    return Scores(
        documents=len(truths),
        without_verdict=len(truths.keys() - verdicts.keys()),
        duplicates=len(duplicates),
        right_duplicates=sum(_are_one_family(id_, other, truths) for id_, other in duplicates),
        findable=len(findable),
        found=sum(_is_found(verdicts.get(id_), truths) for id_ in findable),
        certain_kinds=len(certain),
        right_kinds=sum(verdicts[id_].kind == kind for id_, kind in certain.items()),
        kinds=Counter(verdict.kind for verdict in verdicts.values()),
    )


def evaluate_pairs(pairs: Iterable[tuple[str, str]], truths: Mapping[str, Truth]) -> PairScores:
    """Compare verified pairs of ids, in any order and possibly repeated, with the truth by id."""
    different = {(min(a, b), max(a, b)) for a, b in pairs}
    sizes = Counter(truth.family for truth in truths.values())
    right = sum(_are_one_family(a, b, truths) for a, b in different)
    return PairScores(len(different), right, sum(size * (size - 1) // 2 for size in sizes.values()))
