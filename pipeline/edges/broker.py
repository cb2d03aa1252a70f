"""A real Apache Kafka as a child process: one node on loopback, for development, the demonstration and the tests.

Does not fetch Kafka (`kafka_home.py` does) and is nothing for production: no replicas, no TLS, no other machine.
"""

import fcntl
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from pipeline.edges import kafka_home, kafka_jars
from pipeline.edges.ports import HOST, free_port, is_free
from pipeline.errors import BadSetup, Unavailable

NEEDED_BYTES = 1 << 30  # less free disk than this and Kafka would stop in the middle, with a stack trace
START_LIMIT_S = 60.0  # 3 s on two idle cores
STOP_LIMIT_S = 15.0  # 0.5 s when idle; flushing dirty pages takes the rest
SHOWN_LOG_LINES = 8

# One compiler level and one collector thread: a short-lived broker beside a worker on two cores starts in two thirds
# of the time and takes less memory; code compiled further pays only in runs of many minutes.
JVM_OPTIONS = ("-Xms128m", "-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")

# Waits for the end of its input, which comes when our process ends in whatever way, kill -9 included. Then it ends the
# broker, in order if that takes less than ten seconds, and removes the folder if it was temporary.
WATCHER = """
read -r _
kill -TERM "$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || break; sleep 1; done
kill -KILL "$1" 2>/dev/null
[ -z "$2" ] || rm -rf "$2"
"""

# What Kafka's log says when it cannot start, and what that means.
KNOWN_CAUSES = {
    "Address already in use": ("The port {port} is taken.", "Choose another with --port."),
    "No space left on device": ("The disk of {data} is full.", "Free some space, or choose another with --data."),
}


Unbroken = AbstractContextManager[None]


class EmbeddedBroker:
    """One Kafka node in a process group of its own, so that Ctrl-C does not reach it before we stop it in order.

    Without `data` it lives in a temporary folder that `close` removes; without `port` it picks a free one and keeps it
    over restarts. It ends when this process ends. Used as a context manager it is started and closed. `unbroken` is
    entered where an exception from a signal would lose sight of a process.
    """

    def __init__(
        self, data: Path | None = None, *, port: int | None = None, unbroken: Callable[[], Unbroken] = nullcontext
    ) -> None:
        self._unbroken = unbroken
        self._temporary = data is None
        self.data = Path(tempfile.mkdtemp(prefix="firstprint-kafka-")) if data is None else data.absolute()
        self.port = port or free_port()
        self._controller_port = free_port(besides=self.port)
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None

    @property
    def bootstrap(self) -> str:
        """The address that clients are given, as `host:port`."""
        return f"{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """The process id of the running broker; raise `RuntimeError` when it does not run."""
        if self._process is None:
            raise RuntimeError("the broker is not running")
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process is there; it answers from the end of `start` on."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start and wait until it answers; raise `BadSetup` for what the user can mend, else `Unavailable`."""
        if self.running:
            return
        command = [str(kafka_home.java()), *JVM_OPTIONS, "-cp", kafka_jars.class_path()]
        self._check_ports()
        try:
            with self._locked_folder() as lock:
                self._check_disk()
                self._write_configuration()
                kafka_home.format_folder(self.data / "logs", command)
                logging = [
                    f"-Dlog4j2.configurationFile={self.data / 'log4j2.yaml'}",
                    f"-Dfirstprint.log={self.log_file}",
                ]
                with self._unbroken():
                    self._spawn([*command, *logging, "kafka.Kafka", str(self.data / "server.properties")], lock)
            self._wait_until_it_answers()
        except BaseException:
            self.kill()
            raise

    def stop(self) -> None:
        """Stop in order: let Kafka flush and close, and kill it only past a limit. The data stays."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop in order and start again on the same port and data."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Stop, and remove the data if its folder was temporary."""
        self.stop()
        if self._temporary and self.data.exists():
            shutil.rmtree(self.data)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def log_file(self) -> Path:
        """Where Kafka writes its warnings and errors."""
        return self.data / "kafka.log"

    def last_log_lines(self) -> str:
        """Return the end of what Kafka said, its console included, for an error message."""
        texts = [path.read_text(errors="replace") for path in (self._console, self.log_file) if path.is_file()]
        lines = [line for text in texts for line in text.splitlines() if line.strip()]
        return "\n".join(lines[-SHOWN_LOG_LINES:])

    @property
    def _console(self) -> Path:
        return self.data / "console.log"

    def _check_ports(self) -> None:
        for port in (self.port, self._controller_port):
            if not is_free(port):
                raise BadSetup(f"The port {port} is taken.", "Choose another with --port, or stop what listens there.")

    @contextmanager
    def _locked_folder(self) -> Iterator[int]:
        """Make the folder and lock it; what inherits the descriptor keeps the lock for as long as it lives.

        Kafka locks its logs only after it has opened the metadata log, and two of them in one folder spoil it for both.
        """
        try:
            (self.data / "logs").mkdir(parents=True, exist_ok=True)
            lock = (self.data / "lock").open("wb")
        except OSError as error:
            sentence = f"The folder {self.data} cannot be written to: {error.strerror}."
            raise BadSetup(sentence, "Choose another with --data.") from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                advice = "Stop it, or choose another folder with --data."
                raise BadSetup(f"Another broker is using {self.data}.", advice) from error
            yield lock.fileno()

    def _check_disk(self) -> None:
        if (free := shutil.disk_usage(self.data).free) < NEEDED_BYTES:
            sentence = (
                f"The disk of {self.data} is nearly full: {free >> 20} MiB free, Kafka needs {NEEDED_BYTES >> 20}."
            )
            raise BadSetup(sentence, "Free some space, or choose a folder on another disk with --data.")

    def _write_configuration(self) -> None:
        values = {"{port}": self.port, "{controller_port}": self._controller_port, "{logs}": self.data / "logs"}
        text = kafka_jars.data_file("server.properties")
        for name, value in values.items():
            text = text.replace(name, str(value))
        (self.data / "server.properties").write_text(text)
        (self.data / "log4j2.yaml").write_text(kafka_jars.data_file("log4j2.yaml"))

    def _spawn(self, command: list[str], lock: int) -> None:
        self.log_file.write_bytes(b"")
        with self._console.open("wb") as console:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                cwd=self.data,
                pass_fds=[lock],
                start_new_session=True,
            )
        temporary = str(self.data) if self._temporary else ""
        self._watcher = subprocess.Popen(
            ["/bin/sh", "-c", WATCHER, "firstprint-broker-watcher", str(self._process.pid), temporary],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + START_LIMIT_S
        quiet: dict[str, Any] = {"log_level": 0, "error_cb": lambda _error: None, "reconnect.backoff.max.ms": 100}
        admin = AdminClient({"bootstrap.servers": self.bootstrap, **quiet})
        while time.monotonic() < deadline:
            if not self.running:
                raise self._why_it_ended()
            try:
                admin.list_topics(timeout=0.5)
            except KafkaException:
                continue
            return
        said = self.last_log_lines()
        raise Unavailable(
            f"Kafka does not answer on {self.bootstrap} after {START_LIMIT_S:.0f} s. It said last:\n{said}"
        )

    def _why_it_ended(self) -> BadSetup | Unavailable:
        said = self._console.read_text(errors="replace") + self.log_file.read_text(errors="replace")
        for sign, (sentence, advice) in KNOWN_CAUSES.items():
            if sign in said:
                return BadSetup(sentence.format(data=self.data, port=self.port), advice)
        return Unavailable(f"Kafka ended while it started. It said last:\n{self.last_log_lines()}")

    def _end(self, by: signal.Signals) -> None:
        process, watcher = self._process, self._watcher
        if process is not None and process.poll() is None:
            process.send_signal(by)
            try:
                process.wait(STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if watcher is not None:
            watcher.kill()
            watcher.communicate()
        self._process = self._watcher = None
