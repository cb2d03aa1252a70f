"""What a document comes to, against the plain rules: its folded text, its hashes, and what is refused."""

import json

import mmh3
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.columns import ROW, runs_of
from pipeline.errors import BadMessage
from pipeline.kernels.characters import fold, tokens
from pipeline.kernels.folding import WORTHWHILE
from pipeline.kernels.plain import digest_plain
from pipeline.kernels.plain_numbers import number_elements_plain
from pipeline.links import canonical_link, link_hash
from pipeline.profile import DEFAULT
from pipeline.records import Document, encode_shown
from pipeline.stages.content import (
    MAX_GROWTH,
    MAX_SHOWN_BYTES,
    MAX_TEXT_BYTES,
    MIN_GROWTH_BYTES,
    check_shown,
    text_of,
)
from pipeline.stages.normalised import RawMessage, normalise, split

NOW_MS = 1_800_000_000_000

_characters = st.characters(exclude_categories=["Cs"])
_words = st.text(st.sampled_from("aZ 9.…“ßİ\u0301\ufdfaｱﾞ世\u2057½²\0"), max_size=12) | st.text(_characters, max_size=12)
_texts = st.builds(str.__mul__, _words, st.sampled_from([1, 1, WORTHWHILE, 500]))


def plainly(text: str) -> bytes | str:
    """The text as the design has it, or the beginning of the sentence that refuses it."""
    folded = fold(text)
    size = len(folded.encode())
    if not any(map(str.isalnum, folded)):
        return "The document has no text"
    if size > MAX_TEXT_BYTES:
        return f"The text has {size} bytes"
    if size > max(MIN_GROWTH_BYTES, MAX_GROWTH * len(text.encode())):
        return f"The text grows from {len(text.encode())} to {size} bytes"
    return folded.encode()


def outcome(text: str) -> bytes | str:
    """The text in small letters, which for ASCII are the batch's affair, or the sentence that refuses it."""
    try:
        return text_of(Document(text=text)).lower()
    except BadMessage as refused:
        return refused.reason


@given(_texts)
@example("\ufdfa" * 2000)
@example("x" * (MAX_TEXT_BYTES + 1))
@example("ﾞ")
@example("...!")
@example("...1")
@example("\u2026a")
def test_a_text_is_folded_and_refused_as_the_plain_rules_say(text: str) -> None:
    expected, found = plainly(text), outcome(text)
    assert found == expected or (isinstance(found, str) and isinstance(expected, str) and found.startswith(expected))


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (Document(text="a", html="b", title="c"), b"a"),
        (Document(text=" \n", html="<p>b", title="c"), b"b"),
        (Document(text="", html="<script>b</script>", title="c"), b"c"),
    ],
)
def test_the_first_text_that_is_not_blank_counts(document: Document, text: bytes) -> None:
    assert text_of(document).strip() == text


def test_html_is_read_only_where_there_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.stages.content.text_of_html", lambda _: "from html")
    assert text_of(Document(text="a", html="b")) == b"a"
    assert text_of(Document(text=" ", html="b")) == b"from html"


_shown = st.none() | st.builds(
    str.__mul__, st.sampled_from(["a", "é", "世", "𝔸"]), st.sampled_from([1, 300, 1024, 1025, 4096, 4097])
)


@given(_shown, _shown, _shown)
def test_the_first_field_that_is_too_long_to_be_shown_is_named(
    url: str | None, source: str | None, published: str | None
) -> None:
    fields = {"url": url, "source": source, "published": published}
    long = [name for name, value in fields.items() if value and len(value.encode()) > MAX_SHOWN_BYTES]
    if long:
        with pytest.raises(BadMessage, match=f"document's {long[0]} has more than 4096 bytes"):
            check_shown(Document(url=url, source=source, published=published))
    else:
        check_shown(Document(url=url, source=source, published=published))


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r", b"bc", b"\0"])).map(b"".join))
def test_lines_are_what_lies_between_line_feeds(value: bytes) -> None:
    assert split(value) == value.split(b"\n")


def half(value: bytes) -> int:
    return int.from_bytes(mmh3.mmh3_x64_128_digest(value)[:8], "big") if value else 0


@given(
    st.lists(
        st.fixed_dictionaries(
            {"text": st.text(st.sampled_from("aZé“"), min_size=1, max_size=9).map("x".__add__)},
            optional={name: st.text(_characters, max_size=9) for name in ("source", "guid")}
            | {"title": st.text(_characters, max_size=9) | st.text(st.sampled_from("aB1 \t\u2028é!?."), max_size=9)}
            | {"url": st.sampled_from(["", "no link", "http://WWW.example.org/a/?b", "https://example.org/ä"])},
        ),
        max_size=4,
    )
)
def test_rows_strings_and_texts_are_those_of_each_document(documents: list[dict[str, str]]) -> None:
    value = b"\n".join(json.dumps(document).encode() for document in documents)
    batch = normalise(RawMessage(0, 7, NOW_MS, value), DEFAULT, 1).batch
    assert batch["rows"].dtype == ROW
    strings = runs_of(batch["strings"], batch["string_offsets"])
    texts = runs_of(batch["texts"], batch["text_offsets"])
    assert texts == [fold(document["text"]).encode() for document in documents]
    for index, (document, row) in enumerate(zip(documents, batch["rows"], strict=True)):
        name, title, source = strings[2 * index], document.get("title", ""), document.get("source", "")
        shown = encode_shown(name.decode(), Document(**document))
        assert strings[2 * index + 1] == shown
        digest = mmh3.mmh3_x64_128_digest(name)
        assert row["number"] == 7 << 8 | index
        assert row["id_hi"].tobytes()[::-1] + row["id_lo"].tobytes()[::-1] == digest
        assert (row["time"], row["seen"], row["updated"]) == (NOW_MS, NOW_MS, -(1 << 62))
        assert row["link"] == link_hash(canonical_link(document.get("url", "")))
        words = tokens(fold(title))
        title_hash = digest_plain(" ".join(words))[0] if words else half(" ".join(fold(title).lower().split()).encode())
        assert (row["title"], row["title_numbers"]) == (title_hash, number_elements_plain(fold(title))[1])
        assert row["source"] == half(source.encode())
        assert row["shown"] == half(shown + title.encode())
        assert (row["digest_hi"], row["digest_lo"], row["shingles"], row["flags"]) == (0, 0, 0, 0)
