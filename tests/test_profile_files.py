"""Profiles in files: what is written is read, and what cannot work is refused with its numbers."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.errors import BadSetup
from pipeline.profile import DEFAULT
from pipeline.profile_files import profile_from, read_profile, write_profile
from pipeline.settings import Settings


@pytest.mark.parametrize("profile", [DEFAULT, replace(DEFAULT, bands=16, rows=8, threshold_num=45, threshold_den=100)])
def test_what_is_written_is_read(tmp_path: Path, profile: object) -> None:
    assert isinstance(profile, type(DEFAULT))
    path = tmp_path / "ours.toml"
    write_profile(profile, path, "why\nand how")
    assert read_profile(path) == profile
    assert read_profile(path).identity == profile.identity
    assert path.read_text().startswith("# why\n# and how\n")


def test_a_name_that_ends_with_toml_is_a_file_for_every_command(tmp_path: Path) -> None:
    write_profile(replace(DEFAULT, rows=2), tmp_path / "ours.toml", "")
    assert profile_from(str(tmp_path / "ours.toml")).rows == 2
    assert Settings(profile=str(tmp_path / "ours.toml")).parameters.rows == 2
    assert profile_from("news") is DEFAULT
    with pytest.raises(BadSetup, match="There is no profile named 'ours'"):
        profile_from("ours")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("band = 3", "a profile has no parameter 'band'."),
        ("rows = 3.0", "rows is 3.0, which is no whole number."),
        ("rows = true", "rows is True, which is no whole number."),
        ("rows = ", "cannot be read: "),
        ("bands = 64\nrows = 3", "64 bands of 3 rows need 192 of 128 slots."),
        ("bands = 0", "0 bands of 3 rows need 0 of 128 slots."),
        ("shingle_words = 0", "shingle_words is 0."),
        ("shingle_words = 17", "shingle_words is 17."),
        ("slots = 100", "slots is 100."),
        ("threshold_num = 15", "the threshold is 15 / 10."),
        ("threshold_num = 0", "the threshold is 0 / 10."),
        ("window_ms = 0", "window_ms is 0."),
        ("bucket_cap = -1", "bucket_cap is -1."),
        ("bucket_cap = 4294967296", "bucket_cap is 4294967296."),
        ("threshold_num = 3000000000000000000\nthreshold_den = 9000000000000000000", "is 3000000000000000000."),
        (f"window_ms = {10**23}", f"window_ms is {10**23}."),
        ("window_ms = 1" + "0" * 5000, "cannot be read: "),
    ],
)
def test_what_cannot_work_is_refused_with_its_numbers(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "bad.toml").write_text(content)
    with pytest.raises(BadSetup, match=re.escape(said)):
        read_profile(tmp_path / "bad.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"There is no file .*no\.toml\. Check the path"):
        read_profile(tmp_path / "no.toml")
