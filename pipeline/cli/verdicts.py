"""`firstprint verdicts`: what the pipeline has said, as JSON lines.

Prints the exact bytes of the topic; it formats nothing.
"""

import json
from collections.abc import Callable
from typing import get_args

import click

from pipeline.cli.config import with_settings
from pipeline.edges.verdicts import follow_verdicts, read_verdicts
from pipeline.records import Kind
from pipeline.settings import Settings
from pipeline.verdict_digest import digest_of

KINDS = get_args(Kind)


@click.command()
@click.option("--from-start", is_flag=True, help="With --follow: print what is there first.")
@click.option("--follow", is_flag=True, help="Print verdicts as they come, revised ones again, until Ctrl-C.")
@click.option("--kind", type=click.Choice(KINDS), multiple=True, help="Print only these; repeatable.")
@click.option("--digest", is_flag=True, help="End with the SHA-256 over all final verdicts, as scan --digest does.")
@with_settings
def command(settings: Settings, *, from_start: bool, follow: bool, kind: tuple[str, ...], digest: bool) -> None:
    """Read the verdict topic: the final verdict of every document, in the order of their ids.

    A verdict may be revised while documents are still on their way (`firstprint status --wait` tells); of each document
    the one with the highest firstprint-revision is the last word. Nothing is committed: it can be run at any time.

    \b
    firstprint verdicts > verdicts.jsonl
    firstprint verdicts --kind near --kind exact | jq .duplicate_of.id
    firstprint verdicts --follow --from-start
    firstprint verdicts --digest | tail -1
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    if follow and digest:
        raise click.UsageError("--digest needs an end: leave out --follow.")
    wanted = of_kinds(kind)
    if follow:
        show_coming(settings, wanted, from_start=from_start)
        return
    final = {key: spoken.value for key, spoken in read_verdicts(settings).items()}
    for key in sorted(final):
        if wanted(final[key]):
            click.echo(final[key])
    if not final:
        click.echo("There is no verdict yet; `firstprint status` shows what waits, and for what.", err=True)
    if digest:
        click.echo(digest_of(final))


def show_coming(settings: Settings, wanted: Callable[[bytes], bool], *, from_start: bool) -> None:
    """Print verdicts as they come; Ctrl-C is how this ends, so it is no error."""
    try:
        for spoken in follow_verdicts(settings, from_start=from_start):
            if wanted(spoken.value):
                click.echo(spoken.value)
    except KeyboardInterrupt:
        return


def of_kinds(kinds: tuple[str, ...]) -> Callable[[bytes], bool]:
    """Return whether a verdict is of one of the kinds; of any, when none is given."""
    return lambda value: not kinds or json.loads(value)["kind"] in kinds
