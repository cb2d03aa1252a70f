"""Sizes of the intersections of all pairs of sets, counted through an inverted index.

Exact; merging every pair takes some hundred times as long. Decides what is similar by one ratio and nothing else.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.plain_methods import count_plain

__all__ = ["Rule", "Shared", "count_plain", "count_shared"]

Values = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

MOST = (1 << 31) - 1
MOST_DENOMINATOR = 1_000_000_000  # times a union of two sets, it fits into 63 bits
CAPACITY = 1 << 20  # pairs a block: 12 MiB
HALF = np.uint64(32)


class Rule(NamedTuple):
    """A pair is kept when shared * den >= size * num; the size is that of the union, or of the smaller set."""

    num: int
    den: int
    of_smaller: bool = False


class Shared(NamedTuple):
    """Pairs a < b of sets with what they share, three of int32[p], ordered by b, then a."""

    a: Numbers
    b: Numbers
    shared: Numbers


class Postings(NamedTuple):
    """Which sets hold a value, by value, and for each set where those before it stand that share a value with it.

    Set i shares a value with the sets numbers[begins[e]:ends[e]], for e from entries[i] to entries[i + 1] - 1.
    """

    numbers: Numbers
    begins: Values
    ends: Values
    entries: Places


def count_shared(values: Values, offsets: Places, rule: Rule, capacity: int = CAPACITY) -> Iterator[Shared]:
    """Yield the pairs of n sets that the rule keeps, in blocks of at most max(capacity, n) pairs.

    Sets are sorted and distinct: uint32[...], int64[n + 1]. Memory is at most some 30 bytes a value beside the block.
    Time is proportional to n * n / 2 and to the number of values that pairs share. A pair that shares nothing is never
    kept.
    ValueError when there are more than 2^31 - 1 values, or the rule is no ratio above 0 and up to 1.
    """
    offsets = runs(offsets, len(values))
    if len(values) > MOST:
        raise ValueError(f"{len(values)} values: more than {MOST}")
    if not 1 <= rule.num <= rule.den <= MOST_DENOMINATOR:
        raise ValueError(f"{rule.num}/{rule.den}: not above 0 and up to 1, or above {MOST_DENOMINATOR}")
    return _blocks(reading(values, np.uint32), offsets, rule, capacity)


def _blocks(values: Values, offsets: Places, rule: Rule, capacity: int) -> Iterator[Shared]:
    sizes = np.diff(offsets)
    postings = _post(values, offsets, sizes)
    counts = np.zeros(len(sizes), np.int32)
    next_ = 0
    while next_ < len(sizes):
        out = Shared(*(np.empty(max(capacity, len(sizes)), np.int32) for _ in Shared._fields))
        next_, found = _count(next_, postings, sizes, rule, counts, out)
        if found:
            yield Shared(*(column[:found].copy() for column in out))


def _post(values: Values, offsets: Places, sizes: Places) -> Postings:
    keys = np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
    keys |= values[offsets[0] : offsets[-1]].astype(np.uint64) << HALF
    keys.sort()
    entries = np.zeros(len(sizes) + 1, np.int64)
    count = len(keys)
    empty = Postings(np.empty(count, np.int32), np.empty(count, np.uint32), np.empty(count, np.uint32), entries)
    entered = _fill(keys, empty)
    return empty._replace(begins=empty.begins[:entered], ends=empty.ends[:entered])


@kernel
def _fill(keys: Keys, out: Postings) -> int:
    """Fill the columns from sorted keys (value, number); return how many entries there are."""
    entries = out.entries
    begin = 0
    for place in range(len(keys)):
        number = np.int64(np.uint32(keys[place]))
        out.numbers[place] = number
        if place and keys[place] >> HALF != keys[place - 1] >> HALF:
            begin = place
        if begin < place and number + 2 < len(entries):
            entries[number + 2] += 1
    for after in range(2, len(entries)):
        entries[after] += entries[after - 1]
    # entries[i + 1] is now where set i begins; filling moves it to where the set ends, which is where the next begins
    begin = 0
    entered = 0
    for place in range(len(keys)):
        if place and keys[place] >> HALF != keys[place - 1] >> HALF:
            begin = place
        if begin < place:
            entry = entries[out.numbers[place] + 1]
            out.begins[entry], out.ends[entry] = begin, place
            entries[out.numbers[place] + 1] += 1
            entered += 1
    return entered


@kernel
def _count(first: int, postings: Postings, sizes: Places, rule: Rule, counts: Numbers, out: Shared) -> tuple[int, int]:
    """Count for one set after the other from `first` on while there is room; return the next set, and the pairs.

    long: columns of a kernel.
    """
    found = 0
    for number in range(first, len(sizes)):
        if found + number > len(out.a):
            return number, found
        counts[:number] = 0
        for entry in range(postings.entries[number], postings.entries[number + 1]):
            _add(postings.numbers[postings.begins[entry] : postings.ends[entry]], counts)
        found = _keep(number, sizes, rule, counts, out, found)
    return len(sizes), found


@part
def _add(numbers: Numbers, counts: Numbers) -> None:
    """Count one for each number. What all documents share, a footer, comes in consecutive numbers and goes fast."""
    low, high = np.int64(numbers[0]), np.int64(numbers[-1])
    if high - low == len(numbers) - 1:
        consecutive = counts[low : high + 1]
        for i in range(len(consecutive)):
            consecutive[i] += np.int32(1)
        return
    for i in range(len(numbers)):
        counts[np.uint32(numbers[i])] += np.int32(1)


@part
def _keep(number: int, sizes: Places, rule: Rule, counts: Numbers, out: Shared, found: int) -> int:
    """Append the pairs of a set with those before it that the rule keeps. long: columns of a kernel."""
    size = sizes[number]
    for other in range(number):
        shared = np.int64(counts[other])
        if shared == 0:
            continue
        of = min(size, sizes[other]) if rule.of_smaller else size + sizes[other] - shared
        if shared * rule.den >= of * rule.num:
            out.a[found], out.b[found], out.shared[found] = other, number, shared
            found += 1
    return found
