"""The article's corpora on our own generator: families of eight, singles, and shared boilerplate above every text.

Compares nothing. Source of the shape: seed C, whose demo has 250 families and 500 singles, its study 300 and 700, and
its large run 10,000 and 20,000.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from pipeline.measure.articles import more_text
from pipeline.measure.corpus import FAMILY_SHARE, MEMBERS, LabelledDocument, generate
from pipeline.measure.draws import Draws
from pipeline.methods import ShingleSets, word_shingles

CHUNK = 2_000  # texts that are held at once where only their shingles are wanted
SINGLES_OF_TEN = FAMILY_SHARE - MEMBERS
BOILERPLATE_KEY = 40  # of the draws of the shared text, so that it is no document's
BOILERPLATE_CHARACTERS = 60_000  # more than the longest text needs at the largest share

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Shape:
    """How many families of eight documents, and how many documents without a copy; the same seed, the same texts."""

    families: int
    singles: int
    seed: int = 1

    @property
    def documents(self) -> int:
        """All documents."""
        return self.families * MEMBERS + self.singles


@dataclass(frozen=True, eq=False)
class Labelled:
    """n documents: `families` int64[n], equal for documents of one origin; `edits` the edit of each, an array of str.

    `texts` may be left out where the sets of shingles are enough.
    """

    families: Numbers
    edits: npt.NDArray[np.str_]
    sets: ShingleSets
    texts: tuple[str, ...] = ()

    @cached_property
    def duplicates(self) -> tuple[Numbers, Numbers]:
        """Every pair a < b of one family: int64[p] twice."""
        order = np.argsort(self.families, kind="stable")
        groups = np.split(order, np.flatnonzero(np.diff(self.families[order])) + 1)
        pairs = [np.stack([group[i] for i in np.triu_indices(len(group), 1)]) for group in groups if len(group) > 1]
        a, b = np.concatenate([np.empty((2, 0), np.int64), *pairs], axis=1)
        return a, b

    @property
    def positives(self) -> int:
        """How many pairs there are to find."""
        return len(self.duplicates[0])

    @property
    def pairs(self) -> int:
        """How many pairs there are at all."""
        return len(self.families) * (len(self.families) - 1) // 2


def documents_of(shape: Shape) -> Iterator[LabelledDocument]:
    """Yield the documents in the generator's drawn order, in which copies lie far apart."""
    families = max(shape.families, -(-shape.singles // SINGLES_OF_TEN))
    for document in generate(families * FAMILY_SHARE, shape.seed):
        is_single = document.edit == "single"
        if document.family < (families + shape.singles if is_single else shape.families):
            yield document


def corpus_of(shape: Shape) -> Labelled:
    """The documents with their texts."""
    documents = list(documents_of(shape))
    texts = tuple(document.text for document in documents)
    return _labelled([(one.family, one.edit) for one in documents], [word_shingles(texts)], texts)


def sets_of(shape: Shape) -> Labelled:
    """The documents without their texts, some at a time: for corpora that would take much memory."""
    labels: list[tuple[int, str]] = []
    sets: list[ShingleSets] = []
    rest = documents_of(shape)
    while chunk := list(islice(rest, CHUNK)):
        labels += [(one.family, one.edit) for one in chunk]
        sets.append(word_shingles([one.text for one in chunk]))
    return _labelled(labels, sets)


def with_boilerplate(corpus: Labelled, share: float) -> Labelled:
    """Put one text above every document, cut so that it takes the given share (0 to below 1) of the words of each."""
    if not share:
        return corpus
    text = more_text(np.arange(1_000, 1_060), BOILERPLATE_CHARACTERS, Draws(BOILERPLATE_KEY)).replace("\n\n", " ")
    words = text.split()
    factor = share / (1 - share)
    texts = tuple(f"{' '.join(words[: round(factor * len(one.split()))])}\n\n{one}" for one in corpus.texts)
    return Labelled(corpus.families, corpus.edits, word_shingles(texts), texts)


def without_common(sets: ShingleSets, share: float) -> ShingleSets:
    """Leave out shingles that more than the given share of the documents have."""
    values, places, counts = np.unique(sets.values, return_inverse=True, return_counts=True)
    is_kept = (counts <= share * len(sets.sizes))[places] if len(values) else np.empty(0, np.bool_)
    kept = np.concatenate([[0], np.cumsum(is_kept)])
    return ShingleSets(sets.values[is_kept], kept[sets.offsets])


def _labelled(labels: list[tuple[int, str]], parts: list[ShingleSets], texts: tuple[str, ...] = ()) -> Labelled:
    sizes = np.concatenate([np.empty(0, np.int64), *(part.sizes for part in parts)])
    values = np.concatenate([np.empty(0, np.uint32), *(part.values for part in parts)])
    sets = ShingleSets(values, np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)]))
    return Labelled(np.array([one[0] for one in labels], np.int64), np.array([one[1] for one in labels]), sets, texts)
