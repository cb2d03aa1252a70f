"""Changes of state merge: repeated, and in any order that keeps registrations in theirs (design, section 4 rule 6)."""

import random

import pytest

from pipeline.local import LocalPipeline
from pipeline.packed import Batch, Kind
from pipeline.profile import Profile
from pipeline.stages.normalised import tick_message
from pipeline.state.documents import HomeState
from pipeline.state.kv import MemoryKV
from pipeline.state.progress import FIXED
from tests.streams import generate, pack
from tests.test_oracle import encoded


class TappedHome(HomeState):
    """Keeps every change that was applied to it."""

    def __init__(self, home: int, homes: int, profile: Profile) -> None:
        """Begin empty."""
        super().__init__(home, homes, MemoryKV(), profile)
        self.changes: list[Batch] = []

    def apply_batch(self, batch: Batch) -> None:
        """Note the change, then apply it."""
        self.changes.append(batch)
        super().apply_batch(batch)


def shuffled_changes(changes: list[Batch], rng: random.Random) -> list[Batch]:
    """Every change at least once, in an order that keeps only the first registrations in theirs."""
    registrations = [batch for batch in changes if batch.kind == Kind.REGISTRATION]
    others = [batch for batch in changes if batch.kind != Kind.REGISTRATION]
    repeated = others + rng.sample(changes, len(changes) // 2)
    rng.shuffle(repeated)
    mixed = list(registrations)
    for batch in repeated:
        mixed.insert(rng.randint(1, len(mixed)), batch)
    return mixed


def content(state: HomeState) -> dict[bytes, bytes]:
    """What is stored, without the vector: a batch that only visited may have raised that, and left no record of it."""
    stored = dict(state.kv.items(b""))
    return stored | {b"M": stored[b"M"][: FIXED.size]}


@pytest.mark.parametrize("seed", range(60))
def test_order_and_repetition_change_nothing(seed: int) -> None:
    stream = generate(seed)
    local = LocalPipeline(stream.profile, stream.homes)
    local.forwards = False
    local.states = [TappedHome(home, stream.homes, stream.profile) for home in range(stream.homes)]
    for state in local.states:
        state.expire = lambda: 0  # type: ignore[method-assign]
    for home, log in pack(stream, seed).items():
        for message in log:
            local.push(home, tick_message(message) if isinstance(message, int) else encoded(message), 0)
    rng = random.Random(seed)
    for state in local.states:
        assert isinstance(state, TappedHome)
        if not state.changes:
            continue
        other = HomeState(state.progress.home, stream.homes, MemoryKV(), stream.profile)
        for batch in shuffled_changes(state.changes, rng):
            other.apply_batch(batch)
        assert content(other) == content(state)
        assert (other.progress.vector <= state.progress.vector).all()
        again = HomeState(state.progress.home, stream.homes, other.kv, stream.profile)
        again.load()
        assert again.progress.encode() == other.progress.encode()
        assert (again.progress.undone, again.progress.done) == (state.progress.undone, state.progress.done)
