"""The whole pipeline for the length of a demonstration: a folder, a real Kafka, its topics and a worker.

Judges nothing and shows no verdict. Whatever happens, nothing is left behind, unless it is to be kept.
"""

import shlex
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.demo.children import Child, start_child
from pipeline.demo.progress import step
from pipeline.edges import kafka_jars
from pipeline.edges.interrupts import Interrupts
from pipeline.edges.ports import HOST, free_port
from pipeline.edges.topic_admin import apply_topics
from pipeline.settings import Settings

BROKER_LIMIT_S = 90.0
WORKER_LIMIT_S = 300.0
LATE_S = 8.0  # a start takes three; one that lasts longer is the first on a machine, or the machine is busy
STOP = "stop.sh"
# The worker first, and each waited for: what still runs writes into the folder. A process that has ended and that
# nobody asks for its exit code looks alive for ever, so no wait is longer than 20 seconds.
STOP_SCRIPT = """\
for pid in {pids}; do
  kill "$pid" 2>/dev/null || continue
  tries=0
  while kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 100 ]; do
    sleep 0.2
    tries=$((tries + 1))
  done
done
rm -r {folder}
"""
READY = "event=partitions-ready"


@dataclass
class Session:
    """What runs: `folder` holds feeds, data, logs and a settings file, so that commands given in it find this Kafka."""

    folder: Path
    settings: Settings
    interrupts: Interrupts
    is_kept: bool
    children: list[Child] = field(default_factory=list)

    @property
    def feeds(self) -> Path:
        """The folder of the feed files."""
        return self.folder / "feeds"

    def start(self, name: str, arguments: list[str]) -> Child:
        """Start one of our commands."""
        with self.interrupts.held():
            child = start_child(name, arguments, self.folder, is_kept=self.is_kept)
            self.children.append(child)
        return child

    def check(self) -> None:
        """Raise `Unavailable` when a child has ended."""
        for child in self.children:
            child.check()

    def write_stop(self) -> None:
        """Write the script that does what `close` does, for when we are gone."""
        pids = " ".join(str(child.pid) for child in reversed(self.children))
        text = STOP_SCRIPT.format(pids=pids, folder=shlex.quote(str(self.folder)))
        (self.folder / STOP).write_text(text)

    def close(self) -> None:
        """Stop the children, the last one first, and remove the folder."""
        for child in reversed(self.children):
            child.stop()
        self.children.clear()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def running_pipeline(*, is_kept: bool) -> Iterator[Session]:
    """Start everything, and stop it again unless it is kept; after Ctrl-C, SIGTERM or a lost terminal just the same.

    Raises `BadSetup` and `Unavailable` when something cannot be started; then nothing is kept.
    """
    with Interrupts() as interrupts:
        with interrupts.held():
            session = new_session(interrupts, is_kept=is_kept)
        has_started = False
        try:
            for start in (start_broker, create_topics, start_worker):
                start(session)
            has_started = True
            if is_kept:
                session.write_stop()
            yield session
        finally:
            if not (is_kept and has_started):
                with interrupts.held(), step("Stopping, and removing everything"):
                    session.close()


def new_session(interrupts: Interrupts, *, is_kept: bool) -> Session:
    """Make the folder, with a settings file that commands find when they are given in it."""
    folder = Path(tempfile.mkdtemp(prefix="firstprint-demo-"))
    settings = Settings(bootstrap=f"{HOST}:{free_port()}", data_dir=folder / "data")
    lines = [f'bootstrap = "{settings.bootstrap}"', f'data_dir = "{settings.data_dir}"']
    (folder / "firstprint.toml").write_text("\n".join(lines) + "\n")
    (folder / "feeds").mkdir()
    return Session(folder, settings, interrupts, is_kept)


def start_broker(session: Session) -> None:
    """Start Kafka, whose files are fetched first where they are missing."""
    if kafka_jars.missing_jars():
        with step("Fetching Apache Kafka, this once") as detail:
            kafka_jars.fetch(lambda ready, total: detail(f"{ready} of {total} files"))
    bootstrap = session.settings.bootstrap
    with step(f"Starting Apache Kafka {kafka_jars.VERSION} on {bootstrap}"):
        arguments = ["broker", "--data", str(session.folder / "kafka"), "--port", bootstrap.rpartition(":")[2]]
        session.start("broker", arguments).wait_for(bootstrap, BROKER_LIMIT_S)


def create_topics(session: Session) -> None:
    """Create the topics that the catalogue describes."""
    with step("Creating topics") as detail:
        done = apply_topics(session.settings)
        detail(f"{len(done.create)} from topics/*.yaml")


def start_worker(session: Session) -> None:
    """Start a worker and wait until it has its partitions."""
    with step("Starting a worker") as detail:
        late_s = time.monotonic() + LATE_S

        def explain() -> None:
            if time.monotonic() > late_s:
                detail("the first on a machine compiles its kernels, which takes a while")

        child = session.start("worker", ["worker", "--data", str(session.settings.data_dir)])
        child.wait_for(READY, WORKER_LIMIT_S, explain)
