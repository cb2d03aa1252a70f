"""The table `lsh` of one band partition: packed segments in storage, and the memory index that is rebuilt from them.

A segment is what one batch posted: the durable form; the index only answers. Which pairs match is not known here.

Keys: v watermarks · s+home+offset segment · e+seen+home+offset expiry.
"""

import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import NONE_MS, pack, unpack
from pipeline.kernels.index import BandIndex
from pipeline.match import SIGN
from pipeline.packed import Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.bands import caps_of
from pipeline.stages.candidates import Met, keys_here
from pipeline.state.kv import KV
from pipeline.state.progress import horizon_of

SEGMENT = struct.Struct(">HQ")
EXPIRY = struct.Struct(">QHQ")
EXPIRED_PER_CALL = 64
COMPACT_SHARE = 4  # the index is rebuilt without expired postings when they are more than a quarter of it


@dataclass(frozen=True, slots=True)
class Place:
    """Which of how many band partitions, and how many homes there are."""

    partition: int
    partitions: int
    homes: int


class BandState:
    """State of one band partition. Not thread-safe: one agent owns it.

    `durable` false keeps no segments in storage, only when they expire: nothing can be rebuilt from it.
    """

    def __init__(
        self, place: Place, kv: KV, profile: Profile, capacity: int = 1 << 14, *, durable: bool = True
    ) -> None:
        self.place, self.kv, self.profile, self.durable = place, kv, profile, durable
        self.vector = np.full(place.homes, NONE_MS, np.int64)
        self.segments: set[tuple[int, int]] = set()
        caps = caps_of(place.partition, place.partitions, profile)
        self.index = BandIndex(caps, profile.window_ms, capacity)
        self.postings = self.expired_segments = 0
        self.oldest_ms = NONE_MS
        for value in kv.get_many([b"v"]):
            if value is not None:
                self.vector = np.frombuffer(value, np.int64).copy()

    def load(self) -> None:
        """Rebuild the index from the segments in storage."""
        horizon = self.horizon()
        for key, value in self.kv.items(b"s"):
            batch = unpack(value, Kind.SEGMENT, self.profile.identity)
            self.segments.add(SEGMENT.unpack(key[1:]))
            postings, keys = batch["postings"], batch["keys"].reshape(len(batch["postings"]), -1)
            live = postings["seen"] >= horizon
            self.index.insert(keys[live], postings[live])
            self.postings += len(postings)

    def horizon(self) -> int:
        """What was seen before this is no candidate any more; before any watermark is known, nothing is."""
        known = int(self.vector.min())
        return horizon_of(self.vector, self.profile.window_ms, self.profile.grace_ms) if known > NONE_MS else NONE_MS

    def watermarks(self, brought: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What a batch takes along: the maximum of what it brought and of the vector here."""
        merged: npt.NDArray[np.int64] = np.maximum(self.vector, brought)
        return merged

    def meet(self, batch: Batch) -> tuple[Met, Batch]:
        """Look the batch's keys up and insert them: the pairs, and the segment to be written.

        A batch whose segment is already here (a replay) only looks up; its segment is written again all the same.
        """
        keys, postings = keys_here(batch, self.place.partition, self.profile, self.place.partitions), batch["postings"]
        name = (batch.home, batch.offset)
        if name in self.segments:
            askers, numbers = self.index.find(keys, postings, self.horizon())
        else:
            askers, numbers = self.index.meet(keys, postings, self.horizon())
            self.segments.add(name)
            self.postings += len(postings)
        columns = {"postings": postings, "keys": keys.reshape(-1), "watermarks": batch["watermarks"]}
        return Met(askers, numbers), Batch(Kind.SEGMENT, batch.home, batch.offset, columns, 0, batch.run)

    def apply(self, key: bytes, value: bytes) -> None:
        """Apply one changelog record: a segment."""
        del key
        self.apply_batch(unpack(value, Kind.SEGMENT, self.profile.identity), value)

    def apply_batch(self, batch: Batch, value: bytes | None = None) -> None:
        """Store a segment and merge its watermarks; repeating it changes nothing."""
        np.maximum(self.vector, batch["watermarks"], out=self.vector)
        name = SEGMENT.pack(batch.home, batch.offset)
        seen = int(batch["postings"]["seen"].max(initial=NONE_MS))
        self.oldest_ms = min(self.oldest_ms, seen)
        puts = {b"v": self.vector.tobytes()}
        if self.durable:
            puts[b"s" + name] = value if value is not None else pack(batch, self.profile.identity)
        puts[b"e" + EXPIRY.pack(seen + SIGN, batch.home, batch.offset)] = b""
        self.kv.write(puts)

    def expire(self) -> int:
        """Drop segments that every home has left behind; for postings the watermark alone decides (section 5)."""
        horizon = self.horizon()
        if horizon <= self.oldest_ms:
            return 0
        deletes, dropped = [], 0
        self.oldest_ms = horizon
        for key, _ in self.kv.items(b"e"):
            seen, home, offset = EXPIRY.unpack(key[1:])
            if seen - SIGN >= horizon or dropped >= EXPIRED_PER_CALL:
                self.oldest_ms = seen - SIGN
                break
            deletes += [key, b"s" + SEGMENT.pack(home, offset)]
            self.segments.discard((home, offset))
            dropped += 1
        self.kv.write({}, deletes)
        self.expired_segments += dropped
        return dropped

    def is_crowded(self) -> bool:
        """Whether so many segments have expired that the index is worth rebuilding without them."""
        return self.expired_segments > 1 + len(self.segments) // COMPACT_SHARE

    def compact(self) -> None:
        """Rebuild the index without expired postings."""
        self.index.compact(self.horizon())
        self.expired_segments = 0
