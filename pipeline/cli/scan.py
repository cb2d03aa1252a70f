"""`firstprint scan`: judge files in this process.

Parses, reads and prints; the judging is `pipeline.scan`'s.
"""

import sys
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click

from pipeline.cli import CHECK_PLACE
from pipeline.cli.kernels import say_compiling, say_uncached
from pipeline.cli.line import Line
from pipeline.cli.options import Time, with_profile
from pipeline.collector import spare_collector
from pipeline.dates import format_ms
from pipeline.errors import BadSetup
from pipeline.kernels.warm import warm_comparing
from pipeline.profile import DAY_MS, Profile
from pipeline.profile_files import profile_from
from pipeline.read_ahead import METHODS, Exempt, Found, Met, read_ahead
from pipeline.read_batches import Inputs, RefusedInput
from pipeline.scan import PAIRS_HEADER, Scanner, ScanResult
from pipeline.verdict_digest import digest_of

WIDE = (
    "note: documents were seen between {} and {}; those more than {} days apart do not match. Documents without "
    "`fetched` count as seen when their feed says it was made, else now: --as-of says when instead of now."
)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@with_profile
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
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
    (90 days) has left behind is dropped on the way. Memory: two processes of some 160 MB, and for
    each document of 3 kB 3.4 kB in each, of which 1 kB stays for those that the window has left behind.

    --method brute compares every two documents within the window, where bands miss some that are alike by little more
    than a third: recommended below 5,000 documents (2 s, 210 MB). It holds all documents: 50,000 of 340 words take
    40 s and 800 MB. Refused are more than 50,000, more than 25 million shingles, and more than 20 million pairs that
    are alike, which take a minute and 1.2 GB; and the profile simhash.

    \b
    firstprint scan news.jsonl.zst > verdicts.jsonl
    firstprint scan feeds/ --as-of 2026-11-30 --pairs pairs.tsv --digest
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    now_ms = time.time_ns() // 1_000_000
    profile = profile_from(profile_name)
    check_outputs((verdicts, pairs, exempt), paths, needs_stdout=verdicts is None or digest)
    if not say_uncached():
        say_compiling()
    as_of_ms = now_ms if as_of_ms is None else as_of_ms
    found = read_ahead(Inputs(paths, as_of_ms, now_ms, profile, homes, exempt is not None), method)
    warm_comparing(profile)
    spare_collector()
    scanner = Scanner(profile, homes, now_ms, want_pairs=pairs is not None)
    scanner.local.conclude_only()
    refused = judge_all(scanner, found, profile)
    result = scanner.finish()
    write_out(result, verdicts, pairs, exempt)
    summarise(result, refused)
    if digest:
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


def write_out(result: ScanResult, verdicts: Path | None, pairs: Path | None, exempt: Path | None) -> None:
    """Write verdicts, pairs and exempt ids where they were asked for."""
    lines = (result.verdicts[name] + b"\n" for name in sorted(result.verdicts))
    if verdicts is None:
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()
    else:
        with verdicts.open("wb") as file:
            file.writelines(lines)
    if pairs is not None:
        pairs.write_text("\n".join([PAIRS_HEADER, *sorted(result.pairs)]) + "\n", encoding="utf-8")
    if exempt is not None:
        rows = [f"{name.decode()}\t{','.join(sorted(why))}" for name, why in sorted(result.exempt.items())]
        exempt.write_text("\n".join(["id\twhy", *rows]) + "\n", encoding="utf-8")


def summarise(result: ScanResult, refused: int) -> None:
    """Say on stderr what was done."""
    perhaps = sum(why == {"perhaps"} for why in result.exempt.values())
    known = f"{len(result.verdicts):,} verdicts, {refused:,} refused, {len(result.exempt) - perhaps:,} exempt"
    click.echo(known + (f" ({perhaps:,} more perhaps: --exempt finds out)" if perhaps else ""), err=True)
