"""How good verdicts are on a labelled set: recall and precision over pairs, by label, length and script.

Runs nothing. Definitions, all over unordered pairs of a set's documents:

- A pair is *called* when `scan` verified it as anything but `recurring`: an excerpt and an expansion are one finding,
  since labels do not say which of two came first.
- *Recall* = called / labelled, over the pairs whose label counts as a duplicate.
- *Precision* = called with such a label / called, pairs with a neutral label left out. A pair without a label is of
  different documents, as is one whose label says so.
- The length of a pair is the number of shingles of its shorter text; its script is that of most letters of both texts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from pipeline.measure.evaluate_labels import Labels, Pair, Wish
from pipeline.measure.evaluate_run import FoundPair, JudgedSet
from pipeline.measure.evaluate_texts import script_of, shown_text
from pipeline.measure.sets import LabelledSet
from pipeline.measure.wilson import Share, share

LENGTHS: Final = (0, 10, 30, 100, 300)  # shingles; under ten, no text is near another one
MIXED: Final = "mixed"


class Mistake(NamedTuple):
    """A pair that was called and should not have been (`found`), or the other way round (`missed`)."""

    what: str
    pair: Pair
    label: str | None
    kind: str | None
    similarity: float
    was_candidate: bool


@dataclass
class Tally:
    """Counts of pairs: labelled as duplicates, called among these, and called among different ones."""

    labelled: int = 0
    right: int = 0
    wrong: int = 0

    @property
    def recall(self) -> Share:
        """Called among labelled."""
        return share(self.right, self.labelled)

    @property
    def precision(self) -> Share:
        """Labelled among called."""
        return share(self.right, self.right + self.wrong)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of the two, None where nothing is labelled and nothing called."""
        whole = self.labelled + self.right + self.wrong
        return 2 * self.right / whole if whole else None

    def note(self, wish: Wish, *, called: bool) -> None:
        """Count a pair."""
        self.labelled += wish == "duplicate"
        self.right += called and wish == "duplicate"
        self.wrong += called and wish == "different"


@dataclass
class LabelTally:
    """Pairs with one label: how many there are, how many were called and how many were candidates."""

    wish: Wish
    pairs: int = 0
    called: int = 0
    candidates: int = 0


@dataclass
class SetScores:
    """The scores of one set; see the module for what each means."""

    name: str
    documents: int
    refused: Mapping[str, str]
    candidates: int
    all: Tally = field(default_factory=Tally)
    labels: dict[str, LabelTally] = field(default_factory=dict)
    lengths: dict[str, Tally] = field(default_factory=dict)
    scripts: dict[str, Tally] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def candidates_per_document(self) -> float:
        """Pairs that were compared, by documents."""
        return self.candidates / self.documents


def score_set(labelled: LabelledSet, judged: JudgedSet, labels: Labels) -> SetScores:
    """Compare what was found with what the labels ask for."""
    scores = SetScores(labelled.name, len(labelled.documents), judged.refused, len(judged.candidates))
    scores.kinds = Counter(found.kind for found in judged.found.values())
    length, script = length_of(judged), script_by(labelled)
    for pair in sorted(labelled.pairs.keys() | judged.found.keys()):
        label = labelled.pairs[pair].label if pair in labelled.pairs else None
        wish, found = labels.wish(label), judged.found.get(pair)
        called = found is not None and found.is_claim
        for tally in (
            scores.all,
            scores.lengths.setdefault(length(pair), Tally()),
            scores.scripts.setdefault(script(pair), Tally()),
        ):
            tally.note(wish, called=called)
        if label is not None:
            note_label(scores.labels.setdefault(label, LabelTally(wish)), pair, judged, called=called)
        if (what := mistake_of(wish, called=called)) is not None:
            scores.mistakes.append(mistake(what, pair, label, found, judged))
    scores.mistakes = in_order(scores.mistakes)
    scores.lengths = {name: scores.lengths[name] for name in length_names() if name in scores.lengths}
    return scores


def note_label(tally: LabelTally, pair: Pair, judged: JudgedSet, *, called: bool) -> None:
    """Count a labelled pair."""
    tally.pairs += 1
    tally.called += called
    tally.candidates += pair in judged.candidates


def mistake_of(wish: Wish, *, called: bool) -> str | None:
    """What is wrong about a pair, None where nothing is."""
    if called and wish == "different":
        return "found"
    return "missed" if wish == "duplicate" and not called else None


def mistake(what: str, pair: Pair, label: str | None, found: FoundPair | None, judged: JudgedSet) -> Mistake:
    """Say what is known of a wrong pair."""
    kind = found.kind if found else None
    return Mistake(what, pair, label, kind, judged.similarity(pair), pair in judged.candidates)


def length_names() -> list[str]:
    """The length classes, shortest first."""
    return [f"{low}-{high - 1}" for low, high in pairwise(LENGTHS)] + [f"{LENGTHS[-1]} and more"]


def length_of(judged: JudgedSet) -> Callable[[Pair], str]:
    """Return what finds the length class of a pair."""
    names = length_names()

    def find(pair: Pair) -> str:
        shorter = min(len(judged.shingles.get(name, ())) for name in pair)
        return names[sum(shorter >= low for low in LENGTHS) - 1]

    return find


def script_by(labelled: LabelledSet) -> Callable[[Pair], str]:
    """Return what finds the script of a pair, looking at each text once."""
    known: dict[str, str] = {}

    def find(pair: Pair) -> str:
        for name in pair:
            if name not in known:
                known[name] = script_of(shown_text(labelled.documents[name]))
        return known[pair[0]] if known[pair[0]] == known[pair[1]] else MIXED

    return find


def bins_of(
    labelled: LabelledSet, judged: JudgedSet, labels: Labels, count: int = 10
) -> Iterator[tuple[float, Share, Share]]:
    """Recall by similarity, for `count` equal bins from 0 to 1: (middle, share of candidates, share of called).

    Over the pairs that are labelled as duplicates; bins without any are left out.
    """
    pairs = [pair for pair, one in labelled.pairs.items() if labels.wish(one.label) == "duplicate"]
    places = [min(int(judged.similarity(pair) * count), count - 1) for pair in pairs]
    for place in sorted(set(places)):
        inside = [pair for pair, at in zip(pairs, places, strict=True) if at == place]
        yield (
            (place + 0.5) / count,
            share(sum(pair in judged.candidates for pair in inside), len(inside)),
            share(sum(is_called(pair, judged) for pair in inside), len(inside)),
        )


def is_called(pair: Pair, judged: JudgedSet) -> bool:
    """Whether a pair was called a duplicate."""
    return pair in judged.found and judged.found[pair].is_claim


def in_order(mistakes: Iterable[Mistake]) -> list[Mistake]:
    """Wrong calls before missed ones, each from the most similar."""
    return sorted(mistakes, key=lambda one: (one.what != "found", -one.similarity, one.pair))
