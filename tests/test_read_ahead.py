"""Reading in a process of its own gives what reading in this one gives, errors included."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.columns import pack
from pipeline.edges.inputs import Accepted, Refused, read_inputs
from pipeline.edges.packing import Pack, Packer
from pipeline.errors import BadMessage, BadSetup, Unavailable
from pipeline.kernels.homes import home_of
from pipeline.packed import Batch
from pipeline.profile import DEFAULT
from pipeline.read_ahead import Exempt, Found, Met, Waiting, meet_all, read_ahead
from pipeline.read_batches import Inputs, RefusedInput, prepare
from pipeline.stages.normalised import RawMessage, normalise
from pipeline.stages.shingles import shingle


def inputs_of(path: Path, homes: int = 3) -> Inputs:
    return Inputs([path], 1_700_000_000_000, 1_800_000_000_000, DEFAULT, homes)


def written(folder: Path, documents: int) -> Path:
    file = folder / "documents.jsonl"
    lines = [json.dumps({"id": f"d{i}", "text": f"text number {i} " * 20}) for i in range(documents)]
    lines.insert(7, "no JSON")
    file.write_text("\n".join(lines))
    return file


def shown(found: object) -> object:
    if isinstance(found, Met):
        return shown(found.batch), shown(found.met)
    return pack(found, DEFAULT.identity) if isinstance(found, Batch) else found


def test_both_ways_give_the_same(tmp_path: Path) -> None:
    inputs = inputs_of(written(tmp_path, 2000))
    ahead = [shown(found) for found in read_ahead(inputs) if not isinstance(found, Waiting)]
    here = [shown(found) for found in meet_all(inputs)]
    assert ahead == here
    assert isinstance(ahead[-1], Exempt)
    assert [found.place for found in ahead if isinstance(found, RefusedInput)] == [f"{inputs.paths[0]}:8"]


TEXTS = ["one two three", "ÄÖÜ “x”", "<p>x", "...", "", "Capital LETTERS", "x" * 300_000]
DATES = ["2026-01-05T12:00:00Z", "2026-01-05", "2199-01-01", "soon", ""]
FIELDS = {
    "id": ["", "i", "j", "\u0001" * 500],
    "source": ["s", "\u0001" * 4000],
    "url": ["https://example.org/a?b=c", "u" * 5000, "\u0001" * 4000],
    "title": ["T", "t", "…"],
    "guid": ["1", "2"],
    "text": TEXTS,
    "html": TEXTS,
    "published": DATES,
    "updated": DATES,
    "fetched": DATES,
}
DOCUMENTS = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in FIELDS.items()})


def by_raw_messages(inputs: Inputs) -> list[object]:
    """Pack the accepted lines as `load` does, and read the messages as a worker does."""
    packer, packs, found = Packer(), list[Pack](), list[object]()
    for item in read_inputs(inputs.paths, inputs.as_of_ms, inputs.now_ms):
        if isinstance(item, Accepted):
            packs += packer.add(home_of(item.id.encode(), inputs.homes), item.ordinal, item.line, 0.0)
    offsets = [0] * inputs.homes
    for one in [*packs, *packer.flush()]:
        message = RawMessage(one.home, offsets[one.home], inputs.now_ms, one.value)
        offsets[one.home] += 1
        read = normalise(message, inputs.profile, inputs.homes)
        assert read.forwards == {}
        found += [refused.reason for refused in read.refused]
        found.append(shown(shingle(read.batch, inputs.profile)))
    return found


@settings(max_examples=20)
@given(documents=st.lists(DOCUMENTS, max_size=12), repeats=st.sampled_from([1, 90]))
def test_what_is_read_once_is_what_a_raw_message_of_its_lines_comes_to(
    documents: list[dict[str, str]], repeats: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("inputs") / "documents.jsonl"
    file.write_text("\n".join([json.dumps(document) for document in documents] * repeats))
    inputs = inputs_of(file)
    ahead = [found.reason if isinstance(found, RefusedInput) else shown(found) for found in prepare(inputs)]
    refused = [item.reason for item in read_inputs([file], inputs.as_of_ms, inputs.now_ms) if isinstance(item, Refused)]
    assert sorted(ahead, key=repr) == sorted([*by_raw_messages(inputs), *refused], key=repr)
    batches = [one for one in ahead if isinstance(one, bytes)]
    assert batches == [one for one in by_raw_messages(inputs) if isinstance(one, bytes)]


def test_every_document_comes_once_in_its_home(tmp_path: Path) -> None:
    batches = [found.batch for found in read_ahead(inputs_of(written(tmp_path, 2000))) if isinstance(found, Met)]
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
    def killed(_: Inputs, _method: str) -> Iterator[Found]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield RefusedInput("nowhere", "never")

    monkeypatch.setattr("pipeline.read_ahead.meet_all", killed)
    with pytest.raises(Unavailable, match="-9"):
        list(read_ahead(inputs_of(tmp_path)))


def test_a_child_that_was_told_to_stop_is_not_taken_for_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C tells both, and the parent ends by itself; told alone, the child has not read all."""

    def stopped(_: Inputs, __: str) -> Iterator[Found]:
        yield RefusedInput("somewhere", "so far")
        raise KeyboardInterrupt

    monkeypatch.setattr("pipeline.read_ahead.meet_all", stopped)
    with pytest.raises(Unavailable, match="before it had read them all"):
        list(read_ahead(inputs_of(tmp_path)))


def test_a_child_whose_parent_was_killed_ends(tmp_path: Path) -> None:
    file = written(tmp_path, 30_000)  # far more than a pipe holds
    program = (
        "import os, sys; from pathlib import Path; from tests.test_read_ahead import inputs_of;"
        "from pipeline.read_ahead import Met, read_ahead; import multiprocessing as m;"
        "found = read_ahead(inputs_of(Path(sys.argv[1])));"
        "next(one for one in found if isinstance(one, Met));"
        "print(m.active_children()[0].pid, flush=True);"
        "os.kill(os.getpid(), 9)"
    )
    run = [sys.executable, "-c", program, str(file)]
    done = subprocess.run(
        run, capture_output=True, cwd=Path(__file__).parents[1], timeout=60, check=False
    )  # the child has its output
    assert done.returncode == -signal.SIGKILL
    child = Path("/proc", done.stdout.decode().strip())
    for _ in range(100):
        if not child.exists():
            return
        time.sleep(0.1)
    pytest.fail("the child lives on")
