"""The article's experiments at small sizes: what holds whatever is drawn, within 4 standard errors where it is chance.

The documents are the generator's and never change, so the bands say how far a change of a method may move a figure.
"""

import pytest

from pipeline.measure.seed_c_bands import similarities, sweep_splits
from pipeline.measure.seed_c_boilerplate import measure_boilerplate
from pipeline.measure.seed_c_corpus import Labelled, Shape, corpus_of
from pipeline.measure.seed_c_demo import run_demo
from pipeline.measure.seed_c_edits import TWO_COPIES, compare_edits, names
from pipeline.measure.seed_c_scale import BANDING, from_index, run_scale
from pipeline.measure.seed_c_simhash import compare_simhashes
from pipeline.measure.seed_c_slots import one_pair, seed_sets, sweep_slots
from pipeline.methods import Banding, FastSimilaritySketch, candidate_pairs

ERRORS = 4  # standard errors
SEEDS = range(1, 11)


@pytest.fixture(scope="module")
def corpus() -> Labelled:
    return corpus_of(Shape(40, 80))


def test_the_demo_finds_what_each_method_can(corpus: Labelled) -> None:
    demo = run_demo(corpus, rounds=1)
    raw, normalised, exact, minhash, simhash, *bands = [row.called for row in demo.rows]
    assert len(demo.rows) == 8
    assert (raw.found, normalised.found) == (0, 40)  # the reflowed copy of each family, and nothing else
    assert (exact.recall, exact.precision) == (1.0, 1.0)
    assert simhash.recall < minhash.recall
    assert [one.false for one in bands] == [0, 0, 0]
    assert exact.found >= minhash.found >= bands[0].found > bands[1].found > bands[2].found


def test_reflowing_alone_is_found_by_a_digest(corpus: Labelled) -> None:
    figures = compare_edits(corpus)
    digest = figures.methods["digest, normalised"]
    assert digest.recalls == {kind: float(kind == "reflowed") for kind in names()}
    assert figures.jaccard["reflowed"] == (1.0, 1.0)
    assert figures.methods["exact Jaccard"].called.f1 == 1.0
    assert figures.methods["SimHash 64"].called.f1 < figures.methods["SimHash 128"].called.f1
    assert figures.methods["SimHash 128"].called.f1 < figures.methods["MinHash 128"].called.f1


def test_two_copies_lie_further_apart_than_a_copy_and_its_original(corpus: Labelled) -> None:
    least = {kind: one for kind, (_, one) in compare_edits(corpus).jaccard.items()}
    assert min(least, key=lambda kind: least[kind]) == TWO_COPIES
    assert least[TWO_COPIES] < 0.5 < min(one for kind, one in least.items() if kind != TWO_COPIES)


def test_the_threshold_decides_and_not_the_slots(corpus: Labelled) -> None:
    sweep = sweep_slots(corpus)
    exact = sweep.rows["exact Jaccard"]
    assert [one.recall for one in exact[:2]] == [1.0, 1.0]
    # Pairs on both sides of a threshold change sides: what is left of it is a few per cent at 16 slots.
    assert all(abs(found[2].recall - exact[2].recall) < 0.06 for found in sweep.rows.values())
    assert sweep.rows["16"][1].recall < sweep.rows["256"][1].recall
    assert all(found[2].precision == 1.0 for found in sweep.rows.values())


@pytest.mark.parametrize("slots", [16, 64, 256])
def test_the_error_over_seed_sets_is_that_of_theory(corpus: Labelled, slots: int) -> None:
    found = seed_sets(corpus, SEEDS, slots)
    assert abs(found.ratio - 1) < ERRORS * found.error
    assert found.error < 0.1
    # luck with the shared footer is luck with every unrelated pair at once
    assert found.worst_over_best > found.labelled[1] / found.labelled[0]


def test_one_pair_is_estimated_without_bias() -> None:
    trials = 1_000
    found = one_pair(trials)
    assert found.similarity == 0.6
    assert abs(found.bias) < ERRORS * found.theory / trials**0.5
    # the relative error of a standard deviation from n numbers is 1 / sqrt(2 n)
    assert abs(found.rmse / found.theory - 1) < ERRORS / (2 * trials) ** 0.5


def test_term_frequency_is_idle_on_shingles_and_not_on_words(corpus: Labelled) -> None:
    found = compare_simhashes(corpus)
    assert found.equal_at_every_distance == {5: True, 1: False}
    assert found.repeated[5] < 0.001
    assert found.repeated[1] > 0.2
    best = {(one.words, one.bits, one.weights): one.best.f1 for one in found.rows}
    assert best[5, 64, "one"] < best[5, 128, "one"]
    assert best[1, 64, "one"] < best[1, 64, "tf"]


def test_bands_find_what_the_curve_says(corpus: Labelled) -> None:
    splits = sweep_splits(corpus, SEEDS)
    found = {(one.bands, one.rows): one for one in splits.rows}
    for one in splits.rows:
        # where every seed set finds all, their error is 0, and that of as many independent pairs is the least it can be
        least = (one.theory * (1 - one.theory) / corpus.positives / len(SEEDS)) ** 0.5
        assert abs(one.met - one.theory) < ERRORS * max(one.error, least)
        assert one.candidates[0] <= one.candidates[1] <= one.candidates[2]
    assert found[4, 32].recall < found[16, 8].recall < found[32, 4].recall < found[42, 3].recall
    assert found[64, 2].candidates[1] > found[42, 3].candidates[1]
    assert all(one.precision == 1.0 for one in splits.rows)


def test_theory_is_the_mean_of_the_curve_over_the_pairs(corpus: Labelled) -> None:
    [one] = sweep_splits(corpus, [1, 2], [Banding(42, 3)]).rows
    exact = similarities(corpus)
    assert one.theory == pytest.approx((1 - (1 - exact**3) ** 42).mean())


def test_shared_text_spoils_a_fixed_threshold_and_leaving_it_out_mends_it(corpus: Labelled) -> None:
    none, some, much = (measure_boilerplate(corpus, share, [1, 2, 3]) for share in (0.0, 0.3, 0.6))
    assert none.others[0] < some.others[0] < much.others[0]
    assert none.fixed.false == 0
    assert none.fixed.precision > some.fixed.precision > much.fixed.precision
    assert much.fixed.false > 10 * much.fixed.found
    assert much.threshold > some.threshold > none.threshold
    # a hundredth of the unrelated pairs, at most, is above their 99th percentile
    unrelated = corpus.pairs - corpus.positives
    assert all(one.above.false <= 0.01 * unrelated for one in (none, some, much))
    assert all(one.stripped.precision == 1.0 and one.stripped.recall > 0.95 for one in (none, some, much))


def test_the_large_run_in_small() -> None:
    found = run_scale(Shape(100, 200), SEEDS)
    assert (found.documents, found.positives, found.seeds) == (1_000, 2_800, 10)
    assert found.all.errors_away < ERRORS
    assert [one.called.precision for one in (found.first, found.fast, found.index)] == [1.0, 1.0, 1.0]
    assert found.first.met >= found.first.called.found
    assert found.memory_mb > 0


def test_the_pipelines_index_gives_the_pairs_of_the_sorted_join(corpus: Labelled) -> None:
    sketches = FastSimilaritySketch(128).sign(corpus.sets)
    wanted = candidate_pairs(BANDING.keys(sketches))
    found = {pair for part in from_index(sketches) for pair in zip(part.a.tolist(), part.b.tolist(), strict=True)}
    # the buckets of 400 documents are shorter than the cap
    assert found == set(zip(wanted.a.tolist(), wanted.b.tolist(), strict=True))
