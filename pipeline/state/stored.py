"""Records of the table `documents` as bytes: a document, what is known of an id, the matches of a document.

Encodes and decodes; the rules of merging are in `pipeline.state.documents`.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import ROW, runs_of
from pipeline.packed import Batch
from pipeline.stages.matches import Documents, Strings
from pipeline.stages.signatures import IdHash, Known, walking

KNOWN = struct.Struct("<QqqQQqqQQqQ")
DOCUMENT = struct.Struct("<IIII")  # previous: shared, union; lengths of id and of what a verdict shows
LENGTHS = struct.Struct("<II")
ID_KEY = struct.Struct(">cQQ")
NUMBER = struct.Struct("<Q")  # the first field of KNOWN
ROW_STRUCT = struct.Struct("<QqQQqqQQQQQQII")  # as the dtype ROW


@dataclass(frozen=True, slots=True)
class Stored:
    """A document as it is stored: its row as bytes, its set as bytes, and what a verdict shows of it."""

    row: bytes
    shingles: bytes | memoryview
    strings: Strings
    previous: tuple[int, int]


def id_key(name: IdHash) -> bytes:
    """Key of what is known of an id: k and the 128-bit hash."""
    return ID_KEY.pack(b"k", *name)


def known_key(row: tuple[int, ...]) -> bytes:
    """The same for a row as a tuple."""
    return ID_KEY.pack(b"k", row[2], row[3])


def number_in(known: bytes) -> int:
    """Number of the newest version in what is known of an id."""
    number: int = NUMBER.unpack_from(known)[0]
    return number


def row_tuple(row: bytes) -> tuple[int, ...]:
    """A stored row as a tuple in the order of `ROW`."""
    fields: tuple[int, ...] = ROW_STRUCT.unpack(row)
    return fields


def encode_known(item: Known) -> bytes:
    """Pack what is known of an id."""
    return KNOWN.pack(item.number, *item.version, *item.latest, item.time, item.shown)


def decode_known(value: bytes) -> Known:
    """Unpack what is known of an id."""
    fields = KNOWN.unpack(value)
    return Known(fields[0], fields[1:5], fields[5:9], fields[9], fields[10])


def encode_matches(pair: Sequence[bytes]) -> bytes:
    """Pack the two matches of a document."""
    return LENGTHS.pack(len(pair[0]), len(pair[1])) + pair[0] + pair[1]


def decode_matches(value: bytes | None) -> tuple[bytes, bytes]:
    """Unpack the two matches of a document; none at all for a document without."""
    if value is None:
        return b"", b""
    first = LENGTHS.unpack_from(value)[0]
    return value[LENGTHS.size : LENGTHS.size + first], value[LENGTHS.size + first :]


def encode_document(item: Stored) -> bytes:
    """Pack a document's record."""
    name, shown = item.strings
    return b"".join((item.row, DOCUMENT.pack(*item.previous, len(name), len(shown)), name, shown, item.shingles))


def decode_document(value: bytes) -> Stored:
    """Unpack a document's record."""
    shared, union, name, shown = DOCUMENT.unpack_from(value, ROW.itemsize)
    start = ROW.itemsize + DOCUMENT.size
    middle, end = start + name, start + name + shown
    return Stored(value[: ROW.itemsize], value[end:], (value[start:middle], value[middle:end]), (shared, union))


def size_of(item: Stored) -> int:
    """About what a document costs in memory."""
    return len(item.row) + len(item.shingles) + sum(map(len, item.strings)) + 400


def documents_of(batch: Batch) -> dict[int, Stored]:
    """The walking documents of a registration by number; their sets are views over the registration's."""
    rows, strings = batch["rows"], runs_of(batch["strings"], batch["string_offsets"])
    row_bytes, sets = rows.tobytes(), memoryview(batch["shingles"].tobytes())
    ends, previous = (batch["shingle_offsets"] * 4).tolist(), batch["previous"].tolist()
    numbers, width = rows["number"].tolist(), ROW.itemsize
    return {
        numbers[i]: Stored(
            row_bytes[i * width : (i + 1) * width],
            sets[ends[i] : ends[i + 1]],
            (strings[2 * i], strings[2 * i + 1]),
            (previous[2 * i], previous[2 * i + 1]),
        )
        for i in walking(rows).tolist()
    }


def gather(numbers: Sequence[int], found: Mapping[int, Stored]) -> Documents:
    """Put records together for verification, in the order of `numbers`; all must be there."""
    items = [found[number] for number in numbers]
    rows = np.frombuffer(b"".join(item.row for item in items), ROW)
    shingles = np.frombuffer(b"".join(item.shingles for item in items), np.uint32)
    offsets: npt.NDArray[np.int64] = np.zeros(len(items) + 1, np.int64)
    np.cumsum([len(item.shingles) // 4 for item in items], out=offsets[1:])
    return Documents(rows, shingles, offsets, [item.strings for item in items])
