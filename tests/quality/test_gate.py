"""The quality gate: every set reaches its floors, nothing less and nothing more, and the corpus is the one they are of.

The generated sets are always measured; those of others where TEST_SETS names their folder, or it lies beside the
checkout.
"""

from pathlib import Path

import pytest

from pipeline.measure.evaluate_run import judge_set
from pipeline.measure.sets import read_set
from pipeline.profile import DEFAULT, profile_named
from tests.quality.floors import differences, read_floors
from tests.quality.measured import GENERATED, NOW_MS, SHARED, SHARED_FOLDER, measure, write_generated
from tests.quality.page import PAGE, block

FLOORS = read_floors()


def check(name: str, folder: Path) -> None:
    """Fail with a sentence for each figure that is not its floor."""
    sentences = [one.sentence for one in differences(name, FLOORS.sets.get(name), measure(folder))]
    if sentences:
        pytest.fail("\n".join(sentences), pytrace=False)


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_set_reaches_its_floors(name: str, tmp_path: Path) -> None:
    check(name, write_generated(name, tmp_path))


@pytest.mark.parametrize("name", SHARED)
def test_a_set_of_others_reaches_its_floors(name: str) -> None:
    if not (SHARED_FOLDER / name).is_dir():
        pytest.skip(f"the set {name} is not there: TEST_SETS names the folder of labelled sets")
    check(name, SHARED_FOLDER / name)


def test_every_set_has_floors_and_every_floor_a_set() -> None:
    assert FLOORS.sets.keys() == {*GENERATED, *SHARED}


def test_the_page_shows_the_floors() -> None:
    """Where not: `python -m tests.quality.raise_floors` pastes the table."""
    assert block(FLOORS) in PAGE.read_text(encoding="utf-8")


def test_an_excerpt_is_called_one(tmp_path: Path) -> None:
    """The floors count what is called; here, as what."""
    read = read_set(write_generated("excerpts", tmp_path))
    judged = judge_set(read, DEFAULT, NOW_MS, text_only=True)
    assert {found.kind for found in judged.found.values()} == {"excerpt", "expansion"}


def test_a_standing_report_is_called_recurring(tmp_path: Path) -> None:
    read = read_set(write_generated("templates", tmp_path))
    judged = judge_set(read, DEFAULT, NOW_MS, text_only=False)
    standing = [pair for pair, one in read.pairs.items() if one.label == "recurring"]
    assert len(standing) > 10
    assert {judged.found[pair].kind for pair in standing} == {"recurring"}


def test_the_gate_fails_for_rules_that_see_through_no_template(tmp_path: Path) -> None:
    """The profile seed-c asks for similarity alone, and calls most editions of a template copies."""
    reached = measure(write_generated("templates", tmp_path), profile_named("seed-c"))
    floor = FLOORS.sets["templates"]
    assert reached.all.wrong.called > 10 * max(floor.all.wrong.called, 10)
    found = differences("templates", floor, reached)
    assert any(one.is_worse and "pairs different (different) are called" in one.sentence for one in found)
    assert not any("corpus changed" in one.sentence for one in found)


def test_one_letter_in_the_corpus_is_told(tmp_path: Path) -> None:
    folder = write_generated("short", tmp_path)
    documents = folder / "docs.jsonl"
    documents.write_bytes(documents.read_bytes().replace(b"ferry", b"Ferry", 1))
    [found] = differences("short", FLOORS.sets["short"], measure(folder))
    assert found.is_worse
    assert found.sentence.startswith("short: the corpus changed.")


def test_one_label_in_the_corpus_is_told(tmp_path: Path) -> None:
    folder = write_generated("short", tmp_path)
    pairs = folder / "pairs.tsv"
    pairs.write_bytes(pairs.read_bytes().replace(b"\tduplicate\t", b"\tdifferent\t", 1))
    [found] = differences("short", FLOORS.sets["short"], measure(folder))
    assert found.sentence.startswith("short: the corpus changed.")
