"""Whatever lies on `raw` or, foreign, on an internal topic: it becomes a dead letter, and the stream goes on.

All kinds are produced at once, into one home, so that a message's offset is its place in `CASES`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from confluent_kafka import KafkaError, Producer

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.dead_letters import DeadLetter
from pipeline.measure.prove_deployment import Deployment
from pipeline.packed import CHECKSUM_BYTES, checksum
from tests.broker.harness import (
    LIMIT_S,
    ON_KAFKA,
    Document,
    dead_letters,
    deployed,
    document,
    judge,
    line,
    verdicts,
    words,
)

pytestmark = ON_KAFKA


class Case(NamedTuple):
    """A raw message; by the index of each refused document a part of the reason. The ids are of those judged."""

    value: bytes | None
    refused: dict[int | None, str]
    judged: tuple[str, ...]


def good(name: str) -> bytes:
    """A document that is judged."""
    return line(document(name, " ".join(words(name))))


def among(name: str, bad: bytes, reason: str) -> Case:
    """A bad line between two good ones."""
    return Case(b"\n".join([good(f"{name}-0"), bad, good(f"{name}-1")]), {1: reason}, (f"{name}-0", f"{name}-1"))


def crowd(name: str, count: int) -> list[bytes]:
    """Many good lines."""
    return [line(document(f"{name}-{number}", f"{name}{number} notice")) for number in range(count)]


GROWING = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 600  # each becomes 18 letters: eleven times the bytes
CASES = {
    "not JSON": among("json", b'{"id": "oops", "text": oops}', "not JSON"),
    "not JSON at all": among("prose", b"Once upon a time", "not JSON"),
    "not UTF-8": among("utf8", b'{"id": "x", "text": "caf\xe9 au lait"}', "not UTF-8"),
    "a number as text": among("number", b'{"id": "x", "text": 7}', "text is a number, not a string"),
    "a list as id": among("list", b'{"id": ["x"], "text": "a b"}', "id is an array, not a string"),
    "no object": among("array", b'["a document"]', "not a JSON object"),
    "a date that is a number": among("stamp", b'{"text": "a b", "published": 1700000000}', "published is a number"),
    "no text": among("empty", b'{"id": "x", "title": " "}', "no text"),
    "no letter in the text": among("dots", b'{"id": "x", "text": "... !"}', "no text"),
    "empty id": among("id", b'{"id": "", "text": "a b"}', "id is empty"),
    "blank id": among("blank", b'{"id": " \\t", "text": "a b"}', "id is empty"),
    "id too long": among("long", b'{"id": "%s", "text": "a b"}' % (b"i" * 513), "id has 513 bytes"),
    "text too long": Case(line(document("x", "word " * 212_000)), {0: "limit"}, ()),
    "text that grows": among("grows", line(document("x", GROWING)), "grows from"),
    "lone surrogate": among("surrogate", b'{"id": "x", "text": "a \\ud800 b"}', "lone surrogate"),
    "lone surrogate in an id": among("surrogate-id", b'{"id": "\\udfff", "text": "a b"}', "lone surrogate"),
    "NUL as a byte": among("nul", b'{"id": "x", "text": "a \0 b"}', "not JSON"),
    "no date": among("soon", b'{"text": "a b", "published": "soon"}', "published is no date"),
    "a day that never was": among("never", b'{"text": "a b", "fetched": "2026-02-30"}', "fetched is no date"),
    "nested too deeply": among("deep", b'{"text": "a b", "x": %s}' % (b"[" * 5000 + b"]" * 5000), ""),
    "NUL as an escape is white space": Case(line(document("nul-escape", "a \0 b")), {}, ("nul-escape",)),
    "null value": Case(None, {None: "null value"}, ()),
    "blank message": Case(b" \n\n", {None: "empty"}, ()),
    "a tick that no clock will show": Case(b'{"firstprint_tick":9223372036854775808}', {0: "no text"}, ()),
    "a broken tick": Case(b'{"firstprint_tick":"soon"}', {0: "no text"}, ()),
    "nothing bad, a copy": Case(
        b"\n".join([line(document(name, " ".join(words("copied")))) for name in ("copied-0", "copied-1")]),
        {},
        ("copied-0", "copied-1"),
    ),
    "one bad line among 255 good ones": Case(
        b"\n".join([*crowd("crowd", 255)[:100], b"bad", *crowd("crowd", 255)[100:]]),
        {100: "not JSON"},
        tuple(f"crowd-{number}" for number in range(255)),
    ),
    "257 documents": Case(
        b"\n".join(crowd("many", 257)),
        {256: "more than 256 documents"},
        tuple(f"many-{number}" for number in range(256)),
    ),
}


@pytest.fixture(scope="module")
def pipeline(broker: EmbeddedBroker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A worker that has read all cases."""
    with deployed(broker, tmp_path_factory.mktemp("bad"), 1, 1) as deployment:
        deployment.produce((0, case.value) for case in CASES.values())
        deployment.start()
        deployment.wait_until_judged(LIMIT_S)
        yield deployment


@pytest.fixture(scope="module")
def letters(pipeline: Deployment) -> list[tuple[DeadLetter, bytes | None]]:
    """The dead letters of all cases."""
    return dead_letters(pipeline)


@pytest.fixture(scope="module")
def final(pipeline: Deployment) -> dict[str, Document]:
    """The verdicts of all cases."""
    return verdicts(pipeline)


@pytest.mark.parametrize("name", CASES)
def test_bad_documents_become_dead_letters_and_the_rest_is_judged(
    pipeline: Deployment, letters: list[tuple[DeadLetter, bytes | None]], final: dict[str, Document], name: str
) -> None:
    case, offset = CASES[name], list(CASES).index(name)
    found = {letter.index: (letter, value) for letter, value in letters if letter.offset == offset}
    assert found.keys() == case.refused.keys()
    for index, reason in case.refused.items():
        letter, value = found[index]
        assert (letter.topic, letter.partition) == (pipeline.settings.topic("raw"), 0)
        assert letter.stage == "normalised"
        assert reason in letter.reason
        original = (case.value or b"") if index is None else (case.value or b"").split(b"\n")[index]
        assert value in (original, None if original == b"" else original)
    assert set(case.judged) <= final.keys()


def test_nothing_else_is_judged_or_refused(
    letters: list[tuple[DeadLetter, bytes | None]], final: dict[str, Document]
) -> None:
    assert len(letters) == sum(len(case.refused) for case in CASES.values())
    assert final.keys() == {name for case in CASES.values() for name in case.judged}


def test_a_header_without_a_value_is_none(pipeline: Deployment) -> None:
    producer = Producer(pipeline.settings.confluent())
    value = line(document("headless", " ".join(words("headless"))))
    producer.produce(pipeline.settings.topic("raw"), value, headers=[("firstprint-run", None)])
    assert producer.flush(LIMIT_S) == 0
    pipeline.wait_until_judged(LIMIT_S)
    assert "headless" in verdicts(pipeline)


@pytest.mark.parametrize("codec", ["gzip", "snappy", "lz4", "zstd"])
def test_compressed_messages_are_read(pipeline: Deployment, codec: str) -> None:
    producer = Producer(pipeline.settings.confluent(compression_type=codec))
    producer.produce(pipeline.settings.topic("raw"), line(document(codec, " ".join(words(codec) * 9))))
    assert producer.flush(LIMIT_S) == 0
    pipeline.wait_until_judged(LIMIT_S)
    assert codec in verdicts(pipeline)


def test_a_message_over_the_size_limit_is_refused_aloud_and_stops_nothing(pipeline: Deployment) -> None:
    """Kafka refuses it to whoever sends it, so it never lies on `raw`; a text of 10 MB cannot come in otherwise."""
    producer = Producer(pipeline.settings.confluent(message_max_bytes=20_000_000))
    errors: list[KafkaError | None] = []
    for size in (1_200_000, 10_000_000):
        value = line(document("over", "word " * (size // 5)))
        producer.produce(pipeline.settings.topic("raw"), value, on_delivery=lambda error, _: errors.append(error))
    assert producer.flush(30) == 0
    assert [error and error.code() for error in errors] == [KafkaError.MSG_SIZE_TOO_LARGE] * 2
    assert judge(pipeline, document("after-over", " ".join(words("after-over"))))["after-over"]["kind"] == "unique"


INTERNAL = ("normalised", "shingles", "signatures", "bands", "candidates", "matches")
STAGES = ("shingles", "signatures", "bands", "candidates", "matches", "verdicts")


def changed(batch: bytes, place: int, value: bytes) -> bytes:
    """A batch with other bytes in its header and a checksum that fits: the profile is at 24, the raw offset at 8."""
    body = batch[:place] + value + batch[place + len(value) : -CHECKSUM_BYTES]
    return body + checksum(body)


@pytest.mark.parametrize(("noun", "stage"), list(zip(INTERNAL, STAGES, strict=True)), ids=INTERNAL)
def test_foreign_bytes_in_an_internal_topic_become_dead_letters(pipeline: Deployment, noun: str, stage: str) -> None:
    real = max((record.value or b"" for record in pipeline.read(noun)), key=len)
    flipped = bytes([*real[:-9], real[-9] ^ 1, *real[-8:]])
    alien, negative = changed(real, 24, b"w9"), changed(real, 8, b"\xff" * 8)
    foreign = [b"not a batch", b"", None, real[:-1], real[: len(real) // 2], flipped, real + b"more", alien, negative]
    offset = pipeline.count(noun)
    pipeline.produce([(0, value) for value in foreign], noun)
    assert judge(pipeline, document(f"after-{noun}", " ".join(words(noun))))[f"after-{noun}"]["kind"] == "unique"
    topic = pipeline.settings.topic(noun)
    found = [(letter, value) for letter, value in dead_letters(pipeline) if letter.topic == topic]
    assert [letter.offset for letter, _ in found] == list(range(offset, offset + len(foreign)))
    assert {letter.stage for letter, _ in found} == {stage}
    assert [value or b"" for _, value in found] == [value or b"" for value in foreign]
