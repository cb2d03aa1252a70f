"""Two documents as the rules see them, in plain figures, and how these are written in sentences.

Says nothing itself: `explain_rules` does.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from pipeline.columns import SPACELESS
from pipeline.profile import DAY_MS, Profile, Share
from pipeline.stages.rules import Compared, agree, disagree, time_between

DIGITS: Final = 10_000  # a figure that falls short is rounded down to so many parts: never up to what was needed


@dataclass(frozen=True)
class One:
    """A `Compared` of one pair, as plain figures; lengths as the rules of `news` count them."""

    pair: Compared
    profile: Profile

    @property
    def lengths(self) -> tuple[int, int]:
        """Shingles of the shorter and of the longer text."""
        counts = int(self.pair.one["shingles"][0]), int(self.pair.other["shingles"][0])
        return min(counts), max(counts)

    @property
    def shared(self) -> int:
        """Shingles that both have."""
        return int(self.pair.shared[0])

    @property
    def jaccard(self) -> float:
        """Their similarity, rounded down."""
        union = sum(self.lengths) - self.shared
        return rounded_down(self.shared, union)

    @property
    def size(self) -> int:
        """The length that chooses a class: of the shorter text, half where characters are words."""
        spaceless = (self.pair.one["flags"][0] | self.pair.other["flags"][0]) & SPACELESS
        return self.lengths[0] >> 1 if spaceless else self.lengths[0]

    @property
    def length(self) -> str:
        """The size in words."""
        return f"{self.size:,} shingles" + (", each counted half" if self.size < self.lengths[0] else "")

    @property
    def numerals(self) -> tuple[int, int, int]:
        """Number elements of each, and those that both have."""
        one, other = self.pair.numerals
        return int(one[0]), int(other[0]), int(self.pair.shared_numerals[0])

    def same(self, name: str) -> bool:
        """Whether both have this fact, and it is the same."""
        return bool(agree(self.pair, name)[0])

    def other(self, name: str) -> bool:
        """Whether both have this fact, and it is not the same."""
        return bool(disagree(self.pair, name)[0])

    @property
    def has_link(self) -> bool:
        """Whether an equal link outweighs titles: not where one source gives it to different ones."""
        return self.same("link") and not (self.same("source") and self.other("title"))

    @property
    def is_edition(self) -> bool:
        """Whether their titles' numbers make them two editions."""
        long_ago = int(time_between(self.pair)[0]) > self.profile.recurring_ms
        return self.other("title_numbers") and not self.has_link and long_ago

    @property
    def are_items(self) -> bool:
        """Whether their titles make them other items, unless much is shared."""
        kept = self.same("source") or self.size < self.profile.news.short
        return self.other("title") and not self.has_link and kept


def rounded_down(part: int, whole: int) -> float:
    """A ratio to four places, 0 of nothing."""
    return floor(DIGITS * Fraction(part, whole)) / DIGITS if whole else 0.0


def written(share: Share) -> str:
    """A share in decimals where these are few, else as a fraction."""
    num, den = share
    return f"{num}/{den}" if DIGITS * num % den else f"{num / den:g}"


def days(time_ms: int) -> str:
    """Days, rounded up to tenths: what is over a limit stays over it."""
    return f"{ceil(10 * time_ms / DAY_MS) / 10:g} days"
