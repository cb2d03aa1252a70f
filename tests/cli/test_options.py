"""The options that shape a cluster, and times on the command line."""

import click
import pytest
from click.testing import CliRunner

from pipeline.cli.options import Time, with_cluster
from pipeline.errors import BadSetup
from pipeline.settings import Settings


@click.command()
@click.option("--as-of", "as_of_ms", type=Time())
@with_cluster
def command(settings: Settings, *, as_of_ms: int | None) -> None:
    """Show what came in."""
    click.echo(f"{settings.homes} {settings.band_partitions} {settings.replication} {as_of_ms}")


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        ((), "4 4 1 None"),
        (("--homes", "8", "--band-partitions", "3", "--replication", "2"), "8 3 2 None"),
        (("--partitions", "raw=8,bands=3"), "8 3 1 None"),
        (("--partitions", "bands=3", "--homes", "2"), "2 3 1 None"),
        (("--as-of", "1970-01-02"), "4 4 1 86400000"),
        (("--as-of", "1970-01-01T00:00:01Z"), "4 4 1 1000"),
    ],
)
def test_what_is_given_arrives(arguments: tuple[str, ...], seen: str) -> None:
    assert CliRunner().invoke(command, arguments).output == f"{seen}\n"


@pytest.mark.parametrize("arguments", [("--partitions", "verdicts=3"), ("--partitions", "raw=x"), ("--as-of", "soon")])
def test_what_is_wrong_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2
    assert arguments[1] in result.output


def test_counts_out_of_range_are_a_set_up_error() -> None:
    result = CliRunner().invoke(command, ("--homes", "65"))
    assert isinstance(result.exception, BadSetup)
