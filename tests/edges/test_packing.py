"""Packing: nothing lost, order kept within a home, limits held."""

import hypothesis.strategies as st
from hypothesis import given

from pipeline.edges.packing import PACK_BYTES, Pack, Packer

LINES = st.lists(st.tuples(st.integers(0, 2), st.binary(min_size=1, max_size=9).filter(lambda line: b"\n" not in line)))


def packed(documents: list[tuple[int, bytes]]) -> list[Pack]:
    """Pack documents of given homes, numbered from 0."""
    packer = Packer()
    packs = [pack for at, (home, line) in enumerate(documents) for pack in packer.add(home, at, line, 0.0)]
    return packs + packer.flush()


@given(LINES)
def test_each_home_gets_its_documents_in_their_order(documents: list[tuple[int, bytes]]) -> None:
    packs = packed(documents)
    for home in range(3):
        sent = [line for pack in packs if pack.home == home for line in pack.value.split(b"\n")]
        assert sent == [line for at, line in documents if at == home]
    assert sum(pack.documents for pack in packs) == len(documents)


@given(LINES)
def test_ordinals_rise_and_bound_what_is_inside(documents: list[tuple[int, bytes]]) -> None:
    for home in range(3):
        after = -1
        for pack in (pack for pack in packed(documents) if pack.home == home):
            assert after < pack.first <= pack.last
            after = pack.last


def test_a_message_holds_256_documents_at_most() -> None:
    assert [pack.documents for pack in packed([(0, b"x")] * 600)] == [256, 256, 88]


def test_a_message_of_several_documents_stays_within_its_size() -> None:
    packs = packed([(0, bytes(200_000).replace(b"\0", b"x"))] * 5)
    assert [pack.documents for pack in packs] == [2, 2, 1]
    assert all(len(pack.value) <= PACK_BYTES for pack in packs)


def test_a_large_document_travels_alone_and_at_once() -> None:
    packer = Packer()
    assert packer.add(0, 0, b"x", 0.0) == []
    packs = packer.add(0, 1, b"y" * 900_000, 0.0)
    assert [(pack.first, pack.last, pack.documents) for pack in packs] == [(0, 0, 1), (1, 1, 1)]
    assert packer.flush() == []


def test_what_waited_too_long_is_closed() -> None:
    packer = Packer()
    packer.add(0, 0, b"x", 10.0)
    packer.add(1, 1, b"y", 10.1)
    packer.add(0, 2, b"z", 10.2)
    assert [pack.home for pack in packer.close_older(10.0)] == [0]
    assert [pack.home for pack in packer.flush()] == [1]
