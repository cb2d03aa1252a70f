"""The set `boilerplate`: different stories of one publisher with 0 to 60 % of the same words around them.

Judges nothing, and no story is printed twice: whoever finds a duplicate here has found the publisher.
"""

from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import Writer, lines
from pipeline.measure.draws import Draws
from pipeline.measure.quality.edits import count_words
from pipeline.measure.quality.labelled import (
    DIFFERENT,
    HOUR_MS,
    Part,
    Press,
    QualitySet,
    day,
    each_with_each,
    feed_of,
    gathered,
)
from pipeline.measure.quality.languages import ENGLISH
from pipeline.measure.quality.prose import Article, with_articles, write_article
from pipeline.records import Document

SHARES: Final = (0, 15, 30, 45, 60)  # percent of a document's words
PUBLISHERS, STORIES = 2, 40  # for each share, and for each publisher
STORY_WORDS: Final = 210
STANDING: Final = lines("""
    {paper} is printed by {rival} at {street}, {place2}, and read by {number} {people} every {day}.
    Write to {speaker} or {speaker} about {adjective} mistakes before {day} at {hour}.
    {people} who give {minute} crowns in {month} receive {goods}, {thing} and {adjective} letters from {speaker}.
    {rival} owns {percent} per cent of {paper}, {rival} the rest, under an agreement of {year}.
    Photographs of {landscape} by {speaker}; maps of {place2} and {place3} by {rival}.
    No part of {paper} may be sold with {goods} unless {speaker} of {rival} agrees.
    {paper} has warned {people} of {problem} and {problem} since {year}, {adjective} years included.
    Listen to {speaker} and {speaker} talk about {creature}, {thing} and {goods} on {day} at {hour}.
    Figures on {goods} come from {group} and are {digit} weeks old, those on {thing} {minute} days.
    {people} under {minute} read {paper} free at {street} until {hour}, {people} over {minute} all day.
    Our {adjective} shop in {place3} sells {goods}, {thing} and {adjective} covers from {year}.
    {speaker} leads {paper}; {speaker} keeps its accounts, {speaker} its archive in {place2}.
    Read next: {adjective} letters about {creature} near {landscape}, and {number} answers by {people}.
    The prize of {group} went to {paper} in {year} for {adjective} reports on {problem}.
    {paper} pays {people} of {place3} {money} crowns a line for {adjective} news of {thing}.
    Complaints about {problem} go to {group}, {street}, {place3}, within {digit} weeks.
    Advertisements by {rival}, {rival} and {rival} do not touch what {speaker} writes.
    {number} {people} follow {paper} from abroad, most of them from {place2} or {landscape}.
    Join {people} and {people} on a {adjective} walk through {landscape} in {month}.
    {paper} was called {brand} {trade} until {month} {year}, when {speaker} bought it.
    Cookies help {rival} to count {people}; {speaker} tells how to stop it.
    {rival} delivers {paper} to {street} by {hour}, in {season} by {hour}.
    Reprints cost {minute} crowns for {people}, nothing for {group}.
    {speaker}, {minute}, corrects {paper} at night with {thing} and {adjective} patience.
""")
LONG: Final = replace(ENGLISH, sizes=(21, 25))  # stories are cut from these
NAMES: Final = ("The Harbour Post", "The Valley Record")


def _standing(name: str, share: int, draws: Draws) -> tuple[str, ...]:
    """Write a publisher's standing sentences, as many words as leave room for a story of `STORY_WORDS`."""
    writer, templates = Writer(ENGLISH, draws, ENGLISH.fixed), iter(draws.shuffled(STANDING))
    sentences, wanted = list[str](), STORY_WORDS * share // (100 - share)
    while count_words(" ".join(sentences), ENGLISH) < wanted:
        template = next(templates).replace("{paper}", name)
        sentences.append(with_articles(writer.sentence(template)))
    return tuple(sentences)


def _story(article: Article, words: int) -> str:
    """Cut an article after the sentence that comes nearest to so many words."""
    counts, total = [0], 0
    for sentence in article.sentences:
        total += count_words(sentence, ENGLISH)
        counts.append(total)
    best = min(range(1, len(counts)), key=lambda at: abs(counts[at] - words))
    kept, paragraphs = 0, list[str]()
    for paragraph in article.paragraphs:
        taken = paragraph[: max(0, best - kept)]
        kept += len(taken)
        paragraphs += [" ".join(taken)] if taken else []
    return "\n\n".join(paragraphs)


def _publisher(share: int, number: int, seed: int) -> Part:
    """Print the stories of a publisher: its slogan above each, all else that stands below."""
    draws, topics = Draws(seed, 4_000 + share, number), ENGLISH.topics
    standing = _standing(NAMES[number], share, draws)
    words = count_words(" ".join(standing), ENGLISH) * (100 - share) // share if share else STORY_WORDS
    documents = list[Document]()
    for place in range(STORIES):
        article = write_article(LONG, draws, topics[place % len(topics)])
        parts = [" ".join(standing[:1]), _story(article, words), " ".join(standing[1:])]
        press = Press(feed_of(f"paper{share}{number}"), day(place // 2) + place % 2 * 5 * HOUR_MS)
        text = "\n\n".join(filter(None, parts))
        documents.append(press.printed(f"share{share:02d}-{number}-{place:02d}", article.title, text))
    return documents, each_with_each([document.id or "" for document in documents], DIFFERENT, f"{share} % shared")


def boilerplate(seed: int = 1) -> QualitySet:
    """Generate the set: 40 stories of each publisher, two for each share; those of one are paired, all different."""
    return gathered("boilerplate", (_publisher(share, n, seed) for share in SHARES for n in range(PUBLISHERS)))
