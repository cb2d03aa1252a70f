"""What the README shows is so: the verdict is one of the demo's, commands exist, the reader runs on a real Kafka."""

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import get_args

import click
import pytest
import zstandard
from confluent_kafka import Producer

from pipeline.cli.verdicts import KINDS
from pipeline.demo.stream import END_MS, make_stream, write_stream
from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.edges.topic_admin import apply_topics
from pipeline.edges.verdicts import REVISION_HEADER
from pipeline.profile import DEFAULT
from pipeline.records import Document, Kind
from pipeline.scan import PAIRS_HEADER, judge_documents
from pipeline.settings import Settings
from tests.broker.harness import ON_KAFKA
from tests.docs.pages import PAGES, README, ROOT, calls, parse, quoted, typed
from topics.catalogue import FOLDER

READER_LINES = 20
ON_OWN_FILES = "firstprint scan news.jsonl.zst feeds/ "


def after_mark(mark: str) -> str:
    """Return the code block below a comment."""
    found = re.search(rf"^<!-- {mark}: [^\n]*-->\n```\w+\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def run_in(folder: Path, line: str) -> None:
    """Run a line of the README as its reader would, with `firstprint` on the PATH."""
    commands = folder / "bin"
    commands.mkdir()
    script = commands / "firstprint"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pipeline "$@"\n')
    script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    subprocess.run(["/bin/bash", "-c", line], cwd=folder, env=environment, check=True, timeout=200)


def test_the_verdict_is_one_of_the_demo(tmp_path: Path) -> None:
    shown = json.dumps(json.loads(after_mark("verdict")), separators=(",", ":"), ensure_ascii=False)
    write_stream(make_stream(60), tmp_path)
    documents = [item for item in read_inputs([tmp_path], END_MS, END_MS) if isinstance(item, Accepted)]
    result = judge_documents(((item.id.encode(), item.line) for item in documents), DEFAULT, homes=1, now_ms=END_MS)
    assert shown.encode() in result.verdicts.values()


@pytest.mark.parametrize("line", [line for page in PAGES for line in typed(page.read_text(encoding="utf-8"))])
def test_what_is_to_be_typed_exists(line: str) -> None:
    for words in calls(line):
        match words[0]:
            case "firstprint":
                parse(words)
            case "./run":
                assert re.search(rf"^  (\w+ \| )*{words[1]}( \| \w+)*\)", (ROOT / "run").read_text(), re.MULTILINE)
            case head:
                assert head == "export"
                name = words[1].partition("=")[0]
                assert name.removeprefix("FIRSTPRINT_").lower() in Settings.__dataclass_fields__


@pytest.mark.parametrize("line", sorted({line for page in PAGES for line in quoted(page.read_text(encoding="utf-8"))}))
def test_what_is_quoted_exists(line: str) -> None:
    with suppress(click.MissingParameter):  # a command may be named without what it works on
        parse(line.split())


def test_own_files_are_judged(tmp_path: Path) -> None:
    (line,) = (line for line in typed(README) if line.startswith(ON_OWN_FILES))
    documents = (FOLDER / "examples" / "raw.jsonl").read_bytes()
    (tmp_path / "news.jsonl.zst").write_bytes(zstandard.compress(documents))
    (tmp_path / "feeds").mkdir()
    write_stream(make_stream(30), tmp_path / "feeds")
    run_in(tmp_path, line)
    verdicts = [json.loads(verdict) for verdict in (tmp_path / "verdicts.jsonl").read_bytes().splitlines()]
    assert len(verdicts) > 30
    assert {verdict["kind"] for verdict in verdicts} == set(KINDS)
    pairs = (tmp_path / "pairs.tsv").read_text().splitlines()
    assert pairs[0] == PAIRS_HEADER
    assert len(pairs) > 1


def test_every_kind_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE) == list(get_args(Kind)) == list(KINDS)


def test_every_field_of_a_document_is_named() -> None:
    (sentence,) = re.findall(r"A document is a JSON object with any of ([^.]*?)\(", README)
    assert set(re.findall(r"`(\w+)`", sentence)) == set(Document.__struct_fields__)


def test_the_reader_is_short() -> None:
    assert after_mark("consumer").count("\n") <= READER_LINES


class TestReader:
    """The consumer of the README, as a program of its own."""

    pytestmark = ON_KAFKA

    @pytest.fixture
    def settings(self, broker: EmbeddedBroker, topic_prefix: str) -> Settings:
        """A namespace with its topics."""
        chosen = Settings(bootstrap=broker.bootstrap, prefix=topic_prefix, homes=2, band_partitions=1)
        apply_topics(chosen)
        return chosen

    def speak(self, settings: Settings) -> list[bytes]:
        """Write the example verdicts as first, higher and lower revisions; return them."""
        verdicts = (FOLDER / "examples" / "verdicts.jsonl").read_bytes().splitlines()
        producer = Producer(settings.confluent(partitioner="murmur2_random"))
        for number in (b"\x02", b"\x03", b"\x01"):
            headers: list[tuple[str, str | bytes | None]] = [(REVISION_HEADER, (number * 73).hex().encode())]
            for verdict in verdicts:
                key = json.loads(verdict)["document"]["id"].encode()
                producer.produce(settings.topic("verdicts"), verdict, key, headers=headers)
        assert producer.flush(20) == 0
        return verdicts

    def test_it_prints_what_is_not_overtaken(self, settings: Settings, tmp_path: Path) -> None:
        verdicts = [json.loads(verdict) for verdict in self.speak(settings)]
        program = tmp_path / "reader.py"
        program.write_text(after_mark("consumer"))
        done = subprocess.run(
            [sys.executable, program, settings.bootstrap, settings.topic("verdicts")],
            capture_output=True,
            check=True,
            text=True,
            timeout=100,
        )
        expected = [
            "\t".join((one["document"]["id"], one["kind"], (one["duplicate_of"] or {}).get("id", "-")))
            for one in verdicts
        ]
        assert sorted(done.stdout.splitlines()) == sorted(expected * 2)  # the first and the higher, not the lower
        assert any(not line.endswith("\t-") for line in expected)
