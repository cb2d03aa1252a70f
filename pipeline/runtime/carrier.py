"""Carry out what a stage has decided: write, acknowledge, speak, send, close; and keep every event until that is done.

Decides nothing about documents. All outputs of an event are delivered before its iteration ends, and no exception
leaves the loop of an agent: Faust would acknowledge the event and go on (design, section 7 rules 3 and 4).
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import mmh3

from pipeline.app import Pipeline
from pipeline.columns import check_runs, pack, unpack
from pipeline.edges.dead_letters import DeadLetter, dead_letter_headers
from pipeline.errors import BadMessage, BadSetup
from pipeline.packed import Batch, Kind
from pipeline.plans import Plan, Send, Speech, Spoken
from pipeline.runtime.ending import end_for, end_process
from pipeline.runtime.logs import event as line
from pipeline.runtime.producer import Headers, Outgoing, send, send_batch
from pipeline.stages.normalised import RawMessage, Refused, forwarded_messages
from pipeline.state.damage import as_setup
from pipeline.state.documents import HomeState
from pipeline.state.lsh import BandState
from pipeline.state.store import store_of, write
from pipeline.steps import speak

KEYS = {Kind.REGISTRATION: b"b", Kind.FACTS: b"f", Kind.DONE: b"o", Kind.SEGMENT: b"s"}
TRAVELLING = {Kind.BANDS, Kind.CANDIDATES}  # all other batches lie on their home's own partition
CE_VERSION = b"1.0"

log = logging.getLogger(__name__)


class Carrier:
    """The hands of the agents: one per app."""

    def __init__(self, app: Pipeline) -> None:
        self.app, self.settings = app, app.settings
        self.profile, self.identity = app.settings.parameters, app.settings.parameters.identity
        self.locks: dict[int, asyncio.Lock] = {}
        self.ticked: dict[int, dict[int, int]] = {}

    def home(self, partition: int) -> HomeState:
        """State of a home partition that this worker owns."""
        state = store_of(self.app.documents).states[partition]
        if not isinstance(state, HomeState):
            raise TypeError(f"documents holds a {type(state).__name__}")
        return state

    def band(self, partition: int) -> BandState:
        """State of a band partition that this worker owns."""
        state = store_of(self.app.lsh).states[partition]
        if not isinstance(state, BandState):
            raise TypeError(f"lsh holds a {type(state).__name__}")
        return state

    async def roomy_band(self, partition: int, documents: int) -> BandState:
        """State of a band partition with room for so many documents; growing and compacting happen beside the loop."""
        band = self.band(partition)
        band.expire()
        if band.is_crowded():
            await asyncio.to_thread(band.compact)
        if band.index.needs_room(documents):
            await asyncio.to_thread(band.index.make_room, documents)
        return band

    @asynccontextmanager
    async def keep(self, event: Any, stage: str) -> AsyncIterator[None]:
        """Hold an event: bad data becomes a dead letter, anything unexpected ends the process uncommitted."""
        try:
            yield
        except BadMessage as error:
            await self.refuse(event, stage, [Refused(error.index, error.reason, event.message.value or b"")])
        except BadSetup as error:
            end_for(error)
        except Exception as error:  # whatever it is, going on would lose the event
            if (mendable := as_setup(error, self.settings.worker_dir)) is not None:
                end_for(mendable)
            message = event.message
            log.exception(line("stage-failed", stage=stage, topic=message.topic, offset=message.offset))
            end_process(
                "stage-failed", stage=stage, topic=message.topic, partition=message.partition, error=repr(error)
            )

    async def refuse(self, event: Any, stage: str, refused: list[Refused]) -> None:
        """Send refused documents to `dead-letters`, with the original bytes, and wait until they are there."""
        message = event.message
        for item in refused:
            letter = DeadLetter(message.topic, message.partition, message.offset, item.index, stage, item.reason)
            headers = dict(dead_letter_headers(letter))
            topic = self.settings.topic("dead-letters")
            await (await send(self.app, Outgoing(topic, 0, message.key, item.original, headers)))

    def read(self, event: Any, kind: Kind) -> Batch:
        """Decode the packed batch of an event; raises `BadMessage` for anything else, a null value included.

        A batch of another profile is such a thing as well: ending for it would mean ending again after each start.
        """
        message, stage = event.message, kind.name.lower()
        try:
            batch = unpack(message.value or b"", kind, self.identity)
        except BadSetup as error:
            raise BadMessage(f"{error.sentence} {error.advice}", stage=stage) from error
        check_runs(batch)
        if batch.home >= self.settings.homes or (kind not in TRAVELLING and batch.home != message.partition):
            raise BadMessage(f"The batch is of home {batch.home}, which is not served here.", stage=stage)
        if batch.offset < 0:
            raise BadMessage(f"The batch is of offset {batch.offset}, which no message has.", stage=stage)
        return batch

    def raw(self, event: Any) -> RawMessage:
        """The raw message of an event, counted by the gate from now on."""
        message = event.message
        self.app.gate.consumed(message.partition, message.offset, len(message.value or b""))
        run = dict(message.headers or ()).get("firstprint-run") or b""
        timestamp_ms = round(message.timestamp * 1000)
        return RawMessage(
            message.partition, message.offset, timestamp_ms, message.value, run[:24].decode("ascii", "replace")
        )

    async def forward(self, forwards: dict[int, list[bytes]], run: str) -> None:
        """Send documents on to the raw partition of their own home."""
        headers = {"firstprint-run": run.encode()} if run else {}
        for home, value in forwarded_messages(forwards):
            await (await send(self.app, Outgoing(self.settings.topic("raw"), home, None, value, headers)))

    async def send(self, send_to: Send) -> None:
        """Send a batch on, and wait until it is there."""
        await (await self.post(send_to.noun, send_to.partition, send_to.batch))

    async def post(self, noun: str, partition: int, batch: Batch) -> Awaitable[Any]:
        """Queue a packed batch for a partition; the result ends when the broker has it."""
        value = pack(batch, self.identity)
        headers = self.headers(noun, f"{batch.home}-{batch.offset}-{batch.hop}", batch.run)
        return await send(self.app, Outgoing(self.settings.topic(noun), partition, None, value, headers))

    def headers(self, noun: str, name: str, run: str) -> dict[str, bytes]:
        """CloudEvents headers (Kafka binding, binary mode) with a stable id, and ours."""
        return {
            "ce_specversion": CE_VERSION,
            "ce_id": name.encode(),
            "ce_type": f"firstprint.{noun}".encode(),
            "ce_source": self.settings.group.encode(),
            "firstprint-run": (run or self.settings.run).encode(),
            "firstprint-profile": self.identity.encode(),
        }

    async def carry_out(self, table: Any, partition: int, plan: Plan, run: str) -> None:
        """Carry out a plan in its order; returns when everything is delivered."""
        await self.store(table, partition, plan.records)
        deliveries = [await self.say(partition, plan.speeches, run)] if plan.speeches else []
        deliveries += [await self.post(item.noun, item.partition, item.batch) for item in plan.sends]
        if deliveries:
            await asyncio.gather(*deliveries)
        await self.store(table, partition, plan.closing)

    async def store(self, table: Any, partition: int, records: list[Batch]) -> None:
        """Write records to a table and wait for their acknowledgement."""
        acknowledgements = [
            await write(
                table, partition, KEYS[batch.kind] + batch.offset.to_bytes(8, "big"), pack(batch, self.identity)
            )
            for batch in records
        ]
        for acknowledgement in acknowledgements:
            await acknowledgement

    async def say(self, partition: int, speeches: list[Speech], run: str) -> Awaitable[Any]:
        """Build verdicts from the table and hand them to the producer, under the lock of their home (rule 8)."""
        async with self.locks.setdefault(partition, asyncio.Lock()):
            messages = [self.message(spoken, run) for spoken in speak(self.home(partition), speeches)]
            topic = self.settings.topic("verdicts")
            return await send_batch(self.app, topic, partition, messages, round(time.time() * 1000))

    def message(self, spoken: Spoken, run: str) -> tuple[bytes, bytes, Headers]:
        """A verdict as key, value and headers."""
        name = mmh3.mmh3_x64_128_digest(spoken.key + spoken.revision).hex()
        headers = self.headers("verdict", name, run)
        headers["firstprint-revision"] = spoken.revision.hex().encode()
        headers["firstprint-cause"] = spoken.cause.encode()
        if spoken.late:
            headers["firstprint-late"] = b"true"
        return spoken.key, spoken.value, headers

    async def finish(
        self, partition: int, offset: int, ticks: Callable[[HomeState, dict[int, int]], list[tuple[int, bytes]]]
    ) -> None:
        """After a batch is done: open the gate, tick silent homes, let go of what has expired."""
        self.app.gate.done(partition, offset)
        home = self.home(partition)
        for other, value in ticks(home, self.ticked.setdefault(partition, {})):
            await (await send(self.app, Outgoing(self.settings.topic("raw"), other, None, value)))
        home.expire()
