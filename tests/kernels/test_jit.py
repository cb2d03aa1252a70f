"""Kernels come from numba's cache without all that its compiler needs, and those that are not there are compiled."""

import os
import subprocess
import sys
from pathlib import Path

COMPILER = "numba.cpython.unicode"  # one of the many modules that only compiling needs
SETS = """
import sys
import numpy as np
from pipeline.kernels.sets import _intersect, intersect
values, bounds = np.array([1, 2, 3, 2, 3, 4], np.uint32), np.array([[0, 3], [3, 6]])
assert intersect(values, bounds[:1], values, bounds[1:]).tolist() == [2]
hits, misses = (sum(found.values()) for found in (_intersect.stats.cache_hits, _intersect.stats.cache_misses))
"""
HOMES = """
from pipeline.kernels.homes import home_of, homes_of
homes = homes_of(np.frombuffer(b"abc", np.uint8), np.array([0, 1, 3]), 7).tolist()
assert homes == [home_of(b"a", 7), home_of(b"bc", 7)]
"""


def said_by(program: str, cache: Path) -> str:
    env = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    program += f"\nprint(hits, misses, {COMPILER!r} in sys.modules)"
    return subprocess.run([sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True).stdout


def test_a_cached_kernel_is_loaded_without_the_compiler(tmp_path: Path) -> None:
    assert said_by(SETS, tmp_path) == "0 1 True\n"
    assert said_by(SETS, tmp_path) == "1 0 False\n"
    assert said_by(SETS + HOMES, tmp_path) == "1 0 True\n"
    assert said_by(SETS + HOMES, tmp_path) == "1 0 False\n"
