"""Verify the candidates that live in one home, and keep the least match of every document (design, section 4).

Compares exact shingle sets; reads no table itself: the home answers with the candidates' records.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import STRINGS, Runs, homes_of_numbers, parts_of, ragged, runs_of
from pipeline.kernels.sets import intersect
from pipeline.match import (
    CLASS_RELATED,
    CLASSES,
    DUPLICATE,
    NO_MATCHES,
    RANK_FIELDS,
    RELATED,
    Reason,
    Slots,
    least,
    match_heads,
)
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import SIMHASH, Profile
from pipeline.stages.rules import NO_REASON, Compared, reasons_of
from pipeline.stages.sketches import distances


@dataclass(frozen=True, slots=True)
class Documents:
    """Records of documents in columns: rows, two strings each (id, what a verdict shows), shingle sets."""

    rows: Array
    strings: Runs
    sets: Runs


@dataclass(frozen=True, slots=True)
class Verified:
    """What a visit found: best matches by the asker's position, revisions by the candidate's number, all facts."""

    best: dict[int, Slots]
    revisions: dict[int, Slots]
    facts: "Facts | None" = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Pairs that passed, a column each.

    Positions of asker and candidate, shared shingles, `Reason`, and whether the candidate is the later-ranked one.
    """

    askers: npt.NDArray[np.int64]
    candidates: npt.NDArray[np.int64]
    shared: npt.NDArray[np.int32]
    reasons: npt.NDArray[np.int64]
    later: npt.NDArray[np.bool_]

    def columns(self) -> tuple[Array, ...]:
        """The columns in this order."""
        return self.askers, self.candidates, self.shared, self.reasons, self.later


@dataclass(frozen=True, slots=True)
class VerifiedPair:
    """A pair that passed, named by the later-ranked and the earlier-ranked document's id."""

    later: bytes
    earlier: bytes
    reason: Reason
    shared: int
    shingles: int
    shingles_of_earlier: int


def pairs_here(batch: Batch, home: int) -> npt.NDArray[np.bool_]:
    """Which pairs have their candidate in this home."""
    here: npt.NDArray[np.bool_] = homes_of_numbers(batch["pair_numbers"]) == home
    return here


def asking(batch: Batch) -> Documents:
    """The asking documents that a batch carries, in the order of its column `askers`."""
    strings = Runs.of(batch["strings"], batch["string_offsets"], STRINGS)
    return Documents(batch["rows"], strings, Runs.of(batch["sets"], batch["set_offsets"]))


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs to verify: positions of the asker and of the candidate among the documents of each side."""

    askers: npt.NDArray[np.int64]
    candidates: npt.NDArray[np.int64]


def verify(pairs: Pairs, askers: Documents, candidates: Documents, profile: Profile) -> Verified:
    """Verify pairs of existing documents; rules 3 and 4 of the design, seen from the later-ranked of the two.

    A candidate that ranks before its asker is a match of the asker; one that ranks after it gets the asker as its own.
    """
    one, two = askers.rows[pairs.askers], candidates.rows[pairs.candidates]
    live = (one["id_hi"] != two["id_hi"]) | (one["id_lo"] != two["id_lo"])
    live &= np.abs(one["seen"] - two["seen"]) <= profile.window_ms
    if not live.all():
        pairs = Pairs(pairs.askers[live], pairs.candidates[live])
        one, two = one[live], two[live]
    later = ranks_before(one, two)  # the candidate is the later-ranked one
    sets = askers.sets.take(pairs.askers), candidates.sets.take(pairs.candidates)
    compared = compare((one, two), sets, profile, later)
    reasons = reasons_of(compared, profile)
    found = np.flatnonzero(reasons != NO_REASON)
    shared = compared.shared[found].astype(np.int32)
    facts = Facts(pairs.askers[found], pairs.candidates[found], shared, reasons[found], later[found])
    return gather(facts, askers, candidates)


def compare(
    rows: tuple[Array, Array], sets: tuple[Runs, Runs], profile: Profile, later: npt.NDArray[np.bool_]
) -> Compared:
    """Count what the two of each pair have in common; `later` says where the second is the later-ranked one."""
    shingles, numerals = zip(*map(parts_of, sets, rows), strict=True)
    return Compared(
        *rows,
        later,
        intersect(*shingles[0], *shingles[1]).astype(np.int64),
        (numerals[0].sizes, numerals[1].sizes),
        intersect(*numerals[0], *numerals[1]).astype(np.int64),
        distances(*shingles) if profile.sketch == SIMHASH else None,
    )


def ranks_before(one: Array, two: Array) -> npt.NDArray[np.bool_]:
    """Whether rank(one) < rank(two), for documents of different ids: time, then the 128-bit hash of the id."""
    time = one["time"] < two["time"]
    tie = one["time"] == two["time"]
    high = one["id_hi"] < two["id_hi"]
    low = (one["id_hi"] == two["id_hi"]) & (one["id_lo"] < two["id_lo"])
    before: npt.NDArray[np.bool_] = time | (tie & (high | low))
    return before


def name_pairs(facts: "Facts", askers: Documents, candidates: Documents) -> list[VerifiedPair]:
    """Every verified pair with its two ids, the later-ranked first."""
    ones = list(zip(askers.strings.listed(), askers.rows["shingles"].tolist(), strict=True))
    others = list(zip(candidates.strings.listed(), candidates.rows["shingles"].tolist(), strict=True))
    named = []
    for asker, candidate, shared, reason, later in zip(*(column.tolist() for column in facts.columns()), strict=True):
        one, two = ones[asker], others[candidate]
        x, y = (two, one) if later else (one, two)
        named.append(VerifiedPair(x[0], y[0], Reason(reason), shared, x[1], y[1]))
    return named


def gather(facts: "Facts", askers: Documents, candidates: Documents) -> Verified:
    """Keep the least match per document and slot; only the winners are packed."""
    count, found = len(askers.rows), Verified({}, {}, facts)
    if not len(facts.shared):
        return found
    mine = np.where(facts.later, facts.candidates + count, facts.askers)
    others = np.where(facts.later, facts.askers, facts.candidates + count)
    classes = CLASSES[facts.reasons]
    slots = np.where(classes == CLASS_RELATED, RELATED, DUPLICATE)
    rows = np.concatenate([askers.rows, candidates.rows])
    winners = least_of_groups(2 * mine + slots, classes, rows, others)
    mine, others = mine[winners], others[winners]
    heads = match_heads(rows[mine], rows[others], facts.shared[winners], facts.reasons[winners])
    shown = np.concatenate([askers.strings.bounds, candidates.strings.bounds])[others, 1:]
    texts = askers.strings.values.data, candidates.strings.values.data
    width = len(heads) // len(mine)
    columns = (mine, slots[winners], rows["number"][mine], others >= count, *shown.T)
    listed = zip(*(column.tolist() for column in columns), strict=True)
    for i, (place, slot, number, side, start, end) in enumerate(listed):
        match = heads[i * width : (i + 1) * width] + texts[side][start:end]
        of, key = (found.best, place) if place < count else (found.revisions, number)
        of[key] = (match, b"") if slot == DUPLICATE else (of.get(key, NO_MATCHES)[DUPLICATE], match)  # in this order
    return found


def least_of_groups(
    groups: npt.NDArray[np.int64], classes: Array, rows: Array, originals: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Position of the least (class, rank) within each group; `originals` are places in `rows`."""
    names = rows["id_hi"][originals]
    order = np.lexsort((names, rows["time"][originals], classes, groups))
    ordered, sorted_names = groups[order], names[order]
    is_same = ordered[1:] == ordered[:-1]
    if (is_same & (sorted_names[1:] == sorted_names[:-1])).any():  # versions of one id: the rest of the rank matters
        order = np.lexsort((*(rows[name][originals] for name in reversed(RANK_FIELDS)), classes, groups))
        ordered = groups[order]
        is_same = ordered[1:] == ordered[:-1]
    first = np.ones(len(order), bool)
    first[1:] = ~is_same
    chosen: npt.NDArray[np.int64] = order[first]
    return chosen


def travel(
    batch: Batch, askers: Documents, home: int, found: Verified, watermarks: npt.NDArray[np.int64]
) -> tuple[Batch, int]:
    """Send the batch on: (`candidates`, next home) while it has pairs, else (`matches`, its own home).

    Only documents with pairs left keep their row, strings and shingles. `found.best` is keyed by position in the batch.
    """
    best = merge_best(batch, found)
    columns: dict[str, Array] = {"numbers": batch["numbers"], "watermarks": watermarks}
    columns["best"], columns["best_offsets"] = ragged(best)
    rest = np.flatnonzero(~pairs_here(batch, home))
    if not len(rest):
        return Batch(Kind.MATCHES, batch.home, batch.offset, columns, batch.hop + 1, batch.run), batch.home
    columns["pair_askers"], columns["pair_numbers"] = batch["pair_askers"][rest], batch["pair_numbers"][rest]
    columns |= carry(batch["askers"], askers, np.unique(columns["pair_askers"]))
    onward = int(homes_of_numbers(columns["pair_numbers"]).min())
    return Batch(Kind.CANDIDATES, batch.home, batch.offset, columns, batch.hop + 1, batch.run), onward


def merge_best(batch: Batch, found: Verified) -> list[bytes]:
    """Best matches so far with those of this visit: two runs (one per slot) for every document of the batch."""
    best = runs_of(batch["best"], batch["best_offsets"])
    for position, matches in found.best.items():
        for slot, match in enumerate(matches, 2 * position):
            best[slot] = least(best[slot], match)
    return best


def carry(positions: Array, askers: Documents, wanted: Array) -> dict[str, Array]:
    """Columns of the asking documents that still have a way to go; `positions` says which `askers` are there."""
    places = np.searchsorted(positions, wanted).astype(np.int64)
    sets, offsets = askers.sets.take(places).packed()
    strings, string_offsets = askers.strings.take(places).packed()
    return {
        "askers": wanted.astype(np.uint16),
        "rows": askers.rows[places],
        "strings": strings,
        "string_offsets": string_offsets,
        "sets": sets,
        "set_offsets": offsets,
    }


def is_due(revision: bytes, stored: bytes) -> bool:
    """Whether a revision, b"" for none, has to be spoken: it is less than or equal to what is stored (rule 8).

    Matches with equal keys are equal in all their bytes, so that the whole may be compared.
    """
    return bool(revision) and (not stored or revision <= stored)
