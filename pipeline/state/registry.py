"""What a home knows of ids and how far it has come, without its documents: for whoever asks only who meets whom.

Changes and expires as `HomeState` does; documents and matches are never there.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.state.documents import HomeState
from pipeline.state.stored import NO_RECORDS, Records


class Registry(HomeState):
    """State of one home that keeps no documents."""

    def keep(self, records: Records) -> dict[bytes, bytes]:
        """Keep nothing."""
        del records
        return {}

    def documents(self, numbers: Sequence[int] | npt.NDArray[np.uint64]) -> tuple[Records, npt.NDArray[np.int64]]:
        """None of the documents."""
        del numbers
        return NO_RECORDS, np.empty(0, np.int64)
