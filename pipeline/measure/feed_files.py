"""Write entries as real feed files: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1.

Reads no feed and fetches nothing. A file says when it was made where its form has a place for that: `lastBuildDate` in
RSS, `updated` in Atom. JSON Feed has none: there the reader has to know.
"""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

import msgspec

from pipeline.dates import format_ms

Form = Literal["rss", "atom", "json"]
SUFFIXES: Final[dict[Form, str]] = {"rss": ".rss", "atom": ".atom", "json": ".json"}


@dataclass(frozen=True)
class Feed:
    """A feed: its address, its name, its site's address, its form and its language (BCP 47)."""

    url: str
    title: str
    site: str
    form: Form
    language: str = "en"


@dataclass(frozen=True)
class Entry:
    """An entry: its text as paragraphs of plain text, its times in milliseconds, in whole seconds."""

    guid: str
    url: str
    title: str
    paragraphs: tuple[str, ...]
    published_ms: int
    updated_ms: int | None = None

    @property
    def html(self) -> str:
        """The paragraphs as HTML."""
        return "\n".join(f"<p>{html.escape(paragraph, quote=False)}</p>" for paragraph in self.paragraphs)


def render_feed(feed: Feed, entries: Sequence[Entry], fetched_ms: int) -> bytes:
    """Return the file that a fetch at `fetched_ms` (whole seconds) would get: the entries in the given order, UTF-8."""
    return RENDERERS[feed.form](feed, entries, fetched_ms).encode()


def _rfc822(time_ms: int) -> str:
    return format_datetime(datetime.fromtimestamp(time_ms // 1000, tz=UTC), usegmt=True)


def _rss_entry(entry: Entry) -> str:
    is_link = entry.guid == entry.url
    body = entry.html.replace("]]>", "]]]]><![CDATA[>")
    updated = f"\n      <atom:updated>{format_ms(entry.updated_ms)}</atom:updated>" if entry.updated_ms else ""
    return f"""    <item>
      <title>{escape(entry.title)}</title>
      <link>{escape(entry.url)}</link>
      <guid isPermaLink="{str(is_link).lower()}">{escape(entry.guid)}</guid>
      <pubDate>{_rfc822(entry.published_ms)}</pubDate>{updated}
      <content:encoded><![CDATA[{body}]]></content:encoded>
    </item>"""


def _rss(feed: Feed, entries: Sequence[Entry], fetched_ms: int) -> str:
    items = "\n".join(map(_rss_entry, entries))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>{escape(feed.title)}</title>
    <link>{escape(feed.site)}</link>
    <description>{escape(feed.title)}</description>
    <language>{feed.language}</language>
    <lastBuildDate>{_rfc822(fetched_ms)}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href={quoteattr(feed.url)}/>
{items}
  </channel>
</rss>
"""


def _atom_entry(entry: Entry) -> str:
    return f"""  <entry>
    <id>{escape(entry.guid)}</id>
    <title>{escape(entry.title)}</title>
    <link rel="alternate" type="text/html" href={quoteattr(entry.url)}/>
    <published>{format_ms(entry.published_ms)}</published>
    <updated>{format_ms(entry.updated_ms or entry.published_ms)}</updated>
    <content type="html">{escape(entry.html)}</content>
  </entry>"""


def _atom(feed: Feed, entries: Sequence[Entry], fetched_ms: int) -> str:
    items = "\n".join(map(_atom_entry, entries))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{feed.language}">
  <id>{escape(feed.url)}</id>
  <title>{escape(feed.title)}</title>
  <updated>{format_ms(fetched_ms)}</updated>
  <author><name>{escape(feed.title)}</name></author>
  <link rel="self" type="application/atom+xml" href={quoteattr(feed.url)}/>
  <link rel="alternate" type="text/html" href={quoteattr(feed.site)}/>
{items}
</feed>
"""


def _json_entry(entry: Entry) -> dict[str, str]:
    fields = {
        "id": entry.guid,
        "url": entry.url,
        "title": entry.title,
        "content_html": entry.html,
        "date_published": format_ms(entry.published_ms),
    }
    return fields | ({"date_modified": format_ms(entry.updated_ms)} if entry.updated_ms else {})


def _json(feed: Feed, entries: Sequence[Entry], _: int) -> str:
    fields = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.site,
        "feed_url": feed.url,
        "language": feed.language,
        "items": list(map(_json_entry, entries)),
    }
    return msgspec.json.format(msgspec.json.encode(fields), indent=2).decode() + "\n"


RENDERERS: Final[dict[Form, Callable[[Feed, Sequence[Entry], int], str]]] = {"rss": _rss, "atom": _atom, "json": _json}
