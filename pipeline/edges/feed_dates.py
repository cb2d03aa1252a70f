"""The dates of feeds as RFC 3339, or as plain dates.

Feeds write dates in many ways. What cannot be read for certain is refused rather than guessed, and nothing depends on
today: feedparser 6.0.14 reads "2016/6/29" as the first of the current month, and an unknown zone as UTC.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from pipeline.dates import format_ms, parse_date

_CLOCK: Final = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d*)?)?"
_ZONED: Final = rf"(?:(?:[T,]| )+{_CLOCK}(?P<zone>.*))?"
_DAY_NAME: Final = r"(?:[^\W\d]+[., ]+)?"
_FORMS: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # RFC 822 and 2822: Mon, 30 Nov 2026 12:00:00 +0000
        _DAY_NAME + r"(?P<day>\d{1,2})(?:\.|[a-z]{2})?[ -](?P<month>[a-z]{3,9})\.?,?[ -](?P<year>\d{4}|\d\d)" + _ZONED,
        # asctime and date(1): Mon Nov 30 12:00:00 UTC 2026
        _DAY_NAME + rf"(?P<month>[a-z]{{3,9}}) (?P<day>\d{{1,2}}),? {_CLOCK}(?P<zone> [a-z]+)? (?P<year>\d{{4}})",
        # November 30, 2026 12:00
        _DAY_NAME + r"(?P<month>[a-z]{3,9})\.? (?P<day>\d{1,2}),? (?P<year>\d{4})" + _ZONED,
        # ISO 8601 with slashes, dots, single digits, or a blank before the zone
        r"(?P<year>\d{4})(?P<by>[-/.])(?P<month>\d{1,2})(?P=by)(?P<day>\d{1,2})" + _ZONED,
        # ISO 8601 without separators
        r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)(?:T?(?P<hour>\d\d):?(?P<minute>\d\d)(?::?(?P<second>\d\d))?(?P<zone>.*))?",
    )
)
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905 - reads as the year does
_ZONE: Final = re.compile(
    r"(?:(?:GMT|UTC|UT) ?)?([+-])(\d{1,2}):?(\d\d)?(?: ?\([^)]*\))?|\(?([A-Z]{1,4})\)?", re.IGNORECASE
)

# RFC 822 section 5.1, and what feeds use beside it; names of two zones mean what RFC 822 says (CST), or nothing (IST).
_ZONE_HOURS: Final = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "MET": 1, "MEZ": 1, "CEST": 2,
    "MEST": 2, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "SGT": 8, "HKT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11,
    "NZST": 12, "NZDT": 13, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "ET": -5, "CST": -6, "CDT": -5, "CT": -6,
    "MST": -7, "MDT": -6, "MT": -7, "PST": -8, "PDT": -7, "PT": -8,
}  # fmt: skip
_CENTURY_TURNS: Final = 50  # RFC 2822 section 4.3: two digits below are of this century


def feed_date(text: str) -> str | None:
    """Return a feed's date as RFC 3339 in UTC, or as YYYY-MM-DD where it names no time; None for a blank one.

    Raises ValueError for what is no date, or not for certain.
    """
    text = " ".join(text.split())
    try:
        moment = parse_date(text)
    except ValueError:
        return _read(text)
    if moment is None:
        return None
    return text if moment.is_day else format_ms(moment.ms)


def _read(text: str) -> str:
    for form in _FORMS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            day = f"{_year(parts['year']):04}-{_month(parts['month']):02}-{int(parts['day']):02}"
            if parts["hour"] is None:
                return datetime.fromisoformat(day).date().isoformat()
            clock = f"{int(parts['hour']):02}:{parts['minute']}:{min(parts['second'] or '00', '59')}"
            local = datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=UTC)
            return _in_utc(local, _offset(parts["zone"]))
    msg = f"{text[:60]!r} is no date"
    raise ValueError(msg)


def _in_utc(local: datetime, offset: timedelta) -> str:
    try:
        moment = parse_date((local - offset).isoformat())
    except OverflowError as error:  # of the calendar, at its two ends
        raise ValueError(str(error)) from error
    return format_ms(moment.ms) if moment else ""


def _year(digits: str) -> int:
    year = int(digits)
    if len(digits) == len("2026"):
        return year
    return year + (2000 if year < _CENTURY_TURNS else 1900)


def _month(text: str) -> int:
    return int(text) if text.isdigit() else _MONTHS.index(text[:3].lower()) + 1


def _offset(text: str | None) -> timedelta:
    zone = (text or "").strip()
    if not zone:
        return timedelta()
    found = _ZONE.fullmatch(zone)
    if found is None or (found[4] and found[4].upper() not in _ZONE_HOURS):
        msg = f"{zone[:20]!r} is no time zone"
        raise ValueError(msg)
    if found[4]:
        return timedelta(hours=_ZONE_HOURS[found[4].upper()])
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return -offset if found[1] == "-" else offset
