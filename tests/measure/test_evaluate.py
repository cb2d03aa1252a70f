"""Scores over hand-made verdicts, one test for each definition."""

import msgspec
import pytest

from pipeline.measure.evaluate import Scores, evaluate, evaluate_pairs, final_verdicts
from pipeline.measure.truth import Truth
from pipeline.records import Kind, Verdict


def reference(id_: str | None) -> dict[str, str | None] | None:
    return {"id": id_, "url": None, "source": None, "published": None} if id_ else None


def line(id_: str, kind: Kind, of: str | None = None, related: str | None = None) -> bytes:
    other = reference(related)
    fields = {
        "document": reference(id_),
        "kind": kind,
        "duplicate_of": reference(of),
        "related": {"how": "recurs", **other} if other else None,
        "similarity": None,
        "containment": None,
        "previous": None,
        "evidence": {"shared": None, "shingles": 12, "shingles_of_original": None},
        "reason": "no-match",
        "profile": "w5-fss128-b42r3-2",
    }
    return msgspec.json.encode(fields)


def verdicts(*lines: bytes) -> dict[str, Verdict]:
    return final_verdicts(lines)


TRUTHS = {
    "a": Truth("1", is_first=True),
    "a1": Truth("1"),
    "a2": Truth("1"),
    "teaser": Truth("1", is_findable=False),
    "b": Truth("2", is_first=True, kind="unique"),
    "notice": Truth("3", is_first=True),
    "notice again": Truth("3", kind="recurring"),
}


def test_everything_right() -> None:
    scores = evaluate(
        verdicts(
            line("a", "unique"),
            line("a1", "near", of="a"),
            line("a2", "exact", of="a1"),
            line("teaser", "unique"),
            line("b", "unique"),
            line("notice", "unique"),
            line("notice again", "recurring", related="notice"),
        ),
        TRUTHS,
    )
    assert (scores.precision, scores.recall) == (1, 1)
    assert (scores.duplicates, scores.findable, scores.certain_kinds, scores.right_kinds) == (2, 3, 2, 2)
    assert scores.kinds == {"unique": 4, "near": 1, "exact": 1, "recurring": 1}


def test_a_duplicate_across_families_costs_precision_and_recall() -> None:
    scores = evaluate(verdicts(line("a1", "near", of="b"), line("a2", "near", of="a")), TRUTHS)
    assert scores.precision == 0.5
    assert scores.found == 1


def test_a_first_document_named_a_copy_of_a_stranger_costs_precision() -> None:
    assert evaluate(verdicts(line("b", "near", of="a")), TRUTHS).precision == 0


def test_a_copy_judged_unique_or_not_at_all_costs_recall() -> None:
    scores = evaluate(verdicts(line("a1", "unique")), TRUTHS)
    assert scores.found == 0
    assert scores.without_verdict == len(TRUTHS) - 1


def test_an_unfindable_copy_counts_in_precision_only() -> None:
    assert evaluate(verdicts(line("teaser", "near", of="a")), TRUTHS).right_duplicates == 1
    assert evaluate(verdicts(line("teaser", "near", of="b")), TRUTHS).precision == 0


def test_a_recurring_notice_counts_as_found_only_when_related() -> None:
    assert evaluate(verdicts(line("notice again", "recurring", related="notice")), TRUTHS).found == 1
    assert evaluate(verdicts(line("notice again", "exact", of="notice")), TRUTHS).found == 0


def test_a_document_outside_the_truth_is_a_wrong_duplicate() -> None:
    assert evaluate(verdicts(line("stranger", "near", of="a")), TRUTHS).precision == 0


def test_the_last_verdict_of_an_id_counts() -> None:
    final = verdicts(line("a1", "unique"), line("a1", "near", of="a"))
    assert final["a1"].kind == "near"


def test_nothing_asked_is_nothing_wrong() -> None:
    assert (Scores().precision, Scores().recall) == (1, 1)


def test_pairs_count_once_in_either_order() -> None:
    truths = {name: Truth("1") for name in "abcd"} | {"x": Truth("2", is_first=True)}
    scores = evaluate_pairs([("a", "b"), ("b", "a"), ("b", "c"), ("d", "x")], truths)
    assert (scores.pairs, scores.right, scores.labelled) == (3, 2, 6)
    assert scores.recall == pytest.approx(1 / 3)
    assert scores.precision == pytest.approx(2 / 3)
