"""Dates: what is read, what is refused, round trips, and the rule that ranks by them (design, section 4 rule 1)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.dates import Moment, _parse_whole, end_of_day_ms, format_ms, parse_date, rank_time
from pipeline.profile import DAY_MS

NOON_MS = 1_796_040_000_000  # 2026-11-30T12:00:00Z
DAYS_MS = st.integers(-719_162, 2_932_896).map(lambda day: day * DAY_MS)
TIMES_MS = st.integers(-62_135_596_800_000, 253_402_300_799_999)


@pytest.mark.parametrize(
    ("text", "after_noon_ms"),
    [
        ("2026-11-30T12:00:00Z", 0),
        ("2026-11-30t12:00:00z", 0),
        ("2026-11-30 12:00:00", 0),
        (" 2026-11-30T12:00Z\n", 0),
        ("2026-11-30T13:30:00+01:30", 0),
        ("2026-11-30 07:00:00-0500", 0),
        ("2026-11-30 12:00:00+00", 0),
        ("2026-11-30T12:00:00-00:00", 0),
        ("2026-11-30T12:00:00.5Z", 500),
        ("2026-11-30T12:00:00,001999Z", 1),
        ("2026-11-30T12:00:00.0009999999999Z", 0),
        ("2026-11-30T12:00:60Z", 59_999),
        ("2026-11-30T12:00:60.250+00:00", 59_999),
    ],
)
def test_instants(text: str, after_noon_ms: int) -> None:
    assert parse_date(text) == Moment(NOON_MS + after_noon_ms, is_day=False)


def test_fractions_are_floored_before_1970_too() -> None:
    assert parse_date("1969-12-31T23:59:59.9999Z") == Moment(-1, is_day=False)


@pytest.mark.parametrize("text", [None, "", " ", "\n\t"])
def test_blank_is_absent(text: str | None) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    "text",
    ["yesterday", "2026", "2026-11", "20261130", "2026-11-31", "2026-02-29", "2026-W49-1", "2026-334", "0000-01-01",
     "2026-11-30T", "2026-11-30T12", "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z", "2026-11-30T12:00:61Z",
     "2026-11-30T12:00:00+24:00", "2026-11-30T12:00:00 +0000", "2026-11-30T12:00:00 UTC", "2026-11-30X12:00:00",
     "Mon, 30 Nov 2026 12:00:00 GMT", "2026/11/30 12:00:00", "1796040000", "-2026-11-30",
     "\uff12\uff10\uff12\uff16-11-30",
     "2026-11-30T12:00:00.Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "\ud800", "2026-11-30\x00"],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_date(text)


@given(TIMES_MS)
def test_instants_survive_a_round_trip(ms: int) -> None:
    assert parse_date(format_ms(ms)) == Moment(ms, is_day=False)


@given(DAYS_MS)
def test_plain_dates_are_the_first_millisecond_of_their_day(day_ms: int) -> None:
    text = format_ms(day_ms)[:10]
    assert parse_date(text) == Moment(day_ms, is_day=True)
    assert format_ms(end_of_day_ms(day_ms)) == f"{text}T23:59:59.999Z"


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)), st.integers(-1439, 1439))  # noqa: DTZ001
def test_offsets_agree_with_datetime(naive: datetime, offset_minutes: int) -> None:
    shift = timedelta(minutes=offset_minutes)
    sign = "-" if offset_minutes < 0 else "+"
    hours, minutes = divmod(abs(offset_minutes), 60)
    moment = parse_date(f"{naive.isoformat()}{sign}{hours:02}:{minutes:02}")
    expected = (naive.replace(tzinfo=UTC) - shift - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    assert moment == Moment(expected, is_day=False)


_digits = st.sampled_from(["00", "01", "12", "23", "24", "30", "59", "60", "61", "99", "-1", "\u0661\u0662", "1"])
_years = st.sampled_from(["2026", "0001", "0000", "9999", "1969", "2024", "-026"])
_marks = st.sampled_from(["T", "t", " ", "-", ":", "W", "", "\u2028"])
_tails = st.sampled_from(
    ["Z", "z", "", "+01:00", "-2359", "+24:00", "-05", "+01:75", ".5Z", ",123456789", ".Z", " Z", "Z\n"]
)
_dates = st.builds(
    "{}-{}-{}{}{}{}{}:{}{}".format, _years, _digits, _digits, _marks, _digits, _marks, _digits, _digits, _tails
)


def read_whole(text: str) -> object:
    try:
        return _parse_whole(text)
    except ValueError as error:
        return str(error)


def assert_same(text: str) -> None:
    try:
        found: object = parse_date(text)
    except ValueError as error:
        found = str(error)
    assert found == read_whole(text)


@given(_dates, st.data())
def test_a_date_is_the_sum_of_its_parts(text: str, data: st.DataObject) -> None:
    """Reading it whole says the same, and refuses with the same sentence, whatever a character more or less does."""
    at = data.draw(st.integers(0, len(text)))
    other = (
        text[:at] + data.draw(st.text("0129TtZz:+-., \n\u0663", max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    )
    assert_same(text)
    assert_same(other)


@given(st.text(max_size=30))
def test_any_string_is_read_or_refused(text: str) -> None:
    try:
        moment = parse_date(text)
    except ValueError:
        return
    assert moment is None or format_ms(moment.ms)


def test_a_minute_that_was_read_before_changes_nothing() -> None:
    """What is kept of a date never lets the rest of another one pass."""
    assert parse_date("0001-01-01T00:00:00Z") == Moment(-62_135_596_800_000, is_day=False)
    for rest in ("+00:01", ":00+00:01", ":61Z", " ", "x", ":00 Z", "Z.5"):
        assert_same("0001-01-01T00:00" + rest)


def test_milliseconds_are_written_only_where_there_are_any() -> None:
    assert format_ms(NOON_MS) == "2026-11-30T12:00:00Z"
    assert format_ms(NOON_MS + 7) == "2026-11-30T12:00:00.007Z"
    assert format_ms(-62_135_596_800_000) == "0001-01-01T00:00:00Z"


ABSURD_MS = 400 * DAY_MS


@pytest.mark.parametrize(
    ("published", "time_ms"),
    [
        (None, NOON_MS),
        (Moment(NOON_MS - 1, is_day=False), NOON_MS - 1),
        (Moment(NOON_MS, is_day=False), NOON_MS),
        (Moment(NOON_MS + 1, is_day=False), NOON_MS),
        (Moment(NOON_MS - ABSURD_MS, is_day=False), NOON_MS - ABSURD_MS),
        (Moment(NOON_MS - ABSURD_MS - 1, is_day=False), NOON_MS),
        (Moment(NOON_MS - DAY_MS // 2, is_day=True), NOON_MS),  # today: not later than seen
        (Moment(NOON_MS - DAY_MS * 3 // 2, is_day=True), NOON_MS - DAY_MS // 2 - 1),  # yesterday: its end
        (Moment(NOON_MS + DAY_MS // 2, is_day=True), NOON_MS),  # tomorrow
    ],
)
def test_time_that_ranks(published: Moment | None, time_ms: int) -> None:
    assert rank_time(published, NOON_MS, ABSURD_MS) == time_ms


@given(st.builds(Moment, TIMES_MS, st.booleans()), TIMES_MS)
def test_ranking_time_is_never_after_seen_nor_absurd(published: Moment, seen_ms: int) -> None:
    assert seen_ms - ABSURD_MS <= rank_time(published, seen_ms, ABSURD_MS) <= seen_ms
