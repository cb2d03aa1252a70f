"""What is written beside a refused message, under the header names that Kafka Connect uses and its tools show.

Only makes and reads headers: key and value of a dead letter are the refused message's own, byte for byte, and whoever
refuses sends it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

CONNECT = "__connect.errors."  # org.apache.kafka.connect.runtime.errors.DeadLetterQueueReporter
TOPIC = CONNECT + "topic"
PARTITION = CONNECT + "partition"
OFFSET = CONNECT + "offset"
STAGE = CONNECT + "stage"
CLASS = CONNECT + "exception.class.name"
MESSAGE = CONNECT + "exception.message"
INDEX = "firstprint-index"
REFUSAL = "pipeline.errors.BadMessage"


@dataclass(frozen=True)
class DeadLetter:
    """Where a refused message came from and why it was refused.

    `index` is the document's place in its message, or None when the whole message was refused.
    """

    topic: str
    partition: int
    offset: int
    index: int | None
    stage: str
    reason: str


def dead_letter_headers(letter: DeadLetter) -> list[tuple[str, bytes]]:
    """Return the headers; numbers are decimal text, as in Kafka Connect. A whole message has no index header."""
    headers = [
        (TOPIC, letter.topic.encode()),
        (PARTITION, b"%d" % letter.partition),
        (OFFSET, b"%d" % letter.offset),
        (STAGE, letter.stage.encode()),
        (CLASS, REFUSAL.encode()),
        (MESSAGE, letter.reason.encode(errors="backslashreplace")),
    ]
    return headers if letter.index is None else [*headers, (INDEX, b"%d" % letter.index)]


def read_dead_letter(headers: Iterable[tuple[str, bytes | str | None]]) -> DeadLetter:
    """Read the headers back; raises `KeyError` when one is missing and `ValueError` when a number is none."""
    texts = {name: value.decode() if isinstance(value, bytes) else value or "" for name, value in headers}
    index = texts.get(INDEX)
    return DeadLetter(
        topic=texts[TOPIC],
        partition=int(texts[PARTITION]),
        offset=int(texts[OFFSET]),
        index=None if index is None else int(index),
        stage=texts[STAGE],
        reason=texts[MESSAGE],
    )
