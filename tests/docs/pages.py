"""What the tests of the documentation share: pages, their code blocks, and the commands in them.

Runs nothing; a command line is cut into its `firstprint` calls and these are parsed, as click would before it acts.
"""

import re
import shlex
from pathlib import Path

import click

from pipeline.cli import group

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a language, without their fences."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def typed(text: str) -> list[str]:
    """Return the lines that a reader is told to type."""
    return [line[2:] for block in blocks(text, "console") for line in block.splitlines() if line.startswith("$ ")]


def quoted(text: str) -> list[str]:
    """Return the calls of `firstprint` that stand in the prose, and in the tables."""
    return re.findall(r"`(firstprint [^`]+)`", text)


def calls(line: str) -> list[list[str]]:
    """Return the commands of a shell line as words: what stands between `&&` and `|`, without files for the output."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    found: list[list[str]] = [[]]
    is_file = False
    for word in lexer:
        if is_file:
            is_file = False
        elif word == ">":
            is_file = True
        elif set(word) <= set("&|;"):
            found.append([])
        elif found[-1] or not re.fullmatch(r"[A-Z_]+=.*", word):  # else it sets a variable for this call
            found[-1].append(word)
    return found


def parse(words: list[str]) -> None:
    """Parse a call of `firstprint` and do nothing; raise `click.UsageError` for what the command would not take.

    A group may be named without what is in it, and help may be asked for.
    """
    command: click.Command = group
    context: click.Context | None = None
    name, *rest = (word for word in words if word != "--help")
    while isinstance(command, click.Group) and rest:
        context = click.Context(command, context, name)
        name, *rest = rest
        found = command.get_command(context, name)
        if found is None:
            raise click.UsageError(f"There is no command {name!r}.")
        command = found
    if not isinstance(command, click.Group):
        command.make_context(name, rest, context)
