"""Speak again where a worker that has lost a home may have had the last word on it.

Compaction keeps the last verdict of a document, not the highest. The lease lets a worker that the group has given up
send nothing more, but what it had sent may arrive after the first words of the home's new owner, and be lower. Once
such words must have arrived, the owner reads back what was said since it took the home. Changes no state.
"""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from confluent_kafka import Consumer, Message, TopicPartition
from faust.types import TP

from pipeline.edges.clients import client_config, kafka_errors
from pipeline.edges.verdicts import READER, spoken_of
from pipeline.errors import Unavailable
from pipeline.plans import Speech
from pipeline.runtime.carrier import Carrier
from pipeline.runtime.logs import event
from pipeline.settings import Settings
from pipeline.state.store import store_of
from pipeline.steps import overtaken

LOOK_S = 0.5
MESSAGES, POLL_S = 500, 0.2
SILENT_S = 30.0
SKEW_S = 10.0  # between the clocks of two workers; all that is written later is the owner's own (88 us a verdict less)
AT_A_TIME = 500  # documents looked at in one step of the event loop: a few milliseconds

log = logging.getLogger(__name__)


class SpeakingAgain:
    """Looks after each home of this worker once, a session timeout after the last rebalance.

    After every rebalance and for all homes: a worker that slept through one does not know that a home was not its own
    meanwhile.
    """

    def __init__(self, carrier: Carrier) -> None:
        self.carrier, self.app, self.settings = carrier, carrier.app, carrier.settings
        self.taken_s: dict[int, float] = {}
        self.app.on_partitions_assigned.connect(self._take)  # type: ignore[arg-type]  # called so

    async def _take(self, _app: Any, assigned: set[TP], **_: Any) -> None:
        raw, now_s = self.settings.topic("raw"), time.time()
        self.taken_s = {tp.partition: now_s for tp in assigned if tp.topic == raw}

    async def run(self) -> None:
        """Look, until the app ends."""
        while not self.app.should_stop:
            await asyncio.sleep(LOOK_S)
            for home, taken_s in list(self.taken_s.items()):
                if time.time() - taken_s > self.settings.session_timeout_s and not self.app.rebalancing:
                    await self._look_at(home, taken_s)

    async def _look_at(self, home: int, taken_s: float) -> None:
        since_s, until_s = taken_s - self.settings.session_timeout_s, taken_s + SKEW_S
        try:
            last = await asyncio.to_thread(
                last_revisions, self.settings, home, round(since_s * 1000), round(until_s * 1000)
            )
        except Unavailable as error:  # looked at again: what was said stays where it is
            log.warning(event("not-read-back", home=home, reason=error))
            return
        again = 0
        pairs = iter(last.items())
        while part := dict(islice(pairs, AT_A_TIME)):
            if self.taken_s.get(home) != taken_s:
                return  # another rebalance, after which this begins anew
            again += await self._speak(home, part)
        if self.taken_s.get(home) == taken_s:
            del self.taken_s[home]
        log.info(event("read-back", home=home, documents=len(last), spoken_again=again))

    async def _speak(self, home: int, last: dict[bytes, bytes]) -> int:
        if home not in store_of(self.app.documents).states:
            return 0
        numbers = overtaken(self.carrier.home(home), last)
        if numbers:
            await (await self.carrier.say(home, [Speech(number, "revised") for number in numbers], ""))
        return len(numbers)


def last_revisions(settings: Settings, partition: int, since_ms: int, until_ms: int) -> dict[bytes, bytes]:
    """Return of each document the revision of its last verdict, of those that a partition took since a time.

    Only of verdicts that were written before `until_ms`: a former owner wrote none after that, however late they came.
    Of messages without a revision, which are not ours, none is returned. Raises `Unavailable`.
    """
    found: dict[bytes, bytes] = {}
    with kafka_errors(settings):
        reader = Consumer(client_config(settings, **READER))
        try:
            for message in _messages(reader, TopicPartition(settings.topic("verdicts"), partition), since_ms):
                if message.timestamp()[1] > until_ms:
                    found.pop(message.key() or b"", None)  # the owner's own words, and the last so far
                    continue
                spoken = spoken_of(message)
                if spoken is not None and spoken.revision:
                    with suppress(ValueError):  # anybody may write to a topic
                        found[spoken.id] = bytes.fromhex(spoken.revision.decode("ascii"))
        finally:
            reader.close()
    return found


def _messages(reader: Consumer, part: TopicPartition, since_ms: int) -> Iterator[Message]:
    """Yield what a partition holds from a time on; markers of transactions are passed over at its end."""
    _, end = reader.get_watermark_offsets(part, SILENT_S)
    (start,) = reader.offsets_for_times([TopicPartition(part.topic, part.partition, since_ms)], SILENT_S)
    if start.offset < 0 or start.offset >= end:
        return
    reader.assign([start])
    heard_s, after = time.monotonic(), start.offset
    while after < end:
        messages = reader.consume(MESSAGES, POLL_S)
        if not messages and time.monotonic() - heard_s > SILENT_S:
            raise Unavailable("Kafka does not answer")
        for message in messages:
            heard_s = time.monotonic()
            if message.error() is not None:
                after = end  # the partition's end, said by `enable_partition_eof`
                continue
            after = (message.offset() or 0) + 1
            yield message
