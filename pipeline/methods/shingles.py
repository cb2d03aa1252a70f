"""Texts to sets of shingles, by words or by characters, as the pipeline makes them and as seed B does.

Strips no markup. Any string is taken but one with more than 500 combining marks in a row, which `BadParameter` refuses:
a lone surrogate separates words, as any character does that is no letter, number or mark, and a text with fewer words
or characters than a shingle has an empty set, which resembles nothing.
"""

import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.kernels.character_windows import shingle_characters
from pipeline.kernels.characters import ALONE, MARK, MAX_MARKS, WORD, class_table, fold, marks_beyond
from pipeline.kernels.constants import MAX_WORDS
from pipeline.kernels.folding import fold_all
from pipeline.kernels.text import Shingled, shingle_texts
from pipeline.methods.refused import BadParameter, expect_within

SURROGATE = re.compile("[\ud800-\udfff]")
NO_CHARACTER = "\ufffd"


class ShingleSets(NamedTuple):
    """Sets of n documents: set i is values[offsets[i]:offsets[i + 1]], sorted distinct uint32; offsets int64[n + 1]."""

    values: npt.NDArray[np.uint32]
    offsets: npt.NDArray[np.int64]

    @classmethod
    def of(cls, sets: Sequence[Sequence[int]]) -> "ShingleSets":
        """Sets given as lists of 32-bit numbers in any order, repeated ones counting once."""
        rows = [np.unique(np.array(one, np.uint32)) for one in sets]
        return cls(np.concatenate([np.empty(0, np.uint32), *rows]), _offsets([len(row) for row in rows]))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many shingles each document has, int64[n]."""
        return np.diff(self.offsets)


def word_shingles(texts: Sequence[str], words: int = 5) -> ShingleSets:
    """Sets of every run of `words` words (1 to 16), as the pipeline makes them (kernels, `plain.shingles_plain`).

    Method: Broder, On the resemblance and containment of documents, 1997; five words as seeds B and C have it.
    """
    shingled = shingle_words(texts, words)
    return ShingleSets(shingled.values, shingled.offsets)


def character_shingles(texts: Sequence[str], characters: int = 5) -> ShingleSets:
    """Sets of every run of `characters` characters (1 to 16) of the folded text.

    Letters, numbers and their marks count, and one space for whatever stands between them
    (`plain_methods.squeezed`).
    """
    expect_within("Characters a shingle", characters, 1, MAX_WORDS)
    return ShingleSets(*shingle_characters(*folded_blob(texts), characters))


def md5_shingles(
    texts: Sequence[str], words: int = 5, cut: Callable[[str], list[str]] = lambda text: text.lower().split()
) -> ShingleSets:
    """Sets of the first 32 bits of the MD5 of every run of `words` words joined by spaces, as seed B has it.

    Its words are what stands between blanks, in lower case; `cut=tokens_of` takes the pipeline's instead. Slow.
    """
    expect_within("Words a shingle", words, 1, MAX_WORDS)
    return ShingleSets.of([[_md5_prefix(window) for window in _windows(cut(text), words)] for text in texts])


def shingle_words(texts: Sequence[str], words: int = 5) -> Shingled:
    """Shingle sets, digests of the words, and their number, of n texts."""
    expect_within("Words a shingle", words, 1, MAX_WORDS)
    return shingle_texts(*folded_blob(texts), words)


def folded(text: str) -> str:
    """The text in the form in which it is compared: `characters.fold`, lone surrogates replaced."""
    expect_few_marks([text])
    return fold(SURROGATE.sub(NO_CHARACTER, text))


def expect_few_marks(texts: Sequence[str]) -> None:
    """Raise `BadParameter` for a text that would take long to normalise, as the pipeline refuses it."""
    for place, text in enumerate(texts):
        if count := marks_beyond(text):
            raise BadParameter(
                f"Text {place} has {count} combining marks in a row; {MAX_MARKS} is the limit.", "Leave such texts out."
            )


def tokens_of(text: str) -> list[str]:
    """The words of a text, folded, in order: those of `characters.tokens`, found nine times as fast."""
    return _token_pattern().findall(folded(text))


def word_windows(text: str, words: int = 1) -> list[str]:
    """Every run of `words` words of a text, joined by spaces, in order and with repeats: features for SimHash."""
    expect_within("Words a feature", words, 1, MAX_WORDS)
    return _windows(tokens_of(text), words)


@cache
def _token_pattern() -> re.Pattern[str]:
    """A run that begins with a word character, or a character that stands alone, each with the marks that follow."""
    word, alone, mark = map(_ranges_of, (WORD, ALONE, MARK))
    return re.compile(f"[{word}][{word}{mark}]*|[{alone}][{mark}]*")


def _ranges_of(kind: int) -> str:
    """The characters of a class as a regular expression has them."""
    points = np.flatnonzero(class_table()[: sys.maxunicode + 1] == kind)
    runs = np.split(points, np.flatnonzero(np.diff(points) > 1) + 1)
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in runs)


def _windows(found: Sequence[str], words: int) -> list[str]:
    return [" ".join(found[i : i + words]) for i in range(len(found) - words + 1)]


def _md5_prefix(shingle: str) -> int:
    digest = hashlib.md5(shingle.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return int.from_bytes(digest[:4], "big")


def folded_blob(texts: Sequence[str]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Folded texts in UTF-8, one after the other, and their offsets: what the kernels take."""
    expect_few_marks(texts)
    try:
        return fold_all(texts)
    except UnicodeEncodeError:  # looking for surrogates first would take as long as folding
        return fold_all([SURROGATE.sub(NO_CHARACTER, text) for text in texts])


def _offsets(lengths: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.fromiter(chain([0], lengths), np.int64, len(lengths) + 1).cumsum()
