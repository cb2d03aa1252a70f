"""A full bucket of the anchor band: who is exempt for it, and what is said where nobody kept the sets."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from pipeline import uncertain as module
from pipeline.edges.packing import Packer
from pipeline.kernels.homes import home_of
from pipeline.meetings import Meetings
from pipeline.profile import DEFAULT
from pipeline.stages.normalised import RawMessage, normalise
from pipeline.stages.shingles import shingle
from tests.judges import FAR_MS

CAP = 8
PROFILE = replace(DEFAULT, anchor_cap=CAP)
LETTERS = str.maketrans("0123456789", "abcdefghij")  # a word with a digit would be a numeral
FOOTER = " ".join(f"standing{place}" for place in range(70)).translate(LETTERS)


def article(name: str, own: int, *, footer: bool = True, seed: str = "") -> dict[str, Any]:
    """A text of its own words, half of them before what many have and half behind it."""
    chance = random.Random(seed or name)
    words = [f"w{chance.randrange(10**9)}" for _ in range(own)]
    text = [*words[: own // 2], *(FOOTER.split() if footer else ()), *words[own // 2 :]]
    return {"id": name, "text": " ".join(text).translate(LETTERS), "fetched": "2026-01-01T00:00:00Z"}


def exempt_of(documents: list[dict[str, Any]], *, keeps_sets: bool = True) -> dict[str, set[str]]:
    """What the half that meets says."""
    meetings = Meetings(PROFILE, 1)
    meetings.exemptions.keeps_sets = keeps_sets
    packer = Packer()
    packs = [
        pack
        for one in documents
        for pack in packer.add(home_of(one["id"].encode(), 1), 0, json.dumps(one).encode(), 0.0)
    ]
    for offset, pack in enumerate([*packs, *packer.flush()]):
        found = normalise(RawMessage(0, offset, FAR_MS, pack.value), PROFILE, 1)
        meetings.meet(shingle(found.batch, PROFILE))
    return {name.decode(): why for name, why in meetings.exempt().items()}


CROWD = [article(f"a{i}", 300) for i in range(20 * CAP)]  # so many that every anchor of the footer is full
COPIES = [article("one", 300, seed="same"), article("two", 300, seed="same")]
# Little but the footer, so that all the others may contain it:
HOLLOW = article("hollow", 10) | {"fetched": "2026-01-02T00:00:00Z"}


def test_a_footer_makes_nobody_exempt() -> None:
    assert exempt_of(CROWD) == {}


def test_copies_that_have_more_in_common_are_not_exempt() -> None:
    assert exempt_of([*CROWD, *COPIES]) == {}


def test_those_whom_nothing_else_brings_together_are_exempt() -> None:
    """It may be told by the first of the crowd, which it meets if it comes later; they are not told by it."""
    assert exempt_of([*CROWD, HOLLOW]) == {"hollow": {"cap"}}


def test_without_sets_all_that_hold_a_full_anchor_may_be() -> None:
    found = exempt_of([*CROWD, article("alone", 300, footer=False)], keeps_sets=False)
    assert found == {one["id"]: {"perhaps"} for one in CROWD}


@pytest.mark.parametrize("limit", ["MOST_DOCUMENTS", "MOST_SHINGLES", "MOST_PAIRS"])
def test_what_would_take_too_long_is_not_found_out(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 0)
    assert exempt_of([*CROWD, *COPIES]) == {one["id"]: {"cap"} for one in [*CROWD, *COPIES]}


def test_a_teaser_of_a_story_that_many_printed_makes_nobody_exempt() -> None:
    """The copies are told by their first, which meets the teaser: both rank before the bucket is full."""
    story = CROWD[0]["text"].split()
    teaser = {"id": "teaser", "text": " ".join(story[:45]), "fetched": "2026-01-01T00:00:00Z"}
    copies = [
        {"id": f"copy{i}", "text": " ".join([*story, f"by{chr(97 + i)}"]), "fetched": f"2026-01-02T{i:02}:00:00Z"}
        for i in range(3 * CAP)
    ]
    assert exempt_of([teaser, *copies]) == {}
    assert set(exempt_of([*copies, teaser | {"fetched": "2026-01-03T00:00:00Z"}])) == {"teaser"}
