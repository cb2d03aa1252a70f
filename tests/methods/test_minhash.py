"""Three forms of MinHash behind one interface: golden signatures, twins, sizes, and what an estimate is."""

import hashlib
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.constants import EMPTY
from pipeline.kernels.plain import sketch_plain
from pipeline.kernels.plain_methods import affine_plain
from pipeline.methods import (
    MINHASHES,
    AffineMinHash,
    BadParameter,
    FastSimilaritySketch,
    MinHash,
    ShingleSets,
    UniversalMinHash,
    estimate,
    md5_shingles,
    minhash_named,
    word_shingles,
)

FOX = "The quick brown fox jumps over the lazy dog near the river bank"
UNICODE = "Ünïcode “quotes” 世界 and naïve café words here"
SETS = st.lists(st.lists(st.integers(0, EMPTY), max_size=30), max_size=4)


def as_seed_b(text: str, slots: int) -> list[int]:
    """Seed B's rule in a few lines that share nothing with the kernels."""
    random.seed(42)
    factors = [random.randint(1, 2**32 - 1) for _ in range(slots)]
    addends = [random.randint(0, 2**32 - 1) for _ in range(slots)]
    words = text.lower().split()
    shingles = {" ".join(words[i : i + 5]) for i in range(len(words) - 4)}
    hashes = [int(hashlib.md5(shingle.encode()).hexdigest()[:8], 16) for shingle in shingles]  # noqa: S324 - the seed's
    return [min((a * x + b) % 4294967311 for x in hashes) for a, b in zip(factors, addends, strict=True)]


@pytest.mark.parametrize(
    ("text", "slots", "first", "last", "total"),
    [
        (FOX, 128, [447865389, 13045349, 125655442, 246710806], [650575382, 757304396], 50392019985),
        (UNICODE, 128, [164562485, 291108660, 384933720, 843083961], [502346848, 938154447], 106724005161),
        (FOX, 256, [78417681, 912373801, 805424320, 128893774], [75496117, 827736250], 113420237099),
    ],
)
def test_golden_signatures_of_seed_b(text: str, slots: int, first: list[int], last: list[int], total: int) -> None:
    found = UniversalMinHash(slots).sign(md5_shingles([text]))[0].tolist()
    assert found == as_seed_b(text, slots)
    assert (found[:4], found[-2:], sum(found)) == (first, last, total)


def test_golden_signatures_of_the_affine_form() -> None:
    form = AffineMinHash(64)
    assert form.terms[:2] == [(2298633409, 1703865447), (4214379871, 3997354251)]
    sets = word_shingles(["the quick brown fox jumps over the lazy dog"])
    assert form.sign(sets)[0, :4].tolist() == [431790233, 1688670576, 2459128087, 3765803]


@given(SETS, st.sampled_from([2, 64, 128]))
def test_forms_equal_their_plain_ones(lists: list[list[int]], slots: int) -> None:
    sets = ShingleSets.of(lists)
    fast, affine = FastSimilaritySketch(slots).sign(sets), AffineMinHash(slots, 5)
    assert fast.tolist() == [sketch_plain(sorted(set(one)), slots) for one in lists]
    assert affine.sign(sets).tolist() == [affine_plain(one, affine.terms) for one in lists]


@pytest.mark.parametrize("slots", [2, 64, 128, 256, 4096])
@pytest.mark.parametrize("name", MINHASHES)
def test_one_interface(name: str, slots: int) -> None:
    form: MinHash = minhash_named(name, slots)
    chance = random.Random(slots)
    values = chance.sample(range(EMPTY), 300)
    found = form.sign(ShingleSets.of([values[:200], values[100:], values[:200], []]))
    assert (form.name, form.slots, found.shape) == (name, slots, (4, slots))
    assert estimate(found[[0, 0, 3, 3]], found[[2, 3, 0, 3]]).tolist() == [1, 0, 0, 0]
    tolerance = 4 * (1 / 3 * 2 / 3 / slots) ** 0.5
    assert abs(float(estimate(found[:1], found[1:2])[0]) - 1 / 3) <= tolerance


def test_an_estimate_is_the_share_of_equal_slots() -> None:
    one, other = np.array([[1, 2, 3, 4]], np.uint32), np.array([[1, 2, 3, 9]], np.uint32)
    assert estimate(one, other).tolist() == [0.75]
    with pytest.raises(BadParameter, match="1 x 4 slots of 32 bits and of 1 x 4 slots of 64 bits"):
        estimate(one, other.astype(np.uint64))
    with pytest.raises(BadParameter, match="1 x 4 slots of 32 bits and of 1 x 3"):
        estimate(one, other[:, :3])


@pytest.mark.parametrize("name", MINHASHES)
@pytest.mark.parametrize("slots", [0, 1, 96, 127, 8192])
def test_slots_that_cannot_work_are_refused(name: str, slots: int) -> None:
    with pytest.raises(BadParameter, match=f"slots is {slots}, which is no"):
        minhash_named(name, slots)


def test_unknown_forms_and_seeds_are_refused() -> None:
    with pytest.raises(BadParameter, match=r"'slow', which is not known. Known: fast, affine, universal"):
        minhash_named("slow")
    with pytest.raises(BadParameter, match="seed is -1"):
        AffineMinHash(64, -1)
