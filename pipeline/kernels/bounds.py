"""Where the tokens of a UTF-8 text begin and end, 64 bytes at a time.

Plain ASCII is cut by bit arithmetic alone; characters beyond it are decoded one by one and set their bits among the
others, so that a text with a few curly quotes stays nearly as fast. The rules are `characters.tokens`. Hashes nothing.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.characters import ALONE, MARK, SEPARATOR
from pipeline.kernels.jit import part, reading
from pipeline.kernels.lanes import (
    PAD,
    bits_set,
    ideographs,
    leading_bytes,
    letters_of_two,
    signs_of_three,
    trailing_zeros,
    word_bytes,
)

Text = npt.NDArray[np.uint8]
Places = npt.NDArray[np.uint32]

SLACK = 8  # entries past the last token that `token_bounds` may write
NONE = np.uint64(0)
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)
FOUR = np.uint64(4)
BLOCK = np.uint64(64)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
THREE_BYTES, FOUR_BYTES = 0xE0, 0xF0  # the least leading bytes of characters of so many bytes


def padded(blob: Text, offsets: npt.NDArray[np.int64]) -> tuple[int, Text]:
    """How many texts end PAD bytes before the blob does, and a copy of the others with PAD zeros behind them.

    Kernels read so far past a text's end: those up to the number are read where they lie, the others in the copy.
    """
    safe = int(np.searchsorted(offsets[1:], len(blob) - PAD, "right"))
    tail = np.zeros(len(blob) - int(offsets[safe]) + PAD, np.uint8)
    tail[:-PAD] = blob[offsets[safe] :]
    return safe, reading(tail, np.uint8)


@part
def token_bounds(text: Text, length: int, classes: Text, starts: Places, stops: Places) -> np.uint64:
    """Write first and past-last byte of each token of text[:length] and return their number.

    `text` is readable PAD bytes past `length`; `classes` is `characters.class_table()`; `starts` and `stops` have
    length // 2 + 1 + SLACK entries. What is not UTF-8 is cut in some way, never outside of the text.
    """
    found = NONE
    inside = NONE  # 1 when the byte before the block belongs to a token
    spilt = split = NONE  # what a character across the border of two blocks leaves to the second; see `_wide`
    for at in range(0, length + 1, 64):
        rest = np.uint64(length - at)
        valid = ALL if rest >= BLOCK else (ONE << rest) - ONE
        word = word_bytes(text, at) | spilt
        high = leading_bytes(text, at) & valid
        forced = split
        spilt = split = NONE
        if high != NONE:
            two, three = letters_of_two(text, at) & valid, NONE
            high &= ~two
            if high != NONE:
                three = ideographs(text, at) & valid
                high &= ~(three | signs_of_three(text, at))
            word |= two | two << ONE | three | three << ONE | three << TWO
            forced |= three | three << THREE
            over, next_split = (two | three) >> (BLOCK - ONE) | three >> (BLOCK - TWO), three >> (BLOCK - THREE)
            if high != NONE:
                word, forced, spilt, split = _wide(text, at, classes, (high, word, forced, inside))
            spilt, split = spilt | over, split | next_split
        word &= valid
        before = word << ONE | inside
        begin = word & (~before | forced)
        end = before & (~word | begin)
        _write(begin, at, found, starts)
        _write(end, at, found - inside, stops)
        found += bits_set(begin)
        inside = word >> (BLOCK - ONE)
    return found


@part
def _write(bits: np.uint64, at: int, found: np.uint64, places: Places) -> None:
    """Append the places of set bits, four at a time: fewer turns than bits, so fewer wrong guesses of the last one."""
    first = np.uint64(at)
    while bits != NONE:
        for turn in range(4):
            places[found + np.uint64(turn)] = np.uint32(first + trailing_zeros(bits))
            bits &= bits - ONE
        found += FOUR


@part
def _wide(
    text: Text, at: int, classes: Text, block: tuple[np.uint64, np.uint64, np.uint64, np.uint64]
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Add a block's characters beyond ASCII to its bits.

    `block` is (high, word, forced, inside): bytes that begin a character to decode, bytes of tokens, places where a new
    token starts whatever lies before, and whether the byte before the block belongs to a token. Returned are word and
    forced, then what reaches into the next block: bytes of tokens, forced starts.
    """
    high, word, forced, inside = block
    spilt = split = NONE
    while high != NONE:
        place: np.uint64 = trailing_zeros(high)
        high &= high - ONE
        width, point = decoded(text, np.uint64(at) + place)
        bits = (ONE << width) - ONE
        over = bits >> (BLOCK - place) if place + width > BLOCK else NONE
        kind = classes[point]
        here = ONE << place
        if kind == MARK and (word << ONE | inside) & here == NONE:
            kind = SEPARATOR
        if kind == SEPARATOR:
            continue
        word |= bits << place
        spilt |= over
        if kind == ALONE:
            forced |= here
        if kind == ALONE or (kind == MARK and forced & here != NONE):
            after = place + width
            if after < BLOCK:
                forced |= ONE << after
            else:
                split = ONE << (after - BLOCK)
        if kind == MARK:
            forced &= ~here
    return word, forced, spilt, split


@part
def decoded(text: Text, at: np.uint64) -> tuple[np.uint64, np.uint32]:
    """Width in bytes and code point of the character at a byte that is not ASCII."""
    lead = np.uint32(text[at])
    point = lead << np.uint32(6) | _low(text, at, 1)
    if lead < THREE_BYTES:
        return np.uint64(2), point & np.uint32(0x7FF)
    point = point << np.uint32(6) | _low(text, at, 2)
    if lead < FOUR_BYTES:
        return np.uint64(3), point & np.uint32(0xFFFF)
    return FOUR, (point << np.uint32(6) | _low(text, at, 3)) & np.uint32(0x1FFFFF)


@part
def _low(text: Text, at: np.uint64, further: int) -> np.uint32:
    return np.uint32(text[at + np.uint64(further)]) & np.uint32(63)
