"""Name the documents that the promise leaves out: overfull buckets, and late deliveries with all that met them.

Counts over all that ever walked, without cap and expiry (design, section 4 rule 10), and so needs some 0.4 kB for each
document: `scan` keeps it, the pipeline does not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pipeline.columns import LATE, OUTCOME_MASK, REDELIVERY, STRINGS, VERSION, runs_of, take_runs
from pipeline.kernels.sketch import sketch
from pipeline.packed import Array, Batch
from pipeline.profile import Profile
from pipeline.stages.bands import keys_of

Suspect = tuple[int, Array, int]  # when it was seen, its keys, the place of its id


@dataclass(slots=True)
class Exemptions:
    """Collects band keys and late deliveries while a stream is judged. Ids are held by their place in `names`."""

    profile: Profile
    names: list[bytes] = field(default_factory=list)
    places: dict[bytes, int] = field(default_factory=dict)
    owners: list[int] = field(default_factory=list)  # of each walked document
    keys: list[Array] = field(default_factory=list)  # of the walked documents, batch by batch
    seen: list[int] = field(default_factory=list)  # of each walked document
    newest: dict[int, int] = field(default_factory=dict)  # of each id: the position of its newest walked version
    late: set[int] = field(default_factory=set)
    resting: list[tuple[int, int, Array | int]] = field(
        default_factory=list
    )  # of each delivery that does not walk: owner,
    # seen, and its keys, or the position of the walked version that it repeats

    def note_deliveries(self, registration: Batch, batch: Batch) -> None:
        """Note the documents of a registered batch that walk, and its late deliveries; `batch` still has all sets."""
        rows = registration["rows"]
        names = runs_of(registration["strings"], registration["string_offsets"])[::STRINGS]
        if not rows["flags"].any():  # all are new, and none is late
            self.note_walking([self.place(name) for name in names], rows["seen"].tolist())
            return
        history = []
        for i, (flags, name, seen) in enumerate(zip(rows["flags"].tolist(), names, rows["seen"].tolist(), strict=True)):
            owner, outcome = self.place(name), flags & OUTCOME_MASK
            if flags & LATE:
                self.late.add(owner)
            if outcome <= VERSION:
                self.note_walking([owner], [seen])
            elif outcome == REDELIVERY:
                self.resting.append((owner, seen, self.newest[owner]))
            else:
                history.append(i)
        if history:
            chosen = np.array(history)
            values, ends = take_runs(batch["shingles"], batch["shingle_offsets"], chosen)
            keys = keys_of(rows[chosen], sketch(values, ends, self.profile.slots), self.profile)
            owners = [self.place(names[i]) for i in history]
            self.resting += zip(owners, rows["seen"][chosen].tolist(), keys, strict=True)

    def note_walking(self, owners: list[int], seen: list[int]) -> None:
        """Note documents that walk."""
        self.newest.update(zip(owners, range(len(self.owners), len(self.owners) + len(owners)), strict=True))
        self.owners += owners
        self.seen += seen

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

    def named(self, *, never_full: bool = False) -> dict[bytes, set[str]]:
        """Ids that are exempt by their newest version, with "cap" or "late" or both.

        `never_full` says that no bucket of the table ever had more than it holds, though nothing has left it.
        """
        found: dict[bytes, set[str]] = defaultdict(set)
        if not self.owners or (never_full and not self.late):
            return found
        keys = np.concatenate(self.keys)
        walked, rested = self.suspects(keys) if self.late else ([], [])
        walkable = np.concatenate([keys, *[row[None] for _, row, _ in rested]])
        for owner in overfull(walkable, self.newest, self.profile.bucket_cap):
            found[self.names[owner]].add("cap")
        for owner in self.late | self.meeting(walked + rested, keys):
            found[self.names[owner]].add("late")
        return found

    def suspects(self, keys: Array) -> tuple[list[Suspect], list[Suspect]]:
        """Every delivery of an id that was ever late, walked or not: where it was forgotten, each may walk."""
        walked = [(self.seen[i], keys[i], owner) for i, owner in enumerate(self.owners) if owner in self.late]
        rested = [
            (when, keys[own] if isinstance(own, int) else own, owner)
            for owner, when, own in self.resting
            if owner in self.late
        ]
        return walked, rested

    def meeting(self, suspects: list[Suspect], keys: Array) -> set[int]:
        """Ids whose newest version met one of the suspects."""
        by_key: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for when, row, owner in suspects:
            for key in row[row != 0].tolist():
                by_key[key].append((when, owner))
        places = np.array(list(self.newest.values()))
        near = np.isin(keys[places], np.array(list(by_key), np.uint64)).any(1)
        owners = list(self.newest)
        return {
            owners[i]
            for i in np.flatnonzero(near).tolist()
            if self.meets(keys[places[i]], self.seen[places[i]], owners[i], by_key)
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
    values = values[np.searchsorted(values, np.uint64(1)) :]  # a plain 1 would turn all of them into floats
    crowded = np.unique(values[cap:][values[cap:] == values[: len(values) - cap]]) if len(values) > cap else values[:0]
    if not len(crowded):
        return []
    places = np.array(list(newest.values()))
    full = np.asarray(np.isin(keys[places], crowded).any(1)).tolist()
    return [owner for owner, is_full in zip(newest, full, strict=True) if is_full]
