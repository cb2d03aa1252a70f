"""Find the documents whose verdicts hang on a full bucket of the anchor band: those that nothing else settles.

Looks at pairs that share enough for a rule; says nothing of what a full bucket of another band leaves out.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import Runs, parts_of
from pipeline.kernels.counting import CAPACITY, Shared, count_shared
from pipeline.match import CLASSES, RANK_FIELDS
from pipeline.packed import Array
from pipeline.profile import SIMHASH, Profile
from pipeline.stages.least_rule import least_rule
from pipeline.stages.matches import compare, ranks_before
from pipeline.stages.rules import NO_REASON, reasons_of

Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

MOST_DOCUMENTS = 50_000  # beyond this, and beyond so many shingles or pairs, all documents count: it would take minutes
MOST_SHINGLES = 25_000_000
MOST_PAIRS = 20_000_000
COMPARED = 4_096  # pairs whose keys are compared at once
NO_MATCH = np.iinfo(np.int64).max

NEVER, BY_CHANCE, SURELY = range(3)  # how two documents meet


@dataclass(frozen=True, slots=True)
class Crowd:
    """Documents that hold a full anchor.

    keys uint64[n, key_count]; ROW[n]; owners int64[n], equal for versions of one id; sets, runs as they travel.
    """

    keys: Keys
    rows: Array
    owners: Places
    sets: Runs


@dataclass(frozen=True, slots=True)
class Related:
    """Pairs that match by the rules, had they met: places of the later- and the earlier-ranked, class of the match."""

    later: Places
    earlier: Places
    classes: Places


def uncertain(crowd: Crowd, full: Keys, profile: Profile) -> Places:
    """Places in the crowd of those with a match that is met by chance and less than any that is met surely (sorted).

    Surely meet those that share a key which is not `full`, or that both rank among the first of a full bucket, where
    they stay. All places where it would take too long to find out.
    """
    count, pairs = len(crowd.keys), 0
    shingles = parts_of(crowd.sets, crowd.rows)[0]
    if profile.sketch == SIMHASH or count > MOST_DOCUMENTS or int(shingles.sizes.sum()) > MOST_SHINGLES:
        return np.arange(count)
    ranks = np.empty(count, np.int64)
    ranks[np.lexsort([crowd.rows[name] for name in reversed(RANK_FIELDS)])] = np.arange(count)
    common = CommonKeys(crowd.keys, full, ranks, profile)
    least = np.full((SURELY + 1, count), NO_MATCH)
    for block in count_shared(*shingles.packed(), least_rule(profile), CAPACITY):
        pairs += len(block.a)
        if pairs > MOST_PAIRS:
            return np.arange(count)
        related = related_of(crowd, block, profile)
        order = related.classes * count + ranks[related.earlier]  # of matches of one document
        np.minimum.at(least, (common.how(related.later, related.earlier), related.later), order)
    return np.flatnonzero(least[BY_CHANCE] < least[SURELY])


def related_of(crowd: Crowd, block: Shared, profile: Profile) -> Related:
    """Those of the pairs that are within the window and match by the rules."""
    a, b = block.a.astype(np.int64), block.b.astype(np.int64)
    live = np.abs(crowd.rows["seen"][a] - crowd.rows["seen"][b]) <= profile.window_ms
    live &= crowd.owners[a] != crowd.owners[b]
    a, b = a[live], b[live]
    rows = crowd.rows[a], crowd.rows[b]
    b_is_later = ranks_before(*rows)
    reasons = reasons_of(compare(rows, (crowd.sets.take(a), crowd.sets.take(b)), profile, b_is_later), profile)
    found = reasons != NO_REASON
    a, b, b_is_later = a[found], b[found], b_is_later[found]
    classes = CLASSES[reasons[found]].astype(np.int64)
    return Related(np.where(b_is_later, b, a), np.where(b_is_later, a, b), classes)


class CommonKeys:
    """How documents of a crowd meet; `ranks` are their places in the order of rank."""

    def __init__(self, keys: Keys, full: Keys, ranks: Places, profile: Profile) -> None:
        self.keys, self.full = keys, set(full.tolist())
        single = keys[:, : profile.anchor_band]
        self.sound = np.where(np.isin(single, full), np.uint64(0), single)
        self.first = first_of(keys[:, profile.anchor_band :], full, ranks, profile.anchor_cap)

    def how(self, a: Places, b: Places) -> Places:
        """NEVER, BY_CHANCE or SURELY for each pair: int64[p]."""
        found = np.full(len(a), SURELY)
        for start in range(0, len(a), COMPARED):
            one, other = a[start : start + COMPARED], b[start : start + COMPARED]
            alike = ((self.sound[one] == self.sound[other]) & (self.sound[one] != 0)).any(1)
            for place in np.flatnonzero(~alike).tolist():
                found[start + place] = self.by_all_keys(int(one[place]), int(other[place]))
        return found

    def by_all_keys(self, one: int, other: int) -> int:
        """The same of one pair."""
        common = set(self.keys[one].tolist()) & set(self.keys[other].tolist()) - {0}
        if any(key not in self.full or {one, other} <= self.first.get(key, set()) for key in common):
            return SURELY
        return BY_CHANCE if common else NEVER


def first_of(anchors: Keys, full: Keys, ranks: Places, cap: int) -> dict[int, set[int]]:
    """By full anchor, the places of the `cap` lowest-ranked that hold it."""
    places, columns = np.nonzero(np.isin(anchors, full) & (anchors != 0))
    order = np.argsort(ranks[places], kind="stable")
    first: dict[int, set[int]] = defaultdict(set)
    for key, place in zip(anchors[places, columns][order].tolist(), places[order].tolist(), strict=True):
        if len(first[key]) < cap:
            first[key].add(place)
    return first
