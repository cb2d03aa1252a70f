"""`firstprint --version`, installed or not."""

from importlib import metadata

import pytest
from click.testing import CliRunner

from pipeline.cli import group


def shown() -> str:
    return CliRunner().invoke(group, ["--version"], catch_exceptions=False).stdout


def test_the_version_is_that_of_the_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: {"firstprint": "1.2.3"}[name])
    assert shown() == "firstprint, version 1.2.3\n"


def test_sources_that_are_not_installed_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert shown() == "firstprint, version unknown: the package is not installed\n"
