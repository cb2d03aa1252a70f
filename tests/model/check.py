"""Play a history, and compare what the world has come to with what the reference says about its raw logs.

The reference reads the logs as they stand at the end: ticks, forwarded documents and repeats included.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pipeline.stages.normalised import read_tick
from pipeline.state.documents import HomeState
from pipeline.steps import Spoken
from tests.model.histories import encode
from tests.model.scheduler import Scheduler
from tests.model.world import History, Lane, Message, World
from tests.reference import Document, Log, judge_log


@dataclass
class Outcome:
    """Differences by subject, and how much was compared."""

    different: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # subject -> (reference, model)
    counts: Counter[str] = field(default_factory=Counter)


def play(history: History) -> Outcome:
    """Play a history and compare."""
    scheduler = Scheduler(history)
    outcome = compare(scheduler.run())
    for group, owner in scheduler.owners.items():
        if isinstance(owner.state, HomeState) and owner.state.progress.undone:
            outcome.different[f"batches of {group.partition} not done"] = ({}, owner.state.progress.undone)
    return outcome


def compare(world: World) -> Outcome:
    """Compare the last verdict and the verdict of the highest revision with the reference's, by id."""
    homes, profile = world.setting.homes, world.setting.profile
    reference = judge_log({home: raw_log(world, home) for home in range(homes)}, profile, homes)
    wanted, outcome = reference.bytes, Outcome(counts=Counter(world.counts))
    exempt = {name for name, why in reference.exempt.items() if why}
    for reader, found in zip(("last", "highest"), read_verdicts(world), strict=True):
        for name in wanted.keys() | found.keys():
            one, other = wanted.get(name), found.get(name)
            if one != other and (name not in exempt or one is None or other is None):
                outcome.different[f"{reader} {name}"] = (one, other)
    outcome.counts.update(ids=len(wanted), exempt=len(exempt))
    return outcome


def raw_log(world: World, home: int) -> Log:
    """Return a raw log as the reference reads it."""
    return [documents_of(value) for value in world.logs[Lane("raw", home)] if value is not None]


@lru_cache(maxsize=1 << 12)
def documents_of(value: bytes) -> list[Document] | int:
    """Return the documents of a raw message, or the time of a tick."""
    tick = read_tick(value)
    return [json.loads(line) for line in value.splitlines()] if tick is None else tick


def read_verdicts(world: World) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return, by id, the last verdict and the last one of the highest revision."""
    last: dict[str, bytes] = {}
    highest: dict[str, Spoken] = {}
    for home in range(world.setting.homes):
        for spoken in world.logs[Lane("verdicts", home)]:
            name = spoken.key.decode()
            last[name] = spoken.value
            if name not in highest or highest[name].revision <= spoken.revision:
                highest[name] = spoken
    return last, {name: spoken.value for name, spoken in highest.items()}


def smallest(history: History, seeds: int = 50) -> History:
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


def fewer(feed: list[Message]) -> Iterator[list[Message]]:
    """Leave out one message, or one document of several."""
    for i, (home, value) in enumerate(feed):
        before, after = feed[:i], feed[i + 1 :]
        yield before + after
        lines = value.splitlines() if value else []
        if len(lines) > 1:
            yield from ([*before, (home, b"\n".join(lines[:j] + lines[j + 1 :])), *after] for j in range(len(lines)))


def describe(history: History) -> str:
    """Show a history that goes wrong, after making it small."""
    least = smallest(history)
    lines = [f"{least.kind}, seed {least.seed}: {least.setting}"]
    lines += [f"raw[{home}] {value!r}" for home, value in least.feed]
    for subject, (reference, model) in play(least).different.items():
        lines += [subject, f"  reference {reference}", f"  model     {model}"]
    return "\n".join(lines)


__all__ = ["Outcome", "describe", "encode", "play"]
