"""The watchdog: input waits, nothing moves for a minute, so the process ends with 75 and is started again.

Cures nothing and guesses no cause. It does not look at whether Kafka answers: that is the lease's business.
"""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from faust.types import TP
from mode import Service

from pipeline.runtime.ending import end_process
from pipeline.runtime.logs import event

LOOK_S = 5.0
REBUILD_SHARE = 10  # a rebalance and the rebuilding of the tables may stand still for so many times the limit

log = logging.getLogger(__name__)


@dataclass
class Progress:
    """What a partition had committed when it last moved, and since when it stands still with input waiting."""

    committed: int | None
    since_s: float


class Stalls:
    """Decides, from what is committed and what is there, which partition has stood still for too long."""

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._partitions: dict[TP, Progress] = {}

    def look(self, now_s: float, positions: Iterable[tuple[TP, int | None, bool]]) -> TP | None:
        """Take (partition, committed offset, whether input waits) of all that count; return one that stalls, or None.

        A partition that is not among them is forgotten, so a gated or revoked one starts afresh when it returns.
        """
        before, self._partitions = self._partitions, {}
        stalled = None
        for tp, committed, waits in positions:
            known = before.get(tp)
            moved = known is None or known.committed != committed or not waits
            progress = Progress(committed, now_s) if known is None or moved else known
            self._partitions[tp] = progress
            if now_s - progress.since_s > self._limit_s:
                stalled = tp
        return stalled


class Watchdog(Service):
    """Looks every few seconds, from the app's own loop."""

    def __init__(self, app: Any, clock: Callable[[], float] = time.monotonic, **options: Any) -> None:
        super().__init__(**options)
        self.app = app
        self._clock = clock
        self._limit_s: float = app.settings.watchdog_s
        self._stalls = Stalls(self._limit_s)
        self._rebuilt: tuple[object, float] = (None, clock())
        self._gate: tuple[object, float] = (None, clock())

    @Service.task
    async def _watch(self) -> None:
        async for _ in self.itertimer(LOOK_S, name="watchdog"):
            self.look()

    def look(self) -> None:
        """End the process when something stands still for too long; warn when the gate does."""
        now_s = self._clock()
        if self.app.rebalancing or self.app.in_recovery:
            self._look_at_rebuilding(now_s)
            return
        self._rebuilt = (None, now_s)
        stalled = self._stalls.look(now_s, self._positions())
        if stalled is not None:
            end_process("no-progress", topic=stalled.topic, partition=stalled.partition, for_s=self._limit_s)
        self._look_at_gate(now_s)

    def _positions(self) -> Iterable[tuple[TP, int | None, bool]]:
        """Give each assigned source partition that may be fetched, its committed offset, and whether input waits."""
        consumer = self.app.consumer
        for tp in self.app.gate.without_closed(consumer.assignment()):
            if not consumer._is_changelog_tp(tp):
                yield tp, consumer._committed_offset[tp], consumer.input_waits(tp)

    def _look_at_rebuilding(self, now_s: float) -> None:
        offsets = tuple(self.app.tables.recovery.active_offsets.values())
        known, since_s = self._rebuilt
        if offsets != known:
            self._rebuilt = (offsets, now_s)
        elif now_s - since_s > REBUILD_SHARE * self._limit_s:
            end_process("no-progress-rebuilding", for_s=REBUILD_SHARE * self._limit_s)

    def _look_at_gate(self, now_s: float) -> None:
        known, since_s = self._gate
        under_way = self.app.gate.under_way if self.app.gate.closed else None
        if under_way is None or under_way != known:
            self._gate = (under_way, now_s)
        elif now_s - since_s > self._limit_s:
            log.warning(event("gate-closed", batches=under_way[0], bytes=under_way[1], for_s=round(now_s - since_s)))
            self._gate = (under_way, now_s)
