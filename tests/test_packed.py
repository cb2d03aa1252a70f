"""The packed batch: what goes in comes out, and bytes that are no batch are refused without harm."""

import struct
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import LAYOUTS, check_runs, pack, unpack
from pipeline.errors import BadMessage, BadSetup
from pipeline.packed import CHECKSUM_BYTES, HEADER, MAX_BYTES, Array, Batch, Kind, checksum
from pipeline.profile import DEFAULT

GOLDEN = Path(__file__).parent / "golden"
IDENTITY = DEFAULT.identity


def batch_of(kind: Kind, length: int = 3, run: str = "run") -> Batch:
    """A batch of the kind with `length` items in every column, filled with what is easy to recognise."""
    columns = {}
    for place, (name, dtype) in enumerate(LAYOUTS[kind].items()):
        count = length + place % 2
        columns[name] = np.frombuffer(bytes((place * 16 + i) % 251 for i in range(count * dtype.itemsize)), dtype)
    return Batch(kind, 5, 1 << 40, columns, 2, run)


@given(st.sampled_from(Kind), st.integers(0, 9), st.text("abc-9", max_size=24))
def test_what_is_packed_comes_out_again(kind: Kind, length: int, run: str) -> None:
    batch = batch_of(kind, length, run)
    found = unpack(pack(batch, IDENTITY), kind, IDENTITY)
    assert (found.home, found.offset, found.hop, found.run) == (5, 1 << 40, 2, run)
    for name in LAYOUTS[kind]:
        assert found[name].dtype == batch[name].dtype
        assert found[name].tobytes() == batch[name].tobytes()


@pytest.mark.parametrize("kind", list(Kind))
def test_golden_files_stay_readable(kind: Kind) -> None:
    """A change of layout is a change of version: old data must not be misread."""
    value = bytes.fromhex((GOLDEN / f"{kind.name.lower()}.hex").read_text())
    assert pack(batch_of(kind), IDENTITY) == value
    assert unpack(value, kind, IDENTITY).offset == 1 << 40


@given(st.sampled_from(Kind), st.data())
def test_any_damage_is_noticed(kind: Kind, data: st.DataObject) -> None:
    value = bytearray(pack(batch_of(kind), IDENTITY))
    place = data.draw(st.integers(0, len(value) - 1))
    value[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BadMessage):
        unpack(bytes(value), kind, IDENTITY)


@given(st.binary(max_size=300), st.sampled_from(Kind))
def test_foreign_bytes_are_refused(value: bytes, kind: Kind) -> None:
    with pytest.raises(BadMessage):
        unpack(value, kind, IDENTITY)


@given(st.sampled_from(Kind), st.integers(0, 400))
def test_cut_messages_are_refused(kind: Kind, length: int) -> None:
    value = pack(batch_of(kind), IDENTITY)
    with pytest.raises(BadMessage):
        unpack(value[: min(length, len(value) - 1)], kind, IDENTITY)


def forged(kind: Kind, size: int) -> bytes:
    """A message with a fitting checksum whose first column claims `size` bytes."""
    value = bytearray(pack(batch_of(kind), IDENTITY))
    struct.pack_into("<I", value, HEADER.size, size)
    return bytes(value[:-CHECKSUM_BYTES]) + checksum(bytes(value[:-CHECKSUM_BYTES]))


@pytest.mark.parametrize("size", [0, 1, 1 << 31, (1 << 32) - 1])
def test_a_lie_about_a_size_allocates_nothing(size: int) -> None:
    tracemalloc.start()
    with pytest.raises(BadMessage, match="add up"):
        unpack(forged(Kind.BANDS, size), Kind.BANDS, IDENTITY)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_columns_are_views_of_the_message() -> None:
    value = pack(batch_of(Kind.SHINGLES, 1000), IDENTITY)
    tracemalloc.start()
    found = unpack(value, Kind.SHINGLES, IDENTITY)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 << 10
    assert not found["rows"].flags.owndata
    assert not found["rows"].flags.writeable


def test_another_profile_is_a_wrong_setup() -> None:
    with pytest.raises(BadSetup, match="w9-fss128"):
        unpack(pack(batch_of(Kind.BANDS), "w9-fss128-b42r3-1"), Kind.BANDS, IDENTITY)


def test_another_kind_is_refused() -> None:
    with pytest.raises(BadMessage, match="kind 4"):
        unpack(pack(batch_of(Kind.BANDS), IDENTITY), Kind.MATCHES, IDENTITY)


def test_a_batch_over_the_limit_is_refused() -> None:
    batch = batch_of(Kind.SIGNATURES)
    large = Batch(Kind.SIGNATURES, 0, 0, {**batch.columns, "sketches": np.zeros(MAX_BYTES // 4, np.uint32)})
    with pytest.raises(BadMessage, match="exceeds the limit"):
        pack(large, IDENTITY)


@pytest.mark.parametrize("offsets", [[0, 1, 2, 2], [0, 3, 2, 2, 2], [1, 1, 2, 2, 2], [0, 1, 1, 2, 3], [0, 1, 1, 2, 1]])
def test_offsets_that_do_not_cut_their_column_up_are_refused(offsets: list[int]) -> None:
    columns: dict[str, Array] = {"numbers": np.arange(2, dtype=np.uint64), "best": np.zeros(2, np.uint8)}
    good = Batch(Kind.MATCHES, 0, 0, columns | {"best_offsets": np.array([0, 1, 1, 2, 2], np.int32)})
    check_runs(good)
    with pytest.raises(BadMessage, match="best_offsets do not fit its best"):
        check_runs(replace(good, columns=columns | {"best_offsets": np.array(offsets, np.int32)}))
