"""Unicode's own test files, as far as they apply: where words may break, and what is the same text."""

import unicodedata
from itertools import chain

from pipeline.kernels.characters import tokens
from pipeline.kernels.folding import fold_utf8
from pipeline.methods import folded, tokens_of
from tests.methods.vectors import unicode_lines

BREAK = "÷"


def characters(numbers: str) -> str:
    """A string from code points in hexadecimal."""
    return "".join(chr(int(number, 16)) for number in numbers.split())


def test_no_word_goes_on_where_uax_29_breaks() -> None:
    """Words here are never longer than those of UAX 29, and otherwise shorter: at apostrophes, or between kana."""
    lines = unicode_lines("WordBreakTest.txt")
    for line in lines:
        parts = [characters(part.replace("×", " ")) for part in line.split(BREAK)]
        assert tokens("".join(parts)) == list(chain.from_iterable(map(tokens, parts))), line
    assert len(lines) > 1_000


def test_all_normal_forms_are_the_same_text() -> None:
    """Column 2 to 5 of each line are NFC, NFD, NFKC and NFKD of column 1."""
    lines = unicode_lines("NormalizationTest.txt")
    for line in lines:
        forms = [characters(column) for column in line.split(";")[:5]]
        if any(unicodedata.category(character) == "Cn" for form in forms for character in form):
            continue  # newer than the interpreter's own tables
        found = {folded(form) for form in forms}
        assert len(found) == 1, line
        assert {fold_utf8(form) for form in forms} == {found.pop().encode()}, line
        assert len({tuple(tokens_of(f"a{form}b")) for form in forms}) == 1, line
    assert len(lines) > 10_000
