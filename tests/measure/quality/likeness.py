"""Jaccard similarities of a set's documents, by the product's own shingles and without its bands."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pipeline.kernels.text import fold, shingle_texts
from pipeline.measure.quality.labelled import Pair, QualitySet


class Likeness:
    """The exact Jaccard similarity and the containment of any two documents of a set."""

    def __init__(self, quality_set: QualitySet) -> None:
        """Shingle all texts and count the intersections through an inverted index."""
        texts = [fold(document.text or "").lower().encode() for document in quality_set.documents]
        offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64)
        shingled = shingle_texts(np.frombuffer(b"".join(texts), np.uint8), offsets, 5)
        self.sizes = np.diff(shingled.offsets)
        self.tokens = shingled.tokens
        self.shared = _intersections(shingled.values, np.repeat(np.arange(len(texts)), self.sizes), len(texts))
        self._places = {document.id: place for place, document in enumerate(quality_set.documents)}
        self._pairs = quality_set.pairs

    def of(self, pair: Pair) -> float:
        """The Jaccard similarity of a pair."""
        return float(self.jaccard[self._places[pair.a], self._places[pair.b]])

    def contained(self, pair: Pair) -> float:
        """The share of the shorter document's shingles that the longer one has."""
        a, b = self._places[pair.a], self._places[pair.b]
        return float(self.shared[a, b] / min(self.sizes[a], self.sizes[b]))

    @cached_property
    def jaccard(self) -> npt.NDArray[np.float64]:
        """All similarities; two texts without shingles have none."""
        union = self.sizes[:, None] + self.sizes[None, :] - self.shared
        similarity: npt.NDArray[np.float64] = self.shared / np.maximum(union, 1)
        return similarity

    def unrelated(self, labels: Sequence[str] = ("none",)) -> npt.NDArray[np.float64]:
        """The similarities of all pairs that bear no label, or one of these."""
        is_unrelated = np.triu(np.ones_like(self.shared, bool), 1)
        for pair in self._pairs:
            if pair.label not in labels:
                a, b = self._places[pair.a], self._places[pair.b]
                is_unrelated[a, b] = is_unrelated[b, a] = False
        values: npt.NDArray[np.float64] = self.jaccard[is_unrelated]
        return values


def _intersections(values: npt.NDArray[np.uint32], owners: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    """How many values each two owners share: for every value, all of its owners meet."""
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.diff(values[order], prepend=values[order][:1] ^ np.uint32(1)))
    shared = np.zeros((count, count), np.int64)
    for met in np.split(owners[order], starts[1:]):
        if len(met) > 1:
            shared[np.ix_(met, met)] += 1
    return shared
