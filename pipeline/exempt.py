"""Name the documents that the promise leaves out: overfull buckets, and late deliveries with all that met them.

Counts over all that ever walked, without cap and expiry (design, section 4 rule 10), and so needs some 0.6 kB for each
document, and its sets where they are kept: `scan` does that, the pipeline does not.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.columns import HISTORY, LATE, OUTCOME_MASK, STRINGS, VERSION, Runs, fields_of, parts_of
from pipeline.kernels.runs import offsets_of
from pipeline.packed import Array, Batch
from pipeline.profile import Profile
from pipeline.stages.bands import Features, keys_of
from pipeline.stages.signatures import anchors_in, walking
from pipeline.stages.sketches import sketch_sets

DELIVERY = np.dtype([("id_hi", "<u8"), ("id_lo", "<u8"), ("seen", "<i8"), ("flags", "<u4")])
NO_DELIVERIES = np.empty(0, DELIVERY)

Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]


class Suspect(NamedTuple):
    """A delivery of an id that was ever late: where the id was forgotten, each of them may walk."""

    owner: int
    seen: int
    keys: Keys
    walked: bool


@dataclass(slots=True)
class Exemptions:
    """Collects deliveries and band keys, batch by batch, while a stream is judged; all else waits until it is asked."""

    profile: Profile
    keeps_sets: bool = True  # without them nobody knows which of those that hold a full anchor are exempt
    deliveries: list[Array] = field(default_factory=list)  # DELIVERY
    names: list[tuple[bytes, list[int]]] = field(default_factory=list)  # their ids, one after the other, and offsets
    keys: list[Keys] = field(default_factory=list)  # of those that walked
    walkers: list[Array] = field(default_factory=list)  # their rows
    sets: list[tuple[Array, Places]] = field(default_factory=list)  # and sets
    history: list[Keys] = field(default_factory=list)  # of those that came after a newer version
    oldest_ms: int = 0  # least `seen`

    def note_deliveries(self, registration: Batch, batch: Batch) -> None:
        """Note the documents of a registered batch; `batch` still has all sets."""
        rows = registration["rows"]
        if not len(rows):
            return
        noted = fields_of(rows, DELIVERY)
        first = int(noted["seen"].min())
        self.oldest_ms = min(self.oldest_ms, first) if self.deliveries else first
        self.deliveries.append(noted)
        ids = Runs.of(registration["strings"], registration["string_offsets"], STRINGS)
        values, offsets = Runs(ids.values, ids.bounds[:, :2]).packed()
        self.names.append((values.tobytes(), offsets.tolist()))
        if self.keeps_sets and self.profile.anchors:
            walks = walking(rows)
            sets = Runs.of(registration["sets"], registration["set_offsets"]).take(walks)
            self.walkers.append(rows[walks])
            self.sets.append(sets.packed())
        older = np.flatnonzero(rows["flags"] & OUTCOME_MASK == HISTORY)
        if len(older):
            sets = Runs.of(batch["sets"], batch["set_offsets"]).take(older)
            sketches = sketch_sets(parts_of(sets, rows[older])[0], self.profile)
            features = Features(sketches, anchors_in(batch, rows["number"][older], self.profile))
            self.history.append(keys_of(rows[older], features, self.profile))

    def note_keys(self, bands: Batch) -> None:
        """Note the keys of the walking documents, in the order of `note_deliveries`."""
        count = len(bands["postings"])
        keys = bands["keys"] if len(bands["keys"]) else np.zeros(count * self.profile.key_count, np.uint64)
        self.keys.append(keys.reshape(count, self.profile.key_count))

    def named(self, *, never_full: bool = False) -> dict[bytes, set[str]]:
        """Ids that are exempt by their newest version, with "cap" or "late" or both.

        Where no sets were kept, "perhaps" stands for those that hold a full anchor: few of them will be exempt.
        `never_full` says that no bucket of the table ever had more than it holds, though nothing has left it.
        """
        is_late = any((noted["flags"] & LATE).any() for noted in self.deliveries)
        if not self.keys or (never_full and not is_late):
            return {}
        owners = Owners(np.concatenate([NO_DELIVERIES, *self.deliveries]))
        keys = np.concatenate(self.keys)
        suspects = owners.suspects(keys, np.concatenate([keys[:0], *self.history])) if is_late else []
        resting = [suspect.keys[None] for suspect in suspects if not suspect.walked]
        full = self.full(np.concatenate([keys, *resting]) if resting else keys)
        why: dict[int, set[str]] = defaultdict(set)
        crowd, unsettled = self.crowd(owners, keys, full)
        in_bands = holding(keys[:, : self.profile.anchor_band], full)
        for owner in owners.whose_newest(np.union1d(in_bands, unsettled)):
            why[owner].add("cap")
        for owner in owners.late | meeting(owners, keys, suspects, self.profile.window_ms):
            why[owner].add("late")
        for owner in owners.whose_newest(crowd) if not self.keeps_sets else ():
            why[owner] = why[owner] or {"perhaps"}
        names = [names[a:b] for names, ends in self.names for a, b in pairwise(ends)] if why else []
        return {names[owners.first[owner]]: reasons for owner, reasons in why.items()}

    def full(self, keys: Keys) -> Keys:
        """Keys of full buckets, sorted."""
        first = self.profile.anchor_band
        in_bands = crowded(keys[:, :first], self.profile.bucket_cap)
        return np.union1d(in_bands, crowded(keys[:, first:], self.profile.anchor_cap))

    def crowd(self, owners: "Owners", keys: Keys, full: Keys) -> tuple[Places, Places]:
        """Places of all that hold a full anchor, and of those among them whose meetings depend on such ones."""
        places = holding(keys[:, self.profile.anchor_band :], full)
        if not len(places) or not self.keeps_sets:
            return places, places[:0]
        from pipeline.uncertain import Crowd, uncertain  # counts pairs with kernels that few scans need

        rows = np.concatenate(self.walkers)[places]
        members = Crowd(keys[places], rows, owners.owners[owners.walked[places]], self.sets_of(places))
        return places, places[uncertain(members, full, self.profile)]

    def sets_of(self, places: Places) -> Runs:
        """The sets of walked documents, whose places rise."""
        ends = np.cumsum([len(offsets) - 1 for _, offsets in self.sets])
        parts = np.split(places, np.searchsorted(places, ends[:-1]))
        taken = [
            Runs.of(values, offsets).take(part - (end - (len(offsets) - 1))).packed()
            for (values, offsets), end, part in zip(self.sets, ends.tolist(), parts, strict=True)
        ]
        bounds = offsets_of(np.concatenate([np.diff(offsets) for _, offsets in taken]))
        return Runs.of(np.concatenate([values for values, _ in taken]), bounds)


class Owners:
    """Whose each delivery is: an owner is the place of an id among all. Walked documents go by their place."""

    def __init__(self, deliveries: Array) -> None:
        self.seen, self.flags = deliveries["seen"], deliveries["flags"]
        outcomes = self.flags & OUTCOME_MASK
        order = np.lexsort((deliveries["id_lo"], deliveries["id_hi"]))
        ids = deliveries[["id_hi", "id_lo"]][order]
        starts = np.append(True, ids[1:] != ids[:-1])
        self.first = order[starts]  # a delivery of each owner
        self.owners = np.empty(len(order), np.int64)
        self.owners[order] = np.cumsum(starts) - 1
        self.walked: Places = np.flatnonzero(outcomes <= VERSION)
        self.newest = np.full(len(self.first), -1)  # of each owner the place of its newest walked version
        self.newest[self.owners[self.walked]] = np.arange(len(self.walked))  # of several, the last stays
        self.late: set[int] = set(self.owners[self.flags & LATE != 0].tolist())

    def whose_newest(self, places: Places) -> list[int]:
        """Owners whose newest version is among these."""
        owners: Places = self.owners[self.walked[places]]
        found: list[int] = owners[self.newest[owners] == places].tolist()
        return found

    def suspects(self, keys: Keys, history: Keys) -> list[Suspect]:
        """Every delivery of an id that was ever late. A re-delivery has the keys of the version that it repeats."""
        found: list[Suspect] = []
        last: dict[int, Keys] = {}
        walked, older = iter(keys), iter(history)
        for owner, seen, flags in zip(self.owners.tolist(), self.seen.tolist(), self.flags.tolist(), strict=True):
            outcome = flags & OUTCOME_MASK
            if outcome <= VERSION:
                last[owner] = next(walked)
            own = next(older) if outcome == HISTORY else last[owner]
            if owner in self.late:
                found.append(Suspect(owner, seen, own, outcome <= VERSION))
        return found


def meeting(owners: Owners, keys: Keys, suspects: Sequence[Suspect], window_ms: int) -> set[int]:
    """Owners whose newest version shares a key, within the window, with a suspect of another id."""
    by_key: dict[int, list[Suspect]] = defaultdict(list)
    for suspect in suspects:
        for key in suspect.keys[suspect.keys != 0].tolist():
            by_key[key].append(suspect)
    met = set()
    for owner in owners.whose_newest(holding(keys, np.array(sorted(by_key), np.uint64))):
        place = owners.newest[owner]
        seen = int(owners.seen[owners.walked[place]])
        others = (other for key in keys[place].tolist() for other in by_key.get(key, ()))
        if any(abs(seen - other.seen) <= window_ms and other.owner != owner for other in others):
            met.add(owner)
    return met


def crowded(keys: Keys, cap: int) -> Keys:
    """Keys that come more than `cap` times, sorted; 0 stands for none.

    They are counted by their low bits first, which leaves few: sorting all of them takes ten times as long.
    """
    flat = keys.reshape(-1)
    low = low_bits(flat, flat.size)
    many = np.bincount(low) > cap
    values, counts = np.unique(flat[many[low]], return_counts=True)
    full: Keys = values[(counts > cap) & (values != 0)]
    return full


def holding(keys: Keys, wanted: Keys) -> Places:
    """Places of the documents that have one of the wanted keys, keys being uint64[n, bands]."""
    low = low_bits(keys, keys.size)
    maybe = np.zeros(1 << low_count(keys.size), bool)
    maybe[low_bits(wanted, keys.size)] = True
    places = np.flatnonzero(maybe[low].any(1))
    found: Places = places[np.isin(keys[places], wanted).any(1)]
    return found


def low_count(size: int) -> int:
    """How many low bits tell `size` keys apart but for four or so of each."""
    return max(size // 4, 1).bit_length()


def low_bits(keys: Keys, size: int) -> Places:
    """Low bits of keys, as many as `low_count` says."""
    return (keys & np.uint64((1 << low_count(size)) - 1)).view(np.int64)
