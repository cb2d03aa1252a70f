"""Keys of bands: what makes two documents meet, as 64 bits each.

Looks nothing up, and does not decide which document posts where.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.constants import FINAL_ODD, SKETCH_ODD, WORD_ODD
from pipeline.kernels.jit import kernel, reading
from pipeline.kernels.plain import band_keys_plain, digest_key_plain, link_key_plain

__all__ = ["band_keys", "band_keys_plain", "digest_key_plain", "digest_keys", "link_key_plain", "link_keys"]

STEP = np.uint64(WORD_ODD)
ODD = np.uint64(SKETCH_ODD)
FINAL = np.uint64(FINAL_ODD)
HALF = np.uint64(32)
LAST = np.uint64(29)
ZERO = np.uint64(0)
ONE = np.uint64(1)


def band_keys(sketches: npt.NDArray[np.uint32], bands: int, rows: int) -> npt.NDArray[np.uint64]:
    """Keys of the MinHash bands 0 to `bands` - 1: uint32[n, slots] in, uint64[n, bands] out, never 0.

    Band b covers slots b*rows to (b+1)*rows - 1; slots left over are not used. ValueError when there are too few.
    """
    if rows < 1 or bands * rows > sketches.shape[1]:
        raise ValueError(f"{bands} bands of {rows} rows from {sketches.shape[1]} slots")
    out = np.empty((len(sketches), bands), np.uint64)
    _band_keys(reading(sketches, np.uint32), rows, out)
    return out


def digest_keys(digests: npt.NDArray[np.uint64], bands: int) -> npt.NDArray[np.uint64]:
    """Keys in the digest band, whose number is `bands`: uint64[n, 2] (high, low) in, uint64[n] out, never 0."""
    mixed = (digests[:, 0] ^ _salt(bands)) * ODD
    mixed ^= mixed >> HALF ^ digests[:, 1]
    return _finished(mixed)


def link_keys(links: npt.NDArray[np.uint64], bands: int) -> npt.NDArray[np.uint64]:
    """Keys in the link band, whose number is `bands` + 1: uint64[n] in and out; no link (0) has no key (0)."""
    return np.where(links == ZERO, ZERO, _finished(links ^ _salt(bands + 1)))


def _salt(band: int) -> np.uint64:
    return np.uint64(band * WORD_ODD & (1 << 64) - 1)


def _finished(mixed: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    mixed = mixed * FINAL
    mixed ^= mixed >> LAST
    return np.maximum(mixed, ONE)


@kernel
def _band_keys(sketches: npt.NDArray[np.uint32], rows: int, out: npt.NDArray[np.uint64]) -> None:
    """Do what `band_keys` says, row by row over all bands of a sketch, so that bands are computed in vectors."""
    bands, height = np.uint64(out.shape[1]), np.uint64(rows)
    for document in range(len(out)):
        slots, keys = sketches[document], out[document]
        for band in range(bands):
            keys[band] = np.uint64(slots[band * height]) ^ band * STEP
        for row in range(ONE, height):
            for band in range(bands):
                mixed = keys[band] * ODD
                keys[band] = mixed ^ mixed >> HALF ^ np.uint64(slots[band * height + row])
        for band in range(bands):
            mixed = keys[band] * FINAL
            keys[band] = max(mixed ^ mixed >> LAST, ONE)
