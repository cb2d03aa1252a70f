"""Series: what a source prints again and again from one template, edition by edition.

Knows no kinds and no labels of its own: `templates` says what a series is and what its editions are to each other.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from pipeline.demo.grammar import Writer
from pipeline.measure.draws import Draws
from pipeline.measure.quality.labelled import Press
from pipeline.measure.quality.languages import ENGLISH
from pipeline.measure.quality.prose import with_articles
from pipeline.measure.quality.standing_texts import WORDS, Form
from pipeline.records import Document

LATE: Final = re.compile(r"<(\w+)>")
FREEZABLE: Final = re.compile(r"<((?!day)\w+)>")
SPEECH: Final = replace(ENGLISH, words=WORDS)
WORD: Final = re.compile(r"\b[a-z]{6,}\b")


@dataclass(frozen=True)
class Edition:
    """What one printing says; its paragraphs are opening, items and the standing part."""

    title: str
    text: str

    def misprinted(self, draws: Draws) -> "Edition":
        """Return it as it was before a typo was fixed: two letters of one word have changed places."""
        words = [word for word in WORD.finditer(self.text) if _twins(word[0])]
        word = draws.pick(words)
        place = word.start() + draws.pick(_twins(word[0]))
        text = self.text[:place] + self.text[place + 1] + self.text[place] + self.text[place + 2 :]
        return Edition(self.title, text)

    def printed(self, name: str, press: Press) -> Document:
        """Print it."""
        return press.printed(name, self.title, self.text)


def _twins(word: str) -> list[int]:
    """Places within a word, its ends left out, where two neighbours differ."""
    return [at for at in range(1, len(word) - 2) if word[at] != word[at + 1]]


class Series:
    """A template with its own words; editions fill in what changes."""

    def __init__(self, form: Form, sentences: int, draws: Draws, frozen: int = 0) -> None:
        """Begin a series with that many standing sentences besides its opening; in `frozen` of them nothing changes.

        Only the day does, if an edition says so.
        """
        self._writer = Writer(SPEECH, draws, form.fixed)
        self._items = form.items
        self._title, self._opening = (self._writer.fill(draws.pick(part)) for part in (form.titles, form.opening))
        body = tuple(map(self._writer.sentence, draws.sample(form.body, sentences)))
        self._body = (*(FREEZABLE.sub(self._drawn, sentence) for sentence in body[:frozen]), *body[frozen:])

    def items(self, count: int, draws: Draws) -> tuple[str, ...]:
        """Draw what only one edition reports, at most as many as the form has templates."""
        return tuple(map(self._writer.sentence, draws.sample(self._items, count)))

    def word(self, slot: str) -> str:
        """Draw a word for a slot."""
        return self._writer.fill(f"{{{slot}}}")

    def _drawn(self, slot: re.Match[str]) -> str:
        return self.word(slot[1])

    def edition(self, values: dict[str, str], items: tuple[str, ...] = ()) -> Edition:
        """Fill in an edition: `values` by name, everything else that changes by draws."""

        def late(slot: re.Match[str]) -> str:
            return values.get(slot[1]) or self.word(slot[1])

        parts = [self._opening, "\n".join(f"- {item}" for item in items), " ".join(self._body)]
        text = with_articles("\n\n".join(LATE.sub(late, part) for part in parts if part))
        title = LATE.sub(late, self._title)
        return Edition(title[:1].upper() + title[1:], text[:1].upper() + text[1:])
