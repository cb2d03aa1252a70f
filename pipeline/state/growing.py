"""A column in memory that grows at its end, and takes memory only as it fills.

Knows nothing of what it holds; what is no longer wanted goes when its owner makes a new one of the rest.
"""

import mmap
from contextlib import suppress
from typing import Any

import numpy as np

from pipeline.packed import Array

LEAST_BYTES = 16 << 10
GROWTH = 1.5  # of address space; pages that nothing was written to take no memory
LARGE_BYTES = 4 << 20  # from here on in pages of 2 MB where the system has them, as numpy's arrays are


class Column:
    """`values` are all that was appended: a view, to be let go before the next `append`, which else has to copy."""

    def __init__(self, dtype: np.dtype[Any], width: int | None = None) -> None:
        """Make an empty column of scalars, or of rows of `width` scalars."""
        self._dtype, self._shape = dtype, (-1,) if width is None else (-1, width)
        self._per = dtype.itemsize * (width or 1)
        self._room = _room(LEAST_BYTES // self._per * self._per)
        self._count = 0

    def __len__(self) -> int:
        """How many elements there are."""
        return self._count

    @property
    def values(self) -> Array:
        """What was appended so far."""
        return self._whole()[: self._count]

    @property
    def nbytes(self) -> int:
        """Bytes that were appended."""
        return self._count * self._per

    def append(self, values: Array) -> None:
        """Put values behind the others."""
        last = self._count + len(values)
        if last * self._per > len(self._room):
            self._grow(max(last * self._per, int(len(self._room) * GROWTH)))
        self._whole()[self._count : last] = values
        self._count = last

    def _whole(self) -> Array:
        return np.frombuffer(self._room, self._dtype, len(self._room) // self._dtype.itemsize).reshape(self._shape)

    def _grow(self, size: int) -> None:
        """Move the pages, which copies nothing; where a view is held, or the system cannot, the bytes."""
        size += -size % (self._per * mmap.PAGESIZE)
        try:
            self._room.resize(size)
        except (BufferError, SystemError, OSError):
            larger = _room(size)
            larger[: self._count * self._per] = self._room[: self._count * self._per]
            self._room = larger
        if size >= LARGE_BYTES and hasattr(mmap, "MADV_HUGEPAGE"):
            with suppress(OSError):
                self._room.madvise(mmap.MADV_HUGEPAGE)


def _room(size: int) -> mmap.mmap:
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
