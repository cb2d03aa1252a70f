"""Find the documents whose matches hang on a full bucket of the anchor band: those that nothing else brings together.

Looks at pairs that share enough for a rule; says nothing of what a full bucket of another band leaves out.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import Runs, parts_of
from pipeline.kernels.counting import CAPACITY, count_shared
from pipeline.packed import Array
from pipeline.profile import SIMHASH, Profile
from pipeline.stages.least_rule import least_rule
from pipeline.stages.matches import compare, ranks_before
from pipeline.stages.rules import NO_REASON, reasons_of

Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Pairs = tuple[Places, Places]

MOST_DOCUMENTS = 50_000  # beyond this, and beyond so many shingles or pairs, all documents count: it would take minutes
MOST_SHINGLES = 25_000_000
MOST_PAIRS = 20_000_000
COMPARED = 4_096  # pairs whose keys are compared at once


@dataclass(frozen=True, slots=True)
class Crowd:
    """Documents that hold a full anchor.

    keys uint64[n, key_count]; ROW[n]; owners int64[n], equal for versions of one id; sets, runs as they travel.
    """

    keys: Keys
    rows: Array
    owners: Places
    sets: Runs


def uncertain(crowd: Crowd, full: Keys, profile: Profile) -> Places:
    """Places in the crowd of those that match another by the rules, but share no key that is not `full` (sorted).

    All of them where it would take too long to find out.
    """
    everybody = np.arange(len(crowd.keys))
    shingles = parts_of(crowd.sets, crowd.rows)[0]
    if profile.sketch == SIMHASH or len(everybody) > MOST_DOCUMENTS or int(shingles.sizes.sum()) > MOST_SHINGLES:
        return everybody
    found = np.zeros(len(everybody), bool)
    count = 0
    for block in count_shared(*shingles.packed(), least_rule(profile), CAPACITY):
        count += len(block.a)
        if count > MOST_PAIRS:
            return everybody
        pairs = matching(crowd, (block.a.astype(np.int64), block.b.astype(np.int64)), profile)
        for one, other in chance_met(crowd.keys, pairs, full, profile):
            found[one] = found[other] = True
    return np.flatnonzero(found)


def matching(crowd: Crowd, pairs: Pairs, profile: Profile) -> Pairs:
    """Those that are related by the rules for a pair, had they met."""
    a, b = pairs
    live = np.abs(crowd.rows["seen"][a] - crowd.rows["seen"][b]) <= profile.window_ms
    live &= crowd.owners[a] != crowd.owners[b]
    a, b = a[live], b[live]
    rows = crowd.rows[a], crowd.rows[b]
    compared = compare(rows, (crowd.sets.take(a), crowd.sets.take(b)), profile, ranks_before(*rows))
    related = reasons_of(compared, profile) != NO_REASON
    return a[related], b[related]


def chance_met(keys: Keys, pairs: Pairs, full: Keys, profile: Profile) -> Iterator[tuple[int, int]]:
    """Those that have a key in common, and only full ones."""
    listed = set(full.tolist())
    single = keys[:, : profile.anchor_band]
    sound = np.where(np.isin(single, full), np.uint64(0), single)
    for start in range(0, len(pairs[0]), COMPARED):
        a, b = (places[start : start + COMPARED] for places in pairs)
        surely = ((sound[a] == sound[b]) & (sound[a] != 0)).any(1)
        for one, other in zip(a[~surely].tolist(), b[~surely].tolist(), strict=True):
            common = set(keys[one].tolist()) & set(keys[other].tolist()) - {0}
            if common and common <= listed:
                yield one, other
