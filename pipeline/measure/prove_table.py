"""The long matrix as a Markdown table, and its place in the page of measurements.

Runs nothing.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from pipeline.measure.machine import machine
from pipeline.measure.prove_matrix import Row

HEADING = (
    "| input | H, N | on the way | digest equal | documents | deliveries | exempt | seconds |",
    "| --- | --- | --- | --- | ---: | ---: | --- | ---: |",
)
BEGIN, END = "<!-- prove: begin -->", "<!-- prove: end -->"
SECTION = "## Right"
BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
DIGEST_SHOWN = 12


def line_of(row: Row) -> str:
    """One row of the table."""
    how, compared = row.configuration, row.comparison
    trouble = how.trouble or "nothing"
    if row.killed_at:
        trouble += f" (at {', '.join(f'{count:,}' for count in row.killed_at)} verdicts)"
    counts = sorted(compared.exempt_counts.items())
    exempt = ", ".join(f"{count:,} {why}" for why, count in counts) or "none"
    digest, different = compared.digests[1][:DIGEST_SHOWN], len(compared.different)
    answer = f"yes, `{digest}`" if row.is_right else f"**no: {different:,} differ**"
    cells = (row.name, f"{how.homes}, {how.band_partitions}", trouble, answer, f"{len(compared.expected):,}")
    return f"| {' | '.join(cells)} | {row.deliveries:,} | {exempt} | {row.seconds:.0f} |"


def conclusion(rows: Sequence[Row]) -> list[str]:
    """What the rows say together."""
    equal = sum(row.is_right for row in rows)
    lines = [f"{equal} of {len(rows)} rows are equal to `scan`, byte by byte, beside the exempt documents."]
    ready = [row for row in rows if row.ready_s is not None]
    if ready:
        largest = max(len(row.comparison.expected) for row in ready)
        times = [row.ready_s or 0.0 for row in ready if len(row.comparison.expected) == largest]
        lines.append(
            f"After a stop in order, a worker with {largest:,} documents in its folder had its tables ready"
            f" {min(times):.1f} to {max(times):.1f} s after its start, joining the group included."
        )
    return lines


def write_table(page: Path, rows: Sequence[Row], notes: Sequence[str]) -> None:
    """Put the table between its markers in the page, which gets a section of its own when it has none."""
    text = page.read_text() if page.exists() else "# Measurements\n"
    table = [*HEADING, *map(line_of, rows)]
    block = "\n".join([BEGIN, "", machine(), "", *table, "", *(f"- {note}" for note in notes), "", END])
    if not BLOCK.search(text):
        text = f"{text.rstrip()}\n\n{SECTION}\n\n{BEGIN}{END}\n"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(BLOCK.sub(lambda _: block, text))
