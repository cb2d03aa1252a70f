"""End the process at once, leaving nothing half done that looks done.

Not for an orderly stop: no offset is committed, no handler runs, whatever was not acknowledged is processed again.
"""

import contextlib
import logging
import os
import sys
from typing import NoReturn

from pipeline.errors import BadSetup
from pipeline.runtime.logs import event

WRONG_SETUP = 2
TRY_AGAIN = 75  # EX_TEMPFAIL of sysexits.h: the supervisor starts the worker again

log = logging.getLogger(__name__)


def end_process(name: str, **fields: object) -> NoReturn:
    """Log one line and exit with 75, without unwinding: Faust acknowledges an event whose agent is unwound."""
    log.critical(event(name, **fields))
    _exit(TRY_AGAIN)


def end_for(error: BadSetup) -> NoReturn:
    """Say what has to be mended and exit with 2, from a place out of which no exception would find its way."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"firstprint: {error.sentence}\n{error.advice}\n")
    _exit(WRONG_SETUP)


def _exit(code: int) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # whoever read them has gone, as a supervisor that was killed
            stream.flush()
    os._exit(code)
