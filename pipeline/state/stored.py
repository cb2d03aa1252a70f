"""Records of the table `documents` as bytes: a document, what is known of an id, the matches of a document.

Encodes and decodes; the rules of merging are in `pipeline.state.documents`.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import ROW, STRINGS, Runs
from pipeline.kernels.runs import offsets_of
from pipeline.match import NO_MATCHES, Slots, cut_up
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
NOTHING_KNOWN = b"\xff" * KNOWN.size  # with NO_NUMBER, which no document can have


@dataclass(frozen=True, slots=True)
class Records(Documents):
    """Documents as they are stored: besides, (shared, union) of each with its predecessor, uint32[n, 2]."""

    previous: npt.NDArray[np.uint32]

    def take(self, chosen: npt.NDArray[np.int64]) -> "Records":
        """These of the documents, in this order."""
        strings, sets = self.strings.take(chosen), self.sets.take(chosen)
        return Records(self.rows[chosen], strings, sets, self.previous[chosen])


NO_RECORDS = Records(
    np.empty(0, ROW),
    Runs(np.empty(0, np.uint8), np.empty((0, STRINGS + 1), np.int64)),
    Runs(np.empty(0, np.uint32), np.empty((0, 2), np.int64)),
    np.empty((0, 2), np.uint32),
)


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


def numbers_in(known: Sequence[bytes | None]) -> npt.NDArray[np.uint64]:
    """The same of many ids, NO_NUMBER for those of which nothing is known."""
    return np.frombuffer(b"".join([value or NOTHING_KNOWN for value in known]), KNOWN_COLUMNS)["number"]


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
    strings = Runs.of(registration["strings"], registration["string_offsets"], STRINGS)
    sets = Runs.of(registration["sets"], registration["set_offsets"])
    everything = Records(registration["rows"], strings, sets, registration["previous"].reshape(-1, 2))
    return everything if len(walks) == len(everything.rows) else everything.take(walks)


def encode_records(records: Records) -> list[bytes]:
    """Pack documents: row, previous, the lengths of the two strings, the strings, the set."""
    heads: Array = np.empty(len(records.rows), HEAD)
    heads["row"], heads["previous"] = records.rows, records.previous
    heads["lengths"] = np.diff(records.strings.bounds, axis=1)
    strings, sets = records.strings.values.data, records.sets.values.view(np.uint8).data
    columns = *records.strings.bounds[:, [0, -1]].T, *(4 * records.sets.bounds).T
    return [
        b"".join((head, strings[start:end], sets[first:last]))
        for head, start, end, first, last in zip(
            cut_up(heads.tobytes(), HEAD.itemsize), *(column.tolist() for column in columns), strict=True
        )
    ]


def decode_records(values: Sequence[bytes]) -> Records:
    """Unpack documents, in the order given."""
    if not values:
        return NO_RECORDS
    width = HEAD.itemsize
    heads = np.frombuffer(b"".join([value[:width] for value in values]), HEAD)
    ends = offsets_of(heads["lengths"].reshape(-1))
    stops = (heads["lengths"].sum(1, dtype=np.int64) + width).tolist()
    strings = b"".join([value[width:stop] for value, stop in zip(values, stops, strict=True)])
    sets = b"".join([value[stop:] for value, stop in zip(values, stops, strict=True)])
    offsets = offsets_of([(len(value) - stop) // 4 for value, stop in zip(values, stops, strict=True)])
    shown, shingles = np.frombuffer(strings, np.uint8), np.frombuffer(sets, np.uint32)
    return Records(heads["row"], Runs.of(shown, ends, STRINGS), Runs.of(shingles, offsets), heads["previous"])


def joined(parts: Sequence[Records]) -> Records:
    """Documents of several parts, one after the other; those of a single one are not copied."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return NO_RECORDS
    return Records(
        np.concatenate([part.rows for part in parts]),
        joined_runs([part.strings for part in parts]),
        joined_runs([part.sets for part in parts]),
        np.concatenate([part.previous for part in parts]),
    )


def joined_runs(parts: Sequence[Runs]) -> Runs:
    """Runs of several columns in one."""
    packed = [part.packed() for part in parts]
    lengths = [np.diff(offsets) for _, offsets in packed]
    values = np.concatenate([values for values, _ in packed])
    return Runs.of(values, offsets_of(np.concatenate(lengths)), parts[0].bounds.shape[1] - 1)
