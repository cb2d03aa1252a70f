"""Find the pairs of documents that may or may not meet: those that have nothing but overfull passages in common.

Whether they are duplicates is not decided here: they count where they share enough for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import Runs
from pipeline.kernels.counting import CAPACITY, count_shared
from pipeline.profile import SIMHASH, Profile
from pipeline.stages.least_rule import least_rule

Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Pairs = tuple[Places, Places]

MOST_DOCUMENTS = 50_000  # beyond this, and beyond so many shingles or pairs, all documents count: it would take minutes
MOST_SHINGLES = 25_000_000
MOST_PAIRS = 20_000_000
COMPARED = 4_096  # pairs whose keys are compared at once


@dataclass(frozen=True, slots=True)
class Crowd:
    """Documents that hold an overfull anchor.

    keys uint64[n, key_count]; seen int64[n]; owners int64[n], equal for versions of one id; shingles, a run of each.
    """

    keys: Keys
    seen: Places
    owners: Places
    shingles: Runs


def uncertain(crowd: Crowd, overfull: Keys, profile: Profile) -> Places:
    """Places in the crowd of those that share enough with another, but no key that is not `overfull` (sorted).

    All of them where it would take too long to find out.
    """
    everybody = np.arange(len(crowd.keys))
    if profile.sketch == SIMHASH or len(everybody) > MOST_DOCUMENTS or int(crowd.shingles.sizes.sum()) > MOST_SHINGLES:
        return everybody
    found = np.zeros(len(everybody), bool)
    count = 0
    for a, b in alike(crowd.shingles, profile):
        count += len(a)
        if count > MOST_PAIRS:
            return everybody
        apart = np.abs(crowd.seen[a] - crowd.seen[b]) <= profile.window_ms
        apart &= crowd.owners[a] != crowd.owners[b]
        for one, other in chance_met(crowd.keys, (a[apart], b[apart]), overfull, profile):
            found[one] = found[other] = True
    return np.flatnonzero(found)


def alike(shingles: Runs, profile: Profile) -> Iterator[Pairs]:
    """Pairs that share enough for some rule, in blocks."""
    for block in count_shared(*shingles.packed(), least_rule(profile), CAPACITY):
        yield block.a.astype(np.int64), block.b.astype(np.int64)


def chance_met(keys: Keys, pairs: Pairs, overfull: Keys, profile: Profile) -> Iterator[tuple[int, int]]:
    """Those that have a key in common, and only overfull ones."""
    full = set(overfull.tolist())
    single = keys[:, : profile.anchor_band]
    sound = np.where(np.isin(single, overfull), np.uint64(0), single)
    for start in range(0, len(pairs[0]), COMPARED):
        a, b = (places[start : start + COMPARED] for places in pairs)
        surely = ((sound[a] == sound[b]) & (sound[a] != 0)).any(1)
        for one, other in zip(a[~surely].tolist(), b[~surely].tolist(), strict=True):
            common = set(keys[one].tolist()) & set(keys[other].tolist()) - {0}
            if common and common <= full:
                yield one, other
