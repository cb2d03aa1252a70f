"""What has been loaded and said so far: the newest verdict of each document, counts, and times.

Reads nothing and draws nothing.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from pipeline.demo.watch import Loaded, Spoke
from pipeline.edges.verdicts import Newest
from pipeline.records import Verdict, decode_verdict

PERCENT: Final = 100


@dataclass(frozen=True)
class Said:
    """A verdict that was new: the first of a document, or one that differs from the one before."""

    verdict: Verdict
    time_ms: int
    is_revision: bool


@dataclass
class Tally:
    """Counts while events come. Times are those of Kafka's records, in milliseconds.

    `loaded_ms` and `judged_ms` hold, per id, the first time it was loaded and the first time it was judged.
    """

    final: dict[str, Verdict] = field(default_factory=dict)
    loaded_ms: dict[str, int] = field(default_factory=dict)
    judged_ms: dict[str, int] = field(default_factory=dict)
    deliveries: int = 0
    last_ms: int = 0
    _newest: Newest = field(default_factory=Newest, repr=False)

    def take(self, event: Loaded | Spoke) -> Said | None:
        """Count an event; return what was said if that is new."""
        if isinstance(event, Loaded):
            self.deliveries += 1
            self.loaded_ms.setdefault(event.id, event.time_ms)
            return None
        return self._take_verdict(event)

    @property
    def kinds(self) -> Counter[str]:
        """How many documents are of each kind at present."""
        return Counter(verdict.kind for verdict in self.final.values())

    @property
    def seconds(self) -> float:
        """From the first document loaded to the last verdict."""
        first_ms = min(self.loaded_ms.values(), default=self.last_ms)
        return max(0, self.last_ms - first_ms) / 1000

    def latency_ms(self, percent: int) -> int:
        """Return the percentile (nearest rank) of the time from load to first verdict; 0 when there is none."""
        latencies = sorted(
            time_ms - self.loaded_ms[id_] for id_, time_ms in self.judged_ms.items() if id_ in self.loaded_ms
        )
        rank = -(-len(latencies) * percent // PERCENT)
        return latencies[max(rank, 1) - 1] if latencies else 0

    def _take_verdict(self, event: Spoke) -> Said | None:
        if not self._newest.offer(event.spoken):
            return None
        verdict = decode_verdict(event.spoken.value)
        id_ = verdict.document.id
        before = self.final.get(id_)
        self.final[id_] = verdict
        self.judged_ms.setdefault(id_, event.time_ms)
        if before == verdict:
            return None
        self.last_ms = max(self.last_ms, event.time_ms)
        return Said(verdict, event.time_ms, is_revision=before is not None)
