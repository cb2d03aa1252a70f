"""What the labels of a set ask for: pairs that have to be found, pairs that must not be, and pairs that are neither.

Reads no file and judges nothing.
"""

from dataclasses import dataclass
from typing import Final, Literal

Pair = tuple[str, str]
Wish = Literal["duplicate", "different", "neutral"]

DUPLICATE: Final = frozenset(
    {"copy", "duplicate", "near-duplicate", "plagiarised", "re-delivery", "revision", "same-story"}
)
DIFFERENT: Final = frozenset({"different", "recurring", "recurring-edition", "template", "too-short", "unrelated"})


@dataclass(frozen=True)
class Labels:
    """Which labels have to be found and which must not be; all others count neither for nor against."""

    duplicate: frozenset[str] = DUPLICATE
    different: frozenset[str] = DIFFERENT

    def wish(self, label: str | None) -> Wish:
        """What is asked of a pair with this label; without one, it is of different documents."""
        if label in self.duplicate:
            return "duplicate"
        return "different" if label is None or label in self.different else "neutral"


def pair_of(a: str, b: str) -> Pair:
    """The pair in the order of its ids, so that either order is the same pair."""
    return (a, b) if a <= b else (b, a)
