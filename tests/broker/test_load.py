"""Loading into a real Kafka: every document once, by home and in order, resumable, with a list of what was refused."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from confluent_kafka import Consumer, Message, TopicPartition

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.inputs import MAX_DOCUMENT_BYTES
from pipeline.edges.load import RUN_HEADER, Order, load
from pipeline.edges.topic_admin import apply_topics
from pipeline.errors import BadSetup, Unavailable
from pipeline.kernels.homes import home_of
from pipeline.settings import Settings

HOMES = 3
NOW_MS = 1_790_000_000_000
COMMAND = (sys.executable, "-c", "from pipeline.cli import main; main()", "load")


@pytest.fixture
def settings(broker: EmbeddedBroker, topic_prefix: str) -> Settings:
    """Return a namespace with its topics."""
    chosen = Settings(bootstrap=broker.bootstrap, prefix=topic_prefix, homes=HOMES, band_partitions=1)
    apply_topics(chosen)
    return chosen


def order(folder: Path, *paths: Path, **changes: object) -> Order:
    """Return an order for some files; with `run_file` it can be resumed."""
    values: dict[str, object] = {
        "paths": list(paths),
        "run": "test",
        "now_ms": NOW_MS,
        "as_of_ms": NOW_MS,
        "refused_file": folder / "refused.jsonl",
    }
    return Order(**{**values, **changes})  # type: ignore[arg-type]


def write_documents(path: Path, count: int) -> Path:
    """Write documents whose ids are numbers."""
    path.write_text("".join(json.dumps({"id": str(at), "text": f"Text number {at}."}) + "\n" for at in range(count)))
    return path


def messages(settings: Settings) -> Iterator[Message]:
    """Yield all of the raw topic, home by home."""
    consumer = Consumer(settings.confluent(group_id="test", enable_partition_eof=True))
    for home in range(HOMES):
        consumer.assign([TopicPartition(settings.topic("raw"), home, 0)])
        while (message := consumer.poll(20)) is not None and message.error() is None:
            yield message
    consumer.close()


def ids_by_home(settings: Settings) -> dict[int, list[int]]:
    """Return the ids in the raw topic in their order."""
    found: dict[int, list[int]] = {home: [] for home in range(HOMES)}
    for message in messages(settings):
        lines = (message.value() or b"").split(b"\n")
        found[message.partition() or 0].extend(int(json.loads(line)["id"]) for line in lines)
    return found


def expected(count: int) -> dict[int, list[int]]:
    """Return the ids of `write_documents` as they have to lie in the topic."""
    return {home: [at for at in range(count) if home_of(str(at).encode(), HOMES) == home] for home in range(HOMES)}


def test_every_document_lies_at_its_home_in_order(settings: Settings, tmp_path: Path) -> None:
    done = load(settings, order(tmp_path, write_documents(tmp_path / "a.jsonl", 2_000)))
    assert ids_by_home(settings) == expected(2_000)
    found = list(messages(settings))
    assert (done.documents, done.messages) == (2_000, len(found))
    assert len(found) <= 2_000 / 256 + HOMES
    assert all(message.headers() == [(RUN_HEADER, b"test")] for message in found)


def test_what_cannot_be_read_is_listed_and_stops_nothing(settings: Settings, tmp_path: Path) -> None:
    big = json.dumps({"id": "2", "text": "x" * MAX_DOCUMENT_BYTES})
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id":"0","text":"One."}\nnot JSON\n\xff\n' + big.encode() + b'\n{"id":"1","text":"Two."}\n')
    done = load(settings, order(tmp_path, path))
    assert (done.documents, done.refused) == (2, 3)
    refused = [json.loads(line) for line in (tmp_path / "refused.jsonl").read_text().splitlines()]
    assert refused[0]["original"] == "not JSON"
    assert refused[1]["original_base64"] == "/w=="
    assert "limit" in refused[2]["reason"]
    assert all(row["place"] for row in refused)
    assert sorted(at for ids in ids_by_home(settings).values() for at in ids) == [0, 1]


def test_a_finished_run_loads_nothing_again(settings: Settings, tmp_path: Path) -> None:
    path = write_documents(tmp_path / "a.jsonl", 10)
    run = order(tmp_path, path, run_file=tmp_path / "test.json")
    assert load(settings, run).documents == 10
    again = load(settings, run)
    assert (again.already_loaded, again.documents) == (True, 0)
    write_documents(path, 11)
    with pytest.raises(BadSetup, match="other files"):
        load(settings, run)


def test_an_interrupted_run_goes_on_and_repeats_nothing_acknowledged(settings: Settings, tmp_path: Path) -> None:
    path = write_documents(tmp_path / "a.jsonl", 3_000)
    options = ["--run", "test", "--data", str(tmp_path), "--bootstrap", settings.bootstrap, "--prefix", settings.prefix]
    first = subprocess.Popen([*COMMAND, str(path), *options, "--rate", "1000"], stderr=subprocess.PIPE)
    wait_for_documents(tmp_path / "test.json")
    os.kill(first.pid, signal.SIGINT)
    _, told = first.communicate(timeout=60)
    assert first.returncode == 130
    assert b"Go on with the same command" in told

    second = subprocess.run([*COMMAND, str(path), *options], capture_output=True, timeout=60, check=True)
    assert b"had been loaded before" in second.stderr
    assert second.stdout == b""
    assert ids_by_home(settings) == expected(3_000)


def test_a_killed_run_goes_on_and_loses_nothing(settings: Settings, tmp_path: Path) -> None:
    path = write_documents(tmp_path / "a.jsonl", 3_000)
    options = ["--run", "test", "--data", str(tmp_path), "--bootstrap", settings.bootstrap, "--prefix", settings.prefix]
    first = subprocess.Popen([*COMMAND, str(path), *options, "--rate", "1000"], stderr=subprocess.DEVNULL)
    wait_for_documents(tmp_path / "test.json")
    first.kill()
    first.wait(60)

    run = order(tmp_path, path, run_file=tmp_path / "test.json")
    assert load(settings, run).skipped > 0
    found = ids_by_home(settings)
    assert {home: sorted(set(ids)) for home, ids in found.items()} == expected(3_000)


def wait_for_documents(run_file: Path) -> None:
    """Wait until a run has stored that something was acknowledged."""
    until_s = time.monotonic() + 60
    while not (run_file.exists() and json.loads(run_file.read_bytes())["documents"]):
        assert time.monotonic() < until_s
        time.sleep(0.05)


def test_what_came_long_after_others_of_its_home_is_counted_as_late(settings: Settings, tmp_path: Path) -> None:
    days = ("2026-03-01", "2026-02-20", "2026-02-25")  # the second is more than the grace of 7 days behind
    lines = [json.dumps({"id": "one", "text": f"Text of {day}.", "fetched": day}) for day in days]
    path = tmp_path / "docs.jsonl"
    path.write_text("\n".join(lines) + "\n")
    assert load(settings, order(tmp_path, path)).late == 1


def test_a_rate_is_kept(settings: Settings, tmp_path: Path) -> None:
    done = load(settings, order(tmp_path, write_documents(tmp_path / "a.jsonl", 200), rate=100.0))
    assert done.seconds >= 1.9
    assert done.messages >= 2 * HOMES  # they did not wait for company until the end


def test_what_is_wrong_is_said(settings: Settings, tmp_path: Path, topic_prefix: str) -> None:
    path = write_documents(tmp_path / "a.jsonl", 1)
    with pytest.raises(BadSetup, match="There is no topic"):
        load(Settings(bootstrap=settings.bootstrap, prefix=f"other-{topic_prefix}"), order(tmp_path, path))
    with pytest.raises(Unavailable, match="does not answer"):
        load(Settings(bootstrap="127.0.0.1:1"), order(tmp_path, path))
    with pytest.raises(BadSetup, match="There is no"):
        load(settings, order(tmp_path, tmp_path / "missing.jsonl"))
    with pytest.raises(BadSetup, match="cannot be read again"):
        load(settings, order(tmp_path, Path("-"), run_file=tmp_path / "test.json"))
