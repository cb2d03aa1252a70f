"""Sketch shingle sets, in the way that a profile names.

Makes no keys and compares nothing: whatever the sketch, bands are cut from its slots.
"""

import numpy as np
import numpy.typing as npt

from pipeline.columns import Runs
from pipeline.kernels.sketch import sketch
from pipeline.profile import FINGERPRINT_BITS, SIMHASH, Profile

AFFINE = "affine"  # as in `profile.SKETCHES`

Slots = npt.NDArray[np.uint32]


def sketch_sets(sets: Runs, profile: Profile) -> Slots:
    """Sketches of shingle sets, uint32[n, profile.slots].

    Of a SimHash fingerprint the slots are the blocks, two halves each: those that differ in at most `distance` bits are
    equal in one (Manku, Jain, Das Sarma 2007).
    """
    if profile.sketch == SIMHASH:
        from pipeline.methods.pigeonhole import blocks_of, cut_blocks  # here and below: `news` needs no other method

        fingerprints = fingerprints_of(sets)
        return cut_blocks(fingerprints, blocks_of(FINGERPRINT_BITS, profile.distance)).astype("<u8").view(np.uint32)
    values, offsets = sets.packed()
    if profile.sketch == AFFINE:
        from pipeline.methods.minhash import AffineMinHash
        from pipeline.methods.shingles import ShingleSets

        return AffineMinHash(profile.slots).sign(ShingleSets(values, offsets))
    return sketch(values, offsets, profile.slots)


def distances(one: Runs, other: Runs) -> npt.NDArray[np.int64]:
    """Bits in which the fingerprints of two shingle sets differ, pair by pair: int64[p]."""
    from pipeline.methods.pigeonhole import hamming

    return hamming(fingerprints_of(one), fingerprints_of(other))


def fingerprints_of(sets: Runs) -> npt.NDArray[np.uint64]:
    """SimHash fingerprints of shingle sets, uint64[n, 1]."""
    from pipeline.methods.shingles import ShingleSets
    from pipeline.methods.simhash import fingerprint_sets

    return fingerprint_sets(ShingleSets(*sets.packed()), FINGERPRINT_BITS)
