"""`firstprint torture`: faults by a seeded schedule, and a table of what came of it.

Only prints; what happens is `pipeline.measure.torture`'s.
"""

import statistics
import sys
from collections.abc import Iterator

import click

from pipeline.measure.torture import Outcome, Plan, torture


@click.command()
@click.option("--minutes", default=3.0, show_default=True, metavar="M", help="About so long; each fault at least once.")
@click.option("--documents", default=6000, show_default=True, metavar="D", help="Generated documents.")
@click.option("--seed", default=1, show_default=True, metavar="S", help="Of the schedule.")
@click.option("--workers", default=3, show_default=True, metavar="N", help="Workers that run at a time.")
def command(*, minutes: float, documents: int, seed: int, workers: int) -> None:
    """Let workers, broker and loader fail while documents flow, and compare the verdicts with `scan`.

    Starts a real Kafka and workers of its own, and ends them. Ends with 1 when a document is lost, a verdict is wrong,
    or anything else differs from an undisturbed run.

    \b
    firstprint torture
    firstprint torture --minutes 20 --documents 100000 --seed 7
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    for found in torture(Plan(minutes, documents, seed, workers)):
        if isinstance(found, Outcome):
            for name, value in table(found):
                click.echo(f"{name:32s} {value}")
            if not found.is_right:
                click.echo(found.comparison.describe())
                sys.exit(1)
        else:
            click.echo(found, err=True)


def table(found: Outcome) -> Iterator[tuple[str, str]]:
    """The rows of the table."""
    compared = found.comparison
    yield "seed, workers", f"{found.plan.seed}, {found.plan.workers}"
    yield "documents in", f"{found.plan.documents:,}"
    yield "final verdicts", f"{len(compared.found):,}"
    yield "lost", f"{found.lost:,}"
    yield "wrong", f"{found.wrong:,}"
    yield "last word not the highest", f"{found.not_last:,}"
    yield "verdict messages", f"{found.messages:,}"
    yield "repeats of a final state", f"{found.repeated:,}"
    yield "exempt", f"{len(compared.exempt):,}"
    yield "dead letters, expected and found", f"{found.letters_expected}, {found.letters}"
    yield "faults", ", ".join(f"{name} {count}" for name, count in sorted(found.faults.items()))
    yield "starts of workers", f"{found.starts}"
    took = sorted(found.recoveries_s) or [0.0]
    yield "start to partitions, s", f"median {statistics.median(took):.1f}, longest {took[-1]:.1f}"
    yield "longest time without a verdict, s", f"{found.longest_gap_s:.1f}"
    yield "seconds", f"{found.seconds:.0f}"
    yield "digest of scan", compared.digests[0]
    yield "digest of the verdicts", compared.digests[1]
