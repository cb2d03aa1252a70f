"""Spreads of scores over all pairs are those of a plain loop, and what a threshold calls is counted right."""

from itertools import combinations

import numpy as np
import pytest

from pipeline.measure.seed_c_corpus import Labelled, Shape, corpus_of
from pipeline.measure.seed_c_demo import equal_pairs
from pipeline.measure.seed_c_scores import (
    Called,
    Spread,
    bit_spread,
    estimates,
    jaccard_spread,
    least_slots,
    slot_spread,
)
from pipeline.methods import AffineMinHash, SimHash, word_windows


@pytest.fixture(scope="module")
def corpus() -> Labelled:
    return corpus_of(Shape(4, 10))


def plain(corpus: Labelled, levels: dict[tuple[int, int], int], most: int) -> tuple[list[int], list[int]]:
    """Count levels pair by pair."""
    duplicates, others = [0] * (most + 1), [0] * (most + 1)
    for (i, j), level in levels.items():
        (duplicates if corpus.families[i] == corpus.families[j] else others)[level] += 1
    return duplicates, others


def as_lists(spread: Spread) -> tuple[list[int], list[int]]:
    return spread.duplicates.tolist(), spread.others.tolist()


def test_exact_similarities(corpus: Labelled) -> None:
    sets = [set(part.tolist()) for part in np.split(corpus.sets.values, corpus.sets.offsets[1:-1])]
    pairs = combinations(range(len(sets)), 2)
    levels = {(i, j): len(sets[i] & sets[j]) * 1000 // len(sets[i] | sets[j]) for i, j in pairs}
    assert as_lists(jaccard_spread(corpus)) == plain(corpus, levels, 1000)


@pytest.mark.parametrize("slots", [16, 64, 256])
def test_equal_slots(corpus: Labelled, slots: int) -> None:
    signatures = AffineMinHash(slots).sign(corpus.sets)
    pairs = combinations(range(len(signatures)), 2)
    levels = {(i, j): int((signatures[i] == signatures[j]).sum()) for i, j in pairs}
    assert as_lists(slot_spread(corpus, signatures)) == plain(corpus, levels, slots)


def test_equal_bits(corpus: Labelled) -> None:
    fingerprints = SimHash(128, "murmur3").sign([word_windows(text, 5) for text in corpus.texts])
    whole = [int(low) | int(high) << 64 for low, high in fingerprints]
    levels = {(i, j): 128 - (whole[i] ^ whole[j]).bit_count() for i, j in combinations(range(len(whole)), 2)}
    assert as_lists(bit_spread(corpus, fingerprints)) == plain(corpus, levels, 128)


def test_estimates_are_equal_slots_over_all(corpus: Labelled) -> None:
    signatures = AffineMinHash(32).sign(corpus.sets)
    a, b = corpus.duplicates
    wanted = [(signatures[i] == signatures[j]).mean() for i, j in zip(a, b, strict=True)]
    assert estimates(signatures, a, b).tolist() == wanted


def test_a_threshold_calls_its_level_and_all_above() -> None:
    spread = Spread(np.array([1, 0, 2, 5]), np.array([90, 9, 1, 0]))
    assert spread.at(2) == Called(8, 7, 1)
    assert (spread.at(2).recall, spread.at(2).precision) == (7 / 8, 7 / 8)
    assert spread.best() == 2
    assert spread.at(3).f1 == pytest.approx(10 / 13)


def test_nothing_called_is_nothing_wrong() -> None:
    assert (Called(5, 0, 0).precision, Called(5, 0, 0).recall, Called(0, 0, 0).f1) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(("threshold", "slots", "least"), [("0.3", 128, 39), ("0.2", 16, 4), ("0.5", 64, 32)])
def test_thresholds_in_whole_slots(threshold: str, slots: int, least: int) -> None:
    assert least_slots(threshold, slots) == least


def test_rows_that_are_equal_form_pairs() -> None:
    digests = np.array([[1, 2], [3, 4], [1, 2], [1, 2], [3, 5]], np.uint64)
    a, b = equal_pairs(digests)
    assert sorted(zip(a.tolist(), b.tolist(), strict=True)) == [(0, 2), (0, 3), (2, 3)]
    assert len(equal_pairs(digests[:2])[0]) == 0
