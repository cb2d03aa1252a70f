"""What stands against a pair: said exactly where no rule holds, part by part, with figures that fall short."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.characters import fold
from pipeline.kernels.plain_numbers import number_elements_plain
from pipeline.measure.explain import KeptPipeline
from pipeline.measure.explain_numbers import lacking, runs_in, shown
from pipeline.measure.explain_rules import Sides, against
from pipeline.profile import DAY_MS, DEFAULT, PROFILES, Profile
from pipeline.scan import Scanner
from pipeline.stages.matches import compare, ranks_before
from pipeline.stages.rules import NO_REASON, Compared, reasons_of
from tests.streams import Stream, readable_id, streams

NOW_MS = 1_780_000_000_000
WORDS = [f"{a}{b}" for a in ("ba", "ce", "di", "fy", "gu", "ha", "je", "ki") for b in "abcdefghijklmnopqrstuvwxyz"]


def pairs_of(documents: list[dict[str, Any]], profile: Profile, now_ms: int = NOW_MS) -> Iterator[Compared]:
    """Every two documents as the rules see them, the later-ranked second."""
    scanner = Scanner(profile, 1, now_ms)
    kept = scanner.local = KeptPipeline(profile, scanner)
    for one in documents:
        scanner.add(one["id"].encode(), json.dumps(one).encode())
    scanner.finish()
    for first, second in permutations(kept.kept.values(), 2):
        if ranks_before(first.rows, second.rows)[0]:
            yield compare((first.rows, second.rows), (first.sets, second.sets), profile, np.array([True]))


def against_two(one: dict[str, Any], other: dict[str, Any], profile: Profile = DEFAULT) -> list[str]:
    """What stands against two documents, of which the first was printed first."""
    [pair] = pairs_of([{"id": "a"} | one, {"id": "b", "published": "2026-01-05"} | other], profile)
    titles = one.get("title", ""), other.get("title", "")
    return against(pair, Sides(("a", "b"), (one["text"], other["text"]), titles), profile)


def words(count: int, seed: int = 1) -> list[str]:
    """Distinct words without a number."""
    return Random(seed).sample(WORDS, count)


def early(text: list[str], **fields: str) -> dict[str, Any]:
    return {"text": " ".join(text), "published": "2026-01-01", "fetched": "2026-01-10"} | fields


def late(text: list[str], **fields: str) -> dict[str, Any]:
    return {"text": " ".join(text), "published": "2026-01-05", "fetched": "2026-01-10"} | fields


@given(streams(), st.sampled_from([None, "seed-c", "simhash"]))
def test_something_stands_against_a_pair_exactly_where_no_rule_holds(stream: Stream, name: str | None) -> None:
    """And what was found falls short of what was needed, as both are written."""
    profile = PROFILES[name] if name else stream.profile
    documents = {one["id"]: one for one in stream.documents if readable_id(one)}
    for pair in pairs_of(list(documents.values()), profile, 1 << 52):
        said = against(pair, Sides(("a", "b"), ("", "")), profile)
        assert bool(said) == (reasons_of(pair, profile)[0] == NO_REASON)
        assert len(said) == len(set(said))
        for sentence in said:
            check_figures(sentence)


def check_figures(sentence: str) -> None:
    """Compare what a sentence says was found, and was needed or allowed."""
    found = re.search(r"(?:Jaccard|shared:|words) ([\d.]+)(?:,| are).* needed ([\d./]+)", sentence)
    if found:
        assert Fraction(found[1]) < Fraction(found[2].rstrip(".")), sentence
    length = re.search(r"has (\d+) shingles.* needed (\d+)", sentence)
    if length:
        assert int(length[1]) < int(length[2]), sentence
    numbers = re.search(r"(\d+) were exchanged, allowed (\d+)", sentence)
    if numbers:
        assert int(numbers[1]) > int(numbers[2]), sentence


def test_too_little_in_common() -> None:
    text = words(44)
    said = against_two(early(text), late([*text[:24], *words(60, 2)[:20]]))
    assert said == [
        "Not similar enough: Jaccard 0.3333, needed 0.5 for texts of 40 shingles.",
        "Too little of the shorter text is shared: 0.5000, needed 0.55.",
        "No excerpt: of the shorter text's words 0.5454 are in the longer one, needed 0.8.",
        (
            "No excerpt, as something was exchanged: in shingles the longer text is longer by 0, and the shorter has"
            " 20 of its own."
        ),
    ]


def test_short_texts() -> None:
    said = against_two(early(words(7)), late([*words(6), "zz"]))
    assert said[0] == "Too short to be near: the shorter text has 3 shingles, needed 10."
    assert "Too short for an excerpt: the shorter text has 3 shingles, needed 4." in said
    assert against_two(early(words(7)), late(words(7))) == [
        "Too short: the shorter text has 3 shingles, needed 4, or equal titles or links."
    ]
    assert against_two(early(words(7)), late(words(8)), PROFILES["seed-c"]) == [
        "Too short: the shorter text has 3 shingles, needed 10."
    ]


def test_numbers_that_differ_are_listed_and_counted() -> None:
    text = words(60)
    said = against_two(early([*text, "1.2", "7", "8"]), late([*text, "1.3", "7", "9"]))
    assert said == [
        (
            "Their numbers differ, as in two instances of one template: a has 1.2, 8 that b lacks; b has 1.3, 9 that a"
            " lacks. Of the lesser set's 8, 6 were exchanged, allowed 0 (a version, time or date counts as several)."
        )
    ]


def test_a_long_text_may_have_more_numbers_exchanged() -> None:
    text = words(205)
    numbers, others = ([f"{place}{end}" for place in range(4)] for end in ("x", "y"))
    [said] = against_two(early([*text, *numbers]), late([*text, *others]))
    assert "Of the lesser set's 4, 4 were exchanged, allowed 3 " in said


def test_at_most_five_numbers_are_listed() -> None:
    assert shown([str(number) for number in range(7)]) == "0, 1, 2, 3, 4 and 2 more"
    text = words(40)
    [said, *_] = against_two(early([*text, "11", "12", "13", "14", "15", "16"]), late([*text, "21"]))
    assert "a has 11, 12, 13, 14, 15 and 1 more that b lacks; b has 21 that a lacks." in said


def test_different_titles_of_one_source_and_of_short_texts() -> None:
    text = words(44)
    changed = [*text[:-1], "zz"]
    [said, *_] = against_two(early(text, title="x", source="s"), late(changed, title="y", source="s"))
    assert said == (
        "Different titles of one source are other items: needed Jaccard 0.85 and 50 shingles, found 0.9512 and 40."
    )
    [said, *_] = against_two(early(text[:20], title="x"), late([*text[:19], "zz"], title="y"))
    assert said.startswith("Different titles of short texts (16 shingles, under 20) are other items: needed Jaccard")
    assert against_two(early(text, title="x", source="s"), late(text, title="y", source="s")) == [
        "Different titles of one source: equal texts of 40 shingles are other items; from 50 on they count."
    ]
    assert against_two(early(text[:13], title="x"), late(text[:13], title="y")) == [
        "Different titles of texts so short: equal texts of 9 shingles are other items; from 10 on they count."
    ]


def test_another_edition() -> None:
    text = words(60)
    said = against_two(early(text, title="Weekly 7"), late(text, title="Weekly 8"))
    assert said == [
        (
            "Another edition: their titles differ in their numbers (a has 7 that b lacks; b has 8 that a lacks),"
            " 4 days apart, over 2 days."
        )
    ]
    [said_of_order] = against_two(early(text, title="7 of 8"), late(text, title="8 of 7"))
    assert "differ in their numbers (in another order)," in said_of_order
    assert against_two(early(text, title="Weekly 7"), late(text, title="Weekly 8", published="2026-01-02")) == []


def test_what_was_exchanged_in_an_excerpt() -> None:
    text = words(104)
    part = [*text[:50], "zz"]
    said = against_two(early(text[:52]), late(part), replace(DEFAULT, threshold_num=99, threshold_den=100))
    assert said[-1].startswith(
        "No excerpt, as something was exchanged: in shingles the longer text is longer by 1, and"
    )


def test_the_rules_of_the_threshold_alone() -> None:
    text = words(44)
    other = late([*text[:20], *words(60, 2)[:24]])
    [said] = against_two(early(text), other, PROFILES["seed-c"])
    assert said == "Not similar enough: Jaccard 0.2500, needed 0.3."
    [said] = against_two(early(text), other, PROFILES["simhash"])
    assert re.fullmatch(r"Not similar enough: their fingerprints differ in \d+ bits; 3 may\.", said)


def test_characters_that_are_words_count_half() -> None:
    one, other = "東京都港区芝公園四丁目", "東京都港区赤坂見附駅前"
    said = against_two(early([one]), late([other]))
    assert said[0] == "Too short to be near: the shorter text has 3 shingles, each counted half, needed 10."


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("on 2026-01-03 at 12:30, 1,000 of 4th", ["2026-01-03", "12:30", "1", "000", "4th"]),
        ("none at all", []),
        ("１.２", ["1.2"]),
        ("1. 2", ["1", "2"]),
    ],
)
def test_numbers_as_they_are_written(text: str, runs: list[str]) -> None:
    assert [written for _, written in runs_in(text)] == runs


@given(*(st.text("12.:/- a,é२", max_size=12) for _ in range(2)))
def test_numbers_lack_exactly_where_the_rules_count_one_that_the_other_has_not(one: str, other: str) -> None:
    mine, others = (set(number_elements_plain(fold(text))[0]) for text in (one, other))
    assert bool(lacking(one, other)) == bool(mine - others)


def test_windows_are_no_matter_of_the_rule() -> None:
    text = words(60)
    assert DEFAULT.window_ms < 200 * DAY_MS
    assert against_two(early(text, fetched="2025-06-01", published="2025-06-01"), late(text)) == []
