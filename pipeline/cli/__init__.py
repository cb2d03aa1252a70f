"""The command `firstprint`: parse, call, print.

Holds no logic of its own; each command lives in the module of its name and is imported only when it is called.
"""

import contextlib
import errno
import importlib
import os
import sys

import click

from pipeline.errors import BadSetup, Unavailable

NAME = "firstprint"
COMMANDS = {
    "scan": "Judge files in this process, without Kafka.",
    "load": "Read files and feeds into the raw topic.",
    "worker": "Run the Faust worker.",
    "verdicts": "Read the verdict topic.",
    "status": "Show lag, documents under way and state sizes.",
    "topics": "Plan, apply and check the topics.",
    "broker": "Run the embedded Kafka, for development.",
    "config": "Show the effective settings and where each comes from.",
    "demo": "Show the whole pipeline at work on a generated stream.",
    "evaluate": "Measure verdicts on labelled sets: recall and precision.",
    "explain": "Say why two documents are duplicates, or are not.",
    "calibrate": "Choose threshold and bands by one's own documents.",
    "torture": "Let everything fail by a schedule, and compare with scan.",
    "plot": "Draw curves and figures as PNG or SVG.",
    "bench": "Measure; see docs/measurements.md.",
}
INTERRUPTED = 130  # as a shell says of what Ctrl-C has ended
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
CHECK_PLACE = "Check that its folder is there, that you may write to it, and that its disk has room."


class Commands(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Name the commands in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # the same
        """Describe the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # the same
        """Import `pipeline.cli.NAME` and return its `command`."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"pipeline.cli.{cmd_name}").command
        return command


def show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001  # click's signature
    """Print the version of the installed package; a mere copy of the sources has none."""
    if wanted:
        from importlib import metadata  # takes as long as click itself

        try:
            version = metadata.version(NAME)
        except metadata.PackageNotFoundError:
            version = "unknown: the package is not installed"
        click.echo(f"{NAME}, version {version}")
        ctx.exit()


@click.group(cls=Commands)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=show_version,
    help="Show the version and exit.",
)
def group() -> None:
    """Find exact and near duplicates in a firehose of documents while they arrive.

    \b
    firstprint scan news.jsonl > verdicts.jsonl
    firstprint demo

    Ends with 0, with 2 for a set-up that has to be mended, and with 75 when it may be tried again as it is.
    """  # noqa: D301  # \b is click's mark for lines that stay as they are


def main() -> None:
    """Run the command line: exit 2 for a wrong set-up, 75 for "try again", 130 after Ctrl-C."""
    try:
        sys.exit(group(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(INTERRUPTED)
    except BadSetup as error:
        click.echo(f"firstprint: {error.sentence}\n{error.advice}", err=True)
        sys.exit(2)
    except Unavailable as error:
        click.echo(f"firstprint: {error}", err=True)
        sys.exit(75)
    except OSError as error:
        if error.filename is None and error.errno not in FULL:
            raise  # nothing is known about what it means: a mistake of the program
        place = "The output" if error.filename is None else error.filename
        click.echo(f"firstprint: {place} cannot be used: {error.strerror}.\n{CHECK_PLACE}", err=True)
        give_up_stdout()
        sys.exit(2)


def give_up_stdout() -> None:
    """Let what could not be written go: Python would try it once more at its end, and exit with 120 instead."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
