"""The box at the end: what was judged, how well, how fast, and what to type next.

Only words; the counting is `tally`'s and the scoring `pipeline.measure.evaluate`'s.
"""

import shutil
import sys
from pathlib import Path

from rich.box import ROUNDED
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from pipeline.dates import format_ms
from pipeline.demo.session import Session
from pipeline.demo.stream import END_MS, Stream
from pipeline.demo.tally import Tally
from pipeline.measure.evaluate import Scores

FRAME = 4  # a line and a blank on either side


def results(stream: Stream, tally: Tally, scores: Scores, rate: float | None) -> list[str]:
    """Return the lines about what was judged."""
    pace = f"{tally.deliveries / tally.seconds:,.0f} a second" if tally.seconds else "at once"
    paced = f" (--rate {rate:g} at most)" if rate else ""
    kinds = " · ".join(f"{kind} {count:,}" for kind, count in sorted(scores.kinds.items(), key=lambda item: -item[1]))
    return [
        f"{len(tally.final):,} documents in {tally.deliveries:,} deliveries, from {len(stream.files)} feed files",
        kinds,
        f"precision {scores.precision:.4f}: {scores.right_duplicates:,} of {scores.duplicates:,} duplicates are right",
        f"recall    {scores.recall:.4f}: {scores.found:,} of {scores.findable:,} copies were found",
        f"{pace}{paced}; from load to verdict p50 {tally.latency_ms(50)} ms, p99 {tally.latency_ms(99)} ms",
    ]


def next_steps(session: Session) -> list[str]:
    """Return the lines that say what to type next."""
    first = [] if shutil.which("firstprint") else [f'export PATH="{Path(sys.executable).parent}:$PATH"']
    if not session.is_kept:
        return [
            *first,
            "firstprint scan feeds/           judge your own files (feeds, JSON lines), without Kafka",
            "firstprint demo --keep           the same again, left running to look into",
            "firstprint topics apply --help   on your own Kafka: topics, then worker, load, verdicts",
        ]
    pids = " ".join(str(child.pid) for child in reversed(session.children))
    as_of = format_ms(END_MS)
    return [
        *first,
        f"cd {session.folder}",
        "firstprint status",
        "firstprint verdicts --kind near | head -1",
        "firstprint verdicts --digest | tail -1",
        f"firstprint scan feeds --as-of {as_of} --digest | tail -1    the same digest, without Kafka",
        f"kill {pids} && rm -r {session.folder}    stops and removes it",
    ]


def print_box(console: Console, lines: list[str], steps: list[str]) -> None:
    """Print both in a box: on a terminal as wide as that allows, elsewhere as wide as the longest line needs."""
    body = [*lines, "", "Next:", *(f"  {step}" for step in steps)]
    if not console.is_terminal:
        console.width = max(map(len, body)) + FRAME
    console.print(Panel(Text("\n".join(body)), title="Firstprint", box=ROUNDED, expand=False))
