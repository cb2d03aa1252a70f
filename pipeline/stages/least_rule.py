"""What two documents share at least, if the rules may accept them: one ratio, to count by.

Accepts nothing itself; what has this much in common is verified by `pipeline.stages.rules`.
"""

from fractions import Fraction

from pipeline.kernels.counting import MOST_DENOMINATOR, Rule
from pipeline.profile import NEWS, Profile


def least_rule(profile: Profile) -> Rule:
    """What any pair shares that `stages.rules` may accept: a share of the union or, for `news`, of the smaller set.

    For `news` the lesser of what `is_near` and what `is_contained` ask for; the latter asks least of the shortest text.
    Nothing of the kind holds for fingerprints (simhash).
    """
    threshold = Fraction(*profile.threshold)
    if profile.rules != NEWS:
        return whole_rule(threshold, of_smaller=False)
    words, least = profile.shingle_words - 1, profile.min_shingles
    contained = (Fraction(*profile.news.contained) * (least + words) - words) / least
    near = max(threshold, Fraction(*profile.news.near_contained))
    return whole_rule(min(contained, near), of_smaller=True)


def whole_rule(share: Fraction, *, of_smaller: bool) -> Rule:
    """A rule with a denominator that can be counted with, never above `share` unless that is next to nothing."""
    if share.denominator > MOST_DENOMINATOR:
        share = Fraction(int(share * MOST_DENOMINATOR), MOST_DENOMINATOR)
    share = max(share, Fraction(1, MOST_DENOMINATOR))  # which every pair has that shares anything
    return Rule(share.numerator, share.denominator, of_smaller)
