"""Differences of texts and scripts: nothing is lost, and people's examples look as people expect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.measure.evaluate_texts import (
    ANCHOR_WORDS,
    Piece,
    anchors,
    difference,
    joined,
    script_of,
    shortened,
    shown_text,
    words_of,
)
from pipeline.records import Document

SOME_WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"]), max_size=60)


def words(text: str, *sides: str) -> list[tuple[str, str]]:
    """The pieces of a text's difference to another, as (side, words)."""
    return [(piece.side, " ".join(piece.words)) for piece in difference(text, sides[0])]


@given(SOME_WORDS, SOME_WORDS)
def test_both_texts_can_be_read_from_the_difference(one: list[str], other: list[str]) -> None:
    pieces = difference(" ".join(one), " ".join(other))
    assert [word for piece in pieces if piece.side != "other" for word in piece.words] == one
    assert [word for piece in pieces if piece.side != "one" for word in piece.words] == other
    assert all(piece.words for piece in pieces)


@given(SOME_WORDS)
def test_equal_texts_share_everything(one: list[str]) -> None:
    pieces = difference(" ".join(one), " ".join(one))
    assert {piece.side for piece in pieces} <= {"both"}


def test_a_changed_word_is_told_from_the_rest() -> None:
    assert words("the cat sat on the mat", "the cat lay on the mat") == [
        ("both", "the cat"),
        ("one", "sat"),
        ("other", "lay"),
        ("both", "on the mat"),
    ]


def test_a_passage_that_moved_leaves_the_longer_order_in_place() -> None:
    long, short = "a b c d e f g h i j", "p q r s t"
    assert words(f"{long} {short}", f"{short} {long}") == [("other", short), ("both", long), ("one", short)]


@given(SOME_WORDS, SOME_WORDS)
def test_anchors_are_equal_runs_in_the_same_order(one: list[str], other: list[str]) -> None:
    found = anchors(one, other)
    assert found == sorted(found, key=lambda pair: pair[1])
    assert all(one[a : a + ANCHOR_WORDS] == other[b : b + ANCHOR_WORDS] for a, b in found)


def test_long_runs_are_shortened_to_what_surrounds_a_difference() -> None:
    same = [f"w{i}" for i in range(30)]
    short = shortened([Piece("both", same), Piece("one", ["x"]), Piece("both", same)], context=2)
    assert short == [
        Piece("gap", ["28"]),
        Piece("both", ["w28", "w29"]),
        Piece("one", ["x"]),
        Piece("both", ["w0", "w1"]),
        Piece("gap", ["28"]),
    ]
    assert shortened([Piece("one", same)], context=2)[1] == Piece("gap", ["26"])
    assert shortened([Piece("both", ["a", "b"])], context=2) == [Piece("both", ["a", "b"])]


def test_characters_are_words_where_no_blanks_are() -> None:
    assert words_of("日本 ok") == ["日", "本", "ok"]
    assert words_of("한국 사람") == ["한국", "사람"]
    assert joined(words_of("今日は、良い 天気")) == "今日は、良い天気"
    assert joined(["a", "b"]) == "a b"


def test_nothing_that_steers_a_terminal_is_printed() -> None:
    assert joined(["red\x1b[31m", "\u202eback"]) == "red\ufffd[31m \ufffdback"


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("The quick 日", "Latin"),
        ("слово", "Cyrillic"),
        ("世界", "Cjk"),
        ("世界かな世界", "Japanese"),
        ("カタカナ", "Japanese"),
        ("한국", "Hangul"),
        ("ก็ดี", "Thai"),
        ("مرحبا", "Arabic"),
        ("हिन्दी", "Devanagari"),
        ("12 34", "none"),
    ],
)
def test_the_script_is_that_of_most_letters(text: str, script: str) -> None:
    assert script_of(text) == script


def test_the_text_that_is_shown_is_the_text_that_is_judged() -> None:
    assert shown_text(Document(text="a", html="<p>b</p>", title="c")) == "a"
    assert shown_text(Document(text=" ", html="<p>b</p>", title="c")).strip() == "b"
    assert shown_text(Document(html="<p></p>", title="c")) == "c"
    assert shown_text(Document()) == ""
