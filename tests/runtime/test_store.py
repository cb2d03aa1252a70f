"""The store of the tables: one code for live writes and recovery, and an offset that never claims too much."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from faust.types import TP
from hypothesis import given
from hypothesis import strategies as st

from pipeline.app import Pipeline, make_app
from pipeline.errors import BadSetup
from pipeline.settings import Settings
from pipeline.state import store as module
from pipeline.state.kv import KV, RESERVED, MemoryKV, RocksKV
from pipeline.state.store import Acknowledged, PackedStore, Storage, store_of, write

CHANGELOG = "firstprint-documents-changelog"


class Chain:
    """A state whose records read what earlier ones wrote: `last` becomes the value, `links` the whole history."""

    def __init__(self, table: str, partition: int, kv: KV) -> None:
        self.table, self.partition, self.kv = table, partition, kv
        self.loads = 0

    def load(self) -> None:
        self.loads += 1

    def under_way(self) -> dict[int, int]:
        return {7: 100}

    def apply(self, key: bytes, value: bytes) -> None:
        links = self.kv.get_many([b"links"])[0] or b""
        self.kv.write({b"links": links + value, b"last": value})


def message(partition: int, offset: int, value: bytes, topic: str = CHANGELOG) -> Any:
    return SimpleNamespace(
        message=SimpleNamespace(topic=topic, partition=partition, offset=offset, key=b"k", value=value)
    )


def run(folder: Path, steps: Callable[[Pipeline, PackedStore], Coroutine[Any, Any, None]]) -> None:
    """Give `steps` an app on `folder` and the store of `documents`, inside a loop."""

    async def within() -> None:
        app = make_app(Settings(data_dir=folder), Chain)
        app.conf.tabledir.mkdir(parents=True, exist_ok=True)
        store = store_of(app.documents)
        await steps(app, store)
        await store.stop()

    asyncio.run(within())


async def assign(store: PackedStore, *partitions: int) -> None:
    """Open the databases and complete the states, as a rebalance does."""
    for partition in partitions:
        store._db_for_partition(partition)
    await store.on_recovery_completed({TP(CHANGELOG, partition) for partition in partitions}, set())


def test_recovery_applies_records_one_after_another_and_remembers_how_far(tmp_path: Path) -> None:
    async def steps(_app: Pipeline, store: PackedStore) -> None:
        store._db_for_partition(1)
        batch = [message(1, 4, b"a"), message(1, 5, b"b"), message(1, 6, b"x", "other"), message(2, 9, b"y")]
        store.apply_changelog_batch(batch, None, None)
        assert store.kv(1).get_many([b"links", b"last"]) == [b"ab", b"b"]
        assert store.persisted_offset(TP(CHANGELOG, 1)) == 5
        assert 2 not in store._dbs

    run(tmp_path, steps)


def test_a_complete_state_into_which_records_are_read_is_built_anew(tmp_path: Path) -> None:
    """Its worker slept through a rebalance: nobody told it that the partition was another's meanwhile."""

    async def steps(_app: Pipeline, store: PackedStore) -> None:
        await assign(store, 0, 1)
        before = dict(store.states)
        store.apply_changelog_batch([message(0, 4, b"a")], None, None)
        await assign(store, 0, 1)
        assert store.states[0] is not before[0]
        assert getattr(store.states[0], "loads", 0) == 1
        assert store.states[1] is before[1]

    run(tmp_path, steps)


def test_a_partition_that_is_lost_while_its_state_loads_is_not_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loading, lost = threading.Event(), threading.Event()

    def load(state: Chain) -> None:
        loading.set()
        assert lost.wait(10.0)
        state.kv.get_many([b"last"])  # fails: the database is gone

    async def steps(app: Pipeline, store: PackedStore) -> None:
        with monkeypatch.context() as slow:
            slow.setattr(Chain, "load", load)
            completing = asyncio.ensure_future(assign(store, 0))
            await asyncio.to_thread(loading.wait, 10.0)
            store.revoke_partitions(app.documents, {TP(CHANGELOG, 0)})
            lost.set()
            await completing
        assert not store.states
        assert not store._dbs
        await assign(store, 0)
        assert getattr(store.states[0], "loads", 0) == 1

    run(tmp_path, steps)


def test_a_record_that_cannot_be_applied_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(BaseException):
        """In place of the end of the process."""

    def end(_name: str, **_: object) -> None:
        raise Ended

    monkeypatch.setattr(module, "end_process", end)
    monkeypatch.setattr(Chain, "apply", lambda *_: 1 / 0)

    async def steps(_app: Pipeline, store: PackedStore) -> None:
        store._db_for_partition(1)
        with pytest.raises(Ended):
            store.apply_changelog_batch([message(1, 4, b"a")], None, None)

    run(tmp_path, steps)


class Changelog:
    """A producer whose deliveries a test completes, in the order and with the offsets that it likes."""

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.deliveries: list[asyncio.Future[Any]] = []

    async def send(self, *arguments: Any) -> Awaitable[Any]:
        self.sent.append(arguments)
        self.deliveries.append(asyncio.get_running_loop().create_future())
        return self.deliveries[-1]

    def acknowledge(self, index: int, offset: int) -> None:
        self.deliveries[index].set_result(SimpleNamespace(offset=offset, topic_partition=TP(CHANGELOG, 0)))


def test_a_write_is_applied_sent_and_only_then_remembered(tmp_path: Path) -> None:
    async def steps(app: Pipeline, store: PackedStore) -> None:
        app.producer = changelog = Changelog()  # type: ignore[assignment]
        await assign(store, 0)
        first = await write(app.documents, 0, b"k", b"a")
        second = await write(app.documents, 0, b"k", b"b")
        assert store.kv(0).get_many([b"links"]) == [b"ab"]
        assert changelog.sent == [(CHANGELOG, b"k", value, 0, None, {}) for value in (b"a", b"b")]
        changelog.acknowledge(1, 1)
        await second
        assert store.persisted_offset(TP(CHANGELOG, 0)) is None  # offset 0 is still on its way
        changelog.acknowledge(0, 0)
        await first
        assert store.persisted_offset(TP(CHANGELOG, 0)) == 1

    run(tmp_path, steps)


def test_a_foreign_record_in_between_keeps_the_offset_back_until_the_next_recovery(tmp_path: Path) -> None:
    async def steps(app: Pipeline, store: PackedStore) -> None:
        app.producer = changelog = Changelog()  # type: ignore[assignment]
        tables: Any = app.tables
        tables.recovery.active_offsets[TP(CHANGELOG, 0)] = 9
        await assign(store, 0)
        for index, offset in enumerate((10, 12, 13)):  # 11 is a former owner's
            acknowledged = await write(app.documents, 0, b"k", b"a")
            changelog.acknowledge(index, offset)
            await acknowledged
        assert store.persisted_offset(TP(CHANGELOG, 0)) == 10

    run(tmp_path, steps)


def test_states_are_loaded_once_kept_over_a_rebalance_and_dropped_when_revoked(tmp_path: Path) -> None:
    async def steps(app: Pipeline, store: PackedStore) -> None:
        store._db_for_partition(0)
        store.apply_changelog_batch([message(0, 0, b"a")], None, None)
        recovering = store.states[0]
        await assign(store, 0, 1)
        kept: Any = store.states[0]
        assert kept is not recovering
        await assign(store, 0, 1)
        assert (store.states[0], kept.loads) == (kept, 1)
        assert app.gate.under_way == (2, 200)
        store.revoke_partitions(app.documents, {TP(CHANGELOG, 0)})
        assert set(store.states) == {1}
        with pytest.raises(KeyError):
            kept.kv.get_many([b"last"])
        await assign(store, 0, 1)  # the database is free again
        assert store.kv(0).get_many([b"last"]) == [b"a"]

    run(tmp_path, steps)


def test_a_lost_home_leaves_the_gate(tmp_path: Path) -> None:
    async def steps(app: Pipeline, store: PackedStore) -> None:
        await assign(store, 0, 1)
        await app.on_partitions_assigned.send({TP("raw", 1), TP("bands", 0)})
        assert app.gate.under_way == (1, 100)

    run(tmp_path, steps)


def test_a_table_is_not_written_as_a_mapping(tmp_path: Path) -> None:
    async def steps(_app: Pipeline, store: PackedStore) -> None:
        with pytest.raises(TypeError, match="packed record"):
            store[b"key"] = b"value"
        with pytest.raises(TypeError, match="packed record"):
            del store[b"key"]

    run(tmp_path, steps)


def test_a_folder_of_another_profile_or_other_counts_is_refused(tmp_path: Path) -> None:
    for settings in (Settings(), Settings(homes=5)):
        storage = Storage.of(settings.identity, 1, 1)
        if settings.homes == 4:
            storage.open(str(tmp_path / "x.db")).close()
            storage.open(str(tmp_path / "x.db")).close()
        else:
            with pytest.raises(BadSetup, match=r"homes=4 .*homes=5"):
                storage.open(str(tmp_path / "x.db"))


@given(st.permutations(range(8)), st.sets(st.integers(0, 7)))
def test_the_prefix_is_what_is_acknowledged_without_a_gap(order: list[int], missing: set[int]) -> None:
    acknowledged = Acknowledged(-1)
    for offset in order:
        if offset not in missing:
            acknowledged.add(offset)
    assert acknowledged.last == min(missing, default=8) - 1


KEYS = st.binary(min_size=0, max_size=3).filter(lambda key: not key.startswith(RESERVED))  # which states must not use
WRITES = st.lists(
    st.tuples(st.dictionaries(KEYS, st.binary(max_size=4), max_size=4), st.lists(KEYS, max_size=3)), max_size=6
)


@given(writes=WRITES, prefix=st.binary(max_size=2))
def test_both_kinds_of_storage_behave_alike(
    writes: list[tuple[dict[bytes, bytes], list[bytes]]], prefix: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    db = Storage.of("x", 1, 1).open(str(tmp_path_factory.mktemp("kv") / "x.db"))
    memory, rocks = MemoryKV(), RocksKV(lambda: db)
    for puts, deletes in writes:
        memory.write(puts, deletes)
        rocks.write(puts, deletes)
    keys = [key for puts, deletes in writes for key in [*puts, *deletes]]
    assert memory.get_many(keys) == rocks.get_many(keys)
    assert list(memory.items(prefix)) == list(rocks.items(prefix)) == sorted(rocks.items(prefix))
    db.close()
