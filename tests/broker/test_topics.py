"""Plan, apply and check against a real Kafka: what is created is what the catalogue says, and nothing is ever lost."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, NewTopic, ResourceType

from pipeline.cli.topics import command
from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.topic_admin import apply_topics, check_topics, plan_topics
from pipeline.errors import BadSetup, Unavailable
from pipeline.settings import Settings
from topics.apply import look
from topics.catalogue import NOUNS


@pytest.fixture
def settings(broker: EmbeddedBroker, topic_prefix: str) -> Settings:
    """Return a namespace without topics."""
    return Settings(bootstrap=broker.bootstrap, prefix=topic_prefix, homes=2, band_partitions=3)


@pytest.fixture
def admin(settings: Settings) -> AdminClient:
    """Return a client of the cluster."""
    return AdminClient(settings.confluent())


def test_apply_creates_all_topics_once(settings: Settings, admin: AdminClient) -> None:
    with pytest.raises(BadSetup, match="Topics are missing") as refusal:
        check_topics(settings)
    assert f"topics apply --bootstrap {settings.bootstrap} --prefix {settings.prefix}" in refusal.value.advice

    assert len(apply_topics(settings).create) == len(NOUNS)
    check_topics(settings)
    assert apply_topics(settings).in_line

    names = [settings.topic("raw"), settings.topic("bands"), settings.changelog("lsh"), settings.topic("dead-letters")]
    assert [found.partitions for found in look(admin, names).values()] == [2, 3, 3, 1]


def test_a_setting_that_differs_is_set_and_others_are_left(settings: Settings, admin: AdminClient) -> None:
    apply_topics(settings)
    name = settings.topic("raw")
    set_config(admin, name, {"retention.ms": "60000", "segment.ms": "3600000"})
    until(lambda: not plan_topics(settings).in_line)
    check_topics(settings)
    with pytest.raises(BadSetup, match=r"set differently: .*raw retention\.ms"):
        check_topics(settings, strict=True)

    assert [change.setting for change in apply_topics(settings).alter] == ["retention.ms"]
    check_topics(settings, strict=True)
    assert look(admin, [name])[name].config["segment.ms"] == "3600000"


def test_a_worker_is_refused_a_topic_that_cannot_hold_its_messages(settings: Settings, admin: AdminClient) -> None:
    apply_topics(settings)
    set_config(admin, settings.topic("bands"), {"max.message.bytes": "1048588"})
    until(lambda: not plan_topics(settings).in_line)
    with pytest.raises(BadSetup, match=r"bands max\.message\.bytes"):
        check_topics(settings)


def test_other_counts_are_refused_before_anything_is_done(settings: Settings, admin: AdminClient) -> None:
    admin.create_topics([NewTopic(settings.topic("raw"), 5, 1)])[settings.topic("raw")].result(20)
    until(lambda: bool(plan_topics(settings).conflicts))
    for call in (apply_topics, check_topics):
        with pytest.raises(BadSetup, match="has 5 partitions, 2 are wanted") as refusal:
            call(settings)
        assert "--prefix" in refusal.value.advice
    assert len(plan_topics(settings).create) == len(NOUNS) - 1


def test_more_replicas_than_brokers_is_a_set_up_error(settings: Settings) -> None:
    with pytest.raises(BadSetup, match="refuses") as refusal:
        apply_topics(replace(settings, replication=3))
    assert not refusal.value.sentence.endswith("..")


def test_apply_says_what_is_next_and_plan_that_nothing_is_done(settings: Settings) -> None:
    given = ["--bootstrap", settings.bootstrap, "--prefix", settings.prefix, "--homes", "2", "--band-partitions", "3"]
    planned = CliRunner().invoke(command, ["plan", *given], catch_exceptions=False)
    assert planned.stdout.endswith("Nothing is done yet: `topics apply` does it.\n")
    done = CliRunner().invoke(command, ["apply", *given], catch_exceptions=False)
    assert done.stderr == f"Next: firstprint worker {' '.join(given)}\n"
    assert done.stdout.endswith("All topics are as they should be.\n")


def test_a_wrong_security_protocol_is_told_by_name(settings: Settings) -> None:
    with pytest.raises(Unavailable, match="does not answer over SSL"):
        plan_topics(replace(settings, kafka={"security.protocol": "SSL"}))


def until(seen: Callable[[], bool]) -> None:
    """Wait for what the controller did to reach the broker that answers."""
    limit_s = time.monotonic() + 20
    while not seen():
        assert time.monotonic() < limit_s
        time.sleep(0.05)


def set_config(admin: AdminClient, name: str, settings: dict[str, str]) -> None:
    """Set a topic's settings."""
    entries = [ConfigEntry(key, value, incremental_operation=AlterConfigOpType.SET) for key, value in settings.items()]
    resource = ConfigResource(ResourceType.TOPIC, name, incremental_configs=entries)
    admin.incremental_alter_configs([resource])[resource].result(20)
