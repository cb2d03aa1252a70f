"""Measure the pipeline on a backlog, and `scan` beside the method of the measurement article in Node.

Measures only; every figure comes with the machine and the day, and nothing here decides whether it is good.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from confluent_kafka import Consumer, Producer, TopicPartition

from pipeline.columns import I8, MAX_DOCUMENTS, ragged
from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.topic_admin import apply_topics
from pipeline.errors import BadSetup, Unavailable
from pipeline.kernels.homes import homes_of
from pipeline.measure.bench_steps import step_costs
from pipeline.measure.corpus import generate
from pipeline.settings import Settings

SEED_DEMO = Path(__file__).with_name("seed_demo.mjs")
TICKS = os.sysconf("SC_CLK_TCK")
LIMIT_S = 900.0
POLL_S = 0.2
STEP_DOCUMENTS = 20_000  # enough for the costs of the steps, which are measured last and by themselves


@dataclass(slots=True)
class Figures:
    """What a run of the pipeline cost."""

    documents: int
    seconds: float = 0.0
    worker_cpu_us: float = 0.0  # per document
    broker_cpu_us: float = 0.0
    worker_mb: float = 0.0  # largest resident set
    broker_mb: float = 0.0
    verdicts: int = 0  # messages: revisions included
    restart_s: float = 0.0  # from the start of the process until its tables are ready, from the local folder
    topics: dict[str, float] = field(default_factory=dict)  # bytes per document
    steps: dict[str, float] = field(default_factory=dict)  # CPU, us per document, of each step without Kafka


def cpu_s(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mb(pid: int) -> float:
    """Largest resident set of a process so far."""
    text = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmHWM")) / 1024


def preload(settings: Settings, documents: int) -> None:
    """Put generated documents into `raw`."""
    room = {"message_max_bytes": 4 << 20, "queue_buffering_max_kbytes": 1 << 20}
    producer = Producer(settings.confluent(**room, max_in_flight_requests_per_connection=1))
    for home, value in messages(documents, settings.homes):
        producer.produce(settings.topic("raw"), value, partition=home)
        producer.poll(0)
    producer.flush()


def messages(documents: int, homes: int) -> Iterator[tuple[int, bytes]]:
    """Generated documents as (home, value), 256 a message, packed by home."""
    packs: list[list[bytes]] = [[] for _ in range(homes)]
    for chunk in chunked(documents):
        blob, offsets = ragged([name for name, _ in chunk])
        for home, (_, line) in zip(homes_of(blob, offsets.astype(I8), homes).tolist(), chunk, strict=True):
            packs[home].append(line)
            if len(packs[home]) == MAX_DOCUMENTS:
                yield home, b"\n".join(packs[home])
                packs[home] = []
    yield from ((home, b"\n".join(lines)) for home, lines in enumerate(packs) if lines)


def chunked(documents: int) -> Iterator[list[tuple[bytes, bytes]]]:
    """Generated documents as (id, line), some at a time."""
    chunk: list[tuple[bytes, bytes]] = []
    for document in generate(documents):
        chunk.append((document.id.encode(), document.to_json()))
        if len(chunk) == 4 * MAX_DOCUMENTS:
            yield chunk
            chunk = []
    yield chunk


@contextmanager
def working(settings: Settings, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process, stopped at the end."""
    command = [sys.executable, "-m", "pipeline", "worker", "--data", str(settings.data_dir)]
    flags = ["--bootstrap", settings.bootstrap, "--homes", str(settings.homes)]
    flags += ["--band-partitions", str(settings.band_partitions), "--prefix", settings.prefix]
    with log.open("wb") as stream:
        worker = subprocess.Popen([*command, *flags], stderr=stream, stdout=subprocess.DEVNULL)
        try:
            yield worker
        finally:
            worker.terminate()
            worker.wait()


def bench_pipeline(documents: int, homes: int, band_partitions: int) -> Figures:
    """Judge a backlog with one worker on a broker of its own.

    The clock runs from the first record of `normalised` to the last verdict, by their own timestamps.
    """
    with tempfile.TemporaryDirectory(prefix="firstprint-bench-") as folder, EmbeddedBroker() as broker:
        settings = Settings(bootstrap=broker.bootstrap, homes=homes, band_partitions=band_partitions)
        settings = replace(settings, data_dir=Path(folder) / "data")
        apply_topics(settings)
        preload(settings, documents)
        figures = Figures(documents)
        before = cpu_s(broker.pid)
        with working(settings, Path(folder) / "worker.log") as worker:
            first = wait_for_first(settings, worker)
            start = cpu_s(worker.pid)
            last = wait_for_all(settings, worker, figures)
            figures.seconds = (last - first) / 1000
            figures.worker_cpu_us = (cpu_s(worker.pid) - start) / documents * 1e6
            figures.broker_cpu_us = (cpu_s(broker.pid) - before) / documents * 1e6
            figures.worker_mb, figures.broker_mb = resident_mb(worker.pid), resident_mb(broker.pid)
        figures.restart_s = restart(settings, Path(folder) / "again.log")
        figures.topics = topic_bytes(broker.data, documents)
    of_steps = min(documents, STEP_DOCUMENTS)
    figures.steps = step_costs(messages(of_steps, homes), of_steps, homes)
    return figures


def restart(settings: Settings, log: Path) -> float:
    """Seconds from the start of a worker on an existing data folder until it has its partitions, tables included."""
    start_s = time.monotonic()
    with working(settings, log) as worker:
        while "event=partitions-ready" not in log.read_text():
            if worker.poll() is not None or time.monotonic() - start_s > LIMIT_S:
                raise Unavailable("the worker did not start again")
            time.sleep(0.02)
        return time.monotonic() - start_s


def consumer_of(settings: Settings, noun: str) -> Consumer:
    """A consumer that reads a topic from its start, beside all groups."""
    consumer = Consumer(settings.confluent(group_id="bench", enable_auto_commit=False))
    topic = settings.topic(noun)
    consumer.assign([TopicPartition(topic, partition, 0) for partition in range(settings.homes)])
    return consumer


def wait_for_first(settings: Settings, worker: subprocess.Popen[bytes]) -> int:
    """Timestamp (ms) of the first normalised batch."""
    consumer = consumer_of(settings, "normalised")
    deadline_s = time.monotonic() + LIMIT_S
    while time.monotonic() < deadline_s and worker.poll() is None:
        message = consumer.poll(POLL_S)
        if message is not None and not message.error():
            consumer.close()
            return int(message.timestamp()[1])
    raise Unavailable("the worker normalised nothing")


def wait_for_all(settings: Settings, worker: subprocess.Popen[bytes], figures: Figures) -> int:
    """Timestamp (ms) of the verdict that made them complete; counts all verdicts read until then."""
    consumer, last = consumer_of(settings, "verdicts"), 0
    seen: set[bytes | None] = set()
    deadline_s = time.monotonic() + LIMIT_S
    while len(seen) < figures.documents:
        if time.monotonic() > deadline_s or worker.poll() is not None:
            raise Unavailable(f"only {len(seen)} of {figures.documents} documents were judged")
        for message in consumer.consume(2000, POLL_S):
            if not message.error():
                seen.add(message.key())
                last = max(last, int(message.timestamp()[1]))
                figures.verdicts += 1
    consumer.close()
    return last


def topic_bytes(data: Path, documents: int) -> dict[str, float]:
    """Bytes on disk per document and topic, from the broker's own folder."""
    sizes: Counter[str] = Counter()
    for log in data.rglob("*.log"):
        topic, _, partition = log.parent.name.rpartition("-")
        if partition.isdigit() and not topic.startswith("__"):
            sizes[topic] += log.stat().st_size
    return {topic: size / documents for topic, size in sorted(sizes.items())}


@dataclass(frozen=True, slots=True)
class ScanFigures:
    """Medians of what `scan` and the Node program took for the same documents, in turn."""

    documents: int
    scan_s: float  # the whole process: start, reading, judging, writing
    start_s: float  # of it, what a scan of one document takes
    node_s: float  # the phases that the Node program itself counts: its start is left out


def bench_scan(documents: int, profile: str, rounds: int = 3) -> ScanFigures:
    """Time `scan` by a profile (its name) beside the method of the measurement article in Node."""
    node = shutil.which("node")
    if node is None:
        raise BadSetup("There is no node to compare with.", "Install Node.js, or leave this comparison out.")
    with tempfile.TemporaryDirectory(prefix="firstprint-bench-") as folder:
        file, one = Path(folder) / "documents.jsonl", Path(folder) / "one.jsonl"
        with file.open("wb") as stream:
            stream.writelines(document.to_json() + b"\n" for document in generate(documents))
        with file.open("rb") as stream:
            one.write_bytes(stream.readline())
        scan_s(one, profile)  # once beforehand: compiled kernels
        times = [(scan_s(file, profile), scan_s(one, profile), node_s(node, file)) for _ in range(rounds)]
    return ScanFigures(documents, *(median(column) for column in zip(*times, strict=True)))


def scan_s(file: Path, profile: str) -> float:
    """Seconds of a whole `firstprint scan`."""
    command = [sys.executable, "-m", "pipeline", "scan", str(file), "--profile", profile]
    command += ["--verdicts", str(file.with_suffix(".verdicts"))]
    start_s = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    return time.monotonic() - start_s


def node_s(node: str, file: Path) -> float:
    """Seconds of all phases of the Node program."""
    command = [node, "--max-old-space-size=12000", str(SEED_DEMO), str(file)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    seconds: dict[str, float] = found["seconds"]
    return sum(seconds.values())
