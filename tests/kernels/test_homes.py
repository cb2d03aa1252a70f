"""Homes are what Kafka's Java client makes of an id."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.homes import home_of, homes_of, murmur2
from tests.kernels.ragged import joined


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("21", -973932308),
        ("foobar", -790332482),
        ("a-little-bit-long-string", -985981536),
        ("a-little-bit-longer-string", -1486304829),
        ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
        ("abc", 479470107),
    ],
)
def test_murmur2_equals_kafkas_own_vectors(data: str, expected: int) -> None:
    """From UtilsTest.testMurmur2 of Apache Kafka."""
    assert murmur2(data.encode()) == expected
    assert home_of(data.encode(), 1 << 31) == expected & 0x7FFFFFFF


@given(st.lists(st.binary(max_size=70), max_size=6), st.integers(1, 100))
def test_homes_of_many_equal_the_plain_ones(ids: list[bytes], homes: int) -> None:
    assert homes_of(*joined(ids), homes).tolist() == [home_of(id_, homes) for id_ in ids]
