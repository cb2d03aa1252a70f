"""Cut each normalised text into its set of hashed word shingles, choose its anchors, and collect its numerals.

Knows nothing of sketches or state: text in, sorted distinct 32-bit hashes and a digest of the token sequence out.
"""

import numpy as np
import numpy.typing as npt

from pipeline.columns import SPACELESS, interleave
from pipeline.kernels.anchors import anchors_of
from pipeline.kernels.numbers import number_elements
from pipeline.kernels.text import shingle_in_order, shingle_texts
from pipeline.packed import Array, Batch, Kind
from pipeline.profile import NewsRules, Profile

BEYOND_ASCII = 0x80


def shingle(batch: Batch, profile: Profile) -> Batch:
    """Turn a `normalised` batch into a `shingles` batch; the rows gain their digest and their number of shingles."""
    texts = batch["texts"], batch["text_offsets"], profile.shingle_words
    if profile.anchors:
        cut, ordered = shingle_in_order(*texts)
        anchors = anchors_of(ordered, profile.anchors).reshape(-1)
    else:
        cut, anchors = shingle_texts(*texts), np.empty(0, np.uint32)
    rows = batch["rows"].copy()
    rows["digest_hi"], rows["digest_lo"] = cut.digests[:, 0], cut.digests[:, 1]
    rows["shingles"] = cut.offsets[1:] - cut.offsets[:-1]
    spaceless = are_spaceless(batch["texts"], batch["text_offsets"], cut.tokens, profile.news)
    rows["flags"] = np.where(spaceless, SPACELESS, 0)
    found = number_elements(batch["texts"], batch["text_offsets"])
    sets, offsets = interleave((cut.values, cut.offsets), (found.values, found.offsets))
    columns = {
        "rows": rows,
        "strings": batch["strings"],
        "string_offsets": batch["string_offsets"],
        "sets": sets,
        "set_offsets": offsets,
        "anchors": anchors,
        "refused": batch["refused"],
        "tick": batch["tick"],
    }
    return Batch(Kind.SHINGLES, batch.home, batch.offset, columns, batch.hop, batch.run)


def are_spaceless(texts: Array, offsets: Array, tokens: Array, rules: NewsRules) -> npt.NDArray[np.bool_]:
    """Whether texts are mostly of a script without spaces: most of their bytes are beyond ASCII, and tokens short."""
    sizes = np.diff(offsets)
    short: npt.NDArray[np.bool_] = sizes <= rules.spaceless_bytes * tokens.astype(np.int64)
    bounds = offsets.tolist()
    for i in np.flatnonzero(short).tolist():  # in most scripts none
        short[i] = 2 * np.count_nonzero(texts[bounds[i] : bounds[i + 1]] >= BEYOND_ASCII) > sizes[i]
    return short
