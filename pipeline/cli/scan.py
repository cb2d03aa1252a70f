"""`firstprint scan`: judge files in this process.

Parses, and checks what is to be written; `pipeline.cli.scanning` carries it out.
"""

import sys
from pathlib import Path

import click

from pipeline.cli import CHECK_PLACE
from pipeline.cli.options import Time, with_profile
from pipeline.collector import pause_collector
from pipeline.errors import BadSetup
from pipeline.profile_files import profile_from

METHODS = ("lsh", "brute")  # as `pipeline.read_ahead.meetings_by` knows them


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@with_profile
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="lsh",
    show_default=True,
    help="How documents find each other: by bands as a cluster does, or every two are compared.",
)
@click.option(
    "--homes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="H",
    help="Homes among which documents are divided, as on a cluster; only who is late depends on it.",
)
@click.option(
    "--as-of", "as_of_ms", type=Time(), metavar="TIME", help="When documents without `fetched` were seen; default now."
)
@click.option(
    "--verdicts", type=click.Path(path_type=Path), metavar="OUT", help="Verdicts into this file instead of stdout."
)
@click.option("--pairs", type=click.Path(path_type=Path), metavar="OUT", help="Every verified pair, as TSV.")
@click.option(
    "--exempt",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Documents on which a cluster may differ (late ones, overfull buckets), as TSV: id, why.",
)
@click.option("--digest", is_flag=True, help="End stdout with the SHA-256 over all final verdicts.")
def command(  # noqa: PLR0913  # long: click passes each option by its name
    *,
    paths: tuple[Path, ...],
    profile_name: str,
    method: str,
    homes: int,
    as_of_ms: int | None,
    verdicts: Path | None,
    pairs: Path | None,
    exempt: Path | None,
    digest: bool,
) -> None:
    """Judge JSON lines (plain, .gz, .zst), feed files (RSS, Atom, JSON Feed), folders of them, or - (standard input).

    Needs no Kafka. Prints the final verdict of every document as JSON lines, in the order of their ids. What the window
    (90 days) has left behind is dropped on the way. Memory: two processes of some 140 MB, and for
    each document of 3 kB 3.5 kB in each, of which 1 kB stays for those that the window has left behind.

    --method brute compares every two documents within the window, where bands miss some that are alike by little more
    than a third: recommended below 5,000 documents (2 s, 210 MB). It holds all documents: 50,000 of 340 words take
    40 s and 800 MB. Refused are more than 50,000, more than 25 million shingles, and more than 20 million pairs that
    are alike, which take a minute and 1.2 GB; and the profile simhash.

    \b
    firstprint scan news.jsonl.zst > verdicts.jsonl
    firstprint scan feeds/ --as-of 2026-11-30 --pairs pairs.tsv --digest
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    profile = profile_from(profile_name)
    check_outputs((verdicts, pairs, exempt), paths, needs_stdout=verdicts is None or digest)
    pause_collector()
    from pipeline.cli.scanning import Order, carry_out  # numpy, numba and all that: --help does without

    carry_out(Order(paths, profile, method, homes, as_of_ms, verdicts, pairs, exempt, is_digested=digest))


def check_outputs(outputs: tuple[Path | None, ...], inputs: tuple[Path, ...], *, needs_stdout: bool) -> None:
    """Raise `BadSetup` for what cannot or must not be written, before the work; leaves everything as it was."""
    if needs_stdout and sys.stdout is None:
        raise BadSetup("Standard output is closed.", "Leave it open, or name a file with --verdicts OUT.")
    for path in outputs:
        if path is None or path.is_fifo():  # whose reader would take this for the end
            continue
        is_new = not path.exists()
        if not is_new and any(one.exists() and one.samefile(path) for one in inputs):
            raise BadSetup(f"{path} is an input and would be overwritten.", "Name another file for the output.")
        try:
            path.open("ab").close()
            if is_new:
                path.unlink()  # it may lie in a folder that is read
        except OSError as error:
            raise BadSetup(f"{path} cannot be used: {error.strerror}.", CHECK_PLACE) from None
