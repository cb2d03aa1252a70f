"""Texts to sets of their numbers, by which two instances of one template differ: versions, dates, times, counts.

Reads no value (2.0 and 2 are different numbers), and compares no two texts; `sets` does.
"""

import unicodedata
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.bounds import decoded, padded
from pipeline.kernels.characters import ALONE, MARK, SEPARATOR, TABLE_SIZE, WORD, class_table
from pipeline.kernels.constants import FINAL_ODD, SKETCH_ODD, WORD_ODD
from pipeline.kernels.distinct import BUCKETS, sort_distinct
from pipeline.kernels.hashing import STRIDE, hash_words
from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.lanes import number_bytes, trailing_zeros, word_bytes
from pipeline.kernels.plain_numbers import GLUE, WEIGHT, number_elements_plain

__all__ = ["NumberSets", "number_elements", "number_elements_plain"]

Text = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]
Places = npt.NDArray[np.uint32]
Values = npt.NDArray[np.uint32]
Hashes = npt.NDArray[np.uint64]

FEW = 16  # values that an insertion sort orders faster than buckets
MOST = 3  # elements a token can make at most: each one, and WEIGHT for every two

ASCII = np.uint8(0x80)
CONTINUATION = np.uint8(0xC0)  # a byte inside of a character is below, if not ASCII
NONE, ONE = np.uint64(0), np.uint64(1)
BLOCK = np.uint64(64)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
STEP, ODD, FINAL = np.uint64(WORD_ODD), np.uint64(SKETCH_ODD), np.uint64(FINAL_ODD)
HALF, LAST = np.uint64(32), np.uint64(29)
GLUE_BYTES = tuple(np.uint8(ord(character)) for character in GLUE)


class NumberSets(NamedTuple):
    """The number elements of n texts, one after the other.

    `values` uint32: set i is values[offsets[i]:offsets[i + 1]], sorted and distinct; `offsets` int64[n + 1];
    `orders` uint64[n]: a hash of the text's numbers in order, 0 where it has none.
    """

    values: Values
    offsets: Offsets
    orders: Hashes


class Texts(NamedTuple):
    """Texts one after the other, and a padded copy of those from number `safe` on."""

    blob: Text
    tail: Text
    offsets: Offsets
    safe: int


class Tables(NamedTuple):
    """What characters are: `characters.class_table()` and `digit_table()`."""

    classes: Text
    digits: Text


class Scratch(NamedTuple):
    """Room for the longest text's numbers, used again for each."""

    starts: Places
    stops: Places
    tails: Hashes
    words: Hashes
    values: Values
    sorted: Values
    counts: Values


def number_elements(blob: Text, offsets: Offsets) -> NumberSets:
    """Collect the numbers of n folded texts, given as UTF-8 one after the other (uint8[...], int64[n + 1]).

    ValueError where offsets would leave the texts. The rules are `plain_numbers.number_elements_plain`.
    """
    blob, offsets = reading(blob, np.uint8), runs(offsets, len(blob))
    count = len(offsets) - 1
    size = MOST * (int(offsets[-1] - offsets[0]) // 2 + count)
    out = NumberSets(np.empty(size, np.uint32), np.zeros(count + 1, np.int64), np.empty(count, np.uint64))
    safe, tail = padded(blob, offsets)
    _collect_all(Texts(blob, tail, offsets, safe), Tables(class_table(), digit_table()), out)
    return out._replace(values=out.values[: out.offsets[-1]])


@cache
def digit_table() -> Text:
    """1 for each code point of category Nd, uint8[TABLE_SIZE], read-only."""
    table = np.zeros(TABLE_SIZE, np.uint8)
    table[[point for point in range(0x20000) if unicodedata.category(chr(point)) == "Nd"]] = 1  # there are none beyond
    table.flags.writeable = False
    return table


@kernel
def _collect_all(texts: Texts, tables: Tables, out: NumberSets) -> None:
    offsets = texts.offsets
    longest = 0
    for i in range(len(offsets) - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    scratch = _scratch(longest // 2 + 1)  # with room for two that touch, where a text is cut off in a character
    for i in range(len(offsets) - 1):
        text = texts.blob[offsets[i] :] if i < texts.safe else texts.tail[offsets[i] - offsets[texts.safe] :]
        count = np.int64(_number_bounds(text, np.uint64(offsets[i + 1] - offsets[i]), tables, scratch))
        out.orders[i] = NONE
        out.offsets[i + 1] = out.offsets[i]
        if count:
            hashes = scratch.words[:count]
            hash_words(text, scratch.starts, scratch.stops, scratch.tails, hashes)
            out.orders[i] = _sequence_hash(hashes)
            elements = scratch.values[: _write_elements(text, hashes, scratch)]
            out.offsets[i + 1] += _sort_distinct(elements, scratch, out.values[out.offsets[i] :])


@part
def _scratch(count: int) -> Scratch:
    return Scratch(
        np.empty(count, np.uint32),
        np.empty(count, np.uint32),
        np.empty(STRIDE, np.uint64),
        np.empty(count, np.uint64),
        np.empty(MOST * count, np.uint32),
        np.empty(MOST * count, np.uint32),
        np.empty(BUCKETS + 1, np.uint32),
    )


@part
def _number_bounds(text: Text, length: np.uint64, tables: Tables, scratch: Scratch) -> np.uint64:
    """Write first and past-last byte of each number token of text[:length] and return their number.

    Tokens are not cut at all: around each digit, its own is looked for.
    """
    found = stop = at = NONE
    while at < length:
        left = length - at
        bits = number_bytes(text, at) & (ALL if left >= BLOCK else (ONE << left) - ONE)
        bits &= _bits_from(at, stop)
        word = word_bytes(text, at) if bits != NONE else NONE
        while bits != NONE:
            place: np.uint64 = at + trailing_zeros(bits)
            bits &= bits - ONE
            if _is_digit(text, place, tables.digits):
                scratch.starts[found] = _token_start(text, place, stop, tables.classes)
                stop = place + trailing_zeros(~(word >> (place - at)))
                if stop >= at + BLOCK or text[stop] >= ASCII:  # seldom; else no loop of a length that nobody foresees
                    stop = _token_stop(text, place, length, tables.classes)
                stop = min(stop, length)
                scratch.stops[found] = stop
                found += ONE
                bits &= _bits_from(at, stop)
        at += BLOCK
    return found


@part
def _bits_from(at: np.uint64, first: np.uint64) -> np.uint64:
    """The bits of a block at `at` that stand for bytes from `first` on."""
    skipped = max(first, at) - at
    return ALL << skipped if skipped < BLOCK else NONE


@part
def _is_digit(text: Text, at: np.uint64, digits: Text) -> bool:
    """Whether a byte that `number_bytes` reports begins a digit."""
    return bool(text[at] < ASCII or digits[decoded(text, at)[1]])


@part
def _character(text: Text, at: np.uint64, classes: Text) -> tuple[np.uint64, np.uint8]:
    """Width in bytes and class of the character at a byte."""
    if text[at] < ASCII:
        return ONE, classes[text[at]]
    width, point = decoded(text, at)
    return width, classes[point]


@part
def _token_start(text: Text, at: np.uint64, least: np.uint64, classes: Text) -> np.uint64:
    """Where the token of the digit at a byte begins, the token before having ended at `least`."""
    start = at
    kind = _character(text, at, classes)[1]
    while at > least and kind not in (SEPARATOR, ALONE):
        at -= ONE
        while at > least and ASCII <= text[at] < CONTINUATION:
            at -= ONE
        kind = _character(text, at, classes)[1]
        if kind == WORD:
            start = at
    return start


@part
def _token_stop(text: Text, at: np.uint64, length: np.uint64, classes: Text) -> np.uint64:
    """Past-last byte of the token of the digit at a byte."""
    width, kind = _character(text, at, classes)
    growing = kind == WORD  # what stands alone takes marks and nothing else
    at += width
    while at < length:
        width, kind = _character(text, at, classes)
        if kind != MARK and not (growing and kind == WORD):
            break
        at += width
    return at


@part
def _write_elements(text: Text, words: Hashes, scratch: Scratch) -> int:
    """Write the elements, repeated ones too, into `scratch.values` and return their number."""
    last = len(words)
    for i in range(last):
        scratch.values[i] = np.uint32(words[i])
    count = last
    first = 0
    for i in range(1, last + 1):
        if i < last and _is_glued(text, scratch.stops[i - 1], scratch.starts[i]):
            continue
        if i - first > 1:
            compound = _sequence_hash(words[first:i])
            for salt in range(1, WEIGHT + 1):
                scratch.values[count] = np.uint32(_finished(compound ^ np.uint64(salt) * STEP))
                count += 1
        first = i
    return count


@part
def _is_glued(text: Text, stop: np.uint32, start: np.uint32) -> bool:
    """Whether one character of GLUE is all that there is between two tokens."""
    return start - stop == 1 and text[stop] in GLUE_BYTES


@part
def _sequence_hash(words: Hashes) -> np.uint64:
    """The hash of one word or more in order, never 0."""
    mixed = words[0]
    for i in range(1, len(words)):
        mixed *= ODD
        mixed ^= mixed >> HALF ^ words[i]
    return _finished(mixed)


@part
def _finished(mixed: np.uint64) -> np.uint64:
    mixed *= FINAL
    return max(mixed ^ mixed >> LAST, ONE)


@part
def _sort_distinct(values: Values, scratch: Scratch, out: Values) -> int:
    """Write the sorted distinct values to `out` and return their number."""
    if len(values) > FEW:
        return sort_distinct(values, scratch.sorted, scratch.counts, out)
    found = 0
    for value in values:
        place = found
        while place > 0 and out[place - 1] > value:
            place -= 1
        if place == 0 or out[place - 1] != value:
            for later in range(found, place, -1):
                out[later] = out[later - 1]
            out[place] = value
            found += 1
    return found
