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


@click.command()
@click.option("--documents", type=click.IntRange(min=100), default=100_000, show_default=True, help="Generated ones.")
@click.option("--data", type=click.Path(path_type=Path), envvar="PROVE_DATA", help="Folder with sets/ and feeds/.")
@click.option("--quick", is_flag=True, help=f"Only the last configuration, on {QUICK_DOCUMENTS:,} generated documents.")
@click.option("--only", multiple=True, metavar="NAME", help="Only inputs with this in their names; repeatable.")
@click.option("--page", type=click.Path(path_type=Path), help=f"Write the table into this page; a whole run: {PAGE}.")
def main(*, documents: int, data: Path | None, quick: bool, only: tuple[str, ...], page: Path | None) -> None:
    """Prove that the pipeline says what scan says: kills, repeats, order and partition counts make no difference."""
    warm(DEFAULT)
    given = [generated(QUICK_DOCUMENTS)] if quick else chosen(inputs(documents, data), only)
    rows, notes = prove(given, CONFIGURATIONS[-1:] if quick else CONFIGURATIONS)
    notes = [*conclusion(rows), *notes]
    click.echo("\n" + "\n".join(notes))
    if page or not (quick or only):
        write_table(page or PAGE, rows, notes)
    sys.exit(0 if rows and all(row.is_right for row in rows) else 1)


def prove(given: Iterable[Input | Skipped], configurations: Sequence[Configuration]) -> tuple[list[Row], list[str]]:
    """Run the matrix, printing each row and every difference; returns the rows, and sentences about the inputs."""
    rows: list[Row] = []
    notes: list[str] = []
    click.echo("\n".join(HEADING))
    for one in given:
        if isinstance(one, Skipped):
            notes.append(f"Skipped: {one.name}, since {one.reason}.")
            continue
        reference = judge_documents(one.documents, DEFAULT, SCAN_HOMES)
        notes += quality(one, reference)
        for configuration in configurations:
            rows.append(run_row(one, configuration, reference))
            click.echo(line_of(rows[-1]))
            if not rows[-1].is_right:
                click.echo(rows[-1].describe(), err=True)
    return rows, notes


def chosen(given: Iterable[Input | Skipped], only: Sequence[str]) -> Iterator[Input | Skipped]:
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
