"""Make the keys of documents out of sketches, anchors, links and digests, and send them to the band partitions.

Makes keys and chooses the way; looks nothing up.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pipeline.columns import ROW, fields_of
from pipeline.kernels.anchors import anchor_keys
from pipeline.kernels.bands import band_keys, digest_keys, link_keys
from pipeline.kernels.index import POSTING
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import Profile


def cut(batch: Batch, profile: Profile, partitions: int) -> Batch:
    """Turn a `signatures` batch into a `bands` batch that still has every partition with a key in front of it.

    Keys are laid out as one (documents, keys of the partition) block per partition, in the order of the walk; band b
    lives on partition b mod `partitions`; key 0 means that the document does not post there.
    """
    rows = batch["rows"]
    keys = keys_of(rows, Features.of(batch, profile), profile)
    blocks = [keys[:, places(p, partitions, profile)] for p in range(partitions)]
    todo = [p for p in range(partitions) if blocks[p].any()]
    columns = {
        "postings": fields_of(rows, POSTING),
        "partitions": np.array(todo, np.uint16),
        "keys": np.concatenate([keys[:0].reshape(-1), *(blocks[p].reshape(-1) for p in todo)]),
        "pair_askers": np.empty(0, np.uint16),
        "pair_numbers": np.empty(0, np.uint64),
        "watermarks": batch["watermarks"],
    }
    return Batch(Kind.BANDS, batch.home, batch.offset, columns, 0, batch.run)


class Features(NamedTuple):
    """What the keys of documents are made of, besides their rows: uint32[n, slots] and uint32[n, anchors]."""

    sketches: npt.NDArray[np.uint32]
    anchors: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, batch: Batch, profile: Profile) -> "Features":
        """Those of a `signatures` batch."""
        count = len(batch["rows"])
        return cls(batch["sketches"].reshape(count, profile.slots), batch["anchors"].reshape(count, profile.anchors))


def keys_of(rows: Array, features: Features, profile: Profile) -> npt.NDArray[np.uint64]:
    """All keys, uint64[n, key_count]: of band b at place b, those of anchors from `anchor_band` on.

    A text under the minimum posts in the digest band alone, since only an equal text can match it; a text without
    tokens (digest 0) posts nowhere.
    """
    if rows.dtype != ROW:
        raise TypeError(f"rows of dtype {rows.dtype}")
    keys = np.zeros((len(rows), profile.key_count), np.uint64)
    long = rows["shingles"] >= profile.min_shingles
    keys[:, : profile.bands] = band_keys(features.sketches, profile.bands, profile.rows)
    keys[:, profile.link_band] = link_keys(np.ascontiguousarray(rows["link"]), profile.bands)
    if profile.anchors:
        keys[:, profile.anchor_band :] = anchor_keys(features.anchors, profile.anchor_band)
    keys[~long] = 0
    digests = np.stack([rows["digest_hi"], rows["digest_lo"]], 1)
    keys[:, profile.digest_band] = np.where(digests.any(1), digest_keys(digests, profile.bands), np.uint64(0))
    return keys


def places(partition: int, partitions: int, profile: Profile) -> npt.NDArray[np.int64]:
    """Where the keys of a partition stand among all of a document, int64[width]."""
    bands = np.minimum(np.arange(profile.key_count), profile.anchor_band)
    return np.flatnonzero(bands % partitions == partition)


def caps_of(partition: int, partitions: int, profile: Profile) -> list[int]:
    """Caps of the buckets of each key of a partition."""
    chosen = places(partition, partitions, profile)
    return np.where(chosen < profile.anchor_band, profile.bucket_cap, profile.anchor_cap).tolist()  # type: ignore[no-any-return]


def width(partition: int, partitions: int, profile: Profile) -> int:
    """How many keys of a document live on a partition."""
    return len(places(partition, partitions, profile))
