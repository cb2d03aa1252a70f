"""Read, normalise and shingle inputs in a process of their own, so that `scan` judges meanwhile on the other core.

Judges nothing and keeps no state but the packs that are filling up.
"""

import multiprocessing
import pickle
import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from pipeline.columns import I8, pack, ragged, unpack
from pipeline.edges.files import STANDARD_INPUT
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.edges.packing import Pack, Packer
from pipeline.errors import Unavailable
from pipeline.kernels.homes import homes_of
from pipeline.packed import Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.normalised import RawMessage, normalise
from pipeline.stages.shingles import shingle

AHEAD = 16  # batches that may wait: some 7 MB
SORTED_AT_ONCE = 512  # documents whose homes are computed together
BATCH, OBJECT = b"b", b"o"  # what follows in a message between the processes


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is read: files, the times that apply, and how it is cut up."""

    paths: Sequence[Path]
    as_of_ms: int
    now_ms: int
    profile: Profile
    homes: int


@dataclass(frozen=True, slots=True)
class RefusedInput:
    """A document that was refused, by the place it was read from."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Odd:
    """Something that was odd and cost no document."""

    sentence: str


Found = Batch | RefusedInput | Odd


def prepare(inputs: Inputs) -> Iterator[Found]:
    """Yield `shingles` batches, numbered by home in the order of the input, and what was refused, in this process."""
    packer, offsets, places = Packer(), [0] * inputs.homes, dict[int, str]()
    notices: list[str] = []
    waiting: list[Accepted] = []
    for item in read_inputs(inputs.paths, inputs.as_of_ms, inputs.now_ms, notices.append):
        yield from (Odd(sentence) for sentence in notices)
        notices.clear()
        if isinstance(item, Accepted):
            waiting.append(item)
            places[item.ordinal] = item.place
        else:
            yield RefusedInput(item.place, item.reason)
        if len(waiting) == SORTED_AT_ONCE:
            yield from shingled(filled(packer, waiting, inputs.homes), offsets, places, inputs)
            waiting = []
    yield from (Odd(sentence) for sentence in notices)
    yield from shingled([*filled(packer, waiting, inputs.homes), *packer.flush()], offsets, places, inputs)


def filled(packer: Packer, items: list[Accepted], homes: int) -> list[Pack]:
    """Put documents into the packs of their homes; return the packs that are full."""
    blob, offsets = ragged([item.id.encode() for item in items])
    chosen = homes_of(blob, offsets.astype(I8), homes).tolist()
    full = (packer.add(home, item.ordinal, item.line, 0.0) for home, item in zip(chosen, items, strict=True))
    return [one for packs in full for one in packs]


def shingled(packs: list[Pack], offsets: list[int], places: dict[int, str], inputs: Inputs) -> Iterator[Found]:
    """Normalise and shingle packs; `offsets` counts the messages of each home."""
    for one in packs:
        message = RawMessage(one.home, offsets[one.home], inputs.now_ms, one.value)
        offsets[one.home] += 1
        found = normalise(message, inputs.profile, inputs.homes)
        for refused in found.refused:
            yield RefusedInput(f"between {places[one.first]} and {places[one.last]}", refused.reason)
        yield shingle(found.batch, inputs.profile)


def read_ahead(inputs: Inputs) -> Iterator[Found]:
    """Yield what `prepare` yields, computed in a child process; its exceptions are raised here.

    Raises `Unavailable` when the child was ended from outside, as for want of memory.
    """
    if STANDARD_INPUT in inputs.paths:  # a child of multiprocessing has none: it would find it empty
        yield from prepare(inputs)
        return
    receiver, sender = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.Process(target=run_child, args=(inputs, sender), daemon=True)
    child.start()
    sender.close()
    arrived: queue.Queue[bytes | None] = queue.Queue(AHEAD)
    threading.Thread(target=receive, args=(receiver, arrived), daemon=True).start()
    while (value := arrived.get()) is not None:
        if value[:1] == BATCH:
            yield unpack(value[1:], Kind.SHINGLES, inputs.profile.identity)
            continue
        found = pickle.loads(value[1:])  # noqa: S301  # from our own child
        if isinstance(found, BaseException):
            raise found
        yield found
    child.join()
    if child.exitcode:
        raise Unavailable(f"The process that reads the files was ended ({child.exitcode}) before it had read them all.")


def run_child(inputs: Inputs, sender: Connection) -> None:
    """Send all that `prepare` yields; the end of the pipe is the end."""
    try:
        for found in prepare(inputs):
            if isinstance(found, Batch):
                sender.send_bytes(BATCH + pack(found, inputs.profile.identity))
            else:
                sender.send_bytes(OBJECT + pickle.dumps(found))
    except (BrokenPipeError, KeyboardInterrupt):
        return  # the parent has gone, or is being told itself
    except Exception as error:  # noqa: BLE001  # it is raised in the parent
        sender.send_bytes(OBJECT + pickle.dumps(error))


def receive(receiver: Connection, arrived: "queue.Queue[bytes | None]") -> None:
    """Move messages into the queue, None at the end."""
    try:
        while True:
            arrived.put(receiver.recv_bytes())
    except EOFError:
        arrived.put(None)
