"""Counted intersections equal the plain ones, in blocks of any size."""

import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.constants import EMPTY
from pipeline.kernels.counting import Rule, Shared, count_plain, count_shared
from tests.kernels.ragged import flat

VALUE = st.one_of(st.integers(0, 30), st.integers(EMPTY - 30, EMPTY))
SETS = st.lists(st.sets(VALUE, max_size=30).map(sorted), max_size=12)
ANY = Rule(1, 1_000_000_000)
RULES = st.builds(lambda num, more, smaller: Rule(num, num + more, smaller), *[st.integers(1, 9)] * 2, st.booleans())

Row = tuple[int, int, int]


def rows(blocks: list[Shared]) -> list[Row]:
    """Pairs as tuples."""
    return [row for block in blocks for row in zip(*(column.tolist() for column in block), strict=True)]


@given(SETS)
@example([[], [0], [], [0], [0, EMPTY]])
@example([[1, 2], [1, 2], [1, 2]])
def test_counts_equal_the_plain_ones(sets: list[list[int]]) -> None:
    assert rows(list(count_shared(*flat(sets), ANY))) == count_plain(sets)


@given(SETS, RULES)
def test_a_rule_keeps_what_it_says(sets: list[list[int]], rule: Rule) -> None:
    def keeps(row: Row) -> bool:
        one, other, shared = len(sets[row[0]]), len(sets[row[1]]), row[2]
        return shared * rule.den >= (min(one, other) if rule.of_smaller else one + other - shared) * rule.num

    assert rows(list(count_shared(*flat(sets), rule))) == [row for row in count_plain(sets) if keeps(row)]


def test_blocks_are_bounded_and_say_the_same() -> None:
    chance = random.Random(1)
    sets = [sorted(chance.sample(range(200), chance.randrange(60))) for _ in range(100)]
    blocks = list(count_shared(*flat(sets), ANY, capacity=1))
    assert rows(blocks) == count_plain(sets)
    assert len(blocks) > 20
    assert max(len(block.a) for block in blocks) <= 100


@pytest.mark.parametrize("spread", [1, 3])
def test_values_that_all_share(spread: int) -> None:
    """Consecutive numbers go another way than numbers with gaps."""
    sets = [sorted({7} | ({i} if i % spread else {8, 9})) for i in range(10, 300)]
    assert rows(list(count_shared(*flat(sets), ANY))) == count_plain(sets)


def test_sets_that_do_not_begin_at_the_first_value() -> None:
    values, offsets = np.array([9, 9, 1, 2, 2, 3], np.uint32), np.array([2, 4, 6])
    assert rows(list(count_shared(values, offsets, ANY))) == [(0, 1, 1)]


@pytest.mark.parametrize("rule", [Rule(0, 1), Rule(3, 2), Rule(1, 1_000_000_001), Rule(-1, -1)])
def test_rules_that_are_no_ratio_are_refused(rule: Rule) -> None:
    with pytest.raises(ValueError, match=str(rule.num)):
        count_shared(*flat([[1]]), rule)
