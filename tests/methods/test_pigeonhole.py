"""Near fingerprints: every pair is found, once, for any distance; blocks cover all bits."""

import random

import numba
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.pigeonhole import Near
from pipeline.kernels.plain import key_of
from pipeline.kernels.plain_methods import near_plain
from pipeline.methods import BadParameter, FingerprintIndex, block_keys, blocks_of, cut_blocks, hamming, near_pairs
from tests.methods.vectors import vectors_of

Fingerprints = npt.NDArray[np.uint64]
MASK = (1 << 64) - 1
ONE, TWO, FOUR, TOP = (np.uint64(number) for number in (1, 2, 4, 56))
PAIRS, FOURS, EIGHTS, BYTES = (np.uint64(MASK // number) for number in (3, 5, 17, 255))
CLOSE = st.lists(st.integers(0, 127), max_size=6).map(lambda bits: sum({1 << bit for bit in bits}))
NUMBERS = st.lists(st.one_of(CLOSE, st.integers(0, (1 << 128) - 1)), max_size=12)


def rows_of(numbers: list[int], bits: int) -> Fingerprints:
    """Fingerprints from numbers of that many bits."""
    rows = [[number >> 64 * word & MASK for word in range(bits // 64)] for number in numbers]
    return np.array(rows, np.uint64).reshape(len(numbers), bits // 64)


def tuples(found: Near) -> list[tuple[int, int, int]]:
    """What was found, in order."""
    return sorted(zip(*(column.tolist() for column in found), strict=True))


@given(NUMBERS, NUMBERS, st.sampled_from([64, 128]), st.one_of(st.integers(0, 6), st.integers(0, 63)))
@example([0, MASK], [1, 0, 0, MASK], 64, 63)
@example([], [1], 128, 3)
def test_lookups_equal_the_plain_ones(asked: list[int], stored: list[int], bits: int, distance: int) -> None:
    one, other = ([number & (1 << bits) - 1 for number in numbers] for numbers in (asked, stored))
    found = FingerprintIndex(rows_of(other, bits), distance).find(rows_of(one, bits))
    assert tuples(found) == near_plain(one, other, distance)
    pairs = [row for row in near_plain(other, other, distance) if row[1] < row[0]]
    assert tuples(near_pairs(rows_of(other, bits), distance)) == pairs


@numba.njit(error_model="numpy")
def near_by_all(fingerprints: Fingerprints, distance: int) -> list[tuple[int, int, int]]:
    """Brute force: every pair, its bits counted in halves, quarters and so on."""
    found = []
    for asker in range(len(fingerprints)):
        for other in range(asker):
            bits = fingerprints[asker, 0] ^ fingerprints[other, 0]
            bits -= bits >> ONE & PAIRS
            bits = (bits & FOURS) + (bits >> TWO & FOURS)
            apart = ((bits + (bits >> FOUR)) & EIGHTS) * BYTES >> TOP
            if apart <= distance:
                found.append((asker, other, int(apart)))
    return found


def test_every_pair_among_a_hundred_thousand() -> None:
    """Some 15,000 near pairs are planted with bits flipped anywhere, or one in each of the first blocks."""
    chance = random.Random(5)
    numbers = [chance.getrandbits(64) for _ in range(80_000)]
    for place in range(20_000):
        flipped = chance.sample(range(64), chance.randrange(6))
        if place % 2:
            flipped = [16 * block + chance.randrange(16) for block in chance.sample(range(4), chance.randrange(5))]
        numbers.append(numbers[place] ^ sum(1 << bit for bit in flipped))
    chance.shuffle(numbers)
    fingerprints = rows_of(numbers, 64)
    expected = sorted(near_by_all(fingerprints, 3))
    assert len(expected) > 10_000
    assert tuples(near_pairs(fingerprints, 3)) == expected


def test_a_crowd_of_equal_fingerprints_comes_in_parts() -> None:
    parts = list(FingerprintIndex(rows_of([7] * 2_000, 64)).pairs())
    assert sum(len(part.askers) for part in parts) == 2_000 * 1_999 // 2
    assert max(len(part.askers) for part in parts) <= 1 << 20


@pytest.mark.parametrize("bits", [64, 128])
@pytest.mark.parametrize("distance", [0, 1, 3, 4, 6, 11, 63])
def test_blocks_cover_every_bit_once(bits: int, distance: int) -> None:
    blocks = blocks_of(bits, distance)
    assert len(blocks) == distance + 1
    assert [bit for block in blocks for bit in range(block.start, block.start + block.width)] == list(range(bits))
    assert max(block.width for block in blocks) - min(block.width for block in blocks) <= 1
    number = random.Random(distance).getrandbits(bits)
    expected = [number >> block.start & (1 << min(block.width, 64)) - 1 for block in blocks]
    assert cut_blocks(rows_of([number], bits), blocks).tolist() == [expected]


def test_three_bits_are_four_blocks_of_sixteen() -> None:
    assert [tuple(block) for block in blocks_of(64, 3)] == [(0, 16), (16, 16), (32, 16), (48, 16)]


@given(NUMBERS, st.sampled_from([64, 128]), st.integers(0, 8))
def test_keys_are_shared_as_blocks_are(numbers: list[int], bits: int, distance: int) -> None:
    fingerprints = rows_of([number & (1 << bits) - 1 for number in numbers], bits)
    values, keys = cut_blocks(fingerprints, blocks_of(bits, distance)), block_keys(fingerprints, distance)
    assert keys.all()
    for block in range(distance + 1):
        equal = values[:, None, block] == values[None, :, block]
        assert (keys[:, None, block] == keys[None, :, block]).tolist() == equal.tolist()


def test_a_key_is_that_of_a_band_of_two_rows() -> None:
    keys = block_keys(rows_of([0x1234_5678_9ABC_DEF0], 64), 1)
    assert keys.tolist() == [[key_of((0x9ABCDEF0, 0), 0), key_of((0x12345678, 0), 1)]]


def test_distances_between_rows() -> None:
    one, other = rows_of([0, MASK, 1 << 127], 128), rows_of([3, 0, 0], 128)
    assert hamming(one, other).tolist() == [2, 64, 1]
    assert hamming(one[0], other).tolist() == [2, 0, 0]


def test_vectors_of_another_project() -> None:
    for row in vectors_of("hamming"):
        assert hamming(rows_of([row["a"]], 64), rows_of([row["b"]], 64)).tolist() == [row["expected"]]
    for row in vectors_of("simhash find_all distance<=3"):
        hashes = row["hashes"]
        found = near_pairs(rows_of(hashes, 64), 3)
        pairs = {frozenset((hashes[a], hashes[b])) for a, b in zip(found.askers, found.found, strict=True)}
        assert pairs == {frozenset(pair) for pair in row["expected"]}


@pytest.mark.parametrize(("bits", "distance"), [(64, -1), (64, 64), (128, 128)])
def test_distances_that_cannot_work_are_refused(bits: int, distance: int) -> None:
    with pytest.raises(BadParameter, match=f"is {distance}, which is not within 0 to {bits - 1}"):
        FingerprintIndex(rows_of([1], bits), distance)


def test_arrays_that_are_no_fingerprints_are_refused() -> None:
    with pytest.raises(BadParameter, match="2 x 3 of uint64 are no fingerprints"):
        near_pairs(np.zeros((2, 3), np.uint64))
    with pytest.raises(BadParameter, match="index has 64 bits and the fingerprints 128"):
        FingerprintIndex(rows_of([1], 64)).find(rows_of([1], 128))
