"""Read inputs and find out who meets whom in a process of their own; `scan` judges meanwhile on the other core.

Compares no documents. The two halves take about as long as each other, and share nothing but what is sent.
"""

import fcntl
import multiprocessing
import pickle
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from pipeline.collector import spare_collector
from pipeline.columns import pack, unpack
from pipeline.edges.files import STANDARD_INPUT
from pipeline.errors import Unavailable
from pipeline.kernels.warm import warm_meeting, warm_reading
from pipeline.meetings import Meetings
from pipeline.packed import MAGIC, Batch, kind_of
from pipeline.profile import Profile
from pipeline.read_batches import Inputs, Odd, RefusedInput, prepare

PIPE_BYTES = 1 << 20  # what waits between the processes: some two batches; Linux allows no more to everybody


@dataclass(frozen=True, slots=True)
class Met:
    """A `shingles` batch, and the batch that leaves the bands with who meets whom in it."""

    batch: Batch
    met: Batch


@dataclass(frozen=True, slots=True)
class Exempt:
    """The last of all: ids that the promise leaves out, and why."""

    ids: dict[bytes, set[str]]


class Waiting(Enum):
    """Says that whoever reads has nothing ready: time for what else is to be done."""

    FOR_MORE = auto()


Found = Met | RefusedInput | Odd | Exempt | Waiting


def read_ahead(inputs: Inputs, method: str = "lsh") -> Iterator[Found]:
    """What `meet_all` yields, computed in a child process that is started at once; its exceptions are raised here.

    Between that, `Waiting` where the child is not ready with more.

    `method`, "lsh" or "brute", says how documents find each other. Raises `Unavailable` when the child was ended from
    outside, as for want of memory.
    """
    if STANDARD_INPUT in inputs.paths:  # a child of multiprocessing has none: it would find it empty
        return meet_all(inputs, method)
    receiver, sender = multiprocessing.Pipe(duplex=False)
    with suppress(AttributeError, OSError):  # not every system has it, or lets it be so large
        fcntl.fcntl(receiver.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    child = multiprocessing.Process(target=run_child, args=(inputs, method, (receiver, sender)), daemon=True)
    child.start()
    sender.close()
    return receive(inputs.profile, receiver, child)


def meet_all(inputs: Inputs, method: str = "lsh") -> Iterator[Found]:
    """Yield every batch with who meets whom, what was refused or odd, and at last what is exempt."""
    warm_reading(inputs.profile)
    warm_meeting(inputs.profile)
    spare_collector()
    meetings = meetings_by(method)(inputs.profile, inputs.homes)
    meetings.exemptions.keeps_sets = inputs.names_exempt
    for found in prepare(inputs):
        if isinstance(found, Batch):
            yield from (Met(*ready) for ready in meetings.take(found))
        else:
            yield found
    yield from (Met(*ready) for ready in meetings.rest())
    yield Exempt(meetings.exempt())


def meetings_by(method: str) -> type[Meetings]:
    """What finds out who meets whom by a method."""
    if method == "lsh":
        return Meetings
    from pipeline.brute_meetings import BruteMeetings  # counts pairs with kernels that nothing else needs

    return BruteMeetings


def receive(profile: Profile, receiver: Connection, child: BaseProcess) -> Iterator[Found]:
    """Yield what the child sends. In the same thread: a second one waits for the interpreter most of the time."""
    packed: list[Batch] = []
    found: Any = None
    while not isinstance(found, Exempt):
        if not receiver.poll():
            yield Waiting.FOR_MORE
        try:
            value = receiver.recv_bytes()
        except (EOFError, OSError):  # the child has gone, the latter within a message
            break
        if value.startswith(MAGIC):
            packed.append(unpack(value, kind_of(value), profile.identity))
            if len(packed) == len(Met.__slots__):
                yield Met(*packed)
                packed.clear()
            continue
        found = pickle.loads(value)  # noqa: S301  # from our own child
        if isinstance(found, BaseException):
            raise found
        yield found
    child.join()
    if not isinstance(found, Exempt):
        raise Unavailable(f"The process that reads the files was ended ({child.exitcode}) before it had read them all.")


def run_child(inputs: Inputs, method: str, pipe: tuple[Connection, Connection]) -> None:
    """Send all that `meet_all` yields through a pipe (the receiver's end, the sender's)."""
    receiver, sender = pipe
    receiver.close()  # so that the pipe breaks when the parent goes, however that is ended
    identity = inputs.profile.identity
    try:
        for found in meet_all(inputs, method):
            if isinstance(found, Met):
                sender.send_bytes(pack(found.batch, identity))
                sender.send_bytes(pack(found.met, identity))
            else:
                sender.send_bytes(pickle.dumps(found))
    except (BrokenPipeError, KeyboardInterrupt):
        return  # the parent has gone, or is being told itself
    except Exception as error:  # noqa: BLE001  # it is raised in the parent
        sender.send_bytes(pickle.dumps(error))
