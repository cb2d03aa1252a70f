"""What a run remembers, and when it refuses to go on."""

import os
from pathlib import Path

import pytest

from pipeline.edges.runs import Run, fingerprint, resume, save
from pipeline.errors import BadSetup


def run(**changes: object) -> Run:
    """Return a run of one file into a topic of two partitions."""
    values: dict[str, object] = {
        "name": "r",
        "cluster": "c",
        "topic": "raw",
        "as_of_ms": 1,
        "now_ms": 2,
        "inputs": [("a.jsonl", 3, 5)],
        "delivered": [0, 0],
    }
    return Run(**{**values, **changes})  # type: ignore[arg-type]


def test_a_new_run_begins_at_the_beginning(tmp_path: Path) -> None:
    assert resume(tmp_path / "r.json", run()) == run()


def test_a_stored_run_keeps_its_times_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "r.json"
    stored = run(delivered=[5, 7], documents=9)
    save(path, stored)
    assert resume(path, run(as_of_ms=100, now_ms=200)) == stored
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "changes",
    [
        {"inputs": [("a.jsonl", 4, 5)]},
        {"inputs": [("a.jsonl", 3, 6)]},
        {"cluster": "d"},
        {"topic": "x-raw"},
        {"delivered": [0, 0, 0]},
    ],
    ids=["age", "other files", "other cluster", "other topic", "other homes"],
)
def test_another_load_of_the_same_name_is_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    save(tmp_path / "r.json", run())
    with pytest.raises(BadSetup, match="begun"):
        resume(tmp_path / "r.json", run(**changes))


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_bytes(b"{}")
    with pytest.raises(BadSetup, match="cannot be read"):
        resume(tmp_path / "r.json", run())


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetup, match="cannot be written"):
        save(tmp_path / "file" / "r.json", run())


def test_the_fingerprint_is_every_file_with_its_size_and_age(tmp_path: Path) -> None:
    (tmp_path / "feeds").mkdir()
    (tmp_path / "feeds" / "b.xml").write_bytes(b"12")
    (tmp_path / "feeds" / "a.xml").write_bytes(b"1")
    (tmp_path / "c.jsonl").write_bytes(b"")
    found = fingerprint([tmp_path / "feeds", tmp_path / "c.jsonl"])
    assert [(Path(path).name, size) for path, size, _ in found] == [("a.xml", 1), ("b.xml", 2), ("c.jsonl", 0)]
    os.utime(tmp_path / "c.jsonl", ns=(0, found[2][2] + 1))  # changed since, to the same size
    assert fingerprint([tmp_path / "feeds", tmp_path / "c.jsonl"])[:2] == found[:2]
    assert fingerprint([tmp_path / "c.jsonl"]) != found[2:]
    with pytest.raises(BadSetup, match="There is no"):
        fingerprint([tmp_path / "missing"])
