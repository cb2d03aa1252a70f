"""A cached storage answers as the storage does, whatever was asked, written and forgotten before."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.state.cached import CachedKV
from pipeline.state.kv import MemoryKV

KEY = st.sampled_from([letter + bytes([i]) for letter in (b"k", b"m", b"d") for i in range(4)])
VALUE = st.binary(max_size=400)
WRITE = st.tuples(st.dictionaries(KEY, VALUE, max_size=4), st.lists(KEY, max_size=4))
STEP = WRITE | st.lists(KEY, max_size=6)


@given(st.sampled_from([0, 500, 1 << 20]), st.lists(STEP, max_size=20))
def test_it_answers_as_the_storage_does(limit: int, steps: list[object]) -> None:
    plain, storage = MemoryKV(), MemoryKV()
    cached = CachedKV(storage, b"km", limit)
    for step in steps:
        if isinstance(step, tuple):
            puts, deletes = step
            for kv in (plain, cached):
                kv.write(puts, iter(deletes))
        elif isinstance(step, list):
            assert cached.get_many(step) == plain.get_many(step)
        assert list(cached.items(b"")) == list(plain.items(b"")) == list(storage.items(b""))
        assert cached.nbytes <= limit


def test_what_is_held_is_not_asked_for_again() -> None:
    storage = MemoryKV()
    cached = CachedKV(storage, b"k", 1 << 20)
    cached.write({b"k1": b"one", b"d1": b"two"})
    assert cached.get_many([b"k2"]) == [None]
    storage.write({b"k1": b"changed", b"k2": b"changed", b"d1": b"changed"})
    assert cached.get_many([b"k1", b"k2", b"d1"]) == [b"one", None, b"changed"]
