"""`firstprint explain` as a user calls it: files, standard input, ids, marks and colours."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.explain import command, marked
from pipeline.errors import BadSetup
from pipeline.measure.evaluate_texts import Piece
from tests.measure.small_set import STORY, lines, write_set

EDIT = STORY.replace("ninety", "eighty")


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    """Two files, a word apart."""
    paths = tmp_path / "wire.txt", tmp_path / "paper.txt"
    for path, text in zip(paths, (STORY, EDIT), strict=True):
        path.write_text(text)
    return paths


def explain(*arguments: str | Path, standard_input: str = "") -> Result:
    """Call the command in this process."""
    words = [str(argument) for argument in arguments]
    return CliRunner().invoke(command, words, input=standard_input, catch_exceptions=False)


def test_two_files(texts: tuple[Path, Path]) -> None:
    said = explain(*texts).stdout.splitlines()
    shown = dict(line.split(maxsplit=1) for line in said[:11])
    assert shown["A"].endswith("wire.txt")
    assert "is near of" in shown["verdict"]
    assert shown["rule"].startswith("jaccard: ")
    order = r"[AB] ranks before ([AB]), by a hash of their ids, as their times are equal; the verdict is on \1"
    assert re.fullmatch(order, shown["order"])
    assert shown["verdict"][0] == shown["order"][-1]
    assert shown["words"].startswith("37 shared; ")
    assert shown["shingles"].startswith("34 shared; ")
    assert shown["similarity"].startswith("0.7727   (Jaccard)   the sketches estimate 0.")
    assert shown["containment"].count("0.8718 of") == 2
    assert " of 45 collide: " in shown["bands"]
    assert said[-1].startswith("… ")
    assert said[-1].endswith(
        " words … brought it back to the northern quay where [-ninety-] {+eighty+} "
        "passengers had to wait for buses into the town"
    )


def test_the_whole_text_on_demand(texts: tuple[Path, Path]) -> None:
    assert explain(*texts, "--whole").stdout.splitlines()[-1] == STORY.replace("ninety", "[-ninety-] {+eighty+}")


def test_standard_input_is_one_of_them(texts: tuple[Path, Path]) -> None:
    said = explain(texts[0], "-", standard_input=STORY.upper()).stdout
    assert "is exact of" in said
    assert "rule         equal-text: " in said


def test_ids_in_a_file_bring_their_dates_and_sources(tmp_path: Path) -> None:
    docs = write_set(tmp_path / "set") / "docs.jsonl"
    said = explain("edit", "story", "--in", docs).stdout
    assert said.splitlines()[:2] == ["A            edit", "B            story"]
    assert "is near of" in said


DATED = (
    {"id": "1.3", "source": "s", "title": "Tool 1.3", "published": "2026-01-08", "fetched": "2026-02-01"},
    {"id": "1.2", "source": "s", "title": "Tool 1.2", "published": "2026-01-01", "fetched": "2026-02-01"},
)


@pytest.mark.parametrize("reverse", [False, True])
def test_what_stands_against_a_pair_is_said_whichever_is_named_first(
    tmp_path: Path,
    reverse: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    folder, file = tmp_path / "feeds", tmp_path / "one.jsonl"
    folder.mkdir()
    for path, document in zip((folder / "docs.jsonl", file), DATED, strict=True):
        path.write_bytes(lines([document | {"text": f"{STORY} {document['id']}"}]))
    names = ("1.2", "1.3") if reverse else ("1.3", "1.2")
    said = explain(*names, "--in", folder, "--in", file).stdout.splitlines()
    early, late = ("A", "B") if reverse else ("B", "A")
    assert said[2:7] == [
        f"order        {early} ranks before {late}, 7 days earlier; the verdict is on {late}",
        f"verdict      {late}: no match",
        "rule         no-match",
        (
            f"against      Another edition: their titles differ in their numbers ({early} has 1.2 that {late} lacks;"
            f" {late} has 1.3 that {early} lacks), 7 days apart, over 2 days."
        ),
        (
            "             Their numbers differ, as in two instances of one template: "
            f"{early} has 1.2 that {late} lacks; {late} has 1.3 that {early} lacks. Of the lesser set's 6,"
            " 5 were exchanged, allowed 0 (a version, time or date counts as several)."
        ),
    ]


def test_marks_stand_where_no_colours_are() -> None:
    pieces = [Piece("both", ["a"]), Piece("one", ["b", "c"]), Piece("other", ["d"]), Piece("gap", ["7"])]
    assert marked(pieces, coloured=False) == "a [-b c-] {+d+} … 7 words …"
    assert marked(pieces, coloured=True) == ("a \x1b[31m\x1b[9mb c\x1b[0m \x1b[32md\x1b[0m \x1b[90m… 7 words …\x1b[0m")


@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_colours_unless_it_wants_none(
    texts: tuple[Path, Path],
    variables: dict[str, str],
    coloured: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | variables
    call = [sys.executable, "-m", "pipeline", "explain", *map(str, texts)]
    done = subprocess.run(call, stdout=theirs, stderr=subprocess.PIPE, env=environment, check=True)
    os.close(theirs)
    said = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert done.returncode == 0
    assert ("\x1b[32meighty\x1b[0m" in said) == coloured
    assert ("{+eighty+}" in said) != coloured


def test_what_is_wrong_is_said_in_a_sentence(texts: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"ok \xff")
    (tmp_path / "dots").write_text("...")
    for arguments, said in (
        (("-", "-"), "Standard input cannot be both texts."),
        ((texts[0], tmp_path / "no"), "There is no file"),
        ((texts[0], tmp_path), "There is no file"),
        ((texts[0], tmp_path / "bytes"), r"is not UTF-8 \(byte 3\)"),
        ((texts[0], tmp_path / "dots"), "no letter and no digit"),
        (("a", "b", "--in", tmp_path / "no"), "There is no"),
        (("a", "b", "--in", texts[0]), "has no document 'a'"),
        ((*texts, "--profile", "other"), "There is no profile named 'other'"),
    ):
        with pytest.raises(BadSetup, match=said):
            explain(*arguments)
