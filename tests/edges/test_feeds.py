"""Feeds of every format, what real ones get wrong, and that nothing is fetched."""

import json
import socket

import pytest

from pipeline.edges.feeds import Feed, read_feed

HEAD = "<title>Example Wire</title><link>https://news.example.org/</link>"
NAMESPACES = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a feed made the reader open a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def rss(items: str, head: str = HEAD) -> bytes:
    return f'<?xml version="1.0"?><rss version="2.0" {NAMESPACES}><channel>{head}{items}</channel></rss>'.encode()


def atom(entries: str, head: str = "") -> bytes:
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>{head}{entries}</feed>'.encode()


def item(fields: str) -> dict[str, str]:
    (entry,) = read_feed(rss(f"<item>{fields}</item>"), "x").entries
    return entry


def test_rss() -> None:
    feed = read_feed(
        rss(
            "<item><title>Storm nears coast</title><link>https://news.example.org/1?utm_source=rss</link>"
            '<guid isPermaLink="false">a-1</guid><pubDate>Mon, 30 Nov 2026 11:00:00 +0100</pubDate>'
            "<description>A &lt;b&gt;storm&lt;/b&gt;.</description></item>",
            HEAD + "<language>en-gb</language><lastBuildDate>Mon, 30 Nov 2026 12:00:00 GMT</lastBuildDate>",
        ),
        "wire.rss",
    )
    assert feed == Feed(
        "rss",
        "https://news.example.org/",
        "2026-11-30T12:00:00Z",
        [
            {
                "source": "https://news.example.org/",
                "guid": "a-1",
                "url": "https://news.example.org/1?utm_source=rss",
                "title": "Storm nears coast",
                "published": "2026-11-30T10:00:00Z",
                "language": "en-gb",
                "html": "A <b>storm</b>.",
            }
        ],
        [],
    )


def test_atom() -> None:
    feed = read_feed(
        atom(
            '<entry><id>1</id><title type="html">A &amp;amp; B</title><updated>2026-11-30T10:00:00.5+01:00</updated>'
            '<published>2026-11-29</published><link rel="replies" href="/c"/><link href="/1"/>'
            '<summary>short</summary><content type="text">1 &lt; 2</content></entry>'
            '<entry><id>urn:2</id><updated>2026-11-30T11:00:00Z</updated><content type="xhtml">'
            '<div xmlns="http://www.w3.org/1999/xhtml"><p>Two</p></div></content></entry>',
            '<link rel="self" href="https://e.example/feed"/><link href="https://e.example/"/>'
            "<updated>2026-11-30T12:00:00Z</updated>",
        ),
        "x",
    )
    assert (feed.kind, feed.source, feed.fetched) == ("atom", "https://e.example/feed", "2026-11-30T12:00:00Z")
    one, two = feed.entries
    assert (one["text"], one["title"], one["url"]) == ("1 < 2", "A & B", "https://e.example/1")
    assert (one["published"], one["updated"]) == ("2026-11-29", "2026-11-30T09:00:00.500Z")
    assert (two["html"], two["published"]) == ("<p>Two</p>", "2026-11-30T11:00:00Z")


def test_rdf() -> None:
    feed = read_feed(
        b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        b'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://e.example/rdf"><link>https://e.example/</link>'
        b"<dc:date>2026-11-30T12:00:00Z</dc:date></channel>"
        b'<item rdf:about="https://e.example/1"><title>t</title><link>https://e.example/1</link><description>d</description>'
        b"<dc:date>2026-11-30T11:00+01:00</dc:date></item></rdf:RDF>",
        "x",
    )
    assert (feed.kind, feed.fetched) == ("rdf", "2026-11-30T12:00:00Z")
    assert feed.entries[0]["guid"] == "https://e.example/1"
    assert feed.entries[0]["published"] == "2026-11-30T10:00:00Z"


def test_json_feed() -> None:
    content = {
        "version": "https://jsonfeed.org/version/1.1",
        "feed_url": "https://e.example/feed.json",
        "home_page_url": "https://e.example/",
        "language": "de",
        "items": [
            {"id": 123, "url": "/1", "content_html": "<p>a</p>", "date_published": "2026-11-30T12:00:00+01:00"},
            {
                "id": "2",
                "external_url": "https://o.example/2",
                "content_text": "b",
                "content_html": "<p>c</p>",
                "title": 5,
            },
            {"id": "3", "summary": "only this", "date_modified": "2026-11-30"},
            "no item",
        ],
    }
    feed = read_feed(json.dumps(content).encode(), "x")
    source = "https://e.example/feed.json"
    assert (feed.kind, feed.source, feed.fetched) == ("json", source, None)
    assert feed.entries == [
        {"source": source, "guid": "123", "url": "https://e.example/1", "html": "<p>a</p>",
         "published": "2026-11-30T11:00:00Z", "language": "de"},
        {"source": source, "guid": "2", "url": "https://o.example/2", "text": "b", "language": "de"},
        {"source": source, "guid": "3", "text": "only this", "published": "2026-11-30", "updated": "2026-11-30",
         "language": "de"},
    ]  # fmt: skip
    assert feed.problems == ["1 items of the feed are no objects and are left out."]


@pytest.mark.parametrize("version", ["1.0", "https://jsonfeed.org/version/1"])
def test_json_feeds_with_a_byte_order_mark_or_lone_surrogates_are_read(version: str) -> None:
    content = b'\xef\xbb\xbf{"version":"%s","items":[{"id":"1","content_text":"cut \\ud83d"}]}' % version.encode()
    assert read_feed(content, "name").entries == [{"source": "name", "guid": "1", "text": "cut"}]


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        (
            "<description>teaser</description><content:encoded>&lt;p&gt;whole&lt;/p&gt;</content:encoded>",
            "html",
            "<p>whole</p>",
        ),
        (
            "<content:encoded>&lt;p&gt;whole&lt;/p&gt;</content:encoded><description>teaser</description>",
            "html",
            "<p>whole</p>",
        ),
        ("<content:encoded> </content:encoded><description>teaser</description>", "html", "teaser"),
        ("<description>&lt;![CDATA[a story]]&gt;</description>", "html", "a story"),
        ("<title>\n<![CDATA[ Two\nlines ]]>\n</title>", "title", "Two lines"),
        ("<title>so &amp;quot;called&amp;quot; x</title>", "title", 'so "called" x'),
        ("<title>&lt;b&gt;bold&lt;/b&gt; &amp;lt; one</title>", "title", "bold < one"),
        ("<title>AT&T & B&nbsp;C</title>", "title", "AT&T & B C"),
        ('<title x="&#34;&apos;&QUOT;&#60;">t</title>', "title", "t"),
        ("<title>AT&amp;T &copy; &nope; &COPY;</title>", "title", "AT&T © &nope; ©"),
        ("<title>Bell &#8;&#xD800;&#99999999;rings&#x41; don&#146;t</title>", "title", "Bell \ufffd\ufffdringsA don’t"),
        ("<title>Bell \x08rings</title>", "title", "Bell rings"),
        ("<link>\n <![CDATA[https://e.example/a?id=1&v=2]]> </link>", "url", "https://e.example/a?id=1&v=2"),
        ("<link>/a b</link>", "url", "https://news.example.org/a b"),
        ("<link>https://[::1</link>", "url", "https://[::1"),
        ("<guid>https://e.example/1</guid>", "url", "https://e.example/1"),
        ("<pubDate>Mon, 30 Nov 2026 12:00:00 EST</pubDate>", "published", "2026-11-30T17:00:00Z"),
        ("<pubDate>2016/6/29 15:07:41</pubDate>", "published", "2016-06-29T15:07:41Z"),
        ("<pubDate>30 Nov 26</pubDate>", "published", "2026-11-30"),
        ("<dc:date>2026-11-30</dc:date>", "published", "2026-11-30"),
    ],
)
def test_what_items_say_in_their_own_ways(fields: str, name: str, value: str) -> None:
    feed = read_feed(rss(f"<item>{fields}</item>"), "x")
    assert feed.entries[0][name] == value
    assert feed.problems == []


def test_a_podcast_without_a_link_has_no_url() -> None:
    entry = item('<enclosure url="https://cdn.example/17.mp3"/><guid isPermaLink="false">17</guid><title>t</title>')
    assert "url" not in entry
    assert entry["guid"] == "17"


def test_relative_bases_are_stacked() -> None:
    (entry,) = read_feed(
        b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://e.example/a/">'
        b'<entry xml:base="b/"><link href="c"/></entry></feed>',
        "x",
    ).entries
    assert entry["url"] == "https://e.example/a/b/c"


def test_an_enclosure_never_replaces_the_article() -> None:
    (entry,) = read_feed(
        atom('<entry><link href="https://e.example/1"/><link rel="enclosure">x</link></entry>'), "x"
    ).entries
    assert entry["url"] == "https://e.example/1"


def test_a_guid_that_entries_with_different_links_share_is_dropped() -> None:
    items = "".join(
        f"<item><guid isPermaLink='false'>1</guid><link>https://e.example/{n}</link></item>" for n in range(3)
    )
    feed = read_feed(rss(items), "x")
    assert all("guid" not in entry for entry in feed.entries)
    assert len(feed.problems) == 1


def test_a_guid_with_one_link_stays_though_it_repeats() -> None:
    items = "<item><guid isPermaLink='false'>1</guid><link>https://e.example/a</link></item>" * 2
    assert [entry["guid"] for entry in read_feed(rss(items), "x").entries] == ["1", "1"]


def test_a_date_that_cannot_be_read_is_left_out_and_said() -> None:
    feed = read_feed(rss("<item><title>t</title><pubDate>last Tuesday</pubDate></item>"), "x")
    assert "published" not in feed.entries[0]
    assert feed.problems == ["A date cannot be read and is left out: 'last Tuesday'."]


@pytest.mark.parametrize(
    ("own", "fetched"),
    [
        ("<lastBuildDate>Mon, 30 Nov 2026 12:00:00 GMT</lastBuildDate>", "2026-11-30T12:00:00Z"),
        ("<pubDate>Mon, 30 Nov 2026 12:00:00 GMT</pubDate>", "2026-11-30T12:00:00Z"),
        ("<lastBuildDate>Tue, 05 Jan 2010 12:00:00 GMT</lastBuildDate>", "2026-11-30T10:00:00Z"),
        ("<lastBuildDate>soon</lastBuildDate>", None),
        ("", None),
    ],
)
def test_when_a_feed_was_written(own: str, fetched: str | None) -> None:
    feed = read_feed(
        rss("<item><title>t</title><pubDate>Mon, 30 Nov 2026 10:00:00 GMT</pubDate></item>", HEAD + own), "x"
    )
    assert feed.fetched == fetched


def test_atom_feeds_were_not_written_when_their_channel_was_founded() -> None:
    assert (
        read_feed(atom("<entry><id>1</id></entry>", "<published>2006-11-19T20:31:49Z</published>"), "x").fetched is None
    )
