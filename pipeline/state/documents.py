"""The table `documents` of one home: records, versions, matches, registrations and the home's progress.

Changes are deltas that merge (design, section 4 rule 6); nothing is overwritten by a later opinion, and nothing here
decides what a delivery or a pair is. Storage is a `KV`; a bounded part of the recent documents is in memory as well.

Keys: M progress · b+offset registration · u+offset watermark before an unfinished batch · o+offset finished, from
`below` on · d+number document · k+id hash what is known of an id · m+number its matches · e+seen+offset expiry.
"""

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from pipeline.columns import HISTORY, NONE_MS, OUTCOME_MASK, REDELIVERY, VERSION, pack, runs_of, unpack
from pipeline.match import DUPLICATE, RELATED, SIGN, least
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.signatures import IdHash, Known, Version, walking
from pipeline.stages.verdicts import Subject
from pipeline.state.kv import KV
from pipeline.state.progress import Progress, horizon_of
from pipeline.state.stored import (
    Stored,
    decode_document,
    decode_known,
    decode_matches,
    documents_of,
    encode_document,
    encode_known,
    encode_matches,
    id_key,
    known_key,
    number_in,
    row_tuple,
    size_of,
)

OFFSET = struct.Struct(">Q")
EXPIRY = struct.Struct(">QQ")
DEFAULT_CACHE_BYTES = 128 << 20
EXPIRED_PER_CALL = 16  # batches looked at in one call: some 4,000 documents, well under the 200 ms that a step may take


class HomeState:
    """State of one home partition. Not thread-safe: its agents share one event loop."""

    def __init__(self, home: int, homes: int, kv: KV, profile: Profile, cache_bytes: int = DEFAULT_CACHE_BYTES) -> None:
        self.kv, self.profile, self.homes = kv, profile, homes
        self.progress = Progress(home, np.full(homes, NONE_MS, np.int64))
        self.cache_bytes, self.cached_bytes = cache_bytes, 0
        self.recent: dict[int, Stored] = {}
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
        ids = list(dict.fromkeys(zip(rows["id_hi"].tolist(), rows["id_lo"].tolist(), strict=True)))
        values = self.kv.get_many([id_key(name) for name in ids])
        return {name: decode_known(value) for name, value in zip(ids, values, strict=True) if value is not None}

    def registration(self, offset: int) -> Batch | None:
        """The registration of a raw batch, without its shingles."""
        value = self.kv.get_many([b"b" + OFFSET.pack(offset)])[0]
        return None if value is None else unpack(value, Kind.REGISTRATION, self.profile.identity)

    def stored(self, numbers: Sequence[int]) -> dict[int, Stored]:
        """Records of documents, from memory or storage; expired ones are missing."""
        found = {number: self.recent[number] for number in numbers if number in self.recent}
        cold = [number for number in numbers if number not in found]
        for number, value in zip(cold, self.kv.get_many([b"d" + OFFSET.pack(number) for number in cold]), strict=True):
            if value is not None:
                found[number] = decode_document(value)
        return found

    def shingles(self, numbers: Iterable[int]) -> dict[int, Array]:
        """Shingle sets of documents that are still stored, uint32 each."""
        return {number: np.frombuffer(item.shingles, np.uint32) for number, item in self.stored(list(numbers)).items()}

    def matches(self, numbers: Sequence[int]) -> list[tuple[bytes, bytes]]:
        """Stored (duplicate, related) match of each document, b"" for none."""
        values = self.kv.get_many([b"m" + OFFSET.pack(number) for number in numbers])
        return [decode_matches(value) for value in values]

    def subjects(self, numbers: Sequence[int]) -> list[tuple[int, Subject]]:
        """Those of the documents that are the newest version of their id: only they speak (rule 8)."""
        found = self.stored(numbers)
        subjects = {
            number: Subject(row_tuple(item.row), *item.strings, item.previous) for number, item in found.items()
        }
        newest = self.kv.get_many([known_key(subject.row) for subject in subjects.values()])
        pairs = zip(subjects.items(), newest, strict=True)
        return [pair for pair, value in pairs if value is not None and number_in(value) == pair[0]]

    def newest(self) -> list[int]:
        """Numbers of the newest versions of all ids that are known."""
        return [number_in(value) for _, value in self.kv.items(b"k")]

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
        for number, item in documents_of(batch).items():
            puts[b"d" + OFFSET.pack(number)] = encode_document(item)
            self.remember(number, item)
        slim: dict[str, Array] = {
            "shingles": np.empty(0, np.uint32),
            "shingle_offsets": np.zeros(len(batch["rows"]) + 1, np.int64),
        }
        puts[b"b" + OFFSET.pack(batch.offset)] = pack(
            replace(batch, columns=dict(batch.columns) | slim), self.profile.identity
        )
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

    def learn(self, rows: Array) -> dict[bytes, bytes]:
        """Values of what is known of the ids after these deliveries: newest version and latest delivery, by maximum."""
        known = self.known(rows)
        learnt: dict[IdHash, Known] = {}
        for row in rows.tolist():
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
        return {id_key(name): encode_known(item) for name, item in learnt.items()}

    def apply_facts(self, batch: Batch) -> None:
        """Merge matches into the stored ones by minimum, and watermarks by maximum."""
        self.progress.raise_vector(batch["watermarks"])
        numbers = batch["numbers"].tolist()
        runs = runs_of(batch["blobs"], batch["blob_offsets"])
        puts = {b"M": self.progress.encode()}
        for place, (number, stored) in enumerate(zip(numbers, self.matches(numbers), strict=True)):
            merged = tuple(least(stored[slot], runs[2 * place + slot]) for slot in (DUPLICATE, RELATED))
            puts[b"m" + OFFSET.pack(number)] = encode_matches(merged)
        self.kv.write(puts)

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

    def remember(self, number: int, item: Stored) -> None:
        """Keep a document in memory, letting the oldest go when the cache is full."""
        if number in self.recent:
            return
        self.recent[number] = item
        self.cached_bytes += size_of(item)
        while self.cached_bytes > self.cache_bytes and self.recent:
            oldest = next(iter(self.recent))
            self.cached_bytes -= size_of(self.recent.pop(oldest))

    def forget(self, number: int) -> None:
        """Drop a document from memory."""
        item = self.recent.pop(number, None)
        if item is not None:
            self.cached_bytes -= size_of(item)

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
        rows = registration["rows"][walking(registration["rows"])].tolist() if registration is not None else []
        known = self.kv.get_many([known_key(row) for row in rows])
        deletes, kept = [key], []
        last_words: list[int] = []
        gone: list[int] = []
        for row, value in zip(rows, known, strict=True):
            newest = value is not None and number_in(value) == row[0]
            last_seen = decode_known(value).latest[0] if newest and value is not None else row[4]
            if last_seen >= horizon:
                kept.append(last_seen)
                continue
            deletes += [b"d" + OFFSET.pack(row[0]), b"m" + OFFSET.pack(row[0])]
            if newest:
                deletes.append(known_key(row))
                last_words.append(row[0])
            gone.append(row[0])
        if self.before_drop is not None:
            self.before_drop(last_words)
        for number in gone:
            self.forget(number)
        puts = {b"e" + EXPIRY.pack(max(kept) + SIGN, offset): b""} if kept else {}
        self.kv.write(puts, deletes if kept else [*deletes, b"b" + OFFSET.pack(offset)])
        return len(rows) - len(kept)
