"""Fold a text as `characters.fold` does, several times as fast.

ASCII becomes lower case 64 bytes at a time, and any other character is looked up. A text with a character that may
compose with its neighbours, change places with them or grow beyond six bytes goes through `characters.fold` itself, so
that the two always agree: what is left passes the quick check of UAX 15, composed as well as folded, and such a text
folded character by character is the text folded whole.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels import characters
from pipeline.kernels.bounds import decoded
from pipeline.kernels.jit import kernel, part, reading
from pipeline.kernels.lanes import (
    LANES,
    PAD,
    cased_of_two,
    eight_bytes,
    high_bytes,
    ideographs,
    put_eight_bytes,
    put_small,
    signs_of_three,
    trailing_zeros,
)
from pipeline.kernels.runs import offsets_of

Text = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]
Pages = npt.NDArray[np.uint16]
Entries = npt.NDArray[np.uint64]

WORTHWHILE = 200  # characters from which on the table is faster

# An entry: bits 0-2 the length of the folded character in bytes, or SAME; bits 8-55 these bytes; bits 56-63 its
# canonical combining class. An entry of 0 (no bytes at all, which never happens) is for what needs the whole text.
SAME = 7
MOST_BYTES = 6
GROWTH = 3  # two bytes become six at most
PAGE = 256

# Where characters may change at all; elsewhere are ideographs, Hangul syllables, private use and nothing.
CHANGING = (
    range(0x80, 0x3400),
    range(0xA000, 0xAC00),
    range(0xD7B0, 0xD800),
    range(0xF900, 0x20000),
    range(0x2F800, 0x2FB00),
    range(0xE0000, 0xE0200),
)
HANGUL_SECONDS = (range(0x1161, 0x1176), range(0x11A8, 0x11C3))  # vowels and finals, which join the syllable before

ZERO, EIGHT, CLASS_SHIFT = np.uint64(0), np.uint64(8), np.uint64(56)
LENGTH = np.uint64(7)
HIGH = np.uint8(0x80)
ONE, TWO = np.uint64(1), np.uint64(2)
TWO_FIT, THREE_FIT = np.uint64((1 << 63) - 1), np.uint64((1 << 62) - 1)  # characters that end within 64 bytes
CAPITALS, TO_SMALL = np.uint8(26), np.uint8(32)
CAPITAL_A = np.uint8(ord("A"))


class Folds(NamedTuple):
    """Entries of all code points, by page: that of p is entries[pages[p // PAGE], p % PAGE]. Equal pages are one."""

    pages: Pages
    entries: Entries


def fold_utf8(text: str) -> bytes:
    """Return `characters.fold(text).encode()`; a lone surrogate raises UnicodeEncodeError as there."""
    if text.isascii():
        return text.encode().lower()
    folded = by_table(text) if len(text) >= WORTHWHILE else b""
    return folded or characters.fold(text).encode()


def lower_ascii(text: Text) -> Text:
    """UTF-8 with its capital letters of ASCII made small, as `bytes.lower` does: uint8[n] in, uint8[n] out."""
    out = np.empty(len(text), np.uint8)
    _lower(reading(text, np.uint8), out)
    return out


@kernel
def _lower(text: Text, out: Text) -> None:
    for i in range(len(text)):
        out[i] = text[i] + TO_SMALL if np.uint8(text[i] - CAPITAL_A) < CAPITALS else text[i]


def fold_all(texts: Sequence[str]) -> tuple[Text, Offsets]:
    """Fold n texts at once: UTF-8 one after the other and its offsets, uint8[...] and int64[n + 1].

    Each is folded as by `fold_utf8`, whose calls would cost as much again for texts of some hundred characters.
    """
    if all(map(str.isascii, texts)):
        blob = "".join(texts).encode()
        return lower_ascii(np.frombuffer(blob, np.uint8)), offsets_of(list(map(len, texts)))
    out, lengths = _folded(list(map(str.encode, texts)))
    offsets = offsets_of(np.maximum(lengths, 0))
    if (lengths >= 0).all():
        return out[: offsets[-1]], offsets
    pieces = [out[start:stop].tobytes() for start, stop in pairwise(offsets.tolist())]
    for place in np.flatnonzero(lengths < 0).tolist():
        pieces[place] = characters.fold(texts[place]).encode()
    return np.frombuffer(b"".join(pieces), np.uint8), offsets_of(list(map(len, pieces)))


def by_table(text: str) -> bytes:
    """Fold character by character; nothing comes out when the text needs more than that."""
    encoded = text.encode()
    out = np.empty(GROWTH * len(encoded) + LANES, np.uint8)
    length = _fold_one(np.frombuffer(encoded + bytes(PAD), np.uint8), len(encoded), *folds(), out)
    return out[: max(length, 0)].tobytes()


def _folded(encoded: list[bytes]) -> tuple[Text, Offsets]:
    """Texts folded one after the other, and their lengths, -1 where a text needs more than a table."""
    offsets = offsets_of(list(map(len, encoded)))
    out = np.empty(GROWTH * int(offsets[-1]) + LANES, np.uint8)
    lengths = np.empty(len(encoded), np.int64)
    blob = np.frombuffer(b"".join([*encoded, bytes(PAD)]), np.uint8)
    _fold_all(blob, reading(offsets, np.int64), folds(), out, lengths)
    return out, lengths


@kernel
def _fold_all(blob: Text, offsets: Offsets, table: Folds, out: Text, lengths: Offsets) -> None:
    done = ZERO
    for i in range(len(lengths)):
        length = np.uint64(offsets[i + 1] - offsets[i])
        lengths[i] = _fold(blob[offsets[i] :], length, table, out[np.int64(done) :])
        done += np.uint64(max(lengths[i], 0))


@kernel
def _fold_one(text: Text, length: int, pages: Pages, entries: Entries, out: Text) -> np.int64:
    """Do what `_fold` does; a call with the columns of a table by themselves is the quickest."""
    return _fold(text, np.uint64(length), Folds(pages, entries), out)


@part
def _fold(text: Text, length: np.uint64, table: Folds, out: Text) -> np.int64:
    """Fold text[:length] into `out` and return the number of bytes there, -1 when the text needs more than a table."""
    at = done = last_class = ZERO
    while at < length:
        high = high_bytes(text, at)
        two = cased_of_two(text, at) if high else ZERO
        if two == ZERO:
            for i in range(LANES):
                letter = text[at + np.uint64(i)]
                out[done + np.uint64(i)] = letter + TO_SMALL if np.uint8(letter - CAPITAL_A) < CAPITALS else letter
        else:
            put_small(out, done, text, at)
        high = _unknown(text, at, high, two & TWO_FIT) if high else ZERO
        run = min(trailing_zeros(high), length - at)
        last_class = ZERO if run else last_class
        at += run
        done += run
        slow = at < length and text[at] >= HIGH
        while slow:
            width, point = decoded(text, at)
            entry = table.entries[table.pages[point >> np.uint32(8)], point & np.uint32(0xFF)]
            own_class = entry >> CLASS_SHIFT
            if entry == ZERO or (own_class != ZERO and own_class < last_class):
                return np.int64(-1)
            last_class = own_class
            same = entry & LENGTH == LENGTH
            put_eight_bytes(out, done, eight_bytes(text, at) if same else entry >> EIGHT)
            done += width if same else entry & LENGTH
            at += width
            slow = at < length and text[at] >= HIGH and not _may_stay(text[at])
    return np.int64(done)


@part
def _unknown(text: Text, at: np.uint64, high: np.uint64, two: np.uint64) -> np.uint64:
    """Of the next 64 bytes those beyond ASCII that belong to no character that is folded already and ends there."""
    high &= ~(two | two << ONE)
    if high == ZERO:
        return high
    three: np.uint64 = (ideographs(text, at) | signs_of_three(text, at)) & THREE_FIT
    return high & ~(three | three << ONE | three << TWO)


@part
def _may_stay(lead: np.uint8) -> bool:
    """Whether a character that begins so may be one of those that are passed over 64 bytes at a time."""
    latin, cyrillic = lead == np.uint8(0xC3), lead & np.uint8(0xFE) == np.uint8(0xD0)
    return bool(latin or cyrillic or np.uint8(lead - np.uint8(0xE4)) < np.uint8(6))


@cache
def folds() -> Folds:
    """Look every character up once, which takes a fraction of a second."""
    same = np.full(PAGE, SAME, np.uint64)
    unique: dict[bytes, int] = {same.tobytes(): 0}
    pages = np.zeros(characters.TABLE_SIZE // PAGE, np.uint16)
    seconds = _seconds()
    for first in sorted({point - point % PAGE for points in CHANGING for point in points}):
        page = np.array([_entry(point, seconds) for point in range(first, first + PAGE)], np.uint64)
        pages[first // PAGE] = unique.setdefault(page.tobytes(), len(unique))
    entries = np.frombuffer(b"".join(unique), np.uint64).reshape(-1, PAGE)
    pages.flags.writeable = False
    return Folds(pages, entries)


def _seconds() -> frozenset[str]:
    """Characters that may compose with one before them: the second halves of canonical decompositions."""
    decompositions = (unicodedata.decomposition(chr(point)) for point in chain(*CHANGING))
    pairs = (found.split() for found in decompositions if found and found[0] != "<")
    jamo = map(chr, chain(*HANGUL_SECONDS))
    return frozenset(chain((chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2), jamo))  # noqa: PLR2004 - a pair


def _entry(point: int, seconds: frozenset[str]) -> int:
    character = chr(point)
    composed, folded = unicodedata.normalize("NFKC", character), characters.fold(character)
    own_class = unicodedata.combining(character)
    if composed == folded == character:
        return 0 if character in seconds else own_class << 56 | SAME
    all_of_them = character + composed + folded
    encoded = folded.encode()
    if len(encoded) > MOST_BYTES or not seconds.isdisjoint(all_of_them):
        return 0
    if any(unicodedata.combining(one) != own_class for one in all_of_them):
        return 0
    return own_class << 56 | (SAME if folded == character else int.from_bytes(encoded, "little") << 8 | len(encoded))
