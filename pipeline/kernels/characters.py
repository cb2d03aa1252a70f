"""What the letters of a text are: its folded form, and each character's part in a token.

Hashes nothing and loops over no batch; `text` does, by the table made here. The rules follow the Unicode version of the
interpreter's `unicodedata`, so another version is another profile revision.
"""

import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt

MAX_MARKS = 500  # in a row; no language has ten

SEPARATOR, WORD, ALONE, MARK = range(4)
TABLE_SIZE = 1 << 21  # whatever a four-byte sequence of UTF-8 can hold

# Scripts written without spaces between words: those that UAX 14 breaks by dictionary (class SA) or between any two
# characters (ideographs, kana, Tangut, Nushu, Khitan). Letters and numbers here are tokens by themselves.
SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),  # ideographic iteration mark, closing mark and zero
    (0x3021, 0x303C),  # Hangzhou numerals, kana repeat marks
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),  # Katakana phonetic extensions
    (0x3400, 0x4DBF),  # CJK ideographs, extension A
    (0x4E00, 0x9FFF),  # CJK ideographs
    (0xA9E0, 0xA9FF),  # Myanmar extended B
    (0xAA60, 0xAADF),  # Myanmar extended A, Tai Viet
    (0xF900, 0xFAFF),  # CJK compatibility ideographs
    (0x11700, 0x1174F),  # Ahom
    (0x17000, 0x18DFF),  # Tangut, Khitan
    (0x1AFF0, 0x1B2FF),  # Kana supplements, Nushu
    (0x20000, 0x3FFFF),  # CJK ideographs, extensions B and later
)


def fold(text: str) -> str:
    """NFKC(casefold(NFKC(text))): equal for texts that differ in case, width or composition only.

    The caseless compatibility match of the Unicode Standard, section 3.13, without its removal of ignorable characters.
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def class_of(character: str) -> int:
    """SEPARATOR, WORD, ALONE (a token by itself) or MARK (joins the token before it)."""
    major = unicodedata.category(character)[0]
    if major == "M":
        return MARK
    if major not in "LN":
        return SEPARATOR
    point = ord(character)
    return ALONE if any(first <= point <= last for first, last in SPACELESS) else WORD


def tokens(folded: str) -> list[str]:
    """Cut a folded text into its tokens, in order.

    A token is a run of letters and numbers, or one such character of a script without spaces, each with the marks that
    follow. Everything else separates, a mark that follows a separator included.
    """
    found: list[str] = []
    inside = False  # the last token can still take marks
    growing = False  # it can take word characters as well
    for character in folded:
        kind = class_of(character)
        if inside and (kind == MARK or (growing and kind == WORD)):
            found[-1] += character
        else:
            inside = kind in (WORD, ALONE)
            growing = kind == WORD
            if inside:
                found.append(character)
    return found


@cache
def class_table() -> npt.NDArray[np.uint8]:
    """`class_of` every code point, uint8[TABLE_SIZE], read-only; what no code point reaches is SEPARATOR."""
    classes = {"L": WORD, "N": WORD, "M": MARK}
    table = np.zeros(TABLE_SIZE, np.uint8)
    for planes in (range(0x40000), range(0xE0000, 0xF0000)):  # the others are unassigned or for private use
        table[planes.start : planes.stop] = [classes.get(unicodedata.category(chr(p))[0], SEPARATOR) for p in planes]
    for first, last in SPACELESS:
        block = table[first : last + 1]
        block[block == WORD] = ALONE
    table.flags.writeable = False
    return table


def marks_in_a_row(text: str) -> int:
    """Length of the longest run of MARK characters."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    others = np.flatnonzero(class_table()[np.minimum(points, TABLE_SIZE - 1)] != MARK)
    return int(np.diff(np.concatenate([[-1], others, [len(points)]])).max()) - 1


def marks_beyond(text: str) -> int:
    """How many combining marks follow each other where normalisation would have to sort more than MAX_MARKS, else 0.

    Sorting them takes the square of their number.
    """
    if len(text) <= MAX_MARKS or text.isascii() or unicodedata.is_normalized("NFKC", text):
        return 0
    count = marks_in_a_row(text)
    return count if count > MAX_MARKS else 0
