"""What `firstprint scan` does once its options are read: reads, judges, says how far it is, and writes.

Parses nothing; the judging is `pipeline.scan`'s. In a module of its own because importing it takes most of a start.
"""

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from pipeline.cli.kernels import say_compiling, say_uncached
from pipeline.cli.line import Line
from pipeline.collector import spare_collector
from pipeline.dates import format_ms
from pipeline.kernels.warm import warm_comparing, warm_folding
from pipeline.profile import DAY_MS, Profile
from pipeline.read_ahead import Exempt, Found, Met, Waiting, read_ahead
from pipeline.read_batches import Inputs, RefusedInput
from pipeline.scan import PAIRS_HEADER, Scanner, ScanResult
from pipeline.verdict_digest import digest_of

WIDE = (
    "note: documents were seen between {} and {}; those more than {} days apart do not match. Documents without "
    "`fetched` count as seen when their feed says it was made, else now: --as-of says when instead of now."
)
WRITTEN_AT_ONCE = 512  # verdicts: a call for each takes three times as long


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asks for; a file that is None is not wanted, verdicts without one go to stdout."""

    paths: tuple[Path, ...]
    profile: Profile
    method: str
    homes: int
    as_of_ms: int | None
    verdicts: Path | None
    pairs: Path | None
    exempt: Path | None
    is_digested: bool

    def inputs(self, now_ms: int) -> Inputs:
        """What is to be read."""
        as_of_ms = now_ms if self.as_of_ms is None else self.as_of_ms
        return Inputs(self.paths, as_of_ms, now_ms, self.profile, self.homes, self.exempt is not None)


def carry_out(order: Order) -> None:
    """Judge all inputs and write what was asked for."""
    now_ms = time.time_ns() // 1_000_000
    if not say_uncached():
        say_compiling()
    found = read_ahead(order.inputs(now_ms), order.method)
    warm_comparing(order.profile)
    warm_folding()  # for the reading process, which has its hands full: it makes the table when a text asks for it
    spare_collector()
    scanner = Scanner(order.profile, order.homes, now_ms, want_pairs=order.pairs is not None)
    scanner.local.conclude_only()
    refused = judge_all(scanner, found, order.profile)
    result = scanner.finish()
    write_out(result, order)
    summarise(result, refused)
    if order.is_digested:
        click.echo(digest_of(result.verdicts))


def judge_all(scanner: Scanner, items: Iterable[Found], profile: Profile) -> int:
    """Judge what was read, say what was refused, and return how many documents those were."""
    refused = documents = 0
    first_ms, last_ms = sys.maxsize, -sys.maxsize
    started_s = time.monotonic()
    with Line() as line:
        for found in items:
            if isinstance(found, Met):
                scanner.local.judge_met(found.batch, found.met)
                seen = found.batch["rows"]["seen"]
                documents += len(seen)
                first_ms = min(first_ms, int(seen.min(initial=first_ms)))
                last_ms = max(last_ms, int(seen.max(initial=last_ms)))
            elif isinstance(found, Waiting):
                scanner.local.say_due()
                continue  # nothing new to show, and what comes soon after would be passed over
            elif isinstance(found, Exempt):
                scanner.exempt = found.ids
            elif isinstance(found, RefusedInput):
                refused += 1
                line.say(f"refused {found.place}: {found.reason}")
            else:
                line.say(found.sentence)
            line.show(partial(progress, documents, started_s))
        if last_ms - first_ms > profile.window_ms:
            line.say(WIDE.format(format_ms(first_ms), format_ms(last_ms), profile.window_ms // DAY_MS))
    return refused


def progress(documents: int, started_s: float) -> str:
    """Return how far it has come, and how fast."""
    return f"{documents:,} documents, {documents / max(time.monotonic() - started_s, 1e-3):,.0f}/s"


def write_out(result: ScanResult, order: Order) -> None:
    """Write verdicts, pairs and exempt ids where they were asked for."""
    names = sorted(result.verdicts)
    blocks = (names[start : start + WRITTEN_AT_ONCE] for start in range(0, len(names), WRITTEN_AT_ONCE))
    lines = (b"".join([result.verdicts[name] + b"\n" for name in block]) for block in blocks)
    if order.verdicts is None:
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()
    else:
        with order.verdicts.open("wb") as file:
            file.writelines(lines)
    if order.pairs is not None:
        order.pairs.write_text("\n".join([PAIRS_HEADER, *sorted(result.pairs)]) + "\n", encoding="utf-8")
    if order.exempt is not None:
        rows = [f"{name.decode()}\t{','.join(sorted(why))}" for name, why in sorted(result.exempt.items())]
        order.exempt.write_text("\n".join(["id\twhy", *rows]) + "\n", encoding="utf-8")


def summarise(result: ScanResult, refused: int) -> None:
    """Say on stderr what was done."""
    perhaps = sum(why == {"perhaps"} for why in result.exempt.values())
    known = f"{len(result.verdicts):,} verdicts, {refused:,} refused, {len(result.exempt) - perhaps:,} exempt"
    click.echo(
        known + (f"; {perhaps:,} hold a crowded passage, which seldom matters (--exempt tells)" if perhaps else ""),
        err=True,
    )
