"""The time that a step takes, the median of some rounds.

Discards no first round: who calls it warms the kernels beforehand.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

Result = TypeVar("Result")


def timed(step: Callable[[], Result], rounds: int = 3) -> tuple[Result, float]:
    """Call a step some times, at least once; its last result, and the median in ms."""
    times = []
    for _ in range(rounds):
        start_s = time.perf_counter()
        result = step()
        times.append((time.perf_counter() - start_s) * 1000)
    return result, median(times)
