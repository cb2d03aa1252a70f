"""`firstprint config`: every setting with its value and where it came from; and the options that choose settings.

Changes no setting; secrets are masked.
"""

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pipeline.errors import BadSetup
from pipeline.settings import Settings, effective, load_settings

OPTIONS = (
    click.option("--config", "file", type=click.Path(path_type=Path), help="Settings file; default firstprint.toml."),
    click.option("--bootstrap", metavar="HOST:PORT", help="Where Kafka is."),
    click.option("--prefix", help="Prefix of every topic and of the consumer group."),
    click.option("-s", "--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Any setting; repeatable."),
)


def settings_from(
    file: Path | None, bootstrap: str | None, prefix: str | None, pairs: tuple[str, ...]
) -> tuple[Settings, dict[str, str]]:
    """Return the effective settings and their sources for what was given on the command line."""
    flags: dict[str, Any] = {"bootstrap": bootstrap, "prefix": prefix}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadSetup(f"--set {pair!r} has no value.", "Write --set NAME=VALUE.")
        flags[name.strip()] = value
    return load_settings(flags, os.environ, file)


def with_settings(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options above and pass it `settings` instead of them."""

    @functools.wraps(function)
    def wrapped(
        file: Path | None, bootstrap: str | None, prefix: str | None, pairs: tuple[str, ...], **rest: Any
    ) -> Any:
        return function(settings=settings_from(file, bootstrap, prefix, pairs)[0], **rest)

    return _options(wrapped)


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(OPTIONS):
        function = option(function)
    return function


@click.command()
@_options
def command(file: Path | None, bootstrap: str | None, prefix: str | None, pairs: tuple[str, ...]) -> None:
    """Show the effective settings and where each comes from; secrets are masked.

    Later ones win: defaults, the settings file (TOML, with lines such as homes = 8), the environment (FIRSTPRINT_HOMES
    and the like), options. Any option of librdkafka can be set as kafka.NAME; those for TLS and SASL reach Faust's
    client as well.

    \b
    firstprint config
    FIRSTPRINT_HOMES=8 firstprint config --prefix archive-
    firstprint config --set kafka.security.protocol=SASL_SSL --set kafka.sasl.mechanism=SCRAM-SHA-512
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    rows = list(effective(*settings_from(file, bootstrap, prefix, pairs)))
    width = max(len(f"{name} = {value}") for name, value, _ in rows)
    for name, value, source in rows:
        click.echo(f"{f'{name} = {value}':<{width}}  # {source}")
