"""What a verdict shows (design, section 3), for every judge: fields, their order, rounding, and its exact bytes.

Does not test who is whose original; `test_rules.py` does.
"""

import json
from dataclasses import replace
from fractions import Fraction
from math import floor

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import OTHERS, SMALL, TREES, at, document, verdicts_of
from tests.judges import Judge
from tests.plain import share

CHARACTERS = st.characters(exclude_categories=["Cs"])  # surrogates are refused where documents are read
ODD = 'a"\\/\b\f\n\r\t\x00\x1f\x7f\u2028\ufeff<é東😀'


def test_a_verdict_in_full(judge: Judge) -> None:
    """Every field of a near duplicate, with its figures: 4 shingles of 5 shared with an original of 6."""
    original = document("a", TREES + " gum", url="https://one.example/a", source="s", published="2023-11-14")
    copy = document("b", "ash birch cedar elm oak", 1, title="Trees")
    profile = replace(SMALL, threshold_num=4, threshold_den=7)
    assert verdicts_of(judge, original, copy, profile=profile)["b"] == {
        "document": {"id": "b", "url": None, "source": None, "published": None},
        "kind": "near",
        "duplicate_of": {"id": "a", "url": "https://one.example/a", "source": "s", "published": "2023-11-14"},
        "related": None,
        "similarity": 0.5714,
        "containment": {"in_original": 0.8, "of_original": 0.6667},
        "previous": None,
        "evidence": {"shared": 4, "shingles": 5, "shingles_of_original": 6},
        "reason": "jaccard",
        "profile": profile.identity,
    }


def test_a_document_on_its_own(judge: Judge) -> None:
    """Without a match the figures of the pair are null; the number of shingles is there."""
    found = verdicts_of(judge, document("a"), document("b", "ash"))
    assert [(v["kind"], v["reason"], v["evidence"]["shingles"]) for v in found.values()] == [
        ("unique", "no-match", 5),
        ("unjudged", "too-short", 1),
    ]
    for verdict in found.values():
        pair = [verdict[name] for name in ("duplicate_of", "related", "similarity", "containment", "previous")]
        assert (pair, verdict["evidence"]["shared"], verdict["evidence"]["shingles_of_original"]) == (
            [None] * 5,
            None,
            None,
        )


def test_a_recurrence_shows_the_figures_of_its_pair(judge: Judge) -> None:
    """Similarity and evidence describe the pair with `related` where there is no duplicate."""
    verdict = verdicts_of(judge, document("a", source="s"), document("b", day=5, source="s"))["b"]
    assert verdict["related"] == {"how": "recurs", "id": "a", "url": None, "source": "s", "published": None}
    assert (verdict["similarity"], verdict["evidence"]["shared"], verdict["reason"]) == (1.0, 5, "recurs")


def test_equal_texts_without_a_shingle_share_everything(judge: Judge) -> None:
    """Texts of fewer words than a shingle has are alike by their words: 1.0 when equal, and so are versions."""
    profile = replace(SMALL, shingle_words=3)
    documents = [
        document("a", "ash elm", title="T"),
        document("b", "Ash elm", 1, title="T"),
        document("b", "ash elm", 2, title="t"),
    ]
    verdict = verdicts_of(judge, *documents, profile=profile)["b"]
    assert (verdict["similarity"], verdict["containment"], verdict["previous"]) == (
        1.0,
        {"in_original": 1.0, "of_original": 1.0},
        {"similarity": 1.0},
    )
    changed = verdicts_of(judge, document("a", "ash elm"), document("a", "elm ash", 1), profile=profile)["a"]
    assert (changed["previous"], changed["evidence"]) == (
        {"similarity": 0.0},
        {"shared": None, "shingles": 0, "shingles_of_original": None},
    )


def test_the_bytes_are_compact_json_in_the_documented_order(judge: Judge) -> None:
    """One line without blanks, characters as they are, control characters escaped; ids of any characters."""
    odd = document(ODD, url=ODD, source=ODD, published=at(0))
    found = judge([odd, document("b", OTHERS), document("c", OTHERS, 1)], SMALL, 2).verdicts
    for value in found.values():
        decoded = json.loads(value)
        assert value == json.dumps(decoded, separators=(",", ":"), ensure_ascii=False).encode()
        names = "document kind duplicate_of related similarity containment previous evidence reason profile"
        assert list(decoded) == names.split()
    assert json.loads(found[ODD])["document"] == {"id": ODD, "url": ODD, "source": ODD, "published": at(0)}


def test_blank_strings_are_shown_as_they_came(judge: Judge) -> None:
    """Only an empty field is null."""
    verdict = verdicts_of(judge, document("a", url=" ", source="\t", published=" "))["a"]
    assert verdict["document"] == {"id": "a", "url": " ", "source": "\t", "published": " "}


@given(st.integers(0, 3000), st.integers(1, 3000))
def test_the_reference_rounds_half_up(part: int, rest: int) -> None:
    """Shares are exact fractions, rounded half up to four decimals."""
    assert share(part, part + rest) == floor(Fraction(part, part + rest) * 10_000 + Fraction(1, 2)) / 10_000


@given(st.text(CHARACTERS), st.integers(0, 10_000))
def test_both_encoders_write_the_same_json(text: str, rounded: int) -> None:
    """What `json` writes for the reference is what msgspec writes for the topic: all strings, all shares."""
    value = {"text": text, "share": rounded / 10_000, "none": None}
    assert json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() == msgspec.json.encode(value)
