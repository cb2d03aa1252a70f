"""Look fingerprints up that differ in few bits: those that agree in a whole block are compared.

Cuts no blocks and keeps no index: both are for whoever asks.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part
from pipeline.kernels.lanes import bits_set
from pipeline.kernels.plain_methods import near_plain

__all__ = ["Blocks", "Near", "near", "near_plain"]

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]


class Blocks(NamedTuple):
    """Fingerprints cut into blocks: `words` uint64[n, 1 or 2], `keys` uint64[n, blocks], the value of each block."""

    words: Words
    keys: Words


class Near(NamedTuple):
    """Who found whom at how many bits' distance: three of int32[p], ordered by asker."""

    askers: Numbers
    found: Numbers
    distances: Numbers


def near(
    first: int,
    asked: Blocks,
    stored: Blocks,
    orders: tuple[Places, Places, Places],
    limits: tuple[int, bool],
    out: Near,
) -> tuple[int, int]:
    """Look up asked fingerprints from `first` on while there is room; return the next one, and how many were found.

    `orders`: int64[blocks, n], the stored ones by key, and int64[asked, blocks] twice, from where to where in it the
    keys are equal. `limits`: the distance in bits; and whether only stored ones before the asker count, for which both
    are the same. `out` needs room for as many as are stored. Each pair is reported once, by its first equal block.
    long: a kernel's columns, which `methods.pigeonhole` makes.
    """
    return _near(first, asked, stored, *orders, *limits, out)


@kernel
def _near(
    first: int,
    asked: Blocks,
    stored: Blocks,
    order: Places,
    lows: Places,
    highs: Places,
    distance: int,
    only_before: bool,  # noqa: FBT001 - a kernel's column
    out: Near,
) -> tuple[int, int]:
    """Do what `near` says. long: as there."""
    count = 0
    for asker in range(first, len(asked.words)):
        room = 0
        for block in range(len(order)):
            room += highs[asker, block] - lows[asker, block]
        if count + min(room, len(stored.words)) > len(out.askers):
            return asker, count
        for block in range(len(order)):
            for place in range(lows[asker, block], highs[asker, block]):
                number = order[block, place]
                if only_before and number >= asker:
                    break
                apart = _apart(asked.words[asker], stored.words[number])
                if apart <= distance and not _agree_before(block, asked.keys[asker], stored.keys[number]):
                    out.askers[count], out.found[count], out.distances[count] = asker, number, apart
                    count += 1
    return len(asked.words), count


@part
def _apart(one: Words, other: Words) -> int:
    apart = 0
    for word in range(len(one)):
        apart += bits_set(one[word] ^ other[word])
    return apart


@part
def _agree_before(block: int, one: Words, other: Words) -> bool:
    agreeing = 0
    for before in range(block):
        agreeing += one[before] == other[before]
    return agreeing > 0
