"""Bands and rows: the S-curve, its points beside the seeds' estimate, and the choice of both numbers."""

import random
from operator import eq

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.bands import band_keys
from pipeline.methods import (
    AffineMinHash,
    BadParameter,
    Banding,
    ShingleSets,
    Target,
    UniversalMinHash,
    Unrelated,
    candidate_pairs,
    choose,
    iter_candidates,
    md5_shingles,
    s_curve,
)

BANDINGS = st.builds(Banding, st.integers(1, 128), st.integers(1, 32))


@given(BANDINGS, st.floats(0, 1))
def test_the_curve_is_the_formula(banding: Banding, similarity: float) -> None:
    expected = 1 - (1 - similarity**banding.rows) ** banding.bands
    assert float(s_curve(banding, similarity)) == pytest.approx(expected, abs=1e-9)


def test_what_the_seeds_say_and_what_is() -> None:
    """Seed B promises 95 % above 0.70 with 16 x 8; seeds B and C call (1/b)^(1/r) the point of one half."""
    seed_b, seed_c = Banding(16, 8), Banding(42, 3)
    assert seed_b.chance([0.4, 0.7, 0.75, 0.8]).tolist() == pytest.approx([0.0104, 0.6133, 0.8151, 0.9470], abs=5e-5)
    assert tuple(seed_b.points) == pytest.approx((0.6736, 0.8018, 0.8409, 0.7071), abs=5e-5)
    assert tuple(seed_c.points) == pytest.approx((0.2539, 0.4098, 0.4700, 0.2877), abs=5e-5)
    assert float(seed_b.chance(seed_b.points.seeds)) == pytest.approx(1 - (15 / 16) ** 16)


@given(BANDINGS, st.floats(0.001, 0.999))
def test_the_similarity_at_a_chance_has_that_chance(banding: Banding, chance: float) -> None:
    assert float(banding.chance(banding.similarity_at(chance))) == pytest.approx(chance, abs=1e-6)


def everything(target: Target, slots: int, unrelated: Unrelated) -> list[tuple[int, int]]:
    """Every (b, r) that does it, the fewest bands first and then the most rows, by trying all of them."""
    within = []
    for rows in range(1, slots + 1):
        for bands in range(1, slots // rows + 1):
            found = 1 - (1 - target.similarity**rows) ** bands
            crowd = unrelated.documents * np.mean([1 - (1 - s**rows) ** bands for s in unrelated.similarities])
            if found >= target.recall and crowd <= target.budget:
                within.append((bands, rows))
    return sorted(within, key=lambda pair: (pair[0], -pair[1]))


@pytest.mark.parametrize("similarity", [0.25, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("recall", [0.6, 0.9, 0.99])
@pytest.mark.parametrize("budget", [0.1, 5, 500, 50_000])
@pytest.mark.parametrize("slots", [64, 256])
def test_the_choice_is_the_best_of_all(similarity: float, recall: float, budget: float, slots: int) -> None:
    target, unrelated = Target(similarity, recall, budget), Unrelated(50_000, (0, 0.01, 0.05, 0.15))
    possible = everything(target, slots, unrelated)
    if possible:
        chosen = choose(target, slots, unrelated)
        assert (chosen.bands, chosen.rows) == possible[0]
    else:
        with pytest.raises(BadParameter, match=f"{slots} slots"):
            choose(target, slots, unrelated)


def test_choices_that_a_user_meets() -> None:
    assert choose(Target(0.8, 0.95, 1)) == Banding(6, 4)
    assert choose(Target(0.8, 0.95, 0.001)) == Banding(10, 6)
    assert choose(Target(0.5, 0.99, 100)) == Banding(35, 3)
    assert choose(Target(1.0, 0.99, 0.1)) == Banding(1, 128)


def test_what_cannot_be_had_is_refused_with_the_nearest_miss() -> None:
    with pytest.raises(
        BadParameter, match=r"35 bands of 3 rows have the fewest candidates a document, 94.5; the budget"
    ):
        choose(Target(0.5, 0.99, 1))
    with pytest.raises(BadParameter, match=r"find 99.00% of pairs with similarity 0.01; 64 bands of 1 row find 47.44%"):
        choose(Target(0.01, 0.99, 1), slots=64)


def test_keys_are_the_pipelines_own() -> None:
    signatures = UniversalMinHash(64).sign(md5_shingles(["a b c d e f g h", "a b c d e f g h i"]))
    keys = Banding(16, 4).keys(signatures)
    assert keys.tolist() == band_keys((signatures & np.uint64(0xFFFFFFFF)).astype(np.uint32), 16, 4).tolist()
    equal = (signatures[0] == signatures[1]).reshape(16, 4).all(axis=1)
    assert (keys[0] == keys[1]).tolist() == equal.tolist()


@given(st.lists(st.lists(st.integers(1, 9), min_size=3, max_size=3), max_size=12))
def test_candidates_are_the_pairs_that_share_a_key(rows: list[list[int]]) -> None:
    keys = np.array(rows, np.uint64).reshape(len(rows), 3)
    found = candidate_pairs(keys)
    expected = [(b, a) for b in range(len(rows)) for a in range(b) if any(map(eq, rows[a], rows[b]))]
    assert sorted(zip(found.b.tolist(), found.a.tolist(), strict=True)) == expected
    assert np.diff(found.b).min(initial=0) >= 0


def test_a_crowd_of_candidates_comes_in_parts() -> None:
    parts = list(iter_candidates(np.ones((2_000, 4), np.uint64)))
    assert sum(len(part.a) for part in parts) == 2_000 * 1_999 // 2
    assert max(len(part.a) for part in parts) <= 1 << 20


def test_candidates_come_as_often_as_the_curve_says() -> None:
    """Of 2,000 pairs of similarity 0.3 the share that meets in 42 x 3 lies within 4 standard errors of the curve."""
    chance, sets, shared = random.Random(11), [], 108  # of 360
    for _ in range(2_000):
        values = chance.sample(range(1 << 32), 360)
        sets += [values[: shared + 126], values[:shared] + values[shared + 126 :]]
    banding = Banding(42, 3)
    keys = banding.keys(AffineMinHash(128).sign(ShingleSets.of(sets)))
    found = float((keys[0::2] == keys[1::2]).any(axis=1).mean())
    expected = float(banding.chance(0.3))
    assert abs(found - expected) <= 4 * (expected * (1 - expected) / 2_000) ** 0.5


def test_bands_that_need_more_slots_are_refused() -> None:
    assert Banding(42, 3).fit(128) == Banding(42, 3)
    with pytest.raises(BadParameter, match="43 bands of 3 rows need 129 slots, and a signature has 128"):
        Banding(43, 3).fit(128)
    with pytest.raises(BadParameter, match="16 bands of 8 rows need 128 slots, and a signature has 64"):
        Banding(16, 8).keys(np.zeros((1, 64), np.uint32))


@pytest.mark.parametrize(("bands", "rows"), [(0, 3), (42, 0), (-1, 3), (4097, 1)])
def test_numbers_that_cannot_work_are_refused(bands: int, rows: int) -> None:
    with pytest.raises(BadParameter, match="which is not within 1 to 4096"):
        Banding(bands, rows)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ((1.5, 0.9, 1), "similarity is 1.5, which is not above 0 and up to 1"),
        ((0, 0.9, 1), "similarity is 0, which"),
        ((0.5, 1, 1), "recall is 1, which is not above 0 and below 1"),
        ((0.5, float("nan"), 1), "recall is nan"),
        ((0.5, 0.9, 0), "budget is 0 candidates"),
    ],
)
def test_targets_that_cannot_work_are_refused(numbers: tuple[float, float, float], sentence: str) -> None:
    with pytest.raises(BadParameter, match=sentence):
        Target(*numbers)


def test_similarities_outside_of_0_to_1_are_refused() -> None:
    with pytest.raises(BadParameter, match=r"A similarity is 1.25"):
        s_curve(Banding(), [0.5, 1.25])
    with pytest.raises(BadParameter, match="chance is 1, which is not above 0 and below 1"):
        Banding().similarity_at(1)
    for sample in ((), (-0.1,), (float("nan"),)):
        with pytest.raises(BadParameter, match="unrelated pairs are none, or not within 0 to 1"):
            Unrelated(10, sample)
    with pytest.raises(BadParameter, match="documents is 0"):
        Unrelated(0)
