"""Sizes of intersections of shingle sets.

Decides nothing: similarity and containment are for whoever asks.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.plain import intersect_plain

__all__ = ["intersect", "intersect_plain"]

Values = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]


def intersect(  # noqa: PLR0913 - two ragged arrays and who meets whom
    askers: Places, values_a: Values, offsets_a: Places, starts_b: Places, ends_b: Places, values_b: Values
) -> Counts:
    """How many values set `askers[i]` of a shares with values_b[starts_b[i]:ends_b[i]], int32[p] for p pairs.

    Every set is sorted and distinct uint32; set j of a is values_a[offsets_a[j]:offsets_a[j + 1]].
    ValueError when a pair points outside of the sets.
    """
    offsets_a = runs(offsets_a, len(values_a))
    if len(askers) and not (0 <= askers.min() and askers.max() < len(offsets_a) - 1):
        raise ValueError("an asker that is not there")
    if len(starts_b) and not (0 <= starts_b.min() and ends_b.max() <= len(values_b)):
        raise ValueError("a set that is not there")
    out = np.empty(len(askers), np.int32)
    _intersect(
        reading(askers, np.int64),
        reading(values_a, np.uint32),
        offsets_a,
        reading(starts_b, np.int64),
        reading(ends_b, np.int64),
        reading(values_b, np.uint32),
        out,
    )
    return out


@kernel
def _intersect(  # noqa: PLR0913 - as above
    askers: Places, values_a: Values, offsets_a: Places, starts_b: Places, ends_b: Places, values_b: Values, out: Counts
) -> None:
    for i in range(len(askers)):
        one = values_a[offsets_a[askers[i]] : offsets_a[askers[i] + 1]]
        out[i] = _shared(one, values_b[starts_b[i] : ends_b[i]])


@part
def _shared(one: Values, other: Values) -> int:
    """A merge without branches on the values, which are random and would be mispredicted half of the time."""
    count = i = j = 0
    while i < len(one) and j < len(other):
        x, y = one[i], other[j]
        count += x == y
        i += x <= y
        j += y <= x
    return count
