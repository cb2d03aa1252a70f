"""What the kernels are measured on: documents, their shingle sets and sketches, pairs that share a band key.

Times nothing. All of it is made before the clock runs, by the kernels themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from pipeline.kernels.bands import band_keys
from pipeline.kernels.index import POSTING, BandIndex, Postings
from pipeline.kernels.sketch import sketch
from pipeline.measure.bench_kernels_texts import SCRIPTS
from pipeline.measure.corpus import START_MS, generate
from pipeline.methods.shingles import word_shingles
from pipeline.profile import PROFILES

PROFILE: Final = PROFILES["seed-c"]
BATCH: Final = 256
IN_SCRIPT: Final = 2_000  # documents of each other script, which are all different
MOST_PAIRS: Final = 100_000
CHUNK: Final = 4_096  # documents whose sets are made together


@dataclass(frozen=True)
class Inputs:
    """`lines` are documents as JSON, `texts` their texts, `scripts` texts of other scripts by name.

    Set i is values[offsets[i]:offsets[i + 1]] (sorted distinct uint32; int64[n + 1]); `sketches` uint32[n, slots],
    `keys` uint64[n, bands] and `postings` POSTING[n] are a row a document. `pairs` int64[p, 2] share a band key.
    """

    lines: list[bytes]
    texts: list[str]
    scripts: dict[str, list[str]]
    values: npt.NDArray[np.uint32]
    offsets: npt.NDArray[np.int64]
    sketches: npt.NDArray[np.uint32]
    keys: npt.NDArray[np.uint64]
    postings: Postings
    pairs: npt.NDArray[np.int64]

    @property
    def documents(self) -> int:
        """How many there are."""
        return len(self.lines)


class Text(msgspec.Struct):
    """The field of a document's line that is compared."""

    text: str


def make_inputs(documents: int) -> Inputs:
    """Generate the corpus, some 4,000 documents a second, and what each kernel takes."""
    lines = [document.to_json() for document in generate(documents)]
    texts = [text_of(line) for line in lines]
    parts = [word_shingles(texts[part], PROFILE.shingle_words) for part in cut(documents, CHUNK)]
    values = np.concatenate([part.values for part in parts])
    offsets = np.append(0, np.cumsum(np.concatenate([part.sizes for part in parts]))).astype(np.int64)
    sketches = sketch(values, offsets, PROFILE.slots)
    keys = band_keys(sketches, PROFILE.bands, PROFILE.rows)
    postings = postings_of(documents)
    return Inputs(
        lines=lines,
        texts=texts,
        scripts={name: [write(i) for i in range(min(documents, IN_SCRIPT))] for name, write in SCRIPTS.items()},
        values=values,
        offsets=offsets,
        sketches=sketches,
        keys=keys,
        postings=postings,
        pairs=pairs_of(keys, postings),
    )


def text_of(line: bytes) -> str:
    """Decode the text alone, which is as fast as Python can."""
    return msgspec.json.decode(line, type=Text).text


def cut(items: int, size: int) -> Iterator[slice]:
    """Slices of so many items that cover them all."""
    return (slice(start, min(start + size, items)) for start in range(0, items, size))


def postings_of(documents: int) -> Postings:
    """Postings of documents that were seen second by second, in this order."""
    postings = np.zeros(documents, POSTING)
    postings["number"] = np.arange(documents)
    postings["seen"] = postings["time"] = START_MS + 1_000 * np.arange(documents)
    return postings


def new_index(documents: int) -> BandIndex:
    """An empty index with room for so many documents, as rivals' and prototypes' have it."""
    return BandIndex([PROFILE.bucket_cap] * PROFILE.bands, PROFILE.window_ms, documents)


def pairs_of(keys: npt.NDArray[np.uint64], postings: Postings) -> npt.NDArray[np.int64]:
    """At most MOST_PAIRS (later, earlier) places of documents that meet, int64[p, 2]."""
    askers, numbers = new_index(len(keys)).meet(keys, postings, 0)
    return np.stack([askers, numbers.astype(np.int64)], 1)[:MOST_PAIRS].astype(np.int64)
