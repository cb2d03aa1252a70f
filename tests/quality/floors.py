"""The floors of the gate: read, written, and compared with what is reached.

Measures nothing. Figures are exact, so a floor is what was reached: anything less fails, and anything more asks for
a higher floor, lest the next change loses it unseen.
"""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tests.quality.measured import EVIDENCE, Count, SetFigures

PATH: Final = Path(__file__).with_name("floors.toml")
COMMAND: Final = "python -m tests.quality.raise_floors"
HEAD: Final = f"""\
# What `firstprint evaluate` reaches with the profile news: [called, pairs] by label, of pairs to find and of pairs that
# are different. Written by `{COMMAND}`, which lowers nothing without --lower.
"""
SAID: Final = {"all": "with all evidence", "text": "by text alone"}


class Floors(msgspec.Struct, frozen=True):
    """The day of the last change, and the figures of each set."""

    measured: date
    sets: Mapping[str, SetFigures]


class Difference(NamedTuple):
    """Whether a set is worse than its floor, and a sentence about it."""

    is_worse: bool
    sentence: str


def read_floors(path: Path = PATH) -> Floors:
    """Read the file of the floors."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Floors)


def write_floors(floors: Floors, path: Path = PATH) -> None:
    """Write the file of the floors."""
    parts = [HEAD, f"measured = {floors.measured.isoformat()}\n"]
    for name, figures in sorted(floors.sets.items()):
        parts.append(f'\n[sets.{name}]\nfingerprint = "{figures.fingerprint}"\n')
        for evidence in EVIDENCE:
            one = figures.by(evidence)
            parts += [_table(f"sets.{name}.{evidence}.found", one.found)]
            parts += [_table(f"sets.{name}.{evidence}.false", one.false)]
    path.write_text("".join(parts), encoding="utf-8")


def _table(name: str, counts: Mapping[str, Count]) -> str:
    rows = [f"{label} = [{one.called}, {one.pairs}]\n" for label, one in counts.items()]
    return "".join([f"[{name}]\n", *rows])


def differences(name: str, floor: SetFigures | None, reached: SetFigures) -> list[Difference]:
    """Say where a set differs from its floor, in sentences that name the figure and what to do."""
    if floor is None:
        return [Difference(is_worse=False, sentence=f"{name} has no floors yet: pin them by `{COMMAND} {name}`.")]
    if floor.fingerprint != reached.fingerprint:
        return [_other_corpus(name, floor, reached)]
    return [
        one
        for evidence in EVIDENCE
        for is_false in (False, True)
        for one in _compared(
            f"{name}, {SAID[evidence]}",
            _counts(floor, evidence, is_false=is_false),
            _counts(reached, evidence, is_false=is_false),
            is_false=is_false,
        )
    ]


def _counts(figures: SetFigures, evidence: str, *, is_false: bool) -> Mapping[str, Count]:
    one = figures.all if evidence == "all" else figures.text
    return one.false if is_false else one.found


def _other_corpus(name: str, floor: SetFigures, reached: SetFigures) -> Difference:
    return Difference(
        is_worse=True,
        sentence=(
            f"{name}: the corpus changed. Its fingerprint is {reached.fingerprint[:16]}..., and the floors were"
            f" measured on {floor.fingerprint[:16]}...: figures of two corpora cannot be compared."
            f" If it had to change, pin what is reached on it by `{COMMAND} --lower {name}`, and say in the commit why."
        ),
    )


def _compared(
    where: str, floor: Mapping[str, Count], reached: Mapping[str, Count], *, is_false: bool
) -> Iterator[Difference]:
    for label in sorted(floor.keys() | reached.keys()):
        before, now = floor.get(label), reached.get(label)
        if before is None or now is None or before.pairs != now.pairs:
            what = f"{where}: the pairs that count under the label {label} changed, from {before} to {now}."
            yield Difference(is_worse=True, sentence=what)
        elif now.called != before.called:
            is_worse = (now.called > before.called) == is_false
            limit, kind = ("the most allowed is", "different") if is_false else ("the floor is", "to be found")
            what = f"{where}: {now.called} of {now.pairs} pairs {label} ({kind}) are called; {limit} {before.called}."
            advice = "" if is_worse else f" That is better: raise the floor by `{COMMAND}`."
            yield Difference(is_worse, f"{what}{advice}")
