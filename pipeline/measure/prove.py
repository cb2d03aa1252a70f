"""`./run prove`: the long matrix. Every input, in every configuration of the pipeline, has to give what `scan` gives.

Measures no speed, although it notes the seconds. What is compared and what is exempt is `prove_compare`'s.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from pipeline.kernels.warm import warm
from pipeline.measure.evaluate import evaluate, final_verdicts
from pipeline.measure.prove_inputs import Input, Skipped, generated, inputs
from pipeline.measure.prove_matrix import CONFIGURATIONS, Configuration, Row, run_row
from pipeline.measure.prove_table import HEADING, conclusion, line_of, write_table
from pipeline.profile import DEFAULT
from pipeline.scan import ScanResult, judge_documents

QUICK_DOCUMENTS = 2000
PAGE = Path("docs") / "measurements.md"
SCAN_HOMES = 4

Given = Input | Skipped


@click.command()
@click.option("--documents", type=click.IntRange(min=100), default=100_000, show_default=True, help="Generated ones.")
@click.option("--data", type=click.Path(path_type=Path), envvar="PROVE_DATA", help="Folder with sets/ and feeds/.")
@click.option("--quick", is_flag=True, help=f"Only the last configuration, on {QUICK_DOCUMENTS:,} generated documents.")
@click.option("--only", multiple=True, metavar="NAME", help="Only inputs with this in their names; repeatable.")
@click.option("--page", type=click.Path(path_type=Path), help=f"Where the table goes; of a whole run {PAGE}.")
def main(*, documents: int, data: Path | None, quick: bool, only: tuple[str, ...], page: Path | None) -> None:
    """Prove that the pipeline says what scan says: kills, repeats, order and partition counts make no difference."""
    warm(DEFAULT)
    given = [generated(QUICK_DOCUMENTS)] if quick else chosen(inputs(documents, data), only)
    target = page if page or quick or only else PAGE
    rows: list[Row] = []
    notes: list[str] = []
    for rows, notes in prove(given, CONFIGURATIONS[-1:] if quick else CONFIGURATIONS):
        if target is not None:
            write_table(target, rows, [*conclusion(rows), *notes])
    click.echo("\n" + "\n".join([*conclusion(rows), *notes]))
    sys.exit(0 if rows and all(row.is_right for row in rows) else 1)


def prove(given: Iterable[Given], configurations: Sequence[Configuration]) -> Iterator[tuple[list[Row], list[str]]]:
    """Run the matrix, printing each row and every difference.

    Yields after each input all rows so far, and sentences about the inputs.
    """
    rows: list[Row] = []
    notes: list[str] = []
    click.echo("\n".join(HEADING))
    for one in given:
        if isinstance(one, Skipped):
            notes.append(f"Skipped: {one.name}, since {one.reason}.")
        else:
            reference = judge_documents(one.documents, DEFAULT, SCAN_HOMES)
            notes += quality(one, reference)
            rows += rows_of(one, configurations, reference)
        yield rows, notes


def rows_of(given: Input, configurations: Sequence[Configuration], reference: ScanResult) -> Iterator[Row]:
    """Run an input through all configurations."""
    for configuration in configurations:
        row = run_row(given, configuration, reference)
        click.echo(line_of(row))
        if not row.is_right:
            click.echo(row.describe(), err=True)
        yield row


def chosen(given: Iterable[Given], only: Sequence[str]) -> Iterator[Given]:
    """Leave out the inputs that were not asked for."""
    return (one for one in given if not only or any(word in one.name for word in only))


def quality(given: Input, reference: ScanResult) -> list[str]:
    """Say how good the verdicts are where the truth is known."""
    if not given.truths:
        return []
    scores = evaluate(final_verdicts(reference.verdicts.values()), given.truths)
    found = f"recall {scores.recall:.4f} ({scores.found:,} of {scores.findable:,} copies)"
    right = f"precision {scores.precision:.4f} ({scores.right_duplicates:,} of {scores.duplicates:,} duplicates)"
    return [f"{given.name}, against the families: {found}, {right}."]


if __name__ == "__main__":
    main()
