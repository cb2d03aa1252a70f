"""Anchors of texts: few shingles each, so chosen that two texts with a passage in common have one in common.

Finds what Jaccard banding cannot, an excerpt in a long article. Decides nothing: what meets, `compare_pairs` compares.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.kernels.anchors import COLUMNS, anchors_of
from pipeline.kernels.constants import MAX_ANCHORS, MAX_WORDS
from pipeline.kernels.text import shingle_in_order
from pipeline.methods.refused import expect_within
from pipeline.methods.shingles import folded_blob


def winnow(texts: Sequence[str], words: int = 5, columns: int = COLUMNS) -> npt.NDArray[np.uint32]:
    """Anchors of n texts, uint32[n, columns], 0 where a text has fewer; which ones, and the guarantee: `anchors_of`.

    Method: winnowing (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003).
    """
    expect_within("The number of words", words, 1, MAX_WORDS)
    expect_within("The number of columns", columns, 1, MAX_ANCHORS)
    return anchors_of(shingle_in_order(*folded_blob(texts), words)[1], columns)
