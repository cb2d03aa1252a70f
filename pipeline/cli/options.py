"""Options that several commands share, beyond those that choose settings (`pipeline.cli.config`).

Only fills in settings and parameters; it does nothing else.
"""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pipeline.dates import parse_date

if TYPE_CHECKING:
    from pipeline.settings import Settings

COUNTS = {"raw": "homes", "homes": "homes", "bands": "band_partitions"}


class Partitions(click.ParamType):
    """`raw=8,bands=4`: partition counts by topic; all other topics follow from these two."""

    name = "raw=H,bands=N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, int]:
        """Return the counts by the name of their setting."""
        counts = {}
        for pair in str(value).split(","):
            topic, _, count = pair.strip().partition("=")
            if topic not in COUNTS or not count.isdecimal():
                self.fail(f"{pair!r} is none of raw=H and bands=N; all other topics follow from these two.", param, ctx)
            counts[COUNTS[topic]] = int(count)
        return counts


class Time(click.ParamType):
    """RFC 3339 or a plain date, as milliseconds since 1970."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the milliseconds."""
        try:
            moment = parse_date(str(value))
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)
        if moment is None:
            self.fail("It is blank.", param, ctx)
        return moment.ms


with_profile = click.option(
    "--profile",
    "profile_name",
    default="news",
    show_default=True,
    metavar="NAME",
    help="Which parameters to judge by: a name, or a .toml file.",
)
OPTIONS = (
    click.option("--homes", type=int, metavar="H", help="Partitions of raw and most topics; never changes in place."),
    click.option("--band-partitions", type=int, metavar="N", help="Partitions of bands, likewise."),
    click.option("--partitions", type=Partitions(), default=None, metavar="raw=H,bands=N", help="Both counts at once."),
    click.option("--replication", type=int, metavar="R", help="Replicas of each topic; default 1."),
    click.option("--profile", metavar="NAME", help="Which parameters to judge by: a name, or a .toml file."),
)


def with_cluster(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that choose settings and those that shape a cluster; pass it `settings`."""
    from pipeline.cli.config import with_settings  # `scan` has no use for it

    @functools.wraps(function)
    def wrapped(settings: "Settings", partitions: dict[str, int] | None, **rest: Any) -> Any:
        counts = {name: rest.pop(name) for name in ("homes", "band_partitions", "replication", "profile")}
        given = {**(partitions or {}), **{name: value for name, value in counts.items() if value is not None}}
        return function(settings=replace(settings, **given), **rest)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return with_settings(wrapped)
