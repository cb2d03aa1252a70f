"""Read, normalise and shingle inputs in a process of their own, so that `scan` judges meanwhile on the other core.

Judges nothing and keeps no state but the packs that are filling up.
"""

import fcntl
import multiprocessing
import pickle
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from pipeline.collector import spare_collector
from pipeline.columns import I8, pack, ragged, unpack
from pipeline.edges.files import STANDARD_INPUT
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.edges.packing import OpenPacks
from pipeline.errors import BadMessage, Unavailable
from pipeline.kernels.homes import homes_of
from pipeline.kernels.warm import warm_reading
from pipeline.packed import Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.content import Read, read_document
from pipeline.stages.normalised import RawMessage, normalise_read
from pipeline.stages.shingles import shingle

PIPE_BYTES = 1 << 20  # what waits between the processes: some two batches; Linux allows no more to everybody
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
Prepared = tuple[str, Read | BadMessage]  # of a document where it was read, and what it came to
Full = tuple[int, list[Prepared]]  # a home and the documents of one raw message


def prepare(inputs: Inputs) -> Iterator[Found]:
    """Yield `shingles` batches, numbered by home in the order of the input, and what was refused, in this process."""
    packs, offsets = OpenPacks[Prepared](), [0] * inputs.homes
    notices: list[str] = []
    waiting: list[Accepted] = []
    for item in read_inputs(inputs.paths, inputs.as_of_ms, inputs.now_ms, notices.append):
        if notices:
            yield from (Odd(sentence) for sentence in notices)
            notices.clear()
        if isinstance(item, Accepted):
            waiting.append(item)
        else:
            yield RefusedInput(item.place, item.reason)
        if len(waiting) == SORTED_AT_ONCE:
            yield from shingled(filled(packs, waiting, inputs), offsets, inputs)
            waiting = []
    yield from (Odd(sentence) for sentence in notices)
    yield from shingled([*filled(packs, waiting, inputs), *packs.flush()], offsets, inputs)


def filled(packs: OpenPacks[Prepared], items: list[Accepted], inputs: Inputs) -> list[Full]:
    """Put documents into the packs of their homes, of the size that their lines make them; return those that are full.

    A raw message of these lines would be read, and refused, to the same effect; here they are not decoded again.
    """
    blob, offsets = ragged([item.id.encode() for item in items])
    full: list[Full] = []
    for home, item in zip(homes_of(blob, offsets.astype(I8), inputs.homes).tolist(), items, strict=True):
        found: Read | BadMessage
        try:
            found = read_document(item.id, item.document, item.content, item.seen_ms, inputs.profile.absurd_ms)
        except BadMessage as refused:
            found = refused
        full += packs.add(home, (item.place, found), len(item.line), 0.0)
    return full


def shingled(packs: list[Full], offsets: list[int], inputs: Inputs) -> Iterator[Found]:
    """Normalise and shingle packs; `offsets` counts the messages of each home."""
    for home, items in packs:
        message = RawMessage(home, offsets[home], inputs.now_ms, None)
        offsets[home] += 1
        found = normalise_read(message, [read for _, read in items])
        for refused in found.refused:
            yield RefusedInput(f"between {items[0][0]} and {items[-1][0]}", refused.reason)
        yield shingle(found.batch, inputs.profile)


def read_ahead(inputs: Inputs) -> Iterator[Found]:
    """What `prepare` yields, computed in a child process that is started at once; its exceptions are raised here.

    Raises `Unavailable` when the child was ended from outside, as for want of memory.
    """
    if STANDARD_INPUT in inputs.paths:  # a child of multiprocessing has none: it would find it empty
        return read_here(inputs)
    receiver, sender = multiprocessing.Pipe(duplex=False)
    with suppress(AttributeError, OSError):  # not every system has it, or lets it be so large
        fcntl.fcntl(receiver.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    child = multiprocessing.Process(target=run_child, args=(inputs, sender), daemon=True)
    child.start()
    sender.close()
    return receive(inputs.profile, receiver, child)


def read_here(inputs: Inputs) -> Iterator[Found]:
    """Yield what `prepare` yields, its kernels warmed before."""
    warm_reading(inputs.profile)
    spare_collector()
    yield from prepare(inputs)


def receive(profile: Profile, receiver: Connection, child: BaseProcess) -> Iterator[Found]:
    """Yield what the child sends. In the same thread: a second one waits for the interpreter most of the time."""
    while True:
        try:
            value = receiver.recv_bytes()
        except EOFError:
            break
        if value[:1] == BATCH:
            yield unpack(value[1:], Kind.SHINGLES, profile.identity)
            continue
        found = pickle.loads(value[1:])  # noqa: S301  # from our own child
        if isinstance(found, BaseException):
            raise found
        yield found
    child.join()
    if child.exitcode:
        raise Unavailable(f"The process that reads the files was ended ({child.exitcode}) before it had read them all.")


def run_child(inputs: Inputs, sender: Connection) -> None:
    """Send all that `read_here` yields; the end of the pipe is the end."""
    try:
        for found in read_here(inputs):
            if isinstance(found, Batch):
                sender.send_bytes(BATCH + pack(found, inputs.profile.identity))
            else:
                sender.send_bytes(OBJECT + pickle.dumps(found))
    except (BrokenPipeError, KeyboardInterrupt):
        return  # the parent has gone, or is being told itself
    except Exception as error:  # noqa: BLE001  # it is raised in the parent
        sender.send_bytes(OBJECT + pickle.dumps(error))
