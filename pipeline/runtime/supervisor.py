"""Several workers as children of one process: started, started again when they end, and stopped in order.

A child is the same command with a `worker_index` of its own, and so with a data folder, a place in the group (static
membership) and a web port of its own. Knows nothing of Kafka or Faust, and does no work itself.
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import IO, Any, Final

import pipeline
from pipeline.edges.interrupts import SIGNALS
from pipeline.runtime.ending import TRY_AGAIN, WRONG_SETUP
from pipeline.runtime.logs import event
from pipeline.settings import KAFKA, VARIABLE, Settings

CHILD: Final = ("-P", "-m", "pipeline", "worker", "--supervised")  # -P: this very package, whatever the folder holds
LOOK_S = 0.05
MARGIN_S = 5.0  # beyond `stop_s`, for a child that cannot even cut its own stop short
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0  # the first is well within a session: the group notices nothing
STEADY_S = 60.0  # a child that ran for so long has come up, and begins with the first pause again
SENTENCE = b"firstprint: "

log = logging.getLogger(__name__)


def supervise(settings: Settings) -> int:
    """Run `settings.processes` workers until SIGTERM, SIGINT or SIGHUP; call it from the main thread.

    Returns 0 after a signal, and 2 when a child has ended with 2: its sentence is then printed, once. A second signal
    kills the children at once.
    """
    children = [Child(settings.worker_index + place, settings) for place in range(settings.processes)]
    with asked() as signals:
        while not signals:
            if any(child.see_to() == WRONG_SETUP for child in children):
                break
            time.sleep(LOOK_S)
        log.info(event("supervisor-stops", children=len(children), signal=signals[0].name if signals else "none"))
        stop(children, settings.stop_s + MARGIN_S, signals)
    refusals = dict.fromkeys(child.last_words for child in children if child.code == WRONG_SETUP)
    sys.stderr.write(b"".join(refusals).decode(errors="replace"))
    return WRONG_SETUP if refusals else os.EX_OK


@contextlib.contextmanager
def asked() -> Iterator[list[signal.Signals]]:
    """A list that grows by each signal that asks for the end; what the signals did before is restored."""
    signals: list[signal.Signals] = []
    before = {
        number: signal.signal(number, lambda got, _: signals.append(signal.Signals(got)))  # no lock in a handler
        for number in SIGNALS
    }
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass
class Child:
    """One worker, over all its starts. `code` and `last_words` are those of its last end."""

    index: int
    settings: Settings
    process: subprocess.Popen[bytes] | None = None
    code: int | None = None
    last_words: bytes = b""
    _pause_s: float = FIRST_PAUSE_S
    _since_s: float = 0.0
    _due_s: float = 0.0
    _relay: threading.Thread = field(default_factory=threading.Thread)

    def see_to(self) -> int | None:
        """Start it if it is due; return its code if it has just ended."""
        now_s = time.monotonic()
        if self.process is None:
            if now_s >= self._due_s:
                self._start(now_s)
            return None
        if self.process.poll() is None:
            return None
        self.end()
        if now_s - self._since_s > STEADY_S:
            self._pause_s = FIRST_PAUSE_S
        self._due_s = now_s + self._pause_s
        if self.code != WRONG_SETUP:
            self._say(self.last_words.splitlines(keepends=True))
            log.warning(event("worker-ended", worker=self.index, code=self.code, again_in_s=self._pause_s))
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        return self.code

    def _start(self, now_s: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *CHILD],
            env=environment(self.settings, self.index),
            stdin=subprocess.PIPE,  # never written to: it ends when we do, in whatever way
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C reaches only us
        )
        self._since_s = now_s
        self._relay = threading.Thread(target=self._relay_from, args=(self.process.stderr,))
        self._relay.start()
        log.info(event("worker-process", worker=self.index, pid=self.process.pid))

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self.process is not None:
            self.process.send_signal(number)

    def end(self, limit_s: float | None = None) -> bool:
        """Wait for its end, at most so long; whether it has ended."""
        if self.process is not None:
            try:
                self.code = self.process.wait(limit_s)
            except subprocess.TimeoutExpired:
                return False
            self._relay.join()
            for pipe in (self.process.stdin, self.process.stderr):
                if pipe is not None:
                    pipe.close()
            self.process = None
        return True

    def _relay_from(self, stderr: IO[bytes]) -> None:
        """Pass its lines on, with its index; what it says last may be what others say too, and is kept for its end."""
        held: list[bytes] = []
        for line in stderr:
            if line.startswith(SENTENCE) or (held and not line.startswith(b"time=")):
                held.append(line)
            else:
                self._say([*held, line])
                held.clear()
        self.last_words = b"".join(held)

    def _say(self, lines: list[bytes]) -> None:
        for line in lines:
            with contextlib.suppress(OSError):  # nobody reads it any more: the child must not wait for that
                os.write(sys.stderr.fileno(), b"worker=%d " % self.index + line)  # in one piece


def stop(children: list[Child], limit_s: float, signals: list[signal.Signals]) -> None:
    """Ask all children to end, and kill those that have not ended after the limit or when a further signal comes."""
    until_s, known = time.monotonic() + limit_s, len(signals)
    for child in children:
        child.send(signal.SIGTERM)
    running = children
    while running and time.monotonic() < until_s and len(signals) == known:
        running = [child for child in running if not child.end(LOOK_S)]
    for child in running:
        log.warning(event("worker-killed", worker=child.index))
        child.send(signal.SIGKILL)
        child.end()


def environment(settings: Settings, index: int) -> dict[str, str]:
    """Our environment, all settings in it, with which the command line of a child needs to say nothing more."""
    kept = {name: value for name, value in os.environ.items() if name != VARIABLE + "CONFIG"}
    own: dict[str, Any] = {item.name: getattr(settings, item.name) for item in fields(settings)}
    own |= {KAFKA.replace(".", "_") + name.replace(".", "_"): value for name, value in own.pop("kafka").items()}
    own |= {"processes": 1, "worker_index": index}
    root = str(Path(pipeline.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return kept | {VARIABLE + name.upper(): str(value) for name, value in own.items()} | {"PYTHONPATH": path}


def end_with(supervisor: int, stop_s: float) -> None:
    """In a child: end in order once this file descriptor does, which is when the supervisor has ended in whatever way.

    Read without a buffer: a buffer's lock, held by this thread, would be a fatal error at the interpreter's end.
    """

    def wait() -> None:
        while os.read(supervisor, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(stop_s + MARGIN_S)
        os._exit(TRY_AGAIN)

    threading.Thread(target=wait, daemon=True, name="supervisor").start()
