"""How long a process takes to its first verdicts, with and without compiled kernels in the cache.

Run as a program it is that process: `python -m pipeline.measure.bench_kernels_start FILE` judges the documents of a
file of JSON lines and prints CPU seconds since it began.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from pipeline.measure.bench_kernels_inputs import PROFILE


@dataclass(frozen=True)
class Start:
    """CPU seconds of a process from its begin: until its modules are imported, kernels loaded, a batch judged."""

    imported: float
    loaded: float
    judged: float


def starts(lines: list[bytes]) -> dict[str, Start]:
    """Judge a batch in a process without a cache, and in one that finds what the first left in a folder of ours."""
    with tempfile.TemporaryDirectory(prefix="firstprint-bench-") as folder:
        file = Path(folder) / "batch.jsonl"
        file.write_bytes(b"\n".join(lines))
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(Path(folder) / "cache")}
        command = [sys.executable, "-m", "pipeline.measure.bench_kernels_start", str(file)]
        runs = {}
        for name in ("without the kernel cache", "with the kernel cache"):
            said = subprocess.run(command, check=True, capture_output=True, env=environment).stdout
            runs[name] = Start(**json.loads(said))
        return runs


def first_batch(file: Path) -> Start:
    """Do in this process what `starts` measures."""
    from pipeline.kernels.warm import warm
    from pipeline.measure.bench_kernels_ours import judge

    imported = time.process_time()
    warm(PROFILE)
    loaded = time.process_time()
    lines = file.read_bytes().split(b"\n")
    judge(lines, len(lines))
    return Start(imported, loaded, time.process_time())


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(first_batch(Path(sys.argv[1])))))
