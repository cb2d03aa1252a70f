"""Compile every kernel before the first document is waiting, and see that it computes what it should.

Chooses no folder for the cache: numba does (NUMBA_CACHE_DIR, beside the sources, or the user's cache folder, whichever
is the first to be writable).
"""

import time
import warnings
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from pipeline.errors import BadSetup
from pipeline.kernels import plain, plain_methods
from pipeline.kernels.bands import band_keys
from pipeline.kernels.buckets import meet_from
from pipeline.kernels.characters import fold
from pipeline.kernels.folding import by_table, fold_all, lower_ascii
from pipeline.kernels.homes import homes_of
from pipeline.kernels.index import POSTING, BandIndex
from pipeline.kernels.numbers import number_elements
from pipeline.kernels.plain_index import PlainIndex, PlainPosting
from pipeline.kernels.plain_numbers import number_elements_plain
from pipeline.kernels.runs import copy_runs, offsets_of
from pipeline.kernels.sets import intersect
from pipeline.kernels.simhash import mix, simhash
from pipeline.kernels.sketch import sketch
from pipeline.kernels.text import shingle_texts
from pipeline.profile import DEFAULT, SIMHASH, Profile

SAMPLE = (
    "The quick brown fox jumps over the lazy dog, and internationalisation never stops: 1234 5678 9.",
    "The quick brown fox jumps over the lazy dog, and internationalisation never pauses: 1234 5678.",
    "“Déjà vu” 世界かな ก็ดี слово 𠀀 👋 ÄÖÜ " * 4,
    "Version 1.2.3 of 2024-01-02, 10:30; ٣.٤ of 1,200.",
    "",
)


def warm(profile: Profile) -> float:
    """Call each kernel as production calls it, compare it with its plain twin, and return the seconds taken.

    It takes some seconds where nothing is cached, else a fraction of one. A kernel that computes something else raises
    `BadSetup`: numba looks at a kernel's own file alone when it decides whether a cached one still holds, so one that
    was cached by another version of this package can be stale.
    """
    start = time.perf_counter()
    warm_folding()
    warm_reading(profile)
    warm_meeting(profile)
    warm_comparing(profile)
    return time.perf_counter() - start


def warm_folding() -> None:
    """Warm what folds texts beyond ASCII, as `warm` does: half of the time goes into its table of characters."""
    _expect("folding", [by_table(text).decode() for text in SAMPLE], [fold(text) for text in SAMPLE])


def warm_reading(profile: Profile) -> None:
    """Warm what turns folded texts into shingles, as `warm` does."""
    texts = [fold(text) for text in SAMPLE]
    sample = "".join(SAMPLE).encode()
    _expect("lower case", lower_ascii(np.frombuffer(sample, np.uint8)).tobytes(), sample.lower())
    encoded = [text.encode() for text in texts]
    blob, offsets = np.frombuffer(b"".join(encoded), np.uint8), np.cumsum([0, *map(len, encoded)])
    _expect("folding", [part.tobytes() for part in fold_all(SAMPLE)], [blob.tobytes(), offsets.tobytes()])
    shingled = shingle_texts(blob, offsets, profile.shingle_words)
    values = [value for text in texts for value in plain.shingles_plain(text, profile.shingle_words)]
    _expect("shingles", shingled.values.tolist(), values)
    _expect("digests", shingled.digests.tolist(), [list(plain.digest_plain(text)) for text in texts])
    numbers = number_elements(blob, offsets)
    expected = [number_elements_plain(text) for text in texts]
    _expect("numbers", numbers.values.tolist(), [value for elements, _ in expected for value in elements])
    _expect("numbers", numbers.orders.tolist(), [order for _, order in expected])
    _expect("homes", homes_of(blob, offsets, 7).tolist(), [plain.home_of(id_, 7) for id_ in encoded])


def warm_meeting(profile: Profile) -> None:
    """Warm what finds out who meets whom, as `warm` does."""
    sets, values, offsets = _sets(profile)
    slots = profile.bands * profile.rows
    sketches = sketch(values, offsets, 1 << (slots - 1).bit_length())
    _expect("sketch", sketches[0].tolist(), plain.sketch_plain(sets[0], sketches.shape[1]))
    if profile.sketch == SIMHASH:
        mixed = [plain_methods.mix_plain(value, 0) for value in sets[0]]
        found = simhash(mix(values, 0), offsets).tolist()
        _expect("simhash", found[0], plain_methods.simhash_plain(mixed, [1] * len(mixed)))
    keys = band_keys(sketches, profile.bands, profile.rows)
    _expect("bands", keys[0].tolist(), plain.band_keys_plain(sketches[0].tolist(), profile.bands, profile.rows))
    _warm_index(keys, profile)


def warm_comparing(profile: Profile) -> None:
    """Warm what compares documents, as `warm` does."""
    sets, values, offsets = _sets(profile)
    bounds = np.stack([offsets[:-1], offsets[1:]], 1)
    _expect("runs", copy_runs(values, bounds[:, 0], bounds[:, 1])[0].tolist(), values.tolist())
    shared = intersect(values, bounds[:-1], values, bounds[1:])
    _expect("sets", shared.tolist(), [plain.intersect_plain(*pair) for pair in pairwise(sets)])


def cache_folder() -> Path | None:
    """The folder that keeps compiled kernels; None, with a warning, when none is writable."""
    path = cast("Any", meet_from).stats.cache_path
    if path is None:
        warnings.warn(
            "No folder for compiled kernels is writable, so each start compiles them again; set NUMBA_CACHE_DIR.",
            stacklevel=2,
        )
    return Path(path) if path else None


def is_compiled() -> bool:
    """Whether some process has compiled kernels into the cache folder before."""
    folder = cache_folder()
    return folder is not None and next(folder.glob("*.nbi"), None) is not None


def _sets(profile: Profile) -> tuple[list[list[int]], npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
    """Sample sets of shingles, and the same one after the other with their offsets."""
    sets = [plain.shingles_plain(fold(text), profile.shingle_words) for text in SAMPLE]
    return sets, np.array([value for one in sets for value in one], np.uint32), offsets_of([len(one) for one in sets])


def _warm_index(keys: npt.NDArray[np.uint64], profile: Profile) -> None:
    """Go through growth, look-up, rebuild and compaction with a handful of documents."""
    rows = [PlainPosting(number, number, -number, number) for number in range(len(keys))]
    postings = np.array([tuple(row) for row in rows], POSTING)
    caps = [profile.bucket_cap] * keys.shape[1]
    index, oracle = BandIndex(caps, profile.window_ms, capacity=1), PlainIndex(caps, profile.window_ms)
    askers, numbers = index.meet(keys, postings, 0)
    _expect("index", sorted(zip(askers.tolist(), numbers.tolist(), strict=True)), oracle.meet(keys.tolist(), rows, 0))
    index.compact(1)
    index.insert(keys[:1], postings[:1])
    askers, numbers = index.find(keys, postings, 1)
    _expect("index", sorted(zip(askers.tolist(), numbers.tolist(), strict=True)), oracle.find(keys.tolist(), rows, 1))


def _expect(name: str, found: object, expected: object) -> None:
    if found != expected:
        raise BadSetup(
            f"The compiled kernel for {name} does not compute what it should.",
            f"Delete the folder {cache_folder()}, which may be another version's.",
        )


if __name__ == "__main__":
    cache_folder()
    warm(DEFAULT)
