"""Numbers of texts: the compiled path equals the plain one on any text, and the rule is what it says."""

import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.characters import TABLE_SIZE
from pipeline.kernels.constants import EMPTY
from pipeline.kernels.lanes import NUMBER_LEADS
from pipeline.kernels.numbers import digit_table, number_elements
from pipeline.kernels.plain import word_hash
from pipeline.kernels.plain_numbers import number_elements_plain, number_runs
from pipeline.kernels.text import fold, tokens
from tests.kernels.ragged import joined, sliced

DIGITS = [chr(point) for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point)) == "Nd"]
PARTS = ["1", "23", "0", "2024-01-02", "12:30", "v1.2.3", "3/4", "1,200", "rc1", "4th", "2e10", "²", "Ⅷ", "½"]
PARTS += ["٣", "٤٥", "४", "๒", "༣", "၄", "\U0001d7d8", "\U0001fbf5", "\U0001e950"]  # digits, some of them tokens alone
PARTS += ["世", "かな\u3099", "ก็", "é", "e\u0301", "\u0301", "\u20e3", "слово", "ك", "ك\u064b", "abc", "\u200b", "👋🏽"]
GLUED = [*".:/-", ",", " ", "_", "--", "\0", "\u2010", "\u066b"]
MIXED = st.lists(st.sampled_from(PARTS + GLUED), max_size=40).map("".join)
NUMERIC = st.text([*"0123456789.:/-, a", "٣", "๒", "\u0301"], max_size=300)
ANY_DIGITS = st.text(st.one_of(st.sampled_from(DIGITS), st.sampled_from(".- x世\u0301")), max_size=60)
TEXTS = st.lists(st.one_of(st.text(), MIXED, NUMERIC, ANY_DIGITS, st.just("abc " * 20)), max_size=6)


def expect_equal(texts: list[str]) -> None:
    found = number_elements(*joined([text.encode() for text in texts]))
    expected = [number_elements_plain(text) for text in texts]
    assert sliced(found.values, found.offsets) == [elements for elements, _ in expected]
    assert found.orders.tolist() == [order for _, order in expected]
    assert found.values.dtype == np.uint32
    assert found.orders.dtype == np.uint64


def runs_of(*lists: list[str]) -> list[list[int]]:
    return [[word_hash(token.encode()) for token in one] for one in lists]


@given(TEXTS)
@example(["1" * 64, "1 2" * 64, "", "a" * 128, "1.2.3"])
@example(["." * 63 + "1.2" + "x" * 62 + "٣c" + " " * 60 + "๒\u0301"])
def test_elements_and_orders_equal_the_plain_ones(texts: list[str]) -> None:
    expect_equal(texts)
    expect_equal([fold(text) for text in texts])


@given(st.sampled_from(PARTS), st.integers(50, 72), st.integers(0, 9), st.sampled_from(["", "x", "\u0301", "世", "."]))
def test_numbers_across_the_border_of_two_blocks(part: str, before: int, letters: int, after: str) -> None:
    expect_equal(["." * (before - letters) + "x" * letters + part * 3 + after + part + "y z"])


@given(st.lists(st.integers(0, 10**6), max_size=400), st.sampled_from([" ", ".", ", ", "-x "]))
def test_texts_with_many_numbers(numbers: list[int], between: str) -> None:
    expect_equal([between.join(map(str, numbers)), between.join(f"{number}.{number % 7}" for number in numbers)])


def test_a_batch_of_titles_and_a_long_text() -> None:
    expect_equal([f"Letter {i}: of {i % 7}.{i}" if i % 3 else "No news" for i in range(256)])
    expect_equal([" ".join(f"w{i * i % 977} 1.{i}" for i in range(5000))])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("no number, twenty ⅷ ½ ²", []),
        ("v1.2.3-rc1 of 2024-01-02", [["v1", "2", "3", "rc1"], ["2024", "01", "02"]]),
        ("at 12:30, 4th, 3/4", [["12", "30"], ["4th"], ["3", "4"]]),
        ("1,200 1..2 1. 2 -3- .4 5_6", [["1"], ["200"], ["1"], ["2"], ["1"], ["2"], ["3"], ["4"], ["5"], ["6"]]),
        ("1.x.2 1.世2", [["1"], ["2"], ["1"], ["2"]]),
        ("٣.٤ ४", [["٣", "٤"], ["४"]]),
        ("๒๓.๔", [["๒"], ["๓", "๔"]]),  # each a token by itself
        ("a\u03011\u0301.2 1.\u03012", [["a\u03011\u0301", "2"], ["1"], ["2"]]),
        ("世1世", [["1"]]),
    ],
)
def test_runs_of_numbers(text: str, expected: list[list[str]]) -> None:
    assert number_runs(text) == runs_of(*expected)
    elements, order = number_elements_plain(text)
    parts = {word & EMPTY for run in number_runs(text) for word in run}
    assert parts <= set(elements)
    assert len(elements) == len(parts) + 4 * len({tuple(run) for run in expected if len(run) > 1})
    assert (order == 0) == (not expected)
    expect_equal([text])


def test_a_changed_version_counts_more_than_a_changed_integer() -> None:
    sets = [set(number_elements_plain(text)[0]) for text in ("12 killed", "14 killed", "1.2.3", "1.2.4", "1.2 3")]
    assert len(sets[0] - sets[1]) == 1
    assert len(sets[2] - sets[3]) == 5
    assert len(sets[2] & sets[4]) == 3


def test_orders_tell_the_numbers_and_their_order_alone() -> None:
    orders = [number_elements_plain(text)[1] for text in ("1 of 2", "1.2 x", "2 of 1", "1 of 2 of 2", "of")]
    assert orders[0] == orders[1]
    assert len(set(orders)) == 4


@given(st.text())
def test_numbers_are_tokens(text: str) -> None:
    numbers = [token for token in tokens(text) if any(character in DIGITS for character in token)]
    assert [word for run in number_runs(text) for word in run] == [word_hash(token.encode()) for token in numbers]


def test_the_table_and_the_first_bytes_know_every_digit() -> None:
    assert [chr(point) for point in np.flatnonzero(digit_table())] == DIGITS
    assert len(digit_table()) == TABLE_SIZE
    leads = {byte for first, count in NUMBER_LEADS for byte in range(first, first + count)}
    assert {digit.encode()[0] for digit in DIGITS} <= leads
    assert not leads & set(range(0x80, 0xC0))  # a byte inside of a character begins none


def test_nothing() -> None:
    assert [len(column) for column in number_elements(*joined([]))] == [0, 1, 0]
    assert number_elements(*joined([b"", b""])).orders.tolist() == [0, 0]


def test_texts_in_the_middle_of_the_blob() -> None:
    found = number_elements(np.frombuffer(b"1 2 3.4" + b" " * 200, np.uint8), np.array([2, 5, 7], np.int64))
    expected = [number_elements_plain(text)[0] for text in ("2 3", ".4")]
    assert sliced(found.values, found.offsets) == expected


@given(st.lists(st.binary(max_size=200) | st.text([*"1٣๒"]).map(lambda text: text.encode()[1:-1]), max_size=3))
def test_bytes_that_are_no_text_do_no_harm(parts: list[bytes]) -> None:
    found = number_elements(*joined(parts))
    assert len(found.offsets) == len(parts) + 1
    assert (np.diff(found.offsets) <= [3 * (len(part) // 2 + 1) for part in parts]).all()


def test_a_text_cut_off_in_a_character() -> None:
    found = number_elements(np.frombuffer("1.1๒".encode(), np.uint8), np.array([0, 4, 6], np.int64))
    assert found.offsets.tolist() == [0, 6, 6]  # 1, what there is of ๒, and the compound


@pytest.mark.parametrize("offsets", [[0, 4], [-1, 2], [0, 2, 1], []])
def test_offsets_outside_of_the_blob_are_refused(offsets: list[int]) -> None:
    with pytest.raises(ValueError, match="offsets"):
        number_elements(np.zeros(3, np.uint8), np.array(offsets, np.int64))
