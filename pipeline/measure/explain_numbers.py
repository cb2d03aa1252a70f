"""The numbers of two texts that the other one lacks, as they are written: what an explanation quotes.

Decides nothing: the rules count hashed elements (`kernels.numbers`), of which a version, time or date makes several.
"""

from collections.abc import Iterator
from typing import Final

from pipeline.kernels.characters import fold, tokens
from pipeline.kernels.plain_numbers import GLUE, is_number

SHOWN: Final = 5  # of each side
Run = tuple[str, ...]  # number tokens with one character of GLUE between them


def runs_in(text: str) -> Iterator[tuple[Run, str]]:
    """Yield the numbers of a text in order, glued ones together: their tokens, and as they are written when folded."""
    folded = fold(text)
    run: Run = ()
    at = start = stop = 0
    for token in tokens(folded):
        place = folded.index(token, at)
        at = place + len(token)
        if not is_number(token):
            continue
        if run and place == stop + 1 and folded[stop] in GLUE:
            run = (*run, token)
        else:
            if run:
                yield run, folded[start:stop]
            run, start = (token,), place
        stop = at
    if run:
        yield run, folded[start:stop]


def lacking(one: str, other: str) -> list[str]:
    """The numbers in `one` that `other` lacks, distinct, in their order.

    A compound (1.2) is one that lacks as a whole; a number by itself is there as well where a compound holds it.
    """
    runs = {run for run, _ in runs_in(other)}
    single = {token for run in runs for token in run}
    lacks = {run: shown for run, shown in runs_in(one) if run not in runs and not (len(run) == 1 and run[0] in single)}
    return list(dict.fromkeys(lacks.values()))


def shown(numbers: list[str]) -> str:
    """At most SHOWN of them, and how many more there are."""
    more = f" and {len(numbers) - SHOWN:,} more" if len(numbers) > SHOWN else ""
    return ", ".join(numbers[:SHOWN]) + more


def exchanged(names: tuple[str, str], texts: tuple[str, str]) -> str:
    """Say which numbers each has that the other lacks: "A has 3, 4, which B lacks; B has none that A lacks"."""
    parts = []
    for place in (0, 1):
        mine, other = names[place], names[1 - place]
        numbers = lacking(texts[place], texts[1 - place])
        parts.append(f"{mine} has {shown(numbers) or 'none'} that {other} lacks")
    return "; ".join(parts)
