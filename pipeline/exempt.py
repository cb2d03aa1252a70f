"""Name the documents that the promise leaves out: overfull buckets, and late deliveries with all that met them.

Counts over all that ever walked, without cap and expiry (design, section 4 rule 10), and so needs some 0.4 kB for each
document: `scan` keeps it, the pipeline does not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pipeline.columns import HISTORY, LATE, OUTCOME_MASK, REDELIVERY, STRINGS, runs_of, take_runs
from pipeline.kernels.sketch import sketch
from pipeline.packed import Array, Batch
from pipeline.profile import Profile
from pipeline.stages.bands import keys_of
from pipeline.stages.signatures import walking

Suspect = tuple[int, Array, int]  # when it was seen, its keys, the place of its id


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
    resting: list[tuple[int, int, Array | None]] = field(default_factory=list)  # of deliveries that do not walk: owner,
    # seen, and the keys of history (a re-delivery has those of a version that walked)

    def note_deliveries(self, registration: Batch, batch: Batch) -> None:
        """Note the documents of a registered batch that walk, and its late deliveries; `batch` still has all sets."""
        rows = registration["rows"]
        names = runs_of(registration["strings"], registration["string_offsets"])[::STRINGS]
        walks = walking(rows)
        self.owners += [self.place(names[i]) for i in walks.tolist()]
        self.seen.append(rows["seen"][walks])
        self.late.update(self.place(names[i]) for i in np.flatnonzero(rows["flags"] & LATE).tolist())
        outcomes = rows["flags"] & OUTCOME_MASK
        for i in np.flatnonzero(outcomes == REDELIVERY).tolist():
            self.resting.append((self.place(names[i]), int(rows["seen"][i]), None))
        history = np.flatnonzero(outcomes == HISTORY)
        if len(history):
            values, ends = take_runs(batch["shingles"], batch["shingle_offsets"], history)
            keys = keys_of(rows[history], sketch(values, ends, self.profile.slots), self.profile)
            owners = [self.place(names[i]) for i in history.tolist()]
            self.resting += zip(owners, rows["seen"][history].tolist(), keys, strict=True)

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
        suspects = self.suspects(keys, seen) if self.late else []
        forgotten = [row for _, row, _ in suspects[sum(owner in self.late for owner in self.owners) :]]
        walkable = np.concatenate([keys, *[row[None] for row in forgotten]])
        for owner in overfull(walkable, newest, self.profile.bucket_cap):
            found[self.names[owner]].add("cap")
        for owner in self.late | self.meeting(suspects, keys, seen, newest):
            found[self.names[owner]].add("late")
        return found

    def suspects(self, keys: Array, seen: Array) -> list[Suspect]:
        """Every delivery of an id that was ever late, walked ones first: where it was forgotten, each may walk."""
        walked = [(int(seen[i]), keys[i], owner) for i, owner in enumerate(self.owners) if owner in self.late]
        rows: dict[int, list[Array]] = defaultdict(list)
        for _, row, owner in walked:
            rows[owner].append(row)
        rested = [
            (when, row, owner)
            for owner, when, own in self.resting
            if owner in self.late
            for row in (rows[owner] if own is None else [own])
        ]
        return [*walked, *rested]

    def meeting(self, suspects: list[Suspect], keys: Array, seen: Array, newest: Mapping[int, int]) -> set[int]:
        """Ids whose newest version met one of the suspects."""
        by_key: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for when, row, owner in suspects:
            for key in row[row != 0].tolist():
                by_key[key].append((when, owner))
        places = np.array(list(newest.values()))
        near = np.isin(keys[places], np.array(list(by_key), np.uint64)).any(1)
        owners = list(newest)
        return {
            owners[i]
            for i in np.flatnonzero(near).tolist()
            if self.meets(keys[places[i]], int(seen[places[i]]), owners[i], by_key)
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
