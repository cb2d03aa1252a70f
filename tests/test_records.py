"""Documents and verdicts: what is accepted, the sentence for what is not, default ids, and the bytes of a verdict."""

import contextlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import BadMessage
from pipeline.records import (
    Containment,
    Document,
    Evidence,
    Previous,
    Reference,
    Related,
    Verdict,
    decode_document,
    decode_verdict,
    default_id,
    encode_verdict,
    place_id,
    with_identity,
)

FIELDS = ["id", "source", "guid", "url", "title", "text", "html", "published", "updated", "fetched", "language"]


def refusal(line: bytes) -> str:
    with pytest.raises(BadMessage) as caught:
        decode_document(line)
    assert caught.value.stage == "normalised"
    return caught.value.reason


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"{", "is not JSON"),
        (b"<rss/>", "is not JSON"),
        (b'{"text":"a"} {}', "is not JSON"),
        (b'{"text":NaN}', "is not JSON"),
        (b'{"text":"a\x00b"}', "is not JSON"),
        (b'\xef\xbb\xbf{"text":"a"}', "byte order mark"),
        (b'{"text":"\xff"}', "is not UTF-8 (byte 9)"),
        (b'{"other":"\xff"}', "is not UTF-8"),
        (b'{"text":"\xed\xa0\x80"}', "is not UTF-8"),
        (b'{"text":"\\ud800"}', "lone surrogate"),
        (b'{"other":"\\udfff"}', "lone surrogate"),
        (b"[]", "is an array, not a JSON object"),
        (b"null", "is null, not a JSON object"),
        (b'"text"', "is a string, not a JSON object"),
        (b'{"text":1}', "text is a number, not a string"),
        (b'{"id":1.5}', "id is a number, not a string"),
        (b'{"title":["a"]}', "title is an array, not a string"),
        (b'{"html":{}}', "html is an object, not a string"),
        (b'{"published":true}', "published is true or false, not a string"),
        (b'{"id":""}', "id is empty"),
        (b'{"id":" "}', "id is empty"),
        (b'{"id":"' + b"a" * 513 + b'"}', "id has 513 bytes; 512 is the limit"),
        (b'{"id":"' + b"\xc3\xa4" * 257 + b'"}', "id has 514 bytes"),
        (b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too deeply"),
    ],
)
def test_refusals_say_what_is_wrong(line: bytes, part: str) -> None:
    assert part in refusal(line)


def test_every_field_is_optional_null_is_absent_and_unknown_fields_are_ignored() -> None:
    assert decode_document(b"{}") == Document()
    assert decode_document(b'{"text":null,"id":null,"x":{"y":[1e999,-0]},"x":2}') == Document()
    assert decode_document(b'{"id":"a","text":"\\u0000"}') == Document(id="a", text="\0")


def test_an_id_of_exactly_the_limit_is_accepted() -> None:
    assert decode_document(json.dumps({"id": "ä" * 256}).encode()).id == "ä" * 256


@given(st.dictionaries(st.sampled_from(FIELDS[1:]), st.none() | st.text(st.characters(exclude_categories=["Cs"]))))
def test_any_strings_are_read_as_they_are(fields: dict[str, str | None]) -> None:
    for line in (json.dumps(fields), json.dumps(fields, ensure_ascii=False)):
        assert decode_document(line.encode()) == Document(**fields)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=8,
)


@given(st.binary(max_size=60) | _json.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_a_document_or_a_refusal(line: bytes) -> None:
    with contextlib.suppress(BadMessage):
        assert isinstance(decode_document(line), Document)


def test_default_id_is_source_and_guid_else_source_and_link_else_none() -> None:
    url = "https://www.example.org/a/?utm_source=x"
    assert default_id(Document(source=" https://f.example/ ", guid=" 7 ", url=url)) == "https://f.example/ 7"
    assert default_id(Document(source="BBC News", guid="\n", url=url)) == "BBC%20News //example.org/a"
    assert default_id(Document(guid="7", url=url)) == "//example.org/a"
    assert default_id(Document(guid="7")) is None
    assert default_id(Document(source="s", url="no address", title="t")) is None


@given(st.tuples(st.text("ab %25#\0", max_size=5), st.text("ab %25#\0", max_size=5)), st.data())
def test_two_pairs_of_source_and_guid_never_share_an_id(one: tuple[str, str], data: st.DataObject) -> None:
    other = data.draw(st.tuples(st.text("ab %25#\0", max_size=5), st.text("ab %25#\0", max_size=5)))
    ids = [default_id(Document(source=source, guid=guid)) for source, guid in (one, other)]
    if None not in ids and ids[0] == ids[1]:
        assert [part.strip() for part in one] == [part.strip() for part in other]


def test_a_default_id_over_the_limit_is_shortened_and_stays_distinct() -> None:
    names = [default_id(Document(source="https://example.org/", guid="ä" * 400 + end)) for end in "ab"]
    assert names[0] is not None
    assert names[0] != names[1]
    assert names[0].startswith("https://example.org/ ä")
    for name in names:
        assert decode_document(json.dumps({"id": name}).encode()).id == name


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        (b'{"text":"a"}', b'{"id":"i","fetched":"f","text":"a"}'),
        (
            b'{"text": "a",\r\n "x": [1e3,\n 12345678901234567890.10] }',
            b'{"id":"i","fetched":"f","text":"a","x":[1e3,12345678901234567890.10]}',
        ),
        (
            b'{"fetched":null,"x":1,"text":"\\n\xc3\xa4","id":"old","x":{ }}',
            b'{"id":"i","fetched":"f","x":{ },"text":"\\n\xc3\xa4"}',
        ),
    ],
)
def test_identity_is_written_and_the_rest_left_alone(line: bytes, whole: bytes) -> None:
    assert with_identity(line, "i", "f") == whole


def test_a_place_of_any_length_and_any_bytes_is_an_id() -> None:
    assert place_id("feeds/a.jsonl:7") == "feeds/a.jsonl:7"
    for place in ("\udcff:1", "ä" * 1000 + ":2"):
        assert decode_document(json.dumps({"id": place_id(place)}).encode()).id == place_id(place)


def verdict(**changes: Any) -> Verdict:
    fields: dict[str, Any] = {
        "document": Reference("b", "https://example.org/b", None, "2026-11-30"), "kind": "near",
        "duplicate_of": Reference("a", None, "s", None), "related": None, "similarity": 0.8123,
        "containment": Containment(0.9, 1.0), "previous": None, "evidence": Evidence(9, 10, 9), "reason": "jaccard",
        "profile": "w5",
    }  # fmt: skip
    return Verdict(**(fields | changes))


def test_bytes_of_a_verdict() -> None:
    assert encode_verdict(verdict()) == (
        b'{"document":{"id":"b","url":"https://example.org/b","source":null,"published":"2026-11-30"},"kind":"near",'
        b'"duplicate_of":{"id":"a","url":null,"source":"s","published":null},"related":null,"similarity":0.8123,'
        b'"containment":{"in_original":0.9,"of_original":1.0},"previous":null,'
        b'"evidence":{"shared":9,"shingles":10,"shingles_of_original":9},"reason":"jaccard","profile":"w5"}'
    )


@pytest.mark.parametrize(
    "value",
    [
        verdict(),
        verdict(kind="unique", duplicate_of=None, similarity=None, containment=None, evidence=Evidence(None, 3, None)),
        verdict(kind="recurring", duplicate_of=None, related=Related("recurs", "ü", None, None, None), reason="recurs"),
        verdict(previous=Previous(0.0001)),
    ],
)
def test_verdicts_survive_a_round_trip(value: Verdict) -> None:
    assert decode_verdict(encode_verdict(value)) == value


def test_what_is_no_verdict_is_refused() -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_verdict(b'{"kind":"maybe"}')


def test_schemas_describe_every_field_of_a_document() -> None:
    properties = msgspec.json.schema(Document)["$defs"]["Document"]["properties"]
    assert list(properties) == [*FIELDS, "canonical_url"]
    assert all(field["description"] for field in properties.values())
