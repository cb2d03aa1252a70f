"""The first half of the local pipeline where every two documents are compared: nobody is missed as bands may miss.

Decides no pair and says no verdicts. It counts what every two documents share and brings together those whose count is
one that the rules may accept; all else, registration and watermarks, is what `Meetings` does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pipeline.columns import Runs, fields_of, parts_of
from pipeline.errors import BadSetup
from pipeline.kernels.counting import CAPACITY, Shared, count_shared
from pipeline.kernels.index import POSTING
from pipeline.kernels.runs import offsets_of
from pipeline.meetings import Meeting, Meetings
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import SIMHASH, Profile
from pipeline.stages.candidates import depart
from pipeline.stages.least_rule import least_rule

MOST_DOCUMENTS: Final = 50_000
MOST_SHINGLES: Final = 25_000_000  # of all documents: counting takes some 30 bytes for each
MOST_PAIRS: Final = 20_000_000  # that are alike enough to be verified one by one: a minute
ADVICE: Final = "Leave out --method brute, or give it fewer of them."

Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Held:
    """A batch that waits until all are there, and the batch that left the bands for it.

    `places` of the documents that walk, in it; what was seen before `horizon_ms` meets nobody any more.
    """

    batch: Batch
    met: Batch
    places: npt.NDArray[np.int64]
    horizon_ms: int

    @property
    def postings(self) -> Array:
        """What would be posted of the documents that walk."""
        return fields_of(self.batch["rows"][self.places], POSTING)


class BruteMeetings(Meetings):
    """Keeps every batch until the last was read, then finds all pairs at once, through an inverted index.

    Verdicts are those of a pipeline whose bands miss nothing within the window and whose buckets hold everything.
    `exempt` names what it names for `Meetings`: where a cluster may differ from that, besides what its bands miss.
    Raises `BadSetup` for a profile of fingerprints, and for more than MOST_DOCUMENTS, MOST_SHINGLES or MOST_PAIRS.
    """

    def __init__(self, profile: Profile, homes: int) -> None:
        if profile.sketch == SIMHASH:
            raise BadSetup(
                "Brute force counts shared shingles, and this profile compares fingerprints (simhash) instead.",
                "Leave out --method brute, or choose another profile.",
            )
        super().__init__(profile, homes)
        self.rule = least_rule(profile)
        self.held: list[Held] = []
        self.documents = self.shingles = 0

    def take(self, batch: Batch) -> Iterator[Meeting]:
        """Register a `shingles` batch and keep it; nothing is ready yet."""
        self.documents += len(batch["rows"])
        self.shingles += int(batch["rows"]["shingles"].sum())
        expect_at_most("documents", self.documents, MOST_DOCUMENTS)
        expect_at_most("shingles", self.shingles, MOST_SHINGLES)
        horizon_ms = self.band.horizon()
        met = self.meet(batch)
        places = np.flatnonzero(np.isin(batch["rows"]["number"], met["numbers"]))
        self.held.append(Held(batch, met, places, horizon_ms))
        return iter(())

    def rest(self) -> Iterator[Meeting]:
        """Yield every batch that was taken, with all that its documents meet among themselves and before them."""
        postings = np.concatenate([np.empty(0, POSTING), *(held.postings for held in self.held)])
        ends = np.cumsum([len(held.places) for held in self.held], dtype=np.int64).tolist()
        for held, end, (askers, earlier) in zip(self.held, ends, by_batch(self.alike(), ends), strict=True):
            one, other = postings["seen"][askers], postings["seen"][earlier]
            live = (np.abs(one - other) <= self.profile.window_ms) & (np.minimum(one, other) >= held.horizon_ms)
            places = (askers[live] - (end - len(held.places))).astype(np.uint16)
            bands = Batch(Kind.BANDS, held.met.home, held.met.offset, {"postings": held.postings}, 0, held.met.run)
            yield held.batch, depart(bands, places, postings["number"][earlier[live]], held.met["watermarks"])

    def alike(self) -> Iterator[Shared]:
        """Pairs that share enough, in blocks, ordered by the later, then the earlier."""
        counted = [counted_of(held, self.profile).packed() for held in self.held]
        values = np.concatenate([np.empty(0, np.uint32), *(values for values, _ in counted)])
        offsets = offsets_of(np.concatenate([np.empty(0, np.int64), *(np.diff(offsets) for _, offsets in counted)]))
        del counted
        pairs = 0
        for block in count_shared(values, offsets, self.rule, CAPACITY):
            pairs += len(block.a)
            expect_at_most("pairs that are alike", pairs, MOST_PAIRS)
            yield block


def expect_at_most(what: str, count: int, most: int) -> None:
    """Raise `BadSetup` where there is more than can be compared."""
    if count > most:
        raise BadSetup(f"Brute force compares at most {most:,} {what}, and here are more ({count:,} so far).", ADVICE)


def counted_of(held: Held, profile: Profile) -> Runs:
    """What is counted of each document: its shingles, or, where they are too few to be judged by, its text as one.

    Only an equal text can match a text under the minimum; half of its digest stands for it. That others may have the
    same 32 bits costs a comparison and changes nothing. Links need no counting: what shares no shingle and no text
    matches by no rule, whatever its link.
    """
    batch, places = held.batch, held.places
    rows = batch["rows"][places]
    shingles = parts_of(Runs.of(batch["sets"], batch["set_offsets"]), batch["rows"])[0].take(places)
    short = np.flatnonzero(rows["shingles"] < profile.min_shingles)
    begin = len(shingles.values) + np.arange(len(short))
    bounds = shingles.bounds.copy()
    bounds[short] = np.stack([begin, begin + 1], 1)
    return Runs(np.concatenate([shingles.values, rows["digest_lo"][short].astype(np.uint32)]), bounds)


def by_batch(blocks: Iterator[Shared], ends: list[int]) -> Iterator[tuple[Numbers, Numbers]]:
    """Cut ordered pairs up by batch, the later and the earlier ones: documents of batch i end before ends[i]."""
    block = next(blocks, None)
    for end in ends:
        later, earlier = [np.empty(0, np.int32)], [np.empty(0, np.int32)]
        while block is not None:
            here = int(np.searchsorted(block.b, end))
            later.append(block.b[:here])
            earlier.append(block.a[:here])
            if here < len(block.b):
                block = Shared(*(column[here:] for column in block))
                break
            block = next(blocks, None)
        yield np.concatenate(later), np.concatenate(earlier)
