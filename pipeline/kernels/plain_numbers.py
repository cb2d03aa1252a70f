"""The numbers of a text once more in ordinary Python: what `numbers` computes, said as plainly as possible.

Not for production, being a hundred times slower, and it compares no two texts.
"""

import unicodedata

from pipeline.kernels.characters import tokens
from pipeline.kernels.constants import EMPTY
from pipeline.kernels.plain import key_of, word_hash

GLUE = ".:/-"  # one of them between two numbers makes a version, a time, a date or a decimal of them; a comma does not
WEIGHT = 4  # elements that such a compound adds to those of its parts, so that a changed one counts for more


def is_number(token: str) -> bool:
    """Whether a token holds a decimal digit of any script (category Nd), as 1984, rc1, 4th and ४ do."""
    return any(unicodedata.category(character) == "Nd" for character in token)


def sequence_hash(words: list[int]) -> int:
    """64 bits over word hashes in order, never 0."""
    return key_of(words, 0)


def number_runs(folded: str) -> list[list[int]]:
    """Word hashes of the number tokens in order; those with exactly one character of GLUE between them are one list."""
    found: list[list[int]] = []
    at = stop = 0  # past the last token; past the last number
    for token in tokens(folded):
        start = folded.index(token, at)  # there are no letters or numbers between, so no occurrence is earlier
        at = start + len(token)
        if is_number(token):
            word = word_hash(token.encode())
            if found and start == stop + 1 and folded[stop] in GLUE:
                found[-1].append(word)
            else:
                found.append([word])
            stop = at
    return found


def number_elements_plain(folded: str) -> tuple[list[int], int]:
    """The sorted distinct number elements (32 bits) of a folded text, and a hash of its numbers in order.

    Each number is an element, and each run of several glued ones is WEIGHT more. The hash is 0 where no number is.
    """
    found = number_runs(folded)
    elements = {word & EMPTY for run in found for word in run}
    compounds = [sequence_hash(run) for run in found if len(run) > 1]
    elements |= {key_of([compound], salt) & EMPTY for compound in compounds for salt in range(1, WEIGHT + 1)}
    words = [word for run in found for word in run]
    return sorted(elements), sequence_hash(words) if words else 0
