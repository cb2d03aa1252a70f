"""All similar pairs, exactly: equal to comparing every pair of sets, whatever the threshold, the measure, the block."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.methods import BadParameter, ShingleSets, compare_pairs, iter_pairs, similar_pairs

LISTS = st.lists(st.lists(st.integers(0, 25), max_size=25), max_size=10)
THRESHOLDS = st.one_of(st.sampled_from([0.1, 0.3, 0.8, 1.0]), st.fractions(Fraction(1, 50), 1, max_denominator=99))


@given(LISTS, THRESHOLDS, st.sampled_from(["jaccard", "containment"]))
@example([list(range(10)), list(range(3)), list(range(3, 10)), []], 0.3, "jaccard")
def test_pairs_equal_those_of_all_sets(lists: list[list[int]], threshold: float | Fraction, measure: str) -> None:
    exact = Fraction(str(threshold))
    expected = []
    for a, b in combinations(range(len(lists)), 2):
        one, other = set(lists[a]), set(lists[b])
        size = min(len(one), len(other)) if measure == "containment" else len(one | other)
        if one & other and Fraction(len(one & other), size) >= exact:
            expected.append((b, a, len(one & other), len(one), len(other)))
    found = similar_pairs(ShingleSets.of(lists), threshold, measure)
    columns = (found.b, found.a, found.shared, found.sizes_a, found.sizes_b)
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == sorted(expected)


def test_similarity_and_containment_both_ways() -> None:
    found = similar_pairs(ShingleSets.of([[1, 2, 3, 4], [3, 4], [4, 5]]), 0.2)
    assert found.a.tolist() == [0, 0, 1]
    assert found.b.tolist() == [1, 2, 2]
    assert found.jaccard.tolist() == [0.5, 0.2, pytest.approx(1 / 3)]
    assert found.containment_a.tolist() == [0.5, 0.25, 0.5]
    assert found.containment_b.tolist() == [1.0, 0.5, 0.5]


def test_a_threshold_is_met_exactly() -> None:
    """3 of 10 are at least 0.3, although the binary number nearest to 0.3 is above no third of ten."""
    sets = ShingleSets.of([list(range(10)), [0, 1, 2]])
    assert len(similar_pairs(sets, 0.3).a) == 1
    assert len(similar_pairs(sets, 0.300_001).a) == 0


def test_blocks_say_the_same() -> None:
    sets = ShingleSets.of([[number // 3, 1_000] for number in range(60)])
    whole, blocks = similar_pairs(sets, 0.1), list(iter_pairs(sets, 0.1, block=1))
    assert len(whole.a) == 60 * 59 // 2
    assert len(blocks) > 20
    assert [number for block in blocks for number in block.shared.tolist()] == whole.shared.tolist()


@given(LISTS, st.data())
def test_given_pairs_are_counted_in_their_order(lists: list[list[int]], data: st.DataObject) -> None:
    number = st.integers(0, len(lists) - 1)
    pairs = data.draw(st.lists(st.tuples(number, number), max_size=8)) if lists else []
    a, b = np.array(pairs, np.int64).reshape(len(pairs), 2).T
    found = compare_pairs(ShingleSets.of(lists), a, b)
    sets = [set(one) for one in lists]
    assert found.shared.tolist() == [len(sets[one] & sets[other]) for one, other in pairs]
    assert found.jaccard.tolist() == [
        len(sets[one] & sets[other]) / max(len(sets[one] | sets[other]), 1) for one, other in pairs
    ]
    assert found.containment_a.tolist() == [
        len(sets[one] & sets[other]) / max(len(sets[one]), 1) for one, other in pairs
    ]


@pytest.mark.parametrize(("a", "b"), [(0, 2), (2, 0), (-3, 0)])
def test_pairs_of_documents_that_are_not_there_are_refused(a: int, b: int) -> None:
    with pytest.raises(BadParameter, match=f"document {a or b} of 2"):
        compare_pairs(ShingleSets.of([[1], [2]]), np.array([a]), np.array([b]))


@pytest.mark.parametrize("threshold", [1.5, 0, -0.1, float("nan"), float("inf"), Fraction(3, 2)])
def test_thresholds_that_cannot_work_are_refused(threshold: float) -> None:
    with pytest.raises(BadParameter, match=f"threshold is {threshold}, which is not above 0 and up to 1"):
        iter_pairs(ShingleSets.of([[1]]), threshold)


def test_other_parameters_that_cannot_work_are_refused() -> None:
    sets = ShingleSets.of([[1]])
    with pytest.raises(BadParameter, match="1e-12, which is too near to 0"):
        similar_pairs(sets, 1e-12)
    with pytest.raises(BadParameter, match=r"'cosine', which is not known. Known: jaccard, containment"):
        similar_pairs(sets, 0.5, "cosine")
    with pytest.raises(BadParameter, match="block is 0"):
        iter_pairs(sets, 0.5, block=0)
