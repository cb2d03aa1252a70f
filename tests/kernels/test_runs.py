"""Copied runs equal those of plain slices."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import STRINGS, take_runs
from pipeline.kernels.runs import copy_runs, copy_runs_plain
from tests.kernels.ragged import flat, joined, sliced

SETS = st.lists(st.lists(st.integers(0, 255), max_size=70), min_size=1, max_size=8)


@given(SETS, st.data())
def test_chosen_runs_equal_those_of_plain_slices(sets: list[list[int]], data: st.DataObject) -> None:
    values, offsets = flat(sets)
    chosen = np.array(data.draw(st.lists(st.integers(0, len(sets) - 1), max_size=10)), np.int64)
    for column in (values, values.astype(np.uint8)):
        copied, ends = copy_runs(column, offsets[chosen], offsets[chosen + 1])
        assert copied.dtype == column.dtype
        assert sliced(copied, ends) == [sets[i] for i in chosen.tolist()]
        assert copied.tolist() == copy_runs_plain(
            column.tolist(), offsets[chosen].tolist(), offsets[chosen + 1].tolist()
        )
    assert sliced(*take_runs(values, offsets, chosen)) == [sets[i] for i in chosen.tolist()]
    everything = np.arange(len(sets))
    assert sliced(*take_runs(values, offsets, everything)) == sets


@given(st.lists(st.tuples(st.binary(max_size=9), st.binary(max_size=9)), max_size=6), st.data())
def test_strings_of_a_document_stay_together(documents: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    values, offsets = joined([text for pair in documents for text in pair])
    choice = st.lists(st.integers(0, len(documents) - 1), max_size=8) if documents else st.just([])
    chosen = data.draw(choice)
    found, ends = take_runs(values, offsets, np.array(chosen, np.int64), STRINGS)
    assert len(ends) == STRINGS * len(chosen) + 1
    assert [bytes(found[a:b]) for a, b in pairwise(ends)] == [text for place in chosen for text in documents[place]]


@pytest.mark.parametrize("run", [(-1, 1), (0, 4), (2, 1)])
def test_runs_outside_of_the_column_are_refused(run: tuple[int, int]) -> None:
    start, end = (np.array([place], np.int64) for place in run)
    with pytest.raises(ValueError, match="not there"):
        copy_runs(np.zeros(3, np.uint8), start, end)
