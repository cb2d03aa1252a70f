"""Reproducible draws: SplitMix64 as a counter, so that a key alone says which numbers come.

Knows nothing of documents, is no source of secrets, and uses integers only, so every machine draws the same.

Source of the method: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item")

GAMMA = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
MASK = (1 << 64) - 1


def _mixed(value: int) -> int:
    value = (value ^ value >> 30) * FIRST & MASK
    value = (value ^ value >> 27) * SECOND & MASK
    return value ^ value >> 31


def scaled(bits: NDArray[np.uint64], size: int) -> NDArray[np.int64]:
    """Map the upper halves of 64-bit draws to integers in [0, size), size < 2**32; same shape."""
    return ((bits >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)).view(np.int64)


class Draws:
    """A stream of draws named by a key of integers; different keys give unrelated streams.

    Array and scalar draws advance the same counter: `below_many(n, k)` equals k calls of `below(n)`.
    """

    def __init__(self, *key: int) -> None:
        """Begin the stream of that key; its parts may be any integers of up to 64 bits."""
        self._state = 0
        for part in key:
            self._state = _mixed((self._state + GAMMA ^ part) & MASK)

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + GAMMA) & MASK
        return _mixed(self._state)

    def bits_many(self, count: int) -> NDArray[np.uint64]:
        """Return the next `count` numbers of 64 random bits, shape (count,)."""
        value = np.arange(1, count + 1, dtype=np.uint64)
        value *= np.uint64(GAMMA)
        value += np.uint64(self._state)
        self._state = (self._state + count * GAMMA) & MASK
        value ^= value >> np.uint64(30)
        value *= np.uint64(FIRST)
        value ^= value >> np.uint64(27)
        value *= np.uint64(SECOND)
        value ^= value >> np.uint64(31)
        return value

    def below(self, size: int) -> int:
        """Return an integer in [0, size), size < 2**32; the bias of the multiplication is under size / 2**32."""
        return (self.bits() >> 32) * size >> 32

    def below_many(self, size: int, count: int) -> NDArray[np.int64]:
        """Return `count` integers in [0, size), size < 2**32, shape (count,)."""
        return scaled(self.bits_many(count), size)

    def between(self, low: int, high: int) -> int:
        """Return an integer in [low, high], both ends included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return `count` different items in drawn order; all of them, drawn order, when there are fewer."""
        rest = list(items)
        for i in range(min(count, len(rest) - 1)):
            j = i + self.below(len(rest) - i)
            rest[i], rest[j] = rest[j], rest[i]
        return rest[:count]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return all items in drawn order (Fisher and Yates)."""
        return self.sample(items, len(items))

    def permutation(self, count: int) -> NDArray[np.int64]:
        """Return the numbers 0..count-1 in drawn order, shape (count,): the order of as many drawn numbers."""
        return np.argsort(self.bits_many(count), kind="stable")
