"""Seven ways in which a copy differs from its original, in any of the languages.

Decides nothing about similarity. The kinds are those of `pipeline.measure.edits`, which knows pseudo-English only: one
word, one character, order, white space, 5 % of the words, 10 % and 50 % appended.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from pipeline.demo.grammar import Language
from pipeline.measure.draws import Draws
from pipeline.measure.edits import reflow
from pipeline.measure.quality.prose import Article, set_text

MARGIN_CHARACTERS: Final = 20  # edits stay away from the very ends, where fewer shingles hold a word
FIVE_PERCENT: Final = 20  # one word of so many
BEFORE, AFTER = r"(?<![^\s\"'“„«「(])", r"(?![^\s\"'”“»」.,;:!?।،؛)])"  # around a word in scripts with blanks
SPACELESS: Final = {"zh": 2, "ja": 2, "th": 4}  # the usual length of a word in characters
LETTERS: Final = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "de": "abcdefghijklmnopqrstuvwxyzäöü",
    "zh": "人大中小上下山水日月木火土石田米竹马牛羊鸟鱼虫花草风云雨雪春夏秋冬东西南北门口手足目耳心力工商学校",
    "ja": "人大中小上下山水日月木火土石田米竹馬牛羊鳥魚虫花草風雲雨雪春夏秋冬東西南北門口手足目耳心力工商学校",
    "th": "กขคงจชซดตถทนบปผพฟมยรลวสหอ",
    "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "hi": "कखगघचछजझटठडढतथदधनपफबभमयरलवशसह",
}


@dataclass(frozen=True, eq=False)
class _Lexicon:
    """The words of a language's grammar that can stand for one another: a pattern for all, and each one's rivals."""

    pattern: re.Pattern[str]
    rivals: dict[str, tuple[str, ...]]


@cache
def _lexicon(language: Language) -> _Lexicon:
    is_spaced, rivals = language.code not in SPACELESS, dict[str, tuple[str, ...]]()
    for listed in language.words.values():
        leaves = [word for word in listed if "{" not in word]
        if len(leaves) > 1:
            # In a script without blanks a single character may be a part of any word.
            rivals.update({word: tuple(leaves) for word in leaves if is_spaced or len(word) > 1})
    choices = "|".join(map(re.escape, sorted(rivals, key=lambda word: (-len(word), word))))
    before, after = (BEFORE, AFTER) if is_spaced else (r"(?<![\d.,:])", r"(?![\d:%])")
    return _Lexicon(re.compile(f"{before}(?:{choices}){after}"), rivals)


def count_words(text: str, language: Language) -> int:
    """Count the words of a text; in scripts without blanks, the characters over the usual length of a word."""
    length = SPACELESS.get(language.code)
    return len("".join(text.split())) // length if length else len(text.split())


def _with_words_replaced(article: Article, count: int, draws: Draws) -> str:
    lexicon, text = _lexicon(article.language), article.text
    inside = range(MARGIN_CHARACTERS, len(text) - MARGIN_CHARACTERS)
    found = [word for word in lexicon.pattern.finditer(text) if word.start() in inside and word.end() in inside]
    for word in sorted(draws.sample(found, count), key=lambda word: -word.start()):
        other = draws.pick([rival for rival in lexicon.rivals[word[0]] if rival != word[0]])
        text = text[: word.start()] + other + text[word.end() :]
    return text


def one_word(article: Article, draws: Draws) -> str:
    """Replace one word by another that may stand in its place."""
    return _with_words_replaced(article, 1, draws)


def one_character(article: Article, draws: Draws) -> str:
    """Replace one letter by another of its script."""
    text, letters = article.text, LETTERS[article.language.code]
    is_ideographic = article.language.code in {"zh", "ja"}
    place = draws.between(MARGIN_CHARACTERS, len(text) - MARGIN_CHARACTERS)
    while not (text[place].isalpha() if is_ideographic else text[place] in letters):
        place -= 1
    return text[:place] + draws.pick(letters.replace(text[place], "")) + text[place + 1 :]


def reordered(article: Article, draws: Draws) -> str:
    """Shuffle the sentences of every paragraph."""
    return set_text(article.language, tuple(tuple(draws.shuffled(paragraph)) for paragraph in article.paragraphs))


def reflowed(article: Article, draws: Draws) -> str:
    """Change white space only (line breaks, doubled blanks); the words stay, so the text counts as equal."""
    if article.language.code in {"zh", "ja"}:
        return _wrapped(article.text, draws)
    return reflow(article.text, draws)


def _wrapped(text: str, draws: Draws) -> str:
    """Break lines between two characters of which neither is part of a number."""
    lines, rest, width = [], "".join(text.split()), draws.between(28, 44)
    while len(rest) > width:
        end = width
        while rest[end - 1].isascii() or rest[end].isascii():
            end -= 1
        lines.append(rest[:end])
        rest = rest[end:]
    return "\n".join([*lines, rest]) + "\n"


def five_percent(article: Article, draws: Draws) -> str:
    """Replace 5 % of the words."""
    count = count_words(article.text, article.language) // FIVE_PERCENT
    return _with_words_replaced(article, max(1, count), draws)


def paragraph_appended(article: Article, draws: Draws) -> str:
    """Append a paragraph on the same topic, at least a tenth of the text."""
    return article.text + "\n\n" + article.more(len(article.text) // 10, draws)


def half_appended(article: Article, draws: Draws) -> str:
    """Append a paragraph on the same topic, at least half of the text."""
    return article.text + "\n\n" + article.more(len(article.text) // 2, draws)


EDITS: Final[tuple[Callable[[Article, Draws], str], ...]] = (
    one_word,
    one_character,
    reordered,
    reflowed,
    five_percent,
    paragraph_appended,
    half_appended,
)
