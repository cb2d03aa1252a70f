"""Which partition a document lives on: Java's MurmurHash2, as Kafka's default partitioner uses it.

Not the MurmurHash3 of ids and digests.
"""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, part, reading, runs
from pipeline.kernels.plain import home_of, murmur2

__all__ = ["home_of", "homes_of", "murmur2"]

SEED = np.uint32(0x9747B28C)
ODD = np.uint32(0x5BD1E995)
POSITIVE = np.uint32(0x7FFFFFFF)


def homes_of(blob: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64], homes: int) -> npt.NDArray[np.int64]:
    """`home_of` each of n ids that lie one after the other: uint8[...], int64[n + 1] in, int64[n] out."""
    out = np.empty(len(offsets) - 1, np.int64)
    _homes_of(reading(blob, np.uint8), runs(offsets, len(blob)), homes, out)
    return out


@kernel
def _homes_of(
    blob: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64], homes: int, out: npt.NDArray[np.int64]
) -> None:
    for i in range(len(out)):
        out[i] = np.int64(_murmur2(blob[offsets[i] : offsets[i + 1]]) & POSITIVE) % homes


@part
def _murmur2(data: npt.NDArray[np.uint8]) -> np.uint32:
    mixed = np.uint32(SEED ^ np.uint32(len(data)))
    whole = len(data) & ~3
    for at in range(0, whole, 4):
        word = np.uint32(_little(data[at : at + 4]) * ODD)
        word = np.uint32((word ^ word >> np.uint32(24)) * ODD)
        mixed = np.uint32(np.uint32(mixed * ODD) ^ word)
    if whole < len(data):
        mixed = np.uint32((mixed ^ _little(data[whole:])) * ODD)
    mixed = np.uint32((mixed ^ mixed >> np.uint32(13)) * ODD)
    return np.uint32(mixed ^ mixed >> np.uint32(15))


@part
def _little(data: npt.NDArray[np.uint8]) -> np.uint32:
    """At most four bytes as a little-endian number."""
    word = np.uint32(0)
    for i in range(len(data)):
        word |= np.uint32(data[i]) << np.uint32(8 * i)
    return word
