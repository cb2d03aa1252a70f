"""Lists of lists as the kernels take them: one array and offsets."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt


def offsets_of(lengths: Sequence[int]) -> npt.NDArray[np.int64]:
    """Where runs of these lengths begin, and the last one ends."""
    return np.cumsum([0, *lengths]).astype(np.int64)


def joined(parts: Sequence[bytes]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Bytes one after the other, read-only as received ones are."""
    return np.frombuffer(b"".join(parts), np.uint8), offsets_of([len(part) for part in parts])


def flat(sets: Sequence[Sequence[int]]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
    """Sets of uint32 one after the other."""
    return np.array([value for one in sets for value in one], np.uint32), offsets_of([len(one) for one in sets])


def sliced(values: npt.NDArray[np.uint32], offsets: npt.NDArray[np.int64]) -> list[list[int]]:
    """Lists again."""
    return [values[a:b].tolist() for a, b in pairwise(offsets)]
