"""A labelled corpus of any size: families of an original and seven edited copies, and single documents.

Judges nothing and knows no Kafka. Every document is a function of (count, seed, place) alone, so the corpus streams in
bounded memory, and the label stays outside the document's JSON.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from pipeline.dates import format_ms
from pipeline.measure.articles import Article, article
from pipeline.measure.draws import Draws
from pipeline.measure.edits import EDITS
from pipeline.measure.truth import Truth
from pipeline.profile import DAY_MS

MEMBERS = 1 + len(EDITS)
FAMILY_SHARE = 10  # one family of eight for ten documents: 10,000 are 1,000 x 8 + 2,000
SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000
START_MS = 1_767_571_200_000  # 2026-01-05T00:00:00Z: all were published before it and fetched in the three days after
FETCHED_WITHIN_MS = 3 * DAY_MS
HOSTS = ("argus.example", "beacon.example", "courier.example", "dispatch.example", "echo.example", "gazette.example")


class LabelledDocument(msgspec.Struct, frozen=True):
    """A document as `raw` takes it (all strings, dates in RFC 3339) and, kept apart, where it comes from.

    `family` is equal for documents of one origin, `edit` the name of the edit, "original" or "single".
    """

    id: str
    source: str
    url: str
    title: str
    text: str
    published: str
    fetched: str
    family: int
    edit: str

    def to_json(self) -> bytes:
        """Return the document as one line of JSON without its label, no line break at the end."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name not in {"family", "edit"}}
        return msgspec.json.encode(fields)

    @property
    def truth(self) -> Truth:
        """The label in the form that `evaluate` takes: originals and singles are the first of their family."""
        return Truth(str(self.family), is_first=self.edit in {"original", "single"})


@dataclass(frozen=True)
class _Plan:
    """Who stands where: serial numbers count families first (eight in a row), then singles."""

    count: int
    seed: int

    @property
    def families(self) -> int:
        return self.count // FAMILY_SHARE

    def family_of(self, serial: int) -> tuple[int, int]:
        """Return the family and the place in it, 0 for the original."""
        in_families = self.families * MEMBERS
        if serial < in_families:
            return divmod(serial, MEMBERS)
        return self.families + serial - in_families, 0


@lru_cache(maxsize=10_000)  # the originals of 100,000 documents, 50 MB; more are written anew for each copy
def _original(seed: int, family: int) -> Article:
    return article(Draws(seed, family, 0))


def _text(original: Article, member: int, draws: Draws) -> str:
    return EDITS[member - 1](original, draws) if member else original.text


def _published(draws: Draws, family_draws: Draws, member: int) -> int:
    """Return the original's time, 24 to 48 hours before the start, or a copy's, up to 23 hours after it."""
    first = START_MS - 2 * DAY_MS + family_draws.below(DAY_MS)
    return first + draws.between(MINUTE_MS, 23 * HOUR_MS) if member else first


def _written(time_ms: int) -> str:
    return format_ms(time_ms - time_ms % SECOND_MS)


def _document(plan: _Plan, serial: int, place: int) -> LabelledDocument:
    family, member = plan.family_of(serial)
    family_draws, draws = Draws(plan.seed, family), Draws(plan.seed, family, 1 + member)
    original = _original(plan.seed, family) if family < plan.families else article(Draws(plan.seed, family, 0))
    host = draws.pick(HOSTS)
    kind = EDITS[member - 1].__name__ if member else "original" if family < plan.families else "single"
    return LabelledDocument(
        id=f"{plan.seed}-{serial:07d}",
        source=f"https://{host}/feed.xml",
        url=f"https://{host}/{plan.seed}/{serial}",
        title=original.title,
        text=_text(original, member, draws),
        published=_written(_published(draws, family_draws, member)),
        fetched=_written(START_MS + place * FETCHED_WITHIN_MS // plan.count),
        family=family,
        edit=kind,
    )


def generate(count: int, seed: int = 1) -> Iterator[LabelledDocument]:
    """Yield `count` labelled documents in a drawn order, the same ones on every machine; some 4,000 a second.

    count // 10 families of 8 (an original and a copy for each of `edits.EDITS`), the rest single documents. Copies lie
    far apart, an original may come after its copies, and nothing is late: everything is fetched within three days,
    in order, and published in the two days before. The original has the earliest `published` of its family.
    """
    plan = _Plan(count, seed)
    for place, serial in enumerate(Draws(seed, count, 7).permutation(count).tolist()):
        yield _document(plan, serial, place)


def write_jsonl(path: Path, documents: Iterable[LabelledDocument]) -> dict[str, Truth]:
    """Write the documents as JSON lines and return the truth about each id."""
    truths = {}
    with path.open("wb") as file:
        for document in documents:
            file.write(document.to_json() + b"\n")
            truths[document.id] = document.truth
    return truths
