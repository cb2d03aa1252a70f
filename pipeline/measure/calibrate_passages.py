"""Passages that many documents share: footers, disclaimers, templates, in words between blanks of the normalised texts.

Says how much of the texts they are; leaves out nothing from them. A shingle's words are cut at punctuation as well, so
that its share is a little larger.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.measure.evaluate_texts import joined, words_of

MANY: Final = 0.02  # of the documents, and at least LEAST_MANY: a shingle in so many is boilerplate
LEAST_MANY: Final = 5
DOMINATES: Final = 0.2  # of the average text
MOST_WORDS: Final = 40  # of a passage that are named
SHOWN: Final = 5


@dataclass(frozen=True)
class Boilerplate:
    """`share` of the average text that is in `many` documents or more; the passages, with their number of documents."""

    share: float
    many: int
    passages: list[tuple[int, str]]

    @property
    def dominates(self) -> bool:
        """Whether it is so much that similarities say more of it than of the documents."""
        return self.share >= DOMINATES


def boilerplate_of(texts: Sequence[str], words: int) -> Boilerplate:
    """Find runs of `words` words that many of the texts have, and what they make up together."""
    tokenised = [words_of(text) for text in texts]
    counts: Counter[tuple[str, ...]] = Counter()
    for one in tokenised:
        counts.update(set(windows(one, words)))
    many = max(LEAST_MANY, int(MANY * len(texts)))
    frequent = {window for window, count in counts.items() if count >= many}
    shares = [share_of(one, frequent, words) for one in tokenised if len(one) >= words]
    passages: Counter[tuple[str, ...]] = Counter()
    for one in tokenised:
        passages.update(set(runs(one, frequent, words)))
    return Boilerplate(sum(shares) / len(shares) if shares else 0.0, many, named(passages))


def windows(one: Sequence[str], words: int) -> list[tuple[str, ...]]:
    """Every run of so many words."""
    return [tuple(one[i : i + words]) for i in range(len(one) - words + 1)]


def share_of(one: Sequence[str], frequent: set[tuple[str, ...]], words: int) -> float:
    """The share of a text's runs that are frequent."""
    found = windows(one, words)
    return sum(window in frequent for window in found) / len(found)


def runs(one: Sequence[str], frequent: set[tuple[str, ...]], words: int) -> Iterator[tuple[str, ...]]:
    """Yield the longest stretches of a text that are frequent throughout."""
    start = -1
    for place, window in enumerate([*windows(one, words), ()]):
        if window in frequent:
            start = place if start < 0 else start
        elif start >= 0:
            yield tuple(one[start : place + words - 1])
            start = -1


def named(passages: Counter[tuple[str, ...]]) -> list[tuple[int, str]]:
    """The passages that make up most words in most documents, none that is within another; the longest cut."""
    ordered = sorted(passages.items(), key=lambda one: (-one[1] * len(one[0]), one[0]))
    chosen: list[tuple[int, str]] = []
    for passage, count in ordered:
        text = joined(passage[:MOST_WORDS]) + " …" * (len(passage) > MOST_WORDS)
        if count > 1 and not any(text.removesuffix(" …") in other for _, other in chosen):
            chosen.append((count, text))
        if len(chosen) == SHOWN:
            break
    return chosen
