"""Character shingles equal the plain ones, over any Unicode."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.character_windows import character_shingles_plain, shingle_characters
from pipeline.kernels.characters import fold
from pipeline.kernels.plain_methods import squeezed
from tests.kernels.ragged import joined, sliced

ALPHABET = "aB1 .'\u00ad\u200b\u0301é世かก็👋ﬁ\u202e\u0000𠀀"
TEXT = st.one_of(st.text(ALPHABET, max_size=40), st.text(max_size=30))


@given(st.lists(TEXT, max_size=5), st.sampled_from([1, 2, 3, 5, 9, 16]))
@example(["", " ", "\u0301", "a\u0301 \u0301b", "👋", "世 界"], 1)
def test_sets_equal_the_plain_ones(texts: list[str], width: int) -> None:
    folded = [fold(text) for text in texts]
    found = shingle_characters(*joined([text.encode() for text in folded]), width)
    assert sliced(*found) == [character_shingles_plain(text, width) for text in folded]


def test_only_what_stands_between_is_squeezed() -> None:
    assert squeezed("  don't -- stop,世界!ok \u0301x ") == "don t stop 世界 ok x"
    assert squeezed("...") == ""


def test_a_long_text() -> None:
    text = " ".join(f"word{number}" for number in range(3_000))
    found = shingle_characters(*joined([text.encode()]), 9)
    assert sliced(*found) == [character_shingles_plain(text, 9)]


@pytest.mark.parametrize("width", [-1, 0, 17])
def test_widths_that_do_not_work_are_refused(width: int) -> None:
    with pytest.raises(ValueError, match=f"{width} characters"):
        shingle_characters(*joined([b"abc"]), width)
