"""Raise the floors of the gate to what is reached, and paste the table of the page.

Lowers no floor, and takes no changed corpus for the old one, without `--lower` and the names of the sets. Sets that
are not there keep their floors.
"""

import sys
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from pipeline.errors import BadSetup
from tests.quality.floors import PATH, Difference, Floors, differences, read_floors, write_floors
from tests.quality.measured import GENERATED, SHARED, SHARED_FOLDER, SetFigures, measure, write_generated
from tests.quality.page import PAGE, paste


def raised(floors: Floors, reached: dict[str, SetFigures], today: date, *, lower: bool) -> tuple[Floors, list[str]]:
    """The floors with what is reached, and a sentence for each change; `BadSetup` where one falls without `lower`."""
    found: list[Difference] = []
    for name, figures in reached.items():
        found += differences(name, floors.sets.get(name), figures)
    worse = [one.sentence for one in found if one.is_worse]
    if worse and not lower:
        raise BadSetup("\n".join(worse), "No floor was changed: mend what fell, or lower what has to be with --lower.")
    if not found:
        return floors, []
    return Floors(today, {**floors.sets, **reached}), [one.sentence for one in found]


def reached_now(names: tuple[str, ...]) -> dict[str, SetFigures]:
    """Measure the named sets; all that are there where none is named."""
    unknown = sorted(set(names) - {*GENERATED, *SHARED})
    if unknown:
        raise BadSetup(f"There is no set named {unknown[0]!r}.", f"Sets: {', '.join((*GENERATED, *SHARED))}.")
    missing = [name for name in names if name in SHARED and not (SHARED_FOLDER / name).is_dir()]
    if missing:
        raise BadSetup(f"The set {missing[0]} is not there.", "TEST_SETS names the folder of labelled sets.")
    figures = {}
    with TemporaryDirectory() as folder:
        for name in names or (*GENERATED, *SHARED):
            place = SHARED_FOLDER / name if name in SHARED else write_generated(name, Path(folder))
            if place.is_dir():
                figures[name] = measure(place)
    return figures


@click.command()
@click.argument("names", nargs=-1, metavar="[SET]...")
@click.option("--lower", is_flag=True, help="Of the named sets lower floors too, and accept a changed corpus.")
def command(names: tuple[str, ...], *, lower: bool) -> None:
    """Measure SETs, all that are there by default, and raise their floors to what is reached."""
    if lower and not names:
        raise click.UsageError("--lower takes the names of the sets whose floors may fall.")
    try:
        floors, changes = raised(read_floors(PATH), reached_now(names), datetime.now(UTC).date(), lower=lower)
    except BadSetup as error:
        click.echo(f"{error.sentence}\n{error.advice}", err=True)
        sys.exit(2)
    write_floors(floors, PATH)
    paste(floors, PAGE)
    click.echo("\n".join(changes) or "All floors are what is reached.")


if __name__ == "__main__":
    command()
