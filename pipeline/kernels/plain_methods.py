"""The kernels of `pipeline.methods` once more in ordinary Python: what they compute, said as plainly as possible.

Not for production, being a hundred times slower: it documents the kernels and is the oracle of their tests.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pipeline.kernels.characters import MARK, SEPARATOR, class_of
from pipeline.kernels.constants import EMPTY, FINAL_ODD, MASK, SKETCH_ODD, WORD_ODD
from pipeline.kernels.plain import shingle_hash, word_hash

UNIVERSAL_PRIME = 4294967311  # the least prime above 2^32
EMPTY_UNIVERSAL = MASK
FNV_OFFSET, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3
SECOND_MIX = 0x94D049BB133111EB  # splitmix64's second multiplier
MIX_SALT = 0x5851F42D4C957F2D  # Knuth's multiplier; sets the hashes of SimHash apart from those of sketches

Terms = Sequence[tuple[int, int]]


def splitmix(state: int) -> Iterator[int]:
    """64-bit numbers of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014)."""
    while True:
        state = state + WORD_ODD & MASK
        mixed = (state ^ state >> 30) * FINAL_ODD & MASK
        mixed = (mixed ^ mixed >> 27) * SECOND_MIX & MASK
        yield mixed ^ mixed >> 31


def affine_plain(values: Sequence[int], terms: Terms) -> list[int]:
    """MinHash by h(x) = (a x + b) mod 2^32 with odd a, one term (a, b) a slot; EMPTY throughout for an empty set.

    A permutation of 32-bit numbers that are hashes already (Broder: On the resemblance and containment of documents,
    1997). Of values that are no hashes it would be a poor one.
    """
    return [min(((a * value + b) & EMPTY for value in values), default=EMPTY) for a, b in terms]


def universal_plain(values: Sequence[int], terms: Terms) -> list[int]:
    """MinHash by h(x) = (a x + b) mod 4294967311 of 32-bit x (seed B); EMPTY_UNIVERSAL throughout for an empty set.

    A slot can need 33 bits. Method: Carter and Wegman, Universal Classes of Hash Functions, 1979.
    """
    return [min(((a * value + b) % UNIVERSAL_PRIME for value in values), default=EMPTY_UNIVERSAL) for a, b in terms]


def fnv1a_plain(units: Sequence[int]) -> int:
    """FNV-1a, 64 bits, over bytes, or over UTF-16 code units as seed A has it (Fowler, Noll, Vo; RFC 9923)."""
    mixed = FNV_OFFSET
    for unit in units:
        mixed = (mixed ^ unit) * FNV_PRIME & MASK
    return mixed


def mix_plain(value: int, word: int) -> int:
    """64 bits for a 32-bit shingle in word 0 or 1 of a fingerprint."""
    mixed = (value ^ MIX_SALT * (word + 1) & MASK) * SKETCH_ODD & MASK
    return (mixed ^ mixed >> 32) * SKETCH_ODD & MASK


def simhash_plain(hashes: Sequence[int], weights: Sequence[int]) -> int:
    """One word of a SimHash (Charikar: Similarity estimation techniques from rounding algorithms, 2002).

    A bit is set where the weights of hashes that have it are more than the weights of those that do not: a tie is 0.
    """
    found = 0
    for bit in range(64):
        total = sum(weight if hashed >> bit & 1 else -weight for hashed, weight in zip(hashes, weights, strict=True))
        found |= (total > 0) << bit
    return found


def near_plain(asked: Sequence[int], stored: Sequence[int], distance: int) -> list[tuple[int, int, int]]:
    """(asker, found, bits that differ) of fingerprints that differ in at most `distance` bits, in order."""
    pairs = ((i, j, (one ^ other).bit_count()) for i, one in enumerate(asked) for j, other in enumerate(stored))
    return [pair for pair in pairs if pair[2] <= distance]


def count_plain(sets: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
    """(a, b, values shared) with a < b of all pairs of sets that share any, ordered by b, then a."""
    pairs = ((a, b, len(set(sets[a]) & set(sets[b]))) for a, b in combinations(range(len(sets)), 2))
    return sorted((pair for pair in pairs if pair[2]), key=lambda pair: (pair[1], pair[0]))


def squeezed(folded: str) -> str:
    """Letters, numbers and their marks of a folded text; what stands between them, however long, becomes one space."""
    found = ""
    inside = False
    for character in folded:
        kind = class_of(character)
        was_inside = inside
        inside = kind != SEPARATOR and (inside or kind != MARK)
        if inside:
            found += character if was_inside or not found else " " + character
    return found


def character_shingles_plain(folded: str, width: int) -> list[int]:
    """The sorted distinct 32-bit shingles of `width` characters of the squeezed text."""
    hashes = [word_hash(character.encode()) for character in squeezed(folded)]
    return sorted({shingle_hash(hashes[i : i + width]) & EMPTY for i in range(len(hashes) - width + 1)})
