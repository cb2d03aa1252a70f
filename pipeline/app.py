"""The Faust app made from the settings: its topics, its two tables, and the rules that keep Faust from losing events.

Defines no agent (`pipeline.flow` does) and connects to nothing: `pipeline.worker` runs it.
"""

from typing import Any

import faust
from faust.types import TP, TopicT
from yarl import URL

from pipeline.profile import DAY_MS, Profile
from pipeline.runtime.consumer import PipelineTransport
from pipeline.runtime.gate import Gate
from pipeline.runtime.lease import Lease
from pipeline.runtime.rebalance import SafeTables, check_versions
from pipeline.runtime.security import credentials_from
from pipeline.runtime.trimmer import Trimmer
from pipeline.runtime.watchdog import Watchdog
from pipeline.settings import MIB, Settings
from pipeline.state.store import ALIAS, MakeState, Storage

HOME_TOPICS = ("raw", "normalised", "shingles", "signatures", "candidates", "matches", "verdicts")
MESSAGE_BYTES = 24 * MIB  # the largest packed message; the topics allow as much
MARGIN_MS = 7 * DAY_MS  # by which a changelog outlives window and grace
RECOVERY_BUFFER = 16  # records applied at a time; each is a whole batch of documents
QUEUED_CHANGELOGS = 5000  # Faust holds the consumer back above 100
RAW: dict[str, Any] = {"key_type": bytes, "value_type": bytes, "key_serializer": "raw", "value_serializer": "raw"}


class Pipeline(faust.App):
    """A Faust app with our driver: gate, lease, safe rebalances."""

    def __init__(self, settings: Settings, make_state: MakeState) -> None:
        self.settings = settings
        self.gate = Gate(settings.topic("raw"), settings.gate_batches, settings.gate_bytes)
        self.lease = Lease(settings.session_timeout_s)
        super().__init__(settings.group, **faust_options(settings))
        storage = Storage.of(settings.identity, settings.cache_mb, settings.write_buffer_mb)
        self._topics: dict[str, TopicT] = {}
        self.documents = self._table("documents", settings.homes, storage, make_state)
        self.lsh = self._table("lsh", settings.band_partitions, storage, make_state)
        self.on_partitions_assigned.connect(self._forget_lost_homes)  # type: ignore[arg-type]  # called so

    async def _forget_lost_homes(self, _app: Any, assigned: set[TP], **_: Any) -> None:
        """Leave the batches of homes that went elsewhere to their new worker's gate."""
        kept = {tp.partition for tp in assigned if tp.topic == self.gate.topic}
        for partition in set(range(self.settings.homes)) - kept:
            self.gate.forget(partition)

    def topic_of(self, noun: str) -> TopicT:
        """Return the topic object of a noun of the flow, bytes in and out."""
        if noun not in self._topics:
            counts = {**dict.fromkeys(HOME_TOPICS, self.settings.homes), "bands": self.settings.band_partitions}
            self._topics[noun] = self.topic(self.settings.topic(noun), partitions=counts[noun], **RAW)
        return self._topics[noun]

    def _table(self, name: str, partitions: int, storage: Storage, make_state: MakeState) -> Any:
        return self.Table(
            name,
            partitions=partitions,
            store=f"{ALIAS}:{name}",
            options={"storage": storage, "make_state": make_state},
            recovery_buffer_size=RECOVERY_BUFFER,
            extra_topic_configs=changelog_config(self.settings.parameters),
            key_type=bytes,
            value_type=bytes,
        )

    async def on_start(self) -> None:
        """Start the watchdog and the trimmer with the app."""
        await super().on_start()
        self.producer.buffer.max_messages = QUEUED_CHANGELOGS
        await self.add_runtime_dependency(Watchdog(self, beacon=self.beacon, loop=self.loop))
        await self.add_runtime_dependency(Trimmer(self, beacon=self.beacon, loop=self.loop))

    def _new_transport(self) -> PipelineTransport:
        return PipelineTransport(self.conf.broker_consumer, self)

    def _new_producer_transport(self) -> PipelineTransport:
        return PipelineTransport(self.conf.broker_producer, self)


def make_app(settings: Settings, make_state: MakeState) -> Pipeline:
    """Return the app. Raises `BadSetup` for other library versions than those that were measured, and for bad TLS."""
    check_versions()
    return Pipeline(settings, make_state)


def changelog_config(profile: Profile) -> dict[str, str]:
    """Return how a changelog is kept: everything that has not expired, and nothing compacted."""
    return {
        "cleanup.policy": "delete",
        "retention.ms": str(profile.window_ms + profile.grace_ms + MARGIN_MS),
        "max.message.bytes": str(MESSAGE_BYTES),
    }


def faust_options(settings: Settings) -> dict[str, Any]:
    """Return the settings of Faust; the reasons are in design section 7."""
    return {
        "broker": [URL(f"kafka://{host.strip()}") for host in settings.bootstrap.split(",")],
        "broker_credentials": credentials_from(settings.kafka),
        "broker_commit_interval": 1.0,
        "broker_commit_every": 200,
        "broker_max_poll_records": 64,
        "broker_session_timeout": settings.session_timeout_s,
        "broker_heartbeat_interval": settings.heartbeat_interval_s,
        "broker_rebalance_timeout": 30.0,
        "consumer_group_instance_id": settings.instance_id,
        "consumer_max_fetch_size": 4 * MIB,
        "consumer_auto_offset_reset": "earliest",
        "producer_linger": 0.0,
        "producer_max_batch_size": MIB,
        "producer_max_request_size": 32 * MIB,  # above MESSAGE_BYTES, with room for keys, headers and framing
        "producer_acks": -1,
        "producer_request_timeout": 1200.0,  # 60 lost a changelog record while the broker was away
        "producer_compression_type": None,  # hashes do not compress
        "processing_guarantee": "at_least_once",
        "stream_buffer_maxsize": 32,
        "stream_wait_empty": True,
        "table_standby_replicas": settings.standby_replicas,
        "TableManager": SafeTables,
        "datadir": settings.worker_dir,
        "key_serializer": "raw",
        "value_serializer": "raw",
        "topic_partitions": settings.homes,
        "topic_replication_factor": settings.replication,
        "topic_allow_declare": False,  # topics are made by `firstprint topics apply`, with the counts the code needs
        "topic_disable_leader": True,
        "web_enabled": settings.web,
        "web_bind": settings.web_bind,
        "web_port": settings.web_port + settings.worker_index,
        "worker_redirect_stdouts": False,
        "autodiscover": False,
    }
