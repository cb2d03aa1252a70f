"""`firstprint demo`: the whole pipeline at work on a generated stream.

Only parses; what happens is `pipeline.demo.play`'s.
"""

import sys

import click
from rich.console import Console

from pipeline.demo.play import Wish, play

INTERRUPTED = 130
COUNT, RATE = 2000, 1000.0  # some four seconds of verdicts: slow enough to be seen


@click.command()
@click.option(
    "--keep", "is_kept", is_flag=True, help="Leave Kafka, the worker and the files, to look into; say how to stop it."
)
@click.option("--count", default=COUNT, show_default=True, metavar="N", help="So many documents, 30 at least.")
@click.option(
    "--rate",
    default=RATE,
    show_default=True,
    type=click.FloatRange(min=0),
    metavar="N",
    help="Deliveries a second; 0: no limit.",
)
@click.option("--plain", "is_plain", is_flag=True, help="Plain lines, also on a terminal.")
def command(*, is_kept: bool, count: int, rate: float, is_plain: bool) -> None:
    """Show the whole pipeline at work on invented news.

    Starts a real Kafka on this machine and a worker, writes RSS, Atom and JSON Feed files of known families, loads
    them, shows the verdicts as they come, and compares them with the families. It ends by itself; Ctrl-C leaves no
    process, no port and no folder behind.

    \b
    firstprint demo
    firstprint demo --count 200 --plain > verdicts.txt
    firstprint demo --keep
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    console = Console(highlight=False)
    try:
        play(Wish(count, rate or None, is_kept, is_plain), console)
    except KeyboardInterrupt:
        click.echo("Interrupted.", err=True)
        sys.exit(INTERRUPTED)
