"""Reading in a process of its own gives what reading in this one gives, errors included."""

import json
import os
import pickle
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.columns import pack
from pipeline.errors import BadMessage, BadSetup, Unavailable
from pipeline.packed import Batch
from pipeline.profile import DEFAULT
from pipeline.read_ahead import Found, Inputs, RefusedInput, prepare, read_ahead


def inputs_of(path: Path, homes: int = 3) -> Inputs:
    return Inputs([path], 1_700_000_000_000, 1_800_000_000_000, DEFAULT, homes)


def written(folder: Path, documents: int) -> Path:
    file = folder / "documents.jsonl"
    lines = [json.dumps({"id": f"d{i}", "text": f"text number {i} " * 20}) for i in range(documents)]
    lines.insert(7, "no JSON")
    file.write_text("\n".join(lines))
    return file


def shown(found: Found) -> object:
    return pack(found, DEFAULT.identity) if isinstance(found, Batch) else found


def test_both_ways_give_the_same(tmp_path: Path) -> None:
    inputs = inputs_of(written(tmp_path, 2000))
    ahead, here = [shown(found) for found in read_ahead(inputs)], [shown(found) for found in prepare(inputs)]
    assert ahead == here
    assert [found.place for found in ahead if isinstance(found, RefusedInput)] == [f"{inputs.paths[0]}:8"]


def test_every_document_comes_once_in_its_home(tmp_path: Path) -> None:
    batches = [found for found in read_ahead(inputs_of(written(tmp_path, 2000))) if isinstance(found, Batch)]
    assert sum(len(batch["rows"]) for batch in batches) == 2000
    for home in range(3):
        offsets = [batch.offset for batch in batches if batch.home == home]
        assert offsets == list(range(len(offsets)))


def test_errors_of_the_child_are_raised_here(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="There is no") as refusal:
        list(read_ahead(inputs_of(tmp_path / "absent.jsonl")))
    assert refusal.value.advice


def test_what_is_wrong_crosses_processes_whole() -> None:
    error = pickle.loads(pickle.dumps(BadMessage("It is no text.", stage="raw", index=3)))  # noqa: S301  # our own bytes
    assert (str(error), error.reason, error.stage, error.index) == ("It is no text.", "It is no text.", "raw", 3)


def test_a_child_that_was_killed_is_not_taken_for_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: Inputs) -> Iterator[Found]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield RefusedInput("nowhere", "never")

    monkeypatch.setattr("pipeline.read_ahead.prepare", killed)
    with pytest.raises(Unavailable, match="-9"):
        list(read_ahead(inputs_of(tmp_path)))
