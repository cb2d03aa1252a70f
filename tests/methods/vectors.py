"""Vectors of other projects and of Unicode, where they are at hand; tests that read them are skipped elsewhere."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "vectors"


def vectors_of(algorithm: str) -> list[dict[str, Any]]:
    """The vectors of one algorithm, or skip."""
    rows = [json.loads(line) for line in present("hash_vectors.jsonl").read_text(encoding="utf-8").splitlines()]
    found = [row for row in rows if row["alg"] == algorithm]
    assert found
    return found


def unicode_lines(name: str) -> list[str]:
    """The lines of a test file of the Unicode Character Database without comments and headings, or skip."""
    text = gzip.decompress(present(f"{name}.gz").read_bytes()).decode()
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("@")]


def present(name: str) -> Path:
    """The file of that name, or skip."""
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"needs {path}, which is not part of the repository")
    return path
