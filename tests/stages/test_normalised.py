"""A raw message whose size no topic would allow: the stage refuses the document, and reads the others.

What else is refused is seen on the real Kafka (`tests/broker/test_bad_input.py`).
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.profile import DAY_MS, DEFAULT
from pipeline.stages.normalised import (
    MAX_RAW_BYTES,
    RawMessage,
    forwarded_messages,
    normalise,
    tick_message,
)

NOW_MS = 1_800_000_000_000


@pytest.mark.parametrize(("size", "reason"), [(10_000_000, "limit"), (1_048_577, "limit")])
def test_a_text_over_the_limit_is_refused_among_others(size: int, reason: str) -> None:
    texts = {"before": "a b", "over": "x" * size, "after": "c d"}
    lines = [json.dumps({"id": name, "text": text}).encode() for name, text in texts.items()]
    found = normalise(RawMessage(0, 0, NOW_MS, b"\n".join(lines)), DEFAULT, 1)
    (refused,) = found.refused
    assert (refused.index, refused.original) == (1, lines[1])
    assert reason in refused.reason
    assert len(found.batch["rows"]) == 2


@pytest.mark.parametrize(("ahead_ms", "taken_ms"), [(-5, -5), (DAY_MS, DAY_MS), (DAY_MS + 1, DAY_MS), (9**16, DAY_MS)])
def test_no_tick_runs_ahead_of_its_record_by_more_than_a_day(ahead_ms: int, taken_ms: int) -> None:
    found = normalise(RawMessage(0, 0, NOW_MS, tick_message(NOW_MS + ahead_ms)), DEFAULT, 1)
    assert found.batch["tick"].tolist() == [NOW_MS + taken_ms]


@pytest.mark.parametrize("time", [1 << 63, -(1 << 63) - 1, int("9" * 4000)])
def test_a_tick_that_is_no_time_is_a_document_without_text(time: int) -> None:
    found = normalise(RawMessage(0, 0, NOW_MS, tick_message(time)), DEFAULT, 1)
    assert not len(found.batch["tick"])
    assert "no text" in found.refused[0].reason


def test_what_an_endless_message_holds_beyond_the_limit_is_refused_in_one_piece() -> None:
    found = normalise(RawMessage(0, 0, NOW_MS, b"x\n" * 70_000), DEFAULT, 1)
    assert [refused.index for refused in found.refused] == list(range(257))
    assert found.refused[-1].original == b"\n".join([b"x"] * (70_000 - 256))
    assert "69744 are left out" in found.refused[-1].reason


MARKS = "\N{COMBINING COMMA ABOVE RIGHT}\N{COMBINING GRAVE ACCENT}"


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"text": "a" + MARKS * 200_000}, "text has 400000 combining marks in a row"),
        ({"text": "a b", "title": "a" + MARKS * 100_000}, "title has 200000 combining marks in a row"),
        ({"html": "<div>" * 170_000 + "hello"}, "more than 5000 elements within each other"),
    ],
)
def test_what_takes_the_square_of_its_length_is_refused_at_once(document: dict[str, str], reason: str) -> None:
    (refused,) = normalise(RawMessage(0, 0, NOW_MS, json.dumps(document).encode()), DEFAULT, 1).refused
    assert reason in refused.reason


@pytest.mark.parametrize(
    "document",
    [
        {"text": "a" + MARKS * 250 + "b" + MARKS * 250},
        {"html": "<div>a</div><br><p>" * 20_000},
        {"html": "<ul><li>" * 2_000 + "a" + "</ul>" * 2_000 + "<div>b</div>" * 4_000},
    ],
)
def test_what_is_merely_long_is_read(document: dict[str, str]) -> None:
    found = normalise(RawMessage(0, 0, NOW_MS, json.dumps(document).encode()), DEFAULT, 1)
    assert (len(found.batch["rows"]), found.refused) == (1, [])


@given(st.dictionaries(st.integers(0, 3), st.lists(st.sampled_from([1, 300_000, MAX_RAW_BYTES]), min_size=1)))
def test_what_is_sent_on_fits_into_messages(sizes: dict[int, list[int]]) -> None:
    forwards = {home: [b"%d" % i + b"x" * (size - 1) for i, size in enumerate(found)] for home, found in sizes.items()}
    sent: dict[int, list[bytes]] = {home: [] for home in forwards}
    for home, value in forwarded_messages(forwards):
        lines = value.split(b"\n")
        assert len(value) <= MAX_RAW_BYTES or len(lines) == 1
        sent[home] += lines
    assert sent == forwards


def test_a_document_that_grows_past_a_message_on_its_way_home_is_refused() -> None:
    line = json.dumps({"text": "a b", "guid": "g", "title": "x" * (MAX_RAW_BYTES - 40)}).encode()
    found = [normalise(RawMessage(home, 0, NOW_MS, line), DEFAULT, 2) for home in range(2)]
    reasons = [refused.reason for one in found for refused in one.refused]
    assert [len(one.batch["rows"]) for one in found].count(1) == 1
    assert len(reasons) == 1
    assert "with its id and time" in reasons[0]
