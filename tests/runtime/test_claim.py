"""One process at a time holds a data folder."""

import threading
import time
from pathlib import Path

import pytest

from pipeline.errors import BadSetup
from pipeline.runtime.claim import claimed


def test_a_second_worker_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    with claimed(tmp_path / "a" / "b", 0):
        with pytest.raises(BadSetup, match="Another worker is using"), claimed(tmp_path / "a" / "b", 0):
            pass
        with claimed(tmp_path / "c", 0):
            pass
    with claimed(tmp_path / "a" / "b", 0):
        pass


def test_one_that_is_about_to_end_is_waited_for(tmp_path: Path) -> None:
    held = threading.Event()

    def hold() -> None:
        with claimed(tmp_path, 0):
            held.set()
            time.sleep(0.3)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    with claimed(tmp_path, 30):
        holder.join()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(BadSetup, match="file/data cannot be written to: Not a directory"),
        claimed(tmp_path / "file/data", 0),
    ):
        pass
