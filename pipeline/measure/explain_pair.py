"""Two documents as the rules see them, in plain figures, and how these are written in sentences.

Says nothing itself: `explain_rules` does.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from pipeline.profile import DAY_MS, Profile, Share
from pipeline.stages.rules import Compared, agree, are_editions, are_items, disagree

DIGITS: Final = 10_000  # a figure that falls short is rounded down to so many parts: never up to what was needed


@dataclass(frozen=True)
class One:
    """A `Compared` of one pair, as plain figures; lengths as the rules of `news` count them."""

    pair: Compared
    profile: Profile

    @property
    def lengths(self) -> tuple[int, int]:
        """Shingles of the shorter and of the longer text."""
        return int(self.pair.least[0]), int(self.pair.longest[0])

    @property
    def shared(self) -> int:
        """Shingles that both have."""
        return int(self.pair.shared[0])

    @property
    def jaccard(self) -> float:
        """Their similarity, rounded down."""
        return rounded_down(self.shared, int(self.pair.union[0]))

    @property
    def size(self) -> int:
        """The length that chooses a class: of the shorter text, half where characters are words."""
        return int(self.pair.size[0])

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
        """Whether an equal link outweighs titles."""
        return bool(self.pair.is_linked[0])

    @property
    def is_edition(self) -> bool:
        """Whether their titles' numbers make them two editions."""
        return bool(are_editions(self.pair, self.profile)[0])

    @property
    def are_items(self) -> bool:
        """Whether their titles make them other items, unless much is shared."""
        return bool(are_items(self.pair, self.profile.news)[0])


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
