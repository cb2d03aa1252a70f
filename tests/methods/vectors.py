"""Hash vectors of other projects, where they are at hand; tests that read them are skipped elsewhere."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

PATH = (
    Path(os.environ.get("FIRSTPRINT_VECTORS", Path(__file__).parents[3] / "shared/data/vectors")) / "hash_vectors.jsonl"
)


def vectors_of(algorithm: str) -> list[dict[str, Any]]:
    """The vectors of one algorithm, or skip."""
    if not PATH.is_file():
        pytest.skip(f"needs {PATH}, which is not part of the repository")
    rows = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    found = [row for row in rows if row["alg"] == algorithm]
    assert found
    return found
