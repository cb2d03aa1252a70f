"""Folding by a table is folding, or nothing."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.characters import fold
from pipeline.kernels.folding import CHANGING, WORTHWHILE, by_table, fold_all, fold_utf8, lower_ascii

# Letters, marks of several classes, jamo, ligatures, wide forms: what composes, reorders and expands.
PIECES = "aZé\u00df\u0130\u0390\u0301\u0323\u0327\u0316\u0345\uac00\u1100\u1161\u11a8ﬁ①½㌀Ａｶﾞ世か\u3099ก็\u0e49"
PIECES += "क\u094dन\u093c\u05d0\u05b8“—…𝔸𠀀\ud7b0\u00ad"


@given(st.one_of(st.text(), st.text(st.sampled_from(PIECES))))
@example("“A”" * 100)
@example("é\u0316\u0301" * 100)
def test_what_the_table_folds_is_folded(text: str) -> None:
    assert by_table(text) in (b"", fold(text).encode())
    assert fold_utf8(text) == fold(text).encode()
    assert fold_utf8(text * WORTHWHILE) == fold(text * WORTHWHILE).encode()


@given(st.lists(st.one_of(st.text(), st.text("aÄßДж«世。，é\u0301“ ", max_size=200))))
@example(["a\u0301", "Ä" * 70, "", "x" * 63 + "世Д", "é\u0316\u0301" * 30, "Z"])
def test_texts_are_folded_together_as_one_by_one(texts: list[str]) -> None:
    blob, offsets = fold_all(texts)
    assert [blob[a:b].tobytes() for a, b in pairwise(offsets)] == [fold(text).encode() for text in texts]


def test_every_character() -> None:
    for point in (point for points in CHANGING for point in points if not 0xD800 <= point < 0xE000):
        assert by_table(chr(point)) in (b"", fold(chr(point)).encode()), hex(point)


@pytest.mark.parametrize(
    "text", ["“Quotes” — and dashes…", "Größe, ÄRGER", "СЛОВО", "Ελλάδα ΟΔΟΣ", "世界かな", "ก็ดี", "ＦＵＬＬ"]
)
def test_common_texts_need_no_more_than_the_table(text: str) -> None:
    assert by_table(text) == fold(text).encode()


def test_a_lone_surrogate_is_no_text() -> None:
    with pytest.raises(UnicodeEncodeError):
        fold_utf8("x\ud800" * WORTHWHILE)


@given(st.binary(max_size=300))
def test_capital_letters_of_ascii_alone_become_small(text: bytes) -> None:
    assert lower_ascii(np.frombuffer(text, np.uint8)).tobytes() == text.lower()
