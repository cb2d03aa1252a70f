"""The families of the demonstration: who prints which story when, and what is true of it.

Writes no file and knows no fetch: an item says when it is published and by how many fetches it comes late.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from pipeline.demo.copies import EDITS, condensed, extended, reprinted, rewritten, teaser
from pipeline.demo.grammar import Language, Story, Writer, write_notice, write_story
from pipeline.demo.languages import CHINESE, ENGLISH, GERMAN, THAI
from pipeline.demo.publishers import BULLETIN_OUTLETS, PAPER_OUTLETS, REGISTER_OUTLET, WIRE_OUTLETS, Outlet
from pipeline.kernels.characters import fold, tokens
from pipeline.measure.draws import Draws
from pipeline.measure.feed_files import Entry
from pipeline.measure.truth import Truth
from pipeline.profile import DAY_MS, DEFAULT

MINUTE_MS, HOUR_MS = 60_000, 3_600_000
START_MS = 1_768_197_600_000  # Monday 2026-01-12T06:00:00Z
PUBLISHING_MS = 4 * DAY_MS  # the length of the stream
COPIED_WITHIN_MS = 9 * HOUR_MS
JUDGED_WORDS = DEFAULT.min_shingles + DEFAULT.shingle_words - 1
LANGUAGES: Final = (*[ENGLISH] * 15, *[GERMAN] * 2, *[CHINESE] * 2, THAI)


@dataclass(frozen=True)
class Item:
    """An entry of a feed, what is true of it, and its later version if it gets one.

    `delay` is by how many fetches it appears later than it could; `update` replaces the entry after its `updated_ms`.
    """

    outlet: Outlet
    entry: Entry
    truth: Truth
    delay: int = 0
    update: Entry | None = None


@dataclass
class Desk:
    """Hands out what must be new each time: numbers of entries and families, and texts of notices."""

    draws: Draws
    serial: int = 0
    notices: set[tuple[str, str]] = field(default_factory=set)

    def number(self) -> int:
        """Return the next number."""
        self.serial += 1
        return self.serial

    def family(self) -> str:
        """Return the name of a new family."""
        return f"family {self.number()}"

    def notice(self, language: Language) -> tuple[str, str]:
        """Return title and text of a notice that no other has."""
        while True:
            notice = write_notice(language, self.draws)  # there are thousands of different ones
            if notice not in self.notices:
                self.notices.add(notice)
                return notice

    def moment(self, until_ms: int = PUBLISHING_MS) -> int:
        """Return a time of the stream, in whole seconds, early enough for copies to follow."""
        return START_MS + self.draws.below((until_ms - COPIED_WITHIN_MS - HOUR_MS) // 1000) * 1000

    def later(self, moment_ms: int) -> int:
        """Return a time soon after, when a copy might be printed."""
        return moment_ms + self.draws.between(5 * 60, COPIED_WITHIN_MS // 1000) * 1000

    def entry(self, outlet: Outlet, title: str, paragraphs: tuple[str, ...], moment_ms: int) -> Entry:
        """Return a new entry of a feed, its address its guid in two of three feeds."""
        number = self.number()
        url = f"{outlet.feed.site}{number}"
        guid = url if outlet.feed.form != "atom" else f"tag:{outlet.publisher.host},2026:{number}"
        return Entry(guid, url, title, outlet.paragraphs(paragraphs), moment_ms)


def _paper(desk: Desk, language: Language, besides: tuple[Outlet, ...] = ()) -> Outlet:
    taken = {outlet.publisher for outlet in besides}
    fitting = [outlet for outlet in PAPER_OUTLETS if outlet.publisher.language is language]
    return desk.draws.pick([outlet for outlet in fitting if outlet.publisher not in taken] or fitting)


def _set(story: Story, sentences: tuple[str, ...]) -> tuple[str, ...]:
    return replace(story, sentences=sentences).paragraphs


def single(desk: Desk) -> Iterator[Item]:
    """Print one story in one paper."""
    language = desk.draws.pick(LANGUAGES)
    outlet, (story, _) = _paper(desk, language), write_story(language, desk.draws)
    entry = desk.entry(outlet, story.title, story.paragraphs, desk.moment())
    yield Item(outlet, entry, Truth(desk.family(), is_first=True, kind="unique"))


def updated(desk: Desk) -> Iterator[Item]:
    """Print one story that its paper rewrites in part under the same guid."""
    outlet, (story, writer) = _paper(desk, ENGLISH), write_story(ENGLISH, desk.draws)
    moment = desk.moment(3 * DAY_MS)
    entry = desk.entry(outlet, story.title, story.paragraphs, moment)
    update = _version(desk, outlet, entry, _set(story, rewritten(story, writer, desk.draws) + writer.more(1)))
    yield Item(outlet, entry, Truth(desk.family(), is_first=True, kind="unique"), update=update)


def _version(desk: Desk, outlet: Outlet, entry: Entry, paragraphs: tuple[str, ...]) -> Entry:
    updated_ms = entry.published_ms + DAY_MS - desk.draws.below(6 * 3600) * 1000
    return replace(entry, paragraphs=outlet.paragraphs(paragraphs), updated_ms=updated_ms)


def wire(desk: Desk) -> Iterator[Item]:
    """Print a story of a news agency and its copies; of four originals one arrives late, and one is updated later."""
    language, family, fate = desk.draws.pick(LANGUAGES), desk.family(), desk.draws.below(4)
    outlet = desk.draws.pick([outlet for outlet in WIRE_OUTLETS if outlet.publisher.language is language])
    story, writer = write_story(language, desk.draws)
    moment = desk.moment(2 * DAY_MS)
    entry = desk.entry(outlet, story.title, story.paragraphs, moment)
    update = _version(desk, outlet, entry, _set(story, story.sentences + writer.more(1))) if fate == 1 else None
    truth = Truth(family, is_first=True, kind="unique")
    yield Item(outlet, entry, truth, delay=2 if fate == 0 else 0, update=update)
    yield from _copies(desk, (story, writer), family, moment)


def _copies(desk: Desk, original: tuple[Story, Writer], family: str, moment: int) -> Iterator[Item]:
    story, _ = original
    printed: tuple[Outlet, ...] = ()
    for edit in desk.draws.sample((*EDITS, teaser), desk.draws.between(3, 6)):
        outlet = _paper(desk, story.language, printed)
        printed += (outlet,)
        sentences = edit(*original, desk.draws)
        kind = "exact" if edit is reprinted and not outlet.publisher.footer else None
        entry = desk.entry(outlet, story.title, _set(story, sentences), desk.later(moment))
        if edit is teaser:  # without a footer, which would make all teasers of a paper alike
            entry = replace(entry, paragraphs=sentences)
        yield Item(outlet, entry, Truth(family, is_findable=edit is not teaser, kind=kind))


def two_feeds(desk: Desk) -> Iterator[Item]:
    """Print one story of a paper in two of its feeds with the same link, now and then with another text."""
    first = _paper(desk, ENGLISH)
    second = next(
        outlet for outlet in PAPER_OUTLETS if outlet.publisher is first.publisher and outlet.feed != first.feed
    )
    (story, writer), family, moment = write_story(ENGLISH, desk.draws), desk.family(), desk.moment()
    entry = desk.entry(first, story.title, story.paragraphs, moment)
    yield Item(first, entry, Truth(family, is_first=True, kind="unique"))
    edit = desk.draws.pick((reprinted, reprinted, condensed, extended))
    again = desk.entry(second, story.title, _set(story, edit(story, writer, desk.draws)), desk.later(moment))
    link = f"{entry.url}?utm_source=feed&utm_medium=rss"
    kind = "exact" if edit is reprinted else None
    yield Item(second, replace(again, url=link), Truth(family, kind=kind))


def boilerplate(desk: Desk) -> Iterator[Item]:
    """Print an entry of the register: five sentences of its own above a footer that all entries share."""
    story, writer = write_story(ENGLISH, desk.draws)
    title = f"Entry {desk.number()}: {story.title}"
    entry = desk.entry(REGISTER_OUTLET, title, writer.more(5), desk.moment())
    yield Item(REGISTER_OUTLET, entry, Truth(desk.family(), is_first=True, kind="unique"))


def _alone(text: str) -> str:
    """What a text is that nothing resembles: too short to be judged, or unique."""
    return "unjudged" if len(tokens(fold(text))) < JUDGED_WORDS else "unique"


def notice(desk: Desk) -> Iterator[Item]:
    """Print a notice, now and then too short to be compared."""
    language = desk.draws.pick(LANGUAGES)
    outlet = desk.draws.pick(BULLETIN_OUTLETS) if language is ENGLISH else _paper(desk, language)
    title, text = desk.notice(language)
    entry = replace(desk.entry(outlet, title, (text,), desk.moment()), paragraphs=(text,))
    yield Item(outlet, entry, Truth(desk.family(), is_first=True, kind=_alone(text)))


def notice_in_two_places(desk: Desk) -> Iterator[Item]:
    """Print a notice in two bulletins: equal text and equal title, or equal text and one link."""
    first, second = desk.draws.shuffled(BULLETIN_OUTLETS)
    (title, text), family, moment = desk.notice(ENGLISH), desk.family(), desk.moment()
    entry = desk.entry(first, title, (text,), moment)
    yield Item(first, entry, Truth(family, is_first=True, kind=_alone(text)))
    again = desk.entry(second, title, (text,), desk.later(moment))
    if desk.draws.below(2):
        again = replace(again, title=f"Reminder: {title}", url=entry.url)
    yield Item(second, again, Truth(family, kind="exact"))


def notices_of_equal_text(desk: Desk) -> Iterator[Item]:
    """Print two different notices with one text, which neither title nor link brings together."""
    (title, text), (other, _) = desk.notice(ENGLISH), desk.notice(ENGLISH)
    for outlet, name in zip(BULLETIN_OUTLETS, (title, other), strict=True):
        entry = desk.entry(outlet, name, (text,), desk.moment())
        yield Item(outlet, entry, Truth(desk.family(), is_first=True, kind=_alone(text)))


def recurring(desk: Desk) -> Iterator[Item]:
    """Print a standing notice, short or long, that its source prints again more than two days later."""
    outlet, family = desk.draws.pick(BULLETIN_OUTLETS), desk.family()
    story, _ = write_story(ENGLISH, desk.draws)
    title, text = desk.notice(ENGLISH)
    is_short = desk.draws.below(2) == 0
    name, paragraphs = (title, (text,)) if is_short else (story.title, story.paragraphs)
    moment = desk.moment(DAY_MS)
    first = desk.entry(outlet, name, paragraphs, moment)
    yield Item(outlet, first, Truth(family, is_first=True, kind=_alone(text) if is_short else "unique"))
    again = desk.entry(outlet, name, paragraphs, desk.later(moment + 2 * DAY_MS))
    yield Item(outlet, again, Truth(family, kind="recurring"))


Family = Callable[[Desk], Iterator[Item]]
# One of each comes first, so that a short stream has them all; then as often as stated.
FAMILIES: Final[dict[Family, int]] = {
    wire: 10,
    single: 36,
    two_feeds: 4,
    updated: 4,
    boilerplate: 6,
    notice: 6,
    notice_in_two_places: 2,
    notices_of_equal_text: 1,
    recurring: 1,
}


def families(seed: int) -> Iterator[list[Item]]:
    """Yield the items of one family after the other, for ever."""
    desk = Desk(Draws(seed, 2))
    for family in FAMILIES:
        yield list(family(desk))
    weighted = [family for family, weight in FAMILIES.items() for _ in range(weight)]
    while True:
        yield list(desk.draws.pick(weighted)(desk))
