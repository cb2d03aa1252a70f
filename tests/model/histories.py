"""Generate small histories: raw messages in the order in which they are produced, and what may go wrong meanwhile.

Judges nothing. A unit of time is a millisecond: windows are 8 to 40 of them, so that everything about time happens.
"""

import json
import random
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pipeline.profile import NewsRules, Profile
from tests import plain
from tests.model.world import History, Raw, Setting
from tests.streams import NEVER_MS, START_MS, spell

WORDS = (
    "ash", "birch", "cedar", "elm", "fig", "gum", "hazel", "ivy", "juniper", "kauri", "lime", "maple", "oak", "pine",
)  # fmt: skip
LINKS = ("", "", *(f"https://example.org/{name}" for name in "abcd"))
SOURCES = ("", "", "one", "two")
NEWS = NewsRules(low=1, short=2, middle=3, long=4)  # texts have a few words
RULES = ("news", "jaccard")
GRACE = 5

Document = dict[str, str]


@dataclass(frozen=True)
class Kind:
    """What sort of histories; each has crashes and moves, local stores that are ahead, and repeated messages."""

    zombies: bool = False
    strays: float = 0.0  # how often a document lies in another home's log
    expires: bool = False  # time goes on, and what is old goes
    ordered: bool = False  # no delivery comes more than the grace late
    silence: str = ""  # "gap": some homes get nothing for a while; "backlog": they get it all afterwards
    cap: int = 64
    homes: tuple[int, int] = (1, 3)
    partitions: tuple[int, int] = (1, 4)
    workers: tuple[int, int] = (1, 3)
    crashes: tuple[int, ...] = (0, 2, 4, 8)
    documents: tuple[int, int] = (4, 18)
    repeats: float = 0.1
    again: float = 0.2  # how often a delivery is one of a known document
    ids: int = 0  # how many ids come with several versions; 0: any number
    windows: tuple[int, ...] = (8, 20, 40)
    keeps_disk: float = 0.6
    undated: float = 0.0  # how often a document does not say when it was fetched
    versions: float = 0.5  # how often a new document has an id that may be known


IN_ORDER = Kind(expires=True, ordered=True)

KINDS: dict[str, Kind] = {
    "crashes": Kind(),
    "zombies": Kind(zombies=True),
    "many partitions": Kind(homes=(6, 8), partitions=(4, 6), workers=(4, 4)),
    "caps": Kind(cap=3),
    "strays": Kind(strays=0.4, undated=0.2, homes=(3, 3)),
    "all twice": Kind(repeats=1.0, documents=(3, 10)),
    "expiry": Kind(expires=True),
    "expiry in order": IN_ORDER,
    "expiry of zombies": replace(IN_ORDER, zombies=True),
    "expiry of strays": Kind(expires=True, strays=0.4, homes=(3, 3)),
    "expiry and caps": Kind(expires=True, cap=3),
    "silent homes": replace(IN_ORDER, silence="gap", homes=(3, 3)),
    "silent homes with a backlog": replace(IN_ORDER, silence="backlog", homes=(3, 3)),
}


def history_of(seed: int, kind: str | Kind | None = None) -> History:
    """Return the history of a seed; kinds take turns unless one is given."""
    names = list(KINDS)
    name = kind if isinstance(kind, str) else names[seed % len(names)] if kind is None else "special"
    chosen = kind if isinstance(kind, Kind) else KINDS[name]
    rng = random.Random(seed)
    setting = setting_of(chosen, rng)
    return History(name, seed, setting, _Maker(rng, chosen, setting).feed())


def setting_of(kind: Kind, rng: random.Random) -> Setting:
    """Draw partitions, workers and a profile."""
    profile = Profile(
        shingle_words=1, slots=8, bands=4, rows=rng.choice((1, 2)), min_shingles=rng.randint(1, 3),
        threshold_num=rng.choice((1, 2)), threshold_den=4, window_ms=rng.choice(kind.windows),
        grace_ms=GRACE if kind.expires else NEVER_MS, absurd_ms=rng.choice((5, 15, 30)),
        recurring_ms=rng.choice((2, 6)), bucket_cap=kind.cap, anchor_cap=min(kind.cap, 32),
    )  # fmt: skip
    profile = replace(profile, rules=RULES[profile.recurring_ms // 2 % 2], news=NEWS)
    return Setting(
        profile, rng.randint(*kind.homes), rng.randint(*kind.partitions), rng.randint(*kind.workers),
        rng.choice(kind.crashes), zombies=kind.zombies, keeps_disk=kind.keeps_disk, expires=kind.expires,
        packs=rng.random() < 0.1, cache_bytes=rng.choice((0, 1 << 20)),
    )  # fmt: skip


@lru_cache(maxsize=1 << 12)
def moment(time: int) -> str:
    """Write a time of a history as a document shows it."""
    return spell(START_MS + time)


def encode(documents: list[Document]) -> bytes:
    """Return a raw message."""
    return b"\n".join(json.dumps(document).encode() for document in documents)


@dataclass
class _Maker:
    rng: random.Random
    kind: Kind
    setting: Setting
    now: int = 0
    past: list[Document] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=dict)  # by position in `past`
    open: dict[int, list[Document]] = field(default_factory=lambda: defaultdict(list))
    held: dict[int, list[Document]] = field(default_factory=lambda: defaultdict(list))
    messages: list[Raw] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng, homes = self.rng, self.setting.homes
        self.families = [rng.sample(WORDS, rng.randint(3, 7)) for _ in range(rng.randint(1, 4))]
        starts = [rng.randint(0, 40) for _ in range(homes)]
        self.silent = {h: range(start, start + rng.randint(6, 60)) for h, start in enumerate(starts)}
        self.count = rng.randint(*self.kind.documents)
        self.ids = self.kind.ids or rng.randint(2, max(3, self.count))
        self.pauses = rng.choice(((0, 0, 1, 2, 4), (0, 1, 4, 8), (0, 4, 10, 20)))

    def feed(self) -> list[Raw]:
        """Make all messages."""
        for _ in range(self.count):
            self.wait()
            self.release()
            document = self.again() if self.past and self.rng.random() < self.kind.again else self.make()
            if document:
                self.put(document)
        self.release(everything=True)
        for home in list(self.open):
            self.close(home)
        if not self.kind.expires:
            self.rng.shuffle(self.messages)
        return self.repeated()

    def wait(self) -> None:
        """Let time go on where it does; nothing that is ordered waits in an open message meanwhile."""
        pause = self.rng.choice(self.pauses) if self.kind.expires else 0
        if pause and self.kind.ordered:
            for home in list(self.open):
                self.close(home)
        self.now += pause

    def repeated(self) -> list[Raw]:
        """Produce some messages twice, and leave some offsets empty."""
        rng, out = self.rng, list[Raw]()
        for message in self.messages:
            out.append(message)
            if rng.random() < self.kind.repeats:
                out.insert(len(out) if self.kind.expires else rng.randint(0, len(out)), message)
            if rng.random() < 0.02:
                out.append(Raw(message.home, None, message.time_ms))
        return out

    def put(self, document: Document) -> None:
        """Put a document into a message for its home, or for another."""
        home = plain.home_of(document["id"], self.setting.homes)
        if self.kind.silence and self.now in self.silent[home]:
            if self.kind.silence == "backlog":
                self.held[home].append(document)
            return
        self.add(self.rng.randrange(self.setting.homes) if self.rng.random() < self.kind.strays else home, document)

    def add(self, home: int, document: Document) -> None:
        """Add a document to the open message of a home."""
        self.open[home].append(document)
        if len(self.open[home]) >= self.rng.randint(1, 4):
            self.close(home)

    def close(self, home: int) -> None:
        """Produce the open message of a home."""
        time = self.now if self.kind.expires else self.rng.randint(0, 35)
        self.messages.append(Raw(home, encode(self.open.pop(home)), START_MS + time))

    def release(self, *, everything: bool = False) -> None:
        """Produce what was held back for homes that are silent no more."""
        for home in [home for home in self.held if everything or self.now not in self.silent[home]]:
            for document in self.held.pop(home):
                self.add(home, document)

    def again(self) -> Document | None:
        """Deliver a known document once more: as it is, fetched later, or updated."""
        rng = self.rng
        place = rng.randrange(len(self.past))
        document, seen, choice = self.past[place], self.seen[place], rng.random()
        if choice < 0.5:
            seen = self.now if self.kind.expires else rng.choice((rng.randint(0, 35), seen + rng.randint(0, 12)))
            document = document | {"fetched": moment(seen)}
            if choice < 0.2:
                document |= {"updated": moment(rng.randint(0, 4))}
        elif self.kind.ordered and self.now - seen > GRACE:
            return None
        return self.keep(document, seen)

    def make(self) -> Document:
        """Make a document of a new id or of a known one."""
        rng, seen = self.rng, self.time()
        name = f"d{rng.randrange(self.ids)}" if rng.random() < self.kind.versions else f"x{len(self.past)}"
        published = rng.choice(("", "", moment(seen - rng.randint(-3, 40)), moment(seen - rng.randint(0, 8))))
        document = {
            "id": name, "text": self.text(name), "fetched": moment(seen), "published": published,
            "updated": rng.choice(("", moment(rng.randint(0, 4)))), "url": rng.choice(LINKS),
            "source": rng.choice(SOURCES), "title": rng.choice(("", "", "Trees")),
        }  # fmt: skip
        if rng.random() < self.kind.undated:
            del document["fetched"]  # it is seen when its message is produced
        if rng.random() < 0.02:
            document["text"] = "?!"  # refused
        return self.keep({key: value for key, value in document.items() if value}, seen)

    def keep(self, document: Document, seen: int) -> Document:
        """Remember a delivery."""
        self.seen[len(self.past)] = seen
        self.past.append(document)
        return document

    def time(self) -> int:
        """When a document is seen: now, within the grace before, or anywhere."""
        rng, kind = self.rng, self.kind
        if not kind.expires:
            return rng.randint(0, 35)
        late = 0 if kind.ordered or rng.random() >= 0.05 else rng.randint(0, 3 * self.setting.profile.window_ms)
        return self.now - rng.choice((0, 0, 0, 1, 2, GRACE, GRACE)) - late

    def text(self, name: str) -> str:
        """Edit the text of a family, or take an earlier text of the id again."""
        rng = self.rng
        same = [document["text"] for document in self.past if document["id"] == name]
        if same and rng.random() < 0.3:
            return rng.choice(same)
        words = set(rng.choice(self.families))
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
            if rng.random() < 0.6 and len(words) > 1:
                words.discard(rng.choice(sorted(words)))
            else:
                words.add(rng.choice(WORDS))
        return " ".join(sorted(words))
