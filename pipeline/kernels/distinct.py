"""Sort hashes and drop repeated ones.

Made for values that are spread evenly, as hashes are; any others come out right too, only more slowly.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import part
from pipeline.kernels.lanes import eight_bytes, put_eight_bytes

Values = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.uint32]

BUCKET_BITS = 11
BUCKETS = 1 << BUCKET_BITS
WIDTH = np.uint32(32)
# Buckets of one or two values each: with more of them counting takes longer than it saves, with fewer the sort does.
SOME, SOME_BITS, MORE_BITS = 512, 8, 10
ROUNDS = 3
FEW = 2048  # values up to which the quadratic worst case of an insertion sort is harmless (half a millisecond)
LOW = np.uint32(BUCKETS - 1)
ZERO, ONE, TWO, THREE, HALF = (np.uint64(number) for number in (0, 1, 2, 3, 32))


@part
def sort_distinct(values: Values, scratch: Values, counts: Counts, out: Values) -> int:
    """Write the sorted distinct values to `out` and return their number.

    `values` is overwritten; `scratch` and `out` are at least as long; `counts` has BUCKETS + 1 entries.
    """
    ordered = out[: len(values)]
    if len(values) > FEW:
        _by_digits(values, scratch, counts, ordered)
    else:
        _by_buckets(values, counts, ordered)
    return _drop_repeated(ordered)


@part
def _drop_repeated(ordered: Values) -> int:
    """Move the distinct ones of sorted values to the front and return their number.

    Most sets repeat nothing, which sixteen comparisons at once find out in a tenth of the time.
    """
    repeated = 0
    before, after = ordered[: max(len(ordered) - 1, 0)], ordered[1:]
    for i in range(len(before)):
        repeated += before[i] == after[i]
    if repeated == 0:
        return len(ordered)
    found = 1
    for i in range(1, len(ordered)):
        ordered[found] = ordered[i]
        found += ordered[i] != ordered[found - 1]
    return found


@part
def _by_buckets(values: Values, counts: Counts, out: Values) -> None:
    """One pass into buckets by the highest bits leaves so little disorder that exchanges of neighbours mend most of it.

    These run in vectors and without a branch, while an insertion sort alone guesses wrong at every third value: 0.6
    times as long. It comes last, for what is left.
    """
    bits = SOME_BITS if len(values) <= SOME else MORE_BITS
    _scatter(values, out, counts[: (1 << bits) + 1], WIDTH - np.uint32(bits))
    count = np.uint64(len(values))
    for _ in range(ROUNDS):
        _exchange(out, ZERO, count)
        _exchange(out, ONE, count)
    for i in range(ONE, count):
        value = out[i]
        place = np.uint64(i)
        while place > ZERO and out[place - ONE] > value:
            out[place] = out[place - ONE]
            place -= ONE
        out[place] = value


@part
def _exchange(values: Values, first: np.uint64, count: np.uint64) -> None:
    """Order the values at `first` and behind it, the next two, and so on.

    Two in order are the greater of both ways to read them as one number, the second being its upper half.
    """
    for pair in range((max(count, ONE) - first) >> ONE):
        at = (first << TWO) + (pair << THREE)
        two = eight_bytes(values, at)
        put_eight_bytes(values, at, max(two, two << HALF | two >> HALF))


@part
def _by_digits(values: Values, scratch: Values, counts: Counts, out: Values) -> None:
    """Radix sort from the lowest of three digits on: linear whatever the values."""
    _scatter(values, scratch, counts, np.uint32(0))
    _scatter(scratch[: len(values)], values, counts, np.uint32(BUCKET_BITS))
    _scatter(values, out, counts, np.uint32(2 * BUCKET_BITS))


@part
def _scatter(values: Values, out: Values, counts: Counts, shift: np.uint32) -> None:
    """Order the values by their bits from `shift` on (as many as `counts` tells apart), keeping ties in order."""
    counts[:] = 0
    for i in range(len(values)):
        counts[(values[i] >> shift & LOW) + np.uint32(1)] += np.uint32(1)
    before = np.uint32(0)
    for bucket in range(len(counts)):
        before += counts[bucket]
        counts[bucket] = before
    for i in range(len(values)):
        bucket = values[i] >> shift & LOW
        out[counts[bucket]] = values[i]
        counts[bucket] += np.uint32(1)
