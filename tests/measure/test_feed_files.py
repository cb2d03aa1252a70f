"""Feed files: read back by a parser that is not ours, in all three forms."""

from calendar import timegm
from dataclasses import replace
from typing import Any

import feedparser
import msgspec
import pytest

from pipeline.measure.feed_files import Entry, Feed, Form, render_feed

FETCHED_MS = 1_768_255_200_000
ENTRY = Entry(
    guid="tag:post.example,2026:1",
    url="https://post.example/1?a=1&b=2",
    title="Fish & <chips> – 价格",
    paragraphs=("First: 3 < 4 & ]]> is no end.", "Zweiter Absatz: Äpfel."),
    published_ms=FETCHED_MS - 7_200_000,
    updated_ms=FETCHED_MS - 3_600_000,
)
HTML = "<p>First: 3 &lt; 4 &amp; ]]&gt; is no end.</p>\n<p>Zweiter Absatz: Äpfel.</p>"


def feed(form: Form) -> Feed:
    return Feed(f"https://post.example/news.{form}", "Post & Co: News", "https://post.example/", form, "en")


def moment(parsed: Any) -> int:
    return timegm(parsed) * 1000


@pytest.mark.parametrize(("form", "version"), [("rss", "rss20"), ("atom", "atom10")])
def test_xml_feeds_are_read_by_feedparser_without_a_complaint(form: Form, version: str) -> None:
    parsed = feedparser.parse(render_feed(feed(form), [ENTRY], FETCHED_MS), sanitize_html=False)
    assert not parsed.bozo
    assert parsed.version == version
    assert parsed.feed.title == "Post & Co: News"
    assert moment(parsed.feed.updated_parsed) == FETCHED_MS
    assert any(link.rel == "self" and link.href == feed(form).url for link in parsed.feed.links)
    (entry,) = parsed.entries
    assert (entry.id, entry.link) == (ENTRY.guid, ENTRY.url)
    assert entry.content[0].value == HTML
    assert (moment(entry.published_parsed), moment(entry.updated_parsed)) == (ENTRY.published_ms, ENTRY.updated_ms)


def test_a_json_feed_has_what_its_specification_asks_for() -> None:
    decoded = msgspec.json.decode(render_feed(feed("json"), [ENTRY], FETCHED_MS))
    assert decoded["version"] == "https://jsonfeed.org/version/1.1"
    assert decoded["feed_url"] == feed("json").url
    (item,) = decoded["items"]
    assert (item["id"], item["url"], item["title"]) == (ENTRY.guid, ENTRY.url, ENTRY.title)
    assert item["content_html"] == HTML
    assert (item["date_published"], item["date_modified"]) == ("2026-01-12T20:00:00Z", "2026-01-12T21:00:00Z")


@pytest.mark.parametrize("form", ["rss", "atom", "json"])
def test_an_entry_without_an_update_says_nothing_of_one(form: Form) -> None:
    content = render_feed(feed(form), [replace(ENTRY, updated_ms=None)], FETCHED_MS).decode()
    assert "modified" not in content
    assert "atom:updated>" not in content
