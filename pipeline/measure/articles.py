"""Articles of pseudo-English: paragraphs of sentences that mix a topic's own words with common ones.

Holds no families and no dates. The lengths follow the seed's demo: 3 to 5 paragraphs of 4 to 7 sentences of 8 to 19
words, nine words in twenty from the topic, and one footer below every text, as publishers have it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.measure.draws import Draws, scaled
from pipeline.measure.vocabulary import vocabulary

# The same 25 words below every article: 21 shingles that all documents share and that must not make them similar.
FOOTER = (
    "This report was prepared for subscribers of the service and may be quoted with attribution. "
    "Corrections are published online as soon as they become known."
)
LOW_HALF = np.uint64(0xFFFFFFFF)
TOPIC_SHARE = np.uint64(9 * 2**32 // 20)


@dataclass(frozen=True)
class Article:
    """A title, a text of paragraphs with the footer below, and the numbers of its topic's words, shape (40..69,)."""

    title: str
    text: str
    topic: NDArray[np.int64]


def _sentences(topic: NDArray[np.int64], lengths: list[int], draws: Draws) -> list[str]:
    known, total = vocabulary(), sum(lengths)
    bits = draws.bits_many(total)  # the low half says which part a word comes from, the high half which word
    is_topical = (bits & LOW_HALF) < TOPIC_SHARE
    chosen = np.where(is_topical, topic[scaled(bits, len(topic))], known.common(bits))
    words: list[str] = known.words[chosen].tolist()
    sentences, at = [], 0
    for length in lengths:
        sentences.append(" ".join(words[at : at + length]).capitalize() + ".")
        at += length
    return sentences


def _paragraphs(topic: NDArray[np.int64], count: int, draws: Draws) -> list[str]:
    sizes = [draws.between(4, 7) for _ in range(count)]
    lengths = [draws.between(8, 19) for _ in range(sum(sizes))]
    sentences = iter(_sentences(topic, lengths, draws))
    return [" ".join(next(sentences) for _ in range(size)) for size in sizes]


def article(draws: Draws) -> Article:
    """Write an article: about 2,900 characters in the median, 345 words, 340 shingles of 5 words."""
    known = vocabulary()
    topic = known.rare(draws.bits_many(draws.between(40, 69)))
    title = " ".join(known.words[topic[: draws.between(3, 6)]].tolist()).capitalize()
    paragraphs = _paragraphs(topic, draws.between(3, 5), draws)
    return Article(title, "\n\n".join([*paragraphs, FOOTER]), topic)


def more_text(topic: NDArray[np.int64], characters: int, draws: Draws) -> str:
    """Write whole paragraphs on a topic, separated by blank lines, until there are at least so many characters."""
    paragraphs: list[str] = []
    while sum(map(len, paragraphs)) < characters:
        paragraphs += _paragraphs(topic, 1, draws)
    return "\n\n".join(paragraphs)
