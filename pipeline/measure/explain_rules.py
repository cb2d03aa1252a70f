"""What stands against a pair: every part of the rule for two documents that does not hold, a sentence each.

Decides nothing: `stages.rules` does, and its own functions are asked here about the one pair. Knows no bands and no
window: whether the two ever meet is `explain`'s.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pipeline.measure.explain_numbers import exchanged, lacking
from pipeline.measure.explain_pair import One, days, rounded_down, written
from pipeline.profile import NEWS, SIMHASH, NewsRules, Profile, Share
from pipeline.stages.rules import (
    NO_REASON,
    Compared,
    are_items,
    have_equal_digests,
    have_the_same_numerals,
    is_at_least,
    is_contained,
    is_near,
    reasons_of,
)


class Sides(NamedTuple):
    """How sentences call the two, and what they quote of them; the earlier-ranked is the first."""

    names: tuple[str, str]
    texts: tuple[str, str]
    titles: tuple[str, str] = ("", "")


def against(pair: Compared, sides: Sides, profile: Profile) -> list[str]:
    """Say what stands against a pair: nothing where a rule holds, else a sentence for each part that does not.

    `pair` has one row, its `one` the first of the sides.
    """
    if int(reasons_of(pair, profile)[0]) != NO_REASON:
        return []
    one = One(pair, profile)
    return list(by_news(one, sides) if profile.rules == NEWS else by_threshold(one))


def by_threshold(one: One) -> Iterator[str]:
    """Yield what stands against a pair by the rules `jaccard`."""
    pair, profile = one.pair, one.profile
    least = one.lengths[0]
    if least < profile.min_shingles:
        yield too_short(f"{least:,} shingles", profile.min_shingles, equal=bool(have_equal_digests(pair)[0]))
    if have_equal_digests(pair)[0]:
        return
    if profile.sketch == SIMHASH and pair.distances is not None:
        if pair.distances[0] > profile.distance:
            yield f"Not similar enough: their fingerprints differ in {pair.distances[0]} bits; {profile.distance} may."
    elif not is_at_least(pair, profile.threshold)[0]:
        yield f"Not similar enough: Jaccard {one.jaccard:.4f}, needed {written(profile.threshold)}."


def too_short(length: str, needed: int, *, equal: bool) -> str:
    """Say that lengths do not do, which of equal texts an equal title or link makes up for."""
    instead = ", or equal titles or links" if equal else ""
    return f"Too short: the shorter text has {length}, needed {needed}{instead}."


def by_news(one: One, sides: Sides) -> Iterator[str]:
    """Yield what stands against a pair by the rules of `news`."""
    pair, rules = one.pair, one.profile.news
    if one.is_edition:
        yield edition(one, sides)
    if have_equal_digests(pair)[0]:
        yield from against_equal(one)
        return
    if not have_the_same_numerals(pair, rules)[0]:
        yield numbers_differ(one, sides)
    near, excerpt = list(against_near(one)), list(against_excerpt(one))
    if near and excerpt:
        yield from dict.fromkeys([*near, *excerpt])


def edition(one: One, sides: Sides) -> str:
    """Say that titles with other numbers, days apart, name two editions."""
    between, most = int(one.pair.between[0]), one.profile.recurring_ms
    numbers = exchanged(sides.names, sides.titles)
    if not any(lacking(*titles) for titles in (sides.titles, sides.titles[::-1])):
        numbers = "in another order"
    return (
        f"Another edition: their titles differ in their numbers ({numbers}), {days(between)} apart, over {days(most)}."
    )


def against_equal(one: One) -> Iterator[str]:
    """Yield what stands against equal texts: short ones need more in common, and titles may tell them apart."""
    if one.same("title") or one.same("link"):
        return
    profile = one.profile
    if one.size < profile.min_shingles:
        yield too_short(one.length, profile.min_shingles, equal=True)
    needed = profile.news.middle if one.same("source") else profile.news.low
    if one.other("title") and not one.has_link and one.size < needed:
        of = "of one source" if one.same("source") else "of texts so short"
        yield f"Different titles {of}: equal texts of {one.length} are other items; from {needed} on they count."


def numbers_differ(one: One, sides: Sides) -> str:
    """Say which numbers were filled in otherwise, how many that is, and how many may be."""
    mine, others, shared = one.numerals
    fewer = min(mine, others)
    numbers = exchanged(sides.names, sides.texts)
    return (
        f"Their numbers differ, as in two instances of one template: {numbers}. Of the lesser set's {fewer:,},"
        f" {fewer - shared:,} were exchanged, allowed {allowed(one):,} (a version, time or date counts as several)."
    )


def allowed(one: One) -> int:
    """How many numbers may be exchanged in texts of this length and similarity: the most that the rule lets pass."""
    fewer = min(one.numerals[:2])
    tried = np.arange(fewer + 1)
    pair = one.pair
    one_rows, other_rows, later, shared = (
        np.repeat(column, len(tried)) for column in (pair.one, pair.other, pair.other_is_later, pair.shared)
    )
    mine, others = (np.repeat(counts, len(tried)) for counts in pair.numerals)
    every = Compared(one_rows, other_rows, later, shared, (mine, others), fewer - tried)
    passes = have_the_same_numerals(every, one.profile.news)
    return int(tried[passes].max(initial=0))


def against_near(one: One) -> Iterator[str]:
    """Yield why the two are not near."""
    pair, rules, (least, _) = one.pair, one.profile.news, one.lengths
    if is_near(pair, one.profile, are_items(pair, rules))[0]:
        return
    if one.size < rules.low:
        yield f"Too short to be near: the shorter text has {one.length}, needed {rules.low}."
    needed = needed_of(one)
    if not is_at_least(pair, needed)[0]:
        yield f"Not similar enough: Jaccard {one.jaccard:.4f}, needed {written(needed)} for texts of {one.length}."
    part, whole = rules.near_contained
    if one.shared * whole < least * part:
        share = rounded_down(one.shared, least)
        yield f"Too little of the shorter text is shared: {share:.4f}, needed {written(rules.near_contained)}."
    if one.are_items:
        yield other_items(one, rules)


def needed_of(one: One) -> Share:
    """The similarity that texts of this length need: by the rules of `news`, and the threshold besides."""
    rules = one.profile.news
    own = next((share for length, share in rules.floors if one.size >= length), rules.near_low)
    return max(own, one.profile.threshold, key=lambda share: Fraction(*share))


def other_items(one: One, rules: NewsRules) -> str:
    """Say that titles make them other items, and what would outweigh that."""
    of = "of one source" if one.same("source") else f"of short texts ({one.length}, under {rules.short})"
    needed = f"needed Jaccard {written(rules.near_apart)} and {rules.middle} shingles"
    return f"Different titles {of} are other items: {needed}, found {one.jaccard:.4f} and {one.size:,}."


def against_excerpt(one: One) -> Iterator[str]:
    """Yield why neither is an excerpt of the other. What is also near is not asked to be much longer here."""
    pair, profile, (least, longest) = one.pair, one.profile, one.lengths
    more = profile.shingle_words - 1
    if one.size < profile.min_shingles:
        yield f"Too short for an excerpt: the shorter text has {one.length}, needed {profile.min_shingles}."
    if not is_contained(pair, profile)[0]:
        share = rounded_down(one.shared + more, least + more) if one.shared else 0.0
        needed = written(profile.news.contained)
        yield f"No excerpt: of the shorter text's words {share:.4f} are in the longer one, needed {needed}."
    if longest - least <= least - one.shared:
        yield (
            f"No excerpt, as something was exchanged: in shingles the longer text is longer by {longest - least:,}, and"
            f" the shorter has {least - one.shared:,} of its own."
        )
    if one.are_items:
        yield other_items(one, profile.news)


def numbers_said(pair: Compared) -> str:
    """What can be said for a pair of near texts about their numbers."""
    mine, others, shared = int(pair.numerals[0][0]), int(pair.numerals[1][0]), int(pair.shared_numerals[0])
    if not mine and not others:
        return "neither has a number"
    if mine == others == shared:
        return "their numbers do not differ"
    exchanged_count = min(mine, others) - shared
    if not exchanged_count:
        return "one only has numbers more than the other, as a revision may"
    return f"few enough of their numbers differ ({exchanged_count:,} of {min(mine, others):,})"
