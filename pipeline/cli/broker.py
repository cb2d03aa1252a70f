"""`firstprint broker`: the embedded Kafka in the foreground, until Ctrl-C.

Applies no topics and starts no worker; `firstprint demo` shows all of them together.
"""

import time
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.commands import options, worker_command
from pipeline.edges.interrupts import Interrupts
from pipeline.errors import Unavailable
from pipeline.settings import Settings

LOOK_EVERY_S = 0.5


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the data in this folder  [default: a temporary one]",
)
@click.option("--port", type=click.IntRange(1, 65_535), default=9092, show_default=True, help="Port on 127.0.0.1.")
def command(data: Path | None, port: int) -> None:
    """Run Apache Kafka on this machine, for development.

    Prints the address for --bootstrap once it answers. Ctrl-C stops it; without --data, what it holds is then gone.

    \b
    firstprint broker
    firstprint broker --data ~/kafka --port 19092
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    with Interrupts() as interrupts, ExitStack() as stack:
        with interrupts.held():
            broker = EmbeddedBroker(data, port=port, unbroken=interrupts.held)
            stack.callback(close, broker, interrupts)
        click.echo(f"Starting Kafka on port {port}; it takes some seconds.", err=True)
        broker.start()
        with suppress(KeyboardInterrupt):
            run(broker)


def run(broker: EmbeddedBroker) -> None:
    """Say where it is, and watch it until Ctrl-C."""
    click.echo(f"Kafka answers; its data is in {broker.data}. Ctrl-C stops it.", err=True)
    click.echo(f"Next, in other terminals: {next_step(broker.bootstrap)}", err=True)
    click.echo(broker.bootstrap)  # last: who reads it may end us at once, and has been told all
    while broker.running:
        time.sleep(LOOK_EVERY_S)
    raise Unavailable(f"Kafka ended by itself. It said last:\n{broker.last_log_lines()}")


def close(broker: EmbeddedBroker, interrupts: Interrupts) -> None:
    """Stop it and remove what is temporary; another Ctrl-C changes nothing."""
    with suppress(KeyboardInterrupt), interrupts.held():
        broker.close()


def next_step(bootstrap: str) -> str:
    """Return what makes the topics here and starts a worker."""
    settings = Settings(bootstrap=bootstrap)
    where = "".join(f" {option}" for option in options(settings, ["bootstrap"], only_changed=True))
    return f"firstprint topics apply{where} && {worker_command(settings)}"
