"""Name the documents that the promise leaves out: overfull buckets, and late deliveries with all that met them.

Counts over all that ever walked, without cap and expiry (design, section 5 rule 10), and so needs some 0.4 kB for each
document: `scan` keeps it, the pipeline does not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pipeline.columns import LATE, OUTCOME_MASK, STRINGS, VERSION, runs_of, take_runs
from pipeline.kernels.sketch import sketch
from pipeline.packed import Array, Batch
from pipeline.profile import Profile
from pipeline.stages.bands import keys_of
from pipeline.stages.signatures import walking


@dataclass(slots=True)
class Exemptions:
    """Collects band keys and late deliveries while a stream is judged. Ids are held by their place in `names`."""

    profile: Profile
    names: list[bytes] = field(default_factory=list)
    places: dict[bytes, int] = field(default_factory=dict)
    owners: list[int] = field(default_factory=list)  # of each walked document
    keys: list[Array] = field(default_factory=list)  # of the walked documents, batch by batch
    seen: list[Array] = field(default_factory=list)
    late: set[int] = field(default_factory=set)
    late_keys: list[tuple[int, Array]] = field(default_factory=list)  # (seen, keys) of late deliveries that do not walk

    def note_deliveries(self, registration: Batch, batch: Batch) -> None:
        """Note the documents of a registered batch that walk, and its late deliveries; `batch` still has all sets."""
        rows = registration["rows"]
        names = runs_of(registration["strings"], registration["string_offsets"])[::STRINGS]
        walks = walking(rows)
        self.owners += [self.place(names[i]) for i in walks.tolist()]
        self.seen.append(rows["seen"][walks])
        late = np.flatnonzero(rows["flags"] & LATE)
        self.late.update(self.place(names[i]) for i in late.tolist())
        resting = late[(rows["flags"][late] & OUTCOME_MASK) > VERSION]
        if len(resting):
            values, ends = take_runs(batch["shingles"], batch["shingle_offsets"], resting)
            keys = keys_of(rows[resting], sketch(values, ends, self.profile.slots), self.profile)
            self.late_keys += zip(rows["seen"][resting].tolist(), keys, strict=True)

    def note_keys(self, bands: Batch) -> None:
        """Note the keys of the walking documents, in the order of `note_deliveries`."""
        count = len(bands["postings"])
        keys = bands["keys"] if len(bands["keys"]) else np.zeros(count * self.profile.band_count, np.uint64)
        self.keys.append(keys.reshape(count, self.profile.band_count))

    def place(self, name: bytes) -> int:
        """Place of an id in `names`."""
        place = self.places.setdefault(name, len(self.names))
        if place == len(self.names):
            self.names.append(name)
        return place

    def named(self) -> dict[bytes, set[str]]:
        """Ids that are exempt by their newest version, with "cap" or "late" or both."""
        found: dict[bytes, set[str]] = defaultdict(set)
        if not self.owners:
            return found
        keys, seen = np.concatenate(self.keys), np.concatenate(self.seen)
        newest = {owner: position for position, owner in enumerate(self.owners)}
        for owner in overfull(keys, newest, self.profile.bucket_cap):
            found[self.names[owner]].add("cap")
        for owner in self.late | self.meeting_late(keys, seen, newest):
            found[self.names[owner]].add("late")
        return found

    def meeting_late(self, keys: Array, seen: Array, newest: Mapping[int, int]) -> set[int]:
        """Ids whose newest version met a late delivery, or any version of an id that ever had one."""
        if not self.late:
            return set()
        suspects: dict[int, list[tuple[int, int]]] = defaultdict(list)
        walked = [(int(seen[i]), keys[i], owner) for i, owner in enumerate(self.owners) if owner in self.late]
        for when, row, owner in [*walked, *((when, row, -1) for when, row in self.late_keys)]:
            for key in row[row != 0].tolist():
                suspects[key].append((when, owner))
        places = np.array(list(newest.values()))
        wanted = np.array(list(suspects), np.uint64)
        near = np.isin(keys[places], wanted).any(1)
        owners = list(newest)
        return {
            owners[i]
            for i in np.flatnonzero(near).tolist()
            if self.meets(keys[places[i]], int(seen[places[i]]), owners[i], suspects)
        }

    def meets(self, row: Array, when: int, owner: int, suspects: Mapping[int, Sequence[tuple[int, int]]]) -> bool:
        """Whether a document shares a key, within the window, with a suspect of another id."""
        window = self.profile.window_ms
        return any(
            abs(when - other) <= window and name != owner
            for key in row.tolist()
            for other, name in suspects.get(key, ())
        )


def overfull(keys: npt.NDArray[np.uint64], newest: Mapping[int, int], cap: int) -> list[int]:
    """Ids whose newest version has a key whose bucket would hold more than `cap` postings."""
    values = np.sort(keys.reshape(-1))
    values = values[np.searchsorted(values, 1) :]
    crowded = np.unique(values[cap:][values[cap:] == values[: len(values) - cap]]) if len(values) > cap else values[:0]
    if not len(crowded):
        return []
    places = np.array(list(newest.values()))
    full = np.asarray(np.isin(keys[places], crowded).any(1)).tolist()
    return [owner for owner, is_full in zip(newest, full, strict=True) if is_full]
