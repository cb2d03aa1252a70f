"""What the reference takes as given: how the fields of a document are read, and the plain twins of the kernels.

Decides nothing about two documents; `reference.py` does.
"""

from functools import lru_cache
from typing import Any
from unicodedata import category

import mmh3

from pipeline.dates import Moment, end_of_day_ms, parse_date
from pipeline.kernels import plain as twins
from pipeline.kernels import plain_methods as methods
from pipeline.kernels.characters import fold, tokens
from pipeline.kernels.plain_anchors import anchors_plain, ordered_plain
from pipeline.kernels.plain_numbers import number_elements_plain
from pipeline.links import canonical_link
from pipeline.methods.minhash import AffineMinHash
from pipeline.profile import Profile
from pipeline.stages.html import text_of_html

MAX_ID_BYTES = 512
MAX_SHOWN_BYTES = 4096
MAX_TEXT_BYTES = 1 << 20
FIELDS = (
    "id", "source", "guid", "url", "title", "text", "html",
    "published", "updated", "fetched", "language", "canonical_url",
)  # fmt: skip

Key = tuple[int, object]  # (band id, what is equal for those that meet there)


class RefusedError(Exception):
    """The document goes to dead-letters; `blame` names the field or the limit."""

    def __init__(self, blame: str) -> None:
        """Blame a field or a limit."""
        super().__init__(blame)
        self.blame = blame


def read_fields(document: dict[str, Any]) -> dict[str, str]:
    """Return every field as a string, "" where there is none; refuse other types, no id and overlong ones."""
    if any(not isinstance(document.get(name), str | None) for name in FIELDS):
        raise RefusedError(blame="type")
    values = {name: document.get(name) or "" for name in FIELDS}
    if not values["id"].strip():
        raise RefusedError(blame="id")
    limits = {"id": MAX_ID_BYTES} | dict.fromkeys(("url", "source", "published"), MAX_SHOWN_BYTES)
    for name, limit in limits.items():
        if len(values[name].encode()) > limit:
            raise RefusedError(blame=name)
    return values


def read_date(values: dict[str, str], name: str) -> Moment | None:
    """Read a date, None where the field is blank."""
    try:
        return parse_date(values[name])
    except ValueError:
        raise RefusedError(blame=name) from None


def own_time(published: Moment | None, seen: int, profile: Profile) -> int:
    """Rule 1: when it was published if that can be believed, else when it was seen."""
    if not published:
        return seen
    time = min(end_of_day_ms(published.ms), seen) if published.is_day else published.ms
    return time if time <= seen <= time + profile.absurd_ms else seen


def body(values: dict[str, str]) -> str:
    """Return the first of text, text of the html, and title that is not blank."""
    bodies = (values["text"], text_of_html(values["html"]) if values["html"] else "", values["title"])
    return next((text for text in bodies if text.strip()), "")


@lru_cache(maxsize=1 << 14)
def read_text(
    text: str, url: str, profile: Profile
) -> tuple[bytes, tuple[bool, frozenset[int], frozenset[int], frozenset[Key]]]:
    """Digest, whether characters are words, shingles, numerals, postings: with few shingles the digest band alone."""
    folded = fold(text)
    if len(folded.encode()) > min(MAX_TEXT_BYTES, max(4096, 3 * len(text.encode()))):
        raise RefusedError(blame="size")
    if not tokens(folded):
        raise RefusedError(blame="text")
    digest = b"".join(half.to_bytes(8, "big") for half in twins.digest_plain(folded))
    shingles = twins.shingles_plain(folded, profile.shingle_words)
    keys: set[Key] = {(profile.digest_band, digest)}
    if len(shingles) >= profile.min_shingles:
        sketch = sketch_of(shingles, profile)
        keys.update(enumerate(twins.band_keys_plain(sketch, profile.bands, profile.rows)))
        keys.update((profile.link_band, link) for link in [canonical_link(url)] if link)
        anchors = anchors_plain(ordered_plain(folded, profile.shingle_words), profile.anchors)
        keys.update((profile.anchor_band, anchor) for anchor in anchors if anchor)
    encoded = folded.encode()
    is_spaceless = 2 * sum(byte >= 128 for byte in encoded) > len(encoded)
    is_spaceless &= len(encoded) <= profile.news.spaceless_bytes * len(tokens(folded))
    numerals = frozenset(number_elements_plain(folded)[0])
    return digest, (is_spaceless, frozenset(shingles), numerals, frozenset(keys))


def read_title(title: str) -> tuple[str, tuple[str, ...]]:
    """What titles are compared by: their tokens, or all of one that has none; and their numbers."""
    found = tokens(fold(title))
    numbers = tuple(token for token in found if any(category(character) == "Nd" for character in token))
    return " ".join(found or fold(title).split()), numbers


def sketch_of(shingles: list[int], profile: Profile) -> list[int]:
    """Slots of a sketch; of SimHash the blocks of the fingerprint, from the lowest bits on, two halves each."""
    if profile.sketch == "affine":
        return methods.affine_plain(shingles, AffineMinHash(profile.slots).terms)
    if profile.sketch == "simhash":
        bits, blocks = fingerprint(frozenset(shingles)), []
        width, longer = divmod(64, profile.distance + 1)
        for i in range(profile.distance + 1):
            size = width + (i < longer)
            blocks += [bits % 2**size % 2**32, bits % 2**size // 2**32]
            bits //= 2**size
        return blocks
    return twins.sketch_plain(shingles, profile.slots)


@lru_cache(maxsize=1 << 14)
def fingerprint(shingles: frozenset[int]) -> int:
    """SimHash of a set, 64 bits."""
    return methods.simhash_plain([methods.mix_plain(value, 0) for value in shingles], [1] * len(shingles))


def is_near(one: frozenset[int], other: frozenset[int], profile: Profile) -> bool:
    """Whether two sets share enough, or, with SimHash, have fingerprints that differ in few bits."""
    if profile.sketch == "simhash":
        return (fingerprint(one) ^ fingerprint(other)).bit_count() <= profile.distance
    return len(one & other) * profile.threshold_den >= len(one | other) * profile.threshold_num


def share(part: int, whole: int) -> float:
    """Round part / whole half up to four decimals; of nothing, everything is shared."""
    return (part * 20000 + whole) // (2 * whole) / 10000 if whole else 1.0


def id_hash(document_id: str) -> bytes:
    """128 bits that order documents of one time; compared as bytes."""
    return mmh3.mmh3_x64_128_digest(document_id.encode())


def home_of(document_id: str, homes: int) -> int:
    """Home partition of an id."""
    return twins.home_of(document_id.encode(), homes)
