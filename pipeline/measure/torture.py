"""Let workers, broker and loader fail by a seeded schedule while documents flow, and compare the verdicts with `scan`.

No part is replaced by another: a real Kafka, real processes, real signals. Prints nothing.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.verdicts import REVISION_HEADER
from pipeline.measure.crew import Crew, crew_of
from pipeline.measure.prove_compare import Comparison, compare
from pipeline.measure.prove_deployment import Deployment, RawValue
from pipeline.measure.prove_inputs import Input, generated
from pipeline.measure.prove_matrix import packed, place_of
from pipeline.measure.torture_faults import FAULTS, Scene
from pipeline.profile import DEFAULT
from pipeline.runtime.supervisor import environment
from pipeline.scan import ScanResult, judge_documents
from pipeline.settings import Settings

STEP_S = 15.0  # about what a fault and its consequences take
A_MESSAGE = 8  # documents: small messages, so that faults find many under way
SESSION_S, HEARTBEAT_S = 10.0, 1.0


@dataclass(frozen=True)
class Plan:
    """What is to be done. All of it follows from `seed`, but for the moments at which faults find the workers."""

    minutes: float
    documents: int
    seed: int
    workers: int = 3
    homes: int = 4
    band_partitions: int = 4

    def steps(self) -> list[str]:
        """The faults in their order, each kind at least once."""
        chance = random.Random(self.seed)  # noqa: S311  # a schedule, no secret
        count = max(len(FAULTS), round(self.minutes * 60 / STEP_S))
        rounds = [chance.sample(list(FAULTS), len(FAULTS)) for _ in range(-(-count // len(FAULTS)))]
        return [name for one in rounds for name in one][:count]


@dataclass
class Outcome:
    """What came of it."""

    plan: Plan
    comparison: Comparison
    faults: Counter[str]
    letters_expected: int
    letters: int
    messages: int
    repeated: int
    not_last: int
    starts: int
    recoveries_s: list[float] = field(default_factory=list)
    longest_gap_s: float = 0.0
    seconds: float = 0.0

    @property
    def lost(self) -> int:
        """Ids without a verdict."""
        return len(self.comparison.expected.keys() - self.comparison.found.keys())

    @property
    def wrong(self) -> int:
        """Ids with another verdict than `scan` gives, or that `scan` does not know."""
        return len(self.comparison.different) - len(
            [name for name in self.comparison.different if name not in self.comparison.found]
        )

    @property
    def is_right(self) -> bool:
        """Whether everything is as an undisturbed run leaves it."""
        return self.comparison.is_equal and self.letters == self.letters_expected and not self.not_last


def torture(plan: Plan) -> Iterator[str | Outcome]:
    """Yield a line for each step, and the outcome at last. Raises `TimeoutError` when something stands still."""
    given = generated(plan.documents)
    expected = judge_documents(given.documents, DEFAULT, plan.homes)
    with tempfile.TemporaryDirectory(prefix="firstprint-torture-") as name, EmbeddedBroker() as broker:
        folder = Path(name)
        settings = Settings(
            bootstrap=broker.bootstrap,
            prefix=f"t{uuid4().hex[:8]}-",
            data_dir=folder / "data",
            homes=plan.homes,
            band_partitions=plan.band_partitions,
            session_timeout_s=SESSION_S,
            heartbeat_interval_s=HEARTBEAT_S,
        )
        with Deployment(settings, folder).standing() as deployment, crew_of(deployment) as crew:
            yield from run(plan, broker, crew, given, expected)


def run(plan: Plan, broker: EmbeddedBroker, crew: Crew, given: Input, expected: ScanResult) -> Iterator[str | Outcome]:
    """Start the workers, load a part of the input before each fault, drain, and look at what there is."""
    deployment, began_s = crew.deployment, time.monotonic()
    scene = Scene(broker, crew, random.Random(plan.seed))  # noqa: S311  # the same
    for index in range(plan.workers):
        crew.start(index)
        scene.indices.add(index)
    steps = plan.steps()
    for number, (fault, messages) in enumerate(zip(steps, parts_of(given, plan.homes, len(steps)), strict=True)):
        yield f"{time.monotonic() - began_s:6.0f} s  {number + 1}/{len(steps)}  {fault}"
        if fault == "loader killed":
            load_and_kill(scene, [line for _, value in messages for line in (value or b"").split(b"\n")], number)
        else:
            deployment.produce(scene.changed(fault, messages))
        crew.until(lambda: deployment.count("verdicts") > 0, "nothing is judged")
        FAULTS[fault](scene)
        crew.restart_ended()
    yield f"{time.monotonic() - began_s:6.0f} s  draining"
    crew.until_judged()
    yield outcome(plan, scene, expected, Counter(steps), time.monotonic() - began_s)


def parts_of(given: Input, homes: int, parts: int) -> Iterator[list[RawValue]]:
    """Cut the input into so many parts of as many messages."""
    messages = list(packed(given.documents, homes, A_MESSAGE))
    for part in range(parts):
        yield messages[part * len(messages) // parts : (part + 1) * len(messages) // parts]


def load_and_kill(scene: Scene, lines: list[bytes], number: int) -> None:
    """Load documents by the command, kill it once some have arrived, and let it go on."""
    deployment, settings = scene.crew.deployment, scene.crew.settings
    path = deployment.folder / f"part-{number}.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    command = [sys.executable, "-m", "pipeline", "load", str(path), "--run", f"part-{number}"]
    env = environment(settings, 0) | {"XDG_STATE_HOME": str(deployment.folder / "state")}
    before = deployment.count("raw")
    with (deployment.folder / "load.log").open("ab") as log:
        rate = ["--rate", str(max(1, len(lines) // 4))]  # slow enough to be killed on the way
        first = subprocess.Popen([*command, *rate], env=env, stdout=log, stderr=log)
        scene.crew.until(lambda: deployment.count("raw") > before or first.poll() is not None, "nothing is loaded")
        first.kill()
        first.wait()
        subprocess.run(command, env=env, stdout=log, stderr=log, check=True)


def outcome(plan: Plan, scene: Scene, expected: ScanResult, faults: Counter[str], seconds: float) -> Outcome:
    """Read all topics, and compare."""
    deployment = scene.crew.deployment
    records = deployment.read("verdicts")
    found = deployment.verdicts()
    last = {record.key: record.headers.get(REVISION_HEADER, b"") for record in records}
    said = Counter((record.key, record.headers.get(REVISION_HEADER)) for record in records)
    stamps = sorted(record.timestamp_ms for record in records)
    logs = [scene.crew.log(index) for index in scene.indices]
    return Outcome(
        plan,
        compare(expected, found),
        faults,
        scene.refused,
        len({place_of(letter) for letter in deployment.read("dead-letters")}),
        len(records),
        sum(said[name, spoken.revision] - 1 for name, spoken in found.items()),
        sum(last[name] != spoken.revision for name, spoken in found.items()),
        sum(log.count("event=worker-starts") for log in logs),
        [took for log in logs for took in recoveries(log)],
        max((after - before for before, after in pairwise(stamps)), default=0) / 1000,
        seconds,
    )


def recoveries(log: str) -> Iterator[float]:
    """Seconds from each start of a worker until it had its partitions."""
    started: datetime | None = None
    for line in log.splitlines():
        if "event=worker-starts" in line:
            started = moment(line)
        elif "event=partitions-ready" in line and started is not None:
            yield (moment(line) - started).total_seconds()
            started = None


def moment(line: str) -> datetime:
    """When a line was logged."""
    return datetime.fromisoformat(line.split(" ", 1)[0].removeprefix("time="))
