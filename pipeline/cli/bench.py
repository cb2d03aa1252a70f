"""`firstprint bench`: figures of this machine.

Only prints what `pipeline.measure.bench` and `pipeline.measure.bench_kernels` measure.
"""

from pathlib import Path

import click

from pipeline.cli.options import with_profile
from pipeline.cli.scan import check_outputs
from pipeline.measure.bench import Figures, bench_pipeline, bench_scan
from pipeline.measure.machine import machine
from pipeline.profile_files import profile_from


@click.group()
def command() -> None:
    """Measure. Figures worth keeping are in docs/measurements.md, with machine and date; measure on a quiet machine.

    \b
    firstprint bench pipeline
    firstprint bench scan --documents 20000
    firstprint bench kernels --documents 10000
    """  # noqa: D301  # \b is click's mark for lines that stay as they are


@command.command()
@click.option("--documents", default=100_000, show_default=True, help="Generated documents of 3 kB.")
@click.option("--homes", default=4, show_default=True, metavar="H", help="Partitions of raw.")
@click.option("--band-partitions", default=4, show_default=True, metavar="N", help="Of bands.")
def pipeline(documents: int, homes: int, band_partitions: int) -> None:
    """Judge a preloaded backlog with one worker, on a Kafka of its own on this machine.

    \b
    firstprint bench pipeline
    firstprint bench pipeline --documents 20000 --homes 8 --band-partitions 8
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    figures = bench_pipeline(documents, homes, band_partitions)
    click.echo(machine())
    for line in lines_of(figures):
        click.echo(line)


def lines_of(figures: Figures) -> list[str]:
    """The figures, a line each."""
    rate = figures.documents / figures.seconds
    lines = [
        f"documents/s            {rate:10,.0f}   ({figures.documents:,} in {figures.seconds:.1f} s)",
        f"worker, us/document    {figures.worker_cpu_us:10,.0f}   (CPU)",
        f"broker, us/document    {figures.broker_cpu_us:10,.0f}   (CPU, the loading included)",
        f"worker, MB             {figures.worker_mb:10,.0f}   (largest resident set)",
        f"broker, MB             {figures.broker_mb:10,.0f}",
        f"restart, s             {figures.restart_s:10.1f}   (process start to tables ready, from the local folder)",
        f"verdicts               {figures.verdicts:10,}   (messages, revisions included)",
    ]
    lines += [f"{step:32s} {cost:9,.1f} us/document (CPU, without Kafka)" for step, cost in figures.steps.items()]
    return lines + [f"{topic:32s} {size:9,.0f} bytes/document" for topic, size in figures.topics.items()]


@command.command()
@click.option("--documents", default=100_000, show_default=True, help="Generated documents of 3 kB.")
@with_profile
def scan(documents: int, profile_name: str) -> None:
    """Compare `scan` with the method of the measurement article in Node, in one run.

    The profile seed-c has that method's parameters; news, the default, does more for each pair.

    \b
    firstprint bench scan --documents 20000
    firstprint bench scan --profile seed-c
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    profile_from(profile_name)  # so that a wrong one is refused at once
    found = bench_scan(documents, profile_name)
    click.echo(machine())
    whole, start, node = found.scan_s, found.start_s, found.node_s
    parts = f"{whole:.2f} s, {start:.2f} of it to start; profile {profile_name}"
    click.echo(f"scan  {documents / whole:10,.0f} documents/s   ({parts})")
    click.echo(f"Node  {documents / node:10,.0f} documents/s   ({node:.2f} s, its start left out)")
    click.echo(f"ratio {node / whole:10.1f}   (the whole process; {node / (whole - start):.1f} without either's start)")


@command.command()
@click.option(
    "--documents",
    type=click.IntRange(100),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Generated documents of 300 to 400 shingles.",
)
@click.option(
    "--rounds", type=click.IntRange(1), default=3, show_default=True, metavar="R", help="Turns of each; medians count."
)
@click.option(
    "--prototypes",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder with k_text.py, k_min.py, k_index.py and bench_bands.py, to measure as well.",
)
@click.option(
    "--json", "out", type=click.Path(path_type=Path), metavar="FILE", help="All figures, as plot kernels takes them."
)
def kernels(documents: int, rounds: int, folder: Path | None, out: Path | None) -> None:
    """Measure each kernel and the whole path in memory on one core, beside other libraries in the same run.

    Those are datasketch, rensa, gaoya and simhash, where they are installed (pip install 'firstprint[bench]'), and the
    method of the measurement article in Node. Signatures of 128 slots, 42 bands of 3, batches of 256; CPU time. Also
    prints speed by batch size, and what a first batch costs with and without compiled kernels. The rivals take most of
    the time: some ten minutes in all for 100,000 documents.

    \b
    firstprint bench kernels --documents 10000 --json kernels.json
    firstprint plot kernels kernels.json
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    from pipeline.measure.bench_kernels import bench_kernels
    from pipeline.measure.bench_kernels_report import json_of, table_of

    check_outputs((out,), (), needs_stdout=True)
    figures = bench_kernels(documents, rounds, folder)
    if out is not None:
        out.write_text(json_of(figures), encoding="utf-8")
    for line in table_of(figures):
        click.echo(line)
