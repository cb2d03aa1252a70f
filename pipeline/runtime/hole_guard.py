"""The second line: a hole in the offsets of a source partition ends the process before anything past it is committed.

Never fired with `rebalance` in place. Does not judge changelogs, whose records are not acknowledged.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import cached_property
from typing import Any

from confluent_kafka import Consumer as Client
from confluent_kafka import TopicPartition
from faust.types import TP

from pipeline.edges.clients import client_config
from pipeline.runtime.ending import end_process
from pipeline.runtime.rebalance import SafeConsumer
from pipeline.settings import Settings

LOOK_S = 10.0  # how long the broker is asked what stands at an offset
SOON_MS = 20  # after which it answers that nothing more does


class GuardedConsumer(SafeConsumer):
    """Follows the offset that each source partition should deliver next.

    A jump is a hole unless the log itself has nothing there: its start has moved on (retention), or a second reader,
    asked for the expected offset, is given the same record (transactions of other producers leave markers and
    aborted records behind, which no reader is shown).
    """

    settings: Settings

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._expected: dict[TP, int] = {}

    def _forget(self, tp: TP) -> None:
        super()._forget(tp)
        self._expected.pop(tp, None)

    async def perform_seek(self) -> None:
        """Go back to the committed offsets, and expect these."""
        await super().perform_seek()
        self._expected = {tp: offset for tp, offset in self._read_offset.items() if offset}

    async def getmany(self, timeout: float) -> AsyncIterator[tuple[TP, Any]]:
        """Yield what Faust yields, unless something before it is missing."""
        async for tp, message in super().getmany(timeout):
            if not self._is_changelog_tp(tp):
                expected = self._expected.get(tp, message.offset)
                if message.offset > expected:
                    await self._explain(tp, expected, message.offset)
                self._expected[tp] = max(message.offset + 1, expected)
            yield tp, message

    async def _explain(self, tp: TP, expected: int, got: int) -> None:
        first = await asyncio.to_thread(first_offset_from, self._reader, tp, expected)
        if first is None or first < got:
            end_process(
                "hole-in-input", topic=tp.topic, partition=tp.partition, expected=expected, got=got, in_log=first
            )

    @cached_property
    def _reader(self) -> Client:
        return Client(
            client_config(
                self.settings,
                group_id=f"{self.settings.group}-hole-guard",
                enable_auto_commit=False,
                auto_offset_reset="earliest",
                isolation_level="read_committed",
                fetch_wait_max_ms=SOON_MS,
            )
        )


def first_offset_from(reader: Client, tp: TP, offset: int) -> int | None:
    """Return the offset of the first record at or after `offset` that the broker shows `reader`, None if none comes."""
    reader.assign([TopicPartition(tp.topic, tp.partition, offset)])
    message = reader.poll(LOOK_S)
    reader.unassign()
    return None if message is None or message.error() else message.offset()
