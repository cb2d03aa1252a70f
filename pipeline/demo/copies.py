"""What newsrooms do to a wire story: print it as it is, shorten it, rewrite parts, add paragraphs.

Decides nothing about similarity by itself; what each function keeps is chosen so that a copy stays above a Jaccard
similarity of 0.30 to its original, footers included, except for `teaser`, which is meant to stay below.
"""

import unicodedata
from collections.abc import Callable
from typing import Final

from pipeline.demo.grammar import Story, Writer
from pipeline.measure.draws import Draws

KEPT_PERCENT = 60  # of the sentences in a truncated copy: a similarity of about 0.5
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
    """Replace two sentences after the first."""
    sentences = list(story.sentences)
    places = draws.sample(range(1, len(sentences)), 2)
    for place, sentence in zip(places, writer.more(2), strict=True):
        sentences[place] = sentence
    return tuple(sentences)


def extended(story: Story, writer: Writer, draws: Draws) -> Sentences:
    """Append two to four sentences."""
    return story.sentences + writer.more(draws.between(2, 4))


def condensed(story: Story, _: Writer, draws: Draws) -> Sentences:
    """Leave out two sentences after the first."""
    dropped = draws.sample(range(1, len(story.sentences)), 2)
    return tuple(sentence for place, sentence in enumerate(story.sentences) if place not in dropped)


def truncated(story: Story, _: Writer, __: Draws) -> Sentences:
    """Keep the first part only."""
    return story.sentences[: -(-len(story.sentences) * KEPT_PERCENT // 100)]


def teaser(story: Story, _: Writer, __: Draws) -> Sentences:
    """Keep the first sentence only: too little to be told from a chance likeness, so not to be found."""
    return story.sentences[:1]


EDITS: Final[tuple[Edit, ...]] = (reprinted, credited, rewritten, extended, condensed, truncated)
