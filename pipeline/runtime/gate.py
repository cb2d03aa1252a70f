"""Back-pressure in the fetch layer: too much under way, and `raw` is not fetched for a while.

No agent waits for it. Faust delivers all topics through one loop, a full queue blocks that loop, and an agent that
waits for a later agent therefore stalls its worker for good; what is left out of the fetch blocks nobody.
"""

from collections.abc import Iterable, Mapping

from faust.types import TP

POLL_S = 0.05  # while raw is left out, fetches of the other topics return so soon that raw comes back in time


class Gate:
    """Counts the raw batches that this worker has consumed and that are not done.

    `batches` and `size` (bytes of raw messages) are the limits, reached by all homes of the worker together. What was
    fetched before the limit was reached is processed: the limit may be passed by one fetch and one queue.
    """

    def __init__(self, topic: str, batches: int, size: int) -> None:
        self.topic = topic
        self._limits = (batches, size)
        self._under_way: dict[int, dict[int, int]] = {}
        self._batches = self._size = 0

    @property
    def closed(self) -> bool:
        """Whether raw is left out of the fetch."""
        return self._batches >= self._limits[0] or self._size >= self._limits[1]

    @property
    def under_way(self) -> tuple[int, int]:
        """Batches and their bytes."""
        return self._batches, self._size

    def consumed(self, partition: int, offset: int, size: int) -> None:
        """Count a raw message of `size` bytes as under way; once, however often it comes."""
        offsets = self._under_way.setdefault(partition, {})
        if offset not in offsets:
            offsets[offset] = size
            self._batches += 1
            self._size += size

    def done(self, partition: int, offset: int) -> None:
        """Count it no more; unknown ones are ignored."""
        size = self._under_way.get(partition, {}).pop(offset, None)
        if size is not None:
            self._batches -= 1
            self._size -= size

    def forget(self, partition: int) -> None:
        """Drop a partition that was revoked: its batches are under way at another worker."""
        sizes = self._under_way.pop(partition, {}).values()
        self._batches -= len(sizes)
        self._size -= sum(sizes)

    def restore(self, partition: int, undone: Mapping[int, int]) -> None:
        """Count what a partition's table has registered and not done (offset to bytes), beside what is known."""
        for offset, size in undone.items():
            self.consumed(partition, offset, size)

    def without_closed(self, partitions: Iterable[TP]) -> frozenset[TP]:
        """Return the partitions that may be fetched now."""
        if not self.closed:
            return frozenset(partitions)
        return frozenset(tp for tp in partitions if tp.topic != self.topic)
