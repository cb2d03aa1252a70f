"""Sending: each request to a broker is covered by the lease, each message is delivered or the process ends.

Retries what may come back, for a limited time; never drops a message and goes on. Does not split: a message that is
too large is the caller's mistake.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiokafka.errors import KafkaError, MessageSizeTooLargeError
from aiokafka.producer.message_accumulator import BatchBuilder
from aiokafka.protocol.produce import ProduceRequest
from faust.exceptions import NotReady, ProducerSendError
from faust.transport.drivers.aiokafka import Producer

from pipeline.errors import BadMessage
from pipeline.runtime.ending import end_process
from pipeline.runtime.lease import Lease

Headers = Mapping[str, bytes]
Message = tuple[bytes | None, bytes, Headers]  # key, value, headers
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 2.0
LOOK_S = 1.0  # between two looks at the lease while a delivery is waited for


class LeasedProducer(Producer):
    """Faust's producer; a produce request leaves only while the lease runs.

    Checked where the request is handed to the network, so that what aiokafka has queued or sends again is covered as
    well, also after the process was stopped and continued.
    """

    app: Any

    def _new_producer(self, transactional_id: str | None = None) -> Any:
        producer = super()._new_producer(transactional_id)
        producer.client.send = covered(producer.client.send, self.app.lease)
        return producer

    @property
    def client(self) -> Any:
        """The `AIOKafkaProducer`, once it is started."""
        return self._ensure_producer()


def covered(send: Callable[..., Awaitable[Any]], lease: Lease) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return `send` of an `AIOKafkaClient` with the lease checked before each produce request."""

    async def checked(node_id: int, request: Any, **options: Any) -> Any:
        if isinstance(request, ProduceRequest):
            lease.check()
        return await send(node_id, request, **options)

    return checked


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message and where it goes; the partition is always explicit."""

    topic: str
    partition: int
    key: bytes | None
    value: bytes
    headers: Headers = field(default_factory=dict)


async def send(app: Any, message: Outgoing) -> Awaitable[Any]:
    """Queue a message, stamped now, and return what ends when the broker has it (with the record's metadata).

    Order is kept per partition among calls made one after the other. Raises `BadMessage` when it exceeds the
    producer's limit. Whatever else fails is retried for `retry_s`, then the process ends with 75.
    """

    async def queue() -> Awaitable[Any]:
        try:
            return await queue_one(message.topic, message.key, message.value, message.partition, None, headers)
        except ProducerSendError as error:
            if isinstance(error.__cause__, MessageSizeTooLargeError):
                reason = f"{len(message.value)} bytes are too many for a message to {message.topic}"
                raise BadMessage(reason, stage=message.topic) from None
            raise

    queue_one: Callable[..., Awaitable[Awaitable[Any]]] = app.producer.send
    headers = dict(message.headers)
    return await _delivered(app, message.topic, message.partition, queue)


async def send_batch(
    app: Any, topic: str, partition: int, messages: Sequence[Message], timestamp_ms: int
) -> Awaitable[Any]:
    """Queue many messages to one partition at the cost of a few, and return what ends when the broker has them all.

    In order, also among calls: but two calls for one partition must not overlap, so hold a lock per partition. Nothing
    is copied twice: the records go into aiokafka's own batches, a new one begins when one is full.
    """
    batches = _batches(app.producer.client, messages, timestamp_ms)
    return asyncio.gather(
        *[await _delivered(app, topic, partition, _queue_batch(app, batch, topic, partition)) for batch in batches]
    )


def _queue_batch(app: Any, batch: BatchBuilder, topic: str, partition: int) -> Callable[[], Awaitable[Awaitable[Any]]]:
    async def queue() -> Awaitable[Any]:
        delivery: Awaitable[Any] = await app.producer.client.send_batch(batch, topic, partition=partition)
        return delivery

    return queue


def _batches(producer: Any, messages: Sequence[Message], timestamp_ms: int) -> list[BatchBuilder]:
    batches: list[BatchBuilder] = []
    for key, value, headers in messages:
        record = {"timestamp": timestamp_ms, "key": key, "value": value, "headers": list(headers.items())}
        if not batches or batches[-1].append(**record) is None:
            batches.append(producer.create_batch())
            batches[-1].append(**record)  # the first record of a batch always fits
    for batch in batches:
        batch.close()
    return batches


async def _delivered(
    app: Any, topic: str, partition: int, queue: Callable[[], Awaitable[Awaitable[Any]]]
) -> Awaitable[Any]:
    deadline_s = time.monotonic() + app.settings.retry_s
    pause_s = FIRST_PAUSE_S
    while True:
        app.lease.check()
        try:
            delivery = await queue()
            break
        except (ProducerSendError, KafkaError, NotReady) as error:
            if time.monotonic() + pause_s > deadline_s:
                end_process("send-failed", topic=topic, partition=partition, error=repr(error))
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
    return asyncio.ensure_future(_wait(app.lease, topic, partition, delivery, deadline_s))


async def _wait(lease: Lease, topic: str, partition: int, delivery: Awaitable[Any], deadline_s: float) -> Any:
    future = asyncio.ensure_future(delivery)
    while not future.done():
        await asyncio.wait([future], timeout=LOOK_S)
        lease.check()
        if not future.done() and time.monotonic() > deadline_s:
            end_process("not-delivered", topic=topic, partition=partition)
    if future.exception() is not None:
        end_process("not-delivered", topic=topic, partition=partition, error=repr(future.exception()))
    return future.result()
