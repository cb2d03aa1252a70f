"""The boilerplate of a publisher has the share that is stated, and its stories have nothing else in common."""

import pytest

from pipeline.measure.quality.boilerplate import PUBLISHERS, SHARES, STORIES
from pipeline.measure.quality.labelled import DIFFERENT, QualitySet
from tests.measure.quality.likeness import Likeness


def standing_words(texts: list[str]) -> int:
    """The words of the paragraphs that all of the texts have."""
    paragraphs = [set(text.split("\n\n")) for text in texts]
    return sum(len(paragraph.split()) for paragraph in set.intersection(*paragraphs))


@pytest.mark.parametrize("share", SHARES)
def test_the_share_is_as_stated(share: int, sets: dict[str, QualitySet]) -> None:
    for number in range(PUBLISHERS):
        texts = [
            document.text or ""
            for document in sets["boilerplate"].documents
            if (document.id or "").startswith(f"share{share:02d}-{number}-")
        ]
        assert len(texts) == STORIES
        standing = standing_words(texts)
        # A story ends with a sentence, which moves the share by half of its words.
        assert all(abs(standing / len(text.split()) - share / 100) < 0.04 for text in texts)


@pytest.mark.parametrize("share", SHARES)
def test_similarity_comes_from_the_share_alone(
    share: int, sets: dict[str, QualitySet], likenesses: dict[str, Likeness]
) -> None:
    expected = share / (200 - share)  # the shared part over the union
    pairs = [pair for pair in sets["boilerplate"].pairs if pair.note == f"{share} % shared"]
    values = [likenesses["boilerplate"].of(pair) for pair in pairs]
    assert all(pair.label == DIFFERENT for pair in pairs)
    assert len(pairs) == PUBLISHERS * STORIES * (STORIES - 1) // 2
    assert abs(sum(values) / len(values) - expected) < 0.03


def test_publishers_share_nothing(likenesses: dict[str, Likeness]) -> None:
    assert likenesses["boilerplate"].unrelated().max() < 0.06
