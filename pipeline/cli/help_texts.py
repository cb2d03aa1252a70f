"""Paste the help of every command into `docs/cli.md`: `python -m pipeline.cli.help_texts`.

Writes no help of its own; a test compares the page with what this would write, so that page and commands agree.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from pipeline.cli import group

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
WIDTH = 100  # columns, whatever terminal this is called in: what a code block shows without scrolling
HEAD = """\
# The commands

What each command says when it is called with `--help`, pasted here by `python -m pipeline.cli.help_texts`.
"""


class Named(NamedTuple):
    """A command with its name as it is typed, and the help that it prints."""

    name: str
    command: click.Command
    help: str


def commands(
    command: click.Command = group, name: str = "firstprint", parent: click.Context | None = None
) -> Iterator[Named]:
    """Yield a command and, depth first, all below it; `firstprint` itself by default."""
    context = click.Context(command, parent, name, terminal_width=WIDTH)
    yield Named(context.command_path, command, command.get_help(context))
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            below = command.get_command(context, inner)
            if below is not None:
                yield from commands(below, inner, context)


def page() -> str:
    """Return what `docs/cli.md` has to hold."""
    parts = [f"## `{one.name}`\n\n```text\n{one.help.rstrip()}\n```\n" for one in commands()]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
