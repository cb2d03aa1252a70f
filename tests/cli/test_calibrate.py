"""`firstprint calibrate` as a user calls it: what it prints, and a profile that scan takes."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import scan
from pipeline.cli.calibrate import command
from pipeline.errors import BadSetup
from pipeline.measure.calibrate import ENOUGH
from pipeline.profile import DEFAULT
from pipeline.profile_files import read_profile

FOOTER = "all rights are kept by the paper and its readers may send letters to the desk about any of these notices"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Sixty notices of which the footer is the half."""
    return write_notices(tmp_path / "docs.jsonl", 60, FOOTER)


def write_notices(path: Path, count: int, end: str) -> Path:
    """Write notices of 25 words drawn by chance, and what all of them end with."""
    chance = Random(3)
    lines = []
    for place in range(count):
        words = " ".join(f"w{chance.randrange(500)}" for _ in range(25))
        lines.append(json.dumps({"id": str(place), "text": f"{words} {end}"}))
    path.write_text("\n".join(lines))
    return path


def calibrate(*arguments: str | Path) -> Result:
    """Call the command in this process."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


def test_what_is_printed_and_the_profile_that_scan_takes(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "ours.toml"
    said = calibrate(file, "--out", out, "--budget", "1000").stdout
    lines = said.splitlines()
    assert lines[0] == "60 of 60 documents compared with each other"
    [row] = [line.split() for line in lines if line.startswith("Latin")]
    assert row[1:4] == ["30-99", "60", "1,770"]
    threshold = next(line for line in lines if line.startswith("threshold"))
    assert float(threshold.split()[1]) == 0.55  # the footer's 17 of 67 shingles are 0.254: twice that, rounded up
    assert f"60 x  {FOOTER}" in said
    assert "warning     Similarities tell more of these passages than of the documents" in said
    profile = read_profile(out)
    assert (profile.threshold_num, profile.threshold_den) == (55, 100)
    done = CliRunner().invoke(scan.command, [str(file), "--profile", str(out)], catch_exceptions=False)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert {one["profile"] for one in verdicts} == {profile.identity}
    assert {one["kind"] for one in verdicts} == {"unique"}


def test_more_documents_in_the_window_make_more_candidates(file: Path, tmp_path: Path) -> None:
    def candidates(*arguments: str) -> float:
        said = calibrate(file, "--budget", "1e12", "--out", tmp_path / "ours.toml", *arguments).stdout
        return float(next(line for line in said.splitlines() if line.startswith("candidates")).split()[1])

    assert candidates("--documents", "200000") == pytest.approx(2 * candidates(), rel=0.01)


def test_bands_stay_where_the_noise_asks_for_no_others(tmp_path: Path) -> None:
    file, out = write_notices(tmp_path / "docs.jsonl", 60, ""), tmp_path / "ours.toml"
    said = calibrate(file, "--out", out).stdout
    assert "bands       42 bands of 3 rows: " in said
    assert read_profile(out) == DEFAULT


@pytest.mark.parametrize(("count", "is_enough"), [(ENOUGH - 1, False), (ENOUGH, True)])
def test_too_few_documents_are_refused_with_their_number(
    tmp_path: Path,
    count: int,
    is_enough: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    file, out = write_notices(tmp_path / "docs.jsonl", count, ""), tmp_path / "ours.toml"
    if is_enough:
        calibrate(file, "--out", out)
    else:
        said = r"29 documents are too few .*: 30 of one script .* from 10 shingles on, and Latin of 10-29 .* most, 29\."
        with pytest.raises(BadSetup, match=said):
            calibrate(file, "--out", out)
    assert out.exists() == is_enough


def test_texts_that_no_bands_keep_apart_are_refused_with_what_they_share(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "ours.toml"
    runner = CliRunner()
    done = runner.invoke(command, [str(file), "--out", str(out)])
    assert isinstance(done.exception, BadSetup)
    assert "No bands come near 20 candidates a document: 19 bands of 5 rows have 1,981 among" in str(done.exception)
    assert f"60 x  {FOOTER}" in done.stdout
    assert "threshold   " not in done.stdout
    assert not out.exists()


def test_a_profile_that_is_not_there_is_named(file: Path) -> None:
    with pytest.raises(BadSetup, match=r"There is no file no\.toml\."):
        calibrate(file, "--profile", "no.toml")
    with pytest.raises(BadSetup, match=r"simhash compares fingerprints"):
        calibrate(file, "--profile", "simhash")


@pytest.mark.parametrize(
    "arguments", [("--recall", "1"), ("--recall", "0"), ("--budget", "0"), ("--documents", "1"), ("--recall", "x")]
)
def test_numbers_that_cannot_be_meant_are_refused(file: Path, arguments: tuple[str, ...]) -> None:
    done = calibrate(file, *arguments)
    assert done.exit_code == 2
    assert f"Invalid value for '{arguments[0]}'" in done.stderr


def test_a_profile_is_known_by_its_name(file: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="would not be known as a profile"):
        calibrate(file, "--out", tmp_path / "ours.txt")
