"""Texts as people look at them: what of a document is shown, its script, and the difference of two texts.

Judges nothing: shingles are folded words, these are the words as they were written.
"""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, NamedTuple

from pipeline.records import Document
from pipeline.stages.html import text_of_html

LETTERS_LOOKED_AT: Final = 2000  # of a text, for its script
ANCHOR_WORDS: Final = 4  # a run of so many words that comes once in each text holds the two together
MOST_COMPARED: Final = 1 << 20  # pairs of words between two anchors, some 0.1 s; what is larger is shown as replaced
CONTEXT_WORDS: Final = 8  # equal words that are shown on either side of a difference
SPACELESS: Final = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")  # a character is a word


class Piece(NamedTuple):
    """A run of words that both texts have (`both`), only the first (`one`) or only the second (`other`)."""

    side: str
    words: Sequence[str]


def shown_text(document: Document) -> str:
    """The text that is judged, before it is folded: `text`, else what `html` shows, else the title."""
    if document.text and not document.text.isspace():
        return document.text
    html = text_of_html(document.html) if document.html else ""
    return html if html.strip() else document.title or ""


@lru_cache(maxsize=1 << 14)
def script_of_character(character: str) -> str:
    """The first word of a letter's Unicode name (LATIN, CJK, THAI), "" for what is no letter."""
    if not character.isalpha():
        return ""
    return unicodedata.name(character, "").partition(" ")[0].partition("-")[0].capitalize()


def script_of(text: str) -> str:
    """The script of most letters, by its name in Unicode; "none" without letters. Kana make a text Japanese."""
    counts = Counter(filter(None, map(script_of_character, text[:LETTERS_LOOKED_AT])))
    if not counts:
        return "none"
    most = counts.most_common(1)[0][0]
    return "Japanese" if most in {"Hiragana", "Katakana"} or (most == "Cjk" and counts["Hiragana"]) else most


def words_of(text: str) -> list[str]:
    """Words as written, cut at white space; each character of a script without spaces is one."""
    words: list[str] = []
    for part in text.split():
        if part.isascii():
            words.append(part)
            continue
        word = ""
        for character in part:
            if is_spaceless(character) and not unicodedata.combining(character):
                words += [word, character] if word else [character]
                word = ""
            elif unicodedata.combining(character) and not word and words:
                words[-1] += character
            else:
                word += character
        words += [word] if word else []
    return words


def difference(one: str, other: str) -> list[Piece]:
    """The words of two texts, cut into what they share and what they do not, in reading order.

    Method: patience difference (Cohen) over runs of words that are unique in both texts, then `difflib` between them:
    it stays linear for long texts that are alike.
    """
    a, b = words_of(one), words_of(other)
    pieces: list[Piece] = []
    at_a = at_b = 0
    for start_a, start_b in [*anchors(a, b), (len(a), len(b))]:
        if start_a >= at_a and start_b >= at_b:
            for piece in between(a[at_a:start_a], b[at_b:start_b]):
                add(pieces, piece)
            end = min(ANCHOR_WORDS, len(a) - start_a)
            add(pieces, Piece("both", a[start_a : start_a + end]))
            at_a, at_b = start_a + end, start_b + end
        elif start_a - at_a == start_b - at_b:  # it overlaps the anchor before by as much on both sides
            add(pieces, Piece("both", a[at_a : start_a + ANCHOR_WORDS]))
            at_a, at_b = start_a + ANCHOR_WORDS, start_b + ANCHOR_WORDS
    return pieces


def anchors(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Places of runs that come once in each, as many as are in the same order in both (longest increasing run)."""
    places = [once(words) for words in (a, b)]
    pairs = sorted((at, places[1][run]) for run, at in places[0].items() if run in places[1])
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (_, at) in enumerate(pairs):
        length = bisect_left(tails, at)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1], ends[length : length + 1] = [at], [place]
    chain: list[tuple[int, int]] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        chain.append(pairs[place])
        place = before[place]
    return chain[::-1]


def once(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Where each run of words begins that comes once."""
    runs = [tuple(words[i : i + ANCHOR_WORDS]) for i in range(len(words) - ANCHOR_WORDS + 1)]
    counts = Counter(runs)
    return {run: place for place, run in enumerate(runs) if counts[run] == 1}


def between(a: Sequence[str], b: Sequence[str]) -> Iterator[Piece]:
    """Compare what lies between two anchors word by word."""
    if len(a) * len(b) > MOST_COMPARED:
        yield from (Piece("one", a), Piece("other", b))
        return
    for what, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if what == "equal":
            yield Piece("both", a[a1:a2])
        else:
            yield from (Piece("one", a[a1:a2]), Piece("other", b[b1:b2]))


def add(pieces: list[Piece], piece: Piece) -> None:
    """Append a piece, or its words to the last one of the same side."""
    if not piece.words:
        return
    if pieces and pieces[-1].side == piece.side:
        pieces[-1] = Piece(piece.side, [*pieces[-1].words, *piece.words])
    else:
        pieces.append(piece)


def shortened(pieces: Sequence[Piece], context: int = CONTEXT_WORDS) -> list[Piece]:
    """Leave out the inside of long runs; a piece `gap` with their number stands for it."""
    short: list[Piece] = []
    for place, (side, words) in enumerate(pieces):
        is_inside = side != "both" or len(pieces) == 1
        head = context if place or is_inside else 0
        tail = context if place + 1 < len(pieces) or is_inside else 0
        left = len(words) - head - tail
        if left <= 1:
            short.append(Piece(side, words))
            continue
        parts = (Piece(side, words[:head]), Piece("gap", [str(left)]), Piece(side, words[head + left :]))
        short += [part for part in parts if part.words]
    return short


def joined(words: Sequence[str]) -> str:
    """Words as one line: no blank between two characters of a script without spaces, nothing that steers a terminal."""
    line = ""
    for word in words:
        shown = "".join(character if character.isprintable() else "\ufffd" for character in word)
        is_close = line and is_spaceless(line[-1]) and is_spaceless(shown[0])
        line += shown if is_close or not line else f" {shown}"
    return line


def is_spaceless(character: str) -> bool:
    """Whether no blank stands before and after this character: letters of scripts without spaces, their punctuation."""
    if not character.isalpha():
        return unicodedata.east_asian_width(character) in {"W", "F"} or "\u0e00" <= character <= "\u0eff"
    return script_of_character(character).upper() in SPACELESS
