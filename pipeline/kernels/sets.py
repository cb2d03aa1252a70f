"""Sizes of intersections of shingle sets.

Decides nothing: similarity and containment are for whoever asks.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part, reading
from pipeline.kernels.plain import intersect_plain

__all__ = ["intersect", "intersect_plain"]

Values = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]

UNEVEN = 32  # times as long a set must be for searching to beat merging
ZERO = np.uint64(0)
ONE = np.uint64(1)


def intersect(values_a: Values, bounds_a: Places, values_b: Values, bounds_b: Places) -> Counts:
    """How many values the two sets of each pair share, int32[p] for p pairs.

    The sets of pair i are values_a[slice(*bounds_a[i])] and values_b[slice(*bounds_b[i])], each sorted and distinct
    uint32; bounds are int64[p, 2]. ValueError when one leaves its array.
    """
    for values, bounds in ((values_a, bounds_a), (values_b, bounds_b)):
        if len(bounds) and not (bounds.min() >= 0 and bounds.max() <= len(values)):
            raise ValueError("a set that is not there")
    out = np.empty(len(bounds_a), np.int32)
    _intersect(
        reading(values_a, np.uint32),
        reading(bounds_a, np.int64),
        reading(values_b, np.uint32),
        reading(bounds_b, np.int64),
        out,
    )
    return out


@kernel
def _intersect(values_a: Values, bounds_a: Places, values_b: Values, bounds_b: Places, out: Counts) -> None:
    for i in range(len(out)):
        one = values_a[bounds_a[i, 0] : bounds_a[i, 1]]
        out[i] = _shared(one, values_b[bounds_b[i, 0] : bounds_b[i, 1]])


@part
def _shared(one: Values, other: Values) -> np.uint64:
    if len(one) > UNEVEN * len(other):
        return _looked_up(other, one)
    if len(other) > UNEVEN * len(one):
        return _looked_up(one, other)
    return _merged(one, other)


@part
def _merged(one: Values, other: Values) -> np.uint64:
    """Merge without branches on the values, which are random and would be mispredicted half of the time.

    Each set is cut in two at one value, and each half is merged from both ends: four chains of steps that do not wait
    for each other take 0.65 times as long as two, and two 0.6 times as long as one.
    """
    middle1 = np.uint64(len(one)) >> ONE
    middle2 = _first_from(other, one[middle1]) if middle1 else ZERO
    count = low1 = low2 = ZERO
    end1, end2 = middle1, middle2
    start1, start2 = middle1, middle2
    high1, high2 = np.uint64(len(one)), np.uint64(len(other))
    while low1 + ONE < end1 and low2 + ONE < end2 and start1 + ONE < high1 and start2 + ONE < high2:
        x, y = one[low1], other[low2]
        count += np.uint64(x == y)
        low1 += np.uint64(x <= y)
        low2 += np.uint64(y <= x)
        x, y = one[end1 - ONE], other[end2 - ONE]
        count += np.uint64(x == y)
        end1 -= np.uint64(x >= y)
        end2 -= np.uint64(y >= x)
        x, y = one[start1], other[start2]
        count += np.uint64(x == y)
        start1 += np.uint64(x <= y)
        start2 += np.uint64(y <= x)
        x, y = one[high1 - ONE], other[high2 - ONE]
        count += np.uint64(x == y)
        high1 -= np.uint64(x >= y)
        high2 -= np.uint64(y >= x)
    count += _merged_plainly(one[low1:end1], other[low2:end2])
    return count + _merged_plainly(one[start1:high1], other[start2:high2])


@part
def _merged_plainly(one: Values, other: Values) -> np.uint64:
    """Merge what is left from the front."""
    count = first1 = first2 = ZERO
    while first1 < np.uint64(len(one)) and first2 < np.uint64(len(other)):
        x, y = one[first1], other[first2]
        count += np.uint64(x == y)
        first1 += np.uint64(x <= y)
        first2 += np.uint64(y <= x)
    return count


@part
def _first_from(values: Values, least: np.uint32) -> np.uint64:
    """Where the values begin that are not below `least`."""
    first, size = ZERO, np.uint64(len(values))
    while size:
        half = size >> ONE
        is_below = values[first + half] < least
        first = first + half + ONE if is_below else first
        size = size - half - ONE if is_below else half
    return first


@part
def _looked_up(few: Values, many: Values) -> np.uint64:
    """Search each of the few among those of the many that are left."""
    count = first = ZERO
    for value in few:
        last = np.uint64(len(many))
        while first < last:
            middle = (first + last) >> ONE
            if many[middle] < value:
                first = middle + ONE
            else:
                last = middle
        count += np.uint64(first < np.uint64(len(many)) and many[first] == value)
    return count
