"""`firstprint evaluate` as a user calls it; and on other people's labelled sets, where TEST_SETS names their folder."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.evaluate import command
from pipeline.errors import BadSetup
from pipeline.measure.sets import read_set
from pipeline.profile import DEFAULT
from tests.measure.small_set import DOCUMENTS, write_set

SETS = Path(os.environ.get("TEST_SETS") or Path(__file__).parents[3] / "shared" / "data" / "sets")
NAMES = ("mccormick-1000", "revisions-en", "onestop", "scoop-items", "bench-feeds", "pud-parallel")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The folder of the small set."""
    return write_set(tmp_path / "small")


def evaluate(*arguments: str | Path) -> Result:
    """Call the command in this process."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


def values(*arguments: str | Path) -> list[dict[str, Any]]:
    """What `--json` prints."""
    return [json.loads(line) for line in evaluate("--json", *arguments).stdout.splitlines()]


def test_the_table_has_counts_and_intervals(small: Path) -> None:
    said = evaluate(small).stdout.splitlines()
    assert said[0].startswith("small: 10 documents, ")
    assert said[0].endswith("pairs verified: 1 exact, 4 near, 1 recurring")
    [every] = [line.split() for line in said if line.startswith("all ")]
    assert every == ["all", "5", "4", "1", "0.800", "(0.376-0.964)", "0.800", "(0.376-0.964)", "0.800"]
    [template] = [line for line in said if line.startswith("template ")]
    assert template.split() == ["template", "1", "1", "1", "as", "false", "when", "called"]


def test_json_has_the_same_and_every_wrong_pair(small: Path) -> None:
    [found] = values(small)
    assert (found["labelled"], found["found"], found["false"], found["f1"]) == (5, 4, 1, 0.8)
    assert found["recall"] == {"value": 0.8, "low": 0.3755, "high": 0.9638}
    assert found["profile"] == DEFAULT.identity
    assert [(one["what"], one["a"], one["b"], one["label"]) for one in found["mistakes"]] == [
        ("found", "3.1", "3.2", "template"),
        ("missed", "far", "story", "same-story"),
    ]


def test_text_only_leaves_out_what_tells_a_standing_notice(small: Path) -> None:
    assert [one["false"] for one in values(small)] == [1]
    assert [one["false"] for one in values(small, "--text-only")] == [2]


def test_labels_choose_what_counts(small: Path) -> None:
    [found] = values(small, "--labels", "template, copy", "--different", "revision")
    assert (found["labelled"], found["found"], found["false"]) == (3, 3, 2)
    assert found["labels"]["same-story"]["counts"] == "neutral"
    [found] = values(small, "--different", "copy")
    assert found["labels"]["copy"]["counts"] == "different"
    assert found["labels"]["revision"]["counts"] == "duplicate"


def test_wrong_pairs_are_shown_with_their_difference(small: Path) -> None:
    said = evaluate(small, "--show").stdout
    assert "called, and should not be: label template, kind near, similarity" in said
    assert "[-one-] {+two+}" in said
    assert "not called, and should be: label same-story, similarity 0.0000, never compared" in said
    assert "  story Ferry adrift" in said
    limited = evaluate(small, "--show", "--limit", "1").stdout
    assert "same-story, similarity" not in limited
    assert "1 more are wrong; --limit 2 shows them all." in limited


def test_several_sets_and_one_without_labels(small: Path) -> None:
    done = evaluate(small, small / "docs.jsonl")
    assert done.stdout.count("\nall ") == 2
    assert "docs.jsonl: 10 documents" in done.stdout
    assert [one["labelled"] for one in values(small, small / "docs.jsonl")] == [5, 0]


def test_a_set_whose_labels_all_are_neutral_says_how_to_choose(tmp_path: Path) -> None:
    done = evaluate(write_set(tmp_path / "set", DOCUMENTS, [("edit", "story", "light")]))
    assert "no label counts as a duplicate: name some with --labels." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--labels", "copied"), "--labels: no set has the label 'copied'."),
        (("--different", "x"), "--different: no set has the label 'x'."),
        (("--labels", "copy", "--different", "copy"), "The label 'copy' is on both lists."),
        (("--profile", "other"), "There is no profile named 'other'."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(small: Path, arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        evaluate(small, *arguments)
    assert refusal.value.sentence == said


def test_show_and_json_do_not_go_together(small: Path) -> None:
    done = evaluate(small, "--show", "--json")
    assert done.exit_code == 2
    assert "--json holds what --show shows" in done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_labelled_sets_of_others_are_read_whole(name: str) -> None:
    """Figures have their floors elsewhere; here every document and pair has to arrive, by ids and without them."""
    if not (SETS / name).is_dir():
        pytest.skip(f"the set {name} is not there: TEST_SETS names the folder of labelled sets")
    labelled = read_set(SETS / name)
    for arguments in ((), ("--text-only",)):
        [found] = values(SETS / name, *arguments)
        assert found["documents"] == len(labelled.documents)
        assert sum(one["pairs"] for one in found["labels"].values()) == len(labelled.pairs)
        assert found["labelled"] == sum(
            one["pairs"] for one in found["labels"].values() if one["counts"] == "duplicate"
        )
        assert len(found["refused"]) < 0.01 * len(labelled.documents)
