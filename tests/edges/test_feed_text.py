"""The characters of feeds: encodings, prologs, bombs, cut-off files, and any markup at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.edges.feeds import MAX_FEED_BYTES, read_feed
from pipeline.errors import BadMessage


def rss(items: str) -> bytes:
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>{items}</channel></rss>'.encode()


def refusal(content: bytes) -> str:
    with pytest.raises(BadMessage) as caught:
        read_feed(content, "x")
    return caught.value.reason


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "windows-1252", "koi8-r", "shift_jis"],
)
def test_encodings(encoding: str) -> None:
    title = {"koi8-r": "Новости", "shift_jis": "新聞"}.get(encoding, "Café")
    declared = encoding.removesuffix("-sig").removesuffix("-le").removesuffix("-be")
    declaration = f'<?xml version="1.0" encoding="{declared}"?>'
    text = f'{declaration}<rss version="2.0"><channel><item><title>{title}</title></item></channel></rss>'
    feed = read_feed(text.encode(encoding), "x")
    assert feed.entries[0]["title"] == title
    assert feed.problems == []


@pytest.mark.parametrize(
    "declaration", [b"", b'<?xml version="1.0" encoding="utf-8"?>', b'<?xml version="1.0" encoding="hex"?>']
)
def test_bytes_that_are_not_utf_8(declaration: bytes) -> None:
    good, bad = "Çiğ köfte".encode(), "Café".encode("latin-1")
    one = read_feed(declaration + b"<rss version='2.0'><item><title>%s \xe2 x</title></item></rss>" % good, "x")
    assert one.entries[0]["title"] == "Çiğ köfte \ufffd x"
    all_of_them = read_feed(declaration + b"<rss version='2.0'><item><title>%s</title></item></rss>" % bad, "x")
    assert all_of_them.entries[0]["title"] == "Café"
    assert len(one.problems) == len(all_of_them.problems) == 1


def test_blank_lines_comments_and_a_doctype_before_the_feed() -> None:
    prolog = b"\n \n<?xml version='1.0'?><!-- <a> --><!DOCTYPE rss PUBLIC '-//N//DTD RSS 0.91//EN' 'http://x.example/rss.dtd'>"
    assert read_feed(
        prolog + b"<rss version='0.91'><channel><item><title>t</title></item></channel></rss>", "x"
    ).entries


BOMB = '<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefg", "bcdefgh", strict=True)
)


@pytest.mark.parametrize(
    "prolog",
    [
        f"<!DOCTYPE rss [{BOMB}]>",
        f"<!doctype rss\n[\n<!-- ]> -->{BOMB}]>",
        f"<!-- x --><?x?><!DOCTYPE rss SYSTEM 'a>b' [{BOMB}]>",
        '<!DOCTYPE rss [<!ENTITY h SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE rss [<!ENTITY % h SYSTEM "http://x.example/x.dtd">%h;]>',
        BOMB,
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entity_declarations_are_refused(prolog: str, encoding: str) -> None:
    content = f"{prolog}<rss version='2.0'><channel><item><title>&h;</title></item></channel></rss>".encode(encoding)
    assert "declares XML entities" in refusal(content)


def test_an_entity_in_a_text_about_entities_is_text() -> None:
    content = rss("<item><description><![CDATA[<p>write <!ENTITY a 'b'> first</p>]]></description></item>")
    assert "ENTITY" in read_feed(content, "x").entries[0]["html"]


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "is empty"),
        (b" \n\xef\xbb\xbf ", "is empty"),
        (b"<!DOCTYPE html><html><body><p>Not found</p></body></html>", "is an HTML page"),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "is an HTML page"),
        (b"<opml version='1.0'><body/></opml>", "first element is 'opml'"),
        (b"just words", "holds no XML element"),
        (b"<!-- <rss> ", "holds no XML element"),
        (b'{"a": 1}', "no JSON Feed"),
        (b'{"version": "https://jsonfeed.org/version/1", "items": [', "neither a whole JSON Feed"),
        (b"{" * 100_000, "neither a whole JSON Feed"),
        (b"<rss>" + b" " * MAX_FEED_BYTES, f"more than {MAX_FEED_BYTES} bytes"),
        (b"<rss version='2.0'>" + b"<a>" * 100_000, "nests its elements"),
        (b"<rss version='2.0' " + b" ".join(b"a%d='1'" % n for n in range(300)) + b"/>", "attributes"),
        (b"<rss version='2.0'></a>" + b"<a>" * 100_000, "leaves more than 10000 tags open"),
        (b"<rss version='2.0'>&" + b"<a b='" * 5_000, "damaged beyond reading"),
    ],
)
def test_what_is_no_feed_is_refused_with_one_sentence(content: bytes, part: str) -> None:
    reason = refusal(content)
    assert part in reason
    assert reason.endswith(".")


ITEM = (
    "<item><title>t{0}</title><guid>https://e.example/{0}</guid><description><![CDATA[text {0}]]></description></item>"
)
WHOLE = rss("".join(ITEM.format(number) for number in range(4)))


@pytest.mark.parametrize("size", range(0, len(WHOLE), 7))
def test_of_a_feed_cut_anywhere_the_whole_entries_are_read(size: int) -> None:
    content = WHOLE[:size]
    try:
        feed = read_feed(content, "x")
    except BadMessage:
        assert b"<rss version" not in content or b">" not in content[30:]
        return
    assert [entry["title"] for entry in feed.entries] == [f"t{n}" for n in range(content.count(b"</item>"))]
    assert bool(feed.cut) == (content.count(b"<item>") > content.count(b"</item>"))
    assert feed.problems or content.count(b"</channel>")


_markup = st.sampled_from(
    ["<rss version='2.0'>", "<channel>", "<item>", "</item>", "<title>", "</title>", "<link>", "<feed>", "<entry>", "&",
     "&#0;", "&#xD800;", "&nbsp;", "&amp;", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE", "[", "]>", "<", ">", "text",
     "\x00", "ä", "<?xml", "?>", "<pubDate>", "2026", "<guid>", "<a href='", "'", "<content type='xhtml'>",
     "<link href='http://[x'/>"]
)  # fmt: skip


@given(st.lists(_markup, max_size=25).map(lambda parts: "<rss version='2.0'>" + "".join(parts)))
def test_any_markup_is_read_or_refused_and_twice_the_same(text: str) -> None:
    outcomes = []
    for _ in range(2):
        try:
            outcomes.append(repr(read_feed(text.encode(), "x")))
        except BadMessage as refused:
            outcomes.append(refused.reason)
    assert outcomes[0] == outcomes[1]
    assert "\\ud800" not in outcomes[0].replace("&#xD800", "")
