"""The table of `firstprint status`."""

from dataclasses import replace

from click.testing import CliRunner

from pipeline.cli.status import command, lines_of
from pipeline.edges.status import Status, Table, Waiting

STATUS = Status(
    group="firstprint",
    workers=1,
    waiting=(Waiting("raw", "raw", 1_200, 0), Waiting("bands", "bands", 3, 2)),
    documents=307_968,
    refused=0,
    tables=(Table("firstprint-lsh-changelog", 7),),
    data_bytes=12_345_678,
)


def test_the_table() -> None:
    lines = lines_of(STATUS)
    assert [line.split() for line in lines[:2]] == [["topic", "waiting"], ["raw", "1,200"]]
    assert "2 were deleted before they were read" in lines[2]
    assert lines[3].split()[:3] == ["on", "their", "way"]
    assert "1,203 messages, about 307,968 documents" in lines[3]
    assert lines[4].split() == ["firstprint-lsh-changelog", "7", "records"]
    assert lines[5].split() == ["data", "folder", "12.3", "MB"]
    assert lines[6].split() == ["workers", "1"]


def test_refused_documents_are_counted() -> None:
    assert "12 refused" in "\n".join(lines_of(replace(STATUS, refused=12)))
    assert "refused" not in "\n".join(lines_of(STATUS))


def test_without_workers_and_folder() -> None:
    lines = lines_of(replace(STATUS, workers=0, data_bytes=None))
    assert lines[-1].endswith("start one: firstprint worker")
    assert not any(line.startswith("data folder") for line in lines)


def test_a_timeout_of_no_wait_is_refused() -> None:
    refused = CliRunner().invoke(command, ["--timeout", "3"])
    assert refused.exit_code == 2
    assert "give --wait too" in refused.stderr
