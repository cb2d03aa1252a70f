"""Logs: one line an event, key=value, and no flood from the Kafka client.

Chooses no words: who logs calls `event` for the text and the standard `logging` for the rest.
"""

import logging
import math
import re
import sys
import time
from datetime import UTC, datetime

QUIET_S = 10.0  # aiokafka retries a broker that is away without a pause: 13-270 kB of warnings a second were measured
# What aiokafka says of a group whose coordinator is not there yet, as at the first start on a cluster.
PASSING = re.compile("Coordinator(NotAvailable|LoadInProgress)|NotCoordinator|LeaderNotAvailable|coordinator dead")
LIBRARIES = ("aiokafka", "faust", "mode", "asyncio")


def event(name: str, **fields: object) -> str:
    """Return `event=name key=value ...`; a value with blanks or quotes is quoted, on one line."""
    return " ".join([f"event={name}", *(f"{key}={_quoted(value)}" for key, value in fields.items())])


def _quoted(value: object) -> str:
    text = str(value)
    if text and not any(character in text for character in ' "\n='):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Lines(logging.Formatter):
    """`time=... level=... ` and the event; what is no event becomes `logger=... message="..."`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, followed by the traceback if there is one."""
        text = record.getMessage()
        if not text.startswith("event="):
            text = f"logger={record.name} message={_quoted(text.strip())}"
        stamp = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = f"time={stamp} level={record.levelname.lower()} {text}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Quiet(logging.Filter):
    """Holds back what only a developer wants, and what a library repeats.

    Below a warning only events pass (unless `chatty`): Faust's services log each step, some of them under the names
    of our subclasses. Anything that is no event is shown once in `QUIET_S`, and then with how often it was held back;
    what passes by itself at a start is shown only when it has not passed after `QUIET_S`.
    """

    def __init__(self, *, chatty: bool) -> None:
        super().__init__()
        self._chatty = chatty
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is to be shown."""
        template = str(record.msg)
        if template.startswith("event="):
            return True
        if record.levelno < logging.WARNING:
            return self._chatty
        passes = PASSING.search(record.getMessage()) is not None
        key, now_s = (record.name, record.getMessage() if passes else template), time.monotonic()
        last_s, held_back = self._said.get(key, (-math.inf, 0))
        if passes and now_s - last_s >= 2 * QUIET_S:
            last_s, held_back = now_s, 0
        if now_s - last_s < QUIET_S:
            self._said[key] = (last_s, held_back + 1)
            return False
        self._said[key] = (now_s, 0)
        if held_back:
            record.msg, record.args = f"{record.getMessage()} ({held_back} more in {now_s - last_s:.0f} s)", ()
        return True


def set_up_logs(level: str) -> None:
    """Send everything to standard error, from `level` on; what Faust and aiokafka say besides only at `debug`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(Quiet(chatty=level == "debug"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))  # their debug level is a line a message
