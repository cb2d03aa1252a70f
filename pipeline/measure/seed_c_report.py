"""The tables of the article's experiments, our figure beside the article's, and why they differ.

Measures nothing; the two tables about bands are in `seed_c_report_bands`.
"""

from pipeline.measure import seed_c_article as article
from pipeline.measure import seed_c_notes as notes
from pipeline.measure.seed_c_boilerplate import Boilerplate
from pipeline.measure.seed_c_demo import Demo
from pipeline.measure.seed_c_edits import EditFigures
from pipeline.measure.seed_c_simhash import SimHashes
from pipeline.measure.seed_c_slots import SeedSets, Sweep, Trials
from pipeline.measure.seed_c_table import NONE, Table, of_ms, share, whole


def demo_table(demo: Demo) -> Table:
    """All eight rows of the demo."""
    rows = [
        (
            one.method,
            of_ms(one.ms),
            of_ms(theirs.ms),
            share(one.called.precision),
            share(theirs.precision),
            share(one.called.recall),
            share(theirs.recall),
            whole(one.called.flagged),
            whole(theirs.flagged),
        )
        for one, theirs in zip(demo.rows, article.DEMO, strict=True)
    ]
    head = ("method", "ms", "article", "precision", "article", "recall", "article", "flagged", "article")
    return Table(
        f"The demo: {demo.documents:,} documents, {demo.positives:,} labelled pairs of {demo.pairs:,}",
        head,
        rows,
        notes.DEMO,
    )


def edits_table(figures: EditFigures) -> Table:
    """What each edit costs, and the recall of each method at its best threshold."""
    methods = list(figures.methods.values())
    rows = [
        (kind.replace("_", " "), share(mean), share(least), *(share(one.recalls[kind]) for one in methods))
        for kind, (mean, least) in figures.jaccard.items()
    ]
    blank = ("", "")
    thresholds = (NONE if one.threshold is None else f"{one.threshold:.3g}" for one in methods)
    rows += [
        ("best threshold", *blank, *thresholds),
        ("F1 over all pairs", *blank, *(share(one.called.f1) for one in methods)),
        ("false pairs", *blank, *(whole(one.called.false) for one in methods)),
    ]
    return Table(
        "Recall by edit, each method at the threshold with its best F1",
        ("edit", "mean Jaccard", "least", *figures.methods),
        rows,
        notes.EDITS,
    )


def edits_summary(figures: EditFigures) -> Table:
    """The figures about edits that the article states."""
    theirs, methods = article.EDITS, figures.methods
    simhash = methods["SimHash 64"]
    copies = min(least for kind, (_, least) in figures.jaccard.items() if kind != "two copies")
    large = min(simhash.recalls[kind] for kind in ("reordered", "five_percent", "half_appended", "two copies"))
    rows = [
        ("unrelated pairs, mean Jaccard", share(figures.others[0]), share(theirs["unrelated_mean"])),
        ("unrelated pairs, largest", share(figures.others[2]), share(theirs["unrelated_most"])),
        ("original and copy, least Jaccard", share(copies), share(theirs["duplicates_from"])),
        ("any labelled pair, least Jaccard", share(min(one[1] for one in figures.jaccard.values())), NONE),
        ("exact Jaccard at 0.5, recall", share(1 - figures.below), share(theirs["recall_exact_at_half"])),
        ("raw digest, recall", share(methods["digest, raw"].called.recall), share(theirs["recall_raw"])),
        (
            "normalised digest, recall",
            share(methods["digest, normalised"].called.recall),
            share(theirs["recall_normalised"]),
        ),
        ("MinHash 128, best F1", share(methods["MinHash 128"].called.f1), share(theirs["f1_minhash"])),
        ("SimHash 64, best F1", share(simhash.called.f1), share(theirs["f1_simhash"])),
        ("SimHash 64, false pairs there", whole(simhash.called.false), whole(theirs["false_simhash"])),
        ("SimHash 64, recall of large edits", share(large), f"about {theirs['recall_simhash_large_edits']}"),
    ]
    return Table(
        "Similarity and the best of each method",
        ("figure", "ours", "article"),
        rows,
        notes.SIMILARITY,
    )


def sweep_table(sweep: Sweep) -> Table:
    """Recall and precision by the number of slots."""
    rows = [
        (
            name if not name.isdecimal() else f"MinHash {name}",
            *(cell for one in found for cell in (share(one.recall), share(one.precision))),
            share(sweep.best[name].f1),
            share(article.SWEEP_AT_03.get(name)),
            share(article.SWEEP_AT_05.get(name)),
        )
        for name, found in sweep.rows.items()
    ]
    heads = [cell for one in sweep.thresholds for cell in (f"recall at {one}", "precision")]
    return Table(
        "Slots of MinHash and thresholds",
        ("method", *heads, "best F1", "article at 0.3", "article at 0.5"),
        rows,
        notes.SWEEP,
    )


def seeds_table(sets: list[SeedSets]) -> Table:
    """Ten seed sets at each number of slots."""
    theirs = article.SEEDS["mean_absolute"]
    rows = [
        (
            str(one.slots),
            share(one.rmse),
            share(one.theory),
            f"{one.ratio:.3f} +- {one.error:.3f}",
            spread(one.labelled),
            spread(one.drawn),
            share(theirs.get(one.slots)),
            f"{one.worst_over_best:.2f}",
            spread(one.recalls),
        )
        for one in sets
    ]
    head = ("slots", "RMSE", "sqrt(J(1-J)/P)", "ratio", "MAE labelled", "MAE all pairs", "article", "worst / best")
    return Table(
        "Seed sets: error over labelled pairs against theory, luckiest and unluckiest set",
        (*head, "recall at 0.3"),
        rows,
        notes.SEEDS,
    )


def trials_table(found: Trials) -> Table:
    """One pair, many seeds."""
    theirs = article.SEEDS
    rows = [
        ("bias", f"{found.bias:+.4f}", f"{theirs['bias']:+.4f}"),
        ("RMSE", share(found.rmse), share(theirs["rmse"])),
        ("sqrt(J(1-J)/P)", share(found.theory), share(theirs["theory"])),
    ]
    trials = f"{found.trials:,} seeds (article {theirs['trials']:,})"
    title = f"One pair of similarity {found.similarity}, 128 slots, {trials}"
    error = share(found.theory / found.trials**0.5)
    return Table(title, ("figure", "ours", "article"), rows, notes.TRIALS.format(error=error))


def simhash_table(found: SimHashes) -> Table:
    """Widths and weights of SimHash."""
    theirs = {64: share(article.SIMHASH["f1_64"]), 128: article.SIMHASH["f1_128"]}
    rows = [
        (
            f"{one.words} word{'s' * (one.words > 1)}, {one.bits} bits, {'TF' if one.weights == 'tf' else 'none'}",
            str(one.distance),
            share(one.best.recall),
            share(one.best.precision),
            whole(one.best.false),
            share(one.best.f1),
            theirs[one.bits] if one.words > 1 else NONE,
        )
        for one in found.rows
    ]
    said = {True: "changes no count at any distance", False: "changes the counts"}
    repeats = [
        f"Features of {words} word{'s' * (words > 1)}: {found.repeated[words]:.2%} of them are repeats within their"
        f" document, and term frequency {said[equal]}."
        for words, equal in found.equal_at_every_distance.items()
    ]
    head = ("features, width, weights", "distance", "recall", "precision", "false", "best F1", "article")
    return Table(
        "SimHash: 64 and 128 bits, term frequency and none", head, rows, "\n\n".join([*repeats, notes.SIMHASH])
    )


def boilerplate_table(found: list[Boilerplate]) -> Table:
    """Shared text and thresholds."""
    rows = [
        (
            f"{one.share:.0%}",
            share(one.others[0]),
            share(one.others[1]),
            share(one.fixed.recall),
            share(one.fixed.precision),
            f"{one.fixed.false_per_true:.1f} ({one.false_per_true[0]:.1f}-{one.false_per_true[1]:.1f})",
            article.FALSE_PER_TRUE.get(one.share, NONE),
            f"{one.above.false_per_true:.1f} at {one.threshold}",
            f"{one.best.f1:.4f} at {one.best_at:.2f}",
            f"{one.stripped.recall:.4f} / {one.stripped.precision:.4f}",
        )
        for one in found
    ]
    head = ("boilerplate", "unrelated mean", "p99", "recall at 0.3", "precision", "false per true (range)", "article")
    return Table(
        "Boilerplate: one block above every document; MinHash 128",
        (*head, "exact, above p99: false per true", "best F1", "stripped, 0.3: recall / precision"),
        rows,
        notes.BOILERPLATE,
    )


def spread(ends: tuple[float, float]) -> str:
    """Least and most."""
    return f"{ends[0]:.4f}-{ends[1]:.4f}"
