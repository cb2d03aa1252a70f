"""Reading the verdict topic: the highest revision per id, to the end and as they come, with no commit left behind."""

import hashlib
import json
import subprocess
import sys
from itertools import islice

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.topic_admin import apply_topics
from pipeline.edges.verdicts import READER, REVISION_HEADER, Spoken, follow_verdicts, read_verdicts
from pipeline.errors import BadSetup
from pipeline.settings import Settings

COMMAND = (sys.executable, "-c", "from pipeline.cli import main; main()", "verdicts")


@pytest.fixture
def settings(broker: EmbeddedBroker, topic_prefix: str) -> Settings:
    """Return a namespace with its topics."""
    chosen = Settings(bootstrap=broker.bootstrap, prefix=topic_prefix, homes=2, band_partitions=1)
    apply_topics(chosen)
    return chosen


def value(kind: str) -> bytes:
    """As much of a verdict as matters here."""
    return json.dumps({"kind": kind}).encode()


def speak(settings: Settings, *verdicts: tuple[str, bytes, str]) -> None:
    """Write verdicts of (id, revision, kind) in this order."""
    producer = Producer(settings.confluent())
    for document_id, revision, kind in verdicts:
        headers: list[tuple[str, str | bytes | None]] = [(REVISION_HEADER, revision)]
        producer.produce(settings.topic("verdicts"), value(kind), document_id.encode(), headers=headers)
    assert producer.flush(20) == 0


SPOKEN = (("b", b"\x01", "unique"), ("a", b"\x02", "near"), ("b", b"\x03", "exact"), ("a", b"\x01", "unique"))


def test_the_highest_revision_is_final(settings: Settings) -> None:
    assert read_verdicts(settings) == {}
    speak(settings, *SPOKEN)
    final = read_verdicts(settings)
    assert final[b"a"] == Spoken(b"a", b"\x02", value("near"), ((REVISION_HEADER, b"\x02"),))
    assert final[b"b"].value == value("exact")
    assert final.keys() == {b"a", b"b"}


def test_a_message_that_is_no_verdict_does_not_stop_the_reader(settings: Settings) -> None:
    speak(settings, *SPOKEN)
    producer = Producer(settings.confluent())
    producer.produce(settings.topic("verdicts"), None, b"a")
    producer.produce(settings.topic("verdicts"), value("unique"), b"c")
    assert producer.flush(20) == 0
    final = read_verdicts(settings)
    assert final[b"a"].value == value("near")
    assert final[b"c"].revision == b""


def test_following_shows_what_is_not_overtaken(settings: Settings) -> None:
    speak(settings, *SPOKEN)
    followed = follow_verdicts(settings, from_start=True)
    shown = sorted((spoken.id, spoken.revision) for spoken in islice(followed, 3))
    assert shown == [(b"a", b"\x02"), (b"b", b"\x01"), (b"b", b"\x03")]
    speak(settings, ("b", b"\x02", "near"), ("b", b"\x04", "near"))
    assert next(followed).revision == b"\x04"
    followed.close()


def test_nothing_is_committed(settings: Settings) -> None:
    speak(settings, *SPOKEN)
    read_verdicts(settings)
    reader = Consumer(settings.confluent(group_id=READER["group_id"]))
    committed = reader.committed([TopicPartition(settings.topic("verdicts"), home) for home in range(2)], 10)
    reader.close()
    assert all(part.offset < 0 for part in committed)


def test_a_missing_topic_is_said_with_what_mends_it(broker: EmbeddedBroker, topic_prefix: str) -> None:
    with pytest.raises(BadSetup, match="There is no topic") as refusal:
        read_verdicts(Settings(bootstrap=broker.bootstrap, prefix=topic_prefix))
    assert "firstprint topics apply" in refusal.value.advice


def test_that_there_is_none_yet_is_said_beside_stdout(settings: Settings) -> None:
    given = ["--bootstrap", settings.bootstrap, "--prefix", settings.prefix]
    done = subprocess.run([*COMMAND, *given], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert done.stderr.startswith("There is no verdict yet")


def test_the_command_prints_final_verdicts_by_id_and_their_digest(settings: Settings) -> None:
    speak(settings, *SPOKEN)
    command = (*COMMAND, "--bootstrap", settings.bootstrap, "--prefix", settings.prefix, "--digest")
    lines = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.splitlines()
    assert lines[:2] == [value("near"), value("exact")]
    digest = hashlib.sha256(value("near") + b"\n" + value("exact") + b"\n").hexdigest()
    assert lines[2:] == [digest.encode()]

    lines = subprocess.run(
        (*command, "--kind", "exact"), capture_output=True, check=True, timeout=60
    ).stdout.splitlines()
    assert lines == [value("exact"), digest.encode()]
