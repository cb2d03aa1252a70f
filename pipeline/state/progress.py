"""How far a home has come: its watermark, the vector of all homes, and which raw batches are registered and done.

Pure bookkeeping in memory; `pipeline.state.documents` stores it. Every change is a maximum or a union (design, 5.6).
"""

import struct
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pipeline.columns import NONE_MS

FIXED = struct.Struct("<qqq")


@dataclass(slots=True)
class Progress:
    """Progress of one home. `below`: every batch under this raw offset is registered and done.

    `undone` maps the offset of a registered batch to the watermark before it; `done` holds finished offsets from
    `below` on; `upto` is the greatest registered offset, -1 before the first. `holes` are the gaps of the raw log from
    `below` on, their first offset to the one after their last: retention leaves some of any length.
    """

    home: int
    vector: npt.NDArray[np.int64]
    watermark: int = NONE_MS
    below: int = -1
    upto: int = -1
    undone: dict[int, int] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    holes: dict[int, int] = field(default_factory=dict)

    def register(self, offset: int, before: int, after: int) -> list[int]:
        """Note a registered batch; the watermark rises to `after`. Returns the offsets that `below` has passed."""
        self.watermark = max(self.watermark, after)
        if self.upto < 0:
            self.below = max(self.below, offset)
        elif offset > self.upto + 1:  # the raw log has a hole there (retention, or a transaction marker): nothing to do
            self.holes[self.upto + 1] = offset
        self.upto = max(self.upto, offset)
        if not self.is_done(offset):
            self.undone[offset] = before
        return self.advance()

    def finish(self, offset: int) -> list[int]:
        """Note that a batch is done; return the offsets that `below` has now passed."""
        if offset >= self.below:
            self.done.add(offset)
        self.undone.pop(offset, None)
        return self.advance()

    def advance(self) -> list[int]:
        """Raise `below` over all that is registered and done."""
        passed: list[int] = []
        while self.below <= self.upto:
            if self.below in self.holes:
                self.below = self.holes.pop(self.below)
                passed += [offset for offset in self.done if offset < self.below]
                self.done.difference_update(passed)
            elif self.below in self.done:
                self.done.discard(self.below)
                passed.append(self.below)
                self.below += 1
            else:
                break
        return passed

    def is_over(self, offset: int) -> bool:
        """Whether the batch is registered here and done: a replay of it ends (rule 7)."""
        return offset <= self.upto and self.is_done(offset)

    def is_done(self, offset: int) -> bool:
        """Whether the batch is done, registered here or not, or can never come."""
        if offset < self.below or offset in self.done:
            return True
        return any(first <= offset < end for first, end in self.holes.items())

    def settled(self) -> int:
        """The watermark that this home sends: its own before its oldest batch that is not done yet (section 5)."""
        return self.undone[min(self.undone)] if self.undone else self.watermark

    def raise_vector(self, watermarks: npt.NDArray[np.int64]) -> None:
        """Merge what a batch brought, by maximum."""
        np.maximum(self.vector, watermarks, out=self.vector)

    def watermarks(self, brought: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What a batch takes along: the maximum of what it brought, of the vector here and of this home's own value."""
        merged: npt.NDArray[np.int64] = np.maximum(self.vector, brought)
        merged[self.home] = max(int(merged[self.home]), self.settled())
        return merged

    def encode(self) -> bytes:
        """The part that is stored in one value: watermark, `below`, `upto` and the vector."""
        return FIXED.pack(self.watermark, self.below, self.upto) + self.vector.tobytes()

    def restore(self, value: bytes) -> None:
        """Merge a stored value."""
        watermark, below, upto = FIXED.unpack_from(value)
        self.watermark, self.below, self.upto = (
            max(self.watermark, watermark),
            max(self.below, below),
            max(self.upto, upto),
        )
        self.raise_vector(np.frombuffer(value, np.int64, -1, FIXED.size))


def horizon_of(vector: npt.NDArray[np.int64], window_ms: int, grace_ms: int) -> int:
    """What was seen before this time is dropped: every home's watermark is past it by window and grace."""
    return int(vector.min()) - window_ms - grace_ms
