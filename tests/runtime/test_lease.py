"""The lease: what renews it, and that nothing is sent after it."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from aiokafka.protocol.group import HeartbeatRequest, LeaveGroupRequest
from aiokafka.protocol.produce import ProduceRequest

from pipeline.runtime import lease as module
from pipeline.runtime.lease import Lease, renew_from
from pipeline.runtime.producer import covered


class Ended(BaseException):
    """In place of the end of the process."""


@pytest.fixture(autouse=True)
def ending(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(_name: str, **_: object) -> None:
        raise Ended

    monkeypatch.setattr(module, "end_process", end)


class Clock:
    """A clock that a test moves."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_it_holds_for_two_thirds_of_the_session_after_the_last_renewal() -> None:
    clock = Clock()
    lease = Lease(30.0, clock)
    clock.now_s = 1000.0
    lease.check()  # nothing was ever assigned
    lease.renew(clock.now_s)
    clock.now_s = 1020.0
    lease.check()
    clock.now_s = 1020.1
    with pytest.raises(Ended):
        lease.check()


def test_an_older_request_answered_late_does_not_shorten_it() -> None:
    clock = Clock()
    lease = Lease(30.0, clock)
    lease.renew(10.0)
    lease.renew(5.0)
    clock.now_s = 12.0
    assert lease.age_s() == 2.0


@pytest.mark.parametrize(
    ("request_type", "error", "renewed"),
    [
        (HeartbeatRequest, 0, True),
        (HeartbeatRequest, 27, True),
        (HeartbeatRequest, 25, False),
        (LeaveGroupRequest, 0, False),
    ],
)
def test_only_an_answer_that_keeps_the_member_renews_it(request_type: Any, error: int, *, renewed: bool) -> None:
    """Error 27 is "rebalance in progress", 25 "unknown member"."""
    clock = Clock()
    lease = Lease(30.0, clock)

    async def send(_request: Any) -> Any:
        clock.now_s += 4.0  # while the answer is on its way
        return SimpleNamespace(error_code=error)

    coordinator = SimpleNamespace(_send_req=send)
    renew_from(coordinator, lease)
    asyncio.run(coordinator._send_req(request_type.__new__(request_type)))
    assert lease.age_s() == (4.0 if renewed else 0.0)


def test_no_produce_request_leaves_when_it_is_over() -> None:
    clock, sent = Clock(), []
    lease = Lease(30.0, clock)
    lease.renew(0.0)

    async def send(_node: int, request: Any, **_: Any) -> None:
        sent.append(request)

    request = ProduceRequest.__new__(ProduceRequest)
    asyncio.run(covered(send, lease)(0, request))
    clock.now_s = 21.0
    asyncio.run(covered(send, lease)(0, "metadata"))
    with pytest.raises(Ended):
        asyncio.run(covered(send, lease)(0, request))
    assert sent == [request, "metadata"]
