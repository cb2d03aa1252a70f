"""The index does what a dictionary of buckets does, however it grows, and does not depend on the order of postings."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pipeline.kernels.index import PAIRS, POSTING, BandIndex
from pipeline.kernels.plain_index import PlainIndex, PlainPosting

# Few keys, some of which share their low half (what a slot shows), their high half (where it is sought), all but a bit.
KEYS = st.sampled_from([0, 1, 2, 1 << 32, 1 << 32 | 1, 3 << 32 | 1, 1 << 63, 1 << 63 | 1, (1 << 64) - 1])
TIMES = st.integers(0, 40)
HASHES = st.sampled_from([0, 1, 1 << 63])
EACH = 3


def once_each(keys: list[int]) -> list[int]:
    """A document posts once under a key."""
    return [0 if key in keys[:place] else key for place, key in enumerate(keys)]


DOCUMENTS = st.lists(
    st.tuples(st.lists(KEYS, min_size=EACH, max_size=EACH).map(once_each), TIMES, TIMES, HASHES), max_size=12
)
Drawn = list[tuple[list[int], int, int, int]]


def arrays(
    keys: list[list[int]], postings: list[PlainPosting]
) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.uint64]], np.ndarray[tuple[int], np.dtype[np.void]]]:
    """Give the same as the index takes it."""
    return np.array(keys, np.uint64).reshape(len(keys), EACH), np.array([tuple(one) for one in postings], POSTING)


def numbered(drawn: Drawn, first: int) -> tuple[list[list[int]], list[PlainPosting]]:
    """Keys and postings with numbers from `first` on."""
    return [one[0] for one in drawn], [PlainPosting(first + i, *one[1:]) for i, one in enumerate(drawn)]


def pairs(
    met: tuple[np.ndarray[tuple[int], np.dtype[np.int32]], np.ndarray[tuple[int], np.dtype[np.uint64]]],
) -> object:
    """Sorted, as the twin has them."""
    return sorted(zip(met[0].tolist(), met[1].tolist(), strict=True))


class IndexMachine(RuleBasedStateMachine):
    """Any sequence of calls, on a table that begins with room for one document."""

    @initialize(cap=st.sampled_from([1, 2, 4]), window=st.sampled_from([0, 5, 100]))
    def begin(self, cap: int, window: int) -> None:
        caps = [cap] * EACH
        self.index, self.plain = BandIndex(caps, window, capacity=1), PlainIndex(caps, window)
        self.next = 0

    @rule(drawn=DOCUMENTS, horizon=TIMES)
    def meet(self, drawn: Drawn, horizon: int) -> None:
        keys, postings = numbered(drawn, self.next)
        self.next += len(drawn)
        assert pairs(self.index.meet(*arrays(keys, postings), horizon)) == self.plain.meet(keys, postings, horizon)

    @rule(drawn=DOCUMENTS, horizon=TIMES, back=st.integers(0, 12))
    def find(self, drawn: Drawn, horizon: int, back: int) -> None:
        keys, postings = numbered(drawn, max(self.next - back, 0))
        assert pairs(self.index.find(*arrays(keys, postings), horizon)) == self.plain.find(keys, postings, horizon)

    @rule(drawn=DOCUMENTS, horizon=TIMES)
    def insert(self, drawn: Drawn, horizon: int) -> None:
        keys, postings = numbered(drawn, self.next)
        self.next += len(drawn)
        self.index.insert(*arrays(keys, postings), horizon)
        self.plain.insert(keys, postings, horizon)

    @rule(horizon=TIMES)
    def compact(self, horizon: int) -> None:
        self.index.compact(horizon)
        self.plain.insert([], [], horizon)

    @rule(documents=st.integers(1, 50))
    def grow(self, documents: int) -> None:
        self.index.make_room(documents)
        assert not self.index.needs_room(documents)

    @invariant()
    def overflow_is_counted(self) -> None:
        if hasattr(self, "index"):
            assert self.index.overflowed == self.plain.overflowed


TestIndex = IndexMachine.TestCase
TestIndex.settings = settings(deadline=None, max_examples=40, stateful_step_count=15)


@given(DOCUMENTS, st.randoms(use_true_random=False), st.integers(1, 3))
def test_what_a_bucket_holds_does_not_depend_on_the_order(drawn: Drawn, chance: object, cap: int) -> None:
    keys, postings = numbered(drawn, 0)
    shuffled = list(zip(keys, postings, strict=True))
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = BandIndex([cap] * EACH, 100), BandIndex([cap] * EACH, 100)
    one.insert(*arrays(keys, postings))
    other.insert(*arrays([pair[0] for pair in shuffled], [pair[1] for pair in shuffled]))
    asked = arrays([[key, 0, 0] for key in (1, 2, 1 << 32, 1 << 63)], [PlainPosting(99, 20, 0, 0)] * 4)
    assert pairs(one.find(*asked, 0)) == pairs(other.find(*asked, 0))
    assert one.overflowed == other.overflowed


def test_documents_of_one_batch_find_each_other_once() -> None:
    index = BandIndex([64] * EACH, 10)
    met = index.meet(*arrays([[1, 2, 3]] * 3, [PlainPosting(number, 0, 0, 0) for number in (7, 8, 9)]), 0)
    assert pairs(met) == [(1, 7), (2, 7), (2, 8)]


def test_a_replay_finds_what_is_there_and_not_itself() -> None:
    index = BandIndex([64] * EACH, 10)
    batch = arrays([[1, 2, 3]] * 2, [PlainPosting(number, 0, 0, 0) for number in (7, 8)])
    index.meet(*batch, 0)
    assert pairs(index.find(*batch, 0)) == [(0, 8), (1, 7)]
    assert len(index) == 2


def test_a_key_meets_itself_wherever_it_stands_in_a_row() -> None:
    index = BandIndex([64] * EACH, 10)
    postings = [PlainPosting(number, 0, 0, 0) for number in (1, 2, 3)]
    assert pairs(index.meet(*arrays([[1, 2, 3], [0, 0, 1], [4, 1, 0]], postings), 0)) == [(1, 1), (2, 1), (2, 2)]


def test_a_key_of_0_neither_posts_nor_meets() -> None:
    index = BandIndex([64] * EACH, 10)
    postings = [PlainPosting(1, 0, 0, 0), PlainPosting(2, 0, 0, 0)]
    assert pairs(index.meet(*arrays([[0, 0, 0]] * 2, postings), 0)) == []


def test_the_window_includes_its_edges_and_the_horizon_its_moment() -> None:
    index = BandIndex([64] * EACH, 10)
    index.insert(*arrays([[1, 0, 0]] * 3, [PlainPosting(seen, seen, 0, 0) for seen in (9, 10, 30)]))
    asker = arrays([[1, 0, 0]], [PlainPosting(99, 20, 0, 0)])
    assert pairs(index.find(*asker, 0)) == [(0, 10), (0, 30)]
    assert pairs(index.find(*asker, 11)) == [(0, 30)]


def test_expired_postings_do_not_fill_a_bucket() -> None:
    index = BandIndex([2] * EACH, 100)
    for number, seen in enumerate([1, 2, 50, 51]):
        index.meet(*arrays([[1, 0, 0]], [PlainPosting(number, seen, seen, 0)]), 10 if seen >= 50 else 0)
    assert index.overflowed == 0
    assert pairs(index.find(*arrays([[1, 0, 0]], [PlainPosting(9, 50, 0, 0)]), 0)) == [(0, 2), (0, 3)]


def test_more_pairs_than_there_is_room_for_come_in_pieces() -> None:
    index, count = BandIndex([300] * EACH, 10), 2 * int(PAIRS**0.5)
    batch = arrays([[1, 2, 3]] * count, [PlainPosting(number, 0, 0, 0) for number in range(count)])
    askers, numbers = index.meet(*batch, 0)
    assert len(askers) == count * (count - 1) // 2 > PAIRS
    assert np.bincount(askers).tolist() == list(range(count))
    assert len({*zip(askers.tolist(), numbers.tolist(), strict=True)}) == len(askers)


def test_compaction_gives_memory_back_and_forgets_nothing_that_lives() -> None:
    index, count = BandIndex([64] * EACH, 10_000, capacity=16), 5_000
    keys = [[1 + number, (1 + number) << 32, (5 + number // 2) << 20] for number in range(count)]
    postings = [PlainPosting(number, number, 0, 0) for number in range(count)]
    index.insert(*arrays(keys, postings))
    empty, full = BandIndex([64] * EACH, 10_000, capacity=16).nbytes, index.nbytes
    index.compact(count - 100)
    assert len(index) == 100
    assert index.nbytes - empty < (full - empty) / 10
    askers, numbers = index.find(*arrays(keys[-100:], postings[-100:]), 0)
    assert sorted(numbers.tolist()) == list(range(count - 100, count))
    assert len(askers) == 100


def test_memory_is_what_the_class_promises() -> None:
    """At most 1.6 kB a document for 44 keys, when it has as many as it has room for and no key repeats."""
    count = 1 << 12
    index = BandIndex([64] * 44, 10, capacity=count)
    index.insert(np.random.default_rng(1).integers(1, 1 << 63, (count, 44), np.uint64), np.zeros(count, POSTING))
    assert 900 < index.nbytes / count < 1_600


def test_keys_of_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="keys"):
        BandIndex([64] * 2, 10).find(np.zeros((1, 3), np.uint64), np.zeros(1, POSTING), 0)
    with pytest.raises(ValueError, match="keys"):
        BandIndex([64] * 3, 10).find(np.zeros((2, 3), np.uint64), np.zeros(1, POSTING), 0)
