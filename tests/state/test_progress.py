"""A home's progress: what is done stays done, whatever comes twice or late (design, section 4 rule 9 and section 5)."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import NONE_MS
from pipeline.state.progress import Progress, horizon_of


def progress(homes: int = 2) -> Progress:
    return Progress(0, np.full(homes, NONE_MS, np.int64))


@given(st.integers(0, 100), st.permutations(list(range(12))), st.data())
def test_below_is_the_first_offset_that_is_not_done(start: int, order: list[int], data: st.DataObject) -> None:
    found = progress()
    finished: set[int] = set()
    for place in range(12):
        found.register(start + place, place * 10, place * 10 + 10)
    for place in order[: data.draw(st.integers(0, 12))]:
        for _ in range(data.draw(st.integers(1, 2))):
            found.finish(start + place)
        finished.add(place)
        expected = next((i for i in range(12) if i not in finished), 12)
        assert found.below == start + expected
        assert all(found.is_over(start + i) == (i in finished) for i in range(12))
        assert found.settled() == (expected * 10 if expected < 12 else 120)


def test_a_registration_that_comes_again_is_not_under_way_again() -> None:
    found = progress()
    found.register(5, 0, 10)
    found.finish(5)
    found.register(5, 0, 10)
    assert found.undone == {}
    assert found.is_over(5)


def test_a_batch_may_be_done_before_it_is_registered_here() -> None:
    """A zombie's walk may be judged by the new owner first: that is no reason to skip its registration."""
    found = progress()
    found.register(5, 0, 10)
    found.finish(6)
    assert not found.is_over(6)
    found.register(6, 10, 20)
    assert found.is_over(6)


def test_holes_of_the_raw_log_do_not_stop_it() -> None:
    found = progress()
    found.register(5, 0, 10)
    found.register(9, 10, 20)
    found.finish(5)
    assert found.below == 9
    found.finish(9)
    assert found.below == 10


def test_a_hole_of_any_length_costs_nothing() -> None:
    """A worker that was away for longer than raw is kept comes back to a gap of millions of messages."""
    found = progress()
    found.register(5, 0, 10)
    found.register(10**12, 10, 20)
    assert found.is_over(10**11)
    assert not found.is_over(10**12)
    found.finish(10**12 - 1)
    assert found.finish(5) == [5, 10**12 - 1]
    assert found.below == 10**12
    assert not found.holes
    assert not found.done


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), max_size=20))
def test_stored_progress_comes_back(steps: list[tuple[int, bool]]) -> None:
    found, copy = progress(), progress()
    for offset, done in steps:
        if done:
            found.finish(offset)
        else:
            found.register(offset, offset, offset + 1)
    copy.restore(found.encode())
    assert (copy.watermark, copy.below, copy.upto) == (found.watermark, found.below, found.upto)


def test_the_horizon_waits_for_the_slowest_home() -> None:
    assert horizon_of(np.array([1000, 400]), 100, 10) == 290
