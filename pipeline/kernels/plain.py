"""The kernels once more in ordinary Python: what they compute, said as plainly as possible.

Not for production, being a hundred times slower: it documents the kernels and is the oracle of their tests.
"""

from collections.abc import Sequence

import mmh3

from pipeline.kernels.characters import tokens
from pipeline.kernels.constants import (
    EMPTY,
    FACTORS,
    FINAL_ODD,
    MASK,
    SKETCH_ODD,
    SKETCH_SEED,
    WORD_ODD,
    WORD_SEED,
)


def word_hash(token: bytes) -> int:
    """64 bits over a token's UTF-8, eight bytes at a time, the last ones padded with NUL (which no token holds)."""
    mixed = WORD_SEED
    for at in range(0, len(token), 8):
        mixed = (mixed ^ int.from_bytes(token[at : at + 8], "little")) * WORD_ODD & MASK
        mixed ^= mixed >> 32
    return mixed


def shingle_hash(words: Sequence[int]) -> int:
    """64 bits over a window of word hashes: a sum of odd multiples, finished as splitmix64 finishes."""
    mixed = sum(factor * word for factor, word in zip(FACTORS, words, strict=False)) & MASK
    mixed ^= mixed >> 32
    mixed = mixed * FINAL_ODD & MASK
    return mixed ^ mixed >> 29


def shingles_plain(folded: str, words: int) -> list[int]:
    """The sorted distinct 32-bit shingles of a folded text; none when it has fewer tokens than `words`."""
    hashes = [word_hash(token.encode()) for token in tokens(folded)]
    return sorted({shingle_hash(hashes[i : i + words]) & EMPTY for i in range(len(hashes) - words + 1)})


def digest_plain(folded: str) -> tuple[int, int]:
    """The two halves of the 128-bit digest of the token sequence: equal exactly for texts with equal tokens."""
    hashes = [word_hash(token.encode()) for token in tokens(folded)]
    digest = mmh3.mmh3_x64_128_digest(b"".join(word.to_bytes(8, "little") for word in hashes))
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")


def throw(value: int, round_: int) -> int:
    """64 random bits for an element in a round of the sketch: the top ones choose a slot, bits 20-51 are its value."""
    mixed = (value ^ (round_ * WORD_ODD + SKETCH_SEED & MASK)) * SKETCH_ODD & MASK
    return (mixed ^ mixed >> 32) * SKETCH_ODD & MASK


def sketch_plain(values: Sequence[int], slots: int) -> list[int]:
    """Fast similarity sketch (Dahlgaard, Knudsen, Thorup: Fast Similarity Sketching, FOCS 2017) of a set of uint32.

    In round r < slots every element is thrown into a random slot with a random value; in round slots + j all are thrown
    into slot j. A slot keeps the least value of the first round that reaches it; it ends when no slot is empty. The
    share of equal slots of two sketches estimates the Jaccard similarity of the two sets without bias. The value EMPTY
    never counts as thrown.
    """
    shift = 64 - (slots.bit_length() - 1)
    sketch = [EMPTY] * slots
    for round_ in range(2 * slots):
        thrown: dict[int, int] = {}
        for value in values:
            mixed = throw(value, round_)
            slot = mixed >> shift if round_ < slots else round_ - slots
            thrown[slot] = min(thrown.get(slot, EMPTY), mixed >> 20 & EMPTY)
        sketch = [thrown.get(i, EMPTY) if old == EMPTY else old for i, old in enumerate(sketch)]
        if EMPTY not in sketch:
            break
    return sketch


def key_of(parts: Sequence[int], band: int) -> int:
    """The 64-bit key of a band: its parts and its number, mixed. Never 0, which means "no posting"."""
    mixed = parts[0] ^ band * WORD_ODD & MASK
    for part in parts[1:]:
        mixed = mixed * SKETCH_ODD & MASK
        mixed ^= mixed >> 32 ^ part
    mixed = mixed * FINAL_ODD & MASK
    return (mixed ^ mixed >> 29) or 1


def band_keys_plain(sketch: Sequence[int], bands: int, rows: int) -> list[int]:
    """Keys of the MinHash bands of one sketch: band b covers slots b*rows to (b+1)*rows - 1."""
    return [key_of(sketch[band * rows : (band + 1) * rows], band) for band in range(bands)]


def digest_key_plain(high: int, low: int, bands: int) -> int:
    """Key of a digest in the digest band, whose number is `bands`."""
    return key_of((high, low), bands)


def link_key_plain(link: int, bands: int) -> int:
    """Key of a link hash in the link band, whose number is `bands` + 1; no link (0) has no key (0)."""
    return key_of((link,), bands + 1) if link else 0


def intersect_plain(one: Sequence[int], other: Sequence[int]) -> int:
    """How many elements two sets have in common."""
    return len(set(one) & set(other))


def murmur2(data: bytes) -> int:
    """MurmurHash2 as in Kafka's Java client (org.apache.kafka.common.utils.Utils.murmur2), a signed 32-bit number."""
    odd, mask = 0x5BD1E995, 0xFFFFFFFF
    mixed = 0x9747B28C ^ len(data)
    whole = len(data) & ~3
    for at in range(0, whole, 4):
        word = int.from_bytes(data[at : at + 4], "little") * odd & mask
        mixed = mixed * odd & mask ^ (word ^ word >> 24) * odd & mask
    if data[whole:]:
        mixed = (mixed ^ int.from_bytes(data[whole:], "little")) * odd & mask
    mixed = (mixed ^ mixed >> 13) * odd & mask
    mixed ^= mixed >> 15
    return mixed - ((mixed & 1 << 31) << 1)


def home_of(id_: bytes, homes: int) -> int:
    """The partition to which Kafka's Java client sends a record with this key, of `homes` partitions."""
    return (murmur2(id_) & 0x7FFFFFFF) % homes
