"""Play many histories and count those that differ: `python -m tests.model.play_many FIRST END STEP`.

Writes how many were played and how many of them differed; the first that did is shown on stderr. For `./run prove`,
whose processes take seeds in turn; the test of the same is `test_model.py`.
"""

import sys
import traceback
from collections.abc import Iterable

from tests.model.check import describe, play
from tests.model.histories import history_of


def count_different(seeds: Iterable[int]) -> tuple[int, int]:
    """Play the histories of these seeds; return how many there were, and how many differ or fail."""
    played = different = 0
    for seed in seeds:
        played += 1
        fault = fault_of(seed, in_full=not different)
        if fault is not None:
            different += 1
            sys.stderr.write(f"history {seed}: {fault}\n")
    return played, different


def fault_of(seed: int, *, in_full: bool) -> str | None:
    """Return what is wrong with a history, None when nothing is; in full after making it small."""
    history = history_of(seed)
    try:
        different = play(history).different
    except Exception:  # noqa: BLE001  # whatever it is, the history went wrong and is counted
        return traceback.format_exc()
    if not different:
        return None
    return describe(history) if in_full else f"{history.kind}: {', '.join(different)}"


if __name__ == "__main__":
    sys.stdout.write(" ".join(map(str, count_different(range(*map(int, sys.argv[1:]))))))
