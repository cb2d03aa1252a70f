"""Every row is measured, and what is measured computes what the plain twins and scan do; no figure is judged."""

import json
import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner, Result

from pipeline.cli.bench import command
from pipeline.errors import BadSetup
from pipeline.kernels import plain, plain_methods
from pipeline.kernels.characters import fold
from pipeline.kernels.plain_index import PlainIndex, PlainPosting
from pipeline.kernels.text import Shingled
from pipeline.measure import bench_kernels as bench
from pipeline.measure.bench_kernels_inputs import PROFILE, Inputs, make_inputs, text_of
from pipeline.measure.bench_kernels_ours import (
    AFFINE,
    ASCII,
    BANDS,
    INDEX,
    JACCARD,
    ROWS,
    SHINGLING,
    SIMHASH,
    SKETCH,
    WHOLE,
    judge,
    ours,
)
from pipeline.measure.bench_kernels_prototypes import NAME, entrants_of, prototypes
from pipeline.measure.bench_kernels_rivals import EXTRA, rivals, strings_of
from pipeline.measure.bench_kernels_texts import SCRIPTS, chinese, german, russian
from pipeline.measure.plots_data import read_kernels
from pipeline.methods.minhash import AffineMinHash
from pipeline.methods.shingles import word_shingles
from pipeline.scan import judge_documents

DOCUMENTS = 100
LIBRARIES = ("datasketch", "rensa", "gaoya", "simhash")
FOLDER = Path(os.environ.get("TEST_PROTOTYPES", "no such folder"))


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    return make_inputs(DOCUMENTS)


@pytest.fixture(scope="module")
def sets(inputs: Inputs) -> list[list[int]]:
    return [plain.shingles_plain(fold(text), PROFILE.shingle_words) for text in inputs.texts[:10]]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, ["kernels", *map(str, arguments)], catch_exceptions=False)


def test_every_row_has_a_figure_and_the_plot_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "kernels.json"
    done = run("--documents", str(DOCUMENTS), "--rounds", "1", "--json", file)
    assert done.exit_code == 0, done.output
    found = read_kernels(file)  # which refuses a speed that is not above 0
    assert [kernel.name for kernel in found.kernels] == list(ROWS)
    kernels = {kernel.name: kernel for kernel in found.kernels}
    assert kernels[JACCARD].unit == "pairs/s"
    assert {"Python"} <= kernels[ASCII].rivals.keys() & kernels[JACCARD].rivals.keys()
    assert ("Node" in kernels[WHOLE].rivals) == (shutil.which("node") is not None)
    for name in LIBRARIES:
        assert any(name in kernel.rivals for kernel in found.kernels) == (find_spec(name) is not None)
        assert (f"{name}: not installed ({EXTRA})" in done.stdout) == (find_spec(name) is None)
    assert all(name in done.stdout for name in ROWS)
    values = json.loads(file.read_text())
    assert list(values["batch_sizes"][SKETCH]) == ["1", "16", "64", "256", "1024"]
    assert all(speed > 0 for speeds in values["batch_sizes"].values() for speed in speeds.values())
    without, cached = values["starts"].values()
    assert all(0 < start["imported"] < start["loaded"] < start["judged"] for start in (without, cached))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--documents", "99"), "99 is not in the range x>=100"),
        (("--rounds", "0"), "0 is not in the range x>=1"),
        (("--prototypes", "nowhere"), "'nowhere' does not exist"),
    ],
)
def test_wrong_options_are_refused_before_the_work(arguments: tuple[str, ...], sentence: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert sentence in done.output


def test_places_that_cannot_be_written_and_folders_without_prototypes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be used"):
        run("--json", tmp_path / "no" / "folder.json")
    with pytest.raises(BadSetup, match=r"has no k_text\.py"), prototypes(tmp_path):
        pass


def test_no_prototypes_without_a_folder(inputs: Inputs) -> None:
    with prototypes(None) as found:
        assert entrants_of(inputs, found) == {}


def test_what_is_timed_agrees_with_the_twins(inputs: Inputs, sets: list[list[int]]) -> None:
    found = {name: entrant.run(10) for name, entrant in ours(inputs, 10).items() if name not in {WHOLE, JACCARD}}
    assert unpacked(found[ASCII]) == sets
    terms = AffineMinHash(PROFILE.slots).terms
    assert found[AFFINE].tolist() == [plain_methods.affine_plain(one, terms) for one in sets]
    sketches = [plain.sketch_plain(one, PROFILE.slots) for one in sets]
    assert found[SKETCH].tolist() == sketches
    keys = [plain.band_keys_plain(one, PROFILE.bands, PROFILE.rows) for one in sketches]
    assert found[BANDS].tolist() == keys
    mixed = [[plain_methods.mix_plain(value, 0) for value in one] for one in sets]
    assert found[SIMHASH][:, 0].tolist() == [plain_methods.simhash_plain(one, [1] * len(one)) for one in mixed]
    rows = [PlainPosting(*row) for row in inputs.postings[:10].tolist()]
    oracle = PlainIndex([PROFILE.bucket_cap] * PROFILE.bands, PROFILE.window_ms)
    askers, numbers = found[INDEX]
    assert sorted(zip(askers.tolist(), numbers.tolist(), strict=True)) == oracle.meet(keys, rows, 0)


def test_pairs_are_those_that_meet_and_their_intersections_are_exact(inputs: Inputs) -> None:
    assert len(inputs.pairs) > DOCUMENTS  # ten families of eight
    whole = [plain.shingles_plain(fold(text), PROFILE.shingle_words) for text in inputs.texts]
    shared = ours(inputs, len(inputs.pairs))[JACCARD].run(len(inputs.pairs))
    assert shared.tolist() == [plain.intersect_plain(whole[a], whole[b]) for a, b in inputs.pairs.tolist()]


def test_the_whole_path_is_the_scan(inputs: Inputs) -> None:
    names = [json.loads(line)["id"].encode() for line in inputs.lines]
    expected = judge_documents(zip(names, inputs.lines, strict=True), PROFILE, 1).verdicts
    assert judge(inputs.lines, 16).verdicts == expected
    assert len(expected) == DOCUMENTS


@pytest.mark.parametrize("script", SCRIPTS)
def test_texts_of_other_scripts_have_300_to_400_shingles(script: str) -> None:
    texts = [SCRIPTS[script](number) for number in range(40)]
    assert 300 <= np.median(word_shingles(texts).sizes) <= 400
    assert texts == [SCRIPTS[script](number) for number in range(40)]
    assert len(set(texts)) == len(texts)


def test_texts_of_other_scripts_are_of_those_scripts(inputs: Inputs) -> None:
    assert all(text.isascii() for text in inputs.texts)
    assert set("äöüß") & set(german(0))
    assert sum("\u0400" <= one <= "\u04ff" for one in russian(0)) > len(russian(0)) / 2
    assert sum("\u4e00" <= one <= "\u9fff" for one in chinese(0)) > len(chinese(0)) / 2
    shingled = ours(inputs, DOCUMENTS)[SHINGLING["Russian"]].run(3)
    assert unpacked(shingled) == [plain.shingles_plain(fold(russian(number)), 5) for number in range(3)]


def test_rivals_do_their_work_or_say_what_installs_them(inputs: Inputs) -> None:
    for name, found in rivals(inputs):
        if isinstance(found, str):
            assert name == "Node" or found == EXTRA
            continue
        for row, entrant in found.items():
            assert row in ROWS
            entrant.run(min(entrant.items, 20))
    assert len(strings_of(text_of(inputs.lines[0]))) == inputs.offsets[1]


def test_whole_paths_of_libraries_find_the_pairs(inputs: Inputs) -> None:
    if not all(map(find_spec, LIBRARIES)):
        pytest.skip(f"not all rivals are installed: {EXTRA}")
    rows = {name: found for name, found in rivals(inputs) if isinstance(found, dict)}
    found = {name: rows[name][WHOLE].run(DOCUMENTS) for name in ("datasketch", "rensa", "gaoya")}
    truth = 10 * 28
    assert all(0.9 * truth <= pairs <= 1.1 * truth for pairs in found.values()), found


def test_prototypes_take_part_where_their_folder_is(inputs: Inputs) -> None:
    if not FOLDER.is_dir():
        pytest.skip("TEST_PROTOTYPES names no folder of prototypes")
    with prototypes(FOLDER) as found:
        rows = entrants_of(inputs, found)[NAME]
        for entrant in rows.values():
            entrant.run(20)
        assert set(rows) <= set(ROWS)
        bands = rows[BANDS].run(20)
    assert isinstance(found["k_text"], ModuleType)
    assert bands.shape == (20, PROFILE.bands)


def test_one_core_is_given_back() -> None:
    before = os.sched_getaffinity(0)
    with bench.one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def unpacked(sets: Shingled) -> list[list[int]]:
    return [sets.values[first:last].tolist() for first, last in zip(sets.offsets, sets.offsets[1:], strict=False)]
