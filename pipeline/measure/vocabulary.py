"""The words of generated documents: 20,000 pseudo-English ones, a common part with Zipf's frequencies and a rare part.

Reads no word list of the system, so that the same documents come out everywhere; means nothing in any language.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pipeline.measure.draws import Draws, scaled

COMMON, WORDS = 800, 20_000
# Rank shift of the Zipf-Mandelbrot law: with less of it two or three words would fill every sentence.
SHIFT = 12
LONG = 3  # syllables of a word that ends in a suffix
SCALE = 1 << 20  # the law in integers, so that no machine rounds it otherwise


def _parts(text: str) -> tuple[str, ...]:
    """Split at blanks; a part may be repeated to be more frequent, "_" stands for nothing."""
    return tuple(part.replace("_", "") for part in text.split())


STARTS = _parts("b c d f g h l m n p r s t v w b c d f l m n p r s t br ch cl cr dr fl gr pl pr sh sp st th tr")
MIDDLES = _parts("a a a e e e e i i i o o o u u ai ea ee ou")
ENDS = _parts("_ _ _ _ _ _ n n r r s l t m nd st ck")
SUFFIXES = _parts("_ _ _ s s ed ing ion er ers al ment ness ity ous able ive ism")


@dataclass(frozen=True)
class Vocabulary:
    """All words, the common ones first.

    `words` has shape (WORDS,), dtype object; `steps` shape (COMMON,), the running sums of the common words' weights.
    """

    words: NDArray[np.object_]
    steps: NDArray[np.int64]

    def common(self, bits: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Map 64-bit draws to numbers of common words, frequent ones more often (Zipf-Mandelbrot); same shape."""
        return np.searchsorted(self.steps, scaled(bits, int(self.steps[-1])), side="right")

    def rare(self, bits: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Map 64-bit draws to numbers of rare words, all equally often; same shape."""
        return COMMON + scaled(bits, WORDS - COMMON)

    def rare_word(self, draws: Draws) -> str:
        """Draw one rare word."""
        return str(self.words[draws.between(COMMON, WORDS - 1)])


def _word(draws: Draws, syllables: int) -> str:
    parts = [draws.pick(STARTS) + draws.pick(MIDDLES) for _ in range(syllables)]
    # Closed syllables in the middle of a word pile up consonants that nobody could say.
    return "".join([*parts, draws.pick(ENDS if syllables < LONG else SUFFIXES)])


def _new_words(draws: Draws, count: int, syllables: tuple[int, ...], known: set[str]) -> list[str]:
    words: list[str] = []
    while len(words) < count:
        word = _word(draws, draws.pick(syllables))
        if word not in known:
            known.add(word)
            words.append(word)
    return words


@cache
def vocabulary() -> Vocabulary:
    """Make the words, once in a process; about 0.1 s."""
    draws, known = Draws(20_000, 1), set[str]()
    common = _new_words(draws, COMMON, (1, 2, 2, 2, 3), known)
    words = common + _new_words(draws, WORDS - COMMON, (2, 3, 3, 4), known)
    weights = SCALE // (np.arange(COMMON, dtype=np.int64) + SHIFT)
    return Vocabulary(np.array(words, dtype=object), np.cumsum(weights))
