"""Cut each normalised text into its set of hashed word shingles.

Knows nothing of sketches or state: text in, sorted distinct 32-bit hashes and a digest of the token sequence out.
"""

from pipeline.kernels.text import shingle_texts
from pipeline.packed import Batch, Kind
from pipeline.profile import Profile


def shingle(batch: Batch, profile: Profile) -> Batch:
    """Turn a `normalised` batch into a `shingles` batch; the rows gain their digest and their number of shingles."""
    cut = shingle_texts(batch["texts"], batch["text_offsets"], profile.shingle_words)
    rows = batch["rows"].copy()
    rows["digest_hi"], rows["digest_lo"] = cut.digests[:, 0], cut.digests[:, 1]
    rows["shingles"] = cut.offsets[1:] - cut.offsets[:-1]
    columns = {
        "rows": rows,
        "strings": batch["strings"],
        "string_offsets": batch["string_offsets"],
        "shingles": cut.values,
        "shingle_offsets": cut.offsets,
        "refused": batch["refused"],
        "tick": batch["tick"],
    }
    return Batch(Kind.SHINGLES, batch.home, batch.offset, columns, batch.hop, batch.run)
