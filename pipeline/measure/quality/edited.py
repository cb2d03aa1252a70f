"""The sets `edits-LANGUAGE`: originals with a copy for each of the seven edits, and strangers on the same topics.

Draws every language by one plan, so that recall in one can be set against another's; knows no verdicts.
"""

from itertools import chain
from typing import Final

from pipeline.demo.grammar import Language
from pipeline.measure.draws import Draws
from pipeline.measure.quality.edits import EDITS
from pipeline.measure.quality.labelled import (
    HOUR_MS,
    NONE,
    SIBLING,
    Pair,
    Part,
    Press,
    QualitySet,
    day,
    each_with_each,
    feed_of,
    gathered,
)
from pipeline.measure.quality.languages import ARABIC, CHINESE, ENGLISH, GERMAN, HINDI, JAPANESE, THAI
from pipeline.measure.quality.prose import Article, write_article

FAMILIES, STRANGERS = 40, 80  # 400 documents: 40 pairs for each edit
WITHIN_DAYS = 20
HOSTS = ("anker", "boreas", "cygnet", "drumlin", "estuary", "fjord", "gannet", "hazel", "islet")
LANGUAGES: Final[dict[str, Language]] = {
    "english": ENGLISH,
    "german": GERMAN,
    "chinese": CHINESE,
    "japanese": JAPANESE,
    "thai": THAI,
    "arabic": ARABIC,
    "hindi": HINDI,
}


class _Desk:
    """Writes originals, copies and strangers of one language; each is a function of its number alone."""

    def __init__(self, language: Language, seed: int) -> None:
        self._language = language
        self._seed = seed

    def article(self, number: int) -> Article:
        """Write article `number`: originals come first, and topics take turns in both parts."""
        topics = self._language.topics
        topic = topics[number % FAMILIES % len(topics)]
        return write_article(self._language, Draws(self._seed, number), topic)

    def name(self, number: int, edit: str = "") -> str:
        """Return the id of an article or of its copy."""
        return "-".join(filter(None, (self._language.code, f"{number:03d}", edit)))

    def press(self, number: int, hosts: list[str]) -> list[Press]:
        """Return that many printers of one story: the first is the earliest, the others follow within a day."""
        draws = Draws(self._seed, number, 1)
        moment = day(draws.below(WITHIN_DAYS), draws.below(24))
        first, *others = [Press(feed_of(host), moment, self._language.code) for host in hosts]
        return [first, *(press.later(draws.between(HOUR_MS // 60, 23 * HOUR_MS)) for press in others)]

    def family(self, number: int) -> Part:
        """Print an original and its seven copies, each by another paper."""
        article, draws = self.article(number), Draws(self._seed, number, 2)
        first, *others = self.press(number, draws.shuffled(HOSTS)[: 1 + len(EDITS)])
        copies = [
            press.printed(self.name(number, edit.__name__), article.title, edit(article, draws))
            for press, edit in zip(others, EDITS, strict=True)
        ]
        original = first.printed(self.name(number), article.title, article.text)
        names = [document.id or "" for document in copies]
        pairs = [Pair(self.name(number), name, edit.__name__) for name, edit in zip(names, EDITS, strict=True)]
        return [original, *copies], pairs + each_with_each(names, SIBLING)

    def stranger(self, number: int) -> Part:
        """Print an article that has no copy, and set it against an original on its topic."""
        article = self.article(number)
        press = self.press(number, [Draws(self._seed, number, 2).pick(HOSTS)])[0]
        printed = press.printed(self.name(number), article.title, article.text)
        return [printed], [Pair(self.name(number % FAMILIES), self.name(number), NONE)]


def edits(language: str, seed: int = 1) -> QualitySet:
    """Generate the set of that language, a key of `LANGUAGES`: 40 originals, 280 copies, 80 strangers.

    A pair's label is the name of its edit; copies of one original are siblings; each stranger is paired with an
    original on its topic under the label none.
    """
    desk = _Desk(LANGUAGES[language], seed)
    families = map(desk.family, range(FAMILIES))
    strangers = map(desk.stranger, range(FAMILIES, FAMILIES + STRANGERS))
    return gathered(f"edits-{language}", chain(families, strangers))
