"""Read files and feeds into the raw topic: packed by home, acknowledged, resumable, with a list of what was refused.

Reads through `pipeline.edges.inputs`, as `scan` does, and judges nothing; how documents are packed is `packing`'s.
"""

import base64
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import IO

from confluent_kafka import KafkaError, Message, Producer

from pipeline.columns import NONE_MS
from pipeline.edges.clients import administer, client_config, kafka_errors, partition_count, sentence_for
from pipeline.edges.files import STANDARD_INPUT
from pipeline.edges.inputs import Accepted, Refused, read_inputs
from pipeline.edges.packing import PACK_S, Pack, Packer
from pipeline.edges.runs import Run, fingerprint, resume, save
from pipeline.errors import BadSetup
from pipeline.kernels.homes import home_of
from pipeline.settings import Settings

RUN_HEADER = "firstprint-run"
SAVE_S = 1.0
SHOW_S = 0.1
POLL_S = 0.05
STOP_S = 10.0  # after Ctrl-C, how long what was sent is waited for
PRODUCER = {
    "enable_idempotence": True,  # acks=all, and order kept within a home whatever is sent again
    # With more at once, a new partition may refuse the first batch of messages, not being led yet, and take the second;
    # the first, sent again, is then taken for a repeat, and lost without an error.
    "max_in_flight_requests_per_connection": 1,
    "linger_ms": 5,
    "batch_size": 1_000_000,  # a broker applies the topic's size limit to the whole batch of messages
    "queue_buffering_max_kbytes": 65_536,
}


@dataclass(frozen=True)
class Order:
    """What to load: `rate` in documents a second, `as_of_ms` the time seen of documents that have none.

    With a `run_file` the run is remembered there under the name `run`, and a later call goes on from where it ended.
    `refused_file` is written when anything is refused. `notice` gets a sentence for what was odd and cost no document.
    """

    paths: list[Path]
    run: str
    now_ms: int
    as_of_ms: int
    refused_file: Path
    run_file: Path | None = None
    rate: float | None = None
    notice: Callable[[str], None] | None = None


@dataclass
class Progress:
    """What was done in this call; `size` in bytes, `skipped` documents were delivered by an earlier one.

    Of what was read, `late` are those seen more than the grace before others of their home that came before them.
    """

    documents: int = 0
    messages: int = 0
    size: int = 0
    skipped: int = 0
    refused: int = 0
    late: int = 0
    seconds: float = 0.0
    already_loaded: bool = False
    interrupted: bool = False


@dataclass
class Sender:
    """A producer that knows what was acknowledged; `failure` is the first message that was not."""

    producer: Producer
    topic: str
    run: Run
    progress: Progress
    failure: KafkaError | None = None

    def send(self, pack: Pack) -> None:
        """Hand a message over, waiting while the producer's queue is full. Raises `KafkaException`."""
        headers: list[tuple[str, str | bytes | None]] = [(RUN_HEADER, self.run.name.encode())]
        while True:
            try:
                self.producer.produce(
                    self.topic,
                    pack.value,
                    partition=pack.home,
                    headers=headers,
                    on_delivery=partial(self._delivered, pack),
                )
            except BufferError:
                self.producer.poll(POLL_S)
            else:
                self.producer.poll(0)
                return

    def _delivered(self, pack: Pack, error: KafkaError | None, _: Message) -> None:
        if self.failure is None and error is not None:
            self.failure = error
        if self.failure is None:  # of one home they come in order: all before this one was delivered as well
            self.run.delivered[pack.home] = pack.last + 1
            self.run.documents += pack.documents
            self.run.messages += 1
            self.run.size += len(pack.value)
            self.progress.documents += pack.documents
            self.progress.messages += 1
            self.progress.size += len(pack.value)


@dataclass
class Refusals:
    """The JSON lines of what was refused, in a file that appears with the first of them."""

    path: Path
    count: int = 0
    _file: IO[str] | None = field(default=None, repr=False)

    def add(self, refused: Refused) -> None:
        """Write one: its place, the reason, and the original as text or, where it is none, in base64."""
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("w", encoding="utf-8")
        line = {"place": refused.place, "reason": refused.reason, **original(refused.original)}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.count += 1

    def close(self) -> None:
        """Finish the file."""
        if self._file is not None:
            self._file.close()


def original(value: bytes) -> dict[str, str]:
    """Return the field that holds refused bytes."""
    try:
        return {"original": value.decode()}
    except UnicodeDecodeError:
        return {"original_base64": base64.b64encode(value).decode()}


def run_name(now_ms: int) -> str:
    """Return the name of a run that was given none, from its beginning."""
    return datetime.fromtimestamp(now_ms / 1000, UTC).strftime("load-%Y%m%dT%H%M%SZ")


def load(settings: Settings, order: Order, show: Callable[[Progress], None] = lambda _: None) -> Progress:
    """Load and return what was done; `show` is called between documents, and once after the last acknowledgement.

    After an interruption by the user it sends what it has read, waits a little for acknowledgements, remembers them,
    and returns with `interrupted` set. A resumed run sends again what was under way when the last one ended: the same
    bytes, which the pipeline knows as re-deliveries. Raises `BadSetup`, and `Unavailable` when the cluster is not there
    or goes away for longer than the client's message timeout.
    """
    inputs = fingerprint(order.paths)
    _, cluster = administer(settings)
    topic = settings.topic("raw")
    homes = partition_count(cluster, topic, settings)
    run = Run(
        name=order.run,
        cluster=str(cluster),
        topic=topic,
        as_of_ms=order.as_of_ms,
        now_ms=order.now_ms,
        inputs=inputs,
        delivered=[0] * homes,
    )
    if order.run_file is not None:
        if STANDARD_INPUT in order.paths:
            raise BadSetup("Standard input cannot be read again.", "Leave out --run, or write it to a file first.")
        run = resume(order.run_file, run)
    if run.finished:
        return Progress(already_loaded=True)
    with kafka_errors(settings):
        producer = Producer(client_config(settings, **PRODUCER))
        return Loading(settings, order, Sender(producer, topic, run, Progress()), show).carry_out()


class Loading:
    """One call of `load`, from the first document to the last acknowledgement."""

    def __init__(self, settings: Settings, order: Order, sender: Sender, show: Callable[[Progress], None]) -> None:
        """Begin; the clock of `rate` starts here."""
        self.settings = settings
        self.order = order
        self.sender = sender
        self.run = sender.run
        self.progress = sender.progress
        self.show = show
        self.packer = Packer()
        self.newest_ms = [NONE_MS] * len(self.run.delivered)
        self.refusals = Refusals(order.refused_file)
        self.started_s = self.saved_s = self.shown_s = time.monotonic()
        self.paced = 0

    def carry_out(self) -> Progress:
        """Read, send, wait, remember."""
        try:
            self._read()
            self._send_all(self.packer.flush())
            self._wait(None)
            self.run.finished = True
        except KeyboardInterrupt:
            self.progress.interrupted = True
            self._send_all(self.packer.flush())
            self._wait(STOP_S)
        finally:
            self.refusals.close()
            self._save()
        self._show()
        return self.progress

    def _read(self) -> None:
        for item in read_inputs(self.order.paths, self.run.as_of_ms, self.run.now_ms, self.order.notice):
            if isinstance(item, Refused):
                self.refusals.add(item)
                self.progress.refused += 1
            else:
                self._take(item)

    def _take(self, item: Accepted) -> None:
        home = home_of(item.id.encode(), len(self.run.delivered))
        self.progress.late += item.seen_ms < self.newest_ms[home] - self.settings.parameters.grace_ms
        self.newest_ms[home] = max(self.newest_ms[home], item.seen_ms)
        if item.ordinal < self.run.delivered[home]:
            self.progress.skipped += 1
            return
        self._pace()
        self._send_all(self.packer.add(home, item.ordinal, item.line, time.monotonic()))
        self._look_after()

    def _pace(self) -> None:
        """Wait until this document is due, sending meanwhile what has waited long enough for company."""
        if self.order.rate is None:
            return
        due_s = self.started_s + self.paced / self.order.rate
        self.paced += 1
        while (left_s := due_s - time.monotonic()) > 0:
            self.sender.producer.poll(min(left_s, POLL_S))
            self._send_all(self.packer.close_older(time.monotonic() - PACK_S))
            self._look_after()

    def _send_all(self, packs: list[Pack]) -> None:
        for pack in packs:
            self.sender.send(pack)

    def _look_after(self) -> None:
        if self.sender.failure is not None:
            raise sentence_for(self.sender.failure, self.settings)
        now_s = time.monotonic()
        if now_s - self.saved_s >= SAVE_S:
            self.saved_s = now_s
            self._save()
        if now_s - self.shown_s >= SHOW_S:
            self._show()

    def _wait(self, limit_s: float | None) -> None:
        """Wait for all acknowledgements; without a limit until the client itself gives a message up."""
        until_s = None if limit_s is None else time.monotonic() + limit_s
        while self.sender.producer.flush(POLL_S) and (until_s is None or time.monotonic() < until_s):
            self._look_after()
        self._look_after()

    def _save(self) -> None:
        if self.order.run_file is not None:
            save(self.order.run_file, self.run)

    def _show(self) -> None:
        self.progress.seconds = time.monotonic() - self.started_s
        self.show(self.progress)
        self.shown_s = time.monotonic()  # after it: showing may take longer than the pause between two
