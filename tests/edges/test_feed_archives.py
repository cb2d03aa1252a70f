"""Feeds of other parsers' suites and real ones, read where they lie: feeds come out or BadMessage, nothing else.

Set TEST_ALL_FEEDS=1 to read all of them; otherwise every ninth, which takes seconds.
"""

import base64
import gzip
import json
import os
import socket
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.edges.feeds import Feed, read_feed
from pipeline.errors import BadMessage

FEEDS = Path(__file__).parents[3] / "shared" / "data" / "feeds"
CASES = FEEDS.parent / "cases.jsonl"
STEP = 1 if os.environ.get("TEST_ALL_FEEDS") else 9

pytestmark = pytest.mark.skipif(not FEEDS.is_dir(), reason="the collected feeds are not on this machine")


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a feed opened a connection"))


def archived() -> Iterator[tuple[str, str, bytes]]:
    """Suite, path and bytes of the files."""
    for archive in sorted(FEEDS.glob("*.tar.xz")):
        with tarfile.open(archive) as files:
            for number, member in enumerate(files):
                content = files.extractfile(member) if member.isfile() else None
                if content is not None and number % STEP == 0:
                    suite, _, path = member.name.partition("/")
                    yield suite, path, content.read()


def listed() -> dict[tuple[str, str], dict[str, Any]]:
    with gzip.open(FEEDS / "index.jsonl.gz") as lines:
        return {(entry["suite"], entry["path"]): entry for entry in map(json.loads, lines)}


def read(content: bytes, name: str) -> Feed | None:
    try:
        return read_feed(content, name)
    except BadMessage as refused:
        assert refused.reason.endswith(".")  # noqa: PT017 - both outcomes are right
        return None


def test_archived_feeds_give_the_entries_that_are_listed_for_them() -> None:
    index = listed()
    different = []
    known = 0
    for suite, path, content in archived():
        feed = read(content, path)
        expected = index.get((suite, path), {}).get("entries")
        if expected is not None:
            known += 1
            if len(feed.entries if feed else []) != expected:
                different.append((suite, path, expected))
        if feed:
            assert all(value == value.strip() for entry in feed.entries for value in entry.values())
            json.dumps(feed.entries, ensure_ascii=False).encode()
    assert known > 200
    assert len(different) <= 0.005 * known, different


@pytest.mark.skipif(not (FEEDS / "miniflux-inline.jsonl.gz").exists(), reason="not collected")
def test_inline_feeds_are_read_or_refused() -> None:
    with gzip.open(FEEDS / "miniflux-inline.jsonl.gz") as lines:
        feeds = [read(json.loads(line)["input"].encode(errors="surrogatepass"), "x") for line in lines]
    assert sum(feed is not None for feed in feeds) >= 0.8 * len(feeds)


CHECKS: dict[str, Callable[[Feed], object]] = {
    "c001": lambda feed: feed.entries[0]["title"] == "Çiğ köfte ve su böreği tarifi",
    "c003": lambda feed: feed.entries[0]["title"] == "Café fermé à Genève",
    "c006": lambda feed: [entry["title"] for entry in feed.entries] == ["Terminal bell heard", "Second item survives"],
    "c008": lambda feed: feed.entries[0]["title"] == "Still readable",
    "c013": lambda feed: [entry["title"] for entry in feed.entries] == ["Complete item"] and feed.problems,
    "c014": lambda feed: feed.entries[0]["html"] == "some text of the story",
    "c016": lambda feed: (
        feed.entries[0]["guid"] == feed.entries[0]["url"] == "https://news.example.org/raw.asp?id=15&v=1"
    ),
    "c017": lambda feed: [entry["html"] for entry in feed.entries] == ["<p>full story text</p>"] * 2,
    "c019": lambda feed: feed.entries[0]["url"] == "https://blog.example.org/2017/11/worth-it.html",
    "c021": lambda feed: feed.entries[0]["guid"] == "Show-2968933" and "url" not in feed.entries[0],
    "c023": lambda feed: feed.entries[0]["url"] == "https://www.example.org/ongoing/When/201x/2013/08/14/Single-Point",
    "c025": lambda feed: not any("guid" in entry for entry in feed.entries),
    "c041": lambda feed: feed.entries[0]["guid"] == "123",
    "c043": lambda feed: feed.entries[0]["title"] == 'Channels do not remain "persistent"',
}


@pytest.mark.skipif(not CASES.exists(), reason="not collected")
def test_cases_of_public_bug_reports() -> None:
    cases = {case["id"]: case for case in map(json.loads, CASES.read_text().splitlines())}
    failed = []
    for name, is_right in CHECKS.items():
        case = cases[name]
        content = base64.b64decode(case["input_b64"]) if "input_b64" in case else case["input"].encode()
        if not is_right(read_feed(content, "x")):
            failed.append(name)
    assert not failed
    with pytest.raises(BadMessage, match="declares XML entities"):
        read_feed(cases["c010"]["input"].encode(), "x")
