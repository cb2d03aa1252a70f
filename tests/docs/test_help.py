"""The help texts: pasted into `docs/cli.md` as they are, each with examples that the commands take."""

import re

import click
import pytest

from pipeline.cli import COMMANDS
from pipeline.cli.help_texts import PAGE, Named, commands, page
from tests.docs.pages import calls, parse

ALL = list(commands())
IDS = [one.name for one in ALL]


def examples(one: Named) -> list[str]:
    """The lines of a help text that show a call."""
    return re.findall(r"^  ((?:[A-Z_]+=\S+ )?firstprint .*)$", one.help, re.MULTILINE)


def test_the_page_has_what_the_commands_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m pipeline.cli.help_texts`"


def test_every_command_is_on_the_page() -> None:
    assert {one.name for one in ALL} >= {f"firstprint {name}" for name in COMMANDS}


@pytest.mark.parametrize("one", ALL, ids=IDS)
def test_help_shows_an_example_of_the_command_itself(one: Named) -> None:
    assert any(f"{one.name} " in f"{line} " for line in examples(one))


@pytest.mark.parametrize("one", ALL, ids=IDS)
def test_help_is_text_without_marks(one: Named) -> None:
    assert "\b" not in one.help
    assert "\\b" not in one.help


@pytest.mark.parametrize("line", [line for one in ALL for line in examples(one)])
def test_examples_are_what_the_commands_take(line: str) -> None:
    for words in calls(line):
        if words[0] == "firstprint":
            parse(words)


@pytest.mark.parametrize("line", ["firstprint verdict", "firstprint scan", "firstprint status --for-ever"])
def test_the_parser_of_these_tests_refuses_what_the_commands_refuse(line: str) -> None:
    with pytest.raises(click.UsageError):
        parse(line.split())
