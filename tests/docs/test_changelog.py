"""The changelog: versions in order, newest first, each saying what it means for wire, state and profile."""

import re
import tomllib

import pytest

from pipeline.packed import VERSION
from pipeline.profile import DEFAULT
from tests.docs.pages import ROOT

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
SUBJECTS = ("Wire", "State", "Profile")


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=list(ENTRIES))
def test_an_entry_says_what_changes_for_wire_state_and_profile(entry: str) -> None:
    lines = [re.match(r"- \*\*(\w+)\*\*: \S", line) for line in entry.splitlines()]
    assert [found[1] for found in lines if found] == list(SUBJECTS)


def test_an_entry_says_what_there_is_besides() -> None:
    assert ENTRIES
    assert all(re.search(r"^- [A-Z]", entry, re.MULTILINE) for entry in ENTRIES.values())


def test_the_newest_entry_is_that_of_the_version_to_come() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert next(iter(ENTRIES)) in ("Unreleased", version)


def test_versions_that_are_in_the_code_are_in_the_changelog() -> None:
    assert f"version {VERSION}" in TEXT
    assert f"`{DEFAULT.identity}`" in TEXT
