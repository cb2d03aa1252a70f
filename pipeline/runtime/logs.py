"""Logs: one line an event, key=value, and no flood from the Kafka client.

Chooses no words: who logs calls `event` for the text and the standard `logging` for the rest.
"""

import logging
import sys
import time
from datetime import UTC, datetime

QUIET_S = 10.0  # a message of a library is shown once in so long; a broker that is away makes 13-270 kB of them a second
LIBRARIES = ("aiokafka", "faust", "mode", "asyncio")


def event(name: str, **fields: object) -> str:
    """Return `event=name key=value ...`; a value with blanks or quotes is quoted, on one line."""
    return " ".join([f"event={name}", *(f"{key}={_quoted(value)}" for key, value in fields.items())])


def _quoted(value: object) -> str:
    text = str(value)
    if text and not any(character in text for character in " \"\n="):
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


class RateLimit(logging.Filter):
    """Lets a library say the same thing once in `QUIET_S`, and then how often it has said it since."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is to be shown; our own always are."""
        if record.name.split(".")[0] not in LIBRARIES:
            return True
        key, now = (record.name, str(record.msg)), time.monotonic()
        last, held_back = self._said.get(key, (-QUIET_S, 0))
        if now - last < QUIET_S:
            self._said[key] = (last, held_back + 1)
            return False
        self._said[key] = (now, 0)
        if held_back:
            record.msg, record.args = f"{record.getMessage()} ({held_back} more in {now - last:.0f} s)", ()
        return True


def set_up_logs(level: str) -> None:
    """Send everything to standard error: ours from `level` on, the libraries' from warnings on (`debug`: from info)."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(RateLimit())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.INFO if level == "debug" else logging.WARNING)
