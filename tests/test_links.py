"""Links: the rules one by one, what must not be joined, and the properties that hold for any string."""

import json
from collections import Counter
from pathlib import Path

import mmh3
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.links import canonical_link, link_hash

VECTORS = Path(__file__).parents[2] / "shared" / "data" / "vectors" / "url_canonical.jsonl"

SAME = {
    "//example.org/": [
        "http://example.org",
        "https://example.org/",
        "HTTPS://EXAMPLE.org:443/?",
        "//www.example.org#top",
    ],
    "//example.org/a/b": [
        "https://www.example.org/a/b/",
        "http://user:secret@example.org:80/a/./x/../b",
        " https://example.org/a/\nb?utm_source=rss&utm_medium=feed&fbclid=1 ",
        "https://example.org/a/b?source=rss----3f1&gclid=7#comments",
        "https://example.org./a/%62",
    ],
    "//example.org/a?a=1&b=2&b=3": ["https://example.org/a?b=3&a=1&b=2", "http://example.org/a/?b=3&amp;a=1&amp;b=2&"],
    "//example.org/%C3%A4%2Fb": ["https://example.org/ä%2fb", "https://example.org/%c3%a4%2Fb"],
    "//example.org/a?q=x%20y": ["https://example.org/a?q=x+y", "https://example.org/a?q=x y"],
    "//xn--bcher-kva.example/": ["https://bücher.example", "http://xn--bcher-kva.example/"],
    "//example.org:8080/a": ["http://example.org:8080/a"],
    "//[2001:db8::1]/a": ["http://[2001:DB8::1]:80/a"],
    "//example.org/100%25": ["https://example.org/100%", "https://example.org/100%25"],
}
NO_LINKS = [
    "", " ", "mailto:a@example.org", "ftp://example.org/a", "/only/a/path", "example.org/a", "http://", "http:///a",
    "urn:uuid:1", "http://exa mple.org/", "http://[::1", "http://example.org:port/", "http://example.org:99999/",
    "javascript:alert(1)", "http://\ud800/", "tag:example.org,2026:1",
]  # fmt: skip
DIFFERENT = [
    ("https://example.org/a", "https://example.org/A"),
    ("https://example.org/a", "https://m.example.org/a"),
    ("https://example.org/a", "https://example.org/a/amp"),
    ("https://example.org/a?id=1", "https://example.org/a?id=2"),
    ("https://example.org/a?ref=main", "https://example.org/a?ref=next"),
    ("https://example.org/a", "https://example.org:8443/a"),
    ("https://example.org/a%2Fb", "https://example.org/a/b"),
    ("https://www.com/a", "https://com/a"),
]


@pytest.mark.parametrize(("link", "url"), [(link, url) for link, urls in SAME.items() for url in urls])
def test_spellings_of_one_address_give_one_link(link: str, url: str) -> None:
    assert canonical_link(url) == link


@pytest.mark.parametrize("url", NO_LINKS)
def test_what_is_no_web_address_gives_no_link(url: str) -> None:
    assert canonical_link(url) == ""


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_may_be_another_page_stays_another_link(one: str, other: str) -> None:
    assert canonical_link(one) != canonical_link(other)


_pieces = st.sampled_from(
    ["http://", "https://", "//", "www.", "example.org", "EXAMPLE.org", ".", ":", "80", "/", "..", "%2e", "%2F", "%zz",
     "%", "?", "&", "=", "+", ";", "#", "@", "amp;", "&amp;", "utm_source=x", "ä", "%C3%A4", "source=rss", "\ud800",
     "[", "]", "::1", "ü", "\t", "\n", " "]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(_pieces, max_size=12).map("".join)).map(lambda tail: "http://" + tail) | st.text())
@example("http://example.org/a?a=1&amp;amp;b")
@example("http://example.org/%%341")
def test_never_raises_and_is_idempotent(url: str) -> None:
    link = canonical_link(url)
    assert canonical_link(link) == link
    assert link.isascii()
    assert link == "" or link.startswith("//")


@given(
    st.from_regex(
        r"https?://(www\.)?[a-z]{1,3}\.[a-z]{2}(/[a-z.~]{0,3}){0,3}(\?[a-z&=]{0,6})?(#[a-z]?)?", fullmatch=True
    )
)
def test_the_short_way_agrees_with_the_long_one(url: str) -> None:
    assert canonical_link(url) == canonical_link(url.replace("://", "://user@", 1))


def test_hash_is_the_first_half_of_the_digest_and_0_for_no_link() -> None:
    assert link_hash("") == 0
    assert link_hash("//example.org/") == int.from_bytes(mmh3.mmh3_x64_128_digest(b"//example.org/")[:8], "big")


@pytest.mark.skipif(not VECTORS.exists(), reason="the collected vectors of other libraries are not on this machine")
def test_agreement_with_other_libraries() -> None:
    """Their outputs, brought into our form, are what we make of their inputs; where policies differ, a few are not."""
    agreed: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for line in VECTORS.read_text().splitlines():
        vector = json.loads(line)
        url, expected = vector["input"], vector["expected"]
        url = url[0] if isinstance(url, list) and len(url) == 1 else url
        if vector["options"] or not isinstance(url, str) or not isinstance(expected, str):
            continue
        if canonical_link(url) and vector["function"] not in {"get_base_url", "extract_domain"}:
            seen[vector["source"]] += 1
            agreed[vector["source"]] += canonical_link(url) == canonical_link(expected)
    assert sum(agreed.values()) >= 0.8 * sum(seen.values()), (agreed, seen)
