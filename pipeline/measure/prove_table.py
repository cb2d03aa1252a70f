"""The long matrix as a Markdown table, printed and written row by row, and what is wrong with it.

Runs nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from pipeline.measure.evaluate import Scores
from pipeline.measure.machine import machine
from pipeline.measure.prove_matrix import Row
from pipeline.measure.prove_model import ModelRow

HEADING = (
    "| input | H, N | on the way | digest equal | documents | deliveries | exempt | seconds |",
    "| --- | --- | --- | --- | ---: | ---: | --- | ---: |",
)
BEGIN, END = "<!-- prove: begin -->", "<!-- prove: end -->"
SECTION = "## Right"
BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
DIGEST_SHOWN = 12
LEAST_RECALL, LEAST_PRECISION = 0.990, 1.0  # of generated documents, whose families are known


@dataclass
class Report:
    """The rows so far, sentences about the inputs, and what failed; kept in a file, if there is one, as it grows."""

    out: Path | None = None
    rows: list[Row] = field(default_factory=list)
    models: list[ModelRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Print the heading."""
        click.echo("\n".join(HEADING))

    def add(self, row: Row) -> None:
        """Print a row, and every difference."""
        self.rows.append(row)
        click.echo(line_of(row))
        if not row.is_right:
            self.faults.append(row.fault)
            click.echo(row.describe(), err=True)
        self.write()

    def add_model(self, row: ModelRow) -> None:
        """Print the row of the model."""
        self.models.append(row)
        click.echo(line_of_model(row))
        if not row.is_right:
            self.faults.append(row.fault)
        self.write()

    def rate(self, name: str, scores: Scores) -> None:
        """Note how good the verdicts on an input are whose truth is known."""
        found = f"recall {scores.recall:.4f} ({scores.found:,} of {scores.findable:,} copies)"
        right = f"precision {scores.precision:.4f} ({scores.right_duplicates:,} of {scores.duplicates:,} duplicates)"
        self.notes.append(f"{name}, against the families: {found}, {right}.")
        if scores.recall < LEAST_RECALL:
            self.faults.append(f"{name}: recall {scores.recall:.4f} is less than {LEAST_RECALL:.3f}")
        if scores.precision < LEAST_PRECISION:
            self.faults.append(f"{name}: precision {scores.precision:.4f} is less than 1")

    def end(self) -> bool:
        """Print the conclusion, whose last line names what failed; return whether nothing did."""
        if not self.rows and not self.models:
            self.faults.append("nothing was run")
        click.echo("\n" + "\n".join([*self.sentences(), self.verdict()]))
        return not self.faults

    def sentences(self) -> list[str]:
        """What the rows say together, and the notes."""
        return [*conclusion(self.rows), *self.notes]

    def verdict(self) -> str:
        """Say what failed."""
        return f"Failed: {'; '.join(self.faults)}." if self.faults else "Nothing failed."

    def write(self) -> None:
        """Put what there is into the file."""
        if self.out is not None:
            lines = [*map(line_of, self.rows), *map(line_of_model, self.models)]
            write_table(self.out, lines, [*self.sentences(), *(f"Failed: {fault}." for fault in self.faults)])


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


def line_of_model(row: ModelRow) -> str:
    """The row of the model, whose histories draw everything by chance."""
    answer = "yes" if row.is_right else f"**no: {row.different:,} of {row.played:,} differ**"
    cells = ("model of the algorithm", "drawn", "crashes, moves, zombies, repeats, order", answer)
    return f"| {' | '.join(cells)} | {row.histories:,} histories | | | {row.seconds:.0f} |"


def conclusion(rows: Sequence[Row]) -> list[str]:
    """What the rows say together; nothing when there is none."""
    if not rows:
        return []
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


def write_table(page: Path, lines: Sequence[str], notes: Sequence[str]) -> None:
    """Put the table between its markers in the page, which gets a section of its own when it has none."""
    text = page.read_text() if page.exists() else "# Measurements\n"
    table = [*HEADING, *lines]
    block = "\n".join([BEGIN, "", machine(), "", *table, "", *(f"- {note}" for note in notes), "", END])
    if not BLOCK.search(text):
        text = f"{text.rstrip()}\n\n{SECTION}\n\n{BEGIN}{END}\n"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(BLOCK.sub(lambda _: block, text))
