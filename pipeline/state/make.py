"""Make the state of one partition of a table.

The one place that knows which table holds what.
"""

from pipeline.settings import Settings
from pipeline.state.cached import CachedKV
from pipeline.state.documents import HomeState
from pipeline.state.kv import KV
from pipeline.state.lsh import BandState, Place

MIB = 1 << 20
PARTS = 4  # of the cache: one for what is known of ids and for matches, the others for documents


def make_state(settings: Settings, table: str, partition: int, kv: KV) -> HomeState | BandState:
    """Return an empty state over the storage of a partition of `documents` or `lsh`."""
    profile, homes = settings.parameters, settings.homes
    if table == "documents":
        share = settings.documents_cache_mb * MIB // homes // PARTS
        return HomeState(partition, homes, CachedKV(kv, b"km", share), profile, share * (PARTS - 1))
    return BandState(Place(partition, settings.band_partitions, homes), kv, profile, settings.index_documents)
