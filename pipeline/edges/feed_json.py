"""JSON Feed, versions 1 and 1.1 (jsonfeed.org).

Reads leniently what the specification asks readers to: ids that are numbers, missing fields, optional ones of a wrong
type. Decodes JSON only; where entries of feeds become documents is `pipeline.edges.inputs`.
"""

import json
from typing import Any, Final

import msgspec

from pipeline.edges.feed_parts import Feed, absolute, clean, date_of, entry_of
from pipeline.errors import BadMessage
from pipeline.records import STAGE

VERSION_MARK: Final = "jsonfeed.org/version/"


def is_json_feed(value: object) -> bool:
    """Whether a decoded JSON value is a JSON Feed, by the version that each has to carry; some carry but its number."""
    if not isinstance(value, dict) or "version" not in value:
        return False
    return VERSION_MARK in str(value["version"]) or isinstance(value.get("items"), list)


def decode_json(content: bytes) -> Any:
    """Decode JSON, also with the lone surrogates that cut-off emoji leave; raise `BadMessage` for anything else."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return json.loads(content.decode("utf-8-sig"), strict=False)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"The file is neither a whole JSON Feed nor JSON lines ({error}).", stage=STAGE) from error


def read_json_feed(value: dict[str, Any], name: str) -> Feed:
    """Read a decoded JSON Feed; an item that is no object, and a list of items that is none, are problems."""
    problems: list[str] = []
    home, own = clean(value.get("home_page_url")), clean(value.get("feed_url"))
    source = own or home or name
    items = value.get("items")
    if not isinstance(items, list):
        problems.append("The feed has no list of items.")
        items = []
    if strange := sum(not isinstance(item, dict) for item in items):
        problems.append(f"{strange} items of the feed are no objects and are left out.")
    language = value.get("language")
    entries = [_entry(item, source, home or own, language, problems) for item in items if isinstance(item, dict)]
    return Feed("json", source, None, entries, problems)


def _entry(item: dict[str, Any], source: str, base: str, language: object, problems: list[str]) -> dict[str, str]:
    identity = item.get("id")
    is_number = isinstance(identity, int | float) and not isinstance(identity, bool)
    text = clean(item.get("content_text"))
    rich = "" if text else clean(item.get("content_html"))
    updated = date_of(item.get("date_modified"), problems)
    return entry_of(
        source=source,
        guid=str(identity) if is_number else identity,  # "If an id is presented as a number, a reader should coerce it"
        url=absolute(base, clean(item.get("url")) or clean(item.get("external_url"))),
        title=item.get("title"),
        text=text or ("" if rich else item.get("summary")),
        html=rich,
        published=date_of(item.get("date_published"), problems) or updated,
        updated=updated,
        language=item.get("language") or language,
    )
