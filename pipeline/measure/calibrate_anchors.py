"""How many documents meet by passages that many repeat, expected from a sample.

Says nothing of bands: `Unrelated.candidates` does.
"""

from collections import defaultdict

import numpy as np
import numpy.typing as npt


def met_by_passages(anchors: npt.NDArray[np.uint32], total: int, cap: int) -> float:
    """Candidates that a document has by its anchors, uint32[n, columns] of a sample of `total`, on average.

    A passage that more than `cap` of all documents are expected to hold brings `cap`, however many anchors it has;
    those of all others together bring who else of the sample holds one, as often as the sample goes into the total.
    """
    scale = total / max(len(anchors), 1)
    holders: dict[int, list[int]] = defaultdict(list)
    for place, row in enumerate(anchors.tolist()):
        for anchor in filter(None, row):
            holders[anchor].append(place)
    full = {anchor for anchor, places in holders.items() if (len(places) - 1) * scale > cap}
    found = 0.0
    for place, row in enumerate(anchors.tolist()):
        others = {other for anchor in filter(None, row) if anchor not in full for other in holders[anchor]} - {place}
        found += len(others) * scale + cap * any(anchor in full for anchor in row)
    return found / max(len(anchors), 1)
