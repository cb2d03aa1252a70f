"""Records of the table `documents` as bytes: a document, what is known of an id, the matches of a document.

Encodes and decodes; the rules of merging are in `pipeline.state.documents`.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import ROW, STRINGS, take_runs
from pipeline.kernels.runs import offsets_of
from pipeline.match import NO_MATCHES, Slots
from pipeline.packed import Array, Batch
from pipeline.stages.matches import Documents
from pipeline.stages.signatures import IdHash, Known, walking

KNOWN = struct.Struct("<QqqQQqqQQqQ")
KNOWN_COLUMNS = np.dtype(  # as KNOWN
    [
        ("number", "<u8"),
        *[(prefix + name, code) for prefix in ("", "latest_") for name, code in
          (("seen", "<i8"), ("updated", "<i8"), ("digest_hi", "<u8"), ("digest_lo", "<u8"))],
        ("time", "<i8"),
        ("shown", "<u8"),
    ]
)  # fmt: skip
HEAD = np.dtype([("row", ROW), ("previous", "<u4", 2), ("lengths", "<u4", STRINGS)])  # of a document's record
LENGTHS = struct.Struct("<II")
ID_KEY = struct.Struct(">cQQ")
ID_COLUMNS = np.dtype([("prefix", "S1"), ("id_hi", ">u8"), ("id_lo", ">u8")])  # as ID_KEY
NUMBER_COLUMNS = np.dtype([("prefix", "S1"), ("number", ">u8")])
NUMBER = struct.Struct("<Q")  # the first field of KNOWN


@dataclass(frozen=True, slots=True)
class Records(Documents):
    """Documents as they are stored: besides, (shared, union) of each with its predecessor, uint32[n, 2]."""

    previous: npt.NDArray[np.uint32]


def cut_up(whole: bytes, width: int) -> list[bytes]:
    """Pieces of equal width."""
    return [whole[start : start + width] for start in range(0, len(whole), width)]


def id_key(name: IdHash) -> bytes:
    """Key of what is known of an id: k and the 128-bit hash."""
    return ID_KEY.pack(b"k", *name)


def id_keys(rows: Array) -> list[bytes]:
    """The same for rows."""
    keys: Array = np.empty(len(rows), ID_COLUMNS)
    keys["prefix"], keys["id_hi"], keys["id_lo"] = b"k", rows["id_hi"], rows["id_lo"]
    return cut_up(keys.tobytes(), ID_COLUMNS.itemsize)


def number_keys(prefix: bytes, numbers: Sequence[int] | npt.NDArray[np.uint64]) -> list[bytes]:
    """Keys of documents: a letter and the number, big endian."""
    keys: Array = np.empty(len(numbers), NUMBER_COLUMNS)
    keys["prefix"], keys["number"] = prefix, np.asarray(numbers, np.uint64)
    return cut_up(keys.tobytes(), NUMBER_COLUMNS.itemsize)


def number_in(known: bytes) -> int:
    """Number of the newest version in what is known of an id."""
    number: int = NUMBER.unpack_from(known)[0]
    return number


def encode_known(item: Known) -> bytes:
    """Pack what is known of an id."""
    return KNOWN.pack(item.number, *item.version, *item.latest, item.time, item.shown)


def encode_new(rows: Array) -> list[bytes]:
    """Pack what is known of the ids of rows that are the first of theirs."""
    known: Array = np.empty(len(rows), KNOWN_COLUMNS)
    for name in KNOWN_COLUMNS.names or ():
        known[name] = rows[name.removeprefix("latest_")]
    return cut_up(known.tobytes(), KNOWN_COLUMNS.itemsize)


def decode_known(value: bytes) -> Known:
    """Unpack what is known of an id."""
    fields = KNOWN.unpack(value)
    return Known(fields[0], fields[1:5], fields[5:9], fields[9], fields[10])


def encode_matches(duplicate: bytes, related: bytes) -> bytes:
    """Pack the two matches of a document."""
    return LENGTHS.pack(len(duplicate), len(related)) + duplicate + related


def decode_matches(value: bytes | None) -> Slots:
    """Unpack the two matches of a document; none at all for a document without."""
    if value is None:
        return NO_MATCHES
    first = LENGTHS.unpack_from(value)[0]
    return value[LENGTHS.size : LENGTHS.size + first], value[LENGTHS.size + first :]


def records_of(registration: Batch) -> Records:
    """The walking documents of a registration."""
    walks = walking(registration["rows"])
    strings = take_runs(registration["strings"], registration["string_offsets"], walks, STRINGS)
    sets = take_runs(registration["shingles"], registration["shingle_offsets"], walks)
    previous = registration["previous"].reshape(-1, 2)[walks]
    return Records(registration["rows"][walks], *strings, *sets, previous)


def encode_records(records: Records) -> list[bytes]:
    """Pack documents: row, previous, the lengths of the two strings, the strings, the set."""
    ends = records.string_offsets
    heads: Array = np.empty(len(records.rows), HEAD)
    heads["row"], heads["previous"] = records.rows, records.previous
    heads["lengths"] = np.diff(ends).reshape(-1, STRINGS)
    parts = cut_up(heads.tobytes(), HEAD.itemsize)
    strings, sets = records.strings.tobytes(), memoryview(records.shingles.tobytes())
    starts, stops = ends[:-1:STRINGS].tolist(), ends[STRINGS::STRINGS].tolist()
    firsts = (records.offsets * 4).tolist()
    return [
        b"".join((parts[i], strings[starts[i] : stops[i]], sets[firsts[i] : firsts[i + 1]])) for i in range(len(parts))
    ]


def decode_records(values: Sequence[bytes]) -> Records:
    """Unpack documents, in the order given."""
    width = HEAD.itemsize
    heads = np.frombuffer(b"".join([value[:width] for value in values]), HEAD)
    ends = offsets_of(heads["lengths"].reshape(-1))
    stops = (heads["lengths"].sum(1, dtype=np.int64) + width).tolist()
    strings = b"".join([value[width:stop] for value, stop in zip(values, stops, strict=True)])
    sets = b"".join([value[stop:] for value, stop in zip(values, stops, strict=True)])
    offsets = offsets_of([(len(value) - stop) // 4 for value, stop in zip(values, stops, strict=True)])
    return Records(
        heads["row"],
        np.frombuffer(strings, np.uint8),
        ends,
        np.frombuffer(sets, np.uint32),
        offsets,
        heads["previous"],
    )


def joined(parts: Sequence[Records]) -> Records:
    """Documents of several parts, one after the other."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return decode_records([])
    return Records(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.strings for part in parts]),
        joined_offsets([part.string_offsets for part in parts]),
        np.concatenate([part.shingles for part in parts]),
        joined_offsets([part.offsets for part in parts]),
        np.concatenate([part.previous for part in parts]),
    )


def joined_offsets(parts: Sequence[Array]) -> npt.NDArray[np.int64]:
    """Offsets of ragged columns that are put one after the other; each part's begin at 0."""
    return offsets_of(np.concatenate([np.diff(part) for part in parts]))


def taken(records: Records, chosen: npt.NDArray[np.int64]) -> Records:
    """These of the documents, in this order."""
    strings = take_runs(records.strings, records.string_offsets, chosen, STRINGS)
    sets = take_runs(records.shingles, records.offsets, chosen)
    return Records(records.rows[chosen], *strings, *sets, records.previous[chosen])
