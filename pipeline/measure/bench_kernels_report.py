"""The comparison of kernels as a table of text and as JSON, which `firstprint plot kernels` draws.

Measures nothing.
"""

import json
from collections.abc import Iterator

import msgspec

from pipeline.measure.bench_kernels import KernelFigures
from pipeline.measure.plots_data import Kernel


def table_of(figures: KernelFigures) -> Iterator[str]:
    """Ours, each rival and how many times as fast ours is; then batch sizes and starts."""
    yield figures.machine
    yield f"{figures.documents:,} documents, medians of {figures.rounds} rounds in turn, batches of 256."
    yield ""
    for kernel in figures.kernels:
        yield from lines_of(kernel)
    for name, advice in figures.missing.items():
        yield f"{name}: not installed ({advice})"
    yield ""
    sizes = list(next(iter(figures.batch_sizes.values()), ()))
    yield f"{'a second, by batch size':28s}" + "".join(f"{size:>12,}" for size in sizes)
    for name, speeds in figures.batch_sizes.items():
        yield f"{name:28s}" + "".join(f"{speeds[size]:12,.0f}" for size in sizes)
    yield ""
    for name, start in figures.starts.items():
        parts = f"{start.imported:.2f} to import, {start.loaded - start.imported:.2f} to load the kernels"
        yield f"first batch {name}: {start.judged:.2f} s of CPU since the process began ({parts})"


def lines_of(kernel: Kernel) -> Iterator[str]:
    """A kernel and its rivals, the fastest first."""
    yield f"{kernel.name:28s}{kernel.ours:14,.0f} {kernel.unit}"
    for who, speed in sorted(kernel.rivals.items(), key=lambda one: -one[1]):
        yield f"  {who:26s}{speed:14,.0f}   ours is {kernel.ours / speed:,.2f} times as fast"


def json_of(figures: KernelFigures) -> str:
    """All figures, in the form that `plots_data.read_kernels` reads."""
    return json.dumps(msgspec.to_builtins(figures, str_keys=True), indent=1, ensure_ascii=False) + "\n"
