"""Register each delivery of a batch, and sketch the documents that are new or have a new version.

Decides what a delivery is (design, section 4 rule 7); does not write it down, and does not compare different documents.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import (
    HAS_PREVIOUS,
    HISTORY,
    LATE,
    NEW,
    NONE_MS,
    OUTCOME_MASK,
    REDELIVERY,
    SPACELESS,
    VERSION,
    Runs,
    parts_of,
    take_runs,
)
from pipeline.kernels.runs import offsets_of
from pipeline.kernels.sets import intersect
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.sketches import sketch_sets

IdHash = tuple[int, int]
Version = tuple[
    int, int, int, int
]  # seen, updated, digest (two halves): in this order a version is greater than another


@dataclass(frozen=True, slots=True)
class Known:
    """What a home knows of an id: its newest version, and the greatest at which that was delivered (`latest`)."""

    number: int
    version: Version
    latest: Version
    time: int
    shown: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Outcome of every delivery: rows with flags and frozen times, and the predecessor of each version (else None)."""

    rows: Array
    predecessors: list[Known | None]
    watermark_before: int
    watermark: int


def decide(batch: Batch, known: Mapping[IdHash, Known], watermark: int, profile: Profile) -> Decision:
    """Tell new documents, versions, re-deliveries and history apart, in the order of the log (rule 7).

    `known` answers for every id of the batch; `watermark` is the home's before it, against which lateness counts.
    """
    rows = batch["rows"].copy()
    late = np.where(rows["seen"] < watermark - profile.grace_ms, np.uint32(LATE), np.uint32(0))
    rows["flags"] = (rows["flags"] & SPACELESS) | late  # and NEW, which is 0
    fresh: dict[IdHash, Known] = {}
    predecessors: list[Known | None] = [None] * len(rows)
    for place in np.flatnonzero(repeated(rows, known)).tolist():
        row = rows[place].item()
        number, time, id_hash, seen, shown = row[0], row[1], (row[2], row[3]), row[4], row[11]
        version: Version = (seen, row[5], row[6], row[7])
        old = fresh.get(id_hash) or known.get(id_hash)
        outcome = outcome_of(version, shown, old, profile)
        if outcome == VERSION and old is not None:
            time = rows["time"][place] = min(time, old.time)
            predecessors[place] = old
        if outcome in (NEW, VERSION):
            latest = version if outcome == NEW or old is None else max(version, old.latest)
            fresh[id_hash] = Known(number, version, latest, time, shown)
        elif outcome == REDELIVERY and old is not None:
            fresh[id_hash] = Known(old.number, old.version, max(version, old.latest), old.time, old.shown)
        rows["flags"][place] |= outcome | (HAS_PREVIOUS if outcome == VERSION else 0)
    after = max(watermark, int(batch["tick"].max(initial=NONE_MS)), int(rows["seen"].max(initial=NONE_MS)))
    return Decision(rows, predecessors, watermark, after)


def repeated(rows: Array, known: Collection[IdHash]) -> npt.NDArray[np.bool_]:
    """Which rows have an id that is known, or that another of the rows has as well."""
    names = list(zip(rows["id_hi"].tolist(), rows["id_lo"].tolist(), strict=True))
    if not known and len(set(names)) == len(names):
        return np.zeros(len(rows), bool)
    counts = Counter(names)
    return np.array([name in known or counts[name] > 1 for name in names], bool)


def outcome_of(version: Version, shown: int, old: Known | None, profile: Profile) -> int:
    """What a delivery is, given what is known of its id."""
    if old is None:
        return NEW
    if abs(version[0] - old.latest[0]) > profile.window_ms:
        return NEW if version[0] > old.latest[0] else HISTORY
    if version[2:] == old.version[2:] and shown == old.shown:
        return REDELIVERY
    return VERSION if version > old.latest else HISTORY


def walking(rows: Array) -> npt.NDArray[np.int64]:
    """Positions of the documents that walk: the new ones and the new versions."""
    return np.flatnonzero((rows["flags"] & OUTCOME_MASK) <= VERSION)


def register(batch: Batch, decision: Decision, older: Mapping[int, Array]) -> Batch:
    """Make the registration record of a batch: walking documents with their sets, all deliveries with their outcome.

    `older` holds the shingle sets of the predecessors that are not in the batch itself; a missing one (expired) leaves
    `previous` at (0, 0), which is shown as none.
    """
    rows, offsets = decision.rows, batch["set_offsets"]
    walks = walking(rows)
    keep = np.zeros(len(rows), bool)
    keep[walks] = True
    columns = {
        "rows": rows,
        "strings": batch["strings"],
        "string_offsets": batch["string_offsets"],
        "sets": take_runs(batch["sets"], offsets, walks)[0],
        "set_offsets": offsets_of(np.where(keep, np.diff(offsets), 0)),
        "previous": compare_versions(batch, decision, older),
        "refused": batch["refused"],
        "watermark": np.array([decision.watermark_before, decision.watermark], np.int64),
    }
    return Batch(Kind.REGISTRATION, batch.home, batch.offset, columns, 0, batch.run)


def compare_versions(batch: Batch, decision: Decision, older: Mapping[int, Array]) -> npt.NDArray[np.uint32]:
    """(shared, union) of each version and its predecessor, uint32[2 n] flat; zeros elsewhere.

    Two texts too short for a shingle have nothing to share: they count as (1, 1) when equal, else as (0, 1).
    """
    out = np.zeros((len(decision.rows), 2), np.uint32)
    if not any(decision.predecessors):
        return out.reshape(-1)
    shingles, _ = parts_of(Runs.of(batch["sets"], batch["set_offsets"]), decision.rows)
    own = [shingles.values[start:end] for start, end in shingles.bounds.tolist()]
    here = {number: position for position, number in enumerate(decision.rows["number"].tolist())}
    digests = list(zip(decision.rows["digest_hi"].tolist(), decision.rows["digest_lo"].tolist(), strict=True))
    for position, old in enumerate(decision.predecessors):
        if old is None:
            continue
        place = here.get(old.number)
        theirs = older.get(old.number) if place is None else own[place]
        if theirs is not None:
            shared, union = overlap(own[position], theirs)
            out[position] = (shared, union) if union else (int(digests[position] == old.version[2:]), 1)
    return out.reshape(-1)


def overlap(a: Array, b: Array) -> tuple[int, int]:
    """(shared, union) of two sorted sets of uint32."""
    shared = int(intersect(a, np.array([[0, len(a)]]), b, np.array([[0, len(b)]]))[0])
    return shared, len(a) + len(b) - shared


def sign(registration: Batch, batch: Batch, watermarks: npt.NDArray[np.int64], profile: Profile) -> Batch:
    """Sketch the walking documents of a registered batch: a `signatures` batch. `batch` is what was registered."""
    walks = walking(registration["rows"])
    rows = registration["rows"][walks]
    sets = Runs.of(registration["sets"], registration["set_offsets"]).take(walks)
    columns = {
        "rows": rows,
        "sketches": sketch_sets(parts_of(sets, rows)[0], profile).reshape(-1),
        "anchors": anchors_in(batch, rows["number"], profile).reshape(-1),
        "watermarks": watermarks,
    }
    return Batch(Kind.SIGNATURES, registration.home, registration.offset, columns, 0, registration.run)


def anchors_in(batch: Batch, numbers: npt.NDArray[np.uint64], profile: Profile) -> npt.NDArray[np.uint32]:
    """Anchors of some documents of a `shingles` batch, uint32[n, profile.anchors]."""
    held = batch["rows"]["number"]  # they rise
    anchors: npt.NDArray[np.uint32] = batch["anchors"].reshape(len(held), profile.anchors)
    return anchors if len(numbers) == len(held) else anchors[np.searchsorted(held, numbers)]
