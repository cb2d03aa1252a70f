"""The first half of the local pipeline: which documents meet, and which ones the promise leaves out.

Compares nothing and says no verdicts: that is the second half, `LocalPipeline.judge_met`, which may run on another core
since neither half reads what the other keeps.
"""

from collections.abc import Iterator, Sequence

from pipeline.local import LocalPipeline
from pipeline.packed import Batch, Kind
from pipeline.plans import Send, Speech
from pipeline.profile import Profile
from pipeline.state.documents import HomeState
from pipeline.state.kv import MemoryKV
from pipeline.state.registry import Registry
from pipeline.steps import done_record

Meeting = tuple[Batch, Batch]  # a `shingles` batch, and the one that leaves the bands with who meets whom in it


class Meetings(LocalPipeline):
    """`homes` homes that know their ids alone, and one band partition."""

    def __init__(self, profile: Profile, homes: int) -> None:
        super().__init__(profile, homes)
        self.states = [Registry(home, homes, MemoryKV(), profile, None) for home in range(homes)]
        self.met: list[Batch] = []

    def meet(self, batch: Batch) -> Batch:
        """Register a `shingles` batch and look it up: the batch that would leave for the homes of its candidates."""
        self.judge(batch)
        return self.met.pop()

    def take(self, batch: Batch) -> Iterator[Meeting]:
        """Take a `shingles` batch, and yield those that are ready, in the order in which they were taken."""
        yield batch, self.meet(batch)

    def rest(self) -> Iterator[Meeting]:
        """Yield what has waited for the last batch: here nothing has."""
        return iter(())

    def speak(self, home: HomeState, speeches: Sequence[Speech]) -> None:
        """Say nothing, now or later."""

    def visit(self, send: Send) -> None:
        """Let the walk end where it leaves the bands. Done is done: no home's watermark waits for the other half."""
        if send.batch.kind in {Kind.CANDIDATES, Kind.MATCHES}:
            home = self.states[send.batch.home]
            self.met.append(send.batch)
            home.apply_batch(done_record(home, send.batch))
            self.expire(home, send.batch.offset)
        else:
            super().visit(send)
