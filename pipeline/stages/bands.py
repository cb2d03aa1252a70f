"""Cut sketches into band keys, and send them off to the band partitions that hold these bands.

Makes keys and chooses the way; looks nothing up.
"""

import numpy as np
import numpy.typing as npt

from pipeline.columns import ROW, fields_of
from pipeline.kernels.bands import band_keys, digest_keys, link_keys
from pipeline.kernels.index import POSTING
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import Profile


def cut(batch: Batch, profile: Profile, partitions: int) -> Batch:
    """Turn a `signatures` batch into a `bands` batch that still has every partition with a key in front of it.

    Keys are laid out as one (documents, bands of the partition) block per partition, in the order of the walk; band b
    lives on partition b mod `partitions`; key 0 means that the document does not post in the band.
    """
    rows = batch["rows"]
    keys = keys_of(rows, batch["sketches"].reshape(len(rows), profile.slots), profile)
    todo = [p for p in range(partitions) if keys[:, p::partitions].any()]
    columns = {
        "postings": fields_of(rows, POSTING),
        "partitions": np.array(todo, np.uint16),
        "keys": np.concatenate([keys[:, p::partitions].reshape(-1) for p in todo]) if todo else np.empty(0, np.uint64),
        "pair_askers": np.empty(0, np.uint16),
        "pair_numbers": np.empty(0, np.uint64),
        "watermarks": batch["watermarks"],
    }
    return Batch(Kind.BANDS, batch.home, batch.offset, columns, 0, batch.run)


def keys_of(rows: Array, sketches: npt.NDArray[np.uint32], profile: Profile) -> npt.NDArray[np.uint64]:
    """Keys of all bands, uint64[n, band_count].

    A text under the minimum posts in the digest band alone, since only an equal text can match it; a text without
    tokens (digest 0) posts nowhere.
    """
    if rows.dtype != ROW:
        raise TypeError(f"rows of dtype {rows.dtype}")
    keys = np.zeros((len(rows), profile.band_count), np.uint64)
    long = rows["shingles"] >= profile.min_shingles
    keys[:, : profile.bands] = band_keys(sketches, profile.bands, profile.rows)
    keys[:, profile.link_band] = link_keys(np.ascontiguousarray(rows["link"]), profile.bands)
    keys[~long] = 0
    digests = np.stack([rows["digest_hi"], rows["digest_lo"]], 1)
    keys[:, profile.digest_band] = np.where(digests.any(1), digest_keys(digests, profile.bands), np.uint64(0))
    return keys


def width(partition: int, partitions: int, profile: Profile) -> int:
    """How many bands live on a partition."""
    return len(range(partition, profile.band_count, partitions))
