"""A small worker with the shape of the real one, run as a process by `test_rebalance`: three agents, two tables.

raw -> write documents -> bands (another partition) -> write lsh -> matches -> verdicts
"""

import logging
import sys
import time
from pathlib import Path
from typing import Any

from pipeline.app import Pipeline
from pipeline.runtime.logs import event as line
from pipeline.runtime.producer import Outgoing, send, send_batch
from pipeline.settings import Settings
from pipeline.state.kv import KV
from pipeline.state.store import store_of, write
from pipeline.worker import run_worker

WATCHDOG_S = 8.0

log = logging.getLogger("pipeline.rebalance_app")


class Entries:
    """A state that keeps each record and counts, in memory, what it holds."""

    def __init__(self, _table: str, _partition: int, kv: KV) -> None:
        self.kv = kv
        self.count = 0

    def load(self) -> None:
        """Count what was recovered."""
        self.count = sum(1 for _ in self.kv.items(b""))

    def apply(self, key: bytes, value: bytes) -> None:
        """Keep the record; the same one again changes nothing."""
        self.count += self.kv.get_many([key]) == [None]
        self.kv.write({key: value})


def define_agents(app: Pipeline) -> None:
    """Add the three agents."""
    settings = app.settings

    @app.agent(app.topic_of("raw"), concurrency=1)
    async def register(stream: Any) -> None:
        peak = 0
        async for event in stream.events():
            home, value = event.message.partition, event.value
            app.gate.consumed(home, event.message.offset, len(value))
            if app.gate.under_way[0] > peak:
                peak = app.gate.under_way[0]
                log.info(line("peak", batches=peak))
            await (await write(app.documents, home, value, b"%d" % home))
            band = (home + 1) % settings.band_partitions
            place = b"%d,%d" % (home, event.message.offset)
            await (await send(app, Outgoing(settings.topic("bands"), band, place, value)))

    @app.agent(app.topic_of("bands"), concurrency=1)
    async def look_up(stream: Any) -> None:
        async for event in stream.events():
            band = event.message.partition
            await (await write(app.lsh, band, event.value, event.key))
            home = int(event.key.split(b",")[0])
            await (await send(app, Outgoing(settings.topic("matches"), home, event.key, event.value)))

    @app.agent(app.topic_of("matches"), concurrency=1)
    async def judge(stream: Any) -> None:
        async for event in stream.events():
            home, value = event.message.partition, event.value
            known = store_of(app.documents).kv(home).get_many([value]) != [None]
            verdict = (value, b"known" if known else b"missing", {"run": b"test"})
            await (await send_batch(app, settings.topic("verdicts"), home, [verdict], int(time.time() * 1000)))
            app.gate.done(home, int(event.key.split(b",")[1]))


if __name__ == "__main__":
    bootstrap, prefix, index, folder, gate_batches = sys.argv[1:]
    chosen = Settings(
        bootstrap=bootstrap,
        prefix=prefix,
        worker_index=int(index),
        data_dir=Path(folder),
        session_timeout_s=10.0,
        heartbeat_interval_s=1.0,
        gate_batches=int(gate_batches),
        watchdog_s=WATCHDOG_S,
    )
    sys.exit(run_worker(chosen, Entries, define_agents))
