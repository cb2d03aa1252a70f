"""`firstprint scan` as a user calls it: what goes where, byte by byte, and how it ends."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.brute_meetings import MOST_DOCUMENTS, MOST_PAIRS, MOST_SHINGLES
from pipeline.cli.scan import command
from pipeline.errors import BadSetup

TEXT = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
DOCUMENTS = (
    {"id": "ü", "text": f"{TEXT} seventeen", "fetched": "2026-01-03"},
    {"id": "b", "text": TEXT, "fetched": "2026-01-02"},
    {"id": "a", "text": TEXT.upper(), "fetched": "2026-01-01"},
)


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """A file of three documents, the copies first, with a line between them that is none."""
    path = tmp_path / "in.jsonl"
    path.write_text("no document\n".join(json.dumps(document) + "\n" for document in DOCUMENTS))
    return path


def scan(*arguments: str | Path) -> Result:
    """Call the command in this process."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


def test_verdicts_are_lines_in_the_order_of_ids_and_nothing_else_is_on_stdout(inputs: Path) -> None:
    done = scan(inputs)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["document"]["id"], one["kind"]) for one in verdicts] == [
        ("a", "unique"),
        ("b", "exact"),
        ("ü", "near"),
    ]
    assert "3 verdicts, 2 refused, 0 exempt" in done.stderr
    assert f"refused {inputs}:2: The document is not JSON" in done.stderr


def test_the_digest_is_the_last_line_and_that_of_the_lines_before(inputs: Path) -> None:
    *lines, digest = scan(inputs, "--digest").stdout_bytes.splitlines(keepends=True)
    assert digest.decode().strip() == hashlib.sha256(b"".join(lines)).hexdigest()


def test_homes_change_no_verdict(inputs: Path) -> None:
    assert len({scan(inputs, "--digest", "--homes", str(homes)).stdout for homes in (1, 2, 64)}) == 1


def test_every_verified_pair_is_written_the_later_first(inputs: Path, tmp_path: Path) -> None:
    scan(inputs, "--pairs", tmp_path / "pairs.tsv", "--exempt", tmp_path / "exempt.tsv")
    assert (tmp_path / "pairs.tsv").read_text(encoding="utf-8").splitlines() == [
        "a\tb\tkind\tsimilarity\ta_in_b\tb_in_a",
        "b\ta\texact\t1.0\t1.0\t1.0",
        "ü\ta\tnear\t0.9231\t0.9231\t1.0",
        "ü\tb\tnear\t0.9231\t0.9231\t1.0",
    ]
    assert (tmp_path / "exempt.tsv").read_text(encoding="utf-8") == "id\twhy\n"


def test_verdicts_in_a_file_leave_stdout_to_the_digest(inputs: Path, tmp_path: Path) -> None:
    done = scan(inputs, "--verdicts", tmp_path / "out.jsonl", "--digest")
    assert done.stdout.strip() == hashlib.sha256((tmp_path / "out.jsonl").read_bytes()).hexdigest()


def test_as_of_is_when_documents_were_seen_that_do_not_say(tmp_path: Path) -> None:
    """A date of publication is believed only when it is not after that."""
    paths = []
    for name, published in (("a", {"published": "2026-02-01"}), ("b", {})):
        paths.append(tmp_path / f"{name}.jsonl")
        fetched = {} if published else {"fetched": "2026-01-15"}
        paths[-1].write_text(json.dumps({"id": name, "text": TEXT, **published, **fetched}))
    kinds = {
        time: [json.loads(line)["kind"] for line in scan(*paths, "--as-of", time).stdout.splitlines()]
        for time in ("2026-01-10", "2026-01-20", "2026-12-01")
    }
    assert kinds == {
        "2026-01-10": ["unique", "exact"],
        "2026-01-20": ["exact", "unique"],
        "2026-12-01": ["unique", "unique"],
    }


def test_the_help_states_the_limit_of_memory() -> None:
    said = " ".join(scan("--help").stdout.split())
    assert "two processes of some 140 MB, and for each document of 3 kB 3.5 kB in each, of which 1 kB stays" in said


@pytest.mark.parametrize("option", ["--verdicts", "--pairs", "--exempt"])
def test_outputs_are_tried_before_anything_is_read(inputs: Path, tmp_path: Path, option: str) -> None:
    (tmp_path / "old.tsv").write_text("old")
    for output, why in ((tmp_path / "missing" / "out", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(BadSetup, match=f"{output} cannot be used: {why}"):
            scan(tmp_path / "missing.jsonl", option, output)
    for name in ("old.tsv", "new.tsv"):
        with pytest.raises(BadSetup, match=r"There is no .*missing\.jsonl"):
            scan(tmp_path / "missing.jsonl", option, tmp_path / name)
    assert sorted(tmp_path.iterdir()) == [inputs, tmp_path / "old.tsv"]
    assert (tmp_path / "old.tsv").read_text() == "old"


def test_a_closed_stdout_is_told_unless_nothing_goes_there(inputs: Path, tmp_path: Path) -> None:
    def closed(*options: str | Path) -> tuple[int, str]:
        command = [sys.executable, "-m", "pipeline", "scan", inputs, *options]
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True, check=False
        )
        return done.returncode, done.stderr

    assert closed() == (
        2,
        "firstprint: Standard output is closed.\nLeave it open, or name a file with --verdicts OUT.\n",
    )
    code, said = closed("--verdicts", tmp_path / "out.jsonl")
    assert (code, "3 verdicts" in said) == (0, True)
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8").count("\n") == 3


def test_what_is_wrong_comes_with_what_mends_it(inputs: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="There is no profile named 'other'") as refusal:
        scan(inputs, "--profile", "other")
    assert refusal.value.advice == "Known profiles: news, seed-b, seed-c, simhash."
    with pytest.raises(BadSetup, match="There is no"):
        scan(tmp_path / "missing.jsonl")


def test_an_input_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "one two"}\n')
    with pytest.raises(BadSetup, match="is an input"):
        scan(str(tmp_path / "a.jsonl"), "--verdicts", f"{tmp_path}/./a.jsonl")
    assert "one two" in (tmp_path / "a.jsonl").read_text()


@pytest.mark.parametrize(("other", "wide"), [("2026-03-01", False), ("2026-04-02", True)])
def test_inputs_that_the_window_keeps_apart_are_noted(tmp_path: Path, other: str, wide: bool) -> None:  # noqa: FBT001
    lines = [f'{{"id": "{day}", "text": "one two", "fetched": "{day}T00:00:00Z"}}' for day in ("2026-01-01", other)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    said = scan(str(tmp_path / "a.jsonl"))
    assert ("more than 90 days apart do not match" in said.stderr) == wide


def test_brute_force_finds_the_copies_that_bands_miss(tmp_path: Path) -> None:
    """Of copies with four fifths of their shingles, 16 bands of 8 rows miss one in twenty."""
    lines = []
    for i in range(200):
        words = [f"w{i}x{place}" for place in range(95)]  # 91 shingles; 81 are left where two words far apart change
        lines += [{"id": f"{i}-0", "text": " ".join(words)}]
        words[30] = words[60] = "other"
        lines += [{"id": f"{i}-1", "text": " ".join(words)}]
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(json.dumps({"fetched": "2026-01-01"} | line) for line in lines))
    arguments = (path, "--profile", "seed-b", "--homes", "3")
    kinds = {
        method: [json.loads(line)["kind"] for line in scan(*arguments, "--method", method).stdout.splitlines()]
        for method in ("lsh", "brute")
    }
    assert kinds["brute"].count("near") == 200
    assert 150 < kinds["lsh"].count("near") < 200
    assert scan(*arguments, "--method", "lsh").stdout == scan(*arguments).stdout


def test_brute_force_says_what_it_cannot_do(inputs: Path) -> None:
    with pytest.raises(BadSetup, match="compares fingerprints") as refusal:
        scan(inputs, "--method", "brute", "--profile", "simhash")
    assert refusal.value.advice == "Leave out --method brute, or choose another profile."
    said = " ".join(scan("--help").stdout.split())
    assert "recommended below 5,000 documents" in said
    assert f"Refused are more than {MOST_DOCUMENTS:,}, more than {MOST_SHINGLES // 10**6} million shingles" in said
    assert f"more than {MOST_PAIRS // 10**6} million pairs that are alike" in said


def test_brute_force_gives_the_same_where_bands_miss_nothing(inputs: Path) -> None:
    assert scan(inputs, "--method", "brute", "--digest").stdout == scan(inputs, "--digest").stdout
