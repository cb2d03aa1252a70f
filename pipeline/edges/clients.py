"""Configure confluent-kafka from the settings, and turn its errors into the sentences of `pipeline.errors`.

Connects to nothing when imported; it keeps no client and reads no topic.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient, ClusterMetadata

from pipeline.edges.commands import apply_command
from pipeline.errors import BadSetup, Unavailable
from pipeline.settings import Settings
from topics.catalogue import Shape

Answer = TypeVar("Answer")
AGAIN_S = 0.1
ANSWER_S = 10.0  # how long a first answer of the cluster is waited for
LOGGER = logging.getLogger("pipeline.kafka")
LOGGER.addHandler(logging.NullHandler())  # librdkafka repeats itself on stderr; its errors reach users as sentences
NOT_YET = {
    KafkaError.COORDINATOR_LOAD_IN_PROGRESS,
    KafkaError.COORDINATOR_NOT_AVAILABLE,
    KafkaError.LEADER_NOT_AVAILABLE,
    KafkaError.NOT_COORDINATOR,
    KafkaError.NOT_LEADER_FOR_PARTITION,
    KafkaError.UNKNOWN_TOPIC_OR_PART,
}
MENDABLE = {
    KafkaError._AUTHENTICATION,  # noqa: SLF001  # librdkafka's own codes begin with an underscore; they are documented
    KafkaError._SSL,  # noqa: SLF001
    KafkaError.CLUSTER_AUTHORIZATION_FAILED,
    KafkaError.GROUP_AUTHORIZATION_FAILED,
    KafkaError.INVALID_REPLICATION_FACTOR,
    KafkaError.POLICY_VIOLATION,
    KafkaError.SASL_AUTHENTICATION_FAILED,
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.TOPIC_EXCEPTION,  # an invalid name: too long a prefix
}


def client_config(settings: Settings, **more: Any) -> dict[str, Any]:
    """Return the configuration of a confluent-kafka client; underscores in `more` stand for dots."""
    return {"client.id": "firstprint", "logger": LOGGER, **settings.confluent(**more)}


def shape_of(settings: Settings) -> Shape:
    """Return what the topics' data files have to be filled with."""
    return Shape(
        prefix=settings.prefix,
        group=settings.group,
        homes=settings.homes,
        band_partitions=settings.band_partitions,
        replication=settings.replication,
    )


def advice_for(error: KafkaError) -> str:
    """Return what a user can do about a refusal."""
    if error.code() == KafkaError.INVALID_REPLICATION_FACTOR:
        return "Ask for no more replicas than there are brokers, with --replication."
    return "See the effective options with `firstprint config`."


@contextmanager
def kafka_errors(settings: Settings) -> Iterator[None]:
    """Turn confluent-kafka's exceptions into `BadSetup` where a user must act, else into `Unavailable`."""
    try:
        yield
    except KafkaException as exception:
        raise sentence_for(exception.args[0], settings) from exception


def sentence_for(error: KafkaError, settings: Settings) -> BadSetup | Unavailable:
    """Return the exception that fits an error of the client or the cluster."""
    if error.code() in MENDABLE:
        return BadSetup(f"Kafka at {settings.bootstrap} refuses: {error.str().rstrip('. ')}.", advice_for(error))
    if error.code() == KafkaError._INVALID_ARG:  # noqa: SLF001
        return BadSetup(f"Kafka's client refuses an option: {error.str().rstrip('. ')}.", advice_for(error))
    protocol = settings.kafka.get("security.protocol", "PLAINTEXT").upper()
    way, more = (f" over {protocol}", " or the right kafka.security.protocol") if protocol != "PLAINTEXT" else ("", "")
    return Unavailable(
        f"Kafka at {settings.bootstrap} does not answer{way} ({error.str()}).\n"
        f"Name the right address with --bootstrap{more}, or start one on this machine with `firstprint broker`."
    )


def administer(settings: Settings, timeout_s: float = ANSWER_S) -> tuple[AdminClient, ClusterMetadata]:
    """Return a client and what the cluster says of itself; raises `BadSetup` or `Unavailable`.

    A refused log-in or connection shows as a mere failure of the request; the reason comes through `error_cb`.
    """
    reasons: list[KafkaError] = []
    config: dict[str, Any] = {**client_config(settings), "error_cb": reasons.append}
    with kafka_errors(settings):
        admin = AdminClient(config)
        try:
            return admin, admin.list_topics(timeout=timeout_s)
        except KafkaException as exception:
            admin.poll(0)  # hands over what came through error_cb
            telling = [error for error in reasons if error.code() != KafkaError._ALL_BROKERS_DOWN]  # noqa: SLF001
            mendable = [error for error in telling if error.code() in MENDABLE]
            raise KafkaException((mendable or telling or [exception.args[0]])[-1]) from exception


def patiently(ask: Callable[[], Answer], limit_s: float = ANSWER_S) -> Answer:
    """Return what `ask` returns, asking again while the cluster says "not yet": a new topic's leader needs a moment.

    Raises the last `KafkaException` after the limit, and any other at once.
    """
    until_s = time.monotonic() + limit_s
    while True:
        try:
            return ask()
        except KafkaException as error:
            if error.args[0].code() not in NOT_YET or time.monotonic() > until_s:
                raise
        time.sleep(AGAIN_S)


def partition_count(cluster: ClusterMetadata, name: str, settings: Settings) -> int:
    """Return how many partitions one of the settings' topics has; raises `BadSetup` when it is not there."""
    topic = cluster.topics.get(name)
    if topic is None or topic.error is not None:
        raise BadSetup(f"There is no topic {name}.", apply_command(settings))
    return len(topic.partitions)
