"""The table `documents` of one home: records, versions, matches, registrations and the home's progress.

Changes are deltas that merge (design, section 4 rule 6); nothing is overwritten by a later opinion, and nothing here
decides what a delivery or a pair is. Storage is a `KV`; a bounded part of the recent documents is in memory as well.

Keys: M progress · b+offset registration · u+offset watermark before an unfinished batch · o+offset finished, from
`below` on · d+number document · k+id hash what is known of an id · m+number its matches · e+seen+offset expiry.
"""

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np
import numpy.typing as npt

from pipeline.columns import (
    HISTORY,
    NONE_MS,
    OUTCOME_MASK,
    REDELIVERY,
    ROW,
    STRINGS,
    VERSION,
    pack,
    parts_of,
    runs_of,
    unpack,
)
from pipeline.match import SIGN, Slots, versions_of
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.signatures import IdHash, Known, Version, repeated, walking
from pipeline.stages.verdicts import Subject
from pipeline.state.kv import KV
from pipeline.state.matches import HeldMatches, Matches, StoredMatches
from pipeline.state.progress import Progress, horizon_of
from pipeline.state.recent import Recent
from pipeline.state.stored import (
    Records,
    decode_known,
    decode_records,
    encode_known,
    encode_new,
    encode_records,
    id_key,
    id_keys,
    joined,
    number_in,
    number_keys,
    numbers_in,
    records_of,
)

OFFSET = struct.Struct(">Q")
EXPIRY = struct.Struct(">QQ")
DEFAULT_CACHE_BYTES = 128 << 20
EXPIRED_PER_CALL = 16  # batches looked at in one call: some 4,000 documents, well under the 200 ms that a step may take


class HomeState:
    """State of one home partition. Not thread-safe: its agents share one event loop.

    `cache_bytes` bounds the documents in memory; None keeps them all there, and none in storage.
    """

    def __init__(
        self, home: int, homes: int, kv: KV, profile: Profile, cache_bytes: int | None = DEFAULT_CACHE_BYTES
    ) -> None:
        self.kv, self.profile, self.homes = kv, profile, homes
        self.progress = Progress(home, np.full(homes, NONE_MS, np.int64))
        self.recent = Recent(cache_bytes)
        self.own_matches: Matches = HeldMatches() if cache_bytes is None else StoredMatches(kv)
        self.expired = self.missing = self.history = 0
        self.oldest_ms = NONE_MS
        self.before_drop: Callable[[list[int]], None] | None = None  # told the numbers of newest versions about to go
        self.load()

    def load(self) -> None:
        """Read the progress back from storage: every change that is applied builds on it."""
        progress = self.progress
        for value in self.kv.get_many([b"M"]):
            if value is not None:
                progress.restore(value)
        progress.done = {OFFSET.unpack(key[1:])[0] for key, _ in self.kv.items(b"o")}
        progress.holes = {OFFSET.unpack(key[1:])[0]: OFFSET.unpack(end)[0] for key, end in self.kv.items(b"h")}
        progress.undone = {
            OFFSET.unpack(key[1:])[0]: OFFSET.unpack(value)[0] - SIGN for key, value in self.kv.items(b"u")
        }

    def under_way(self) -> dict[int, int]:
        """Raw offsets of the batches that are registered and not done, for the gate; their sizes are not known."""
        return dict.fromkeys(self.progress.undone, 0)

    # ---- what stages ask

    def known(self, rows: Array) -> dict[IdHash, Known]:
        """What is known of the ids of the rows."""
        values = self.kv.get_many(id_keys(rows))
        if not any(values):  # as of most batches
            return {}
        names = zip(rows["id_hi"].tolist(), rows["id_lo"].tolist(), strict=True)
        return {name: decode_known(value) for name, value in zip(names, values, strict=True) if value is not None}

    def registration(self, offset: int) -> Batch | None:
        """The registration of a raw batch, without its strings and shingles."""
        value = self.kv.get_many([b"b" + OFFSET.pack(offset)])[0]
        return None if value is None else unpack(value, Kind.REGISTRATION, self.profile.identity)

    def documents(self, numbers: Sequence[int] | npt.NDArray[np.uint64]) -> tuple[Records, npt.NDArray[np.int64]]:
        """Those of the documents that are still stored, from memory or storage; and which of `numbers` each is."""
        places = self.recent.find(numbers)
        here = np.flatnonzero(places >= 0)
        warm = self.recent.take(places[here])
        if len(here) == len(numbers):
            return warm, here
        cold = np.flatnonzero(places < 0).tolist()
        values = self.kv.get_many(number_keys(b"d", np.asarray(numbers, np.uint64)[cold]))
        found = [place for place, value in zip(cold, values, strict=True) if value is not None]
        if not found:
            return warm, here
        stored = decode_records([value for value in values if value is not None])
        return joined([warm, stored]), np.concatenate([here, np.array(found, np.int64)])

    def shingles(self, numbers: Iterable[int]) -> dict[int, Array]:
        """Shingle sets of documents that are still stored, uint32 each."""
        found, _ = self.documents(list(numbers))
        shingles, _ = parts_of(found.sets, found.rows)
        listed = zip(found.rows["number"].tolist(), shingles.bounds.tolist(), strict=True)
        return {number: shingles.values[start:end] for number, (start, end) in listed}

    def matches(self, numbers: Sequence[int]) -> list[Slots]:
        """Stored (duplicate, related) match of each document, b"" for none."""
        return self.own_matches.get(numbers)

    def subjects(self, numbers: Sequence[int]) -> list[Subject]:
        """Those of the documents that are the newest version of their id: only they speak (rule 8)."""
        found, _ = self.documents(numbers)
        newest = self.are_newest(found.rows)
        return list(compress(subjects_of(found), newest))

    def are_newest(self, rows: Array) -> list[bool]:
        """Whether each row is the newest version of its id."""
        numbers = numbers_in(self.kv.get_many(id_keys(rows)))
        newest: list[bool] = (numbers == rows["number"]).tolist()
        return newest

    # ---- what changes

    def apply(self, key: bytes, value: bytes) -> None:
        """Apply one changelog record; the key's first byte says which."""
        kind = {b"b": Kind.REGISTRATION, b"f": Kind.FACTS, b"o": Kind.DONE}[key[:1]]
        self.apply_batch(unpack(value, kind, self.profile.identity))

    def apply_batch(self, batch: Batch) -> None:
        """Apply a registration, facts or a `done`; repeating any of them, in any order, changes nothing more."""
        if batch.kind == Kind.REGISTRATION:
            self.apply_registration(batch)
        elif batch.kind == Kind.FACTS:
            self.apply_facts(batch)
        else:
            self.apply_done(batch)

    def apply_registration(self, batch: Batch) -> None:
        """Store the documents of a batch, raise what is known of its ids, and note it as under way."""
        before, after = batch["watermark"].tolist()
        known = set(self.progress.holes)
        passed = self.progress.register(batch.offset, before, after)
        puts = {b"M": self.progress.encode()}
        puts |= {b"h" + OFFSET.pack(first): OFFSET.pack(end) for first, end in self.progress.holes.items()}
        if batch.offset in self.progress.undone:
            puts[b"u" + OFFSET.pack(batch.offset)] = OFFSET.pack(before + SIGN)
        puts |= self.keep(records_of(batch))
        puts[b"b" + OFFSET.pack(batch.offset)] = pack(without_texts(batch), self.profile.identity)
        puts |= self.learn(batch["rows"])
        seen = int(batch["rows"]["seen"].max()) if len(batch["rows"]) else after
        puts[b"e" + EXPIRY.pack(seen + SIGN, batch.offset)] = b""
        self.oldest_ms = min(self.oldest_ms, seen)
        self.history += int(((batch["rows"]["flags"] & OUTCOME_MASK) == HISTORY).sum())
        self.kv.write(puts, self.passed(passed, known))

    def passed(self, done: list[int], holes: set[int]) -> list[bytes]:
        """Keys of what `below` has passed: finished offsets, and those of the holes that are none any more."""
        gone = holes - self.progress.holes.keys()
        return [b"o" + OFFSET.pack(offset) for offset in done] + [b"h" + OFFSET.pack(first) for first in gone]

    def keep(self, records: Records) -> dict[bytes, bytes]:
        """Put documents into memory; returns what has to be stored of them."""
        self.recent.add(records)
        if self.recent.limit_bytes is None:
            return {}
        return dict(zip(number_keys(b"d", records.rows["number"]), encode_records(records), strict=True))

    def learn(self, rows: Array) -> dict[bytes, bytes]:
        """Values of what is known of the ids after these deliveries: newest version and latest delivery, by maximum."""
        known = self.known(rows)
        again = repeated(rows, known)
        first = rows[~again & ((rows["flags"] & OUTCOME_MASK) <= VERSION)]
        learnt: dict[IdHash, Known] = {}
        for row in rows[again].tolist():
            name, outcome = (row[2], row[3]), row[13] & OUTCOME_MASK
            version: Version = row[4:8]
            old = known.get(name)
            if outcome <= VERSION:
                newest = Known(row[0], version, version, row[1], row[11])
                if old is not None:
                    newest = replace(newest if version > old.version else old, latest=max(version, old.latest))
                known[name] = learnt[name] = newest
            elif outcome == REDELIVERY and old is not None and version > old.latest:
                known[name] = learnt[name] = replace(old, latest=version)
        values = dict(zip(id_keys(first), encode_new(first), strict=True))
        return values | {id_key(name): encode_known(item) for name, item in learnt.items()}

    def apply_facts(self, batch: Batch) -> None:
        """Merge matches into the stored ones by minimum, and watermarks by maximum."""
        self.progress.raise_vector(batch["watermarks"])
        runs = runs_of(batch["blobs"], batch["blob_offsets"])
        found = zip(runs[::2], runs[1::2], strict=True)
        self.kv.write({b"M": self.progress.encode()} | self.own_matches.merge(batch["numbers"].tolist(), found))

    def apply_done(self, batch: Batch) -> None:
        """Note that a batch is done; `done` outlives the registration (rule 9)."""
        self.progress.raise_vector(batch["watermarks"])
        holes = set(self.progress.holes)
        passed = self.progress.finish(batch.offset)
        puts = {b"M": self.progress.encode()}
        if self.progress.below <= batch.offset:
            puts[b"o" + OFFSET.pack(batch.offset)] = b""
        deletes = [b"u" + OFFSET.pack(batch.offset), *self.passed(passed, holes)]
        self.kv.write(puts, [key for key in deletes if key not in puts])

    # ---- memory and expiry

    def expire(self) -> int:
        """Drop documents that every home has left behind and whose batch is done; returns how many (section 5)."""
        horizon = horizon_of(self.progress.vector, self.profile.window_ms, self.profile.grace_ms)
        if horizon <= self.oldest_ms or self.progress.vector.min() <= NONE_MS:
            return 0
        due: list[tuple[bytes, int]] = []
        self.oldest_ms = horizon
        for key, _ in self.kv.items(b"e"):
            seen, offset = EXPIRY.unpack(key[1:])
            if seen - SIGN >= horizon or len(due) >= EXPIRED_PER_CALL:
                self.oldest_ms = seen - SIGN
                break
            if self.progress.is_done(offset):
                due.append((key, offset))
        dropped = sum(self.expire_batch(key, offset, horizon) for key, offset in due)
        self.expired += dropped
        return dropped

    def expire_batch(self, key: bytes, offset: int, horizon: int) -> int:
        """Drop what has expired of one batch; what its id's later deliveries keep alive is looked at again later."""
        registration = self.registration(offset)
        rows = registration["rows"][walking(registration["rows"])] if registration is not None else np.empty(0, ROW)
        keys = id_keys(rows)
        deletes, kept = [key], []
        last_words: list[int] = []
        gone: list[int] = []
        for number, seen, known_key, value in zip(
            rows["number"].tolist(), rows["seen"].tolist(), keys, self.kv.get_many(keys), strict=True
        ):
            newest = value is not None and number_in(value) == number
            last_seen = decode_known(value).latest[0] if newest and value is not None else seen
            if last_seen >= horizon:
                kept.append(last_seen)
                continue
            if newest:
                deletes.append(known_key)
                last_words.append(number)
            gone.append(number)
        if self.before_drop is not None:
            self.before_drop(last_words)
        deletes += number_keys(b"d", gone) + self.own_matches.forget(gone)
        self.recent.forget(gone)
        puts = {b"e" + EXPIRY.pack(max(kept) + SIGN, offset): b""} if kept else {}
        self.kv.write(puts, deletes if kept else [*deletes, b"b" + OFFSET.pack(offset)])
        return len(rows) - len(kept)


def without_texts(registration: Batch) -> Batch:
    """What is kept of a registration: a replayed batch brings the rest, and expiry asks for rows alone."""
    count = len(registration["rows"])
    slim: dict[str, Array] = {
        "strings": np.empty(0, np.uint8),
        "string_offsets": np.zeros(STRINGS * count + 1, np.int32),
        "sets": np.empty(0, np.uint32),
        "set_offsets": np.zeros(count + 1, np.int64),
    }
    return replace(registration, columns=dict(registration.columns) | slim)


def subjects_of(records: Records) -> list[Subject]:
    """What verdicts about these documents need of them."""
    rows, strings = records.rows, records.strings
    facts = (rows[name].tolist() for name in ("number", "shingles", "flags"))
    previous = map(tuple, records.previous.tolist())
    return list(map(Subject, *facts, versions_of(rows), strings.listed(), strings.listed(1), previous))
