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
from pipeline.demo.session import STOP, Session
from pipeline.demo.stream import END_MS, Stream
from pipeline.demo.tally import Tally
from pipeline.measure.evaluate import Scores

FRAME = 4  # a line and a blank on either side


def results(stream: Stream, tally: Tally, scores: Scores, rate: float | None) -> list[str]:
    """Return the lines about what was judged."""
    pace = f"{tally.deliveries / tally.seconds:,.0f} a second" if tally.seconds else "at once"
    paced = f" (paced by --rate {rate:g})" if rate else ""
    kinds = " · ".join(f"{kind} {count:,}" for kind, count in sorted(scores.kinds.items(), key=lambda item: -item[1]))
    return [
        f"{len(tally.final):,} documents in {tally.deliveries:,} deliveries, from {len(stream.files)} feed files",
        kinds,
        f"precision {scores.precision:.4f}: {scores.right_duplicates:,} of {scores.duplicates:,} duplicates are right",
        f"recall    {scores.recall:.4f}: {scores.found:,} of {scores.findable:,} copies were found",
        f"{pace}{paced}",
        f"from load to verdict: p50 {tally.latency_ms(50)} ms, p99 {tally.latency_ms(99)} ms",
    ]


def next_steps(session: Session) -> list[str]:
    """Return the lines that say what to type next."""
    first = [] if shutil.which("firstprint") else [f'export PATH="{Path(sys.executable).parent}:$PATH"']
    if not session.is_kept:
        return [
            *first,
            "firstprint scan feeds/           # your own files, without Kafka",
            "firstprint demo --keep           # this again, left running to look into",
            "firstprint topics apply --help   # your own Kafka: begins here",
        ]
    as_of = format_ms(END_MS)
    return [
        *first,
        f"cd {session.folder}",
        "firstprint status",
        "firstprint verdicts --kind near | head -1",
        "firstprint verdicts --digest | tail -1",
        f"firstprint scan feeds --as-of {as_of} --digest | tail -1   # the same digest, without Kafka",
        f"sh {session.folder / STOP}   # stops and removes all of it",
    ]


def print_box(console: Console, lines: list[str], steps: list[str]) -> None:
    """Print what came out in a box, and under it, to be copied whole, what to type next."""
    if not console.is_terminal:
        console.width = max(map(len, lines)) + FRAME
    console.print(Panel(Text("\n".join(lines)), title="Firstprint", box=ROUNDED, expand=False))
    console.print("Next:", *(f"  {step}" for step in steps), sep="\n", markup=False, soft_wrap=True)
