"""One reader for load and scan: formats, ids, times, and everything that it refuses."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.dates import format_ms
from pipeline.edges import files
from pipeline.edges.inputs import MAX_DOCUMENT_BYTES, Accepted, Item, Refused, read_inputs
from pipeline.errors import BadSetup
from pipeline.profile import DAY_MS
from pipeline.records import Document, decode_document

NOW_MS = 1_796_040_000_000  # 2026-11-30T12:00:00Z
AS_OF_MS = NOW_MS - 3_600_000
AS_OF = "2026-11-30T11:00:00Z"
RSS = (
    b"<rss version='2.0'><channel><link>https://news.example.org/</link>%s"
    b"<item><guid>g1</guid><title>One</title><description>first</description></item>"
    b"<item><link>https://news.example.org/2?utm_source=rss</link><title>Two</title></item>"
    b"<item><title>Three</title></item></channel></rss>"
)

Write = Callable[[str, bytes], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file below the current folder and give its relative path."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, content: bytes) -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    return written


def read(*paths: Path) -> list[Item]:
    items = list(read_inputs(paths, AS_OF_MS, NOW_MS))
    assert [item.ordinal for item in items] == list(range(len(items)))
    return items


def only(path: Path) -> Item:
    (item,) = read(path)
    return item


def fields(item: Item) -> dict[str, Any]:
    assert isinstance(item, Accepted), item
    assert b"\n" not in item.line
    document = json.loads(item.line)
    assert document["id"] == item.id
    assert decode_document(item.line).fetched
    return dict(document)


def test_a_complete_document_is_left_as_it_is(write: Write) -> None:
    line = b'{ "text":"a" ,"fetched": "2026-11-30","id":"i", "other":[1e400, {"x": "\xc3\xa4"}] }'
    item = only(write("a.jsonl", line))
    assert isinstance(item, Accepted)
    assert (item.id, item.line, item.seen_ms) == ("i", line, NOW_MS - DAY_MS // 2)
    assert (item.place, item.ordinal) == ("a.jsonl:1", 0)


def test_id_and_fetched_are_written_and_unknown_fields_kept(write: Write) -> None:
    items = read(
        write(
            "sub/a.jsonl",
            b'{"text":"a","x":1}\r\n\n{"text":"b","source":"s","guid":"7"}\n{"text":"c","url":"http://e.example"}',
        )
    )
    assert [fields(item) for item in items] == [
        {"id": "sub/a.jsonl:1", "fetched": AS_OF, "text": "a", "x": 1},
        {"id": "s 7", "fetched": AS_OF, "text": "b", "source": "s", "guid": "7"},
        {"id": "//e.example/", "fetched": AS_OF, "text": "c", "url": "http://e.example"},
    ]
    assert [item.place for item in items] == ["sub/a.jsonl:1", "sub/a.jsonl:3", "sub/a.jsonl:4"]


@pytest.mark.parametrize(
    ("fetched", "written", "seen_ms"),
    [
        ("2026-12-01T12:00:00Z", "2026-12-01T12:00:00Z", NOW_MS + DAY_MS),
        ("2026-12-01T12:00:00.001Z", "2026-12-01T12:00:00Z", NOW_MS + DAY_MS),
        ("9999-12-31", "2026-12-01T12:00:00Z", NOW_MS + DAY_MS),
        ("2026-11-30T13:00:00+01:00", "2026-11-30T13:00:00+01:00", NOW_MS),
        ("0001-01-01", "0001-01-01", -62_135_596_800_000),
        ("", AS_OF, AS_OF_MS),
        (None, AS_OF, AS_OF_MS),
    ],
)
def test_fetched_is_limited_to_a_day_from_now(write: Write, fetched: str | None, written: str, seen_ms: int) -> None:
    item = only(write("a.jsonl", json.dumps({"text": "a", "fetched": fetched}).encode()))
    assert fields(item)["fetched"] == written
    assert isinstance(item, Accepted)
    assert item.seen_ms == seen_ms


@pytest.mark.parametrize(
    ("own", "fetched"),
    [(b"", AS_OF), (b"<lastBuildDate>Sun, 29 Nov 2026 08:00:00 GMT</lastBuildDate>", "2026-11-29T08:00:00Z")],
)
def test_feeds_become_documents(write: Write, own: bytes, fetched: str) -> None:
    documents = [fields(item) for item in read(write("wire.xml", RSS % own))]
    source = "https://news.example.org/"
    assert [document["id"] for document in documents] == [
        f"{source} g1",
        f"{source} //news.example.org/2",
        "wire.xml:3",
    ]
    assert {document["fetched"] for document in documents} == {fetched}
    assert {document["source"] for document in documents} == {source}


JSON_FEED = {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "a"}]}


@pytest.mark.parametrize("name", ["a.json", "a.feed", "a.xml"])
@pytest.mark.parametrize("indent", [None, 1])
def test_content_tells_what_a_file_is(write: Write, name: str, indent: int | None) -> None:
    assert fields(only(write(name, json.dumps(JSON_FEED, indent=indent).encode())))["id"] == f"{name} 1"
    assert len(read(write(name, b"\xef\xbb\xbf \n" + RSS % b""))) == 3
    assert fields(only(write(name, json.dumps({"id": "i", "text": "a\nb", "x": [1]}, indent=indent).encode())))[
        "x"
    ] == [1]
    assert len(read(write(name, b'\xef\xbb\xbf{"text":"a"}\n{"text":"b"}'))) == 2
    assert len(read(write(name, b'{"text":"' + b"a" * 100_000 + b'"}\n{"text":"b"}'))) == 2


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_file_named_jsonl_is_read_line_by_line_whatever_its_first_one_is(write: Write, suffix: str) -> None:
    content = b'<rss/>\n[]\n{"version":"https://jsonfeed.org/version/1","text":"a"}'
    items = read(write(f"a.jsonl{suffix}", gzip.compress(content) if suffix else content))
    assert [type(item) for item in items] == [Refused, Refused, Accepted]


def test_a_path_that_is_not_there_is_said_before_anything_is_read(write: Write) -> None:
    with pytest.raises(BadSetup, match=r"There is no missing\.jsonl"):
        read_inputs([write("a.jsonl", b'{"text":"a"}'), Path("missing.jsonl")], AS_OF_MS, NOW_MS)
    Path("empty").mkdir()
    with pytest.raises(BadSetup, match="holds no files"):
        read_inputs([Path("empty")], AS_OF_MS, NOW_MS)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (b"not JSON", "not JSON"),
        (b'{"text":"\xff"}', "not UTF-8"),
        (b'{"text":"\\ud800"}', "lone surrogate"),
        (b'{"text":1}', "text is a number, not a string"),
        (b"[]", "array, not a JSON object"),
        (b"{}", "no text"),
        (b'{"headline":"a","body":"b"}', f"no text: none of {', '.join(Document.__struct_fields__)} is there"),
        (b'{"id":"i","body":"b"}', "no text: text, html and title are empty"),
        (b'{"text":" \\n","html":"<img src=x>","title":"\\u2026"}', "no text"),
        (b'{"text":"...","title":"t"}', "no text"),
        (b'{"text":"a","id":""}', "id is empty"),
        (b'{"text":"a","id":"' + b"i" * 513 + b'"}', "512 is the limit"),
        (b'{"text":"a","published":"yesterday"}', "published is no date"),
        (b'{"text":"a","updated":"2026-02-30"}', "updated is no date"),
        (b'{"text":"a","fetched":"10:00"}', "fetched is no date"),
        (b'{"text":"' + b"a" * 10_000_000 + b'"}', f"10000011 bytes, over the size limit of {MAX_DOCUMENT_BYTES}"),
        (b'{"text":"' + b"a" * (MAX_DOCUMENT_BYTES - 11) + b'"}', "over the size limit"),
        (b'{"text":"' + "\ufdfa".encode() * 2_000 + b'"}', "grows from 6000 to"),
        (b'{"text":"a","url":"' + b"u" * 5_000 + b'"}', "url has more than"),
        (b'{"text":"","url":"' + b"u" * 5_000 + b'","updated":"x"}', "updated is no date"),
        (b'{"published":"x","fetched":"y"}', "published is no date"),
        (b'{"text":"","url":"' + b"u" * 5_000 + b'"}', "url has more than"),
    ],
)
def test_one_bad_line_among_good_ones_is_refused_with_its_bytes(write: Write, line: bytes, part: str) -> None:
    first, refused, last = read(write("a.jsonl", b'{"text":"a"}\n' + line + b'\n{"text":"b"}'))
    assert isinstance(refused, Refused)
    assert part in refused.reason
    assert refused.original == line[: 1 << 20]
    assert refused.place == "a.jsonl:2"
    assert isinstance(first, Accepted)
    assert isinstance(last, Accepted)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "is empty"),
        (b"<html><body>Not found</body></html>", "is an HTML page"),
        (b'<!DOCTYPE rss [<!ENTITY a "b">]><rss/>', "declares XML entities"),
        (b'[{"text":"a"}]', "JSON array; write one document a line"),
        (b'{\n"text": "a"\n', "not JSON"),
        (b'{\n"version": "https://jsonfeed.org/version/1",\n"items": [', "neither a whole JSON Feed"),
        (b"PK\x03\x04", "neither JSON lines nor a feed"),
        ('{"text":"a"}'.encode("utf-16"), "holds no XML element"),
        (b"<rss>" + b"a" * (33 << 20), "more than"),
    ],
)
def test_a_bad_file_is_refused_as_a_whole_and_the_next_one_read(write: Write, content: bytes, part: str) -> None:
    refused, accepted = read(write("bad", content), write("good.jsonl", b'{"text":"a"}'))
    assert isinstance(refused, Refused)
    assert part in refused.reason
    assert refused.place.partition(":")[0] == "bad"
    assert isinstance(accepted, Accepted)


def test_of_a_feed_that_is_cut_off_the_last_entry_is_refused_and_odd_things_are_noticed(write: Write) -> None:
    notices: list[str] = []
    path = write(
        "a.rss", b"<rss version='2.0'><channel><item><title>a</title><pubDate>x</pubDate></item><item><title>b"
    )
    accepted, refused = read_inputs([path], AS_OF_MS, NOW_MS, notices.append)
    assert isinstance(accepted, Accepted)
    assert refused == Refused("a.rss", "The feed is cut off within its last entry.", b"<item><title>b", 1)
    assert any("date cannot be read" in notice for notice in notices)


_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_date = st.none() | st.integers(-62_135_596_800_000, NOW_MS + 3 * DAY_MS).map(format_ms)
_document = st.fixed_dictionaries(
    {"text": _text},
    optional={"id": _text, "source": _text, "guid": _text, "url": _text, "fetched": _date, "title": _text},
)


@given(st.lists(_document, max_size=5))
def test_what_was_accepted_is_accepted_again_unchanged(documents: list[dict[str, str]]) -> None:
    def through(lines: list[bytes]) -> list[Item]:
        files_read = files.File(Path("-"), "x.jsonl")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pipeline.edges.inputs.chunks_of", lambda _: iter([b"\n".join(lines)]))
            patch.setattr("pipeline.edges.inputs.files_of", lambda _: [files_read])
            return list(read_inputs([], AS_OF_MS, NOW_MS))

    accepted = [
        item
        for item in through([json.dumps(document).encode() for document in documents])
        if isinstance(item, Accepted)
    ]
    again = through([item.line for item in accepted])
    assert [(item.id, item.line, item.seen_ms) for item in again if isinstance(item, Accepted)] == [
        (item.id, item.line, item.seen_ms) for item in accepted
    ]
