"""The Faust store of both tables: one RocksDB a partition, written one packed record a batch.

Knows nothing of what is in a record: a `TableState` per partition expands it, the same way when it is written and when
it is read back from the changelog. It is no mapping: a table is not read or written through `table[key]`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import faust.stores
from faust.stores import rocksdb
from faust.types import TP
from rocksdict import BlockBasedOptions, Cache, DBCompressionType, Options, Rdict, WriteBufferManager

from pipeline.errors import BadSetup
from pipeline.runtime.ending import end_for, end_process
from pipeline.runtime.logs import event
from pipeline.runtime.producer import Outgoing, send
from pipeline.state.damage import as_setup
from pipeline.state.kv import KV, RocksKV, TableState

ALIAS = "firstprint"  # app.Table(..., store="firstprint:NAME"); with "//" Faust ignores it or breaks its paths
IDENTITY_KEY = b"__firstprint\0identity__"
MIB = 1 << 20
OPEN_FILES = 256  # of each database; RocksDB's default would be nine tenths of the process's limit for each
BLOOM_BITS = 10  # look-ups are mostly misses: 0.3 us instead of 1.3 us with Faust's 3 bits
MEMTABLE = 16 * MIB

MakeState = Callable[[str, int, KV], TableState]  # table, partition, its storage

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Storage:
    """What all databases of a worker share, and whom they belong to."""

    identity: str
    cache: Cache
    buffers: WriteBufferManager

    @classmethod
    def of(cls, identity: str, cache_mb: int, write_buffer_mb: int) -> "Storage":
        """Make the one block cache and the one limit on memtables."""
        return cls(identity, Cache(cache_mb * MIB), WriteBufferManager(write_buffer_mb * MIB, allow_stall=False))

    def open(self, path: str) -> Rdict:
        """Open or create a database that belongs to `identity`; raises `BadSetup` when it belongs to another."""
        db = Rdict(path, options=self._options())
        owner = db.get(IDENTITY_KEY)
        if owner is None:
            db.put(IDENTITY_KEY, self.identity.encode())
        elif owner.decode() != self.identity:
            db.close()
            raise BadSetup(
                f"The data in {path} belongs to {owner.decode()}; this worker is set to {self.identity}.",
                "Profile, homes and band_partitions never change in place: set them back, or give the new ones a"
                " namespace of their own with --prefix.",
            )
        return db

    def _options(self) -> Options:
        blocks = BlockBasedOptions()
        blocks.set_block_cache(self.cache)
        blocks.set_cache_index_and_filter_blocks(v=True)  # otherwise they grow beside the cache, without a limit
        blocks.set_pin_l0_filter_and_index_blocks_in_cache(v=True)
        blocks.set_bloom_filter(BLOOM_BITS, block_based=False)
        options = Options(raw_mode=True)
        options.create_if_missing(create_if_missing=True)
        options.set_block_based_table_factory(blocks)
        options.set_write_buffer_manager(self.buffers)
        options.set_write_buffer_size(MEMTABLE)
        options.set_max_open_files(OPEN_FILES)
        options.set_compression_type(DBCompressionType.none())  # hashes do not compress
        options.set_keep_log_file_num(2)
        return options


class Acknowledged:
    """The prefix of a changelog partition that is both acknowledged and applied here.

    Acknowledgements may come out of order. Offsets that somebody else wrote (a former owner's last record, a record
    that the client sent twice) are never acknowledged here, and may not be applied here: the prefix then stays
    before them, and the next recovery, which applies them, goes on from there.
    """

    LIMIT = 4096  # acknowledgements kept beyond a gap; more only make the next recovery longer

    def __init__(self, last: int) -> None:
        self.last = last
        self._beyond: set[int] = set()

    def add(self, offset: int) -> bool:
        """Take an acknowledged offset and say whether the prefix has grown."""
        if offset > self.last and len(self._beyond) < self.LIMIT:
            self._beyond.add(offset)
        before = self.last
        while self.last + 1 in self._beyond:
            self.last += 1
            self._beyond.discard(self.last)
        return self.last > before


class PackedStore(rocksdb.Store):
    """A store whose records are expanded by states.

    `states[partition]` is complete from the end of recovery until the partition is revoked. `options` of the table
    must hold `storage` (a `Storage`) and `make_state` (a `MakeState`).
    """

    app: Any
    table: Any

    def __init__(self, url: Any, app: Any, table: Any, *, options: Mapping[str, Any], **rest: Any) -> None:
        own = dict(options)  # Faust's store takes things out of what it is given
        self.storage: Storage = own.pop("storage")
        self.make_state: MakeState = own.pop("make_state")
        super().__init__(url, app, table, options={"driver": "rocksdict", **own}, **rest)
        self.states: dict[int, TableState] = {}
        self._complete: set[int] = set()
        self._acknowledged: dict[int, Acknowledged] = {}

    def kv(self, partition: int) -> KV:
        """Return the storage of a partition; it fails, rather than opens a database, once the partition is revoked."""
        return RocksKV(lambda: self._dbs[partition])

    async def write(self, partition: int, key: bytes, value: bytes) -> Awaitable[None]:
        """Apply a record here, queue it for the changelog, and return what ends when the changelog has it.

        The local write comes first and both happen in the order of the calls, so each acknowledged offset stands for a
        record that is applied here; the offset is stored after its acknowledgement. The other way round, after a
        crash, the local state may hold what the changelog lacks: a replay writes the record again, and applying it
        twice changes nothing. A record that cannot be delivered ends the process, so nothing that follows from it is
        committed.
        """
        self.states[partition].apply(key, value)
        topic = self.table.changelog_topic_name
        delivery = await send(self.app, Outgoing(topic, partition, key, value))
        return asyncio.ensure_future(self._acknowledge(partition, delivery))

    async def _acknowledge(self, partition: int, delivery: Awaitable[Any]) -> None:
        record = await delivery
        acknowledged = self._acknowledged.get(partition)
        if acknowledged is not None and partition in self._dbs and acknowledged.add(record.offset):
            self.set_persisted_offset(record.topic_partition, acknowledged.last)

    def apply_changelog_batch(self, batch: Iterable[Any], to_key: Any, to_value: Any) -> None:  # noqa: ARG002  # as Faust calls it
        """Apply records of the changelog one after another, then store how far that got.

        A state that was complete is so no longer: it came back after a rebalance that this worker slept through, and
        another has written meanwhile. What it keeps in memory is then built anew.

        Data and offset go through one write-ahead log in this order, so a crash leaves the offset behind, never ahead.
        """
        topic = self.table.changelog_topic_name
        last: dict[TP, int] = {}
        try:
            for message in (item.message for item in batch):
                # Faust may hand over a record of a partition that it has just given up: that one is not ours.
                if message.topic == topic and message.partition in self._dbs:
                    self._state(message.partition).apply(message.key, message.value)
                    self._complete.discard(message.partition)
                    last[TP(topic, message.partition)] = message.offset
            for tp, offset in last.items():
                self.set_persisted_offset(tp, offset)
        except BadSetup as error:  # records of another profile
            end_for(error)
        except Exception as error:  # Faust would log it and go on without the record
            if (mendable := as_setup(error, self.app.settings.worker_dir)) is not None:
                end_for(mendable)
            log.exception(event("changelog-not-applied", table=self.table_name))
            end_process("changelog-not-applied", table=self.table_name, error=repr(error))

    def _state(self, partition: int) -> TableState:
        if partition not in self.states:
            self.states[partition] = self.make_state(self.table_name, partition, self.kv(partition))
        return self.states[partition]

    async def on_recovery_completed(self, active_tps: set[TP], standby_tps: set[TP]) -> None:  # noqa: ARG002  # the same
        """Complete the states of the active partitions: new ones are made again and load what they keep in memory."""
        active = {tp.partition for tp in active_tps}
        for partition in set(self.states) - active:
            self._drop(partition)
        for tp in active_tps:
            if tp.partition not in self._complete:
                await self._complete_state(tp.partition)
            if tp.partition in self._complete:
                self._acknowledged[tp.partition] = Acknowledged(self._recovered(tp))

    async def _complete_state(self, partition: int) -> None:
        self.states.pop(partition, None)
        state = self._state(partition)
        if hasattr(state, "load"):
            try:
                await asyncio.to_thread(state.load)
            except Exception:  # its database is gone when the partition is
                if self.states.get(partition) is state:
                    raise
            if self.states.get(partition) is not state:
                return  # given up meanwhile; the rebalance that took it ends with a recovery of its own
        if hasattr(state, "under_way"):
            self.app.gate.restore(partition, state.under_way())
        self._complete.add(partition)

    def _recovered(self, tp: TP) -> int:
        """Return the last offset that recovery has read or found cut off; what the store holds, if that is more."""
        read = self.app.tables.recovery.active_offsets.get(tp)
        persisted = self.persisted_offset(tp)
        return max(-1 if read is None else read, -1 if persisted is None else persisted)

    def _drop(self, partition: int) -> None:
        self.states.pop(partition, None)
        self._acknowledged.pop(partition, None)
        self._complete.discard(partition)

    def revoke_partitions(self, table: Any, tps: set[TP]) -> None:
        """Drop the states, then the databases: a reference that is left would keep a database locked."""
        for tp in tps:
            if tp.topic in table.changelog_topic.topics:
                self._drop(tp.partition)
        super().revoke_partitions(table, tps)

    async def stop(self) -> None:
        """Drop everything."""
        for partition in list(self.states):
            self._drop(partition)
        await super().stop()

    def _open_for_partition(self, partition: int) -> Rdict:
        try:
            return self.storage.open(str(self.partition_path(partition)))
        except BadSetup as error:
            end_for(error)
        except Exception as error:
            if (mendable := as_setup(error, self.app.settings.worker_dir)) is not None:
                end_for(mendable)
            raise  # Faust tries again for a while: a database that is being closed is locked

    def _set(self, key: bytes, value: bytes | None) -> None:  # noqa: ARG002  # refused whatever it is
        raise TypeError("A table of Firstprint is written with `write`, one packed record a batch.")

    def _del(self, key: bytes) -> None:  # noqa: ARG002  # the same
        raise TypeError("A table of Firstprint is written with `write`, one packed record a batch.")


def store_of(table: Any) -> PackedStore:
    """Return a table's store, which holds `states` by partition."""
    store: PackedStore = table.data
    return store


async def write(table: Any, partition: int, key: bytes, value: bytes) -> Awaitable[None]:
    """Write a packed record to a table; see `PackedStore.write`."""
    return await store_of(table).write(partition, key, value)


faust.stores.STORES.aliases[ALIAS] = f"{__name__}:PackedStore"
