"""`firstprint plot`: pictures of curves and figures, as PNG or SVG.

Parses only; `pipeline.measure.plots_data` measures and `pipeline.measure.plots` draws.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pipeline.cli.evaluate import labels_from
from pipeline.cli.kernels import make_ready
from pipeline.cli.options import with_profile
from pipeline.errors import BadSetup
from pipeline.measure import plots
from pipeline.measure.evaluate_run import judge_set
from pipeline.measure.evaluate_sets import bins_of
from pipeline.measure.plots_data import RecallCurve, Shape, read_kernels, similarities_of
from pipeline.measure.sets import read_set
from pipeline.profile import DEFAULT
from pipeline.profile_files import profile_from


class ShapeType(click.ParamType):
    """`42x3`: bands and rows."""

    name = "BxR"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Shape:
        """Return both as numbers."""
        bands, _, rows = str(value).partition("x")
        if not (bands.isdecimal() and rows.isdecimal() and int(bands) > 0 and int(rows) > 0):
            self.fail(f"{value!r} is not bands and rows, such as 42x3.", param, ctx)
        return Shape(int(bands), int(rows))


def with_out(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the option that says where its picture goes."""
    return click.option(
        "--out", type=click.Path(path_type=Path), default=Path(name), show_default=True, help="A .png or .svg file."
    )


@click.group()
def command() -> None:
    """Draw curves and figures as PNG or SVG, 800 pixels wide. Needs matplotlib: pip install 'firstprint[plots]'.

    \b
    firstprint plot s-curve --shape 42x3 --shape 16x8
    firstprint plot similarity news.jsonl --out similarity.svg
    """  # noqa: D301  # \b is click's mark for lines that stay as they are


@command.command(name="s-curve")
@click.option(
    "--shape",
    "shapes",
    type=ShapeType(),
    multiple=True,
    metavar="BxR",
    default=[f"{DEFAULT.bands}x{DEFAULT.rows}"],
    show_default=True,
    help="Bands and rows; repeatable.",
)
@with_out("s-curve.png")
def s_curve(shapes: tuple[Shape, ...], out: Path) -> None:
    """Draw how likely two documents become candidates, by their similarity.

    \b
    firstprint plot s-curve --shape 42x3 --shape 16x8 --out shapes.svg
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    plots.check_output(out)
    plots.draw_s_curves(shapes, out)
    click.echo(out)


@command.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@with_profile
@with_out("similarity.png")
def similarity(paths: tuple[Path, ...], profile_name: str, out: Path) -> None:
    """Draw the similarities of the pairs that scan verifies in files, and of pairs that it does not.

    Of the others 50,000 are drawn by chance, from a fixed seed. All shingles are held in memory.

    \b
    firstprint plot similarity news.jsonl.zst feeds/
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    plots.check_output(out)
    profile = profile_from(profile_name)
    plots.new_figure()  # says at once when matplotlib is missing
    make_ready(profile)
    plots.draw_similarities(similarities_of(paths, profile, time.time_ns() // 1_000_000), profile, out)
    click.echo(out)


@command.command()
@click.argument("paths", nargs=-1, required=True, metavar="SET...", type=click.Path(path_type=Path))
@with_profile
@click.option("--text-only", is_flag=True, help="As with evaluate.")
@click.option("--labels", metavar="L,...", help="As with evaluate.")
@with_out("recall.png")
def recall(paths: tuple[Path, ...], profile_name: str, *, text_only: bool, labels: str | None, out: Path) -> None:
    """Draw the recall of labelled sets (see evaluate) by similarity: as candidates, and as called duplicates.

    \b
    firstprint plot recall sets/revisions sets/rewrites --labels revision,light --text-only
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    plots.check_output(out)
    profile, now_ms = profile_from(profile_name), time.time_ns() // 1_000_000
    plots.new_figure()  # says at once when matplotlib is missing
    sets = [read_set(path) for path in paths]
    wanted = labels_from(labels, None, sets)
    make_ready(profile)
    curves = []
    for labelled in sets:
        bins = list(bins_of(labelled, judge_set(labelled, profile, now_ms, text_only=text_only), wanted))
        if not bins:
            raise BadSetup(
                f"{labelled.name} has no pair whose label counts as a duplicate.", "Name some with --labels."
            )
        curves.append(RecallCurve(labelled.name, *zip(*bins, strict=True)))
    plots.draw_recall(curves, Shape(profile.bands, profile.rows), out)
    click.echo(out)


@command.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@with_out("kernels.png")
def kernels(path: Path, out: Path) -> None:
    """Draw the speed of kernels beside that of rivals, from a JSON file of figures.

    It holds "kernels", a list of objects with "name", "ours" (a second), "rivals" (the same of others, by name) and
    "unit" (documents/s, unless given), and "machine", a line that is written below.

    \b
    firstprint plot kernels kernels.json
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    plots.check_output(out)
    plots.draw_kernels(read_kernels(path), out)
    click.echo(out)
