"""The article's large run: 100,000 documents, 42 bands of 3 rows, with what they cost in time and memory.

Keeps no texts. Several seed sets are run, since the candidates of one hang on luck; the article's is one of them.
"""

import multiprocessing
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipeline.columns import MAX_DOCUMENTS
from pipeline.kernels.index import POSTING, BandIndex
from pipeline.measure.seed_c_bands import Joined, SplitFigures, figures_of, join, join_bands
from pipeline.measure.seed_c_clock import timed
from pipeline.measure.seed_c_corpus import Shape, sets_of
from pipeline.methods import AffineMinHash, Banding, Candidates, FastSimilaritySketch
from pipeline.profile import DEFAULT

BANDING = Banding(42, 3)


@dataclass(frozen=True)
class Scale:
    """`first` is the first seed set, `all` all of them, `fast` the pipeline's sketch, `index` with its index besides.

    `signed_ms` is the time of signing once; `memory_mb` the largest resident set of the process up to the end of the
    first run, the generator's included.
    """

    documents: int
    positives: int
    pairs: int
    seeds: int
    first: Joined
    all: SplitFigures
    fast: Joined
    index: Joined
    signed_ms: float
    memory_mb: float


def run_scale(shape: Shape, seeds: Sequence[int]) -> Scale:
    """Join the bands of a large corpus with every seed set, and with the pipeline's sketch."""
    corpus = sets_of(shape)
    signatures, signed_ms = timed(lambda: AffineMinHash(128, seeds[0]).sign(corpus.sets), 1)
    runs = [join_bands(corpus, signatures, BANDING)]
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    runs += [join_bands(corpus, AffineMinHash(128, seed).sign(corpus.sets), BANDING) for seed in seeds[1:]]
    sketches = FastSimilaritySketch(128).sign(corpus.sets)
    fast = join_bands(corpus, sketches, BANDING)
    index = join(corpus, sketches, from_index(sketches))
    together = figures_of(corpus, BANDING, runs)
    sizes = len(corpus.families), corpus.positives, corpus.pairs, len(seeds)
    return Scale(*sizes, runs[0], together, fast, index, signed_ms, memory_mb)


def from_index(signatures: npt.NDArray[np.uint32]) -> Iterator[Candidates]:
    """Candidates of the pipeline's index, with its cap: documents come 256 at a time, look up, and post."""
    index = BandIndex([DEFAULT.bucket_cap] * BANDING.bands, DEFAULT.window_ms)
    for start in range(0, len(signatures), MAX_DOCUMENTS):
        keys = BANDING.keys(signatures[start : start + MAX_DOCUMENTS])
        postings = np.zeros(len(keys), POSTING)
        postings["number"] = postings["time"] = np.arange(start, start + len(keys))
        askers, numbers = index.meet(keys, postings, 0)
        yield Candidates(numbers.astype(np.int32), askers + np.int32(start))


def run_scale_apart(shape: Shape, seeds: Sequence[int]) -> Scale:
    """Do so in a process of its own, so that its memory is its own; a small run first warms the kernels."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(run_scale, Shape(20, 40), seeds[:1]).result()
        return pool.submit(run_scale, shape, seeds).result()
