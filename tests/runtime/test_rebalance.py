"""The contract with Faust, mode and aiokafka: every private name that we use or override, and the exact versions."""

import asyncio
import importlib.metadata
import inspect
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from aiokafka.consumer.group_coordinator import CoordinatorGroupRebalance, GroupCoordinator
from aiokafka.consumer.subscription_state import TopicPartitionState
from aiokafka.producer.message_accumulator import BatchBuilder
from aiokafka.producer.sender import SendProduceReqHandler
from faust.app.base import App
from faust.stores import rocksdb
from faust.tables.manager import TableManager
from faust.tables.recovery import Recovery
from faust.transport.consumer import Consumer as BaseConsumer
from faust.transport.drivers.aiokafka import AIOKafkaConsumerThread, Consumer, ConsumerRebalanceListener, Producer
from faust.types import TP
from mode import Worker

from pipeline.app import make_app
from pipeline.errors import BadSetup
from pipeline.runtime import rebalance
from pipeline.runtime.rebalance import (
    EXACT,
    SafeRecovery,
    SafeTables,
    check_versions,
    partitions_by_topic,
    refuse_changelog,
)
from pipeline.settings import Settings
from pipeline.state.make import make_state

METHODS = {
    AIOKafkaConsumerThread: ("_fetch_records", "_create_worker_consumer", "_ensure_consumer", "on_start"),
    Consumer: (
        "_wait_next_records",
        "_getmany",
        "_get_active_partitions",
        "_is_changelog_tp",
        "_new_consumer_thread",
        "on_partitions_revoked",
        "perform_seek",
        "getmany",
        "stop_flow",
        "resume_flow",
        "wait_for_stopped_flow",
        "resume_partitions",
        "highwater",
    ),
    Producer: ("_new_producer", "_ensure_producer"),
    Recovery: (
        "on_rebalance",
        "on_recovery_completed",
        "_resume_streams",
        "_set_recovery_ended",
        "_wait",
        "_seek_offsets",
        "_build_offsets",
        "_is_changelog_tp",
    ),
    TableManager: ("recovery", "on_actives_ready", "on_standbys_ready"),
    App: ("_new_transport", "_new_producer_transport", "on_rebalance_start", "on_rebalance_end"),
    Worker: ("_schedule_shutdown", "on_startup_finished"),
    rocksdb.Store: (
        "_db_for_partition",
        "_open_for_partition",
        "partition_path",
        "persisted_offset",
        "set_persisted_offset",
        "revoke_partitions",
        "apply_changelog_batch",
        "on_recovery_completed",
    ),
    GroupCoordinator: ("_send_req",),
    BatchBuilder: ("append", "close"),
    AIOKafkaProducer: ("create_batch", "send_batch"),
}
ASSIGNED = {  # attributes that are set when an object is made, by the text that sets them
    BaseConsumer: (
        "self._gap =",
        "self._acked =",
        "self._acked_index =",
        "self._read_offset =",
        "self._committed_offset =",
        "self.not_waiting_next_records =",
        "self.can_resume_flow =",
        "self._on_partitions_revoked =",
        "self._active_partitions =",
        "self._paused_partitions =",
    ),
    App: ("self.rebalancing_count += 1", "self.rebalancing = True"),
    ConsumerRebalanceListener: ("thread.app.on_rebalance_start()", "thread.app.consumer_generation_id = generation"),
    Recovery: (
        "self.active_offsets =",
        "self.standby_tps =",
        "self.standby_offsets =",
        "self.tp_to_table =",
        "self.completed =",
    ),
    AIOKafkaConsumer: (
        "self._isolation_level =",
        "isolation_level=self._isolation_level",
        "self._fetch_max_wait_ms =",
        "fetch_max_wait_ms=self._fetch_max_wait_ms",
        "self._coordinator =",
        "self._subscription =",
    ),
    TopicPartitionState: ("self.lso =", "def position", "def has_valid_position"),
    rocksdb.Store: ("self._dbs =",),
}


@pytest.mark.parametrize(("owner", "name"), [(owner, name) for owner, names in METHODS.items() for name in names])
def test_what_is_overridden_or_called_is_there(owner: type, name: str) -> None:
    if (owner, name) != (Worker, "on_startup_finished"):  # Faust's own worker adds it
        assert hasattr(owner, name)


@pytest.mark.parametrize(("owner", "text"), [(owner, text) for owner, texts in ASSIGNED.items() for text in texts])
def test_the_attributes_that_are_used_are_set(owner: type, text: str) -> None:
    assert text in inspect.getsource(owner)


def test_requests_go_through_the_calls_that_are_wrapped() -> None:
    for function in (GroupCoordinator._do_heartbeat, CoordinatorGroupRebalance.perform_group_join):
        assert "_send_req(request)" in inspect.getsource(function)
    assert "self._client.send(node_id, request)" in inspect.getsource(SendProduceReqHandler.do)


def test_stock_faust_still_has_the_faults_that_are_mended() -> None:
    """When this fails, an upgrade has mended one of them, and its part of the override may go."""
    assert inspect.getsource(BaseConsumer._wait_next_records).count("not_waiting_next_records.set()") == 2
    assert "frozenset" not in inspect.getsource(AIOKafkaConsumerThread._fetch_records)
    completed = inspect.getsource(Recovery.on_recovery_completed)
    assert completed.index("resume_partitions") < completed.index("perform_seek")


def test_a_recovery_is_overtaken_as_soon_as_another_rebalance_begins(tmp_path: Path) -> None:
    """Not only by its end: what was let in until then would be of partitions that are about to be lost."""

    async def within() -> tuple[bool, bool, bool]:
        settings = Settings(data_dir=tmp_path)
        app = make_app(settings, partial(make_state, settings))
        assert isinstance(app.tables, SafeTables)
        recovery = app.tables.recovery
        assert isinstance(recovery, SafeRecovery)
        app.on_rebalance_start()
        app.consumer_generation_id = 3
        await recovery.on_rebalance(set(), set(), set(), 3)
        first = recovery._is_overtaken(3)
        app.on_rebalance_start()
        return first, recovery._is_overtaken(3), recovery._is_overtaken(2)

    assert asyncio.run(within()) == (False, True, True)


def test_exactly_the_measured_versions_are_installed_and_others_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check_versions()
    assert {name: importlib.metadata.version(name) for name in EXACT} == EXACT
    monkeypatch.setattr(rebalance, "EXACT", {"aiokafka": "0.13.0"})
    with pytest.raises(BadSetup, match=r"pip install aiokafka==0\.13\.0"):
        check_versions()


@pytest.mark.parametrize(
    ("persisted", "start", "end", "refused"),
    [
        (None, 0, 0, False),
        (None, 500, 900, False),  # an empty folder and a log that retention has cut: all that is needed is in the log
        (899, 0, 900, False),
        (499, 500, 900, False),  # goes on exactly where the local state ends
        (498, 500, 900, True),  # offset 499 is nowhere
        (900, 0, 900, True),  # the local state has what the log never had
        (5, 0, 0, True),  # the changelog was made anew
        (499, 500, 500, False),  # everything expired while the worker was away, and all of it is here
        (3, None, None, False),
    ],
)
def test_a_changelog_must_continue_the_local_state(persisted: Any, start: Any, end: Any, *, refused: bool) -> None:
    assert (refuse_changelog(TP("lsh", 1), persisted, start, end) is not None) is refused


def test_an_assignment_is_shown_by_topic() -> None:
    assert partitions_by_topic({TP("b", 2), TP("a", 0), TP("b", 1)}) == {"a": "0", "b": "1,2"}
