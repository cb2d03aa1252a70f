"""Articles of 200 to 500 words (or as many characters as that takes) from the grammars of `languages`.

Edits nothing and dates nothing: an article is sentences in paragraphs, and can be made longer on its own subject.
"""

import re
from dataclasses import dataclass
from typing import Final

from pipeline.demo.grammar import Language, Topic, Writer
from pipeline.measure.draws import Draws

PARAGRAPH: Final = (3, 6)  # the fewest and the most sentences of a paragraph
# An "a" that must be "an"; u, eu and "one" as in "useful" keep the "a".
VOWEL_AFTER_A: Final = re.compile(r"\b([Aa]) (?=[aeio]|un(?!i))(?!one\b|eu)")


@dataclass(frozen=True)
class Article:
    """A headline and paragraphs of sentences; its writer knows the fixed words of the story."""

    language: Language
    topic: Topic
    title: str
    paragraphs: tuple[tuple[str, ...], ...]
    writer: Writer

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences in order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @property
    def text(self) -> str:
        """The paragraphs, separated by blank lines."""
        return set_text(self.language, self.paragraphs)

    def more(self, size: int, draws: Draws) -> str:
        """Write further sentences of this story, one paragraph of at least `size` characters."""
        templates, written = (*self.topic.sentences, *self.language.general), list[str]()
        while sum(map(len, written)) < size:
            written += [self.writer.sentence(template) for template in draws.sample(templates, 1)]
        text = self.language.gap.join(written)
        return with_articles(text) if self.language.code == "en" else text


def set_text(language: Language, paragraphs: tuple[tuple[str, ...], ...]) -> str:
    """Join sentences to paragraphs, and paragraphs by blank lines."""
    return "\n\n".join(language.gap.join(paragraph) for paragraph in paragraphs)


def with_articles(text: str) -> str:
    """Return an English text with "an" before vowels: words are drawn without regard to what stands before them."""
    return VOWEL_AFTER_A.sub(r"\1n ", text)


def write_article(language: Language, draws: Draws, topic: Topic | None = None) -> Article:
    """Write an article on that topic or a drawn one: half of its sentences topical, no template twice."""
    chosen = topic or draws.pick(language.topics)
    writer = Writer(language, draws, language.fixed)
    title = writer.sentence(draws.pick(chosen.titles))
    size = draws.between(*language.sizes)
    topical = draws.sample(chosen.sentences, (size + 1) // 2)
    others = draws.sample(language.general, size - len(topical))
    templates = topical[:1] + draws.shuffled([*topical[1:], *others])
    sentences = [writer.sentence(template) for template in templates]
    if language.code == "en":
        sentences = list(map(with_articles, sentences))
    return Article(language, chosen, title, _paragraphs(sentences, draws), writer)


def _paragraphs(sentences: list[str], draws: Draws) -> tuple[tuple[str, ...], ...]:
    paragraphs, at = [], 0
    while at < len(sentences):
        size = draws.between(*PARAGRAPH)
        paragraphs.append(tuple(sentences[at : at + size]))
        at += size
    return tuple(paragraphs)
