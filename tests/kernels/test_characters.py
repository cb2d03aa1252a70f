"""Folding and tokens: the rules themselves, on the plain twin."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.characters import SPACELESS, class_of, class_table, fold, tokens


def test_the_unicode_version_is_the_one_that_profiles_were_made_with() -> None:
    """Another version classifies other characters: then `pipeline.profile.REVISION` rises."""
    assert unicodedata.unidata_version == "14.0.0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("one two", ["one", "two"]),
        ("  don't stop-me_now\0x ", ["don", "t", "stop", "me", "now", "x"]),
        ("zero\u200bwidth soft\u00adhyphen", ["zero", "width", "soft", "hyphen"]),
        ("e\u0323\u0301a \u0301b", ["e\u0323\u0301a", "b"]),  # a mark after a separator is none
        ("\u0301\u0301x", ["x"]),
        ("世界abc", ["世", "界", "abc"]),
        ("か\u3099な", ["か\u3099", "な"]),
        ("ก็ดี", ["ก็", "ดี"]),
        ("a世\u0301b", ["a", "世\u0301", "b"]),  # nothing grows a token that stands alone, but for marks
        ("한국어 слово ελλάδα", ["한국어", "слово", "ελλάδα"]),
        ("👋🏽x٣४", ["x٣४"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(st.text())
def test_folding_has_no_case_width_or_composition(text: str) -> None:
    folded = fold(text)
    assert unicodedata.is_normalized("NFKC", folded)
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))
    assert folded.isascii() or not text.isascii()


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_folds_to_lower_case(text: str) -> None:
    assert fold(text) == unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@given(st.text())
def test_tokens_are_what_the_separators_leave(text: str) -> None:
    found = tokens(text)
    assert all(class_of(token[0]) in (1, 2) for token in found)
    rest = iter(text)
    assert all(character in rest for token in found for character in token)


def test_the_table_says_what_the_rule_says() -> None:
    table = class_table()
    borders = {edge + step for block in SPACELESS for edge in block for step in (-1, 0, 1)}
    for point in {*range(0x3000), *range(0x3000, 0x110000, 97), *borders}:
        assert table[point] == class_of(chr(point)), hex(point)
    assert not table[0x110000:].any()
