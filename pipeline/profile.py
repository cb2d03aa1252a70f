"""Every parameter that changes a result, in one frozen value with a printed identity.

Reads no file and no environment: a profile is chosen by name; its identity travels in every batch and every table.
"""

import hashlib
from dataclasses import dataclass, fields, replace
from functools import cached_property

from pipeline.errors import BadSetup

DAY_MS = 86_400_000
SIMHASH = "simhash"
SKETCHES = {"fast": "fss", "affine": "aff", SIMHASH: "sim64"}  # by name, as in an identity
FINGERPRINT_BITS = 64
BLOCK_SLOTS = 2  # of a block of a fingerprint: its two halves
NEWS, JACCARD = "news", "jaccard"
RULES = (NEWS, JACCARD)
REVISION = 3  # rises when a kernel, a token rule or a link rule changes what comes out


Share = tuple[int, int]  # numerator and denominator, so that comparisons are exact


@dataclass(frozen=True)
class NewsRules:
    """Constants of the rules of `news`; lengths are shingles of the shorter text. Why: docs/design.md, section 4."""

    low: int = 10  # from here on texts can be near
    short: int = 20  # under it, texts with different titles are different items
    middle: int = 50  # from here on an equal text is evidence against different titles
    long: int = 200  # from here on a number may have been corrected
    near_low: Share = (2, 5)  # one changed word costs five shingles of so few
    near_short: Share = (1, 2)  # two short pieces in one frame reach 0.48
    near_middle: Share = (2, 5)
    near_long: Share = (1, 3)
    near_contained: Share = (11, 20)  # of the shorter: an article that quotes half of another has 0.5
    near_apart: Share = (17, 20)  # in spite of different titles in one source
    contained: Share = (4, 5)  # of the shorter, in words
    much_longer: int = 2  # times as long as what it contains: no copy of it, whatever the similarity
    filled_short: int = 25  # one number in so many may have been filled in differently
    filled_long: int = 10
    corrected: Share = (4, 5)
    corrections: int = 3
    corrected_once: Share = (3, 5)
    reworded: Share = (1, 2)
    spaceless_bytes: int = 6  # a token at most, most of them beyond ASCII: characters are words, lengths count half

    @property
    def floors(self) -> tuple[tuple[int, Share], ...]:
        """The similarity that texts from a length on need to be near, the greatest length first."""
        return (
            (self.long, self.near_long),
            (self.middle, self.near_middle),
            (self.short, self.near_short),
            (self.low, self.near_low),
        )


@dataclass(frozen=True)
class Profile:
    """How documents are cut, sketched, brought together and compared. Times are in milliseconds.

    `sketch` is one of SKETCHES, `rules` one of RULES: by `jaccard`, two documents with at least `min_shingles` shingles
    each are near duplicates when shared * threshold_den >= union * threshold_num, counted on their exact shingle sets;
    with simhash instead when their fingerprints of 64 bits differ in at most `distance` bits. By `news` see
    `stages.rules`; the threshold holds besides. A document posts under at most `anchors` of its passages, for excerpts;
    their buckets hold `anchor_cap` documents, all others `bucket_cap`.
    """

    rules: str = "news"
    sketch: str = "fast"
    shingle_words: int = 5
    slots: int = 128
    bands: int = 42
    rows: int = 3
    min_shingles: int = 4
    threshold_num: int = 3
    threshold_den: int = 10
    distance: int = 0
    window_ms: int = 90 * DAY_MS
    grace_ms: int = 7 * DAY_MS
    absurd_ms: int = 400 * DAY_MS
    recurring_ms: int = 2 * DAY_MS
    bucket_cap: int = 64
    anchors: int = 24
    anchor_cap: int = 32
    news: NewsRules = NewsRules()

    @property
    def threshold(self) -> Share:
        """The least Jaccard similarity of near texts."""
        return self.threshold_num, self.threshold_den

    @property
    def digest_band(self) -> int:
        """Band id of the digest band: the first after the MinHash bands."""
        return self.bands

    @property
    def link_band(self) -> int:
        """Band id of the link band."""
        return self.bands + 1

    @property
    def anchor_band(self) -> int:
        """Band id of the anchor band, the only one in which a document has several keys. Not there without anchors."""
        return self.bands + 2

    @property
    def band_count(self) -> int:
        """How many bands there are in all; ids run from 0 to this number less 1."""
        return self.bands + 2 + (self.anchors > 0)

    @property
    def key_count(self) -> int:
        """How many keys a document has at most: one in each band, `anchors` in the anchor band."""
        return self.bands + 2 + self.anchors

    @cached_property
    def identity(self) -> str:
        """At most 32 ASCII characters; equal exactly when every parameter and the revision are equal."""
        sketch = SKETCHES[self.sketch] if self.sketch == SIMHASH else f"{SKETCHES[self.sketch]}{self.slots}"
        name = f"w{self.shingle_words}-{sketch}-b{self.bands}r{self.rows}-{REVISION}"
        rest = [field for field in fields(self) if getattr(self, field.name) != field.default]
        if not rest:
            return name
        text = ",".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))
        return f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


DEFAULT = Profile()
JACCARD_ONLY = Profile(rules=JACCARD, min_shingles=10, anchors=0)
PROFILES = {
    "news": DEFAULT,
    # 80 % of the text, as syndication desks ask:
    "seed-b": replace(JACCARD_ONLY, bands=16, rows=8, threshold_num=8, threshold_den=10),
    "seed-c": JACCARD_ONLY,  # bands and threshold of the measurement article
    # Blocks of 16 bits are so short that unrelated texts share them: of 65,536 documents each has four that do.
    "simhash": replace(JACCARD_ONLY, sketch=SIMHASH, slots=8, bands=4, rows=2, distance=3),
}


def profile_named(name: str) -> Profile:
    """Return the profile of that name; raise `BadSetup` naming the known ones."""
    try:
        return PROFILES[name]
    except KeyError:
        known = ", ".join(sorted(PROFILES))
        raise BadSetup(f"There is no profile named {name!r}.", f"Known profiles: {known}.") from None
