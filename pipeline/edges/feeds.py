"""Read a feed file of any format into the fields of documents.

Never touches the network, opens no file, raises nothing but `BadMessage`, and gives the same result for the same bytes
whenever it is asked. Writes no ids: `pipeline.edges.inputs` does, for feeds and files alike.
"""

from collections import defaultdict
from typing import Final

from pipeline.dates import parse_date
from pipeline.edges.feed_json import decode_json, is_json_feed, read_json_feed
from pipeline.edges.feed_parts import Feed
from pipeline.errors import BadMessage
from pipeline.links import canonical_link
from pipeline.records import STAGE

MAX_FEED_BYTES: Final = 32 << 20  # ten times the largest of 200 real feeds; parsing takes some ten times the memory
_WHITE: Final = b" \t\r\n\xef\xbb\xbf"

__all__ = ["MAX_FEED_BYTES", "Feed", "read_feed"]


def read_feed(content: bytes, name: str) -> Feed:
    """Read RSS, RDF, Atom or JSON Feed; `name` is the source of a feed that names neither itself nor a home page.

    What can be read of a damaged feed is read, and said in `problems`. Raises `BadMessage` with one sentence for what
    is no feed, declares XML entities, or is larger than MAX_FEED_BYTES.
    """
    if len(content) > MAX_FEED_BYTES:
        raise BadMessage(f"The feed has more than {MAX_FEED_BYTES} bytes.", stage=STAGE)
    start = content[:1024].lstrip(_WHITE)
    if not start:
        raise BadMessage("The file is empty.", stage=STAGE)
    if not start.startswith(b"{"):
        from pipeline.edges.feed_xml import read_xml_feed  # with feedparser: a tenth of a start

        return _settled(read_xml_feed(content, name))
    value = decode_json(content)
    if not is_json_feed(value):
        raise BadMessage("The file is a JSON object, but no JSON Feed: it names no version of it.", stage=STAGE)
    return _settled(read_json_feed(value, name))


def _settled(feed: Feed) -> Feed:
    _drop_shared_guids(feed)
    return feed._replace(fetched=_not_before_its_entries(feed))


def _not_before_its_entries(feed: Feed) -> str | None:
    """When the feed was written: a feed shows nothing that is newer, so that its newest entry's date corrects its own.

    Of 72 real feeds with a date of their own, 7 have entries that are later, by minutes or by a year.
    """
    if feed.fetched is None:
        return None
    dates = (entry[name] for entry in feed.entries for name in ("published", "updated") if name in entry)
    return max((feed.fetched, *dates), key=_ms)


def _ms(date: str) -> int:
    moment = parse_date(date)
    return moment.ms if moment else 0


def _drop_shared_guids(feed: Feed) -> None:
    """Take away guids that entries with different links share: they name nothing, and the links do."""
    links: dict[str, set[str]] = defaultdict(set)
    for entry in feed.entries:
        links[entry.get("guid", "")].add(canonical_link(entry.get("url", "")))
    shared = {guid for guid, found in links.items() if guid and len(found - {""}) > 1}
    for entry in feed.entries:
        if entry.get("guid") in shared and canonical_link(entry.get("url", "")):
            del entry["guid"]
    for guid in sorted(shared):
        feed.problems.append(f"Entries with different links share the guid {guid[:60]!r}; their links count.")
