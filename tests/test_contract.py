"""The contract of CONTRIBUTING.md over the source itself: sizes, docstrings, words and clocks.

Types, imports, lint and spelling have tools of their own; `./run check` calls them beside this and `tests/docs`.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("pipeline", "topics")
FILE_LINES = 300
FUNCTION_LINES = 50
PARAMETERS = 5
EXCUSE = "long:"  # in the docstring, or in a comment on the lines of `def`: what follows says why

# Written in pieces, so that this file does not contain them.
FORBIDDEN = [
    ("TO" + "DO", "finish it, or leave it out"),
    ("FIX" + "ME", "mend it"),
    ("X" + "XX", "say it"),
    ("NotImplemented" + "Error", "leave room, not stubs"),
    ("/roo" + "t/", "a path of one machine"),
    ("/ho" + "me/", "a path of one machine"),
    ("/wo" + "rk/", "a path of one machine"),
    ("/tm" + "p/fp", "a path of one machine"),
    ("repo1." + "maven", "the address of a registry; the client knows it"),
    ("pypi." + "org", "the address of a registry; the client knows it"),
    ("python" + "hosted", "the address of a registry; the client knows it"),
]
CLOCKS = {"now", "utcnow", "today", "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}
PURE = (
    "pipeline/stages",
    "pipeline/kernels",
    "pipeline/plans.py",
    "pipeline/steps.py",
    "pipeline/match.py",
    "pipeline/columns.py",
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Source(NamedTuple):
    """A Python file of the repository: its path from the root, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module


def tracked(*patterns: str) -> list[Path]:
    """Return the files that git tracks or would add; all there are where there is no git."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    listed = [ROOT / name for name in done.stdout.splitlines()]
    return [path for path in listed or ROOT.rglob("*") if path.is_file()]


def sources(*packages: str) -> list[Source]:
    """Return the Python files of these packages."""
    paths = sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))
    texts = [(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in paths]
    return [Source(path, text, ast.parse(text)) for path, text in texts]


def functions(source: Source) -> Iterator[Function]:
    """Yield every function and method of a file, nested ones too."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def excused(source: Source, function: Function) -> bool:
    """Say whether the function tells why it needs more than the contract allows."""
    head = source.text.splitlines()[function.lineno - 1 : function.body[0].lineno]
    return EXCUSE in (ast.get_docstring(function) or "") or any(EXCUSE in line for line in head)


def where(source: Source, node: ast.stmt | ast.expr) -> str:
    """Return the place of a node as editors understand it."""
    return f"{source.path}:{node.lineno}"


@pytest.fixture(scope="module")
def code() -> list[Source]:
    """The two packages."""
    return sources(*PACKAGES)


def test_files_are_short(code: list[Source]) -> None:
    counts = {source.path: source.text.count("\n") for source in [*code, *sources("tests", "deploy")]}
    assert {path: count for path, count in counts.items() if count > FILE_LINES} == {}


def test_functions_are_short(code: list[Source]) -> None:
    long = {}
    for source in code:
        for function in functions(source):
            lines = (function.end_lineno or 0) - function.lineno + 1
            if lines > FUNCTION_LINES and not excused(source, function):
                long[f"{where(source, function)} {function.name}"] = lines
    assert long == {}


def test_functions_take_few_parameters(code: list[Source]) -> None:
    many = {}
    for source in code:
        for function in functions(source):
            arguments = function.args
            names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
            count = len([name for name in names if name not in {"self", "cls"}])
            if count > PARAMETERS and not excused(source, function):
                many[f"{where(source, function)} {function.name}"] = count
    assert many == {}


def test_modules_say_what_they_are_for(code: list[Source]) -> None:
    docstrings = {source.path: ast.get_docstring(source.tree) or "" for source in [*code, *sources("tests", "deploy")]}
    assert [path for path, text in docstrings.items() if not text] == []
    ours = {path: text for path, text in docstrings.items() if path.startswith(PACKAGES) and "__init__" not in path}
    # The second sentence says what it does not do.
    assert [path for path, text in ours.items() if len(re.findall(r"[.:;!?](\s|$)", text)) < 2] == []


def test_stages_and_kernels_ask_no_clock(code: list[Source]) -> None:
    asked = []
    for source in code:
        if source.path.startswith(PURE) and not source.path.endswith("kernels/warm.py"):
            calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
            names = [(call, call.func) for call in calls if isinstance(call.func, ast.Attribute)]
            asked += [where(source, call) for call, function in names if function.attr in CLOCKS]
    assert asked == []


def test_no_word_that_has_no_place_here() -> None:
    found = []
    for path in tracked():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {word}: {why}" for word, why in FORBIDDEN if word in line]
    assert found == []
