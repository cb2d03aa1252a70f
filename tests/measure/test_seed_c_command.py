"""`firstprint evaluate seed-c` as a user calls it; its experiments are run at small sizes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import evaluate
from pipeline.measure.seed_c import FULL, QUICK, Sizes, experiments
from pipeline.measure.seed_c_corpus import Shape
from pipeline.measure.seed_c_table import Table
from tests.measure.small_set import write_set

TINY = Sizes(Shape(10, 20), Shape(12, 24), Shape(20, 40), Shape(30, 60), seeds=3, boilerplate_seeds=3, trials=50)
NAMES = ["demo", "edits", "slots", "seeds", "simhash", "boilerplate", "bands", "scale"]


def call(*arguments: str) -> Result:
    return CliRunner().invoke(evaluate.command, arguments)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smaller corpora than anyone would look at."""
    monkeypatch.setattr(evaluate, "QUICK", TINY)


@pytest.mark.usefixtures("tiny")
def test_every_experiment_is_printed_beside_the_article() -> None:
    said = call("seed-c", "--quick")
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert lines[0].startswith("Demo 100 documents, ")
    assert "smaller corpora" in lines[0]
    assert sum(line.startswith("### ") for line in lines) == 10
    [row] = [line for line in lines if line.startswith("| LSH 42 x 3 ")]
    assert row.split("|")[9].strip() == "6,954"


@pytest.mark.usefixtures("tiny")
def test_json_has_an_object_for_each_experiment() -> None:
    found = [json.loads(line) for line in call("seed-c", "--quick", "--json").stdout.splitlines()]
    assert [one["experiment"] for one in found] == NAMES
    assert all(one["quick"] for one in found)
    scale = found[-1]
    assert scale["figures"]["documents"] == 300
    assert scale["figures"]["first"]["called"]["recall"] > 0.9
    assert scale["article"]["recall"] == 0.9947


def test_figures_do_not_change_from_run_to_run() -> None:
    def counts() -> list[object]:
        demo, edits = (one.figures for one, _ in zip(experiments(TINY), range(2), strict=False))
        return [[(row["method"], row["called"]) for row in demo["rows"]], edits]

    assert counts() == counts()


def test_the_full_sizes_are_the_articles() -> None:
    sizes = [shape.documents for shape in (FULL.demo, FULL.study, FULL.splits, FULL.scale)]
    assert sizes == [2_500, 3_100, 10_000, 100_000]
    assert QUICK.scale.documents < FULL.scale.documents


def test_a_folder_of_that_name_is_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(tmp_path / "seed-c")
    monkeypatch.chdir(tmp_path)
    assert call("./seed-c").stdout.startswith("seed-c: 10 documents, ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("seed-c", "other"), "seed-c makes its own documents"),
        (("seed-c", "--show"), "--show is for sets"),
        (("seed-c", "--profile", "news"), "--profile is for sets"),
        (("seed-c", "--labels", "x"), "--labels is for sets"),
        (("other", "--quick"), "--quick is for seed-c"),
    ],
)
def test_what_would_be_ignored_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    said = call(*arguments)
    assert said.exit_code == 2
    assert sentence in said.stderr


def test_a_table_is_padded_markdown() -> None:
    table = Table("Title", ("name", "n"), [("one", "1"), ("four", "1,000")], "\nA note\nof two lines.\n\nAnother.\n")
    assert table.lines() == [
        "### Title",
        "",
        "| name |     n |",
        "|------|------:|",
        "| one  |     1 |",
        "| four | 1,000 |",
        "",
        "A note of two lines.",
        "",
        "Another.",
        "",
    ]
