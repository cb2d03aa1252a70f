"""Delivery: batches keep order and size, what may come back is retried, what does not ends the process."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from aiokafka.errors import KafkaTimeoutError, MessageSizeTooLargeError
from aiokafka.producer.message_accumulator import BatchBuilder
from faust.exceptions import ProducerSendError

from pipeline.errors import BadMessage
from pipeline.runtime import producer as module
from pipeline.runtime.lease import Lease
from pipeline.runtime.producer import Outgoing, send, send_batch


class Ended(BaseException):
    """In place of the end of the process."""


@pytest.fixture(autouse=True)
def ending(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(name: str, **_: object) -> None:
        raise Ended(name)

    monkeypatch.setattr(module, "end_process", end)


def app_that(send_one: Any, retry_s: float = 5.0) -> Any:
    return SimpleNamespace(
        producer=SimpleNamespace(send=send_one), lease=Lease(30.0), settings=SimpleNamespace(retry_s=retry_s)
    )


def failing(times: int, error: Exception) -> tuple[Any, list[Any]]:
    """Return a `send` that fails so often and then delivers, and what it was given."""
    given: list[Any] = []

    async def send_one(*arguments: Any) -> Any:
        given.append(arguments)
        if len(given) <= times:
            raise error
        delivery = asyncio.get_running_loop().create_future()
        delivery.set_result("metadata")
        return delivery

    return send_one, given


async def sent(app: Any) -> Any:
    return await (await send(app, Outgoing("t", 3, b"k", b"v", {"h": b"1"})))


def test_a_message_goes_where_it_is_told_and_its_record_comes_back() -> None:
    send_one, given = failing(0, ProducerSendError())
    assert asyncio.run(sent(app_that(send_one))) == "metadata"
    assert given == [("t", b"k", b"v", 3, None, {"h": b"1"})]


def test_what_may_come_back_is_retried_in_place() -> None:
    send_one, given = failing(3, ProducerSendError("not now"))
    assert asyncio.run(sent(app_that(send_one))) == "metadata"
    assert len(given) == 4


def test_what_does_not_come_back_in_time_ends_the_process() -> None:
    send_one, _ = failing(99, ProducerSendError("never"))
    with pytest.raises(Ended, match="send-failed"):
        asyncio.run(sent(app_that(send_one, retry_s=0.2)))


def test_a_message_over_the_limit_is_bad_data() -> None:
    error = ProducerSendError("too large")
    error.__cause__ = MessageSizeTooLargeError()
    send_one, given = failing(99, error)
    with pytest.raises(BadMessage):
        asyncio.run(sent(app_that(send_one)))
    assert len(given) == 1


@pytest.mark.parametrize("error", [KafkaTimeoutError(), None])
def test_a_delivery_that_fails_or_never_comes_ends_the_process(error: Exception | None) -> None:
    async def send_one(*_: Any) -> Any:
        delivery = asyncio.get_running_loop().create_future()
        if error is not None:
            delivery.set_exception(error)
        return delivery

    with pytest.raises(Ended, match="not-delivered"):
        asyncio.run(sent(app_that(send_one, retry_s=0.1)))


def test_a_batch_is_sent_in_order_in_as_few_batches_as_it_fits() -> None:
    built: list[BatchBuilder] = []
    counts: list[int] = []

    def create_batch() -> BatchBuilder:
        built.append(BatchBuilder(1000, 0))
        return built[-1]

    async def deliver(batch: BatchBuilder, topic: str, *, partition: int) -> Any:
        assert (topic, partition, batch.closed()) == ("verdicts", 2, True)
        assert batch is built[len(counts)]
        counts.append(batch.record_count())
        delivery = asyncio.get_running_loop().create_future()
        delivery.set_result(None)
        return delivery

    app = app_that(None)
    app.producer.client = SimpleNamespace(create_batch=create_batch, send_batch=deliver)
    messages = [(b"k%d" % n, b"v" * size, {"h": b"x"}) for n, size in enumerate([100] * 20 + [5000] + [100] * 3)]

    async def run() -> None:
        await (await send_batch(app, "verdicts", 2, messages, 1_700_000_000_000))

    asyncio.run(run())
    assert sum(counts) == 24
    assert len(counts) <= 6
    assert 1 in counts  # the large one travels alone
