"""`./run prove`: the long matrix. Every input, in every configuration of the pipeline, has to give what `scan` gives.

Measures no speed, although it notes the seconds. What is compared and what is exempt is `prove_compare`'s. Rows run
beside each other, since a row is waiting for much of its time: for a worker's start, for Kafka, for a kill.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from pipeline.edges.broker import EmbeddedBroker
from pipeline.kernels.warm import warm
from pipeline.measure.evaluate import evaluate, final_verdicts
from pipeline.measure.prove_inputs import Input, Skipped, generated, inputs
from pipeline.measure.prove_matrix import CONFIGURATIONS, Configuration, Row, Task, run_row
from pipeline.measure.prove_model import MISSING, has_model, playing
from pipeline.measure.prove_table import Report
from pipeline.profile import DEFAULT
from pipeline.scan import judge_documents

QUICK_DOCUMENTS = QUICK_HISTORIES = 2000
SCAN_HOMES = 4
MODEL = "model"

Given = Input | Skipped


@click.command()
@click.option("--documents", type=click.IntRange(min=100), default=100_000, show_default=True, help="Generated ones.")
@click.option("--histories", type=click.IntRange(min=0), default=100_000, show_default=True, help="Of the model.")
@click.option("--data", type=click.Path(path_type=Path), envvar="PROVE_DATA", help="Folder with sets/ and feeds/.")
@click.option(
    "--quick",
    is_flag=True,
    help=f"Only the last configuration, on {QUICK_DOCUMENTS:,} generated documents, and as many histories.",
)
@click.option("--only", multiple=True, metavar="NAME", help=f"Only inputs with this in their names, or {MODEL}.")
@click.option("--out", type=click.Path(path_type=Path), help="A page of Markdown to keep the table in, row by row.")
@click.option("--at-once", type=click.IntRange(min=1), default=2, show_default=True, help="Rows beside each other.")
def main(  # noqa: PLR0913  # long: an option each
    *,
    documents: int,
    histories: int,
    data: Path | None,
    quick: bool,
    only: tuple[str, ...],
    out: Path | None,
    at_once: int,
) -> None:
    """Prove that the pipeline says what scan says: kills, repeats, order and partition counts make no difference.

    Ends with 1 when a digest differs, a document is unaccounted for, recall or precision on generated documents is too
    low, or the model of the algorithm differs from the reference; the last line names what failed.
    """
    warm(DEFAULT)
    given = [generated(QUICK_DOCUMENTS)] if quick else inputs(documents, data, only)
    configurations = CONFIGURATIONS[-1:] if quick else CONFIGURATIONS
    wanted = min(histories, QUICK_HISTORIES) if quick else histories
    report = Report(out)
    with modelled(0 if only and MODEL not in only else wanted, report):
        prove(given, configurations, report, at_once)
    sys.exit(0 if report.end() else 1)


def prove(given: Iterable[Given], configurations: Sequence[Configuration], report: Report, at_once: int) -> None:
    """Run the matrix, so many rows at once, on one Kafka."""
    report.begin()
    with EmbeddedBroker() as broker:
        for row in beside(partial(run_row, broker.bootstrap), tasks_of(given, configurations, report), at_once):
            report.add(row)


@contextmanager
def modelled(histories: int, report: Report) -> Iterator[None]:
    """Let the model play meanwhile; its row comes last."""
    if not histories or not has_model():
        report.notes += [MISSING] if histories else []
        yield
        return
    with playing(histories) as finish:
        yield
        report.add_model(finish())


def tasks_of(given: Iterable[Given], configurations: Sequence[Configuration], report: Report) -> Iterator[Task]:
    """Scan each input once, and run it through all configurations; the first is the one on which restarts are timed."""
    is_first = True
    for place, one in enumerate(given):
        if isinstance(one, Skipped):
            report.notes.append(f"Skipped: {one.name}, since {one.reason}.")
            continue
        reference = judge_documents(one.documents, DEFAULT, SCAN_HOMES)
        if one.truths:
            report.rate(one.name, evaluate(final_verdicts(reference.verdicts.values()), one.truths))
        for number, how in enumerate(configurations):
            yield Task(one, how, reference, f"prove-{place}-{number}-", restarts=is_first and not how.trouble)
        is_first = False


def beside(run: Callable[[Task], Row], tasks: Iterable[Task], at_once: int) -> Iterator[Row]:
    """Run so many tasks at once, and make one more ready meanwhile; rows come as they finish."""
    running: set[Future[Row]] = set()
    pool = ThreadPoolExecutor(at_once)
    try:
        for task in tasks:
            running.add(pool.submit(run, task))
            while len(running) > at_once:
                yield from next_of(running)
        while running:
            yield from next_of(running)
    finally:
        pool.shutdown(cancel_futures=True)


def next_of(running: set[Future[Row]]) -> list[Row]:
    """Wait until some are finished, and take them out."""
    finished, _ = wait(running, return_when=FIRST_COMPLETED)
    running -= finished
    return [future.result() for future in finished]


if __name__ == "__main__":
    main()
