"""The examples: listed, decoded by today's code, valid by the schemas, and written as our own code writes."""

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from pipeline.columns import unpack
from pipeline.edges.dead_letters import dead_letter_headers, read_dead_letter
from pipeline.errors import BadMessage
from pipeline.packed import Kind
from pipeline.profile import DEFAULT
from pipeline.records import Kind as VerdictKind
from pipeline.records import decode_document, decode_verdict, encode_verdict
from topics.catalogue import FLOW, FOLDER, catalogue, topic_named


def lines(noun: str) -> list[bytes]:
    """Return the example records of a topic."""
    return [line for path in topic_named(noun).examples for line in path.read_bytes().splitlines()]


def schema(noun: str) -> dict[str, Any]:
    """Return the schema of a topic's records, closed: what we write has no other fields."""
    path = topic_named(noun).schema
    assert path is not None
    loaded: dict[str, Any] = json.loads(path.read_text())
    return loaded | {"additionalProperties": False}


def test_every_example_and_schema_is_listed_and_there() -> None:
    listed = {path for topic in catalogue() for path in topic.examples}
    assert listed == set((FOLDER / "examples").iterdir())
    assert {topic.schema for topic in catalogue()} - {None} == set((FOLDER / "schemas").glob("*.json"))


@pytest.mark.parametrize("line", lines("raw"))
def test_documents(line: bytes) -> None:
    jsonschema.validate(json.loads(line), schema("raw"))
    assert decode_document(line).text or decode_document(line).html


@pytest.mark.parametrize("line", lines("verdicts"))
def test_verdicts(line: bytes) -> None:
    jsonschema.validate(json.loads(line), schema("verdicts"))
    assert encode_verdict(decode_verdict(line)) == line


def test_the_verdicts_show_every_kind_and_every_reason_to_look_further() -> None:
    verdicts = [decode_verdict(line) for line in lines("verdicts")]
    assert {verdict.kind for verdict in verdicts} == set(get_args(VerdictKind))
    assert any(verdict.previous for verdict in verdicts)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.name.lower() in FLOW])
def test_packed_messages(kind: Kind) -> None:
    (path,) = topic_named(kind.name.lower()).examples
    batch = unpack(bytes.fromhex(path.read_text()), kind, DEFAULT.identity)
    assert (batch.home, batch.offset) == (0, 0)


@pytest.mark.parametrize("path", topic_named("dead-letters").examples)
def test_dead_letters(path: Path) -> None:
    example = json.loads(path.read_text())
    letter = read_dead_letter(example["headers"].items())
    assert dead_letter_headers(letter) == [(name, value.encode()) for name, value in example["headers"].items()]
    with pytest.raises(BadMessage) as refusal:
        decode_document(example["value"].encode())
    assert refusal.value.reason == letter.reason
    assert refusal.value.stage == letter.stage
