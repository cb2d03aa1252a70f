"""Measure what each step of the flow costs by itself: in one process, without Kafka, Faust and RocksDB.

What a worker needs beyond the sum of these is what carrying the batches costs. Judges no result.
"""

import time
from collections import Counter
from collections.abc import Iterable

from pipeline.exempt import Exemptions
from pipeline.kernels.warm import warm
from pipeline.local import LocalPipeline
from pipeline.packed import Batch, Kind
from pipeline.plans import Send
from pipeline.profile import DEFAULT, Profile
from pipeline.stages.normalised import RawMessage, normalise
from pipeline.stages.shingles import shingle

STEPS = ("normalise", "shingle", "sign", "cut", "look", "verify", "judge")
VISITS = {Kind.SIGNATURES: "cut", Kind.BANDS: "look", Kind.CANDIDATES: "verify", Kind.MATCHES: "judge"}


class NothingNoted(Exemptions):
    """Leaves out what `scan` notes for its list of exempt documents, and a worker does not."""

    def note_deliveries(self, registration: Batch, batch: Batch) -> None:
        """Note nothing."""

    def note_keys(self, bands: Batch) -> None:
        """Note nothing."""


class TimedPipeline(LocalPipeline):
    """Counts the CPU time of each step in `spent_ns`; a step that keeps state includes writing it, to memory."""

    def __init__(self, profile: Profile, homes: int) -> None:
        super().__init__(profile, homes)
        self.exemptions = NothingNoted(profile)
        self.spent_ns: Counter[str] = Counter(dict.fromkeys(STEPS, 0))

    def read(self, home: int, value: bytes | None, timestamp_ms: int) -> None:
        """Normalise and shingle a message whose documents are all at home, then judge it."""
        offset = self.offsets[home]
        self.offsets[home] += 1
        start = time.process_time_ns()
        found = normalise(RawMessage(home, offset, timestamp_ms, value), self.profile, self.homes)
        between = time.process_time_ns()
        batch = shingle(found.batch, self.profile)
        self.spent_ns["normalise"] += between - start
        self.spent_ns["shingle"] += time.process_time_ns() - between
        self.judge(batch)

    def judge(self, batch: Batch) -> None:
        """Sign, and let the walks go; what these take is not signing's."""
        start, before = time.process_time_ns(), self.spent_ns.total()
        super().judge(batch)
        self.spent_ns["sign"] += time.process_time_ns() - start - (self.spent_ns.total() - before)

    def visit(self, send: Send) -> None:
        """Time the step that a batch has come to."""
        start = time.process_time_ns()
        super().visit(send)
        self.spent_ns[VISITS[send.batch.kind]] += time.process_time_ns() - start


def step_costs(messages: Iterable[tuple[int, bytes]], documents: int, homes: int) -> dict[str, float]:
    """CPU microseconds per document of each step, in the order of the flow; messages as (home, value) of `raw`."""
    warm(DEFAULT)
    timed = TimedPipeline(DEFAULT, homes)
    now_ms = time.time_ns() // 1_000_000
    for home, value in messages:
        timed.push(home, value, now_ms)
    return {step: timed.spent_ns[step] / 1000 / documents for step in STEPS}
