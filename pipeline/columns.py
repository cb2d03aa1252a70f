"""The columns of each kind of packed batch, and the fixed-width facts about a document that travel in them.

Says what the columns mean; how they are laid out in bytes is `pipeline.packed`'s business.

Words used throughout: a *number* is `home << 58 | raw offset << 8 | index in the message`, unique and the address of a
document's record. A *row* is the fixed-width part of a document. A *run* of a ragged column belongs to document i and
lies between offsets i and i + 1. *Watermarks* is a vector with one time per home.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.errors import BadMessage
from pipeline.kernels.index import POSTING
from pipeline.kernels.runs import copy_runs, offsets_of
from pipeline.packed import Array, Batch, Kind, decode, encode

NONE_MS = -(1 << 62)  # "no such time"
MAX_DOCUMENTS = 256
HOME_SHIFT = 58
OFFSET_SHIFT = 8
OFFSET_MASK = (1 << (HOME_SHIFT - OFFSET_SHIFT)) - 1
STRINGS = 2  # id, and the JSON members that a verdict shows of the document (`pipeline.records.encode_shown`)

U1, U2, U4, U8, I4, I8 = (np.dtype(code) for code in ("u1", "<u2", "<u4", "<u8", "<i4", "<i8"))

ROW = np.dtype(
    [
        ("number", "<u8"),
        ("time", "<i8"),  # for rank, in ms; frozen at registration
        ("id_hi", "<u8"),  # 128-bit hash of the id
        ("id_lo", "<u8"),
        ("seen", "<i8"),
        ("updated", "<i8"),
        ("digest_hi", "<u8"),  # 128-bit hash of the token sequence
        ("digest_lo", "<u8"),
        ("link", "<u8"),  # 64-bit hashes; 0 where there is none
        ("title", "<u8"),
        ("source", "<u8"),
        ("shown", "<u8"),  # of title, url, source and published as they came: tells a re-delivery from a version
        ("shingles", "<u4"),
        ("flags", "<u4"),  # see the constants below
        ("title_numbers", "<u8"),  # 64-bit hash of the numbers in the title, 0 where there is none
    ]
)
NEW, VERSION, HISTORY, REDELIVERY, REFUSED = range(5)  # outcome of a delivery, in the low bits of flags
OUTCOME_MASK = 7
LATE = 8
HAS_PREVIOUS = 16
SPACELESS = 32  # a fact of the text, not of the delivery: written without spaces between words

DOCUMENTS = {"rows": ROW, "strings": U1, "string_offsets": I4}
SETS = {"sets": U4, "set_offsets": I8}  # of each document its shingles, then its numerals; each sorted, distinct
BEST = {"best": U1, "best_offsets": I4}
PAIRS = {"pair_askers": U2, "pair_numbers": U8}

LAYOUTS: dict[Kind, dict[str, np.dtype[Any]]] = {
    Kind.NORMALISED: {**DOCUMENTS, "texts": U1, "text_offsets": I8, "refused": U2, "tick": I8},
    Kind.SHINGLES: {**DOCUMENTS, **SETS, "anchors": U4, "refused": U2, "tick": I8},
    Kind.SIGNATURES: {"rows": ROW, "sketches": U4, "anchors": U4, "watermarks": I8},
    Kind.BANDS: {"postings": POSTING, "partitions": U2, "keys": U8, **PAIRS, "watermarks": I8},
    Kind.CANDIDATES: {"numbers": U8, **PAIRS, **BEST, "askers": U2, **DOCUMENTS, **SETS, "watermarks": I8},
    Kind.MATCHES: {"numbers": U8, **BEST, "watermarks": I8},
    Kind.REGISTRATION: {**DOCUMENTS, **SETS, "previous": U4, "refused": U2, "watermark": I8},
    Kind.FACTS: {"numbers": U8, "blobs": U1, "blob_offsets": I4, "watermarks": I8},
    Kind.DONE: {"below": I8, "watermarks": I8},
    Kind.SEGMENT: {"postings": POSTING, "keys": U8, "watermarks": I8},
}

NO_DOCUMENTS: dict[str, Array] = {
    "rows": np.empty(0, ROW),
    "strings": np.empty(0, np.uint8),
    "string_offsets": np.zeros(1, np.int32),
    "sets": np.empty(0, np.uint32),
    "set_offsets": np.zeros(1, np.int64),
}


def pack(batch: Batch, identity: str) -> bytes:
    """Encode a batch by the layout of its kind."""
    return encode(batch, LAYOUTS[batch.kind], identity)


def unpack(value: bytes, kind: Kind, identity: str) -> Batch:
    """Decode a message of this kind; errors as `pipeline.packed.decode`."""
    return decode(value, kind, LAYOUTS[kind], identity)


RAGGED = {  # offsets -> (values, of what there is a fixed number of runs each, how many)
    "string_offsets": ("strings", "rows", STRINGS),
    "text_offsets": ("texts", "rows", 1),
    "set_offsets": ("sets", "rows", 1),
    "best_offsets": ("best", "numbers", 2),
}


def check_runs(batch: Batch) -> None:
    """Raise `BadMessage` for offsets that do not cut their column up: kernels check no bounds."""
    for name in RAGGED.keys() & batch.columns.keys():
        values, owners, each = RAGGED[name]
        offsets = batch[name]
        fits = len(offsets) == each * len(batch[owners]) + 1 and not offsets[0] and offsets[-1] == len(batch[values])
        if not fits or (offsets[1:] < offsets[:-1]).any():
            raise BadMessage(f"a packed batch whose {name} do not fit its {values}", stage=batch.kind.name.lower())


def number_of(home: int, offset: int, index: int) -> int:
    """Address of a document: its home, the offset of its raw message and its place in it."""
    return home << HOME_SHIFT | offset << OFFSET_SHIFT | index


def offset_of(number: int) -> int:
    """Offset of the raw message in a number."""
    return number >> OFFSET_SHIFT & OFFSET_MASK


def homes_of_numbers(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Home of each number, int64[n]."""
    return (numbers >> np.uint64(HOME_SHIFT)).astype(np.int64)


def ragged(runs: list[bytes]) -> tuple[Array, npt.NDArray[np.int32]]:
    """Concatenate byte strings: (uint8 column, int32[n + 1] offsets)."""
    offsets = np.zeros(len(runs) + 1, np.int32)
    np.cumsum(list(map(len, runs)), out=offsets[1:])
    return np.frombuffer(b"".join(runs), np.uint8), offsets


def fields_of(rows: Array, dtype: np.dtype[Any]) -> Array:
    """Those fields of rows that another dtype has as well, in its order."""
    chosen: Array = np.empty(len(rows), dtype)
    for name in dtype.names or ():
        chosen[name] = rows[name]
    return chosen


def runs_of(column: Array, offsets: Array) -> list[bytes]:
    """Undo `ragged`."""
    whole = column.tobytes()
    ends = offsets.tolist()
    return [whole[start:end] for start, end in pairwise(ends)]


class Runs(NamedTuple):
    """Runs of some documents in a ragged column, wherever they lie in it; `each` of one document, side by side.

    Run j of document i is values[bounds[i, j]:bounds[i, j + 1]]; bounds are int64[n, each + 1].
    """

    values: Array
    bounds: npt.NDArray[np.int64]

    @classmethod
    def of(cls, values: Array, offsets: Array, each: int = 1) -> "Runs":
        """All runs of a ragged column."""
        firsts = np.arange(0, len(offsets) - 1, each)[:, None]
        return cls(values, offsets[firsts + np.arange(each + 1)].astype(np.int64))

    def take(self, chosen: npt.NDArray[np.int64]) -> "Runs":
        """Those of some of the documents, in this order. Copies no values."""
        return Runs(self.values, self.bounds[chosen])

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many values each document has."""
        return self.bounds[:, -1] - self.bounds[:, 0]

    def packed(self) -> tuple[Array, npt.NDArray[np.int64]]:
        """Copy the runs, one after the other: a ragged column, (values, offsets)."""
        values, offsets = copy_runs(self.values, self.bounds[:, 0], self.bounds[:, -1])
        return values, self._offsets(offsets)

    def _offsets(self, ends: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Offsets of all runs, where those of the documents are `ends`."""
        lengths = np.diff(self.bounds, axis=1)
        return ends if lengths.shape[1] == 1 else offsets_of(lengths.reshape(-1))

    def listed(self, place: int = 0) -> list[bytes]:
        """Run `place` of each document, of a column of bytes."""
        return runs_of(*copy_runs(self.values, self.bounds[:, place], self.bounds[:, place + 1]))


def parts_of(sets: Runs, rows: Array) -> tuple[Runs, Runs]:
    """Shingles and numerals of documents, apart."""
    middles = sets.bounds[:, 0] + rows["shingles"]
    shingles = np.stack([sets.bounds[:, 0], middles], 1)
    return Runs(sets.values, shingles), Runs(sets.values, np.stack([middles, sets.bounds[:, 1]], 1))


def interleave(one: tuple[Array, Array], other: tuple[Array, Array]) -> tuple[Array, npt.NDArray[np.int64]]:
    """One ragged column of two: of each document the run in one, then that in the other: values, offsets."""
    if not len(other[0]):
        return one
    first, second = Runs.of(*one), Runs.of(*other)
    bounds = np.stack([first.bounds, second.bounds + len(first.values)], 1).reshape(-1, 2)
    values, offsets = Runs(np.concatenate([first.values, second.values]), bounds).packed()
    return values, offsets[::2]


def take_runs(
    values: Array, offsets: Array, chosen: npt.NDArray[np.int64], each: int = 1
) -> tuple[Array, npt.NDArray[np.int64]]:
    """The runs of the documents `chosen`, in that order, of a ragged column with `each` of one: (values, offsets)."""
    if each * len(chosen) == len(offsets) - 1 and (chosen[1:] > chosen[:-1]).all():  # all of them, as they lie
        return values[offsets[0] : offsets[-1]], offsets.astype(np.int64) - int(offsets[0])
    return Runs.of(values, offsets, each).take(chosen).packed()
