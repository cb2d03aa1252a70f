"""The experiments of the measurement article (seed C), made again on our own generator, one after the other.

Prints nothing: each experiment comes as figures with the tables that show them. None decides whether a figure is good.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from pipeline.measure import seed_c_article as article
from pipeline.measure.seed_c_bands import sweep_splits
from pipeline.measure.seed_c_boilerplate import SHARES, measure_boilerplate
from pipeline.measure.seed_c_corpus import Labelled, Shape, corpus_of, sets_of
from pipeline.measure.seed_c_demo import run_demo
from pipeline.measure.seed_c_edits import compare_edits
from pipeline.measure.seed_c_report import (
    boilerplate_table,
    demo_table,
    edits_summary,
    edits_table,
    seeds_table,
    simhash_table,
    sweep_table,
    trials_table,
)
from pipeline.measure.seed_c_report_bands import scale_table, splits_table
from pipeline.measure.seed_c_scale import run_scale_apart
from pipeline.measure.seed_c_scores import Called
from pipeline.measure.seed_c_simhash import compare_simhashes
from pipeline.measure.seed_c_slots import SLOTS, one_pair, seed_sets, sweep_slots
from pipeline.measure.seed_c_table import Table


@dataclass(frozen=True)
class Sizes:
    """The corpora of the experiments; numbers of seed sets (odd for boilerplate) and of trials."""

    demo: Shape
    study: Shape
    splits: Shape
    scale: Shape
    seeds: int = 10
    boilerplate_seeds: int = 5
    trials: int = 4_000

    @property
    def sentence(self) -> str:
        """What was run on how many documents."""
        sizes = (self.demo, self.study, self.splits, self.scale)
        demo, study, splits, scale = (f"{shape.documents:,}" for shape in sizes)
        return f"Demo {demo} documents, edits to boilerplate {study}, bands {splits}, large run {scale}."


FULL = Sizes(Shape(250, 500), Shape(300, 700), Shape(1_000, 2_000), Shape(10_000, 20_000))
QUICK = replace(FULL, study=Shape(100, 250), splits=Shape(300, 600), scale=Shape(1_000, 2_000), trials=1_000)


@dataclass(frozen=True)
class Experiment:
    """A name, plain figures that JSON has, the article's, and the tables that show both."""

    name: str
    figures: Any
    article: Any
    tables: list[Table]


def experiments(sizes: Sizes = FULL) -> Iterator[Experiment]:
    """Yield every experiment when it is done: a minute or two at full size, under one when quick."""
    run_demo(corpus_of(Shape(20, 40)), rounds=1)  # compiles and warms the kernels
    demo = run_demo(corpus_of(sizes.demo))
    yield Experiment("demo", plain(demo), [row._asdict() for row in article.DEMO], [demo_table(demo)])
    yield from studies(corpus_of(sizes.study), sizes)
    splits = sweep_splits(sets_of(sizes.splits), range(1, sizes.seeds + 1))
    theirs: dict[str, Any] = {
        "candidates": named(article.SPLIT_CANDIDATES),
        "recall": named(article.SPLIT_RECALL),
        "ms": named(article.SPLIT_MS),
        "pairwise_ms": article.PAIRWISE_MS,
        "exact_ms": article.EXACT_MS,
    }
    yield Experiment("bands", plain(splits), theirs, [splits_table(splits)])
    scale = run_scale_apart(sizes.scale, range(1, sizes.seeds + 1))
    yield Experiment("scale", plain(scale), article.SCALE, [scale_table(scale)])


def studies(corpus: Labelled, sizes: Sizes) -> Iterator[Experiment]:
    """Yield the experiments that share the article's middle corpus."""
    edits = compare_edits(corpus)
    yield Experiment("edits", plain(edits), article.EDITS, [edits_table(edits), edits_summary(edits)])
    sweep = sweep_slots(corpus)
    theirs: dict[str, Any] = {"0.3": article.SWEEP_AT_03, "0.5": article.SWEEP_AT_05}
    yield Experiment("slots", plain(sweep), theirs, [sweep_table(sweep)])
    sets = [seed_sets(corpus, range(1, sizes.seeds + 1), slots) for slots in SLOTS]
    trials = one_pair(sizes.trials)
    figures = {"sets": sets, "one_pair": trials}
    yield Experiment("seeds", plain(figures), plain(article.SEEDS), [seeds_table(sets), trials_table(trials)])
    simhashes = compare_simhashes(corpus)
    yield Experiment("simhash", plain(simhashes), article.SIMHASH, [simhash_table(simhashes)])
    seeds = range(1, sizes.boilerplate_seeds + 1)
    shared = [measure_boilerplate(corpus, share, seeds) for share in SHARES]
    theirs = {"false_per_true": article.FALSE_PER_TRUE}
    yield Experiment("boilerplate", plain({"shares": shared}), plain(theirs), [boilerplate_table(shared)])


def plain(value: Any) -> Any:
    """Figures as values that JSON has, shares included."""
    if isinstance(value, Called):
        shares = {name: round(getattr(value, name), 6) for name in ("recall", "precision", "f1")}
        return {"positives": value.positives, "found": value.found, "false": value.false, **shares}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def named(figures: dict[tuple[int, int], Any]) -> dict[str, Any]:
    """Figures by bands and rows, with keys that JSON has."""
    return {f"{bands}x{rows}": value for (bands, rows), value in figures.items()}
