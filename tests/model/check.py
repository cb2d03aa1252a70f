"""Play a history, and compare what the world has come to with what the reference says about its raw logs.

The reference reads the logs as they stand at the end: ticks, forwarded documents and repeats included.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pipeline.columns import NONE_MS
from pipeline.plans import Spoken
from pipeline.stages.normalised import read_tick
from pipeline.state.documents import HomeState
from pipeline.state.progress import Progress
from tests import plain
from tests.model.scheduler import Scheduler
from tests.model.world import History, Lane, Raw, World
from tests.reference import Document, Log, Result, judge_log
from tests.streams import spell


@dataclass
class Outcome:
    """Differences by subject, and how much was compared."""

    different: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # subject -> (reference, model)
    counts: Counter[str] = field(default_factory=Counter)


def play(history: History) -> Outcome:
    """Play a history, and compare verdicts and states with the reference."""
    scheduler = Scheduler(history)
    world = scheduler.run()
    reference = judge(world, world.logs)
    outcome = Outcome(counts=Counter(world.counts))
    compare(world, reference, outcome)
    if world.counts["forwarded"]:
        compare_once(world, reference, outcome)
    for owner in scheduler.owners.values():
        if isinstance(owner.state, HomeState):
            compare_progress(world, owner.state.progress, reference, outcome)
    return outcome


def compare(world: World, reference: Result, outcome: Outcome) -> None:
    """Compare the last verdict and the verdict of the highest revision with the reference's, by id."""
    wanted, exempt = reference.bytes, exempt_of(reference)
    for reader, found in zip(("last", "highest"), read_verdicts(world), strict=True):
        for name in wanted.keys() | found.keys():
            one, other = wanted.get(name), found.get(name)
            if one != other and (name not in exempt or one is None or other is None):
                outcome.different[f"{reader} {name}"] = (one, other)
    for spoken in all_verdicts(world):
        if spoken.late and spoken.key.decode() not in reference.late:
            outcome.different[f"late {spoken.key!r}"] = (False, True)
    outcome.counts.update(ids=len(wanted), exempt=len(exempt))


def compare_progress(world: World, progress: Progress, reference: Result, outcome: Outcome) -> None:
    """At rest every batch is done, and the watermark is the largest time in the home's log."""
    home, homes = progress.home, world.setting.homes
    ticks = [read_tick(raw.value) for raw in world.logs[Lane("raw", home)]]
    times = [one.seen for one in reference.deliveries if plain.home_of(one.id, homes) == home]
    watermark = max([*times, *(tick for tick in ticks if tick is not None)], default=NONE_MS)
    if (progress.watermark, len(progress.undone)) != (watermark, 0):
        outcome.different[f"progress of {home}"] = ((watermark, 0), (progress.watermark, len(progress.undone)))


def compare_once(world: World, reference: Result, outcome: Outcome) -> None:
    """Say where it matters that a document was sent on twice, by one that crashed after the first time."""
    once = judge(world, {lane: without_repeats(log) for lane, log in world.logs.items() if lane.topic == "raw"})
    exempt, one, other = exempt_of(reference) | exempt_of(once), once.bytes, reference.bytes
    for name in one.keys() | other.keys():
        if one.get(name) != other.get(name) and name not in exempt:
            outcome.different[f"sent on twice {name}"] = (one.get(name), other.get(name))


def judge(world: World, logs: Mapping[Lane, list[Any]]) -> Result:
    """Judge raw logs by the reference."""
    homes = world.setting.homes
    read: dict[int, Log] = {}
    for home in range(homes):
        raws = logs.get(Lane("raw", home), [])
        read[home] = [documents_of(raw.value, raw.time_ms) for raw in raws if raw.value is not None]
    return judge_log(read, world.setting.profile, homes)


def exempt_of(result: Result) -> set[str]:
    """Return the ids that the promise leaves out."""
    return {name for name, why in result.exempt.items() if why}


def without_repeats(log: list[Raw]) -> list[Raw]:
    """Keep what a home has sent on once."""
    known: set[tuple[int, int]] = set()
    kept = []
    for raw in log:
        if raw.origin is None or raw.origin not in known:
            kept.append(raw)
        if raw.origin is not None:
            known.add(raw.origin)
    return kept


@lru_cache(maxsize=1 << 12)
def documents_of(value: bytes, time_ms: int) -> list[Document] | int:
    """Return the documents of a raw message, each with the time when it was seen, or the time of a tick."""
    tick = read_tick(value)
    if tick is not None:
        return tick
    return [{"fetched": spell(time_ms)} | json.loads(line) for line in value.splitlines()]


def all_verdicts(world: World) -> Iterator[Spoken]:
    """Yield every verdict that was spoken, in the order of its home."""
    for home in range(world.setting.homes):
        yield from world.logs[Lane("verdicts", home)]


def read_verdicts(world: World) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return, by id, the last verdict and the last one of the highest revision."""
    last: dict[str, bytes] = {}
    highest: dict[str, Spoken] = {}
    for spoken in all_verdicts(world):
        name = spoken.key.decode()
        last[name] = spoken.value
        if name not in highest or highest[name].revision <= spoken.revision:
            highest[name] = spoken
    return last, {name: spoken.value for name, spoken in highest.items()}


def smallest(history: History, seeds: int = 20) -> History:
    """Leave out messages and documents as long as some schedule still goes wrong."""
    shrunk = True
    while shrunk:
        shrunk = False
        for feed in fewer(history.feed):
            seed = wrong_seed(replace(history, feed=feed), seeds)
            if seed is not None:
                history, shrunk = replace(history, feed=feed, seed=seed), True
                break
    return history


def wrong_seed(history: History, seeds: int) -> int | None:
    """Return a seed with which the history goes wrong."""
    tried = [history.seed, *range(seeds)]
    return next((seed for seed in tried if play(replace(history, seed=seed)).different), None)


def fewer(feed: list[Raw]) -> Iterator[list[Raw]]:
    """Leave out one message, or one document of several."""
    for i, raw in enumerate(feed):
        before, after = feed[:i], feed[i + 1 :]
        yield before + after
        lines = raw.value.splitlines() if raw.value else []
        if len(lines) > 1:
            for j in range(len(lines)):
                yield [*before, raw._replace(value=b"\n".join(lines[:j] + lines[j + 1 :])), *after]


def describe(history: History) -> str:
    """Show a history that goes wrong, after making it small."""
    least = smallest(history)
    lines = [f"{least.kind}, seed {least.seed}: {least.setting}"]
    lines += [f"raw[{raw.home}] {raw.time_ms} {raw.value!r}" for raw in least.feed]
    for subject, (reference, model) in play(least).different.items():
        lines += [subject, f"  reference {reference}", f"  model     {model}"]
    return "\n".join(lines)
