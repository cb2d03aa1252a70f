"""`firstprint evaluate`: how good the verdicts are on labelled sets.

Parses and prints; sets are judged by `pipeline.measure.evaluate_run` and scored by `evaluate_sets`, and the article's
experiments are made by `pipeline.measure.seed_c`.
"""

import json
import time
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from pipeline.cli.explain import is_coloured, marked
from pipeline.cli.kernels import make_ready
from pipeline.cli.options import with_profile
from pipeline.errors import BadSetup
from pipeline.measure.evaluate_labels import DIFFERENT, DUPLICATE, Labels
from pipeline.measure.evaluate_report import table_of, values_of
from pipeline.measure.evaluate_run import judge_set
from pipeline.measure.evaluate_sets import Mistake, SetScores, score_set
from pipeline.measure.evaluate_texts import difference, joined, shortened, shown_text
from pipeline.measure.seed_c import FULL, QUICK, experiments
from pipeline.measure.sets import LabelledSet, read_set
from pipeline.profile_files import profile_from

SEED_C = "seed-c"  # in place of a set; a folder of that name is ./seed-c
SAID = {"found": "called, and should not be", "missed": "not called, and should be"}


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="SET...")
@with_profile
@click.option("--text-only", is_flag=True, help="Leave out ids, titles, links, sources and dates.")
@click.option("--labels", metavar="L,...", help=f"Labels that have to be found; default {','.join(sorted(DUPLICATE))}.")
@click.option(
    "--different", metavar="L,...", help=f"Labels that must not be called; default {','.join(sorted(DIFFERENT))}."
)
@click.option("--show", is_flag=True, help="Print the pairs that are wrong, with the difference of their texts.")
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Of each set show N pairs."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a set, for programs; holds all wrong pairs.")
@click.option("--quick", is_flag=True, help="With seed-c: smaller corpora, under a minute in all.")
def command(  # noqa: PLR0913  # long: click passes each option by its name
    *,
    paths: tuple[str, ...],
    profile_name: str,
    text_only: bool,
    labels: str | None,
    different: str | None,
    show: bool,
    limit: int,
    as_json: bool,
    quick: bool,
) -> None:
    """Judge labelled sets as scan does, and print recall and precision over their pairs, with 95 % intervals (Wilson).

    A set is a folder with docs.jsonl (or .gz, .zst) and pairs.tsv, whose columns are a, b and label. Pairs without a
    label are of different documents: without pairs.tsv, or in a single file of documents, all are different. Labels
    that are on neither list count neither for nor against. Called are pairs of every kind but recurring; excerpt and
    expansion alike, since a label does not say which of two came first. All documents of a set count as seen at once,
    at its latest date.

    seed-c is no set: it makes the experiments of the measurement article again on generated documents and prints our
    figures beside the article's, in a minute or two (a folder of that name is ./seed-c).

    \b
    firstprint evaluate sets/revisions --text-only
    firstprint evaluate sets/rewrites --labels light,heavy --show --limit 5
    firstprint evaluate sets/* --json | jq .recall.low
    firstprint evaluate seed-c --quick
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    if SEED_C in paths:
        check_alone(paths, click.get_current_context())
        show_experiments(quick=quick, as_json=as_json)
        return
    if quick:
        raise click.UsageError("--quick is for seed-c; sets are always judged whole.")
    if show and as_json:
        raise click.UsageError("--json holds what --show shows: leave one of them out.")
    profile = profile_from(profile_name)
    sets = [read_set(Path(path)) for path in paths]
    wanted = labels_from(labels, different, sets)
    make_ready(profile)
    for place, labelled in enumerate(sets):
        judged = judge_set(labelled, profile, time.time_ns() // 1_000_000, text_only=text_only)
        scores = score_set(labelled, judged, wanted)
        if as_json:
            click.echo(json.dumps({**values_of(scores), "profile": profile.identity}, ensure_ascii=False))
            continue
        click.echo("\n" * bool(place) + "\n".join(table_of(scores)))
        note(scores)
        if show:
            show_mistakes(labelled, scores.mistakes, limit)


def check_alone(paths: Sequence[str], context: click.Context) -> None:
    """Refuse what would be ignored beside seed-c: other sets, and options that are for sets."""
    if len(paths) > 1:
        raise click.UsageError("seed-c makes its own documents: call it alone, or name a folder of yours ./seed-c.")
    for option in context.command.params:
        name = option.name or ""
        is_given = context.get_parameter_source(name) not in {ParameterSource.DEFAULT, None}
        if is_given and name not in {"paths", "quick", "as_json"}:
            raise click.UsageError(f"{option.opts[0]} is for sets: seed-c takes --quick and --json.")


def show_experiments(*, quick: bool, as_json: bool) -> None:
    """Make the article's experiments and print each as soon as it is done."""
    sizes = QUICK if quick else FULL
    smaller = (
        " Quick: smaller corpora than the article's, whose figures stand beside them all the same." if quick else ""
    )
    if not as_json:
        click.echo(f"{sizes.sentence}{smaller}\n")
    for one in experiments(sizes):
        if as_json:
            values = {"experiment": one.name, "quick": quick, "figures": one.figures, "article": one.article}
            click.echo(json.dumps(values))
        else:
            click.echo("\n".join(line for table in one.tables for line in table.lines()))


def labels_from(labels: str | None, different: str | None, sets: Sequence[LabelledSet]) -> Labels:
    """Read the two lists; `BadSetup` for a label that no set has and for one that is on both."""
    there = {one.label for labelled in sets for one in labelled.pairs.values()}
    given = {name: split(text) for name, text in (("labels", labels), ("different", different)) if text is not None}
    for name, chosen in given.items():
        if unknown := sorted(chosen - there):
            known = ", ".join(sorted(there)) or "none"
            raise BadSetup(f"--{name}: no set has the label {unknown[0]!r}.", f"Labels of these sets: {known}.")
    duplicate, other = given.get("labels", DUPLICATE), given.get("different", DIFFERENT)
    if "labels" in given and "different" in given and duplicate & other:
        raise BadSetup(f"The label {min(duplicate & other)!r} is on both lists.", "Name it in one of them.")
    # What is named on the command line wins over what the other list has by default.
    return Labels(duplicate - given.get("different", frozenset()), other - given.get("labels", frozenset()))


def split(text: str) -> frozenset[str]:
    """Labels that are separated by commas."""
    return frozenset(part.strip() for part in text.split(",") if part.strip())


def note(scores: SetScores) -> None:
    """Say on stderr what a reader could take for something else."""
    for name, reason in scores.refused.items():
        click.echo(f"refused {name}: {reason}", err=True)
    if scores.labels and not scores.all.labelled:
        click.echo(f"{scores.name}: no label counts as a duplicate: name some with --labels.", err=True)


def show_mistakes(labelled: LabelledSet, mistakes: Sequence[Mistake], limit: int) -> None:
    """Print wrong pairs with the difference of their texts."""
    for one in mistakes[:limit]:
        label = f"label {one.label}" if one.label else "no label"
        met = "" if one.was_candidate else ", never compared"
        kind = f", kind {one.kind}" if one.kind else ""
        click.echo(f"\n{SAID[one.what]}: {label}{kind}, similarity {one.similarity:.4f}{met}")
        texts = []
        for name in one.pair:
            document = labelled.documents[name]
            click.echo(f"  {joined([name, *(document.title or '').split()])}")
            texts.append(shown_text(document))
        pieces = shortened(difference(*texts))
        click.echo(marked(pieces, coloured=is_coloured()))
    if len(mistakes) > limit:
        click.echo(f"\n{len(mistakes) - limit:,} more are wrong; --limit {len(mistakes)} shows them all.")
