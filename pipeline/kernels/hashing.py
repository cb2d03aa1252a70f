"""Hashes of words, of windows of words, and of a whole sequence of words.

Finds no word boundary and keeps no set. The twins are `plain.word_hash`, `plain.shingle_hash` and `plain.digest_plain`.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import FACTORS, FINAL_ODD, WORD_ODD, WORD_SEED
from pipeline.kernels.jit import part
from pipeline.kernels.lanes import eight_bytes

Text = npt.NDArray[np.uint8]
Places = npt.NDArray[np.uint32]
Hashes = npt.NDArray[np.uint64]

STRIDE = 256  # words that are loaded before they are hashed: they stay in the nearest cache
ZERO = np.uint64(0)
ONE, TWO = np.uint64(1), np.uint64(2)
THREE = np.uint64(3)
EIGHT = np.uint64(8)
SIXTEEN = np.uint32(16)
HALF = np.uint64(32)
LAST = np.uint64(29)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
SEED = np.uint64(WORD_SEED)
ODD = np.uint64(WORD_ODD)
FINAL = np.uint64(FINAL_ODD)
MULTIPLIERS = np.array(FACTORS, np.uint64)
M0, M1, M2, M3, M4 = (np.uint64(factor) for factor in FACTORS[:5])

# MurmurHash3 x64 128 (Austin Appleby, public domain).
C1, C2 = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)
ADD1, ADD2 = np.uint64(0x52DCE729), np.uint64(0x38495AB5)
FMIX1, FMIX2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
FIVE = np.uint64(5)
R27, R31, R33 = np.uint64(27), np.uint64(31), np.uint64(33)
WORD, TWO_WORDS = np.uint64(64), np.uint64(128)
BYTE = np.uint64(0xFF)


@part
def hash_words(text: Text, starts: Places, stops: Places, tails: Hashes, hashes: Hashes) -> None:
    """Hash the words text[starts[i]:stops[i]] into `hashes`, whose length is their number; `tails` is room for STRIDE.

    The first sixteen bytes of each are loaded by one loop and hashed by a second without a branch, which therefore runs
    in vectors; in one loop the loads would be gathers, which are slow or not taken at all: 1.7 times as long. A third
    goes on with the few longer words. Indices that are unsigned or begin at 0 need no test for wrap-around.
    """
    for first in range(0, len(hashes), STRIDE):
        some = hashes[first : first + STRIDE]
        begin, end, more = starts[first:][: len(some)], stops[first:][: len(some)], tails[: len(some)]
        longest = ZERO
        for i in range(len(some)):
            place = np.uint64(begin[i])
            some[i], more[i] = eight_bytes(text, place), eight_bytes(text, place + EIGHT)
            longest = max(longest, np.uint64(end[i]) - place)
        if longest <= EIGHT:  # scripts whose characters are tokens
            for i in range(len(some)):
                some[i] = _mixed(SEED, some[i] & ALL >> (WORD - (np.uint64(end[i] - begin[i]) << THREE)))
            continue
        for i in range(len(some)):
            bits = np.uint64(end[i] - begin[i]) << THREE
            head = _mixed(SEED, some[i] & ALL >> (max(WORD, bits) - bits))
            both = _mixed(head, more[i] & ALL >> min(max(TWO_WORDS, bits) - bits, WORD - ONE))
            some[i] = both if bits > WORD else head
        _hash_rests(text, begin, end, more, some)


@part
def _hash_rests(text: Text, starts: Places, stops: Places, places: Hashes, hashes: Hashes) -> None:
    """Go on with words of more than sixteen bytes, listed in `places` first: asking each would be guessed wrong."""
    longer = ZERO
    for i in range(len(hashes)):
        places[longer] = i
        longer += np.uint64(stops[i] - starts[i] > SIXTEEN)
    for i in range(longer):
        place = places[i]
        at, stop, mixed = np.uint64(starts[place]) + TWO * EIGHT, np.uint64(stops[place]), hashes[place]
        while at < stop:
            left = min(stop - at, EIGHT)
            mixed = _mixed(mixed, eight_bytes(text, at) & ALL >> ((EIGHT - left) << THREE))
            at += EIGHT
        hashes[place] = mixed


@part
def _mixed(mixed: np.uint64, chunk: np.uint64) -> np.uint64:
    mixed = (mixed ^ chunk) * ODD
    return mixed ^ mixed >> HALF


@part
def hash_windows(words: Hashes, width: int, scratch: Hashes, out: Places) -> None:
    """Hash each window of `width` words into `out` (32 bits), whose length is the number of windows."""
    count = len(out)
    if width == 5:  # noqa: PLR2004 - the default width, unrolled: its sums stay in registers
        w0, w1, w2, w3, w4 = words[:count], words[1 : 1 + count], words[2 : 2 + count], words[3 : 3 + count], words[4:]
        for i in range(count):
            out[i] = _finished(M0 * w0[i] + M1 * w1[i] + M2 * w2[i] + M3 * w3[i] + M4 * w4[i])
        return
    sums = scratch[:count]
    sums[:] = ZERO
    for place in range(width):
        multiplier = MULTIPLIERS[place]
        shifted = words[place : place + count]
        for i in range(count):
            sums[i] += multiplier * shifted[i]
    for i in range(count):
        out[i] = _finished(sums[i])


@part
def _finished(mixed: np.uint64) -> np.uint32:
    mixed ^= mixed >> HALF
    mixed *= FINAL
    return np.uint32(mixed ^ mixed >> LAST)


@part
def digest_words(words: Hashes) -> tuple[np.uint64, np.uint64]:
    """MurmurHash3 x64 128 with seed 0 of the words' bytes (little endian), its halves read as big-endian numbers."""
    one = two = ZERO
    for i in range(0, len(words) - 1, 2):
        one = (_turned(one ^ _scrambled(words[i], C1, R31, C2), R27) + two) * FIVE + ADD1
        two = (_turned(two ^ _scrambled(words[i + 1], C2, R33, C1), R31) + one) * FIVE + ADD2
    if len(words) % 2:
        one ^= _scrambled(words[-1], C1, R31, C2)
    size = np.uint64(len(words)) << THREE
    one, two = one ^ size, two ^ size
    one += two
    two += one
    one, two = _avalanche(one), _avalanche(two)
    one += two
    return _reversed(one), _reversed(two + one)


@part
def _turned(mixed: np.uint64, by: np.uint64) -> np.uint64:
    return mixed << by | mixed >> (WORD - by)


@part
def _scrambled(word: np.uint64, before: np.uint64, by: np.uint64, after: np.uint64) -> np.uint64:
    return _turned(word * before, by) * after


@part
def _avalanche(mixed: np.uint64) -> np.uint64:
    mixed = (mixed ^ mixed >> R33) * FMIX1
    mixed = (mixed ^ mixed >> R33) * FMIX2
    return mixed ^ mixed >> R33


@part
def _reversed(word: np.uint64) -> np.uint64:
    """The same eight bytes in the other order."""
    turned = ZERO
    for _ in range(8):
        turned = turned << EIGHT | word & BYTE
        word >>= EIGHT
    return turned
