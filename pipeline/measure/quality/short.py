"""The set `short`: texts of 6 to 40 words, where the title, the link or a single word decides.

Judges nothing. Whether two such texts can be told apart by their words alone is what the set asks.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from msgspec import structs

from pipeline.demo.grammar import Writer, lines
from pipeline.measure.draws import Draws
from pipeline.measure.quality.labelled import (
    DIFFERENT,
    DUPLICATE,
    HOUR_MS,
    SAME_LINK,
    Pair,
    Part,
    Press,
    QualitySet,
    day,
    feed_of,
    gathered,
)
from pipeline.measure.quality.languages import ENGLISH
from pipeline.measure.quality.prose import with_articles, write_article
from pipeline.measure.quality.standing_texts import WORDS
from pipeline.records import Document

# A title that fits the text, then the text; what stands in angle brackets is the one word that changes.
NOTICES: Final = lines("""
    {place} ferry | The <hour> ferry from {place} to {place2} leaves from {street} on {day}, tickets at {rival}.
    Water in {place} | {street} and {streetname} Walk have no water on <day> from {hour} until {hour}.
    {place} library | {speaker} reads from a {adjective} book about {creature} at <place> library on {day}, {hour}.
    Road works | {rival} digs up {street} in {place} until <day>; {people} walk round by {street}.
    Lost and found | Found near {street}: {digit} <goods> in a {adjective} bag. Ask {speaker} at {hour} in {place}.
    {company} hires | {company} of {place} looks for <people> with {digit} years of {thing}, letters to {speaker}.
    Market day | {people} sell {goods}, <goods> and {goods} at {street}, {place}, every {day} from {hour}.
    {place} weather | {adjective} start near {landscape}, {wind} kilometre gusts by <hour>, {adjective} {day} after.
    Choir | The {place} choir sings {adjective} songs about {landscape} on <day> at {hour}, {street}, {digit} crowns.
    {place} school | {group} closes {place} school on <day> because of {problem}; {speaker} answers {people}.
    For sale | {digit} {adjective} <goods> and {thing}, hardly used, {minute} crowns, {street}, {place}, ask {speaker}.
    {club} tickets | {place} {club} play <place2> on {day}; {people} pay {minute} crowns at {street} until {hour}.
    Recall | {rival} calls back {goods} sold in <month> {year} at {place} because of {problem}.
    {place} museum | A {adjective} show of <thing> opens at {street} on {day}; {speaker} speaks about {year}.
    Bus | Bus {minute} from {place} skips {street} from <day> to {day} because of {problem}, {rival} says.
    Appointment | {rival} names {speaker}, formerly of {rival}, head of <thing> in {place2} from {month} {year}.
    Thanks | {speaker} thanks {people} of {place} for <goods> and {adjective} letters after {problem} at {street}.
    Course | {speaker} teaches {people} about <creature> and {thing} at {street} from {month}, {minute} crowns.
    {lane} closed | {lane} is closed on <day>.
    Ferry {number} | Ferry {number} to {place} does not sail on <day>.
    Market | Market at {street}, {place}, <day> from {hour}.
""")
# A title that says what it is about, and a text that does not: two of these are two notices, whatever the texts say.
FORMULAS: Final = lines("""
    {street}, {place} | Closed until {day} because of {problem}. We thank {people} for waiting.
    Gallery: {creature} at {landscape} | Photographs by {speaker}. {people} may click and leave comments until {day}.
    Episode {minute}: {thing} in {place} | {speaker} and {speaker} talk with {people}. Listen at {hour} or later.
    {person} in concert | Doors open at {hour}, {minute} crowns at the door, free for {people}.
    Level at {street}, {place} | No change since {day}, {hour}. Next reading at {hour}, {speaker} says.
    Meeting of {day}, {place2} | Minutes are available as a file. {speaker} answers {people} until {hour}.
    {goods} from {place} | New in stock, ready from {hour}. {people} receive {percent} per cent off.
    Planning notice {number}, {street} | {group} publishes this notice. {people} may object until {day} at {hour}.
    {thing} workshop in {place} | Few places left. {people} call {speaker} between {hour} and {hour}.
    {place} to {place2}, line {minute} | Runs to its usual timetable again since {day}, {hour}. {rival} thanks {people}.
    Obituary: {person} | {people} of the town remember a {adjective} neighbour. Service on {day} at {hour}.
    {club} against {place2} | Report, photographs and table follow by {hour}. {speaker} writes for {people}.
""")
LATE: Final = re.compile(r"<(\w+)>")
START: Final = re.compile(r"(?:^|\. )[a-z]")  # of a sentence, where a word was filled in
SPEECH: Final = replace(ENGLISH, words={**WORDS, "lane": WORDS["street"]}, fixed=ENGLISH.fixed | {"lane", "number"})
COUNTS: Final = (60, 40, 60, 30, 80, 60)  # of the kinds below, in their order


def _press(host: str, draws: Draws) -> Press:
    return Press(feed_of(host), day(draws.below(20), draws.below(24)))


def _writer(draws: Draws) -> Writer:
    return Writer(SPEECH, draws, SPEECH.fixed)


def _notice(draws: Draws) -> tuple[str, str, str]:
    """Return a notice's title, its text with the slot of the one word open, and that slot."""
    writer = _writer(draws)
    title, text = draws.pick(NOTICES).split(" | ")
    if draws.below(3) == 0:
        text = f"{text} {writer.sentence(draws.pick(ENGLISH.general))}"
    slot = LATE.search(text)
    name = slot[1] if slot else ""
    return writer.sentence(title), with_articles(writer.sentence(text)), name


def _filled(text: str, word: str = "") -> str:
    return START.sub(lambda start: start[0].upper(), with_articles(LATE.sub(word, text)))


def _word(slot: str, draws: Draws) -> str:
    return draws.pick([word for word in WORDS[slot] if "{" not in word])


def other_titles(name: str, draws: Draws) -> Part:
    """One text that says nothing by itself under two titles that do, in one feed or in two."""
    title, text = draws.pick(FORMULAS).split(" | ")
    text = _filled(_writer(draws).sentence(text))
    one, other = _writer(draws).sentence(title), _writer(draws).sentence(title)
    press = _press("townhall", draws)
    later = Press(feed_of(draws.pick(("townhall", "bulletin"))), press.time_ms + draws.between(1, 40) * HOUR_MS)
    documents = [press.printed(f"{name}-a", one, text), later.printed(f"{name}-b", other, text)]
    return documents, [Pair(f"{name}-a", f"{name}-b", DIFFERENT, "equal text, other title")]


def equal(name: str, draws: Draws) -> Part:
    """One text under one title in two feeds."""
    title, text, slot = _notice(draws)
    text = _filled(text, _word(slot, draws))
    press = _press("townhall", draws)
    later = Press(feed_of("bulletin"), press.time_ms + draws.between(1, 40) * HOUR_MS)
    documents = [press.printed(f"{name}-a", title, text), later.printed(f"{name}-b", title, text)]
    return documents, [Pair(f"{name}-a", f"{name}-b", DUPLICATE, "equal text and title")]


def _linked(name: str, texts: tuple[str, str], title: str, draws: Draws) -> list[Document]:
    """Print two texts in two feeds of one paper; both lead to the same page, in one by way of a counter."""
    press = _press("courier", draws)
    region = Press("https://courier.example/region/feed.xml", press.time_ms + draws.between(1, 20) * HOUR_MS)
    first, second = press.printed(f"{name}-a", title, texts[0]), region.printed(f"{name}-b", title, texts[1])
    link = f"https://courier.example/{name}"
    counted = f"{link}?utm_source=region&utm_medium=rss"
    return [structs.replace(first, url=link), structs.replace(second, url=counted)]


def teasers(name: str, draws: Draws) -> Part:
    """One article in two feeds, each with a teaser of its own and one link."""
    article = write_article(ENGLISH, draws)
    one, other = draws.sample(article.sentences, 2)
    documents = _linked(name, (one, other), article.title, draws)
    return documents, [Pair(f"{name}-a", f"{name}-b", SAME_LINK, "other teaser")]


def linked(name: str, draws: Draws) -> Part:
    """One teaser in two feeds, with one link."""
    article = write_article(ENGLISH, draws)
    teaser = draws.pick(article.sentences)
    documents = _linked(name, (teaser, teaser), article.title, draws)
    return documents, [Pair(f"{name}-a", f"{name}-b", DUPLICATE, "equal text and link")]


def one_word(name: str, draws: Draws) -> Part:
    """Two notices of one office that differ in a word: a day, an hour, a place, a thing."""
    title, text, slot = _notice(draws)
    one, other = draws.sample([word for word in WORDS[slot] if "{" not in word], 2)
    press = _press("townhall", draws)
    later = press.later(draws.between(1, 90) * HOUR_MS)
    documents = [press.printed(f"{name}-a", title, _filled(text, one))]
    documents.append(later.printed(f"{name}-b", title, _filled(text, other)))
    return documents, [Pair(f"{name}-a", f"{name}-b", DIFFERENT, f"another {slot}")]


def alone(name: str, draws: Draws) -> Part:
    """A notice that nothing resembles."""
    title, text, slot = _notice(draws)
    return [_press("bulletin", draws).printed(name, title, _filled(text, _word(slot, draws)))], []


KINDS: Final[tuple[Callable[[str, Draws], Part], ...]] = (other_titles, equal, teasers, linked, one_word, alone)


def _parts(seed: int) -> Iterator[Part]:
    for kind, (make, count) in enumerate(zip(KINDS, COUNTS, strict=True)):
        for number in range(count):
            yield make(f"{make.__name__.replace('_', '-')}-{number:02d}", Draws(seed, 3_000 + kind, number))


def short(seed: int = 1) -> QualitySet:
    """Generate the set: 270 pairs of short texts, and 60 alone."""
    return gathered("short", _parts(seed))
