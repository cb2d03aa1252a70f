"""Dates as strings and as int64 milliseconds since 1970-01-01T00:00Z, and the time that ranks a document.

Reads no clock and guesses nothing: a date without an offset is UTC, and what is neither RFC 3339 nor a plain date is
refused. The many forms of dates in feeds are the feed reader's affair; it writes RFC 3339.
"""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pipeline.profile import DAY_MS

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY: Final = _EPOCH.toordinal()
_MILLISECOND: Final = timedelta(milliseconds=1)
_MIN_MS: Final = (datetime(1, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND
_MAX_MS: Final = (datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC) - _EPOCH) // _MILLISECOND
_MOST_REST_MS: Final = 2 * DAY_MS  # of seconds and an offset, which is less than a day
_PLAIN_DATE_LENGTH: Final = len("2026-11-30")

# RFC 3339 section 5.6, and what ISO 8601 adds to it in practice: no seconds, a comma, a short offset, none at all.
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)?", re.ASCII)

_MINUTE_LENGTH: Final = len("2026-11-30T12:00")
_LONGEST_IN_PARTS: Final = len("2026-11-30T12:00:00.000000000+00:00")  # bounds what the caches hold


class Moment(Struct, frozen=True, gc=False):
    """A date that was read: its milliseconds, and whether it names a whole day (then they are the day's first)."""

    ms: int
    is_day: bool = False


def parse_date(text: str | None) -> Moment | None:
    """Read RFC 3339 (T, t or a blank; no offset means UTC) or a plain date; blank or None is None.

    Fractions are floored to the millisecond; a leap second is the last millisecond of its minute.
    Raises ValueError for anything else, and for what lies outside the years 1 to 9999 in UTC.
    """
    if text is None:
        return None
    if _MINUTE_LENGTH <= len(text) <= _LONGEST_IN_PARTS:
        try:
            return Moment(_minute_ms(text[:_MINUTE_LENGTH]) + _rest_ms(text[_MINUTE_LENGTH:]))
        except ValueError:
            return _parse_whole(text)
    return _parse_whole(text)


# A minute comes back with every document of it, and seconds with their offset come back all the time, so that each is
# read once: the milliseconds of a date are the sum of those of its parts.


@lru_cache(maxsize=1 << 14)  # eleven days, 3 MB
def _minute_ms(minute: str) -> int:
    """Raise ValueError near the ends of time as well, so that no rest leads out of it."""
    ms = _instant_ms(minute)
    if not _MIN_MS + _MOST_REST_MS <= ms <= _MAX_MS - _MOST_REST_MS:
        raise ValueError(minute)
    return ms


@lru_cache(maxsize=4096)
def _rest_ms(rest: str) -> int:
    return _instant_ms("1970-01-01T00:00" + rest)


def _parse_whole(text: str) -> Moment | None:
    if not (text := text.strip()):
        return None
    if len(text) == _PLAIN_DATE_LENGTH and text[4] == text[7] == "-":
        return Moment(_day_ms(text), is_day=True)
    return Moment(_instant_ms(text))


def _instant_ms(text: str) -> int:
    found = _TIME.fullmatch(text)
    if found is None:
        msg = f"{text[:40]!r} is neither RFC 3339 nor a plain date"
        raise ValueError(msg)
    if text[16:19] == ":60":
        ms = _to_ms(datetime.fromisoformat(f"{text[:17]}59{found[3] or ''}")) + 999
    else:
        ms = _to_ms(datetime.fromisoformat(text.upper()))  # which knows Z, not z
    if not _MIN_MS <= ms <= _MAX_MS:
        msg = f"{text!r} lies outside the years 1 to 9999"
        raise ValueError(msg)
    return ms


@lru_cache(maxsize=4096)
def _day_ms(day: str) -> int:
    return (datetime.fromisoformat(day).toordinal() - _EPOCH_DAY) * DAY_MS


def end_of_day_ms(day_ms: int) -> int:
    """Return the last millisecond of the day that begins at `day_ms`."""
    return day_ms + DAY_MS - 1


@lru_cache(maxsize=256)  # whatever is read at one time was seen at one
def format_ms(ms: int) -> str:
    """Return RFC 3339 in UTC, with milliseconds only where they are not zero: `2026-11-30T18:25:00Z`."""
    moment = _EPOCH + ms * _MILLISECOND
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds" if ms % 1000 else "seconds") + "Z"


def rank_time(published: Moment | None, seen_ms: int, absurd_ms: int) -> int:
    """Return the time that ranks a document: when it was published if that is credible, else when it was seen.

    Credible is what is not after `seen_ms` and at most `absurd_ms` before it. A plain date counts as the end of its
    day, or as `seen_ms` where that comes earlier.
    """
    if published is None or published.ms > seen_ms:
        return seen_ms
    time_ms = min(seen_ms, end_of_day_ms(published.ms)) if published.is_day else published.ms
    return time_ms if seen_ms - time_ms <= absurd_ms else seen_ms


def _to_ms(moment: datetime) -> int:
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // _MILLISECOND
