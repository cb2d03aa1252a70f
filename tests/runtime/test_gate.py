"""The gate's counting, and the reason for it: Faust's delivery stalls when an agent waits, and not with the gate."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import faust
import pytest
from faust.transport.conductor import ConductorCompiler
from faust.types import TP
from mode.utils.queues import FlowControlEvent, FlowControlQueue

from pipeline.runtime.gate import Gate

RAW, MATCHES = TP("raw", 0), TP("matches", 0)
BACKLOG, LIMIT, POLL, QUEUE = 300, 8, 64, 32


def test_it_closes_by_batches_and_by_bytes_and_opens_again() -> None:
    gate = Gate("raw", batches=2, size=100)
    gate.consumed(0, 5, 10)
    assert not gate.closed
    gate.consumed(1, 5, 10)
    assert gate.closed
    gate.done(0, 5)
    assert not gate.closed
    gate.consumed(0, 6, 90)
    assert gate.closed
    assert gate.under_way == (2, 100)


def test_counting_is_idempotent_and_ignores_what_it_does_not_know() -> None:
    gate = Gate("raw", batches=9, size=900)
    for _ in range(3):
        gate.consumed(0, 5, 10)
    assert gate.under_way == (1, 10)
    for _ in range(3):
        gate.done(0, 5)
        gate.done(7, 7)
    assert gate.under_way == (0, 0)


def test_a_revoked_home_is_forgotten_and_restored_from_its_table() -> None:
    gate = Gate("raw", batches=9, size=900)
    gate.consumed(0, 5, 10)
    gate.consumed(1, 5, 20)
    gate.forget(0)
    gate.forget(3)
    assert gate.under_way == (1, 20)
    gate.restore(0, {5: 10, 6: 11})
    gate.restore(0, {6: 11})
    assert gate.under_way == (3, 41)


def test_only_raw_is_left_out_and_only_while_closed() -> None:
    gate = Gate("raw", batches=1, size=100)
    assert gate.without_closed({RAW, MATCHES}) == {RAW, MATCHES}
    gate.consumed(0, 0, 1)
    assert gate.without_closed({RAW, MATCHES}) == {MATCHES}


class Delivery:
    """Faust's conductor and stream queues with two topics: the raw agent feeds matches, the matches agent finishes.

    The loop is the consumer's: it hands over records one by one, and waits wherever a stream's queue is full.
    """

    def __init__(self) -> None:
        flow = FlowControlEvent()
        flow.resume()
        self.paused: set[TP] = set()
        self.raw, self.matches = (self._channel(flow) for _ in range(2))
        conductor = SimpleNamespace(app=self._app())
        compiler: Any = ConductorCompiler()
        self.deliver: dict[TP, Callable[[Any], Awaitable[None]]] = {
            RAW: compiler.build(conductor, RAW, {self.raw}),
            MATCHES: compiler.build(conductor, MATCHES, {self.matches}),
        }
        self.log: list[int] = []
        self.finished = 0

    def _app(self) -> Any:
        async def at_once() -> None: ...

        consumer = SimpleNamespace(on_buffer_full=self.paused.add, on_buffer_drop=self.paused.discard)
        return SimpleNamespace(
            consumer=consumer,
            conf=faust.App("gate-test", broker="kafka://").conf,
            flow_control=SimpleNamespace(acquire=at_once),
            producer=SimpleNamespace(buffer=SimpleNamespace(wait_until_ebb=at_once)),
            sensors=SimpleNamespace(on_topic_buffer_full=lambda _tp: None),
        )

    @staticmethod
    def _channel(flow: FlowControlEvent) -> Any:
        async def decode(message: Any, **_: Any) -> Any:
            return message

        queue: Any = FlowControlQueue(maxsize=QUEUE, flow_control=flow, clear_on_resume=True)
        return Channel(queue, decode)

    async def consume(self, may_fetch_raw: Callable[[], bool]) -> None:
        """Deliver both topics until cancelled, as `Consumer._drain_messages` does."""
        at = {RAW: 0, MATCHES: 0}
        while True:
            fetched: list[tuple[TP, int]] = []
            for tp, end in ((RAW, BACKLOG), (MATCHES, len(self.log))):
                if tp not in self.paused and (tp != RAW or may_fetch_raw()):
                    upto = min(end, at[tp] + POLL)
                    fetched += [(tp, offset) for offset in range(at[tp], upto)]
                    at[tp] = upto
            for tp, offset in fetched:
                await self.deliver[tp](Message(tp, offset))
            await asyncio.sleep(0)

    async def agent_of_raw(self, gate: Gate, wait: Callable[[], Awaitable[None]]) -> None:
        """Pass each message on, after `wait`."""
        while True:
            message = await self.raw.queue.get()
            await wait()
            gate.consumed(0, message.offset, 1)
            self.log.append(message.offset)

    async def agent_of_matches(self, gate: Gate) -> None:
        """Finish each message."""
        while True:
            message = await self.matches.queue.get()
            gate.done(0, self.log[message.offset])
            self.finished += 1


class Channel:
    """What the conductor needs of a channel."""

    key_type = value_type = None

    def __init__(self, queue: Any, decode: Callable[..., Awaitable[Any]]) -> None:
        self.queue = queue
        self.decode = decode

    async def put(self, message: Any) -> None:
        await self.queue.put(message)


class Message:
    """What the conductor needs of a message."""

    refcount = 0

    def __init__(self, tp: TP, offset: int) -> None:
        self.tp = tp
        self.offset = offset

    def incref(self, _count: int = 1) -> None: ...

    def ack(self, *_: Any, **__: Any) -> None: ...


async def finished_with(*, waiting_agent: bool) -> int:
    """Run until all is finished or nothing moves; return how many messages were."""
    delivery, gate = Delivery(), Gate("raw", batches=LIMIT, size=BACKLOG)

    async def wait() -> None:
        while waiting_agent and gate.closed:  # noqa: ASYNC110  # this is the fault that is shown
            await asyncio.sleep(0)

    steps = (
        delivery.agent_of_raw(gate, wait),
        delivery.agent_of_matches(gate),
        delivery.consume(lambda: waiting_agent or not gate.closed),
    )
    tasks = [asyncio.ensure_future(step) for step in steps]
    before = -1
    while before != delivery.finished < BACKLOG:
        before = delivery.finished
        await asyncio.sleep(0.5)
    for task in tasks:
        task.cancel()
    return delivery.finished


@pytest.mark.parametrize(("waiting_agent", "all_finished"), [(True, False), (False, True)])
def test_an_agent_that_waits_stalls_delivery_and_the_gate_does_not(*, waiting_agent: bool, all_finished: bool) -> None:
    assert (asyncio.run(finished_with(waiting_agent=waiting_agent)) == BACKLOG) is all_finished
