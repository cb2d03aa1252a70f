"""Make the state of one partition of a table.

The one place that knows which table holds what.
"""

from pipeline.settings import Settings
from pipeline.state.documents import HomeState
from pipeline.state.kv import KV
from pipeline.state.lsh import BandState, Place

MIB = 1 << 20


def make_state(settings: Settings, table: str, partition: int, kv: KV) -> HomeState | BandState:
    """Return an empty state over the storage of a partition of `documents` or `lsh`."""
    profile, homes = settings.parameters, settings.homes
    if table == "documents":
        return HomeState(partition, homes, kv, profile, settings.documents_cache_mb * MIB // homes)
    return BandState(Place(partition, settings.band_partitions, homes), kv, profile, settings.index_documents)
