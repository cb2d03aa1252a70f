"""Small streams of documents that use every rule of the decision: generated from a seed, or drawn by hypothesis.

Judges nothing. Texts come from a dozen words, so that documents of a stream meet often; times lie on and beside the
limits of windows and distances.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from pipeline.dates import parse_date
from pipeline.kernels.characters import fold, tokens
from pipeline.profile import NewsRules, Profile
from tests import plain
from tests.reference import Log

Document = dict[str, Any]

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
START_MS = 1_700_000_000_000
NEVER_MS = 20_000 * DAY_MS  # as a grace: nothing is late
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

WORDS = (
    "ash",
    "birch",
    "cedar",
    "Straße",
    "elm",
    "fig",
    "gum",
    "7",
    "8",
    "1.2",
    "１.3",
    "2026-11-30",
    "ﬁr",
    "Ωak",
    "йва",
    "lime",
    "é",
    "東",
)
TITLES = (
    "",
    "",
    "Trees",
    "Trees 1",
    "trees: 2",
    "?!",
    "TREES ",
    "Ｔrees",
    "More  trees",
    "more trees",
    '"quoted" \\ \n \x07 \u2028 <b>',
    "東",
)
SOURCES = ("", "", "https://one.example/feed", "https://two.example/feed", "three")
LINKS = (
    "", "", "", "https://one.example/a", "http://www.one.example/a/?utm_source=x#top", "https://one.example/b",
    "https://two.example/c?b=2&a=1", "https://two.example/c?a=1&b=2", "no link",
)  # fmt: skip
NO_DATES = ("soon", "2024-02-30", "1700000000", "2024-01-01T25:00:00Z", "0000-01-01")
NEWS = (
    NewsRules(), NewsRules(low=2, short=4, middle=6, long=8), NewsRules(low=1, short=2, middle=3, long=5),
    NewsRules(low=2, short=3, middle=4, long=6, filled_short=2, filled_long=2, corrections=1),
)  # fmt: skip
CUTS = ((8, 3, 2), (8, 8, 1), (16, 5, 3), (4, 2, 2))  # slots, bands, rows
GAPS_MS = (0, 0, 1, HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS)


@dataclass(frozen=True)
class Stream:
    """Documents in the order of their delivery, with all defaults written."""

    documents: list[Document]
    profile: Profile
    homes: int


def generate(source: int | random.Random, size: int = 30, profile: Profile | None = None) -> Stream:
    """Return a stream of 1 to `size` deliveries; the same seed gives the same stream."""
    rng = source if isinstance(source, random.Random) else random.Random(source)
    maker = _Maker(rng, profile or any_profile(rng))
    for _ in range(rng.randint(1, size)):
        maker.deliver()
    return Stream(maker.sent, maker.profile, rng.randint(1, 8))


def any_profile(rng: random.Random) -> Profile:
    """Draw a tiny profile: of three, one has no lateness and one small buckets."""
    sketch = rng.choice(("fast", "fast", "fast", "affine", "simhash"))
    distance = rng.choice((3, 6, 20)) if sketch == "simhash" else 0
    slots, bands, rows = rng.choice(CUTS) if sketch != "simhash" else (2 * distance + 2, distance + 1, 2)
    threshold_num, threshold_den = rng.choice(((3, 10), (1, 2), (1, 5), (2, 3)))
    news = rng.random() < 1 / 2 and sketch != "simhash"
    return Profile(
        rules="news" if news else "jaccard", news=rng.choice(NEWS),
        sketch=sketch, distance=distance, slots=slots, bands=bands, rows=rows,
        shingle_words=rng.choice((1, 1, 2, 3)), min_shingles=rng.randint(1, 4),
        threshold_num=threshold_num, threshold_den=threshold_den, window_ms=10 * DAY_MS, absurd_ms=30 * DAY_MS,
        grace_ms=rng.choice((2 * DAY_MS, 2 * DAY_MS, NEVER_MS)), bucket_cap=rng.choice((64, 64, 3)),
        anchor_cap=rng.choice((16, 2)), anchors=0 if sketch == "simhash" else rng.choice((0, 1, 24)),
    )  # fmt: skip


def streams(size: int = 10) -> st.SearchStrategy[Stream]:
    """Hypothesis's own choices in place of a seed, so that it can shrink what it finds."""
    return st.builds(generate, st.randoms(use_true_random=False), st.just(size))


def pack(stream: Stream, source: int | random.Random) -> dict[int, Log]:
    """Write a stream into the logs of its homes, as some producer might have: in any messages, with strays and ticks.

    The deliveries of an id keep their order. A stray lies in another home's log, too, which sent it on to its own.
    """
    rng = source if isinstance(source, random.Random) else random.Random(source)
    logs: dict[int, Log] = {home: [] for home in range(stream.homes)}
    limit, strays, ticks = rng.choice((1, 2, 5, 40)), rng.choice((0, 0, 0.3)), rng.choice((0, 0, 0.1))
    largest = START_MS
    for document in stream.documents:
        own = home_of(document, stream.homes)
        targets = [own] if rng.random() >= strays or not readable_id(document) else [rng.randrange(stream.homes), own]
        for home in dict.fromkeys(targets):
            log = logs[home]
            if not log or isinstance(log[-1], int) or len(log[-1]) >= rng.randint(1, limit):
                log.append([])
            log[-1].append(document)  # type: ignore[union-attr]
        largest = max(largest, seen_of(document))
        if rng.random() < ticks:
            logs[rng.randrange(stream.homes)].append(largest)
    return logs


def log_singly(stream: Stream) -> dict[int, Log]:
    """Write a stream into the logs of its homes, one document a message."""
    logs: dict[int, Log] = {home: [] for home in range(stream.homes)}
    for document in stream.documents:
        logs[home_of(document, stream.homes)].append([document])
    return logs


def shuffled(stream: Stream, rng: random.Random) -> Stream:
    """Shuffle a stream, but keep the deliveries of an id in their order."""
    queues: dict[str, list[Document]] = defaultdict(list)
    for document in stream.documents:
        queues[repr(document["id"])].append(document)
    names = [name for name, queue in queues.items() for _ in queue]
    rng.shuffle(names)
    return replace(stream, documents=[queues[name].pop(0) for name in names])


def readable_id(document: Document) -> bool:
    """Whether a document has an id, whatever else is wrong with it."""
    return isinstance(document["id"], str) and bool(document["id"].strip())


def home_of(document: Document, homes: int) -> int:
    """Home of a document; one without a readable id is refused wherever it lies."""
    return plain.home_of(document["id"], homes) if readable_id(document) else 0


def seen_of(document: Document) -> int:
    """Return `fetched` in milliseconds; the start where it is no date."""
    try:
        moment = parse_date(document["fetched"])
    except ValueError:
        moment = None
    return moment.ms if moment else START_MS


def spell(ms: int, rng: random.Random | None = None) -> str:
    """Write a time as RFC 3339: in UTC, or in any of its spellings."""
    hours, blank, zone = (rng.choice((0, 0, 2, -7)), rng.choice("T t"), rng.choice("Zz ")) if rng else (0, "T", "Z")
    moment = (EPOCH + timedelta(milliseconds=ms)).astimezone(timezone(timedelta(hours=hours)))
    text = moment.isoformat(sep=blank, timespec="milliseconds")
    return text if hours else text.removesuffix("+00:00") + zone.strip()


def day_of(ms: int) -> str:
    """Write the day of a time as a plain date."""
    return (EPOCH + timedelta(milliseconds=ms)).date().isoformat()


@dataclass
class _Maker:
    rng: random.Random
    profile: Profile
    sent: list[Document] = field(default_factory=list)
    clock_ms: int = START_MS

    def __post_init__(self) -> None:
        rng = self.rng
        self.families = [rng.sample(WORDS, rng.randint(2, 9)) for _ in range(rng.randint(1, 3))]
        self.jumps = rng.choice((GAPS_MS, (*GAPS_MS, 11 * DAY_MS), (0, HOUR_MS)))
        self.backwards_ms = rng.choice((0, 2 * DAY_MS, 2 * DAY_MS, 15 * DAY_MS))

    def deliver(self) -> None:
        """Append one more delivery."""
        self.clock_ms += self.rng.choice(self.jumps)
        steps = (self.new,) * 3 + (self.version, self.again, self.original, self.beside, self.broken)
        self.sent.append(self.rng.choice(steps)() if self.sent else self.new())

    def new(self) -> Document:
        """Make a document of a new id, or now and then by chance of a known one."""
        rng, seen = self.rng, self.seen()
        mark = rng.choice(("", "", "", "", 'ü"\\\x01/', "東 "))
        text = self.edited(rng.choice(self.families))
        body = rng.choice(({"text": text},) * 8 + ({"html": f"<p>{text}</p>"}, {"text": " ", "title": text}))
        return {
            "id": rng.choice((f"{mark}{len(self.sent)}",) * 4 + (f"k{rng.randrange(4)}",)),
            "source": rng.choice(SOURCES), "url": rng.choice(LINKS), "title": rng.choice(TITLES), "text": None,
            "published": self.published(seen), "fetched": spell(seen, rng),
            "updated": rng.choice(("", None, spell(seen - HOUR_MS), day_of(seen))),
        } | body  # fmt: skip

    def version(self) -> Document:
        """Make another version of a known id: changed text, an earlier text again, or only other fields."""
        rng, seen = self.rng, self.seen()
        old = rng.choice(self.sent)
        same = [document for document in self.sent if document["id"] == old["id"]]
        change = rng.choice((
            {"text": self.edited(tokens(fold(str(old["text"]))))}, {"text": rng.choice(same)["text"]},
            {"title": rng.choice(TITLES)}, {"url": rng.choice(LINKS)}, {"published": self.published(seen)},
            {"source": rng.choice(SOURCES)},
        ))  # fmt: skip
        return old | change | {"fetched": rng.choice((spell(seen), spell(seen), old["fetched"]))}

    def again(self) -> Document:
        """Deliver a known document once more."""
        old = self.rng.choice(self.sent)
        fetched, updated = {"fetched": spell(self.seen())}, {"updated": spell(self.clock_ms)}
        return old | self.rng.choice(({}, fetched, updated, fetched | updated, {"language": "en"}))

    def original(self) -> Document:
        """Make a document of another id with a known text, published before that was."""
        old = self.rng.choice(self.sent)
        earlier_ms = seen_of(old) - self.rng.choice((0, 1, HOUR_MS, 3 * DAY_MS, 9 * DAY_MS))
        return self.new() | {"text": old["text"], "published": self.rng.choice((spell(earlier_ms), day_of(earlier_ms)))}

    def beside(self) -> Document:
        """Make a document with a known text on a limit: of the window, or of a recurrence in one source."""
        old = self.rng.choice(self.sent)
        gap_ms = self.rng.choice((self.profile.window_ms, self.profile.recurring_ms)) + self.rng.choice((-1, 0, 1))
        times = {"fetched": spell(seen_of(old) + gap_ms), "published": ""}
        return self.new() | {name: old[name] for name in ("text", "title", "source")} | times

    def broken(self) -> Document:
        """Make a document that is refused."""
        flaws: tuple[Document, ...] = (
            {"published": self.rng.choice(NO_DATES)}, {"updated": "yesterday"}, {"fetched": "now"}, {"title": 7},
            {"text": " \n", "title": "?!"}, {"text": "... !"}, {"text": ["a"]}, {"text": "ﷺ" * 600}, {"id": "i" * 513},
            {"id": " "}, {"source": "s" * 4097},
        )  # fmt: skip
        return self.new() | self.rng.choice(flaws)

    def seen(self) -> int:
        return self.clock_ms - self.rng.choice((0, 0, 0, 1, self.rng.randint(0, self.backwards_ms)))

    def published(self, seen: int) -> str | None:
        rng, absurd_ms = self.rng, self.profile.absurd_ms
        at = seen - rng.choice((-HOUR_MS, -1, 0, 1, HOUR_MS, DAY_MS, 5 * DAY_MS, absurd_ms, absurd_ms + 1))
        return rng.choice((None, "", " ", spell(at, rng), spell(at), day_of(at), "0001-01-01"))

    def edited(self, words: list[str]) -> str:
        """Change, cut off or add some words, and spell them in one of several ways."""
        rng, words = self.rng, list(words)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
            at = rng.randint(0, len(words))
            words[at : at + rng.choice((0, 1, 1))] = rng.choice(([], [rng.choice(WORDS)]))
        words = rng.choice((words,) * 8 + (words[: rng.randint(0, len(words))], words + rng.choice(self.families)))
        text = rng.choice((" ", " ", ", ", "\n- ")).join(words or ["ash"])
        return rng.choice((text, text, text.upper(), f"  {text}!"))
