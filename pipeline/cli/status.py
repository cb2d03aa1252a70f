"""`firstprint status`: what waits before each stage, and how large the state is.

Only shows; what is looked at and how is `pipeline.edges.status`'s.
"""

import json
from dataclasses import asdict

import click

from pipeline.cli.config import with_settings
from pipeline.cli.line import Line
from pipeline.edges.status import Status, read_status, wait_until_judged
from pipeline.settings import Settings

ALONE = "No worker runs, so nothing is judged yet. Still waiting; unless one is starting, start one: firstprint worker"


@click.command()
@click.option("--wait", is_flag=True, help="Return when all input is judged; say so when no worker runs.")
@click.option(
    "--timeout", "timeout_s", type=float, metavar="S", help="With --wait: exit with 75 after so many seconds."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@with_settings
def command(settings: Settings, *, wait: bool, timeout_s: float | None, as_json: bool) -> None:
    """Show the lag of each stage, the documents on their way and the sizes of the state.

    Workers are those that Kafka counts: one that has stopped still counts for half a minute (session_timeout_s), so
    that one that starts again in time finds its partitions.

    \b
    firstprint status
    firstprint load news.jsonl && firstprint status --wait --timeout 600 && firstprint verdicts
    firstprint status --json | jq '.waiting[] | select(.lost > 0)'
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    if timeout_s is not None and not wait:
        raise click.UsageError("--timeout is how long to wait: give --wait too.")
    if wait:
        with Line() as line:
            wait_until_judged(
                settings,
                timeout_s,
                lambda messages: line.show(lambda: f"{messages:,} messages under way"),
                lambda: line.say(ALONE),
            )
    status = read_status(settings)
    if as_json:
        click.echo(json.dumps(asdict(status)))
        return
    click.echo("\n".join(lines_of(status)))


def lines_of(status: Status) -> list[str]:
    """Return the table as lines."""
    width = max(
        len(name) for name in (*(row.topic for row in status.waiting), *(row.changelog for row in status.tables))
    )
    lines = [f"{'topic':<{width}}  {'waiting':>12}"]
    for row in status.waiting:
        lost = f"  {row.lost:,} were deleted before they were read: load those documents again" if row.lost else ""
        lines.append(f"{row.topic:<{width}}  {row.messages:>12,}{lost}")
    lines.append(f"{'on their way':<{width}}  {status.messages:>12,} messages, about {status.documents:,} documents")
    if status.refused:
        lines.append(f"{'dead-letters':<{width}}  {status.refused:>12,} refused; their headers say why")
    lines.extend(f"{row.changelog:<{width}}  {row.records:>12,} records" for row in status.tables)
    if status.data_bytes is not None:
        lines.append(f"{'data folder':<{width}}  {status.data_bytes / 1e6:>12,.1f} MB")
    lines.append(
        f"{'workers':<{width}}  {status.workers:>12,}" + ("" if status.workers else "  start one: firstprint worker")
    )
    return lines
