"""What newsrooms do to a wire story: print it as it is, shorten it, rewrite parts, add paragraphs.

Decides nothing about similarity by itself; what each function keeps is chosen so that a copy stays above a Jaccard
similarity of 0.50 to its original, or within it, footers included, except for `teaser`, which is meant to stay below.
"""

import unicodedata
from collections.abc import Callable
from typing import Final

from pipeline.demo.grammar import Story, Writer
from pipeline.measure.draws import Draws

KEPT_PERCENT = 60  # of the sentences in a truncated copy, nearly all of which its original has
LONG_STORY = 20  # sentences
AGENCY: Final = {"en": "(Meridian Wire) ", "de": "(Nordagentur) ", "zh": "远山通讯社电 ", "th": "สายลม "}
FULL_WIDTH: Final = {ord(str(digit)): 0xFF10 + digit for digit in range(10)}

Sentences = tuple[str, ...]
Edit = Callable[[Story, Writer, Draws], Sentences]


def reprinted(story: Story, _: Writer, __: Draws) -> Sentences:
    """Print the same words in other bytes: decomposed umlauts in German, full-width digits in Chinese."""
    if story.language.code == "de":
        return tuple(unicodedata.normalize("NFD", sentence) for sentence in story.sentences)
    if story.language.code == "zh":
        return tuple(sentence.translate(FULL_WIDTH) for sentence in story.sentences)
    return story.sentences


def credited(story: Story, _: Writer, __: Draws) -> Sentences:
    """Put the agency's name before the first sentence."""
    return (AGENCY[story.language.code] + story.sentences[0], *story.sentences[1:])


def rewritten(story: Story, writer: Writer, draws: Draws) -> Sentences:
    """Replace a sentence after the first, two of a long story: of those without a number, for the figures stay."""
    sentences = list(story.sentences)
    places = [place for place in range(1, len(sentences)) if not has_number(sentences[place])]
    fresh = [sentence for sentence in writer.more(len(sentences)) if not has_number(sentence)]
    for place, sentence in zip(
        draws.sample(places, min(len(sentences) // LONG_STORY + 1, len(places))), fresh, strict=False
    ):
        sentences[place] = sentence
    return tuple(sentences)


def has_number(sentence: str) -> bool:
    """Whether there is a digit in it."""
    return any(map(str.isdecimal, sentence))


def extended(story: Story, writer: Writer, draws: Draws) -> Sentences:
    """Append two to four sentences."""
    return story.sentences + writer.more(draws.between(2, 4))


def condensed(story: Story, _: Writer, draws: Draws) -> Sentences:
    """Leave out a sentence after the first, two of a long story."""
    dropped = draws.sample(range(1, len(story.sentences)), len(story.sentences) // LONG_STORY + 1)
    return tuple(sentence for place, sentence in enumerate(story.sentences) if place not in dropped)


def truncated(story: Story, _: Writer, __: Draws) -> Sentences:
    """Keep the first part only."""
    return story.sentences[: -(-len(story.sentences) * KEPT_PERCENT // 100)]


def teaser(story: Story, _: Writer, __: Draws) -> Sentences:
    """Keep the first sentence only: too little to be told from a chance likeness, so not to be found."""
    return story.sentences[:1]


EDITS: Final[tuple[Edit, ...]] = (reprinted, credited, rewritten, extended, condensed, truncated)
