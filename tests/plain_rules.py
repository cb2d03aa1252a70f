"""The rule for a pair in plain Python, written from the text of the design and not from the columns of the stage.

Decides what two documents are to each other; who is whose original, `reference.py` does.
"""

from typing import TYPE_CHECKING

from pipeline.profile import NewsRules, Profile, Share
from tests import plain

if TYPE_CHECKING:
    from tests.reference import Version

KINDS = {
    "equal-text": "exact", "equal-text-and-title": "exact", "equal-text-and-link": "exact", "recurs": "recurring",
    "jaccard": "near", "simhash": "near", "contained": "excerpt", "contains": "expansion",
}  # fmt: skip


def reason_of(x: "Version", y: "Version", profile: Profile) -> str | None:
    """Rule 4: why the later-ranked x is a match of y, if it is."""
    size = min(len(x.shingles), len(y.shingles))
    if profile.rules == "news":
        return by_news(x, y, size // 2 if x.is_spaceless or y.is_spaceless else size, profile)
    if x.digest == y.digest:
        return equal(x, y, profile, enough=size >= profile.min_shingles)
    if size >= profile.min_shingles and plain.is_near(x.shingles, y.shingles, profile):
        return "simhash" if profile.sketch == "simhash" else "jaccard"
    return None


def equal(x: "Version", y: "Version", profile: Profile, *, enough: bool) -> str | None:
    """Of equal texts, `enough` saying whether that alone is evidence."""
    if enough:
        reason = "equal-text"
    elif same(x.title, y.title):
        reason = "equal-text-and-title"
    elif same(x.link, y.link):
        reason = "equal-text-and-link"
    else:
        return None
    return "recurs" if same_source(x, y) and abs(x.time - y.time) > profile.recurring_ms else reason


def by_news(x: "Version", y: "Version", size: int, profile: Profile) -> str | None:
    """The rules of `news`."""
    rules = profile.news
    link = same(x.link, y.link) and not (same_source(x, y) and other(x.title, y.title))
    apart = other(x.title, y.title) and not link and (same_source(x, y) or size < rules.short)
    if other(x.title_numbers, y.title_numbers) and abs(x.time - y.time) > profile.recurring_ms and not link:
        return None  # two editions
    if x.digest == y.digest:
        items = other(x.title, y.title) and not link and size < (rules.middle if same_source(x, y) else rules.low)
        return equal(x, y, profile, enough=size >= profile.min_shingles and not items)
    if not numerals_agree(x, y, size, rules):
        return None
    near = is_near(x, y, size, profile) and not (
        apart and not (size >= rules.middle and at_least(x, y, rules.near_apart))
    )
    least, longest = sorted((len(x.shingles), len(y.shingles)))
    shared, words = len(x.shingles & y.shingles), profile.shingle_words - 1
    inside = shared and (shared + words) / (least + words) >= rules.contained[0] / rules.contained[1]
    excerpt = inside and size >= profile.min_shingles and not apart and longest - least > least - shared
    if excerpt and (longest >= rules.much_longer * least or not near):
        return "contained" if len(x.shingles) <= len(y.shingles) else "contains"
    return "jaccard" if near else None


def is_near(x: "Version", y: "Version", size: int, profile: Profile) -> bool:
    """Whether enough is shared for a shorter text of this size."""
    rules = profile.news
    if size < rules.low or not at_least(x, y, (profile.threshold_num, profile.threshold_den)):
        return False
    classes = (rules.long, rules.near_long), (rules.middle, rules.near_middle), (rules.short, rules.near_short)
    floor = next((share for least, share in classes if size >= least), rules.near_low)
    part, whole = rules.near_contained
    least = min(len(x.shingles), len(y.shingles))
    return at_least(x, y, floor) and len(x.shingles & y.shingles) * whole >= least * part


def numerals_agree(x: "Version", y: "Version", size: int, rules: NewsRules) -> bool:
    """Whether neither replaced the other's numbers by its own, but for a few in a long text."""
    fewer = min(len(x.numerals), len(y.numerals))
    filled = fewer - len(x.numerals & y.numerals)
    least = min(len(x.shingles), len(y.shingles))
    changed = least - len(x.shingles & y.shingles)
    if least >= rules.long and filled * least <= changed * fewer and at_least(x, y, rules.reworded):
        return True
    if size < rules.long:
        return filled * rules.filled_short <= fewer
    few = filled <= rules.corrections and at_least(x, y, rules.corrected)
    one = filled <= 1 and at_least(x, y, rules.corrected_once)
    return filled * rules.filled_long <= fewer or few or one


def at_least(x: "Version", y: "Version", share: Share) -> bool:
    """Whether Jaccard is at or above a share."""
    return len(x.shingles & y.shingles) * share[1] >= len(x.shingles | y.shingles) * share[0]


def same(one: object, two: object) -> bool:
    """Whether both are there and equal."""
    return bool(one) and one == two


def other(one: object, two: object) -> bool:
    """Whether both are there and not equal."""
    return bool(one) and bool(two) and one != two


def same_source(x: "Version", y: "Version") -> bool:
    """Whether both came from one source."""
    return same(x.shown["source"], y.shown["source"])
