"""`firstprint worker`: one Faust worker in the foreground, or several under a supervisor.

Only starts them; the agents are in `pipeline.flow`.
"""

import functools
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from pipeline.cli.kernels import say_uncached
from pipeline.cli.options import with_cluster
from pipeline.kernels.warm import warm
from pipeline.settings import Settings


@click.command()
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Folder of tables; default data_dir.")
@click.option("--processes", type=int, metavar="N", help="Workers to run, each with its part of DIR; default 1.")
@click.option("--supervised", is_flag=True, hidden=True)  # a child of `pipeline.runtime.supervisor`
@with_cluster
def command(settings: Settings, *, data: Path | None, processes: int | None, supervised: bool) -> None:
    """Run a worker until Ctrl-C or SIGTERM. Its topics must exist (`firstprint topics apply`).

    It goes on where it was; with its folder gone it reads its tables back from Kafka. It ends with 75 when something
    outside failed for too long: let a supervisor start it again.

    With --processes N it is that supervisor: it runs N workers, starts again what ends, after a pause that grows, and
    ends with 2 when one of them does. Workers on other machines join by the same --bootstrap and --prefix.

    \b
    firstprint worker
    firstprint worker --processes 4
    firstprint worker --data /var/lib/firstprint --bootstrap kafka:9092
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    given: dict[str, Any] = {"data_dir": data, "processes": processes}
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    if settings.processes > 1:
        from pipeline.runtime.logs import set_up_logs
        from pipeline.runtime.supervisor import supervise

        say_uncached()
        set_up_logs(settings.log_level)
        sys.exit(supervise(settings))
    if supervised:
        from pipeline.runtime.supervisor import end_with

        end_with(sys.stdin.fileno(), settings.stop_s)
    else:
        say_uncached()
    run_one(settings)


def run_one(settings: Settings) -> NoReturn:
    """Run one worker in this process."""
    from pipeline.flow import define_agents
    from pipeline.state.make import make_state
    from pipeline.worker import run_worker

    warm(settings.parameters)
    sys.exit(run_worker(settings, functools.partial(make_state, settings), define_agents))
