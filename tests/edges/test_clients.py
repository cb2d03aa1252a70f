"""Which of the cluster's errors is whose to mend, and what is told."""

import pytest
from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import ClusterMetadata

from pipeline.edges.clients import client_config, kafka_errors, partition_count, patiently
from pipeline.edges.commands import command, worker_command
from pipeline.errors import BadSetup, Unavailable
from pipeline.settings import Settings

SETTINGS = Settings(bootstrap="broker:9092", kafka={"security.protocol": "SSL"})


def failure(code: int) -> KafkaException:
    """Return what confluent-kafka raises for a code."""
    return KafkaException(KafkaError(code, "it says why"))


def test_options_for_the_client_pass_through() -> None:
    config = client_config(SETTINGS, group_id="g")
    assert config["bootstrap.servers"] == "broker:9092"
    assert config["security.protocol"] == "SSL"
    assert config["group.id"] == "g"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (KafkaError.TOPIC_AUTHORIZATION_FAILED, BadSetup),
        (KafkaError.SASL_AUTHENTICATION_FAILED, BadSetup),
        (KafkaError._SSL, BadSetup),
        (KafkaError._INVALID_ARG, BadSetup),
        (KafkaError._TRANSPORT, Unavailable),
        (KafkaError._TIMED_OUT, Unavailable),
        (KafkaError.NOT_ENOUGH_REPLICAS, Unavailable),
    ],
)
def test_what_a_user_must_mend_is_a_set_up_error_and_all_else_may_pass(code: int, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="it says why"), kafka_errors(SETTINGS):
        raise failure(code)


def test_a_refusal_ends_with_one_full_stop_and_what_mends_it() -> None:
    with pytest.raises(BadSetup) as refused, kafka_errors(SETTINGS):
        raise KafkaException(KafkaError(KafkaError.INVALID_REPLICATION_FACTOR, "only 1 broker(s) are registered."))
    assert refused.value.sentence == "Kafka at broker:9092 refuses: only 1 broker(s) are registered."
    assert "--replication" in refused.value.advice


def test_a_kafka_that_does_not_answer_comes_with_what_mends_it() -> None:
    with (
        pytest.raises(Unavailable, match=r"broker:9092 does not answer(?s:.*)--bootstrap.*`firstprint broker`"),
        kafka_errors(SETTINGS),
    ):
        raise failure(KafkaError._TRANSPORT)


def test_not_yet_is_asked_again_and_anything_else_is_not() -> None:
    answers = [failure(KafkaError.NOT_LEADER_FOR_PARTITION), failure(KafkaError.LEADER_NOT_AVAILABLE), None]
    asked: list[KafkaException | None] = []

    def ask() -> int:
        asked.append(answers[len(asked)])
        if asked[-1] is not None:
            raise asked[-1]
        return 7

    assert patiently(ask) == 7
    with pytest.raises(KafkaException):
        patiently(lambda: (_ for _ in ()).throw(failure(KafkaError._TIMED_OUT)))


def test_patience_ends() -> None:
    with pytest.raises(KafkaException):
        patiently(lambda: (_ for _ in ()).throw(failure(KafkaError.NOT_COORDINATOR)), limit_s=0.0)


def test_a_missing_topic_comes_with_the_command_that_mends_it() -> None:
    with pytest.raises(BadSetup) as refusal:
        partition_count(ClusterMetadata(), "my-raw", Settings(prefix="my-", homes=2, replication=3))
    assert refusal.value.advice == (
        "Run `firstprint topics apply --bootstrap 127.0.0.1:9092 --prefix my- --homes 2 --band-partitions 4 "
        "--replication 3`."
    )


def test_commands_name_what_differs() -> None:
    assert command("status --wait", Settings()) == "firstprint status --wait"
    own = Settings(prefix="my-", app_id="mine", homes=2)
    assert command("verdicts", own) == "firstprint verdicts --prefix my- -s app_id=mine"
    assert worker_command(own) == "firstprint worker --prefix my- -s app_id=mine --homes 2"
