"""The tables of the article's two experiments with bands, our figure beside the article's, and why they differ.

Measures nothing; the other tables are in `seed_c_report`.
"""

from pipeline.measure import seed_c_article as article
from pipeline.measure import seed_c_notes as notes
from pipeline.measure.seed_c_bands import Splits
from pipeline.measure.seed_c_scale import Scale
from pipeline.measure.seed_c_table import NONE, Table, of_ms, share, whole


def splits_table(splits: Splits) -> Table:
    """Bands times rows."""
    rows = [
        (
            f"{one.bands} x {one.rows}",
            whole(one.candidates[1]),
            f"{one.candidates[0]:,}-{one.candidates[2]:,}",
            whole(article.SPLIT_CANDIDATES.get(key)),
            share(one.met),
            share(one.theory),
            share(one.recall),
            share(article.SPLIT_RECALL.get(key)),
            share(one.precision),
            of_ms(one.build_ms),
            of_ms(one.verify_ms),
            of_ms(article.SPLIT_MS.get(key)),
        )
        for one in splits.rows
        for key in [(one.bands, one.rows)]
    ]
    blank = (NONE,) * 8
    rows += [
        ("all pairs, estimated", whole(splits.pairs), *blank, of_ms(splits.pairwise_ms), of_ms(article.PAIRWISE_MS)),
        ("all pairs, exact", whole(splits.pairs), *blank, of_ms(splits.exact_ms), of_ms(article.EXACT_MS)),
    ]
    head = ("bands x rows", "candidates", "range", "article", "met", "theory", "recall", "article", "precision")
    return Table(
        f"Bands and rows: {splits.documents:,} documents, verified at 0.3, medians over seed sets",
        (*head, "build ms", "verify ms", "article, both"),
        rows,
        notes.SPLITS,
    )


def scale_table(found: Scale) -> Table:
    """The large run."""
    theirs = article.SCALE
    runs = found.first, found.fast, found.index
    rows = [
        ("candidates", *(whole(one.candidates) for one in runs), whole(theirs["candidates"])),
        ("labelled pairs that met", *(share(one.met / max(found.positives, 1)) for one in runs), NONE),
        ("flagged", *(whole(one.called.flagged) for one in runs), whole(theirs["flagged"])),
        ("recall", *(share(one.called.recall) for one in runs), share(theirs["recall"])),
        ("precision", *(share(one.called.precision) for one in runs), share(theirs["precision"])),
        ("build ms", *(of_ms(one.build_ms) for one in runs), of_ms(theirs["build_ms"])),
        ("verify ms", *(of_ms(one.verify_ms) for one in runs), of_ms(theirs["verify_ms"])),
        ("memory, MB", whole(found.memory_mb), NONE, NONE, whole(theirs["memory_mb"])),
    ]
    several = found.all
    least, middle, most = several.candidates
    title = f"{found.documents:,} documents, {found.positives:,} labelled pairs of {found.pairs:,}, 42 x 3"
    return Table(
        title,
        ("figure", "classic, first seed set", "fast sketch", "fast sketch, index", "article (100,000)"),
        rows,
        notes.SCALE.format(
            seeds=found.seeds,
            met=several.met,
            theory=several.theory,
            error=several.error,
            away=several.errors_away,
            least=least,
            median=middle,
            most=most,
            signed=of_ms(found.signed_ms),
        ),
    )
