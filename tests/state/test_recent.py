"""What is kept of recent documents equals what storage holds of them, whatever was dropped, forgotten or cold."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import ROW, STRINGS, Runs, ragged
from pipeline.profile import DEFAULT
from pipeline.state.documents import HomeState
from pipeline.state.kv import MemoryKV
from pipeline.state.recent import KEPT, Recent, sizes_of
from pipeline.state.stored import Records, decode_records, encode_records, joined, number_keys
from tests.kernels.ragged import flat

Plain = tuple[int, bytes, bytes, tuple[int, ...], tuple[int, int]]
DOCUMENT = st.tuples(
    st.binary(max_size=6), st.binary(max_size=40), st.lists(st.integers(0, 99), max_size=9, unique=True).map(sorted)
)


def records(first: int, documents: Sequence[tuple[bytes, bytes, list[int]]]) -> Records:
    """Documents numbered from `first` on."""
    rows = np.zeros(len(documents), ROW)
    rows["number"] = np.arange(first, first + len(documents))
    rows["shingles"] = [len(one[2]) for one in documents]
    strings, ends = ragged([text for one in documents for text in one[:2]])
    previous = np.stack([rows["number"] + 1, rows["number"] + 2], 1).astype(np.uint32)
    return Records(rows, Runs.of(strings, ends, STRINGS), Runs.of(*flat([one[2] for one in documents])), previous)


def plain(found: Records) -> list[Plain]:
    """The same as a list."""
    sets = [tuple(found.sets.values[start:end].tolist()) for start, end in found.sets.bounds.tolist()]
    columns = found.strings.listed(), found.strings.listed(1), sets, map(tuple, found.previous.tolist())
    return list(zip(found.rows["number"].tolist(), *columns, strict=True))


@given(st.lists(DOCUMENT, max_size=6), st.data())
def test_records_come_back_from_their_bytes(
    documents: list[tuple[bytes, bytes, list[int]]], data: st.DataObject
) -> None:
    whole = records(7, documents)
    assert plain(decode_records(encode_records(whole))) == plain(whole)
    cut = data.draw(st.integers(0, len(documents)))
    halves = [records(7, documents[:cut]), records(7 + cut, documents[cut:])]
    assert plain(joined(halves)) == plain(whole)
    chosen = data.draw(st.lists(st.integers(0, len(documents) - 1), max_size=6)) if documents else []
    assert plain(whole.take(np.array(chosen, np.int64))) == [plain(whole)[i] for i in chosen]


@given(
    st.lists(st.lists(DOCUMENT, min_size=1, max_size=4), max_size=8),
    st.sampled_from([0, 600, 4_000, None]),
    st.data(),
)
def test_documents_are_found_in_memory_or_in_storage(
    batches: list[list[tuple[bytes, bytes, list[int]]]], limit: int | None, data: st.DataObject
) -> None:
    kv = MemoryKV()
    home = HomeState(0, 1, kv, DEFAULT, limit)
    expected: dict[int, Plain] = {}
    for serial, batch in enumerate(batches):
        added = records(100 * serial, batch)
        for _ in range(data.draw(st.integers(1, 2))):
            kv.write(home.keep(added))
        expected |= {one[0]: one for one in plain(added)}
        gone = data.draw(st.lists(st.sampled_from(sorted(expected)), max_size=2, unique=True)) if expected else []
        home.recent.forget(gone)
        kv.write({}, number_keys(b"d", gone))
        for number in gone:
            del expected[number]
    wanted = data.draw(st.permutations([*range(0, 800, 100), *range(1, 800, 100), *expected]))
    found, which = home.documents(wanted)
    assert sorted(plain(found)) == sorted(one for number, one in expected.items() for _ in range(wanted.count(number)))
    assert [wanted[place] for place in which] == found.rows["number"].tolist()


@pytest.mark.parametrize("count", [1, 50])
def test_the_oldest_give_way_within_the_bound(count: int) -> None:
    batches = [records(1_000 * serial, [(b"id", b"shown" * 20, list(range(50)))] * count) for serial in range(100)]
    limit = 20 * int(sizes_of(batches[0]).sum())
    recent = Recent(limit)
    for batch in batches:
        recent.add(batch)
        assert recent.nbytes <= limit
    numbers = [1_000 * serial for serial in range(100)]
    held = [number // 1_000 for number, place in zip(numbers, recent.find(numbers).tolist(), strict=True) if place >= 0]
    assert set(held) == set(range(held[0], 100))
    assert len(held) >= 20 // KEPT
    assert len(recent) >= len(held) * count
    assert plain(recent.take(recent.find([99_000]))) == plain(
        records(99_000, [(b"id", b"shown" * 20, list(range(50)))])
    )


def test_memory_is_given_back_when_most_documents_are_gone() -> None:
    recent = Recent(None)
    recent.add(records(0, [(b"a", b"b", [1]), (b"c", b"d", [2]), (b"e", b"f", [3])]))
    full = recent.nbytes
    recent.forget([0])
    assert recent.nbytes == full
    recent.forget([1, 5])
    assert 0 < recent.nbytes < full
    assert plain(recent.take(recent.find([2]))) == plain(records(2, [(b"e", b"f", [3])]))
    assert recent.find([0, 1]).tolist() == [-1, -1]


def test_a_few_documents_take_little_memory() -> None:
    """`scan` may have 64 homes."""
    recent = Recent(None)
    recent.add(records(0, [(b"a", b"b", [1])]))
    held = recent._columns
    columns = (
        recent._numbers,
        held.rows,
        held.previous,
        held.strings.values,
        held.strings.bounds,
        held.sets.values,
        held.sets.bounds,
    )
    assert sum(len(column._room) for column in columns) < 1 << 20


def test_a_batch_that_is_repeated_late_is_found_with_the_others() -> None:
    recent = Recent(None)
    for first in (500, 100, 900, 300):
        recent.add(records(first, [(b"a", b"b", [first]), (b"c", b"d", [first + 1])]))
    numbers = [301, 900, 100, 501, 102]
    places = recent.find(numbers)
    assert (places >= 0).tolist() == [True, True, True, True, False]
    assert recent.take(places[:4]).rows["number"].tolist() == numbers[:4]
