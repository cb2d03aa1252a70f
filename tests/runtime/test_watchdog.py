"""When a standstill ends the process, and when waiting is no standstill."""

from types import SimpleNamespace
from typing import Any

import pytest
from faust.types import TP

from pipeline.runtime import watchdog as module
from pipeline.runtime.gate import Gate
from pipeline.runtime.watchdog import REBUILD_SHARE, Stalls, Watchdog

RAW, BANDS = TP("raw", 0), TP("bands", 0)
LIMIT_S = 60.0


class Ended(BaseException):
    """In place of the end of the process."""


@pytest.fixture(autouse=True)
def ending(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(name: str, **_: object) -> None:
        raise Ended(name)

    monkeypatch.setattr(module, "end_process", end)


def test_a_partition_that_waits_without_a_commit_stalls_after_the_limit() -> None:
    stalls = Stalls(LIMIT_S)
    assert [stalls.look(now_s, [(RAW, 5, True)]) for now_s in (0, 30, 60, 61)] == [None, None, None, RAW]


@pytest.mark.parametrize(
    "positions",
    [
        [(0, 5, True), (40, 6, True), (80, 7, True), (120, 8, True)],  # commits advance
        [(0, 5, True), (40, 5, True), (59, 5, False), (100, 5, True)],  # caught up meanwhile
        [(0, None, False), (100, None, False)],  # never anything to do
    ],
)
def test_what_moves_or_has_nothing_to_do_does_not_stall(positions: list[tuple[int, int | None, bool]]) -> None:
    stalls = Stalls(LIMIT_S)
    assert [stalls.look(now_s, [(RAW, offset, waits)]) for now_s, offset, waits in positions] == [None] * len(positions)


def test_a_partition_that_was_left_out_starts_afresh() -> None:
    stalls = Stalls(LIMIT_S)
    looks = [(0, [(RAW, 5, True)]), (50, []), (70, [(RAW, 5, True)]), (120, [(RAW, 5, True)]), (131, [(RAW, 5, True)])]
    assert [stalls.look(now_s, positions) for now_s, positions in looks] == [None] * 4 + [RAW]


class Worker:
    """An app with one partition of raw and one of bands, both behind."""

    def __init__(self) -> None:
        self.settings = SimpleNamespace(watchdog_s=LIMIT_S)
        self.gate = Gate("raw", batches=1, size=100)
        self.rebalancing = self.in_recovery = False
        self.committed = {RAW: 5, BANDS: 5}
        self.tables = SimpleNamespace(recovery=SimpleNamespace(active_offsets={"changelog": 0}))
        self.consumer: Any = SimpleNamespace(
            assignment=lambda: {RAW, BANDS, TP("changelog", 0)},
            _is_changelog_tp=lambda tp: tp.topic == "changelog",
            input_waits=lambda tp: self.committed[tp] < 9,
            _committed_offset=self.committed,
        )


@pytest.fixture
def looks() -> tuple[Worker, Any]:
    """A worker, and what looks at it at a given time."""
    worker, clock = Worker(), SimpleNamespace(now_s=0.0)
    watchdog = Watchdog(worker, clock=lambda: clock.now_s)

    def look(now_s: float) -> None:
        clock.now_s = now_s
        watchdog.look()

    return worker, look


def test_it_ends_the_process_for_any_partition_that_stands_still(looks: tuple[Worker, Any]) -> None:
    worker, look = looks
    look(0)
    worker.committed[RAW] = 6
    with pytest.raises(Ended, match="no-progress"):
        look(61)


def test_a_gated_raw_is_no_waiting_input(looks: tuple[Worker, Any], caplog: pytest.LogCaptureFixture) -> None:
    worker, look = looks
    worker.committed[BANDS] = 9
    worker.gate.consumed(0, 0, 1)
    for now_s in (0, 61, 122):
        look(now_s)
    assert caplog.text.count("gate-closed") == 2


def test_a_rebuilding_that_reads_on_may_take_its_time(looks: tuple[Worker, Any]) -> None:
    worker, look = looks
    worker.in_recovery = True
    for step in range(5):
        worker.tables.recovery.active_offsets["changelog"] = step
        look(step * REBUILD_SHARE * LIMIT_S)
    with pytest.raises(Ended, match="no-progress-rebuilding"):
        look(5 * REBUILD_SHARE * LIMIT_S + 1)
