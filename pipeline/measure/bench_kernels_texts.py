"""Texts of other scripts for the shingling rows, each of 300 to 400 shingles: German, Russian, Chinese.

Times nothing. German and Chinese come from the grammars of the quality sets; Russian words are invented, as those of
`vocabulary` are.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from pipeline.demo.grammar import words
from pipeline.measure.articles import article
from pipeline.measure.draws import Draws
from pipeline.measure.quality.languages import CHINESE, GERMAN
from pipeline.measure.quality.prose import write_article
from pipeline.measure.vocabulary import vocabulary

SEED: Final = 3
GERMAN_MORE: Final = 400  # characters beyond a story, which alone has some 290 shingles
CHINESE_SIZE: Final = 450  # characters of a story, which has as many as 590 shingles
WORD: Final = re.compile("[A-Za-z]+")
STARTS: Final = words("б в г д ж з к л м н п р с т х ч ш ст пр кр тр вл сл зн")
MIDDLES: Final = words("а а а е е е и и о о о о у ы я ю ё")
ENDS: Final = ("", "", "", *words("н т л й м ть ст к в ов ой ами ение ость ский ная ого ить"))
LONGEST: Final = 4  # syllables


def german(number: int) -> str:
    """Write one German text; equal numbers give equal texts, here and below."""
    story = write_article(GERMAN, Draws(SEED, number, 1))
    return f"{story.text}\n\n{story.more(GERMAN_MORE, Draws(SEED, number, 2))}"


def russian(number: int) -> str:
    """Write a text of invented Russian words, one for each word of an invented English one."""
    known = russian_words()
    return WORD.sub(lambda found: in_russian(found[0], known), article(Draws(SEED, number, 3)).text)


def chinese(number: int) -> str:
    """Write one Chinese text, each of whose characters is a token."""
    return write_article(CHINESE, Draws(SEED, number, 4)).text[:CHINESE_SIZE]


SCRIPTS: Final[dict[str, Callable[[int], str]]] = {"German": german, "Russian": russian, "Chinese": chinese}


def in_russian(word: str, known: dict[str, str]) -> str:
    """The Russian for an English word, as capital as that is; the footer's words are made when they come."""
    small = word.lower()
    if small not in known:
        known[small] = russian_word(Draws(SEED, *small.encode()))
    return known[small].capitalize() if word[0].isupper() else known[small]


@cache
def russian_words() -> dict[str, str]:
    """A Russian word for each word of the English vocabulary."""
    return {str(word): russian_word(Draws(SEED, place, 5)) for place, word in enumerate(vocabulary().words)}


def russian_word(draws: Draws) -> str:
    """Invent a word of one to four syllables."""
    syllables = (draws.pick(STARTS) + draws.pick(MIDDLES) for _ in range(draws.between(1, LONGEST)))
    return "".join(syllables) + draws.pick(ENDS)
