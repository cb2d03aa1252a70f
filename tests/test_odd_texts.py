"""What nobody would print, all the way: each is refused with a reason, unjudged, or judged, and equal texts are found.

One table for `scan` with both methods, for the stages as a worker calls them, and for kernels and their twins. What may
lie on the topics besides is in `tests/broker/test_bad_input.py`, and the library alone in `tests/methods`.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

from pipeline.cli import main
from pipeline.cli.scan import METHODS, command
from pipeline.kernels.characters import fold, tokens
from pipeline.kernels.folding import fold_utf8
from pipeline.kernels.numbers import number_elements
from pipeline.kernels.plain import digest_plain, shingles_plain
from pipeline.kernels.plain_numbers import number_elements_plain
from pipeline.kernels.text import shingle_texts
from pipeline.local import LocalPipeline
from pipeline.profile import DEFAULT, PROFILES
from tests.judges import FAR_MS
from tests.kernels.ragged import sliced

CHANCE = random.Random(3)
NOISE = bytes(CHANCE.randrange(256) for _ in range(5_000))
MARKS = "\N{COMBINING COMMA ABOVE RIGHT}\N{COMBINING GRAVE ACCENT}"
COUNT = 3_000  # of equal documents, in place of a million
TWINS = 20_000  # characters that plain twins are asked for


class Case(NamedTuple):
    """A text, or the bytes of a whole line, and what comes of two copies of it: two kinds, or why both are refused."""

    what: str | bytes
    outcome: tuple[str, str] | str


UNJUDGED, JUDGED = ("unjudged", "unjudged"), ("exact", "unique")
CASES = {
    "empty": Case("", "no text"),
    "white space": Case(" \n\t\u2003", "no text"),
    "one word": Case("word", UNJUDGED),
    "one character": Case("x", UNJUDGED),
    "one character of another script": Case("世", UNJUDGED),
    "seven words": Case("this notice has seven words in all", UNJUDGED),
    "eight words": Case("this other notice has eight words in all", JUDGED),
    "equal words": Case("same " * 1_000, UNJUDGED),
    "two words in turn": Case("tick tock " * 1_000, UNJUDGED),
    "nearly a megabyte of equal words": Case("equal " * 140_000, UNJUDGED),
    "nearly a megabyte of words": Case(" ".join(f"w{number}" for number in range(110_000)), JUDGED),
    "nearly a megabyte without a space": Case("x" * 850_000, UNJUDGED),
    "nearly a megabyte without a space of another script": Case("".join(map(chr, range(0x4E00, 0x9E00))) * 7, JUDGED),
    "ten megabytes": Case("word " * 2_000_000, "limit"),
    "digits": Case(" ".join(map(str, range(1_000, 1_100))), JUDGED),
    "equal digits": Case("123 456 " * 50, UNJUDGED),
    "digits without a space": Case("1234567890" * 1_000, UNJUDGED),
    "punctuation": Case("!!! … ??? — ., " * 100, "no letter and no digit"),
    "emoji": Case("👋👋🏽 🎉 " * 100, "no letter and no digit"),
    "what has no width": Case("\u200b\u200d\ufeff\u00ad" * 9, "no letter and no digit"),
    "marks alone": Case("\u0301" * 9, "no letter and no digit"),
    "marks without end": Case("a" + MARKS * 50_000, "combining marks in a row"),
    "NULs": Case("\0" * 50, "no"),
    "NULs between words": Case("\0".join(f"word{number}" for number in range(20)), JUDGED),
    "mixed scripts": Case("Déjà vu 世界かな ก็ดี слово शब्द كلمة " * 20, JUDGED),
    "from right to left": Case(
        "\u200fهذا النص مكتوب من اليمين إلى اليسار، وفيه عشرون كلمة أو أقل من ذلك بقليل أو أكثر قليلا", JUDGED
    ),
    "binary as letters": Case(NOISE.decode("latin-1"), JUDGED),
    "broken UTF-8 that was replaced": Case(NOISE.decode("utf-8", "replace"), JUDGED),
    "half of a pair": Case("a b c \ud800 d e f", "lone surrogate"),
    "broken UTF-8 that was escaped": Case(NOISE.decode("utf-8", "surrogateescape"), "lone surrogate"),
    "text that grows": Case("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 2_000, "grows from"),
    "broken UTF-8": Case(b'{"id": "x", "text": "caf\xe9 au lait"}', "not UTF-8"),
    "overlong UTF-8": Case(b'{"id": "x", "text": "a \xc0\xaf b"}', "not UTF-8"),
    "binary": Case(b"\xff" + NOISE.translate(None, b"\r\n"), "not"),
    "no JSON": Case(b"Once upon a time", "not JSON"),
}


def lines_of(name: str, case: Case) -> list[bytes]:
    """Two copies on a line each."""
    if isinstance(case.what, bytes):
        return [case.what, case.what]
    copies = [{"id": f"{name}-{i}", "text": case.what, "fetched": "2026-01-01"} for i in range(2)]
    return [json.dumps(copy).encode() for copy in copies]


class Outcome(NamedTuple):
    """Kinds in order, and reasons of what was refused."""

    kinds: list[str]
    reasons: list[str]


def expect(case: Case, found: Outcome) -> None:
    """Compare with the table."""
    if isinstance(case.outcome, str):
        assert (found.kinds, len(found.reasons)) == ([], 2)
        assert all(case.outcome in reason for reason in found.reasons)
    else:
        assert (sorted(found.kinds), found.reasons) == (sorted(case.outcome), [])


@pytest.fixture(scope="module", params=list(METHODS))
def scanned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """Scan a file for each case, all of them in one run."""
    folder = tmp_path_factory.mktemp("odd")
    files = {name: folder / f"{place:02}.jsonl" for place, name in enumerate(CASES)}
    for name, file in files.items():
        file.write_bytes(b"\n".join(lines_of(name, CASES[name])))
    done = CliRunner().invoke(command, [str(folder), "--method", request.param], catch_exceptions=False)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    refused = [line for line in done.stderr.splitlines() if line.startswith("refused ")]
    return {
        name: Outcome(
            [one["kind"] for one in verdicts if one["document"]["id"].rpartition("-")[0] == name],
            [line for line in refused if str(file) in line],
        )
        for name, file in files.items()
    }


@pytest.mark.parametrize("name", CASES)
def test_scan_has_an_outcome_for_each(scanned: dict[str, Outcome], name: str) -> None:
    expect(CASES[name], scanned[name])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", CASES)
def test_the_stages_have_an_outcome_for_each_between_good_ones(name: str, profile: str) -> None:
    local = LocalPipeline(PROFILES[profile], 1)
    good = [json.dumps({"id": f"good {i}", "text": f"a good text number {i}"}).encode() for i in range(2)]
    local.push(0, b"\n".join([good[0], *lines_of(name, CASES[name]), good[1]]), FAR_MS)
    kinds = {one.decode(): json.loads(value)["kind"] for one, (_, value) in local.final.items()}
    assert {"good 0", "good 1"} <= kinds.keys()
    found = Outcome(
        [kind for one, kind in kinds.items() if not one.startswith("good")],
        [refused.reason for _, _, refused in local.refused],
    )
    case = CASES[name]
    if profile != "news" and name == "eight words":  # other profiles judge from ten shingles on
        case = case._replace(outcome=UNJUDGED)
    expect(case, found)


TEXTS = {name: case.what for name, case in CASES.items() if isinstance(case.what, str) and "lone" not in case.outcome}


@pytest.mark.parametrize("name", TEXTS)
def test_kernels_and_twins_agree(name: str) -> None:
    text = TEXTS[name][:TWINS]
    if name == "marks without end":  # folding takes the square of their number, which is why they are refused
        text = text[:1_000]
    folded = fold(text)
    assert fold_utf8(text) == folded.encode()
    blob = np.frombuffer(folded.encode(), np.uint8)
    shingled = shingle_texts(blob, np.array([0, len(blob)]), DEFAULT.shingle_words)
    assert sliced(shingled.values, shingled.offsets) == [shingles_plain(folded, DEFAULT.shingle_words)]
    assert tuple(shingled.digests[0].tolist()) == digest_plain(folded)
    assert shingled.tokens.tolist() == [len(tokens(folded))]
    numbers = number_elements(blob, np.array([0, len(blob)]))
    assert (numbers.values.tolist(), int(numbers.orders[0])) == number_elements_plain(folded)


def equal_documents(count: int) -> Iterator[bytes]:
    """Messages of equal documents, the first before all others."""
    text = {"text": "the very same text of a notice that everybody prints today"}
    times = (f"2026-01-01T{i // 3600:02}:{i // 60 % 60:02}:{i % 60:02}Z" for i in range(count))
    lines = [json.dumps({"id": f"d{i}", "fetched": time} | text).encode() for i, time in enumerate(times)]
    yield from (b"\n".join(lines[start : start + 256]) for start in range(0, count, 256))


def test_any_number_of_equal_documents_have_one_original_and_few_pairs() -> None:
    """A bucket holds its first 64, so that pairs grow with the number of documents, not with its square."""
    pairs: list[Any] = []
    local = LocalPipeline(DEFAULT, 1, pairs.append)
    for message in equal_documents(COUNT):
        local.push(0, message, FAR_MS)
    verdicts = [json.loads(value) for _, value in local.final.values()]
    assert Counter(one["kind"] for one in verdicts) == {"unique": 1, "exact": COUNT - 1}
    assert {one["duplicate_of"]["id"] for one in verdicts if one["kind"] == "exact"} == {"d0"}
    assert len(pairs) <= COUNT * DEFAULT.bucket_cap
    assert local.exempt().keys() == local.final.keys()


WRONG = {
    "bands = 64\nrows = 3": "64 bands of 3 rows need 192 of 128 slots.",
    "shingle_words = 0": "shingle_words is 0.",
    "shingle_words = 17": "shingle_words is 17.",
    "threshold_num = 15\nthreshold_den = 10": "the threshold is 15 / 10.",
    "threshold_num = 1.5": "threshold_num is 1.5, which is no whole number.",
    "threshold = 1.5": "a profile has no parameter 'threshold'.",
    'sketch = "simhash"\nrules = "jaccard"\ndistance = 3': "simhash with a distance of 3 has 42 bands of 3 rows",
    "slots = 100": "slots is 100.",
    "distance = 64": "distance is 64.",
    "bucket_cap = 0": "bucket_cap is 0.",
}


@pytest.mark.parametrize("content", WRONG)
def test_parameters_that_cannot_work_end_the_command_with_their_numbers(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    profile, documents = tmp_path / "wrong.toml", tmp_path / "in.jsonl"
    profile.write_text(content)
    documents.write_text('{"id": "a", "text": "one two"}')
    monkeypatch.setattr("sys.argv", ["firstprint", "scan", str(documents), "--profile", str(profile)])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    first, advice = said.err.splitlines()
    assert (end.value.code, said.out, bool(advice)) == (2, "", True)
    assert first.startswith(f"firstprint: {profile}: ")
    assert WRONG[content] in first


REFUSED = {
    "scan FILE --profile other": "There is no profile named 'other'",
    "scan FILE --homes 0": "0 is not in the range 1<=x<=64",
    "scan FILE --method all": "'all' is not one of 'lsh', 'brute'",
    "calibrate FILE --recall 1.5": "1.5 is not in the range 0<x<1",
    "calibrate FILE --budget 0": "0.0 is not in the range x>0",
    "evaluate FILE --limit 0": "0 is not in the range x>=1",
    "plot s-curve --shape 0x3": "0x3",
    "worker --homes 65": "homes = 65 is out of range",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_options_that_cannot_work_end_the_command_with_their_numbers(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_text('{"id": "a", "text": "one two"}')
    monkeypatch.setattr("sys.argv", ["firstprint", *arguments.split()])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    assert (end.value.code, said.out) == (2, "")
    assert REFUSED[arguments] in said.err
    assert "Traceback" not in said.err
