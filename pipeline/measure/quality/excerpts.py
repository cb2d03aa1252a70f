"""The set `excerpts`: feed summaries against their articles, and articles that quote another one.

Judges nothing. An article is at least four times as long as its excerpt, so that no excerpt is a near duplicate.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import Language, Topic, lines
from pipeline.measure.draws import Draws
from pipeline.measure.quality.edits import SPACELESS, count_words
from pipeline.measure.quality.labelled import (
    EXCERPT,
    HOUR_MS,
    QUOTATION,
    Pair,
    Part,
    Press,
    QualitySet,
    day,
    feed_of,
    gathered,
)
from pipeline.measure.quality.languages import ARABIC, CHINESE, ENGLISH, GERMAN
from pipeline.measure.quality.prose import set_text, with_articles, write_article

SIZES: Final = (30, 60, 120)  # words
PLACES: Final = ("first", "middle")  # where the excerpt begins: with the article, or with its second paragraph
LANGUAGES: Final = (ENGLISH, ENGLISH, ENGLISH, GERMAN, CHINESE, ARABIC)
EXCERPTS, QUOTATIONS, DEBUNKS = 42, 40, 40  # pairs, the first for each size and each of two places
LONGER: Final = 4.3  # so that 120 words are less than 0.3 of the union with their article
SHORTEST: Final = 240  # words
QUOTED_WORDS: Final = 50
MARKS: Final = ("", " …", " ...", " […]")
LEAD_INS: Final = lines("""
    {speaker} wrote on {day}: “QUOTE …”
    The {brand} put it like this: “QUOTE …”
    As {people} in {place2} could read on {day}, “QUOTE …”
    “QUOTE …” So much for {rival}, said {speaker}.
""")
REFUTATION: Final = Topic(
    titles=lines("""
        No, {people} in {place} were not told the truth about {thing}
        False: what {people} share about {place}
        Fact check: the story of {speaker} and {rival}
    """),
    sentences=lines("""
        {number} {people} have shared a text about {place} since {day}; nearly all of it is invented.
        {group} knows nothing of it, {speaker} told us on {day} after looking through {year} files.
        Nobody named {speaker} works for {group}, and {rival} sold its {thing} in {year}.
        The photograph shows {landscape} near {place3} in {year}, not {street} in {place}.
        {speaker}, who studies rumours in {place2}, calls it “{adjective} and {adjective} nonsense”.
        We asked {rival}: {thing} were never sold at {street}, neither in {month} nor in {year}.
        The first copy came from {rival} on {day} at {hour}; it has {digit} readers and no address.
        {group} has warned {people} of such texts since {month} {year}, {speaker} added.
        A figure of {percent} per cent is true, yet it comes from {place3} and means {goods}.
        {people} who called {group} heard the same: {problem} yes, {creature} no.
        {speaker} of {rival} asks {people} to delete the text; {minute} have done so by {day}.
        Similar stories about {goods} went round {place3} in {year} and {place2} in {year}.
    """),
)
CHECKERS: Final = replace(ENGLISH, general=ENGLISH.general, sizes=(10, 20))
HOAXES: Final = replace(ENGLISH, sizes=(9, 13))


def first_words(text: str, count: int, language: Language) -> str:
    """Return the beginning of a text as feeds have it: white space collapsed, so many words of `count_words`."""
    length = SPACELESS.get(language.code)
    if length is None:
        return " ".join(text.split()[:count])
    run, end = "".join(text.split()), count * length
    while end < len(run) and run[end].isascii():  # a number stays whole
        end += 1
    return run[:end]


def long_article(language: Language, words: int, draws: Draws) -> tuple[str, tuple[str, ...]]:
    """Write the title and the paragraphs of an article of at least so many words."""
    article = write_article(language, draws)
    paragraphs = [language.gap.join(paragraph) for paragraph in article.paragraphs]
    while count_words("\n\n".join(paragraphs), language) < words:
        paragraphs.append(article.more(len(paragraphs[0]), draws))
    return article.title, tuple(paragraphs)


def _excerpt(name: str, size: int, place: str, draws: Draws) -> Part:
    language = draws.pick(LANGUAGES)
    title, paragraphs = long_article(language, max(SHORTEST, round(size * LONGER)), draws)
    text = "\n\n".join(paragraphs)
    start = paragraphs if place == "first" else paragraphs[1:]
    passage = first_words("\n\n".join(start), size, language) + draws.pick(MARKS)
    press = Press(feed_of(draws.pick(("gazette", "courier"))), day(draws.below(20)), language.code)
    reader = Press(feed_of("aggregate"), press.time_ms, language.code)
    reader = reader.later(draws.pick((-1, 1)) * draws.between(1, 9) * HOUR_MS)
    documents = [reader.printed(f"{name}-excerpt", title, passage), press.printed(f"{name}-full", title, text)]
    return documents, [Pair(f"{name}-excerpt", f"{name}-full", EXCERPT, f"{place} {size} words")]


def _quotation(name: str, draws: Draws) -> Part:
    """Two articles, the second with 50 words of the first in a paragraph of its own."""
    title, paragraphs = long_article(ENGLISH, SHORTEST, draws)
    other = write_article(ENGLISH, draws)
    quoted = first_words("\n\n".join(paragraphs[1:]), QUOTED_WORDS, ENGLISH)
    lead_in = with_articles(other.writer.sentence(draws.pick(LEAD_INS))).replace("QUOTE", quoted)
    place = draws.between(1, len(other.paragraphs) - 1)
    text = set_text(ENGLISH, (*other.paragraphs[:place], (lead_in,), *other.paragraphs[place:]))
    press = Press(feed_of("gazette"), day(draws.below(20)))
    later = Press(feed_of("observer"), press.time_ms + draws.between(1, 30) * HOUR_MS)
    documents = [
        press.printed(f"{name}-quoted", title, "\n\n".join(paragraphs)),
        later.printed(f"{name}-quoting", other.title, text),
    ]
    return documents, [Pair(f"{name}-quoted", f"{name}-quoting", QUOTATION, f"{QUOTED_WORDS} words")]


def _debunk(name: str, draws: Draws) -> Part:
    """A hoax, and an article that refutes it and quotes half of its sentences, one by one or in two long passages."""
    hoax = write_article(HOAXES, draws)
    debunk = write_article(CHECKERS, draws, REFUTATION)
    half = len(hoax.sentences) // 2
    if draws.below(2):
        quotes = [f"“{sentence}”" for sentence in hoax.sentences[1::2]]
    else:
        passages = hoax.sentences[: half // 2], hoax.sentences[half : half + (half + 1) // 2]
        quotes = [f"“{' '.join(passage)}”" for passage in passages]
    paragraphs = [list(paragraph) for paragraph in debunk.paragraphs]
    for at, quote in enumerate(quotes):
        paragraphs[at * len(paragraphs) // len(quotes)].append(quote)
    text = set_text(ENGLISH, tuple(map(tuple, paragraphs)))
    press = Press(feed_of("whisper"), day(draws.below(20)))
    later = Press(feed_of("checkers"), press.time_ms + draws.between(5, 60) * HOUR_MS)
    documents = [
        press.printed(f"{name}-hoax", hoax.title, hoax.text),
        later.printed(f"{name}-debunk", debunk.title, text),
    ]
    return documents, [Pair(f"{name}-hoax", f"{name}-debunk", QUOTATION, "half of a hoax")]


def _parts(seed: int) -> Iterator[Part]:
    for size in SIZES:
        for at, place in enumerate(PLACES):
            for number in range(EXCERPTS):
                yield _excerpt(f"{place}{size}-{number:02d}", size, place, Draws(seed, size, at, number))
    for number in range(QUOTATIONS):
        yield _quotation(f"paragraph-{number:02d}", Draws(seed, 1_000, number))
    for number in range(DEBUNKS):
        yield _debunk(f"debunk-{number:02d}", Draws(seed, 2_000, number))


def excerpts(seed: int = 1) -> QualitySet:
    """Generate the set: 252 excerpts with their articles, 40 quoted paragraphs, 40 hoaxes with their refutation."""
    return gathered("excerpts", _parts(seed))
