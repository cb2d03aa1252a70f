"""RSS, RDF and Atom through feedparser.

Fetches nothing and opens no file: the parser gets an open buffer. Which entries are documents, and their ids, is
decided by `pipeline.edges.inputs`.
"""

import html
from collections.abc import Mapping
from typing import Any, Final

from pipeline.edges.feed_parts import Feed, absolute, clean, date_of, entry_of
from pipeline.edges.feed_sax import parse_feed
from pipeline.edges.feed_text import feed_text
from pipeline.errors import BadMessage
from pipeline.links import canonical_link
from pipeline.records import STAGE
from pipeline.stages.html import text_of_html

_PLAIN_TYPES: Final = frozenset({"text/plain", "text"})


def read_xml_feed(content: bytes, name: str) -> Feed:
    """Read an XML feed; raise `BadMessage` for a page, for other XML, for bombs and for what cannot be parsed."""
    whole = feed_text(content)
    if whole.root == "html":
        raise BadMessage("The file is an HTML page, not a feed.", stage=STAGE)
    parsed = parse_feed(whole.text)
    if not parsed.version and not parsed.entries:
        raise BadMessage(f"The file is XML, but no feed: its first element is {whole.root!r}.", stage=STAGE)
    problems = list(whole.problems)
    if parsed.problem and not whole.cut:
        problems.append(f"The feed is not well-formed ({parsed.problem}); what could be read was.")
    head = dict(parsed.head)  # past feedparser's stand-ins: its "updated" answers with "published"
    home, own = _link(head, "alternate"), _link(head, "self")
    source = next((url for url in (own, home) if canonical_link(url)), name)
    base = home or own
    language = clean(head.get("language"))
    return Feed(
        kind=_kind(parsed.version),
        source=source,
        fetched=_written(head, parsed.version, problems),
        entries=[_entry(item, source, base, language, problems) for item in parsed.entries],
        problems=problems,
        cut=whole.cut.encode(),
    )


def _written(head: Mapping[str, Any], version: str, problems: list[str]) -> str | None:
    """Atom's updated, RSS's lastBuildDate, else its pubDate; what Atom feeds call published is years ago on YouTube."""
    written = date_of(head.get("updated"), problems)
    if not written and not version.startswith("atom"):
        written = date_of(head.get("published"), problems)
    return written or None


def _kind(version: str) -> str:
    if version in {"rss10", "rss090"}:
        return "rdf"
    return "atom" if version.startswith("atom") else "rss"


def _link(item: Mapping[str, Any], rel: str) -> str:
    """First link of an element with that relation; feedparser's `link` would be the last, or an enclosure's."""
    links = item.get("links") or []
    return next((clean(link.get("href")) for link in links if link.get("rel") == rel and link.get("href")), "")


def _entry(item: Any, source: str, base: str, language: str, problems: list[str]) -> dict[str, str]:
    fields = dict(item)  # as above
    url = _link(fields, "alternate") or clean(fields.get("link"))
    text, kind, text_language = _body(fields)
    updated = date_of(fields.get("updated"), problems)
    return entry_of(
        source=source,
        guid=fields.get("id"),
        url=absolute(base, url),
        title=_plain_title(clean(fields.get("title"))),
        published=date_of(fields.get("published") or fields.get("created"), problems) or updated,
        updated=updated,
        language=text_language or language,
        canonical_url=fields.get("feedburner_origlink") or _link(fields, "canonical"),
        **{kind: text},
    )


def _body(fields: Mapping[str, Any]) -> tuple[str, str, str]:
    """The longest content, else the summary: the text, the field that it belongs in, and its language."""
    contents = [part for part in fields.get("content") or [] if clean(part.get("value"))]
    summary = {"value": fields.get("summary"), **(fields.get("summary_detail") or {})}
    part = max(contents, key=lambda content: len(content["value"]), default=summary)
    kind = "text" if part.get("type") in _PLAIN_TYPES else "html"
    return clean(part.get("value")), kind, clean(part.get("language"))


def _plain_title(title: str) -> str:
    """A title without markup: feeds escape it once, twice or not at all."""
    if "<" in title:
        title = text_of_html(title)
    return " ".join(html.unescape(title).split())
