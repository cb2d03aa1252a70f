"""Copy runs of a ragged column: the columns of some documents out of those of many.

Knows only lengths; what the runs hold is for whoever asks.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.kernels.jit import kernel, reading

__all__ = ["copy_runs", "copy_runs_plain", "offsets_of"]

Values = npt.NDArray[Any]
Places = npt.NDArray[np.int64]


def offsets_of(lengths: npt.ArrayLike) -> Places:
    """Offsets of runs of these lengths, one after the other: int64[n + 1] from 0 on."""
    lengths = np.asarray(lengths, np.int64)
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def copy_runs(values: Values, starts: Places, ends: Places) -> tuple[Values, Places]:
    """values[starts[i]:ends[i]] for each i, one after the other: (a new column, its offsets int64[n + 1]).

    `values` is uint8 or uint32. ValueError when a run leaves it.
    """
    offsets = offsets_of(ends - starts)
    if len(starts) and not (starts.min() >= 0 and ends.max() <= len(values) and (ends >= starts).all()):
        raise ValueError("a run that is not there")
    out = np.empty(int(offsets[-1]), values.dtype)
    _copy_runs(reading(values, values.dtype), reading(starts, np.int64), offsets, out)
    return out, offsets


def copy_runs_plain(values: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> list[int]:
    """The same in plain Python, without the offsets."""
    return [value for start, end in zip(starts, ends, strict=True) for value in values[start:end]]


@kernel
def _copy_runs(values: Values, starts: Places, offsets: Places, out: Values) -> None:
    for i in range(len(starts)):
        run = values[starts[i] : starts[i] + offsets[i + 1] - offsets[i]]
        place = out[offsets[i] : offsets[i + 1]]
        for j in range(len(run)):  # over two slices, so that it becomes a block move: seven times as fast
            place[j] = run[j]
