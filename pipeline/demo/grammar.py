"""Stories from a grammar of templates and word lists, so that invented news reads like news.

Says nothing true, and knows no feed and no family. A template names its slots in braces; a word may hold slots itself.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pipeline.measure.draws import Draws

SLOT: Final = re.compile(r"\{(\w+)\}")
SENTENCES_A_PARAGRAPH: Final = 3


@dataclass(frozen=True)
class Topic:
    """What stories on one subject are made of: templates of headlines and of sentences."""

    titles: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, eq=False)  # a language is itself only, and so can be a key
class Language:
    """A grammar. `code` is a BCP 47 tag; `gap` stands between sentences; `fixed` slots keep their word within a story.

    `general` sentences fit any topic. `notices` are (title, text) of announcements too short to be compared.
    `sizes` are the fewest and the most sentences of a story, chosen so that a story has some 100 to 300 shingles.
    """

    code: str
    gap: str
    topics: tuple[Topic, ...]
    general: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    fixed: frozenset[str]
    sizes: tuple[int, int]
    notices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Story:
    """A headline and sentences, to be set in paragraphs."""

    language: Language
    title: str
    sentences: tuple[str, ...]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The sentences, three to a paragraph."""
        starts = range(0, len(self.sentences), SENTENCES_A_PARAGRAPH)
        return tuple(self.language.gap.join(self.sentences[at : at + SENTENCES_A_PARAGRAPH]) for at in starts)


class Writer:
    """Fills templates of one language; what is fixed stays the same for the writer's life, which is one story."""

    def __init__(self, language: Language, draws: Draws, fixed: frozenset[str]) -> None:
        """Begin a story; its words come from `draws`, those of the slots in `fixed` once."""
        self._language = language
        self._draws = draws
        self._slots = fixed
        self._fixed: dict[str, str] = {}

    def fill(self, template: str) -> str:
        """Return the template with a word in each slot."""
        return SLOT.sub(lambda slot: self._word(slot[1]), template)

    def sentence(self, template: str) -> str:
        """Fill the template and begin it with a capital."""
        text = self.fill(template)
        return text[:1].upper() + text[1:]

    def more(self, count: int) -> tuple[str, ...]:
        """Write further sentences that fit any topic, with the fixed words of this story."""
        return tuple(map(self.sentence, self._draws.sample(self._language.general, count)))

    def _word(self, slot: str) -> str:
        if slot in self._fixed:
            return self._fixed[slot]
        if slot not in self._slots:
            return self.fill(self._draws.pick(self._language.words[slot]))
        taken = self._fixed.values()  # so that no team plays itself
        word = self.fill(self._draws.pick([word for word in self._language.words[slot] if word not in taken]))
        return self._fixed.setdefault(slot, word)


def write_story(language: Language, draws: Draws) -> tuple[Story, Writer]:
    """Write a story; its writer can add to it."""
    topic, writer = draws.pick(language.topics), Writer(language, draws, language.fixed)
    title = writer.sentence(draws.pick(topic.titles))
    size = draws.between(*language.sizes)
    topical = draws.sample(topic.sentences, (size + 1) // 2)
    templates = topical[:1] + draws.shuffled([*topical[1:], *draws.sample(language.general, size - len(topical))])
    return Story(language, title, tuple(map(writer.sentence, templates))), writer


def write_notice(language: Language, draws: Draws) -> tuple[str, str]:
    """Write the title and the text of a short announcement, in most languages too short to be compared."""
    writer = Writer(language, draws, frozenset(language.words))
    title, text = draws.pick(language.notices)
    return writer.sentence(title), writer.sentence(text)


def lines(text: str) -> tuple[str, ...]:
    """Return the lines of a block, without blank ones: one template a line."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def words(text: str) -> tuple[str, ...]:
    """Return the words of a block that are separated by white space; "_" stands for a blank within a word."""
    return tuple(word.replace("_", " ") for word in text.split())
