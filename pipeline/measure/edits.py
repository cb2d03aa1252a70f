"""Seven ways in which a copy differs from its original.

Decides nothing about similarity: which of them a method can find is for the measurement to say. The kinds are those of
the seed's demo (one word, one character, order, white space, 5 % of the words, 10 % and 50 % appended).
"""

from collections.abc import Callable

from pipeline.measure.articles import Article, more_text
from pipeline.measure.draws import Draws
from pipeline.measure.vocabulary import vocabulary

MARGIN_WORDS, MARGIN_CHARACTERS = 5, 20  # edits stay away from the very ends, where fewer shingles hold a word
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _with_words_replaced(text: str, places: list[int], draws: Draws) -> str:
    words = text.split(" ")
    for place in places:
        words[place] = vocabulary().rare_word(draws)
    return " ".join(words)


def one_word(article: Article, draws: Draws) -> str:
    """Replace one word by a rare one."""
    place = draws.between(MARGIN_WORDS, article.text.count(" ") - MARGIN_WORDS)
    return _with_words_replaced(article.text, [place], draws)


def one_character(article: Article, draws: Draws) -> str:
    """Replace one small letter by another."""
    text = article.text
    place = draws.between(MARGIN_CHARACTERS, len(text) - MARGIN_CHARACTERS)
    while text[place] not in LETTERS:
        place -= 1
    others = LETTERS.replace(text[place], "")
    return text[:place] + draws.pick(others) + text[place + 1 :]


def reordered(article: Article, draws: Draws) -> str:
    """Shuffle the sentences of every paragraph."""
    paragraphs = []
    for paragraph in article.text.split("\n\n"):
        sentences = paragraph.removesuffix(".").split(". ")
        paragraphs.append(". ".join(draws.shuffled(sentences)) + ".")
    return "\n\n".join(paragraphs)


def reflowed(article: Article, draws: Draws) -> str:
    """Change white space only (line breaks, doubled blanks); the words stay, so the text counts as equal."""
    return reflow(article.text, draws)


def reflow(text: str, draws: Draws) -> str:
    """Set the words of a text in lines of other lengths, some of them with doubled blanks."""
    lines, words, at = [], text.split(), 0
    while at < len(words):
        width = draws.between(6, 14)
        lines.append(draws.pick((" ", "  ")).join(words[at : at + width]))
        at += width
    return "\n".join(lines) + "\n"


def five_percent(article: Article, draws: Draws) -> str:
    """Replace 5 % of the words, drawn with repetition, by rare ones."""
    words = article.text.count(" ") + 1
    return _with_words_replaced(article.text, [draws.below(words) for _ in range(max(1, words // 20))], draws)


def paragraph_appended(article: Article, draws: Draws) -> str:
    """Append paragraphs on the same topic, at least a tenth of the text."""
    return article.text + "\n\n" + more_text(article.topic, len(article.text) // 10, draws)


def half_appended(article: Article, draws: Draws) -> str:
    """Append paragraphs on the same topic, at least half of the text."""
    return article.text + "\n\n" + more_text(article.topic, len(article.text) // 2, draws)


EDITS: tuple[Callable[[Article, Draws], str], ...] = (
    one_word,
    one_character,
    reordered,
    reflowed,
    five_percent,
    paragraph_appended,
    half_appended,
)
