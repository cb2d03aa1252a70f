"""Warming: every kernel is compared with its twin, and the cache is somewhere or it is said so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.errors import BadSetup
from pipeline.kernels import plain, warm
from pipeline.profile import DEFAULT, Profile

TINY = Profile(shingle_words=1, slots=8, bands=3, rows=2, min_shingles=2, bucket_cap=4)


@pytest.mark.parametrize("profile", [DEFAULT, TINY], ids=["default", "tiny"])
def test_warming_twice_takes_no_time_the_second_time(profile: Profile) -> None:
    warm.warm(profile)
    assert warm.warm(profile) < 1


def test_a_kernel_that_computes_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "band_keys_plain", lambda *_: [1, 2, 3])
    with pytest.raises(BadSetup, match="bands does not compute"):
        warm.warm(TINY)


def test_no_folder_for_the_cache_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Uncached:
        """As numba's, where no folder was writable."""

        class stats:  # noqa: N801 - numba's name
            cache_path = None

    monkeypatch.setattr(warm, "meet_from", Uncached)
    with pytest.warns(UserWarning, match="NUMBA_CACHE_DIR"):
        assert warm.cache_folder() is None


def test_an_unwritable_cache_folder_is_passed_over() -> None:
    program = "from pipeline.kernels.warm import cache_folder; print(cache_folder())"
    environment = {**os.environ, "NUMBA_CACHE_DIR": os.devnull + "/never"}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    folder = run.stdout.strip()
    assert folder
    assert not folder.startswith(os.devnull)


def test_compiled_kernels_are_seen(tmp_path: Path) -> None:
    program = "from pipeline.kernels.warm import *; print(is_compiled()); warm(DEFAULT); print(is_compiled())"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert run.stdout.split() == ["False", "True"]
