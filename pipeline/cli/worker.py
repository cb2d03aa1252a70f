"""`firstprint worker`: the Faust worker in the foreground.

Only starts it; the agents are in `pipeline.flow`.
"""

import functools
import sys
from dataclasses import replace
from pathlib import Path

import click

from pipeline.cli.kernels import say_uncached
from pipeline.cli.options import with_cluster
from pipeline.kernels.warm import warm
from pipeline.settings import Settings


@click.command()
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Folder of tables; default data_dir.")
@with_cluster
def command(settings: Settings, *, data: Path | None) -> None:
    """Run a worker until Ctrl-C or SIGTERM. Its topics must exist (`firstprint topics apply`).

    It goes on where it was; with its folder gone it reads its tables back from Kafka. It ends with 75 when something
    outside failed for too long: let a supervisor start it again.

    \b
    firstprint worker
    firstprint worker --data /var/lib/firstprint --bootstrap kafka:9092
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    from pipeline.flow import define_agents
    from pipeline.state.make import make_state
    from pipeline.worker import run_worker

    if data is not None:
        settings = replace(settings, data_dir=data)
    say_uncached()
    warm(settings.parameters)
    sys.exit(run_worker(settings, functools.partial(make_state, settings), define_agents))
