"""The claim of a worker on its data folder: one process at a time, for as long as that process lives.

Writes nothing but an empty file; what is in the folder is `pipeline.state`'s.
"""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import BadSetup

LOOK_S = 0.1


@contextmanager
def claimed(folder: Path, wait_s: float) -> Iterator[None]:
    """Make the folder if need be and hold it, waiting so long for a worker that is about to end.

    Raises `BadSetup` when another process holds it, and when it cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("wb")
    except OSError as error:
        raise BadSetup(
            f"The data folder {folder} cannot be written to: {error.strerror}.", "Choose another with --data."
        ) from error
    with lock:
        if not _is_held(lock, wait_s):
            raise BadSetup(
                f"Another worker is using the data folder {folder}.",
                "Stop it, or give this one a folder of its own with --data.",
            )
        yield


def _is_held(lock: BinaryIO, wait_s: float) -> bool:
    until_s = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until_s:
                return False
        else:
            return True
        time.sleep(LOOK_S)
