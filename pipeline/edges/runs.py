"""What a named run of `load` remembers, so that it can go on after an interruption.

Reads no input and sends nothing.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pipeline.edges.files import STANDARD_INPUT, File, files_of
from pipeline.errors import BadSetup

FORMAT = 2
Input = tuple[str, int, int]  # a file's name as given, its size in bytes, when it was last changed in ns since 1970


class Run(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The state of a run: what it loads, where to, and up to where that was delivered.

    `delivered` holds for each home an ordinal: of the documents of that home, those below it were acknowledged.
    `inputs` tell whether the files are still the same. `as_of_ms` and `now_ms` are those of the
    first attempt, so that a later one gives documents without a date the same one.
    """

    format: int = FORMAT
    name: str
    cluster: str
    topic: str
    as_of_ms: int
    now_ms: int
    inputs: list[Input]
    delivered: list[int]
    documents: int = 0
    messages: int = 0
    size: int = 0
    finished: bool = False


def fingerprint(paths: Sequence[Path]) -> list[Input]:
    """Return each file that is read, in that order, with its size and age; standard input has none.

    Raises `BadSetup` for a path that is not there.
    """
    return [_input(file) for file in files_of(paths)]


def _input(file: File) -> Input:
    if file.path == STANDARD_INPUT:
        return file.name, 0, 0
    found = file.path.stat()
    return file.name, found.st_size, found.st_mtime_ns


def resume(path: Path, fresh: Run) -> Run:
    """Return the run that is stored at `path`, or `fresh` when there is none.

    Raises `BadSetup` when the stored one loads something else, or to somewhere else.
    """
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=Run)
    except FileNotFoundError:
        return fresh
    except (OSError, msgspec.DecodeError) as error:
        raise BadSetup(f"The run's file {path} cannot be read ({error}).", "Give the run another name.") from error
    if stored.inputs != fresh.inputs:
        raise BadSetup(
            f"The run {fresh.name} was begun with other files, or they have changed since.",
            f"Give these files a run of another name, or delete {path} to forget what that run has loaded.",
        )
    if (stored.cluster, stored.topic, len(stored.delivered)) != (fresh.cluster, fresh.topic, len(fresh.delivered)):
        raise BadSetup(
            f"The run {fresh.name} was begun on the topic {stored.topic} with {len(stored.delivered)} partitions of "
            f"another cluster or another shape.",
            f"Give this cluster a run of another name, or delete {path} to forget what that run has loaded.",
        )
    return stored


def save(path: Path, run: Run) -> None:
    """Store a run so that it survives a power cut; raises `BadSetup` where that cannot be written."""
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(msgspec.json.encode(run))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise BadSetup(
            f"The run's file {path} cannot be written ({error.strerror}).", "Choose a folder with --data."
        ) from error
