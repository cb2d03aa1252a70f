"""Every parameter that changes a result, in one frozen value with a printed identity.

Reads no file and no environment: a profile is chosen by name; its identity travels in every batch and every table.
"""

import hashlib
from dataclasses import dataclass, fields
from functools import cached_property

from pipeline.errors import BadSetup

DAY_MS = 86_400_000
REVISION = 1  # rises when a kernel, a token rule or a link rule changes what comes out


@dataclass(frozen=True)
class Profile:
    """How documents are cut, sketched, brought together and compared. Times are in milliseconds.

    Two documents with at least `min_shingles` shingles each are near duplicates when
    shared * threshold_den >= union * threshold_num, counted on their exact shingle sets.
    """

    shingle_words: int = 5
    slots: int = 128
    bands: int = 42
    rows: int = 3
    min_shingles: int = 10
    threshold_num: int = 3
    threshold_den: int = 10
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
        name = f"w{self.shingle_words}-fss{self.slots}-b{self.bands}r{self.rows}-{REVISION}"
        rest = [field for field in fields(self) if getattr(self, field.name) != field.default]
        if not rest:
            return name
        text = ",".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))
        return f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


DEFAULT = Profile()
PROFILES = {"default": DEFAULT}


def profile_named(name: str) -> Profile:
    """Return the profile of that name; raise `BadSetup` naming the known ones."""
    try:
        return PROFILES[name]
    except KeyError:
        known = ", ".join(sorted(PROFILES))
        raise BadSetup(f"There is no profile named {name!r}.", f"Known profiles: {known}.") from None
