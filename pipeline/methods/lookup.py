"""Rows that agree in at least one of their keys, found by sorting each column of keys.

Knows neither bands nor fingerprints: `lsh` and `pigeonhole` make the keys, and the former compares nothing further.
"""

from collections.abc import Iterator

import numpy as np

from pipeline.kernels.pigeonhole import Blocks, Near, near

CAPACITY = 1 << 20  # pairs a part: 12 MiB


class KeyIndex:
    """Stored rows by each of their keys."""

    def __init__(self, stored: Blocks) -> None:
        """Sort the columns of keys; a stable order keeps rows with equal keys in theirs."""
        self.stored = stored
        self.order = np.stack([np.argsort(column, kind="stable") for column in stored.keys.T])

    def look(self, asked: Blocks, distance: int, *, only_before: bool = False) -> Iterator[Near]:
        """Yield the pairs that share a key and whose words differ in at most `distance` bits, each once, in parts.

        A part has at most 2^20 pairs, or as many as there are rows. With `only_before` the stored rows ask, and find
        those before them.
        """
        lows, highs = np.empty(asked.keys.shape, np.int64), np.empty(asked.keys.shape, np.int64)
        for block, order in enumerate(self.order):
            column = self.stored.keys[order, block]
            lows[:, block] = np.searchsorted(column, asked.keys[:, block], "left")
            highs[:, block] = np.searchsorted(column, asked.keys[:, block], "right")
        next_ = 0
        while next_ < len(asked.words):
            out = Near(*(np.empty(max(CAPACITY, len(self.stored.words)), np.int32) for _ in Near._fields))
            orders = self.order, lows, highs
            next_, count = near(next_, asked, self.stored, orders, (distance, only_before), out)
            yield Near(*(column[:count].copy() for column in out))


def joined(parts: Iterator[Near]) -> Near:
    """All parts as one."""
    nothing = Near(*(np.empty(0, np.int32) for _ in Near._fields))
    return Near(*(np.concatenate(column) for column in zip(nothing, *parts, strict=True)))
