"""What was read is deleted between the stages; what was not read never is."""

import time
import uuid
from pathlib import Path
from typing import Any

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

from pipeline.runtime.trimmer import trim
from pipeline.settings import Settings


def settings_for(broker: Any, readable_s: int) -> Settings:
    return Settings(
        bootstrap=broker.bootstrap,
        prefix=f"t{uuid.uuid4().hex[:8]}-",
        homes=1,
        readable_s=readable_s,
        data_dir=Path("unused"),
    )


def fill(settings: Settings, nouns: tuple[str, ...], records: int, read: int) -> None:
    """Make the topics, write records, and commit that so many were read."""
    admin = AdminClient(settings.confluent())
    for future in admin.create_topics([NewTopic(settings.topic(noun), 1, 1) for noun in nouns]).values():
        future.result()
    producer = Producer(settings.confluent())
    for noun in nouns:
        for number in range(records):
            producer.produce(settings.topic(noun), b"%d" % number, partition=0)
    producer.flush()
    consumer = Consumer(settings.confluent(group_id=settings.group))
    consumer.commit(offsets=[TopicPartition(settings.topic(noun), 0, read) for noun in nouns], asynchronous=False)
    consumer.close()


def first_offset(settings: Settings, noun: str) -> int:
    consumer = Consumer(settings.confluent(group_id="look"))
    low: int = consumer.get_watermark_offsets(TopicPartition(settings.topic(noun), 0))[0]
    consumer.close()
    return low


def test_only_what_was_read_goes(broker: Any) -> None:
    settings = settings_for(broker, readable_s=3600)
    nouns = ("bands", "normalised", "raw", "verdicts")
    fill(settings, nouns, records=10, read=7)
    trim(settings, [(settings.topic(noun), 0) for noun in nouns])
    assert [first_offset(settings, noun) for noun in nouns] == [7, 0, 0, 0]


def test_readable_topics_keep_what_is_young(broker: Any) -> None:
    settings = settings_for(broker, readable_s=1)
    fill(settings, ("shingles",), records=5, read=3)
    time.sleep(1.2)
    trim(settings, [(settings.topic("shingles"), 0)])
    assert first_offset(settings, "shingles") == 3


def test_nothing_read_nothing_deleted(broker: Any) -> None:
    settings = settings_for(broker, readable_s=0)
    fill(settings, ("matches",), records=5, read=0)
    trim(settings, [(settings.topic("matches"), 0)])
    assert first_offset(settings, "matches") == 0
