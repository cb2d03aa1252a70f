"""`firstprint calibrate`: a profile for one's own documents, and what it was chosen by.

Parses and prints; `pipeline.measure.calibrate` measures.
"""

import time
from dataclasses import replace
from pathlib import Path

import click

from pipeline.cli.kernels import make_ready
from pipeline.errors import BadSetup
from pipeline.measure.calibrate import ABOVE, ENOUGH, Calibration, calibrate, draw
from pipeline.measure.calibrate_checks import check_candidates, check_enough
from pipeline.measure.calibrate_passages import Boilerplate, boilerplate_of
from pipeline.profile import NEWS, SIMHASH, Profile
from pipeline.profile_files import SUFFIX, profile_from, write_profile

COLUMNS = ("script", "shingles", "documents", "pairs", "median", "99 %", "bound", "99.9 %", "most")
ROW = "{:<12}{:<14}{:>10}{:>12}{:>8}{:>7}{:>7}{:>8}{:>7}"
BAR = 40  # columns of the histogram's longest bar
STREAM = 100_000  # documents of the window that are reckoned with, at least


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--profile", "profile_name", default="news", show_default=True, help="The profile to begin with.")
@click.option(
    "--recall",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.9,
    show_default=True,
    metavar="R",
    help="Share of the pairs 0.1 above the threshold that the bands have to find.",
)
@click.option(
    "--budget",
    type=click.FloatRange(0, min_open=True),
    default=20.0,
    show_default=True,
    metavar="C",
    help="Candidates a document, at most.",
)
@click.option(
    "--documents",
    type=click.IntRange(2),
    metavar="N",
    help=f"How many the window will hold; default those of the files, and {STREAM:,} at least.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("profile.toml"),
    show_default=True,
    help="The profile, for --profile of scan and the setting `profile` of the worker.",
)
def command(  # noqa: PLR0913  # long: click passes each option by its name
    *, paths: tuple[Path, ...], profile_name: str, recall: float, budget: float, documents: int | None, out: Path
) -> None:
    """Measure how alike unrelated documents of yours are, recommend a threshold and bands, and write a profile.

    Compares all pairs of up to 3,000 documents, drawn by chance from the files (as scan reads them), and bounds the
    99th percentile of their similarity with 95 % confidence for each script and length. The threshold is twice the
    greatest bound, and never below that of the profile to begin with; how many duplicates it finds cannot be told
    without labels: see firstprint evaluate. The bands stay those of that profile where they keep to recall and budget.

    Nothing is written for too few documents, since a bound needs 30 of one script and length, nor for texts that share
    so much that no bands come near the budget.

    The profile keeps the rules of the one to begin with. By those of news the threshold is a floor: near texts have to
    reach it besides what their length asks for, and it says nothing of excerpts. Where it alone is to decide, begin
    with --profile seed-c.

    \b
    firstprint calibrate news.jsonl.zst
    firstprint calibrate feeds/ --documents 2000000 --out ours.toml
    firstprint scan feeds/ --profile ours.toml
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    if out.suffix != SUFFIX:
        raise BadSetup(f"{out} would not be known as a profile.", f"End its name with {SUFFIX}.")
    profile = profile_from(profile_name)
    if profile.sketch == SIMHASH:
        sentence = f"The profile {profile_name} compares fingerprints of simhash, which have no threshold."
        raise BadSetup(sentence, "Begin with another: --profile news or seed-c.")
    make_ready(profile)
    sample = draw(paths, profile, time.time_ns() // 1_000_000)
    total = documents or max(sample.total, STREAM)
    found = calibrate(replace(sample, total=total), profile, recall, budget)
    click.echo(f"{found.sample:,} of {sample.total:,} documents compared with each other\n")
    click.echo("\n".join([*classes_shown(found), "", *histogram_shown(found), ""]))
    repeated = boilerplate_of(sample.texts, profile.shingle_words)
    click.echo("\n".join(boilerplate_shown(repeated, found.sample)))
    check_enough(found, profile)
    check_candidates(found, budget)
    click.echo("\n".join(["", *recommended(found, profile)]))
    chosen = with_figures(profile, found)
    write_profile(chosen, out, f"Chosen by firstprint calibrate from {found.sample} of {sample.total} documents.")
    click.echo(f"\n{out} is the profile {chosen.identity}; judge with it: firstprint scan --profile {out} ...")


def with_figures(profile: Profile, found: Calibration) -> Profile:
    """Return the profile with the threshold, in hundredths, and the bands that were found."""
    num, den = round(found.threshold * 100), 100
    if num * profile.threshold_den == profile.threshold_num * den:
        num, den = profile.threshold_num, profile.threshold_den
    bands, rows = found.banding.bands, found.banding.rows
    return replace(profile, threshold_num=num, threshold_den=den, bands=bands, rows=rows)


def classes_shown(found: Calibration) -> list[str]:
    """Return the table of classes."""
    lines = ["similarity of unrelated pairs, by script and by the shingles of the shorter text", ROW.format(*COLUMNS)]
    for one in found.classes:
        figures = (
            "-" if figure is None else f"{figure:.3f}"
            for figure in (one.median, one.p99, one.bound, one.p999, one.most)
        )
        lines.append(ROW.format(one.script, one.length, f"{one.documents:,}", f"{one.pairs:,}", *figures))
    if any(one.bound is None for one in found.classes):
        lines.append(f"A class of fewer than {ENOUGH} documents has no bound, and no say in the threshold.")
    if found.copies:
        lines.append(f"{found.copies:,} pairs are copies beyond doubt (similarity 0.8 and more) and left out.")
    return lines


def histogram_shown(found: Calibration) -> list[str]:
    """Return the histogram of all pairs, with bars on a logarithmic scale."""
    last = max((place for place, count in enumerate(found.histogram) if count), default=0)
    step = 1 / len(found.histogram)
    longest = max(count.bit_length() for count in found.histogram)
    return [
        f"{place * step:.2f}-{(place + 1) * step:.2f} {count:>12,}  {'█' * round(BAR * count.bit_length() / longest)}"
        for place, count in enumerate(found.histogram[: last + 1])
    ]


def recommended(found: Calibration, profile: Profile) -> list[str]:
    """Return what is recommended, and what it leads to by the rules of the profile."""
    half = found.banding.similarity_at(0.5)
    at, above = (float(found.banding.chance(min(found.threshold + more, 1.0))) for more in (0, ABOVE))
    lines = [
        f"threshold   {found.threshold:.2f}",
        *floor_shown(profile),
        f"bands       {found.banding}: half meet at {half:.2f}, {at:.0%} at the threshold, {above:.0%} {ABOVE} above",
        f"candidates  {found.candidates:.2f} a document that has no duplicate, among {found.total:,}",
        f"passages    bring {found.by_passages:.2f} more",
    ]
    return [*lines, f"note        {found.note}"] if found.note else lines


def floor_shown(profile: Profile) -> list[str]:
    """Return what has to be reached besides the threshold: nothing where that alone decides."""
    if profile.rules != NEWS:
        return []
    asked = reversed(profile.news.floors)
    shares = ", ".join(f"{num / den:.2f} from {shingles}" for shingles, (num, den) in asked)
    return [
        f"            a floor besides the rules of news, which ask for {shares} shingles on;",
        "            excerpts and expansions have no threshold",
    ]


def boilerplate_shown(found: Boilerplate, sample: int) -> list[str]:
    """Return how much is repeated, and which passages; a warning where it dominates."""
    if not found.passages:
        return [f"repeated    {found.share:.1%} of the average text"]
    lines = [
        f"repeated    {found.share:.1%} of the average text is in {found.many} documents or more of the {sample:,}:"
    ]
    lines += [f"  {count:>6,} x  {text}" for count, text in found.passages]
    if found.dominates:
        lines.append("warning     Similarities tell more of these passages than of the documents: strip them before.")
    return lines
