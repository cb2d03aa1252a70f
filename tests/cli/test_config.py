"""`firstprint config` and the options that choose settings."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pipeline.cli.config import command, with_settings
from pipeline.errors import BadSetup
from pipeline.settings import Settings


def test_every_setting_is_shown_with_its_value_and_source_and_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("homes = 8\n")
    arguments = ["--config", str(file), "--prefix", "a-", "-s", "run=what-if"]
    shown = CliRunner().invoke(command, arguments, env={"FIRSTPRINT_KAFKA_SASL_PASSWORD": "hush"}).output
    lines = [line.split("  # ") for line in shown.splitlines()]
    values = {line[0].strip(): line[1] for line in lines}
    assert values["homes = 8"] == f"file {file}"
    assert values["prefix = a-"] == values["run = what-if"] == "flag"
    assert values["band_partitions = 4"] == "default"
    assert values["kafka.sasl.password = ********"] == "environment"
    assert len(lines) == len(Settings.__dataclass_fields__)
    assert "hush" not in shown


@pytest.mark.parametrize("pair", ["homes", "hoems=4", "homes=x"])
def test_a_setting_that_is_none_is_refused(pair: str) -> None:
    refused = CliRunner().invoke(command, ["--set", pair]).exception
    assert isinstance(refused, BadSetup)


def test_a_command_is_given_the_settings_and_its_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTPRINT_HOMES", "3")
    given = []

    @click.command()
    @click.option("--own")
    @with_settings
    def show(settings: Settings, own: str) -> None:
        given.append((settings.homes, settings.bootstrap, own))

    CliRunner().invoke(show, ["--bootstrap", "kafka:1", "--own", "x"], catch_exceptions=False)
    assert given == [(3, "kafka:1", "x")]
