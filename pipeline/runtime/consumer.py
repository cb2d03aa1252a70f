"""The Kafka driver of our Faust app: its consumer with gate, lease and short fetches, and its producer with the lease.

Decides nothing itself; the parts are in the modules beside it.
"""

from typing import Any

from faust.transport.drivers.aiokafka import Transport
from faust.types import TP

from pipeline.runtime.gate import POLL_S, Gate
from pipeline.runtime.hole_guard import GuardedConsumer
from pipeline.runtime.lease import renew_from
from pipeline.runtime.producer import LeasedProducer
from pipeline.runtime.rebalance import SafeThread


class PipelineThread(SafeThread):
    """Short fetches of committed records, and group requests that renew the lease."""

    app: Any

    def _create_worker_consumer(self, transport: Any) -> Any:
        consumer = super()._create_worker_consumer(transport)
        # Both are read when the client starts. Faust hard-codes 1500 ms, and reads what other producers have aborted.
        consumer._fetch_max_wait_ms = self.app.settings.fetch_wait_ms
        consumer._isolation_level = "read_committed"
        return consumer

    async def on_start(self) -> None:
        """Start the client, then watch its requests to the group's coordinator."""
        await super().on_start()
        renew_from(self._ensure_consumer()._coordinator, self.app.lease)


class PipelineConsumer(GuardedConsumer):
    """Leaves raw out of the fetch while the gate is closed."""

    app: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.settings = self.app.settings
        self.gate: Gate = self.app.gate

    def _new_consumer_thread(self) -> PipelineThread:
        return PipelineThread(self, loop=self.loop, beacon=self.beacon)

    def _wanted(self, active: set[TP]) -> frozenset[TP]:
        return self.gate.without_closed(active)

    def input_waits(self, tp: TP) -> bool:
        """Return whether a partition has records to be fetched, or some that were delivered and are not committed.

        Positions are compared, not counts: at the end of a log there may be markers of transactions, which are
        never delivered and so never committed.
        """
        if self._expected.get(tp, 0) > (self._committed_offset[tp] or 0):
            return True
        subscription = self._thread._ensure_consumer()._subscription.subscription
        state = subscription.assignment.state_value(tp) if subscription and subscription.assignment else None
        if state is None or not state.has_valid_position or state.lso is None:
            return False
        return bool(state.lso > state.position)

    async def _wait_next_records(self, timeout: float) -> tuple[Any, Any]:
        return await super()._wait_next_records(POLL_S if self.gate.closed else timeout)


class PipelineTransport(Transport):
    """What `pipeline.app` gives Faust in place of its own driver."""

    Consumer = PipelineConsumer
    Producer = LeasedProducer
