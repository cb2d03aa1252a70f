"""The rule for a pair: what two documents that met are to each other, from what is stored of both.

Symmetric in its two sides but for the name of what contains what. Counts and hashes only: reads no text, and chooses no
original. The rules of `news` were found by measurement (docs/design.md, section 4).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.columns import SPACELESS
from pipeline.match import Reason
from pipeline.packed import Array
from pipeline.profile import NEWS, SIMHASH, NewsRules, Profile, Share

Bools = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

NO_REASON = -1


class Compared(NamedTuple):
    """Pairs of documents in columns: rows of one and of the other, and whether the other is the later-ranked one.

    `shared` shingles; how many `numerals` each has, and `shared_numerals`; `distances` in bits of their fingerprints,
    where the profile asks for them.
    """

    one: Array
    other: Array
    other_is_later: Bools
    shared: Counts
    numerals: tuple[Counts, Counts]
    shared_numerals: Counts
    distances: Counts | None = None


def reasons_of(pairs: Compared, profile: Profile) -> Counts:
    """The `Reason` of each pair, NO_REASON where no rule holds."""
    if profile.rules == NEWS:
        return by_news(pairs, profile, profile.news)
    one, two = pairs.one, pairs.other
    long = (one["shingles"] >= profile.min_shingles) & (two["shingles"] >= profile.min_shingles)
    if profile.sketch == SIMHASH and pairs.distances is not None:
        near, reason = pairs.distances <= profile.distance, Reason.SIMHASH
    else:
        near, reason = is_at_least(pairs, (profile.threshold_num, profile.threshold_den)), Reason.JACCARD
    equal = have_equal_digests(pairs)
    reasons = np.where(long & near & ~equal, reason, NO_REASON).astype(np.int64)
    return judge_equal(pairs, reasons, equal, long, profile)


def judge_equal(pairs: Compared, reasons: Counts, equal: Bools, enough: Bools, profile: Profile) -> Counts:
    """Fill in the reasons of equal texts: `enough` says where the text alone is evidence."""
    reasons[equal & agree(pairs, "link")] = Reason.EQUAL_TEXT_AND_LINK
    reasons[equal & agree(pairs, "title")] = Reason.EQUAL_TEXT_AND_TITLE
    reasons[equal & enough] = Reason.EQUAL_TEXT
    standing = agree(pairs, "source") & (time_between(pairs) > profile.recurring_ms)
    reasons[equal & standing & (reasons != NO_REASON)] = Reason.RECURS
    return reasons


def by_news(pairs: Compared, profile: Profile, rules: NewsRules) -> Counts:
    """Rules of the profile `news`: equal, then contained in one twice as long, then near, then contained."""
    least = np.minimum(pairs.one["shingles"], pairs.other["shingles"]).astype(np.int64)
    size = np.where((pairs.one["flags"] | pairs.other["flags"]) & SPACELESS, least >> 1, least)
    differ = disagree(pairs, "title")
    link = agree(pairs, "link") & ~(agree(pairs, "source") & differ)  # a feed may give one link to all its items
    apart = differ & ~link & (agree(pairs, "source") | (size < rules.short))
    edition = disagree(pairs, "title_numbers") & ~link & (time_between(pairs) > profile.recurring_ms)
    fitting = have_the_same_numerals(pairs, size, rules) & ~edition
    near = fitting & is_near(pairs, (least, size), apart, profile)
    excerpt = fitting & ~apart & (size >= profile.min_shingles) & is_contained(pairs, least, profile)
    longest = np.maximum(pairs.one["shingles"], pairs.other["shingles"])
    excerpt &= (longest - least > least - pairs.shared) & (~near | (longest >= rules.much_longer * least))
    difference = pairs.one["shingles"].astype(np.int64) - pairs.other["shingles"]
    contained = np.where(
        np.where(pairs.other_is_later, -difference, difference) <= 0, Reason.CONTAINED, Reason.CONTAINS
    )
    reasons = np.select([excerpt, near], [contained, np.int64(Reason.JACCARD)], NO_REASON).astype(np.int64)
    equal = have_equal_digests(pairs)
    reasons[equal] = NO_REASON
    items = differ & ~link & np.where(agree(pairs, "source"), size < rules.middle, size < rules.low)
    enough = (size >= profile.min_shingles) & ~items
    reasons = judge_equal(pairs, reasons, equal, enough, profile)
    reasons[equal & edition] = NO_REASON
    return reasons


def is_near(pairs: Compared, lengths: tuple[Counts, Counts], apart: Bools, profile: Profile) -> Bools:
    """Whether enough is shared for the length of the shorter text, also of that text by itself."""
    rules, (least, size) = profile.news, lengths
    floor = np.select(
        [size >= rules.long, size >= rules.middle, size >= rules.short],
        [is_at_least(pairs, share) for share in (rules.near_long, rules.near_middle, rules.near_short)],
        is_at_least(pairs, rules.near_low),
    )
    near = floor & (size >= rules.low) & is_at_least(pairs, (profile.threshold_num, profile.threshold_den))
    near &= pairs.shared * rules.near_contained[1] >= least * rules.near_contained[0]
    near &= ~apart | ((size >= rules.middle) & is_at_least(pairs, rules.near_apart))
    return near


def is_contained(pairs: Compared, least: Counts, profile: Profile) -> Bools:
    """Whether most of the shorter text is in the other, counted in words: s shingles of k cover s + k - 1 of them."""
    words = profile.shingle_words - 1
    part, whole = profile.news.contained
    contained: Bools = (pairs.shared + words) * whole >= (least + words) * part
    return contained & (pairs.shared > 0)


def have_the_same_numerals(pairs: Compared, size: Counts, rules: NewsRules) -> Bools:
    """Whether the numbers say that these are not two instances of one template.

    Numbers that each side has and the other lacks were filled in; a revision adds some, or drops some. In a long text a
    few may have been corrected, or as many changed as its other words: in a template those stay.
    """
    fewer = np.minimum(*pairs.numerals)
    filled = fewer - pairs.shared_numerals
    same = np.where(size >= rules.long, filled * rules.filled_long <= fewer, filled * rules.filled_short <= fewer)
    corrected = is_at_least(pairs, rules.corrected) & (filled <= rules.corrections)
    corrected |= is_at_least(pairs, rules.corrected_once) & (filled <= 1)
    least = np.minimum(pairs.one["shingles"], pairs.other["shingles"]).astype(np.int64)
    reworded = is_at_least(pairs, rules.reworded) & (filled * least <= (least - pairs.shared) * fewer)
    agreeing: Bools = same | ((size >= rules.long) & corrected) | ((least >= rules.long) & reworded)
    return agreeing


def is_at_least(pairs: Compared, share: Share) -> Bools:
    """Whether the exact Jaccard similarity is at or above a share."""
    union = pairs.one["shingles"].astype(np.int64) + pairs.other["shingles"] - pairs.shared
    reached: Bools = pairs.shared * share[1] >= union * share[0]
    return reached


def have_equal_digests(pairs: Compared) -> Bools:
    """Whether the two token sequences are equal."""
    one, two = pairs.one, pairs.other
    equal: Bools = (one["digest_hi"] == two["digest_hi"]) & (one["digest_lo"] == two["digest_lo"])
    return equal


def agree(pairs: Compared, name: str) -> Bools:
    """Whether both have this fact, and it is the same."""
    same: Bools = (pairs.one[name] == pairs.other[name]) & (pairs.one[name] != 0)
    return same


def disagree(pairs: Compared, name: str) -> Bools:
    """Whether both have this fact, and it is not the same."""
    one, two = pairs.one[name], pairs.other[name]
    different: Bools = (one != two) & (one != 0) & (two != 0)
    return different


def time_between(pairs: Compared) -> Counts:
    """Milliseconds between the times of rank."""
    between: Counts = np.abs(pairs.one["time"] - pairs.other["time"])
    return between
