"""The rows of the long matrix: run one input through one configuration of the pipeline, and compare it with `scan`.

Writes no table. The worker is a process of its own on a real Kafka, which rows share, each under a prefix of its own.
"""

import random
import re
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from pipeline.dates import parse_date
from pipeline.edges.dead_letters import DeadLetter, read_dead_letter
from pipeline.edges.packing import PACK_BYTES
from pipeline.errors import Unavailable
from pipeline.kernels.homes import home_of
from pipeline.measure.prove_compare import Comparison, compare, judge_log
from pipeline.measure.prove_deployment import Deployment, RawValue, Record, WorkerEndedError
from pipeline.measure.prove_inputs import Input
from pipeline.profile import DEFAULT
from pipeline.records import decode_document
from pipeline.scan import ScanResult
from pipeline.settings import Settings

MAX_DOCUMENTS = 256  # of a message
MIN_MESSAGES = 64  # small inputs are cut finer, so that a kill finds something under way
SEED = 7
LIMIT_S, LIMIT_PER_DOCUMENT_S = 120.0, 0.01  # how long a row may take: fifty times what it does

Document = tuple[bytes, bytes]
Shuffle = Literal["none", "all", "week"]
SHUFFLES = {"none": "", "all": "shuffled", "week": "shuffled within weeks"}


@dataclass(frozen=True)
class Configuration:
    """One way to run the pipeline. `kills` are the shares of verdicts at which the worker is killed with -9."""

    homes: int
    band_partitions: int
    kills: tuple[float, ...] = ()
    is_emptied: bool = False  # the data folder is deleted after each kill
    is_doubled: bool = False
    shuffle: Shuffle = "none"

    @property
    def trouble(self) -> str:
        """What happens on the way, in words."""
        times = {0: "", 1: "killed -9", 3: "killed -9 three times"}[len(self.kills)]
        words = [times, "data folder deleted" * self.is_emptied, "every message twice" * self.is_doubled]
        return ", ".join(filter(None, [*words, SHUFFLES[self.shuffle]]))


CONFIGURATIONS = (
    Configuration(1, 1),
    Configuration(3, 3),
    Configuration(8, 8),
    Configuration(3, 8, kills=(0.33,)),
    Configuration(8, 3, kills=(0.33,), is_emptied=True),
    Configuration(3, 3, is_doubled=True),
    Configuration(3, 3, shuffle="all"),
    Configuration(8, 8, kills=(0.2, 0.5, 0.8), is_emptied=True, is_doubled=True, shuffle="week"),
)


@dataclass(frozen=True)
class Task:
    """A row to be run; `reference` is what `scan` says of the input in its own order.

    `restarts`: whether the worker is started again at the end, to see how long its tables take.
    """

    given: Input
    configuration: Configuration
    reference: ScanResult
    prefix: str
    restarts: bool = False


@dataclass(frozen=True)
class Row:
    """What came of it. `killed_at`: how many verdicts there were at each kill; `seconds` from the worker's start.

    `refused` places of documents have dead letters where `scan` refused `refusals`; `unaccounted` documents have
    neither verdict nor dead letter; `failure` says why there is no comparison.
    """

    name: str
    configuration: Configuration
    deliveries: int
    comparison: Comparison
    refused: int
    refusals: int
    killed_at: tuple[int, ...]
    seconds: float
    ready_s: float | None = None
    unaccounted: int = 0
    failure: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the verdicts are equal, as much was refused, and every document is accounted for."""
        same = self.comparison.is_equal and self.refused == self.refusals
        return same and not self.unaccounted and not self.failure

    @property
    def fault(self) -> str:
        """Say in a line what is not right."""
        compared = self.comparison
        alone = len(compared.expected.keys() ^ compared.found.keys())
        what = [
            self.failure.partition("\n")[0],
            f"{len(compared.different):,} verdicts differ" * bool(compared.different),
            f"{alone:,} are on one side only" * bool(alone),
            f"{self.unaccounted:,} documents are unaccounted for" * bool(self.unaccounted),
            f"{self.refused:,} were refused, {self.refusals:,} by scan" * (self.refused != self.refusals),
        ]
        how = self.configuration
        where = f"{self.name} at {how.homes}, {how.band_partitions}" + f" ({how.trouble})" * bool(how.trouble)
        return f"{where}: {what[0] or ', '.join(filter(None, what))}"

    def describe(self) -> str:
        """Say what is not right, with the first verdicts that differ."""
        return f"{self.fault}.\n{self.failure or self.comparison.describe()}"


def run_row(bootstrap: str, task: Task) -> Row:
    """Run one row on a running Kafka. A worker that ends or does not come to an end makes the row a wrong one."""
    given, configuration = task.given, task.configuration
    started_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="firstprint-prove-") as name:
        settings = settings_for(configuration, bootstrap, Path(name), task.prefix)
        try:
            with Deployment(settings, Path(name)).standing() as deployment:
                row = run(deployment, given, configuration, task.reference)
                return replace(row, ready_s=restart(deployment, limit_of(given))) if task.restarts else row
        except (WorkerEndedError, TimeoutError, Unavailable) as error:
            nothing = compare(task.reference, {})
            seconds = time.monotonic() - started_s
            return Row(given.name, configuration, len(given.documents), nothing, 0, 0, (), seconds, failure=str(error))


def settings_for(configuration: Configuration, bootstrap: str, folder: Path, prefix: str = "") -> Settings:
    """Return the settings of a worker."""
    homes, partitions = configuration.homes, configuration.band_partitions
    data = folder / "data"
    return Settings(bootstrap=bootstrap, prefix=prefix, data_dir=data, homes=homes, band_partitions=partitions)


def run(deployment: Deployment, given: Input, configuration: Configuration, reference: ScanResult) -> Row:
    """Load the input, run the worker as the configuration says until all is judged, and compare."""
    deployment.produce(messages_of(given.documents, configuration))
    limit_s = limit_of(given)
    started_s = time.monotonic()
    deployment.start()
    goals = [share * len(reference.verdicts) for share in configuration.kills]
    killed_at = tuple(kill_at(deployment, configuration, goal, limit_s) for goal in goals)
    deployment.wait_until_judged(limit_s)
    seconds = time.monotonic() - started_s
    again = judge_log(deployment.read("raw"), DEFAULT, configuration.homes) if configuration.shuffle != "none" else None
    comparison = compare(reference, deployment.verdicts(), again.exempt if again else None)
    refused = len({place_of(letter) for letter in deployment.read("dead-letters")})
    refusals = len(reference.refused) * (2 if configuration.is_doubled else 1)
    return Row(
        given.name, configuration, len(given.documents), comparison, refused, refusals, killed_at, seconds,
        unaccounted=unaccounted(given, reference, comparison),
    )  # fmt: skip


def unaccounted(given: Input, reference: ScanResult, comparison: Comparison) -> int:
    """Count the ids that went in and have no verdict, although not all of their documents were refused."""
    refused = {refused.original for *_, refused in reference.refused}
    accepted = {name for name, line in given.documents if line not in refused}
    return len(accepted - comparison.found.keys())


def place_of(letter: Record) -> DeadLetter:
    """Where a refused document lies; after a kill there may be a second dead letter of it."""
    return read_dead_letter(letter.headers.items())


def limit_of(given: Input) -> float:
    """How long one step of a row may take, in seconds."""
    return LIMIT_S + LIMIT_PER_DOCUMENT_S * len(given.documents)


def kill_at(deployment: Deployment, configuration: Configuration, verdicts: float, limit_s: float) -> int:
    """Kill the worker once there are so many verdicts, and start it again; returns how many there were."""
    deployment.until(lambda: deployment.count("verdicts") >= verdicts, limit_s, "too few verdicts")
    deployment.kill()
    if configuration.is_emptied:
        deployment.delete_data()
    count = deployment.count("verdicts")
    deployment.start()
    return count


def restart(deployment: Deployment, limit_s: float) -> float | None:
    """Stop the worker in order and start it; returns the seconds from its first line until its tables are ready.

    None when that takes longer than the limit: a time is noted and never fails a row.
    """
    times = len(moments(deployment, "partitions-ready"))
    try:
        deployment.stop()
        deployment.start()
        deployment.until(lambda: len(moments(deployment, "partitions-ready")) > times, limit_s, "no tables")
    except (TimeoutError, subprocess.TimeoutExpired):
        return None
    ready, started = moments(deployment, "partitions-ready")[-1], moments(deployment, "worker-starts")[-1]
    return (ready - started).total_seconds()


def moments(deployment: Deployment, event: str) -> list[datetime]:
    """When the worker logged an event."""
    return [
        datetime.fromisoformat(time)
        for time in re.findall(rf"^time=(\S+) .* event={event}\b", deployment.log, re.MULTILINE)
    ]


def messages_of(documents: Sequence[Document], configuration: Configuration) -> Iterator[RawValue]:
    """Pack documents as the configuration wants them.

    No message spans more than a week, unless all is shuffled, so that its repeat is not late.
    """
    limit = min(MAX_DOCUMENTS, max(1, len(documents) // MIN_MESSAGES))
    for part in parts_of(documents, configuration.shuffle):
        for message in packed(part, configuration.homes, limit):
            yield message
            if configuration.is_doubled:
                yield message


def parts_of(documents: Sequence[Document], shuffle: Shuffle) -> Iterable[list[Document]]:
    """Shuffle everything, whereby much may become late, or what was seen within a week, whereby nothing does."""
    chance = random.Random(SEED)  # noqa: S311  # an order to try, no secret
    if shuffle == "all":
        return [shuffled(documents, chance)]
    weeks = weeks_of(documents)
    return (shuffled(week, chance) for week in weeks) if shuffle == "week" else weeks


def weeks_of(documents: Sequence[Document]) -> Iterator[list[Document]]:
    """Cut documents that are in the order of their `fetched` wherever grace has passed since the last cut."""
    week: list[Document] = []
    start_ms = 0
    for name, line in documents:
        moment = parse_date(decode_document(line).fetched)
        seen_ms = moment.ms if moment else start_ms
        if week and seen_ms - start_ms > DEFAULT.grace_ms:
            yield week
            week = []
        start_ms = start_ms if week else seen_ms
        week.append((name, line))
    yield week


def packed(documents: Iterable[Document], homes: int, limit: int = MAX_DOCUMENTS) -> Iterator[RawValue]:
    """Pack documents by home, up to `limit` in a message."""
    waiting: dict[int, list[bytes]] = defaultdict(list)
    for name, line in documents:
        home = home_of(name, homes)
        pack = waiting[home]
        if pack and (len(pack) == limit or sum(map(len, pack)) + len(line) > PACK_BYTES):
            yield home, b"\n".join(waiting.pop(home))
        waiting[home].append(line)
    yield from ((home, b"\n".join(pack)) for home, pack in sorted(waiting.items()))


def shuffled(documents: Iterable[Document], rng: random.Random) -> list[Document]:
    """Shuffle documents, the deliveries of an id in their order: what the promise asks for."""
    queues: dict[bytes, list[bytes]] = defaultdict(list)
    for name, line in documents:
        queues[name].append(line)
    names = [name for name, queue in queues.items() for _ in queue]
    rng.shuffle(names)
    streams = {name: iter(queue) for name, queue in queues.items()}
    return [(name, next(streams[name])) for name in names]
