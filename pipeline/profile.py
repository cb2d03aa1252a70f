"""Every parameter that changes a result, in one frozen value with a printed identity.

Reads no file and no environment: a profile is chosen by name; its identity travels in every batch and every table.
"""

import hashlib
from dataclasses import dataclass, fields
from functools import cached_property

from pipeline.errors import BadSetup

DAY_MS = 86_400_000
SIMHASH = "simhash"
SKETCHES = {"fast": "fss", "affine": "aff", SIMHASH: "sim64"}  # by name, as in an identity
FINGERPRINT_BITS = 64
BLOCK_SLOTS = 2  # of a block of a fingerprint: its two halves
REVISION = 1  # rises when a kernel, a token rule or a link rule changes what comes out


@dataclass(frozen=True)
class Profile:
    """How documents are cut, sketched, brought together and compared. Times are in milliseconds.

    `sketch` is one of SKETCHES. Two documents with at least `min_shingles` shingles each are near duplicates when
    shared * threshold_den >= union * threshold_num, counted on their exact shingle sets; with simhash instead when
    their fingerprints of 64 bits differ in at most `distance` bits, of which `bands` - 1 can be found for certain.
    """

    sketch: str = "fast"
    shingle_words: int = 5
    slots: int = 128
    bands: int = 42
    rows: int = 3
    min_shingles: int = 10
    threshold_num: int = 3
    threshold_den: int = 10
    distance: int = 0
    window_ms: int = 90 * DAY_MS
    grace_ms: int = 7 * DAY_MS
    absurd_ms: int = 400 * DAY_MS
    recurring_ms: int = 2 * DAY_MS
    bucket_cap: int = 64

    @property
    def digest_band(self) -> int:
        """Band id of the digest band: the first after the MinHash bands."""
        return self.bands

    @property
    def link_band(self) -> int:
        """Band id of the link band."""
        return self.bands + 1

    @property
    def band_count(self) -> int:
        """How many bands there are in all; ids run from 0 to this number less 1."""
        return self.bands + 2

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
PROFILES = {
    "news": DEFAULT,
    "seed-b": Profile(
        bands=16, rows=8, threshold_num=8, threshold_den=10
    ),  # 80 % of the text, as syndication desks ask
    "seed-c": Profile(),  # bands and threshold of the measurement article
    # Blocks of 16 bits are so short that unrelated texts share them: of 65,536 documents each has four that do.
    "simhash": Profile(sketch=SIMHASH, slots=8, bands=4, rows=2, distance=3),
}


def profile_named(name: str) -> Profile:
    """Return the profile of that name; raise `BadSetup` naming the known ones."""
    try:
        return PROFILES[name]
    except KeyError:
        known = ", ".join(sorted(PROFILES))
        raise BadSetup(f"There is no profile named {name!r}.", f"Known profiles: {known}.") from None
