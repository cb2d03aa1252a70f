"""The article's corpora: their shape, their labelled pairs, and boilerplate that takes the share that was asked for."""

import numpy as np
import pytest

from pipeline.measure.edits import EDITS
from pipeline.measure.seed_c_corpus import Labelled, Shape, corpus_of, sets_of, with_boilerplate, without_common
from pipeline.methods import compare_pairs, word_shingles

SHAPE = Shape(6, 15)


@pytest.fixture(scope="module")
def corpus() -> Labelled:
    return corpus_of(SHAPE)


@pytest.mark.parametrize("shape", [SHAPE, Shape(3, 0), Shape(0, 5), Shape(2, 4), Shape(2, 9, seed=4)])
def test_there_are_as_many_families_and_singles_as_asked_for(shape: Shape) -> None:
    found = corpus_of(shape)
    _, sizes = np.unique(found.families, return_counts=True)
    assert sorted(sizes.tolist()) == [1] * shape.singles + [8] * shape.families
    assert len(found.texts) == len(found.sets.sizes) == shape.documents


def test_the_articles_sizes_have_its_numbers_of_pairs() -> None:
    found = sets_of(Shape(250, 500))
    assert (len(found.families), found.positives, found.pairs) == (2_500, 7_000, 3_123_750)


def test_each_family_has_every_edit_once(corpus: Labelled) -> None:
    for family in np.unique(corpus.families):
        edits = sorted(corpus.edits[corpus.families == family].tolist())
        assert edits in (["single"], sorted(["original", *(edit.__name__ for edit in EDITS)]))


def test_the_labelled_pairs_are_those_of_one_family(corpus: Labelled) -> None:
    n = len(corpus.families)
    wanted = [(i, j) for j in range(n) for i in range(j) if corpus.families[i] == corpus.families[j]]
    a, b = corpus.duplicates
    assert sorted(zip(a.tolist(), b.tolist(), strict=True)) == sorted(wanted)


def test_sets_without_texts_are_the_same(corpus: Labelled) -> None:
    streamed = sets_of(SHAPE)
    assert np.array_equal(streamed.sets.values, corpus.sets.values)
    assert np.array_equal(streamed.families, corpus.families)


@pytest.mark.parametrize("share", [0.15, 0.3, 0.45, 0.6])
def test_boilerplate_takes_the_share_of_every_document(corpus: Labelled, share: float) -> None:
    built = with_boilerplate(corpus, share)
    for before, after in zip(corpus.texts, built.texts, strict=True):
        words = len(after.split())
        assert after.endswith(before)
        assert abs((words - len(before.split())) / words - share) < 1 / words


def test_unrelated_documents_share_what_the_block_makes_them_share(corpus: Labelled) -> None:
    a, b = (np.array(one) for one in np.triu_indices(len(corpus.families), 1))
    other = corpus.families[a] != corpus.families[b]
    means = []
    for share in (0.0, 0.3, 0.6):
        pairs = compare_pairs(with_boilerplate(corpus, share).sets, a[other], b[other])
        means.append(pairs.jaccard.mean())
        # of two documents of one length; the footer adds some, and unequal lengths take some
        assert abs(means[-1] - share / (2 - share)) < 0.08
    assert means == sorted(means)


def test_shingles_of_too_many_documents_are_left_out() -> None:
    sets = word_shingles(["a b c d e f", "a b c d e g", "h i j k l m"])
    left = without_common(sets, 0.4)
    assert left.sizes.tolist() == [1, 1, 2]
    assert without_common(sets, 1.0).sizes.tolist() == [2, 2, 2]
    assert without_common(word_shingles(["a", ""]), 0.5).sizes.tolist() == [0, 0]
