"""What a feed of any format comes to, and the small rules that all formats share.

Parses no format and decides nothing about ids.
"""

import re
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

from pipeline.edges.feed_dates import feed_date

_UNWANTED: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


class Feed(NamedTuple):
    """A feed as read. `kind` is rss, rdf, atom or json; `source` its own URL, else its home page, else its file's name.

    `fetched` is when the feed was written, RFC 3339 or a plain date, where it says so. `entries` are fields of
    documents in the feed's order, without blank ones. `problems` are sentences about what was odd, `cut` the bytes of
    an entry that the end of the file cut in two, which is not among the entries.
    """

    kind: str
    source: str
    fetched: str | None
    entries: list[dict[str, str]]
    problems: list[str]
    cut: bytes = b""


def clean(value: object) -> str:
    """Return a string without outer blanks, control characters and lone surrogates; "" for what is no string."""
    return _UNWANTED.sub("", value).strip() if isinstance(value, str) else ""


def date_of(value: object, problems: list[str]) -> str:
    """Return a date as `feed_date` does, "" where there is none; one that cannot be read is a problem, no more."""
    text = clean(value)
    try:
        return feed_date(text) or ""
    except ValueError:
        problems.append(f"A date cannot be read and is left out: {text[:60]!r}.")
        return ""


def absolute(base: str, url: str) -> str:
    """Return a link as seen from the page `base`; what cannot be joined stays as it is."""
    try:
        return urljoin(base, url) if url else ""
    except ValueError:  # such as an unfinished IPv6 address
        return url


def entry_of(**fields: Any) -> dict[str, str]:
    """Return the fields of a document that are not blank."""
    cleaned = {name: clean(value) for name, value in fields.items()}
    return {name: value for name, value in cleaned.items() if value}
