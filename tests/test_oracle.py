"""The reference and the pipeline's stages say the same of thousands of generated streams.

Neither is adapted to the other: where they differ, the design decides who is wrong. A difference is shown on the
smallest stream that has it. `TEST_STREAMS` sets how many streams are tried.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given

from pipeline.local import LocalPipeline
from pipeline.profile import Profile
from pipeline.stages.matches import VerifiedPair
from pipeline.stages.normalised import read_tick
from tests.judges import FAR_MS
from tests.plain import share
from tests.reference import Document, Log, judge_log
from tests.streams import DAY_MS, START_MS, Stream, generate, home_of, pack, streams

STREAMS = int(os.environ.get("TEST_STREAMS", "2000"))
CHUNKS = 20
KINDS = ("exact", "exact", "exact", "near", "recurring", "near", "excerpt", "expansion")

EVERYTHING = (
    "unique", "exact", "near", "excerpt", "expansion", "recurring", "unjudged", "contained", "contains",
    "equal-text", "equal-text-and-title", "equal-text-and-link", "jaccard", "recurs", "simhash", "too-short",
    "no-match",
    "new", "version", "redelivery", "history", "refused", "cap", "late",
)  # fmt: skip

Message = tuple[int, list[Document] | int]


class RecordedPipeline(LocalPipeline):
    """Keeps the raw logs, with what homes sent on and the ticks, and every verified pair."""

    def __init__(self, profile: Profile, homes: int) -> None:
        """Begin with empty logs."""
        super().__init__(profile, homes, self.note_pair)
        self.logs: dict[int, Log] = {home: [] for home in range(homes)}
        self.pairs: set[tuple[Any, ...]] = set()

    def read(self, home: int, value: bytes | None, timestamp_ms: int) -> None:
        """Note the message in the log, then read it."""
        tick = read_tick(value)
        self.logs[home].append([json.loads(line) for line in (value or b"").splitlines()] if tick is None else tick)
        super().read(home, value, timestamp_ms)

    def note_pair(self, pair: VerifiedPair) -> None:
        """Note a pair as the reference lists it."""
        n, m, shared = pair.shingles, pair.shingles_of_earlier, pair.shared
        shares = share(shared, n + m - shared), share(shared, n), share(shared, m)
        self.pairs.add((pair.later.decode(), pair.earlier.decode(), KINDS[pair.reason], *shares))


@dataclass
class Difference:
    """What the two say differently, by subject."""

    found: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # subject -> (reference, stages)

    def note(self, subject: str, reference: Any, stages: Any) -> None:
        """Note a subject on which they differ."""
        if reference != stages:
            self.found[subject] = (reference, stages)


def messages_of(stream: Stream, rng: random.Random) -> Iterator[Message]:
    """Put a stream into raw messages as some producers might: several documents in one, some astray, and ticks."""
    limit, strays, ticks = rng.choice((1, 2, 5, 40)), rng.choice((0, 0, 0.3)), rng.choice((0, 0, 0.1))
    waiting: dict[int, list[Document]] = {home: [] for home in range(stream.homes)}
    for document in stream.documents:
        own = home_of(document, stream.homes)
        home = rng.randrange(stream.homes) if rng.random() < strays else own
        waiting[home].append(document)
        if len(waiting[home]) >= rng.randint(1, limit):
            yield home, waiting[home]
            waiting[home] = []
        if rng.random() < ticks:
            yield rng.randrange(stream.homes), START_MS + rng.choice((0, 2, 5, 20)) * DAY_MS
    yield from ((home, documents) for home, documents in waiting.items() if documents)


def encoded(message: list[Document] | int) -> bytes:
    """Write a raw message."""
    if isinstance(message, int):
        return b'{"firstprint_tick":%d}' % message
    return b"\n".join(json.dumps(document).encode() for document in message)


def compare(messages: list[Message], profile: Profile, homes: int) -> dict[str, tuple[Any, Any]]:
    """Judge messages by the stages, then the logs that came of it by the reference; return where they differ.

    What the stages exempt must excuse every difference; that they exempt more than the reference is a difference, too.
    """
    stages = RecordedPipeline(profile, homes)
    for home, message in messages:
        stages.push(home, encoded(message), FAR_MS)
    reference = judge_log(stages.logs, profile, homes)
    difference = Difference()
    refused = sorted((home, offset, one.index) for home, offset, one in stages.refused if one.index is not None)
    difference.note("refused", sorted(place[:3] for place in reference.refused), refused)
    exempt = {name.decode(): why for name, why in stages.exempt().items()}
    beyond = {
        name: why for name, why in exempt.items() if name not in reference.late and not why <= reference.exempt[name]
    }
    difference.note("exempt for the stages alone", {}, beyond)
    if not any(reference.exempt.values()) and not reference.full:
        difference.note(
            "pairs", sorted(set(reference.pairs) - stages.pairs), sorted(stages.pairs - set(reference.pairs))
        )
    spoken = {name.decode(): value for name, (_, value) in stages.final.items()}
    difference.note("ids", sorted(reference.verdicts), sorted(spoken))
    for name, verdict in reference.bytes.items():
        if not exempt.get(name):
            difference.note(f"verdict of {name!r}", verdict, spoken.get(name))
    return difference.found


def smallest(messages: list[Message], differs: Callable[[list[Message]], bool]) -> list[Message]:
    """Leave out messages, then documents, as long as the difference stays."""
    shrunk = True
    while shrunk:
        shrunk = False
        for fewer in fewer_of(messages):
            if differs(fewer):
                messages, shrunk = fewer, True
                break
    return messages


def fewer_of(messages: list[Message]) -> Iterator[list[Message]]:
    """Every way to leave out one message, or one document of several."""
    for i, (home, message) in enumerate(messages):
        before, after = messages[:i], messages[i + 1 :]
        yield before + after
        if isinstance(message, list) and len(message) > 1:
            yield from ([*before, (home, message[:j] + message[j + 1 :]), *after] for j in range(len(message)))


def report(messages: list[Message], profile: Profile, homes: int) -> str:
    """Show a difference and the smallest messages that have it."""
    least = smallest(messages, lambda fewer: bool(compare(fewer, profile, homes)))
    lines = [f"{profile}", f"homes={homes}", *(f"raw[{home}] {message}" for home, message in least)]
    for subject, (reference, stages) in compare(least, profile, homes).items():
        lines += [subject, f"  reference {reference}", f"  stages    {stages}"]
    return "\n".join(lines)


def check(stream: Stream, rng: random.Random) -> None:
    """Fail with a report where the stages and the reference differ."""
    messages = list(messages_of(stream, rng))
    if compare(messages, stream.profile, stream.homes):
        pytest.fail(report(messages, stream.profile, stream.homes))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_stages_equal_the_reference(chunk: int) -> None:
    """Generated streams, each with its own profile, homes and messages; seeds are the numbers of the streams."""
    for seed in range(chunk, STREAMS, CHUNKS):
        check(generate(seed), random.Random(seed))


@given(streams())
def test_stages_equal_the_reference_on_drawn_streams(stream: Stream) -> None:
    """The same with streams that hypothesis draws, and shrinks by itself."""
    check(stream, random.Random(0))


def test_the_streams_are_worth_judging() -> None:
    """Every kind, reason and outcome occurs in the first 300 streams, and most documents are not exempt."""
    found: Counter[str] = Counter()
    for seed in range(300):
        stream = generate(seed)
        result = judge_log(pack(stream, seed), stream.profile, stream.homes)
        found.update(verdict["kind"] for verdict in result.verdicts.values())
        found.update(verdict["reason"] for verdict in result.verdicts.values())
        found.update(result.outcomes.values())
        found.update(why for reasons in result.exempt.values() for why in reasons)
        found.update(
            judged=len(result.verdicts), exempt=sum(map(bool, result.exempt.values())), refused=len(result.refused)
        )
    rare = {what: found[what] for what in EVERYTHING if found[what] < 10}
    assert (rare, found["exempt"] < found["judged"] / 2) == ({}, True)
