"""The rule for a pair: what two documents that met are to each other, from what is stored of both.

Symmetric in its two sides but for the name of what contains what. Counts and hashes only: reads no text, and chooses no
original. The rules of `news` were found by measurement (docs/design.md, section 4).
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pipeline.columns import SPACELESS
from pipeline.match import Reason
from pipeline.packed import Array
from pipeline.profile import NEWS, SIMHASH, NewsRules, Profile, Share

Bools = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

NO_REASON = -1


@dataclass(frozen=True)
class Compared:
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
    known: dict[tuple[str, bool], Bools] = field(
        default_factory=dict, repr=False
    )  # what `agree`, `disagree` have found

    @cached_property
    def least(self) -> Counts:
        """Shingles of the shorter text."""
        least: Counts = np.minimum(*self.lengths)
        return least

    @cached_property
    def longest(self) -> Counts:
        """Shingles of the longer text."""
        longest: Counts = np.maximum(*self.lengths)
        return longest

    @cached_property
    def lengths(self) -> tuple[Counts, Counts]:
        """Shingles of one and of the other."""
        return self.one["shingles"].astype(np.int64), self.other["shingles"].astype(np.int64)

    @cached_property
    def between(self) -> Counts:
        """Milliseconds between the times of rank."""
        between: Counts = np.abs(self.one["time"] - self.other["time"])
        return between

    @cached_property
    def union(self) -> Counts:
        """Shingles that either has."""
        return self.least + self.longest - self.shared

    @cached_property
    def size(self) -> Counts:
        """The length that chooses a class: of the shorter text, half where characters are words."""
        spaceless = (self.one["flags"] | self.other["flags"]) & SPACELESS
        return np.where(spaceless, self.least >> 1, self.least)

    @cached_property
    def is_linked(self) -> Bools:
        """Whether an equal link outweighs titles: not where one source gives it to different ones."""
        return agree(self, "link") & ~(agree(self, "source") & disagree(self, "title"))


def reasons_of(pairs: Compared, profile: Profile) -> Counts:
    """The `Reason` of each pair, NO_REASON where no rule holds."""
    if profile.rules == NEWS:
        return by_news(pairs, profile)
    long = pairs.least >= profile.min_shingles
    if profile.sketch == SIMHASH and pairs.distances is not None:
        near, reason = pairs.distances <= profile.distance, Reason.SIMHASH
    else:
        near, reason = is_at_least(pairs, profile.threshold), Reason.JACCARD
    equal = have_equal_digests(pairs)
    reasons = np.where(long & near & ~equal, reason, NO_REASON).astype(np.int64)
    return judge_equal(pairs, reasons, equal, long, profile)


def judge_equal(pairs: Compared, reasons: Counts, equal: Bools, enough: Bools, profile: Profile) -> Counts:
    """Fill in the reasons of equal texts: `enough` says where the text alone is evidence."""
    reasons[equal & agree(pairs, "link")] = Reason.EQUAL_TEXT_AND_LINK
    reasons[equal & agree(pairs, "title")] = Reason.EQUAL_TEXT_AND_TITLE
    reasons[equal & enough] = Reason.EQUAL_TEXT
    standing = agree(pairs, "source") & (pairs.between > profile.recurring_ms)
    reasons[equal & standing & (reasons != NO_REASON)] = Reason.RECURS
    return reasons


def by_news(pairs: Compared, profile: Profile) -> Counts:
    """Rules of the profile `news`: equal, then contained in one twice as long, then near, then contained."""
    rules, size, least, longest = profile.news, pairs.size, pairs.least, pairs.longest
    edition = are_editions(pairs, profile)
    fitting = have_the_same_numerals(pairs, rules) & ~edition
    items = are_items(pairs, rules)
    near = fitting & is_near(pairs, profile, items)
    excerpt = fitting & ~items & (size >= profile.min_shingles) & is_contained(pairs, profile)
    excerpt &= (longest - least > least - pairs.shared) & (~near | (longest >= rules.much_longer * least))
    reasons = np.where(near, np.int64(Reason.JACCARD), np.int64(NO_REASON))
    reasons[excerpt] = contained_or_contains(pairs)[excerpt]
    equal = have_equal_digests(pairs)
    reasons[equal] = NO_REASON
    kept_apart = np.where(agree(pairs, "source"), size < rules.middle, size < rules.low)
    enough = (size >= profile.min_shingles) & ~(disagree(pairs, "title") & ~pairs.is_linked & kept_apart)
    reasons = judge_equal(pairs, reasons, equal, enough, profile)
    reasons[equal & edition] = NO_REASON
    return reasons


def are_items(pairs: Compared, rules: NewsRules) -> Bools:
    """Whether titles make them other items, unless much is shared: in one source, or of short texts."""
    items: Bools = agree(pairs, "source") | (pairs.size < rules.short)
    return items & disagree(pairs, "title") & ~pairs.is_linked


def are_editions(pairs: Compared, profile: Profile) -> Bools:
    """Whether the numbers of their titles make them two editions."""
    return disagree(pairs, "title_numbers") & ~pairs.is_linked & (pairs.between > profile.recurring_ms)


def contained_or_contains(pairs: Compared) -> Counts:
    """What the later-ranked one is, where one of the two is an excerpt of the other."""
    one, other = pairs.lengths
    is_shorter = np.where(pairs.other_is_later, other <= one, one <= other)
    return np.where(is_shorter, np.int64(Reason.CONTAINED), np.int64(Reason.CONTAINS))


def is_near(pairs: Compared, profile: Profile, items: Bools) -> Bools:
    """Whether enough is shared for the length of the shorter text, also of that text by itself; `items` needs more."""
    rules, size = profile.news, pairs.size
    lengths, shares = zip(*reversed(rules.floors), strict=True)
    parts, wholes = np.array([(1, 0), *shares]).T  # under the least length no share is enough
    floor = np.searchsorted(lengths, size, "right")
    near: Bools = (floor > 0) & (pairs.shared * wholes[floor] >= pairs.union * parts[floor])
    near &= (size >= rules.low) & is_at_least(pairs, profile.threshold)
    near &= pairs.shared * rules.near_contained[1] >= pairs.least * rules.near_contained[0]
    if items.any():
        near &= ~items | ((size >= rules.middle) & is_at_least(pairs, rules.near_apart))
    return near


def is_contained(pairs: Compared, profile: Profile) -> Bools:
    """Whether most of the shorter text is in the other, counted in words: s shingles of k cover s + k - 1 of them."""
    words = profile.shingle_words - 1
    part, whole = profile.news.contained
    contained: Bools = (pairs.shared + words) * whole >= (pairs.least + words) * part
    return contained & (pairs.shared > 0)


def have_the_same_numerals(pairs: Compared, rules: NewsRules) -> Bools:
    """Whether the numbers say that these are not two instances of one template.

    Numbers that each side has and the other lacks were filled in; a revision adds some, or drops some. In a long text a
    few may have been corrected, or as many changed as its other words: in a template those stay.
    """
    fewer = np.minimum(*pairs.numerals)
    filled = fewer - pairs.shared_numerals
    is_long = pairs.size >= rules.long
    same: Bools = filled * np.where(is_long, rules.filled_long, rules.filled_short) <= fewer
    if same.all():  # as where there are no numbers at all
        return same
    corrected = is_at_least(pairs, rules.corrected) & (filled <= rules.corrections)
    corrected |= is_at_least(pairs, rules.corrected_once) & (filled <= 1)
    changed = pairs.least - pairs.shared
    reworded = is_at_least(pairs, rules.reworded) & (filled * pairs.least <= changed * fewer)
    agreeing: Bools = same | (is_long & corrected) | ((pairs.least >= rules.long) & reworded)
    return agreeing


def is_at_least(pairs: Compared, share: Share) -> Bools:
    """Whether the exact Jaccard similarity is at or above a share."""
    reached: Bools = pairs.shared * share[1] >= pairs.union * share[0]
    return reached


def have_equal_digests(pairs: Compared) -> Bools:
    """Whether the two token sequences are equal."""
    one, two = pairs.one, pairs.other
    equal: Bools = (one["digest_hi"] == two["digest_hi"]) & (one["digest_lo"] == two["digest_lo"])
    return equal


def agree(pairs: Compared, name: str) -> Bools:
    """Whether both have this fact, and it is the same."""
    if (name, True) not in pairs.known:
        one = pairs.one[name]
        pairs.known[name, True] = (one == pairs.other[name]) & (one != 0)
    return pairs.known[name, True]


def disagree(pairs: Compared, name: str) -> Bools:
    """Whether both have this fact, and it is not the same."""
    if (name, False) not in pairs.known:
        one, two = pairs.one[name], pairs.other[name]
        pairs.known[name, False] = (one != two) & (one != 0) & (two != 0)
    return pairs.known[name, False]
