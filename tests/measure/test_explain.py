"""Explanations: counted by hand, and equal to what a verdict says."""

from pathlib import Path

import pytest

from pipeline.errors import BadSetup
from pipeline.measure.explain import Explanation, documents_in, documents_of_texts, explain, why, why_not
from pipeline.measure.explain_rules import Sides
from pipeline.profile import DAY_MS, DEFAULT
from pipeline.records import Document
from tests.measure.small_set import NOTICE, STORY, lines

NOW_MS = 1_780_000_000_000
EDIT = STORY.replace("ninety", "eighty")


def of_texts(one: str, other: str) -> Explanation:
    """Explain two texts."""
    return explain(*documents_of_texts(("a", "b"), (one, other)), DEFAULT, NOW_MS)


def against(found: Explanation) -> list[str]:
    """What stands against two texts without titles; the sides are called as they are."""
    return why_not(found, Sides((found.first, found.second), ("", "")), DEFAULT)


def test_counts_are_those_of_the_verdict() -> None:
    found = of_texts(STORY, EDIT)
    count = len(STORY.split()) - DEFAULT.shingle_words + 1
    distinct = len(set(STORY.lower().split()))
    assert (found.shared_words, found.words) == (distinct - 1, (distinct, distinct))
    assert found.shingles == (count, count)
    assert found.shared == count - DEFAULT.shingle_words  # one word is in five shingles
    evidence, verdict = found.verdict.evidence, found.verdict
    assert (evidence.shared, evidence.shingles) == (found.shared, count)
    assert verdict.similarity == pytest.approx(found.similarity, abs=1e-4)
    assert verdict.containment is not None
    assert verdict.containment.in_original == pytest.approx(found.containments[1], abs=1e-4)
    assert verdict.containment.of_original == pytest.approx(found.containments[0], abs=1e-4)
    assert {found.first, found.second} == {"a", "b"}
    assert verdict.document.id == found.second
    assert why(found, DEFAULT).startswith("jaccard: ")


def test_bands_and_the_estimate_of_the_sketches() -> None:
    found = of_texts(STORY, EDIT)
    assert found.band_count == DEFAULT.band_count
    assert found.bands[-1] == "anchor"
    assert "digest" not in found.bands
    assert found.estimate is not None
    assert abs(found.estimate - found.similarity) < 4 * (0.25 / DEFAULT.slots) ** 0.5  # four standard errors
    same = of_texts(STORY, STORY.upper())
    assert (same.estimate, len(same.bands)) == (1.0, DEFAULT.bands + 2)
    assert same.bands[-2:] == ["digest", "anchor"]


def test_an_original_is_named_first_in_either_order() -> None:
    early = Document(id="early", text=STORY, published="2026-01-01", fetched="2026-01-05")
    late = Document(id="late", text=EDIT, published="2026-01-02", fetched="2026-01-04")
    for pair in ((early, late), (late, early)):
        found = explain(*pair, DEFAULT, NOW_MS)
        assert (found.first, found.second) == ("early", "late")


@pytest.mark.parametrize(
    ("more", "other", "said"),
    [
        ("", "", "neither has a number."),
        (" on the 4th", " on the 4th", "their numbers do not differ."),
        (" on the 4th", "", "one only has numbers more than the other, as a revision may."),
        (" in 12 and 13", " in 12 and", "one only has numbers more than the other, as a revision may."),
    ],
)
def test_no_more_is_claimed_of_numbers_than_holds(more: str, other: str, said: str) -> None:
    found = of_texts(STORY + more, EDIT + other)
    assert why(found, DEFAULT) == (
        f"jaccard: their Jaccard similarity is high enough for texts of this length, and {said}"
    )


def test_few_exchanged_numbers_of_a_long_text_are_counted() -> None:
    text = " ".join(f"word{place} and then" for place in range(100))
    found = of_texts(text, text.replace("word50", "word51a"))
    assert why(found, DEFAULT).endswith(", and few enough of their numbers differ (1 of 100).")


def test_texts_that_never_meet() -> None:
    found = of_texts(STORY, NOTICE)
    assert (found.shared, found.similarity, found.bands, found.were_candidates) == (0, 0, [], False)
    assert why(found, DEFAULT) == "no-match"
    assert against(found)[0] == "They never meet: none of 45 bands has the same key for both."


def test_short_texts() -> None:
    found = of_texts("one two three", "one two three")
    assert (found.shingles, found.estimate, found.containments) == ((0, 0), None, (0, 0))
    assert found.verdict.kind == "unjudged"
    assert why(found, DEFAULT) == "too-short"
    assert against(found) == [
        "Too short: the shorter text has 0 shingles, needed 4, or equal titles or links.",
    ]


def test_texts_that_meet_and_are_no_duplicates() -> None:
    mixed = " ".join([*STORY.split()[:24], *NOTICE.split()])
    found = of_texts(STORY, mixed)
    assert 0.3 < found.similarity < 0.5
    assert found.verdict.kind == "unique"
    assert found.were_candidates
    assert against(found)[0].startswith("Not similar enough: Jaccard 0.")


def test_documents_that_the_window_keeps_apart() -> None:
    one = Document(id="one", text=STORY, fetched="2026-01-01")
    other = Document(id="other", text=EDIT, fetched="2026-05-01")
    found = explain(one, other, DEFAULT, NOW_MS)
    assert found.seen_apart_ms == 120 * DAY_MS
    assert against(found) == [
        "They were seen 120 days apart, and the window is 90 days.",
        "Nothing else: the rule 'jaccard' would hold for them.",
    ]


def test_a_standing_notice() -> None:
    one = Document(id="one", text=NOTICE, source="s", published="2026-01-01", fetched="2026-02-01")
    other = Document(id="two", text=NOTICE, source="s", published="2026-01-08", fetched="2026-02-01")
    found = explain(one, other, DEFAULT, NOW_MS)
    assert (found.second, found.verdict.kind) == ("two", "recurring")
    assert why(found, DEFAULT).startswith("recurs: ")


def test_documents_of_a_file_by_their_ids(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_bytes(lines([{"id": "x", "text": STORY}, {"id": "y", "title": "t", "text": EDIT}]))
    one, other = documents_in([path], ("y", "x"), NOW_MS)
    assert (one.id, one.title, other.text) == ("y", "t", STORY)
    with pytest.raises(BadSetup, match=r"docs\.jsonl has no document 'z'"):
        documents_in([path], ("x", "z"), NOW_MS)
    (tmp_path / "more").mkdir()
    more = tmp_path / "more" / "docs.jsonl"
    more.write_bytes(lines([{"id": "z", "text": STORY}]))
    assert [one.id for one in documents_in([path, more.parent], ("z", "x"), NOW_MS)] == ["z", "x"]
    with pytest.raises(BadSetup, match=r"None of .*docs\.jsonl, .*more has a document 'w'"):
        documents_in([path, more.parent], ("x", "w"), NOW_MS)


def test_equal_names_of_texts_are_told_apart_and_equal_ids_refused() -> None:
    assert [one.id for one in documents_of_texts(("a", "a"), ("x", "y"))] == ["a (1)", "a (2)"]
    document = Document(id="a", text=STORY)
    with pytest.raises(BadSetup, match="Both documents are named 'a'"):
        explain(document, document, DEFAULT, NOW_MS)


def test_a_refused_text_is_named_with_the_reason() -> None:
    with pytest.raises(BadSetup, match="b: The document has no text"):
        of_texts(STORY, "...")
