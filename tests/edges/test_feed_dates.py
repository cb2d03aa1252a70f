"""The dates of feeds: forms that are read, and what is refused rather than guessed."""

import pytest

from pipeline.edges.feed_dates import feed_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Mon, 30 Nov 2026 12:00:00 GMT", "2026-11-30T12:00:00Z"),
        ("Mon, 30 Nov 2026 12:00:00 +0130", "2026-11-30T10:30:00Z"),
        ("Mon, 30 Nov 2026 12:00:00 -0000", "2026-11-30T12:00:00Z"),
        ("Mon, 30 Nov 2026 12:00:00 EST", "2026-11-30T17:00:00Z"),
        ("Mon, 30 Nov 2026 12:00:00 MEZ", "2026-11-30T11:00:00Z"),
        ("Mon, 30 Nov 2026 12:00:00 GMT+0200", "2026-11-30T10:00:00Z"),
        ("Mon, 30 Nov 2026 12:00:00 +0100 (CET)", "2026-11-30T11:00:00Z"),
        ("Mon,30 November 2026, 9:05", "2026-11-30T09:05:00Z"),
        ("30-Nov-26 12:00:60", "2026-11-30T12:00:59Z"),
        ("1 Jan 99", "1999-01-01"),
        ("Mon Nov 30 12:00:00 2026", "2026-11-30T12:00:00Z"),
        ("Mon Nov 30 12:00:00 PST 2026", "2026-11-30T20:00:00Z"),
        ("November 30, 2026 12:00 Z", "2026-11-30T12:00:00Z"),
        ("Nov. 30, 2026", "2026-11-30"),
        ("2026-11-30", "2026-11-30"),
        ("2026-11-30T12:00:00.250+01:00", "2026-11-30T11:00:00.250Z"),
        ("2026-11-30 12:00:00 +0100", "2026-11-30T11:00:00Z"),
        ("2026/6/9 5:07:41", "2026-06-09T05:07:41Z"),
        ("2026.11.30", "2026-11-30"),
        ("20261130T120000Z", "2026-11-30T12:00:00Z"),
        ("  \n2026-11-30\t", "2026-11-30"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ],
)
def test_forms_that_are_read(text: str, date: str) -> None:
    assert feed_date(text) == date


def test_blank_is_none() -> None:
    assert feed_date(" \n") is None


@pytest.mark.parametrize(
    "text",
    ["yesterday", "now", "1796040000", "2026", "2026-11", "11/30/2026", "30/11/2026 12:00",
     "Mon, 31 Nov 2026 12:00:00 GMT",
     "Mon, 30 Nov 2026 12:00:00 XYZ", "Mon, 30 Nov 2026 12:00:00 IST", "Mon, 30 Foo 2026",
     "Mon, 30 Nov 2026 25:00:00 GMT",
     "30 Nov 2026 2:02:33 PM", "2026-00-10", "2026-13-01T00:00:00Z", "01 Jan 0001 00:00 +0100", "-1 Nov 2026"],
)  # fmt: skip
def test_what_is_not_certain_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        feed_date(text)
