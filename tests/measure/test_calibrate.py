"""Calibration: every figure of the classes counted again by brute force, and recommendations that follow from them."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cli.calibrate import recommended, with_figures
from pipeline.errors import BadSetup
from pipeline.measure.calibrate import (
    BINS,
    COPY,
    ENOUGH,
    Cells,
    PairClass,
    Sample,
    calibrate,
    crowd_of,
    draw,
    threshold_for,
)
from pipeline.measure.calibrate_passages import DOMINATES, boilerplate_of
from pipeline.measure.evaluate_sets import LENGTHS, length_names
from pipeline.methods import Banding, Unrelated
from pipeline.profile import DEFAULT, PROFILES, Profile
from pipeline.profile_files import read_profile, write_profile
from tests.measure.plain_shingles import shingles

NOW_MS = 1_780_000_000_000
FOOTER = "this post was written for the readers of the paper and may be printed by anyone who names us as its source"


def texts_with_footer(count: int, footer_share: float, chance: Random) -> list[str]:
    """Random words, some followed by the same footer."""
    texts = []
    for _ in range(count):
        words = [f"w{chance.randrange(3000)}" for _ in range(chance.choice([20, 60, 150]))]
        texts.append(" ".join(words) + (f" {FOOTER}" if chance.random() < footer_share else ""))
    return texts


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Forty documents, most with a footer; the last is a copy of the first."""
    texts = texts_with_footer(40, 0.7, Random(1))
    path = tmp_path / "docs.jsonl"
    documents = [{"id": str(place), "text": text} for place, text in enumerate([*texts, texts[0].upper()])]
    path.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return path


@pytest.fixture
def sample(file: Path) -> Sample:
    """All of them."""
    return draw([file], DEFAULT, NOW_MS)


def brute(sample: Sample) -> dict[str, list[float]]:
    """Similarities of all pairs that are no copies, by length class."""
    sets = [shingles(text, DEFAULT.shingle_words) for text in sample.texts]
    found: dict[str, list[float]] = {name: [] for name in length_names()}
    for one, other in combinations(sets, 2):
        similarity = len(one & other) / len(one | other)
        place = sum(min(len(one), len(other)) >= low for low in LENGTHS) - 1
        if similarity < COPY:
            found[length_names()[place]].append(similarity)
    return found


def test_classes_are_those_of_all_pairs(sample: Sample) -> None:
    expected = {name: values for name, values in brute(sample).items() if values}
    found = calibrate(sample, DEFAULT, 0.9, 20)
    assert [one.length for one in found.classes] == list(expected)
    for one in found.classes:
        values = np.sort(expected[one.length])
        assert abs(one.pairs - len(values)) <= found.copies  # pairs of a class are counted before copies leave
        assert one.most == pytest.approx(values[-1])
        place = int(np.ceil(0.99 * len(values))) - 1
        assert values[max(place - 2, 0)] - 1 / BINS <= one.p99 <= values[min(place + 2, len(values) - 1)] + 1 / BINS
        assert one.median <= one.p99 <= one.p999
    assert found.copies == 1
    assert sum(found.histogram) == 41 * 40 // 2 - found.copies


def test_small_classes_have_no_bound_and_large_ones_one_above_their_percentile(tmp_path: Path) -> None:
    texts = texts_with_footer(150, 0.7, Random(2))
    sets = tmp_path / "docs.jsonl"
    sets.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    found = calibrate(draw([sets], DEFAULT, NOW_MS), DEFAULT, 0.9, 20)
    assert {one.bound is None for one in found.classes if one.documents < ENOUGH} <= {True}
    bounds = [(one.p99, one.bound) for one in found.classes if one.documents >= ENOUGH]
    assert bounds
    assert all(bound is not None and bound >= p99 - 1 / BINS for p99, bound in bounds)
    assert max(bound for _, bound in bounds if bound is not None) > 0.1


def test_the_same_files_give_the_same(file: Path) -> None:
    one, other = (calibrate(draw([file], DEFAULT, NOW_MS, 30), DEFAULT, 0.9, 20) for _ in range(2))
    assert one == other
    assert (one.sample, one.total) == (30, 41)


def test_two_documents_are_needed(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "one two three four five six"}\n{"id": "b", "text": "one"}')
    with pytest.raises(BadSetup, match="There are no two documents to compare"):
        draw([tmp_path / "a.jsonl"], DEFAULT, NOW_MS)


@given(st.lists(st.tuples(st.integers(0, len(LENGTHS) - 1), st.integers(0, 3)), min_size=1, max_size=12))
def test_totals_count_every_pair_in_the_class_of_the_shorter(documents: list[tuple[int, int]]) -> None:
    lengths, weights = np.array(documents, np.int64).T
    none = np.empty(0, np.int32)
    expected = np.zeros(len(LENGTHS))
    for (one, weight), (other, heft) in combinations(documents, 2):
        expected[min(one, other)] += weight * heft
    found = Cells(lengths, none, none, np.empty(0, np.int64)).totals(weights.astype(np.float64))
    assert found == pytest.approx(expected)


def pair_class(bound: float | None, length: str = "100-299") -> PairClass:
    """A class of which only the bound matters."""
    return PairClass("Latin", length, 100, 4950, 0, 0, bound, 0, 0)


@pytest.mark.parametrize("profile", [DEFAULT, PROFILES["seed-c"]])
@pytest.mark.parametrize(
    ("classes", "threshold"),
    [
        ([], 0.3),
        ([pair_class(None)], 0.3),
        ([pair_class(0.1)], 0.3),
        ([pair_class(0.16), pair_class(0.02)], 0.35),
        ([pair_class(0.2)], 0.4),
        ([pair_class(0.2, "0-9")], 0.3),
        ([pair_class(0.2, "10-29")], 0.4),
        ([pair_class(0.7)], 0.8),
    ],
)
def test_the_threshold_is_twice_the_greatest_bound_in_steps(
    classes: list[PairClass], threshold: float, profile: Profile
) -> None:
    """Classes whose texts are too short for similarity have no say; nothing goes below the profile's own.

    By either rules these are texts under ten shingles, although `news` finds excerpts from four on.
    """
    assert threshold_for(classes, profile) == pytest.approx(threshold)


def test_shorter_texts_have_a_say_where_they_can_be_near() -> None:
    short = [pair_class(0.2, "0-9")]
    assert threshold_for(short, replace(PROFILES["seed-c"], min_shingles=4)) == pytest.approx(0.4)
    assert threshold_for(short, replace(DEFAULT, news=replace(DEFAULT.news, low=5))) == pytest.approx(0.4)


@pytest.mark.parametrize("profile", [DEFAULT, PROFILES["seed-c"]])
def test_the_rules_of_the_profile_stay_and_those_of_news_make_the_threshold_a_floor(
    sample: Sample, profile: Profile, tmp_path: Path
) -> None:
    found = calibrate(sample, profile, 0.9, 20)
    write_profile(with_figures(profile, found), tmp_path / "ours.toml", "")
    assert read_profile(tmp_path / "ours.toml").rules == profile.rules
    said = "\n".join(recommended(found, profile))
    assert ("a floor besides the rules of news" in said) == (profile.rules == "news")
    assert ("0.40 from 10, 0.50 from 20, 0.40 from 50, 0.33 from 200 shingles" in said) == (profile.rules == "news")


@given(st.lists(st.floats(0.01, 0.79), max_size=200), st.integers(21, 60))
def test_the_crowd_has_the_mean_of_all_pairs(similar: list[float], documents: int) -> None:
    total = documents * (documents - 1) // 2
    found = crowd_of(np.array(similar), documents)
    assert len(found) == total
    assert sum(found) == pytest.approx(sum(similar))


def test_a_recall_that_the_slots_cannot_reach_leaves_the_bands_of_the_profile(sample: Sample) -> None:
    found = calibrate(sample, replace(DEFAULT, slots=2, bands=2, rows=1), 0.999, 20)
    assert (found.banding.bands, found.banding.rows) == (2, 1)
    assert found.note.startswith("The profile's bands stay: No bands of 2 slots find ")


def test_a_budget_that_nothing_keeps_to_is_passed_by_as_little_as_doubling_tells(sample: Sample) -> None:
    found = calibrate(sample, DEFAULT, 0.9, 1e-4)
    assert float(found.banding.chance(found.threshold + 0.1)) >= 0.9
    assert found.note.startswith("No bands keep to 0.0001 candidates at a recall of 90.0%; these need ")
    pairs = [value for values in brute(sample).values() for value in values]
    crowd = Unrelated(found.total, pairs)
    every = (Banding(bands, rows) for rows in range(1, 129) for bands in range(1, 128 // rows + 1))
    reaching = [one for one in every if float(one.chance(found.threshold + 0.1)) >= 0.9]
    assert 1e-4 < found.candidates <= 2.1 * min(map(crowd.candidates, reaching))


@pytest.mark.parametrize("budget", [20, 3.6])
def test_bands_keep_to_recall_and_budget_and_stay_where_they_do(sample: Sample, budget: float) -> None:
    found = calibrate(sample, DEFAULT, 0.9, budget)
    own = Banding(DEFAULT.bands, DEFAULT.rows)
    pairs = [value for values in brute(sample).values() for value in values]
    assert (Unrelated(found.total, pairs).candidates(own) <= budget) == (budget == 20)
    assert not found.note
    assert found.candidates <= budget
    assert float(found.banding.chance(found.threshold + 0.1)) >= 0.9
    assert (found.banding == own) == (budget == 20)


def test_repeated_passages_are_named(sample: Sample) -> None:
    found = boilerplate_of(sample.texts, DEFAULT.shingle_words)
    count, passage = found.passages[0]
    assert passage == FOOTER
    assert count == sum(text.endswith(FOOTER) for text in sample.texts)
    assert 0 < found.share < 1


def test_boilerplate_may_dominate_and_may_be_absent() -> None:
    texts = [f"{' '.join(f'w{place}x{i}' for i in range(20))} {FOOTER}" for place in range(20)]
    found = boilerplate_of(texts, 5)
    assert found.share == pytest.approx((len(FOOTER.split()) - 4) / (20 + len(FOOTER.split()) - 4))
    assert found.dominates == (found.share >= DOMINATES)
    assert found.dominates
    none = boilerplate_of([text.removesuffix(FOOTER) for text in texts], 5)
    assert (none.share, none.passages, none.dominates) == (0, [], False)
    assert boilerplate_of(["one"], 5).share == 0
