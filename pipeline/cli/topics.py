"""`firstprint topics`: plan, apply and check.

The topics themselves are data files in the package `topics`.
"""

import click

from pipeline.cli.options import with_cluster
from pipeline.edges.commands import worker_command
from pipeline.edges.topic_admin import OTHER_PREFIX, apply_topics, check_topics, plan_topics
from pipeline.errors import BadSetup
from pipeline.settings import Settings


@click.group()
def command() -> None:
    """Plan, apply and check the topics. Nothing is ever deleted, and no partition count is changed.

    \b
    firstprint topics plan
    firstprint topics apply && firstprint worker
    """  # noqa: D301  # \b is click's mark for lines that stay as they are


@command.command()
@with_cluster
def plan(settings: Settings) -> None:
    """Show what apply would create and alter.

    \b
    firstprint topics plan --bootstrap kafka:9092
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    steps = plan_topics(settings)
    for line in steps.lines():
        click.echo(line)
    if steps.conflicts:
        raise BadSetup("Topics do not fit.", OTHER_PREFIX)
    click.echo("All topics are as they should be." if steps.in_line else "Nothing is done yet: `topics apply` does it.")


@command.command()
@with_cluster
def apply(settings: Settings) -> None:
    """Create what is missing and set what differs.

    \b
    firstprint topics apply --prefix archive- --homes 8 --band-partitions 8
    firstprint topics apply --partitions raw=8,bands=4 --replication 3
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    steps = apply_topics(settings)
    for line in steps.lines():
        click.echo(line)
    click.echo("All topics are as they should be.")
    click.echo(f"Next: {worker_command(settings)}", err=True)


@command.command()
@with_cluster
def check(settings: Settings) -> None:
    """Tell whether all topics are as they should be.

    Exits with 0 when they are, else with 2 and what mends it.

    \b
    firstprint topics check && firstprint worker
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    check_topics(settings, strict=True)
    click.echo("All topics are as they should be.")
