"""Scores over pairs of a small set whose right answers can be counted by hand."""

from itertools import combinations
from pathlib import Path

import pytest

from pipeline.measure.evaluate_labels import DIFFERENT, DUPLICATE, Labels
from pipeline.measure.evaluate_run import JudgedSet, judge_set
from pipeline.measure.evaluate_sets import SetScores, bins_of, score_set
from pipeline.measure.explain import explain, why
from pipeline.measure.sets import LabelledSet, read_set
from pipeline.profile import DEFAULT
from pipeline.records import Document
from tests.measure.small_set import FORM, NOTICE, STORY, write_set

NOW_MS = 1_780_000_000_000


@pytest.fixture
def labelled(tmp_path: Path) -> LabelledSet:
    """The small set, read from its folder."""
    return read_set(write_set(tmp_path / "small"))


@pytest.fixture
def judged(labelled: LabelledSet) -> JudgedSet:
    """Its verified pairs."""
    return judge_set(labelled, DEFAULT, NOW_MS, text_only=False)


@pytest.fixture
def scores(labelled: LabelledSet, judged: JudgedSet) -> SetScores:
    """Its scores with the labels that count by default."""
    return score_set(labelled, judged, Labels())


def test_what_is_found_carries_kind_and_figures(judged: JudgedSet) -> None:
    assert judged.found["copy", "story"].kind == "exact"
    edit = judged.found["edit", "story"]
    assert edit.kind == "near"
    assert edit.similarity == pytest.approx(judged.similarity(("edit", "story")), abs=1e-4)
    assert judged.candidates >= judged.found.keys()


def test_a_standing_notice_is_found_and_not_called(judged: JudgedSet, scores: SetScores) -> None:
    """Source and dates say so; bare texts are equal, and are called."""
    assert judged.found["notice", "notice again"].kind == "recurring"
    assert ("notice", "notice again") not in [one.pair for one in scores.mistakes]


def test_bare_texts_know_no_source_and_no_date(labelled: LabelledSet) -> None:
    bare = judge_set(labelled, DEFAULT, NOW_MS, text_only=True)
    assert bare.found["notice", "notice again"].kind == "exact"
    mistakes = score_set(labelled, bare, Labels()).mistakes
    assert ("found", ("notice", "notice again"), None) in [(one.what, one.pair, one.label) for one in mistakes]


def test_recall_and_precision_count_pairs(scores: SetScores) -> None:
    assert (scores.all.labelled, scores.all.right, scores.all.wrong) == (5, 4, 1)
    assert (scores.all.recall.part, scores.all.recall.whole) == (4, 5)
    assert (scores.all.precision.part, scores.all.precision.whole) == (4, 5)
    assert scores.all.f1 == pytest.approx(0.8)


def test_the_wrong_pairs_are_named_calls_before_misses(scores: SetScores) -> None:
    found, missed = scores.mistakes
    assert (found.what, found.pair, found.label, found.kind) == ("found", ("3.1", "3.2"), "template", "near")
    assert found.similarity >= 0.5
    assert found.was_candidate
    assert (missed.what, missed.pair, missed.label, missed.kind) == ("missed", ("far", "story"), "same-story", None)
    assert missed.similarity == 0


def test_labels_are_counted_each_alone(scores: SetScores) -> None:
    counts = {label: (one.wish, one.pairs, one.called) for label, one in scores.labels.items()}
    assert counts == {
        "copy": ("duplicate", 2, 2),
        "revision": ("duplicate", 2, 2),
        "same-story": ("duplicate", 1, 0),
        "template": ("different", 1, 1),
        "read-twice": ("neutral", 1, 0),
    }


def test_lengths_and_scripts_add_up_to_all(scores: SetScores) -> None:
    assert {name: tally.labelled for name, tally in scores.scripts.items()} == {"Latin": 4, "Cjk": 1}
    assert sum(tally.labelled for tally in scores.lengths.values()) == scores.all.labelled
    assert sum(tally.wrong for tally in scores.lengths.values()) == scores.all.wrong
    assert "10-29" in scores.lengths


def test_candidates_are_pairs_by_documents(labelled: LabelledSet, judged: JudgedSet, scores: SetScores) -> None:
    assert scores.candidates_per_document == len(judged.candidates) / len(labelled.documents)
    assert judged.candidates <= {(min(pair), max(pair)) for pair in combinations(labelled.documents, 2)}


def test_a_label_that_is_named_counts_and_others_do_not(labelled: LabelledSet, judged: JudgedSet) -> None:
    scores = score_set(labelled, judged, Labels(frozenset({"revision"}), frozenset({"copy"})))
    assert (scores.all.labelled, scores.all.right, scores.all.wrong) == (2, 2, 2)
    assert scores.labels["template"].wish == "neutral"


def test_the_lists_have_no_label_in_common() -> None:
    assert not DUPLICATE & DIFFERENT


@pytest.mark.parametrize(
    ("first", "kind", "said"),
    [
        ("article", "excerpt", "contained: most words of the later text are in the earlier one"),
        ("passage", "expansion", "contains: most words of the earlier text are in the later one"),
    ],
)
@pytest.mark.parametrize("label", ["copy", "different"])
def test_a_passage_and_its_article_are_called_whichever_came_first(
    tmp_path: Path, first: str, kind: str, said: str, label: str
) -> None:
    """Found where the label asks for it, wrong where it does not; and `explain` has a sentence for either order."""
    texts = {"article": f"{STORY} {NOTICE} {FORM}", "passage": STORY}
    dates = {name: "2026-01-01" if name == first else "2026-01-02" for name in texts}
    documents = [{"id": name, "text": text, "date": dates[name]} for name, text in texts.items()]
    labelled = read_set(write_set(tmp_path / "set", documents, [("article", "passage", label)]))
    judged = judge_set(labelled, DEFAULT, NOW_MS, text_only=False)
    assert judged.found["article", "passage"].kind == kind
    tally = score_set(labelled, judged, Labels()).all
    assert (tally.labelled, tally.right, tally.wrong) == ((1, 1, 0) if label == "copy" else (0, 0, 1))
    article, passage = (Document(id=name, text=text, published=dates[name]) for name, text in texts.items())
    assert why(explain(article, passage, DEFAULT, NOW_MS), DEFAULT).startswith(said)


def test_without_pairs_everything_called_is_wrong(tmp_path: Path) -> None:
    labelled = read_set(write_set(tmp_path / "plain", pairs=None))
    scores = score_set(labelled, judge_set(labelled, DEFAULT, NOW_MS, text_only=False), Labels())
    assert (scores.all.labelled, scores.all.right, scores.all.wrong) == (0, 0, 5)
    assert scores.all.recall.value is None
    assert {one.what for one in scores.mistakes} == {"found"}


def test_a_refused_document_is_named(tmp_path: Path) -> None:
    documents = [{"id": "a", "text": "one two"}, {"id": "marks", "text": "..."}]
    for text_only in (False, True):
        labelled = read_set(write_set(tmp_path / f"set {text_only}", documents, None))
        refused = judge_set(labelled, DEFAULT, NOW_MS, text_only=text_only).refused
        assert list(refused) == ["marks"]
        assert "no letter and no digit" in refused["marks"]


def test_recall_by_similarity_counts_every_labelled_pair_once(labelled: LabelledSet, judged: JudgedSet) -> None:
    bins = list(bins_of(labelled, judged, Labels()))
    assert sum(called.whole for _, _, called in bins) == 5
    assert sum(called.part for _, _, called in bins) == 4
    middles = [middle for middle, _, _ in bins]
    assert middles == sorted(middles)
    assert (middles[0], middles[-1]) == pytest.approx((0.05, 0.95))
    assert all(met.part >= called.part for _, met, called in bins)
