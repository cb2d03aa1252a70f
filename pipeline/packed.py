"""The packed batch: columns of up to 256 documents in one message, decoded as numpy views over the message's own bytes.

Knows how columns are laid out and checked, not what they mean; `pipeline.columns` names the columns of each kind.

Layout (little endian; `docs/design.md` has it byte by byte): magic 4, version 1, kind 1, home 2, raw offset 8, hop 2,
number of columns 2, reserved 4, profile identity 32, run id 24, then one uint32 byte length per column, zero padding to
8, the columns each padded to 8, and 8 bytes checksum (MurmurHash3 x64 128, first half, over all that precedes it).
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import mmh3
import numpy as np
import numpy.typing as npt

from pipeline.errors import BadMessage, BadSetup

MAGIC = b"FPRT"
VERSION = 3
HEADER = struct.Struct("<4sBBHqHHI32s24s")
MAX_BYTES = 26 << 20  # the bound of every packed message, derived in docs/design.md
CHECKSUM_BYTES = 8

Array = npt.NDArray[Any]


class Kind(IntEnum):
    """What a packed batch holds: six topics, then the four kinds of table records."""

    NORMALISED = 1
    SHINGLES = 2
    SIGNATURES = 3
    BANDS = 4
    CANDIDATES = 5
    MATCHES = 6
    REGISTRATION = 7
    FACTS = 8
    DONE = 9
    SEGMENT = 10


@dataclass(frozen=True, slots=True)
class Batch:
    """The documents of one raw message on their way: `columns` in the order of the kind's layout.

    `home` and `offset` are the partition and offset of the raw message; `hop` counts the visits of a walk.
    """

    kind: Kind
    home: int
    offset: int
    columns: Mapping[str, Array]
    hop: int = 0
    run: str = ""

    def __getitem__(self, name: str) -> Array:
        """Return a column."""
        return self.columns[name]


def kind_of(value: bytes) -> Kind:
    """Kind that a packed batch of our own says it is; a message of others is for `decode` to refuse."""
    return Kind(value[len(MAGIC) + 1])


def pad(length: int) -> bytes:
    """Zero bytes that bring `length` to a multiple of 8."""
    return bytes(-length % 8)


def checksum(head: bytes | memoryview) -> bytes:
    """First half of the 128-bit MurmurHash3 (x64) of the bytes."""
    return mmh3.mmh3_x64_128_digest(head)[:CHECKSUM_BYTES]


def encode(batch: Batch, layout: Mapping[str, np.dtype[Any]], identity: str) -> bytes:
    """Pack the batch, its columns as `layout` says. Raises `BadMessage` when it would exceed `MAX_BYTES`."""
    arrays = [np.ascontiguousarray(batch.columns[name], dtype) for name, dtype in layout.items()]
    sizes = [array.nbytes for array in arrays]
    head = HEADER.pack(
        MAGIC,
        VERSION,
        batch.kind,
        batch.home,
        batch.offset,
        batch.hop,
        len(arrays),
        0,
        identity.encode(),
        batch.run.encode(),
    )
    directory = struct.pack(f"<{len(sizes)}I", *sizes)
    parts: list[Any] = [head, directory, pad(len(head) + len(directory))]
    for array, size in zip(arrays, sizes, strict=True):
        parts.append(
            array.tobytes() if array.dtype.hasobject or array.ndim != 1 else array.data.cast("B") if size else b""
        )
        if size % 8:
            parts.append(pad(size))
    body = b"".join(parts)
    if len(body) > MAX_BYTES:
        raise BadMessage(
            f"a packed batch of {len(body)} bytes exceeds the limit of {MAX_BYTES}", stage=batch.kind.name.lower()
        )
    return body + checksum(body)


def decode(value: bytes, kind: Kind, layout: Mapping[str, np.dtype[Any]], identity: str) -> Batch:
    """Unpack a message as read-only views; allocates nothing that depends on what the message claims.

    Raises `BadMessage` for bytes that are no batch of this kind, `BadSetup` for a batch of another profile.
    """
    stage = kind.name.lower()
    if len(value) < HEADER.size + CHECKSUM_BYTES or value[:4] != MAGIC:
        raise BadMessage("not a packed batch: the magic bytes are missing", stage=stage)
    _, version, found, home, offset, hop, count, _, profile, run = HEADER.unpack_from(value)
    if version != VERSION:
        raise BadMessage(f"a packed batch of version {version}; this program reads version {VERSION}", stage=stage)
    if checksum(memoryview(value)[:-CHECKSUM_BYTES]) != value[-CHECKSUM_BYTES:]:
        raise BadMessage("a packed batch whose checksum does not fit its bytes", stage=stage)
    if found != kind or count != len(layout):
        raise BadMessage(f"a packed batch of kind {found} with {count} columns where {stage} was expected", stage=stage)
    theirs = profile.rstrip(b"\0").decode("ascii", "replace")
    if theirs != identity:
        raise BadSetup(
            f"A batch made with the profile {theirs} met a worker with the profile {identity}.",
            "Profiles never mix: give this one topics of its own with --prefix, or start the worker with the other.",
        )
    columns = read_columns(value, layout, count, stage)
    return Batch(kind, home, offset, columns, hop, run.rstrip(b"\0").decode("ascii", "replace"))


def read_columns(value: bytes, layout: Mapping[str, np.dtype[Any]], count: int, stage: str) -> dict[str, Array]:
    """Cut the columns out of a message whose header was checked."""
    at = HEADER.size + 4 * count
    if at > len(value):
        raise BadMessage("a packed batch that ends within its directory", stage=stage)
    sizes = struct.unpack_from(f"<{count}I", value, HEADER.size)
    at += -at % 8
    if at + sum(size + -size % 8 for size in sizes) + CHECKSUM_BYTES != len(value):
        raise BadMessage("a packed batch whose columns do not add up to its length", stage=stage)
    columns = {}
    for (name, dtype), size in zip(layout.items(), sizes, strict=True):
        if size % dtype.itemsize:
            raise BadMessage(
                f"column {name} of a packed batch has {size} bytes, no multiple of {dtype.itemsize}", stage=stage
            )
        columns[name] = np.frombuffer(value, dtype, size // dtype.itemsize, at)
        at += size + -size % 8
    return columns
