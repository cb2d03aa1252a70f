"""Run the Faust worker in this process: boot checks, signals, exit codes.

Knows neither agents nor tables: it is handed what defines them. The codes: 0 after SIGTERM or SIGINT, 2 for what a
user has to mend, 75 for what may work when tried again, 1 for a mistake in the program.
"""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import faust
from aiokafka.errors import KafkaError

from pipeline.app import Pipeline, make_app
from pipeline.collector import spare_collector
from pipeline.edges.topic_admin import check_topics
from pipeline.errors import BadSetup, Unavailable
from pipeline.runtime.belonging import check_belonging
from pipeline.runtime.claim import claimed
from pipeline.runtime.ending import TRY_AGAIN
from pipeline.runtime.logs import event, set_up_logs
from pipeline.settings import Settings
from pipeline.state.store import MakeState

PAUSE_S = 1.0  # between two tries to reach Kafka at boot

log = logging.getLogger(__name__)


def run_worker(settings: Settings, make_state: MakeState, define_agents: Callable[[Pipeline], Any]) -> int:
    """Run until a signal or a failure and return the exit code; call it from the main thread, once a process.

    `make_state` makes the state of one table's partition, `define_agents` adds the agents to the app before it starts.
    Raises `BadSetup` and `Unavailable` from the checks at boot.
    """
    set_up_logs(settings.log_level)
    app = make_app(settings, make_state)
    define_agents(app)
    check_at_boot(settings)
    with claimed(settings.worker_dir, settings.stop_s + PAUSE_S):
        check_belonging(settings)
        worker = Worker(app)
        log.info(event("worker-starts", bootstrap=settings.bootstrap, group=settings.group, data=settings.worker_dir))
        code = worker.run()
    log.info(event("worker-ends", code=code))
    return code


def check_at_boot(settings: Settings) -> None:
    """Check the topics, waiting for a Kafka that is not there yet for `retry_s`; raises `BadSetup`, `Unavailable`."""
    deadline_s = time.monotonic() + settings.retry_s
    while True:
        try:
            return check_topics(settings)
        except Unavailable as error:
            if time.monotonic() + PAUSE_S > deadline_s:
                raise
            log.warning(event("waiting-for-kafka", reason=error))
        time.sleep(PAUSE_S)


class Worker(faust.Worker):
    """Faust's worker, quiet, with our logs, a limit to how long a stop may take, and an exit code."""

    def __init__(self, app: Pipeline) -> None:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        super().__init__(app, loop=loop, quiet=True, override_logging=False, redirect_stdouts=False)
        self.spinner = None
        self._stop_s = app.settings.stop_s

    def run(self) -> int:
        """Start, wait for the end, stop, and return the exit code."""
        self._starting_fut = asyncio.ensure_future(self.start(), loop=self.loop)
        try:
            self.loop.run_until_complete(self._starting_fut)
        except asyncio.CancelledError:
            pass  # a signal during the start
        except Exception as error:  # noqa: BLE001  # becomes the exit code
            self.crash_reason = self.crash_reason or error
        code = self._code()
        self._limit_stop(code)
        self.loop.run_until_complete(self._signal_stop_future or self.stop())
        self.loop.run_until_complete(self._cancel_rest())
        return code

    def _code(self) -> int:
        reason = self.crash_reason
        if reason is None:
            return os.EX_OK
        if isinstance(reason, BadSetup):
            raise reason
        log.critical(event("worker-crashed", error=repr(reason)), exc_info=reason)
        return TRY_AGAIN if isinstance(reason, KafkaError | Unavailable) else 1

    def _schedule_shutdown(self, signal: signal.Signals) -> None:
        self._limit_stop(os.EX_OK)
        super()._schedule_shutdown(signal)

    def _limit_stop(self, code: int) -> None:
        """End the process when the stop takes longer than `stop_s`, also if the loop is blocked."""
        timer = threading.Timer(self._stop_s, self._cut_short, (code,))
        timer.daemon = True
        timer.start()

    def _cut_short(self, code: int) -> None:
        log.warning(event("stop-cut-short", after_s=self._stop_s, code=code))
        os._exit(code)

    async def on_startup_finished(self) -> None:
        """Say once that the app runs; its partitions may still be on their way."""
        await super().on_startup_finished()
        spare_collector()
        log.info(event("worker-started"))

    async def _cancel_rest(self) -> None:
        rest = [task for task in asyncio.all_tasks(self.loop) if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
