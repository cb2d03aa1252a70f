"""Files: compression, damage, endless lines, folders and standard input, seen through the reader of inputs."""

import errno
import gzip
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pipeline.edges import files
from pipeline.edges.inputs import Accepted, Item, Refused, read_inputs
from pipeline.errors import BadSetup

NOW_MS = 1_796_040_000_000  # 2026-11-30T12:00:00Z
RSS = b"<rss version='2.0'><channel><item><title>One</title></item><item><title>Two</title></item></channel></rss>"

Write = Callable[[str, bytes], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file below the current folder and give its relative path."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, content: bytes) -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    return written


def read(*paths: Path) -> list[Item]:
    return list(read_inputs(paths, NOW_MS, NOW_MS))


def zstd(content: bytes) -> bytes:
    return zstandard.compress(content[:40]) + zstandard.compress(content[40:])


@given(st.lists(st.lists(st.sampled_from([b"a", b"\n", b"\r", b"bc"]), min_size=1).map(b"".join)), st.integers(1, 9))
def test_lines_are_what_lies_between_line_feeds_however_the_bytes_come(chunks: list[bytes], limit: int) -> None:
    *lines, rest = b"".join(chunks).split(b"\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "MAX_LINE_BYTES", limit)
        found = list(files.lines_of(chunks))
    assert found == [line[: limit + 1].removesuffix(b"\r") for line in (*lines, *([rest] if rest else []))]


LINES = b"\n".join(b'{"id":"%d","text":"text %d"}' % (number, number) for number in range(5_000))


@pytest.mark.parametrize(
    "compress",
    [gzip.compress, zstandard.compress, zstd, lambda content: gzip.compress(content[:9]) + gzip.compress(content[9:])],
)
def test_compressed_files_are_recognised_by_their_bytes(write: Write, compress: Callable[[bytes], bytes]) -> None:
    assert [item.id for item in read(write("a.bin", compress(LINES))) if isinstance(item, Accepted)] == [
        str(n) for n in range(5_000)
    ]
    assert len(read(write("feed", compress(RSS)))) == 2


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_of_a_damaged_compressed_file_the_lines_before_the_damage_are_read(
    write: Write, compress: Callable[[bytes], bytes]
) -> None:
    content = compress(LINES)
    *whole, last = read(write("a.jsonl.gz", content[: len(content) * 2 // 3]))
    assert isinstance(last, Refused)
    assert "cannot be read on after" in last.reason
    assert all(isinstance(item, Accepted) for item in whole)
    broken = bytearray(content)
    broken[20:40] = b"\xff" * 20
    assert isinstance(read(write("b.jsonl.gz", bytes(broken)))[-1], Refused)


def damaged(content: bytes) -> dict[str, bytes]:
    packed = gzip.compress(content)
    return {
        "cut.jsonl.gz": packed[:-20],
        "cut": packed[:-20],
        "more.jsonl.gz": packed + b"garbage",
        "more": packed + b"garbage",
        "checksum": packed[:-8] + b"\0" * 8,
        "more.zst": zstandard.compress(content) + b"garbage",
        "half.zst": zstandard.compress(content) + zstandard.compress(content)[:-20],
    }


@pytest.mark.parametrize("name", damaged(b""))
def test_a_small_damaged_file_is_read_up_to_the_damage_and_refused_once(write: Write, name: str) -> None:
    content = LINES[: LINES.index(b"\n", 9_000)]
    count = content.count(b"\n") + 1
    *whole, last = read(write(name, damaged(content)[name]))
    assert [item.id for item in whole if isinstance(item, Accepted)] == [str(number) for number in range(len(whole))]
    least = {"checksum": count // 2, "cut": count - 10, "cut.jsonl.gz": count - 10}  # a wrong checksum costs a piece
    assert least.get(name, count) <= len(whole) <= count
    assert isinstance(last, Refused)
    assert last.reason.startswith(f"The file cannot be read on after {name}:{len(whole)}: ")


def test_damage_within_a_file_costs_little_before_it(write: Write) -> None:
    packed = bytearray(gzip.compress(LINES))
    middle = len(packed) // 2
    packed[middle : middle + 64] = b"\xff" * 64
    *whole, last = read(write("a.jsonl.gz", bytes(packed)))
    assert len(whole) > 2_000
    assert isinstance(last, Refused)
    assert "cannot be read on after" in last.reason


def test_zeros_after_a_member_are_padding(write: Write) -> None:
    packed = gzip.compress(b'{"text":"a"}\n') + b"\0" * 3_000 + gzip.compress(b'{"text":"b"}\n') + b"\0" * 512
    assert [type(item) for item in read(write("a.jsonl.gz", packed))] == [Accepted, Accepted]


def test_a_document_refused_before_the_damage_stays_one_of_its_own(write: Write) -> None:
    *_, own, last = read(write("a.jsonl.gz", gzip.compress(b'{"text":"a"}\n{"text":7}\n') + b"garbage"))
    assert isinstance(own, Refused)
    assert own.place == "a.jsonl.gz:2"
    assert isinstance(last, Refused)
    assert last.reason.startswith("The file cannot be read on after a.jsonl.gz:2: ")


def test_a_damaged_feed_is_read_and_refused_once(write: Write) -> None:
    one, two, last = read(write("feed.gz", gzip.compress(RSS) + b"garbage"))
    assert isinstance(one, Accepted)
    assert isinstance(two, Accepted)
    assert isinstance(last, Refused)
    assert "cannot be read on after feed.gz:2: " in last.reason


def test_an_endless_line_costs_no_memory_and_one_refusal(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 1 << 20)
    bomb = zstandard.compress(b'{"text":"' + b"a" * (1 << 26) + b'"}\n{"text":"b"}')
    assert len(bomb) < 10_000
    refused, accepted = read(write("a.jsonl.zst", bomb))
    assert isinstance(refused, Refused)
    assert "size limit" in refused.reason
    assert len(refused.original) <= 1 << 20
    assert isinstance(accepted, Accepted)


def test_folders_are_read_by_path_and_without_hidden_files(write: Write) -> None:
    for name in (
        "f/b.jsonl",
        "f/a/z.jsonl",
        "f/B.jsonl",
        "f/a.jsonl",
        "f/.hidden.jsonl",
        "f/.git/x.jsonl",
        "f/ä.jsonl",
    ):
        write(name, b'{"text":"a"}')
    write("f/note.txt", b"no document")
    items = read(Path("f"))
    assert [item.place.partition(":")[0] for item in items] == [
        "f/B.jsonl", "f/a.jsonl", "f/a/z.jsonl", "f/b.jsonl", "f/note.txt", "f/ä.jsonl",
    ]  # fmt: skip
    assert [item.reason for item in items if isinstance(item, Refused)] == [
        "The file is neither JSON lines nor a feed."
    ]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (LINES, gzip.compress(LINES)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
        assert len(read(Path("-"))) == 5_000


def test_a_file_that_may_not_be_read_is_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write("a.jsonl", b'{"text":"a"}')
    monkeypatch.setattr(Path, "open", refuse)
    (refused,) = read(path)
    assert isinstance(refused, Refused)
    assert "Permission denied" in refused.reason


def test_a_folder_that_cannot_be_read_is_not_left_out_silently(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("feeds/closed/a.jsonl", b"{}")
    write("feeds/open.jsonl", b"{}")
    scandir = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(BadSetup, match="feeds/closed cannot be read: Permission denied"):
        read(Path("feeds"))
