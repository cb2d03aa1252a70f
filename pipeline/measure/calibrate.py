"""How alike unrelated documents are, measured on a user's own: what thresholds and bands can be told from that.

Judges nothing and writes nothing. Nobody has labelled these documents, so that it cannot say how many duplicates a
threshold finds: `evaluate` can, on labelled sets. What it measures is the noise that a threshold has to stay above.

That holds by either rules, so that the profile keeps its own: by `jaccard` the threshold alone decides, by `news` it is
a floor besides what these ask for. Neither tells of excerpts, which no threshold bounds.

Method: all pairs of a sample are compared exactly. A class of pairs is the script of both texts and the length of the
shorter one. The bound on a class's 99th percentile is the 95th percentile of that of REPLICATES samples, drawn from the
sample's documents with replacement (Efron's bootstrap, by documents: pairs that share one are not independent).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.columns import MAX_DOCUMENTS, Runs, parts_of
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.errors import BadSetup
from pipeline.measure.calibrate_anchors import met_by_passages
from pipeline.measure.evaluate_sets import LENGTHS, length_names
from pipeline.measure.evaluate_texts import script_of
from pipeline.methods import BadParameter, Banding, ShingleSets, Target, Unrelated, choose, similar_pairs
from pipeline.profile import NEWS, Profile
from pipeline.stages.content import read_document
from pipeline.stages.normalised import RawMessage, normalise_read
from pipeline.stages.shingles import shingle

SAMPLE: Final = 3000  # documents: 4.5 million pairs, some seconds
SEED: Final = 42  # so that the same files give the same profile
REPLICATES: Final = 100
ENOUGH: Final = 30  # documents of a class, for its bound to mean something
COPY: Final = 0.8  # pairs from here on are copies beyond doubt, and are left out
BINS: Final = 500  # of similarity: a percentile is known to 0.002
LEAST: Final = 1e-6  # a similarity that every pair with a shingle in common has
TAIL: Final = 2.0  # in sets of news, releases and weeklies the 99.9th percentile is 1.3 to 2 times the 99th, rarely 2.6
ABOVE: Final = (
    0.1  # how much more alike than the threshold pairs are whose recall is promised: at it, few sketches agree
)
STEP: Final = 0.05  # recommended thresholds are multiples of it
CROWD: Final = 10_000  # similarities that stand for those of all unrelated pairs

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sample:
    """Documents drawn evenly from all `total`: their normalised texts, scripts, shingle sets and anchors."""

    total: int
    texts: list[str]
    scripts: list[str]
    sets: ShingleSets
    anchors: npt.NDArray[np.uint32]


class PairClass(NamedTuple):
    """Unrelated pairs of one class. `bound` is None where it has fewer than ENOUGH documents."""

    script: str
    length: str
    documents: int
    pairs: int
    median: float
    p99: float
    bound: float | None
    p999: float
    most: float


@dataclass(frozen=True)
class Calibration:
    """What was measured, and what follows. `histogram` counts pairs in twenty-fifths of similarity.

    `candidates` are expected for each of `total` documents that has no duplicate, and so many more `by_passages`.
    """

    sample: int
    total: int
    classes: list[PairClass]
    histogram: list[int]
    copies: int
    threshold: float
    banding: Banding
    candidates: float
    by_passages: float
    note: str = ""


def draw(paths: Sequence[Path], profile: Profile, now_ms: int, most: int = SAMPLE) -> Sample:
    """Draw `most` documents of all that can be read, each equally likely (Vitter's algorithm R), from a fixed seed.

    `BadSetup` where fewer than two have shingles.
    """
    chance = Random(SEED)  # noqa: S311  # no secret
    drawn: list[Accepted] = []
    total = 0
    for item in read_inputs(paths, now_ms, now_ms):
        if not isinstance(item, Accepted):
            continue
        total += 1
        if len(drawn) < most:
            drawn.append(item)
        elif (place := chance.randrange(total)) < most:
            drawn[place] = item
    sets, anchors = shingled(drawn, profile, now_ms)
    if (sets.sizes > 0).sum() < 2:  # noqa: PLR2004  # a pair
        raise BadSetup("There are no two documents to compare.", "Name files with at least two texts of some words.")
    texts = [item.content.text.decode().lower() for item in drawn]
    return Sample(total, texts, [script_of(text) for text in texts], sets, anchors)


def shingled(items: Sequence[Accepted], profile: Profile, now_ms: int) -> tuple[ShingleSets, npt.NDArray[np.uint32]]:
    """Shingle documents as the pipeline does: their sets, and their anchors, uint32[n, profile.anchors]."""
    values, sizes, anchors = [np.empty(0, np.uint32)], [np.empty(0, np.int64)], [np.empty(0, np.uint32)]
    for start in range(0, len(items), MAX_DOCUMENTS):
        reads = [
            read_document(item.id, item.document, item.content, item.seen_ms, profile.absurd_ms)
            for item in items[start : start + MAX_DOCUMENTS]
        ]
        batch = shingle(normalise_read(RawMessage(0, start, now_ms, None), reads).batch, profile)
        shingles, _ = parts_of(Runs.of(batch["sets"], batch["set_offsets"]), batch["rows"])
        values.append(shingles.packed()[0])
        sizes.append(shingles.sizes)
        anchors.append(batch["anchors"])
    sets = ShingleSets(np.concatenate(values), np.concatenate([[0], np.cumsum(np.concatenate(sizes))]))
    return sets, np.concatenate(anchors).reshape(len(sets.sizes), profile.anchors)


def calibrate(sample: Sample, profile: Profile, recall: float, budget: float) -> Calibration:
    """Measure unrelated pairs, and recommend a threshold, and the bands that find `recall` of the pairs ABOVE it.

    `budget` bounds the candidates a document. Where no bands keep to both, `note` says what was given up;
    whether this is of any use, `calibrate_checks` says.
    """
    pairs = similar_pairs(sample.sets, LEAST)
    jaccard = pairs.jaccard
    unrelated = jaccard < COPY
    a, b, jaccard = pairs.a[unrelated], pairs.b[unrelated], jaccard[unrelated]
    classes = list(classes_of(sample, a, b, jaccard))
    threshold = threshold_for(classes, profile)
    crowd = Unrelated(sample.total, crowd_of(jaccard, len(sample.texts)))
    banding, note = bands_for(Target(min(threshold + ABOVE, 1.0), recall, budget), profile, crowd)
    count = len(sample.texts)
    histogram, _ = np.histogram(jaccard, 25, (0, 1))
    histogram[0] += count * (count - 1) // 2 - len(pairs.a)
    return Calibration(
        count,
        sample.total,
        classes,
        histogram.tolist(),
        int((~unrelated).sum()),
        threshold,
        banding,
        crowd.candidates(banding),
        met_by_passages(sample.anchors, sample.total, profile.anchor_cap),
        note,
    )


def bands_for(target: Target, profile: Profile, crowd: Unrelated) -> tuple[Banding, str]:
    """The bands for a target; where none keep to the budget, for the least doubling of it that some keep to.

    The profile's own where they keep to both, and where its slots are too few for the recall. The second value says
    what was given up, "" for nothing.
    """
    own = Banding(profile.bands, profile.rows)
    if own.chance(target.similarity) >= target.recall and crowd.candidates(own) <= target.budget:
        return own, ""
    budget = target.budget
    while True:
        try:
            banding = choose(replace(target, budget=budget), profile.slots, crowd)
        except BadParameter as refused:
            if budget > crowd.documents:
                return own, f"The profile's bands stay: {refused.sentence}"
            budget *= 2
            continue
        asked = f"No bands keep to {target.budget:g} candidates at a recall of {target.recall:.1%}"
        return banding, "" if budget == target.budget else f"{asked}; these need {crowd.candidates(banding):,.1f}."


def least_judged(profile: Profile) -> int:
    """From how many shingles on texts are judged by similarity."""
    return max(profile.min_shingles, profile.news.low) if profile.rules == NEWS else profile.min_shingles


def judged_lengths(profile: Profile) -> list[str]:
    """The classes of length that hold such texts."""
    return length_names()[sum(least_judged(profile) >= low for low in LENGTHS) - 1 :]


def threshold_for(classes: Iterable[PairClass], profile: Profile) -> float:
    """TAIL times the greatest bound of a class that is judged by similarity, at least the profile's own, at most COPY.

    A multiple of STEP, so that the figure does not pretend to more than it knows.
    """
    judged = judged_lengths(profile)
    bounds = [one.bound for one in classes if one.bound is not None and one.length in judged]
    wanted = max([TAIL * bound for bound in bounds], default=0.0)
    own = profile.threshold_num / profile.threshold_den
    return min(max(round(ceil(round(wanted / STEP, 6)) * STEP, 2), own), COPY)


def crowd_of(jaccard: Floats, documents: int) -> list[float]:
    """At most CROWD similarities that are spread as those of all pairs, of which most share nothing."""
    total = documents * (documents - 1) // 2
    count = min(total, CROWD)
    places = ((np.arange(count) + 0.5) / count * total).astype(np.int64) - (total - len(jaccard))
    found = np.sort(jaccard)
    return [float(found[place]) if place >= 0 else 0.0 for place in places]


def classes_of(
    sample: Sample, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32], jaccard: Floats
) -> Iterator[PairClass]:
    """Yield the classes that have pairs, by script, then length."""
    sizes = sample.sets.sizes
    lengths = np.searchsorted(LENGTHS, sizes, "right") - 1
    for script in sorted(set(sample.scripts)):
        inside = np.array([one == script for one in sample.scripts])
        chosen = inside[a] & inside[b]
        shorter = np.minimum(lengths[a[chosen]], lengths[b[chosen]])
        bins = np.minimum((jaccard[chosen] * BINS).astype(np.int64), BINS - 1)
        cells = Cells(np.where(inside, lengths, -1), a[chosen], b[chosen], shorter * BINS + bins)
        once = cells.quantiles(inside.astype(np.float64), (0.5, 0.99, 0.999))
        bounds = cells.bounds(inside)
        totals = cells.totals(inside.astype(np.float64))
        for length, name in enumerate(length_names()):
            documents, total = int((cells.lengths == length).sum()), int(totals[length])
            if total:
                most = float(jaccard[chosen][shorter == length].max(initial=0))
                bound = float(bounds[length]) if documents >= ENOUGH else None
                median, p99, p999 = (float(value) for value in once[:, length])
                yield PairClass(script, name, documents, total, median, p99, bound, p999, most)


class Cells(NamedTuple):
    """Pairs (a, b) that share shingles, by length class and bin of similarity (`place`); documents by length class."""

    lengths: Ints
    a: npt.NDArray[np.int32]
    b: npt.NDArray[np.int32]
    place: Ints

    def totals(self, weights: Floats) -> Floats:
        """The weight of all pairs of each length class, those that share nothing included."""
        totals, longer = np.zeros(len(LENGTHS)), 0.0
        for length in reversed(range(len(LENGTHS))):
            own = weights[self.lengths == length]
            totals[length] = (own.sum() ** 2 - (own**2).sum()) / 2 + own.sum() * longer
            longer += own.sum()
        return totals

    def quantiles(self, weights: Floats, shares: Sequence[float]) -> Floats:
        """Upper ends of the bins in which these shares of the pairs' weight are reached: float64[shares, classes]."""
        counts = np.bincount(self.place, weights[self.a] * weights[self.b], len(LENGTHS) * BINS)
        above = counts.reshape(len(LENGTHS), BINS)[:, ::-1].cumsum(axis=1)[:, ::-1]  # at least so similar
        totals = self.totals(weights)
        found = [(above > (1 - share) * totals[:, None] + 1e-9).sum(axis=1) / BINS for share in shares]
        return np.array(found)

    def bounds(self, inside: npt.NDArray[np.bool_]) -> Floats:
        """The 95th percentile of the 99th percentile over REPLICATES samples, float64[classes]."""
        chance = np.random.default_rng(SEED)
        count = int(inside.sum())
        found = np.empty((REPLICATES, len(LENGTHS)))
        for one in found:
            weights = np.zeros(len(inside))
            weights[inside] = chance.multinomial(count, np.full(count, 1 / count))
            one[:] = self.quantiles(weights, (0.99,))[0]
        bounds: Floats = np.quantile(found, 0.95, axis=0)
        return bounds
