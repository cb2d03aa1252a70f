"""The whole decision in plain Python: section 4 of the design as code, and the oracle of `scan` and of the pipeline.

Knows no batches, caps, expiry, crashes or speed: it reads the logs of all homes, registers every delivery, then
compares every two versions that met. "Rule n" is a numbered rule of that section.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from pipeline.links import canonical_link
from pipeline.profile import Profile
from tests import plain
from tests.plain_rules import KINDS, reason_of

NONE_MS = -(1 << 62)  # no such time
DENSE = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

HOW = {"recurring": "recurs", "expansion": "expands"}  # kinds that are no duplicates

Document = dict[str, Any]
Log = list[list[Document] | int]  # messages: their documents, or a tick's watermark
Stamp = tuple[int, int, bytes]  # (seen, updated, digest): what orders the versions of an id
Place = tuple[int, int, int]  # (home, message, document)


@dataclass(frozen=True, eq=False)
class Version:
    """A delivery as it is compared; `time` and `previous` are frozen when it is registered (rule 7)."""

    id: str
    stamp: Stamp
    time: int
    shown: dict[str, str]  # title, url, source, published: with the digest, all that can reach a verdict
    title: str
    title_numbers: tuple[str, ...]
    link: str
    is_spaceless: bool
    shingles: frozenset[int]
    numerals: frozenset[int]
    keys: frozenset[plain.Key]
    previous: float | None = None

    @property
    def seen(self) -> int:
        """Rule 1: the time for window and expiry."""
        return self.stamp[0]

    @property
    def digest(self) -> bytes:
        """Hash of the token sequence."""
        return self.stamp[2]

    @property
    def rank(self) -> tuple[int, bytes, Stamp]:
        """Rule 2: the one total order; less is earlier."""
        return self.time, plain.id_hash(self.id), self.stamp

    @property
    def four(self) -> Document:
        """What a verdict names a document by."""
        return {"id": self.id} | {name: self.shown[name] or None for name in ("url", "source", "published")}


@dataclass(frozen=True)
class Pair:
    """A verified pair in the order of rank."""

    later: Version
    earlier: Version
    kind: str
    reason: str

    def shares(self) -> tuple[float, float, float]:
        """Similarity, the share of the later that the earlier holds, and of the earlier that the later holds."""
        x, y = self.later.shingles, self.earlier.shingles
        return plain.share(len(x & y), len(x | y)), plain.share(len(x & y), len(x)), plain.share(len(x & y), len(y))


@dataclass
class Result:
    """What the logs say: `exempt` reasons by id, `pairs` (later, earlier, kind, *shares), `full` the overfull keys."""

    verdicts: dict[str, Document] = field(default_factory=dict)
    exempt: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    full: set[plain.Key] = field(default_factory=set)
    pairs: list[tuple[str, str, str, float, float, float]] = field(default_factory=list)
    refused: list[tuple[int, int, int, str]] = field(default_factory=list)
    outcomes: dict[Place, str] = field(default_factory=dict)
    walked: list[Version] = field(default_factory=list)
    newest: dict[str, Version] = field(default_factory=dict)
    latest: dict[str, Stamp] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)
    deliveries: list[Version] = field(default_factory=list)

    @property
    def bytes(self) -> dict[str, bytes]:
        """By id, the verdict as it is written."""
        return {id_: DENSE.encode(verdict).encode() for id_, verdict in self.verdicts.items()}


def read(document: Document, profile: Profile) -> Version:
    """Read a document that has its id and `fetched`, or refuse it."""
    values = plain.read_fields(document)
    fetched, updated, published = (plain.read_date(values, name) for name in ("fetched", "updated", "published"))
    seen = fetched.ms if fetched else NONE_MS
    digest, (is_spaceless, shingles, numerals, keys) = plain.read_text(plain.body(values), values["url"], profile)
    stamp = seen, updated.ms if updated else NONE_MS, digest
    shown = {name: values[name] for name in ("title", "url", "source", "published")}
    title, link = plain.read_title(values["title"]), canonical_link(values["url"])
    time = plain.own_time(published, seen, profile)
    return Version(values["id"], stamp, time, shown, *title, link, is_spaceless, shingles, numerals, keys)


def register_log(home: int, log: Log, profile: Profile, homes: int, result: Result) -> None:
    """Rule 7: read a home's log in its order; late is decided on the watermark before the message."""
    watermark = NONE_MS
    for at, message in enumerate(log):
        before = watermark
        if isinstance(message, int):
            watermark = max(watermark, message)
            continue
        for index, document in enumerate(message):
            try:
                version = read(document, profile)
            except plain.RefusedError as error:
                result.refused.append((home, at, index, error.blame))
                continue
            if plain.home_of(version.id, homes) != home:
                continue  # sent on: the log of its own home holds it, too
            if before - version.seen > profile.grace_ms:
                result.late.add(version.id)
            watermark = max(watermark, version.seen)
            result.deliveries.append(version)
            result.outcomes[home, at, index] = register(version, profile, result)


def register(version: Version, profile: Profile, result: Result) -> str:
    """Rule 7: compare a delivery with the newest version of its id and with the latest delivery."""
    newest, latest = result.newest.get(version.id), result.latest.get(version.id)
    outcome = "new"  # also of a known id that was last seen more than the window before
    if newest and latest and abs(version.seen - latest[0]) <= profile.window_ms:
        if (version.stamp[2], version.shown) == (newest.stamp[2], newest.shown):
            result.latest[version.id] = max(latest, version.stamp)
            return "redelivery"
        outcome = "version"
        version = replace(version, time=min(version.time, newest.time), previous=alike(version, newest))  # rule 1
    if latest and version.stamp <= latest:
        return "history"
    result.latest[version.id] = version.stamp
    result.newest[version.id] = version
    result.walked.append(version)
    return outcome


def alike(a: Version, b: Version) -> float:
    """Similarity of two versions; where neither has a shingle, whether they are equal."""
    union = len(a.shingles | b.shingles)
    return plain.share(len(a.shingles & b.shingles), union) if union else float(a.stamp[2] == b.stamp[2])


def met(x: Version, y: Version, profile: Profile) -> bool:
    """Rule 3: different ids, a key in common, and seen at most the window apart."""
    return x.id != y.id and not x.keys.isdisjoint(y.keys) and abs(x.seen - y.seen) <= profile.window_ms


def verify(a: Version, b: Version, profile: Profile) -> Pair | None:
    """Rules 3 and 4: the relation of two that met, as seen from the later-ranked, whoever asked."""
    x, y = (a, b) if b.rank < a.rank else (b, a)
    reason = reason_of(x, y, profile)
    return Pair(x, y, KINDS[reason], reason) if reason else None


def first(pairs: Iterable[Pair]) -> Pair | None:
    """Rule 4: a verdict is a minimum, and a copy's original comes before what merely contains it."""
    return min(pairs, key=lambda pair: (pair.kind == "excerpt", pair.earlier.rank), default=None)


def judge(x: Version, pairs: list[Pair], profile: Profile) -> Document:
    """Rule 4: a duplicate of the first copy or container; else related to the first of the others; else neither."""
    duplicate = first(pair for pair in pairs if pair.kind not in HOW)
    pair = duplicate or first(pairs)
    enough = len(x.shingles) >= profile.min_shingles
    similarity, in_original, of_original = pair.shares() if pair else (None, None, None)
    return {
        "document": x.four,
        "kind": pair.kind if pair else "unique" if enough else "unjudged",
        "duplicate_of": duplicate.earlier.four if duplicate else None,
        "related": {"how": HOW[pair.kind]} | pair.earlier.four if pair and not duplicate else None,
        "similarity": similarity,
        "containment": {"in_original": in_original, "of_original": of_original} if pair else None,
        "previous": None if x.previous is None else {"similarity": x.previous},
        "evidence": {
            "shared": len(x.shingles & pair.earlier.shingles) if pair else None,
            "shingles": len(x.shingles),
            "shingles_of_original": len(pair.earlier.shingles) if pair else None,
        },
        "reason": pair.reason if pair else "no-match" if enough else "too-short",
        "profile": profile.identity,
    }


def exempt(result: Result, profile: Profile) -> None:
    """Name what the promise leaves out: overfull buckets (rule 10), ids that were ever late, and whoever met those.

    Where a home has forgotten a late id, any delivery of it may walk: each of them counts. A full bucket of the anchor
    band matters where it alone brings a document its least match, which does not stay among the first of the bucket.
    """
    suspects = [version for version in result.deliveries if version.id in result.late]
    others = [version for version in result.walked if version.id not in result.late]
    held = Counter(key for version in suspects + others for key in version.keys)
    caps = defaultdict(lambda: profile.bucket_cap, {profile.anchor_band: profile.anchor_cap})
    full = result.full = {key for key, count in held.items() if count > caps[key[0]]}
    anchors = {key for key in full if key[0] == profile.anchor_band}
    crowd = [version for version in result.walked if version.keys & anchors]
    first = {k: sorted((v for v in crowd if k in v.keys), key=lambda v: v.rank)[: profile.anchor_cap] for k in anchors}
    found: dict[Version, list[Any]] = defaultdict(list)  # matches as rule 4 orders them
    for a, b in combinations(crowd, 2):
        if met(a, b, profile) and (pair := verify(a, b, profile)):
            common = a.keys & b.keys
            sure = common - full or any(a in first[key] and b in first[key] for key in common & anchors)
            found[pair.later].append((pair.kind in HOW, pair.kind == "excerpt", pair.earlier.rank, not sure))
    unsure = {version for version, matches in found.items() if min(matches)[-1]}
    for id_, version in result.newest.items():
        if version.keys & (full - anchors) or version in unsure:
            result.exempt[id_].add("cap")
        if id_ in result.late or any(met(version, suspect, profile) for suspect in suspects):
            result.exempt[id_].add("late")


def judge_log(raw: dict[int, Log], profile: Profile, homes: int) -> Result:
    """Judge the logs of all homes: the last verdict of every id, once everything has come to rest."""
    result = Result()
    for home, log in sorted(raw.items()):
        register_log(home, log, profile, homes, result)
    pairs: dict[Version, list[Pair]] = defaultdict(list)
    for a, b in combinations(result.walked, 2):
        if met(a, b, profile) and (pair := verify(a, b, profile)):
            pairs[pair.later].append(pair)
    result.verdicts = {id_: judge(x, pairs[x], profile) for id_, x in result.newest.items()}  # rules 3 and 8
    result.pairs = sorted({(p.later.id, p.earlier.id, p.kind, *p.shares()) for many in pairs.values() for p in many})
    exempt(result, profile)
    return result
