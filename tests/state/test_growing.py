"""A column holds what was appended, whoever looks at it meanwhile."""

import mmap

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import ROW
from pipeline.packed import Array
from pipeline.state import growing
from pipeline.state.growing import Column


@given(st.lists(st.integers(0, 5_000), max_size=12), st.booleans())
def test_what_was_appended_is_there(counts: list[int], hold: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    column, views, expected = Column(np.dtype("<u4"), 2), [], list[Array]()
    for count in counts:
        added = np.random.default_rng(count).integers(0, 1 << 32, (count, 2), np.uint32)
        column.append(added)
        expected.append(added)
        if hold:
            views.append((column.values, np.concatenate(expected)))
    assert len(column) == sum(counts)
    assert np.array_equal(column.values, np.concatenate([np.empty((0, 2), np.uint32), *expected]))
    assert all(np.array_equal(*pair) for pair in views)


@pytest.mark.parametrize("hold", [False, True])
def test_growing_copies_only_under_the_eyes_of_others(hold: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    column, rooms = Column(ROW), list[int]()
    make = growing._room

    def counted(size: int) -> mmap.mmap:
        rooms.append(size)
        return make(size)

    monkeypatch.setattr(growing, "_room", counted)  # a new one is what a copy needs
    column.append(np.zeros(10, ROW))
    views = [column.values] if hold else []
    column.append(np.zeros(100_000, ROW))
    assert bool(rooms) == bool(views)
