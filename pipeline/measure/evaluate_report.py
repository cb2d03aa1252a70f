"""Scores of labelled sets as a table of lines for people, and as plain values for programs.

Computes nothing but shares; prints nothing.
"""

from typing import Any

from pipeline.measure.evaluate_sets import SetScores, Tally
from pipeline.measure.wilson import Share

WIDTH = 26  # of the first column
HEAD = f"{'':<{WIDTH}}{'labelled':>9}{'found':>8}{'false':>7}  {'recall (95 %)':<22}{'precision (95 %)':<22}F1"
LABEL_HEAD = f"{'label':<{WIDTH}}{'pairs':>9}{'called':>8}{'met':>7}  counts"
COUNTS = {"duplicate": "when found", "different": "as false when called", "neutral": "neither for nor against"}


def table_of(scores: SetScores) -> list[str]:
    """The scores of a set as lines."""
    refused = f", {len(scores.refused):,} refused" if scores.refused else ""
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(scores.kinds.items())) or "none"
    candidates = f"{scores.candidates_per_document:.2f} candidates"
    lines = [
        f"{scores.name}: {scores.documents:,} documents{refused}, {candidates} a document; pairs verified: {kinds}",
        HEAD,
        row_of("all", scores.all),
        *(row_of(f"shingles {name}", tally) for name, tally in scores.lengths.items()),
        *(row_of(f"script {name}", tally) for name, tally in sorted(scores.scripts.items())),
    ]
    if scores.labels:
        lines.append(LABEL_HEAD)
    for label, one in sorted(scores.labels.items()):
        counts = f"{one.pairs:>9,}{one.called:>8,}{one.candidates:>7,}"
        lines.append(f"{label:<{WIDTH}}{counts}  {COUNTS[one.wish]}")
    return lines


def row_of(name: str, tally: Tally) -> str:
    """A line of the table."""
    counts = f"{tally.labelled:>9,}{tally.right:>8,}{tally.wrong:>7,}"
    f1 = "-" if tally.f1 is None else f"{tally.f1:.3f}"
    return f"{name:<{WIDTH}}{counts}  {interval(tally.recall):<22}{interval(tally.precision):<22}{f1}"


def interval(one: Share) -> str:
    """A share with its interval; a dash where nothing was asked."""
    return "-" if one.value is None else f"{one.value:.3f} ({one.low:.3f}-{one.high:.3f})"


def values_of(scores: SetScores) -> dict[str, Any]:
    """The scores of a set as values that JSON has."""
    return {
        "set": scores.name,
        "documents": scores.documents,
        "refused": dict(scores.refused),
        "candidates": scores.candidates,
        "candidates_per_document": round(scores.candidates_per_document, 4),
        "kinds": dict(sorted(scores.kinds.items())),
        **figures_of(scores.all),
        "labels": {
            label: {"counts": one.wish, "pairs": one.pairs, "called": one.called, "candidates": one.candidates}
            for label, one in sorted(scores.labels.items())
        },
        "lengths": {name: figures_of(tally) for name, tally in scores.lengths.items()},
        "scripts": {name: figures_of(tally) for name, tally in sorted(scores.scripts.items())},
        "mistakes": [
            {
                "what": one.what,
                "a": one.pair[0],
                "b": one.pair[1],
                "label": one.label,
                "kind": one.kind,
                "similarity": round(one.similarity, 4),
                "candidate": one.was_candidate,
            }
            for one in scores.mistakes
        ],
    }


def figures_of(tally: Tally) -> dict[str, Any]:
    """Counts, recall and precision with their intervals, and F1."""
    return {
        "labelled": tally.labelled,
        "found": tally.right,
        "false": tally.wrong,
        "recall": rounded(tally.recall),
        "precision": rounded(tally.precision),
        "f1": None if tally.f1 is None else round(tally.f1, 4),
    }


def rounded(one: Share) -> dict[str, float] | None:
    """A share and the ends of its interval, None where nothing was asked."""
    if one.value is None:
        return None
    return {"value": round(one.value, 4), "low": round(one.low, 4), "high": round(one.high, 4)}
