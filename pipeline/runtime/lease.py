"""The lease: a worker that the group may have given up sends nothing any more.

Does not fence: the broker would still take a record. State cannot be harmed by one (changes of state merge), but a
verdict spoken late would stay the last one on its topic.
"""

import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from aiokafka.consumer.group_coordinator import GroupCoordinator
from aiokafka.protocol.group import HeartbeatRequest, JoinGroupRequest, SyncGroupRequest

from pipeline.runtime.ending import end_process

NO_ERROR, REBALANCE_IN_PROGRESS = 0, 27  # of the Kafka protocol; a heartbeat answered with either keeps the member
SHARE = 2 / 3  # of the session timeout: the rest is for requests already on their way


def clock_s() -> float:
    """Seconds that go on while the process is stopped and while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Lease:
    """Time since the group last heard of this worker, counted from before the request was sent.

    Renewed in the consumer's thread, checked in the main one. Before the first answer of the group nothing is
    assigned, so nothing could be taken away and `check` passes.
    """

    def __init__(self, session_timeout_s: float, clock: Callable[[], float] = clock_s) -> None:
        self.limit_s = session_timeout_s * SHARE
        self._clock = clock
        self._renewed_s: float | None = None
        self._lock = threading.Lock()

    def now(self) -> float:
        """Read the clock of the lease."""
        return self._clock()

    def renew(self, sent_s: float) -> None:
        """Count from `sent_s`, the time before the request that the group has answered."""
        with self._lock:
            if self._renewed_s is None or sent_s > self._renewed_s:
                self._renewed_s = sent_s

    def age_s(self) -> float:
        """Seconds since the last renewal; 0 before the first."""
        return 0.0 if self._renewed_s is None else self._clock() - self._renewed_s

    def check(self) -> None:
        """End the process with 75 when the lease is over."""
        age_s = self.age_s()
        if age_s > self.limit_s:
            end_process("lease-over", since_heartbeat_s=round(age_s, 1), limit_s=round(self.limit_s, 1))


def renew_from(coordinator: GroupCoordinator, lease: Lease) -> None:
    """Renew the lease with each answer of the group that keeps this member: heartbeats, joins, syncs.

    aiokafka keeps the time of its last successful heartbeat in a local variable, so the one call through which all
    requests to the coordinator go is wrapped.
    """
    send: Callable[[Any], Awaitable[Any]] = coordinator._send_req

    async def send_and_renew(request: Any) -> Any:
        sent_s = lease.now()
        response = await send(request)
        kept = getattr(response, "error_code", None) in (NO_ERROR, REBALANCE_IN_PROGRESS)
        if kept and isinstance(request, HeartbeatRequest | JoinGroupRequest | SyncGroupRequest):
            lease.renew(sent_s)
        return response

    coordinator._send_req = send_and_renew
