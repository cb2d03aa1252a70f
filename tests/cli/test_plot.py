"""`firstprint plot`: what it draws, as pictures of 800 pixels, and what it refuses with and without matplotlib."""

import json
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.plot import command
from pipeline.errors import BadSetup
from tests.measure.small_set import DOCUMENTS, write_set

needs_matplotlib = pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra [plots] is not installed")
FIGURES = {
    "machine": "a machine, one core",
    "kernels": [
        {"name": "sketch", "ours": 1000.0, "rivals": {"first": 10, "second": 500.5}},
        {"name": "sets", "unit": "pairs/s", "ours": 7},
    ],
}


def plot(*arguments: str | Path) -> Result:
    """Call the command in this process."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


def texts_of(path: Path) -> str:
    """All comments of an SVG, in which matplotlib writes the texts that it draws as curves."""
    root = ET.fromstring(path.read_text(), ET.XMLParser(target=Comments()))  # noqa: S314  # our own
    return "\n".join(root) if isinstance(root, list) else ""


class Comments:
    """A target of the XML parser that keeps comments alone."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def comment(self, text: str) -> None:
        self.found.append(text.strip())

    def close(self) -> list[str]:
        return self.found


@pytest.fixture
def calls(tmp_path: Path) -> dict[str, list[str | Path]]:
    """A call of each picture."""
    small = write_set(tmp_path / "small")
    (tmp_path / "kernels.json").write_text(json.dumps(FIGURES))
    return {
        "s-curve": ["s-curve", "--shape", "42x3", "--shape", "16x8"],
        "similarity": ["similarity", small / "docs.jsonl"],
        "recall": ["recall", small, "--text-only"],
        "kernels": ["kernels", tmp_path / "kernels.json"],
    }


@needs_matplotlib
@pytest.mark.parametrize("name", ["s-curve", "similarity", "recall", "kernels"])
def test_pictures_are_800_pixels_wide(calls: dict[str, list[str | Path]], tmp_path: Path, name: str) -> None:
    out = tmp_path / "picture.png"
    assert plot(*calls[name], "--out", out).stdout == f"{out}\n"
    content = out.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">I", content[16:20]) == (800,)


@needs_matplotlib
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("s-curve", ["42 bands of 3 rows: half at 0.25", "16 bands of 8 rows: half at 0.67", "probability"]),
        ("similarity", ["Similarity of pairs among 10 documents", "verified by scan (6 pairs)", "threshold 0.30"]),
        ("recall", ["Recall by similarity, 5 labelled pairs, 95 % intervals", "small: candidates", "small: called"]),
        ("kernels", ["ours 100.0 x", "ours 2.0 x", "pairs/s", "a machine, one core"]),
    ],
)
def test_pictures_say_what_they_show_and_come_out_equal(
    calls: dict[str, list[str | Path]], tmp_path: Path, name: str, texts: list[str]
) -> None:
    for out in ("one.svg", "two.svg"):
        plot(*calls[name], "--out", tmp_path / out)
    shown = texts_of(tmp_path / "one.svg")
    assert [text for text in texts if text not in shown] == []
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@needs_matplotlib
def test_names_hold_any_sign(tmp_path: Path) -> None:
    """A dollar begins no formula."""
    file, out = tmp_path / "kernels.json", tmp_path / "kernels.svg"
    file.write_text(json.dumps({"kernels": [{"name": "$x_{$", "ours": 1, "rivals": {"b": 2}}], "machine": "$\\frac$"}))
    plot("kernels", file, "--out", out)
    assert "$x_{$" in texts_of(out)


@pytest.mark.parametrize("name", ["s-curve", "similarity", "recall", "kernels"])
def test_without_matplotlib_a_sentence_says_how_to_get_it(
    calls: dict[str, list[str | Path]], tmp_path: Path, name: str
) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from pipeline.cli import main; main()"
    words = [sys.executable, "-c", code, "plot", *calls[name], "--out", tmp_path / "picture.png"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "firstprint: Pictures need matplotlib, which is not installed.\nInstall it: pip install 'firstprint[plots]'.\n"
    )
    assert not (tmp_path / "picture.png").exists()


@pytest.mark.parametrize("name", ["s-curve", "similarity", "recall", "kernels"])
def test_a_picture_is_png_or_svg(calls: dict[str, list[str | Path]], tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSetup, match=r"picture\.pdf is neither a PNG nor an SVG"):
        plot(*calls[name], "--out", tmp_path / "picture.pdf")


@pytest.mark.parametrize("shape", ["42", "x3", "0x3", "4x0", "4x-1", "axb"])
def test_a_shape_is_bands_and_rows(tmp_path: Path, shape: str) -> None:
    done = plot("s-curve", "--shape", shape, "--out", tmp_path / "picture.png")
    assert done.exit_code == 2
    assert f"{shape!r} is not bands and rows, such as 42x3." in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "holds no figures of kernels: "),
        ('{"kernels": []}', "names no kernel."),
        ('{"kernels": [{"name": "a"}]}', "missing required field `ours`"),
        ('{"kernels": [{"name": "a", "ours": 0}]}', "a, ours is 0 a second, which is no speed."),
        ('{"kernels": [{"name": "a", "ours": 1, "rivals": {"b": -2}}]}', "a, b is -2 a second, which is no speed."),
    ],
)
def test_figures_that_are_none_are_refused_with_their_form(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "kernels.json").write_text(content)
    with pytest.raises(BadSetup) as refusal:
        plot("kernels", tmp_path / "kernels.json", "--out", tmp_path / "picture.png")
    assert said in refusal.value.sentence
    assert '"rivals"' in refusal.value.advice


@needs_matplotlib
def test_what_cannot_be_drawn_is_said(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_text('{"id": "a", "text": "one two three four five six"}\n')
    with pytest.raises(BadSetup, match="There are no two documents to compare"):
        plot("similarity", tmp_path / "one.jsonl", "--out", tmp_path / "picture.png")
    unlabelled = write_set(tmp_path / "set", DOCUMENTS, None)
    with pytest.raises(BadSetup, match="set has no pair whose label counts as a duplicate"):
        plot("recall", unlabelled, "--out", tmp_path / "picture.png")
