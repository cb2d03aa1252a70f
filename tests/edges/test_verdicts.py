"""Which verdicts a reader shows: per id never a lower revision after a higher one."""

import hypothesis.strategies as st
from hypothesis import given

from pipeline.edges.verdicts import Newest, Spoken


def spoken(document_id: bytes, revision: bytes) -> Spoken:
    """Return a verdict that matters only for its place in the order."""
    return Spoken(document_id, revision, b"{}", ())


def test_a_lower_revision_is_not_shown_and_an_equal_one_is() -> None:
    newest = Newest()
    shown = [newest.offer(spoken(b"a", revision)) for revision in (b"\x01", b"\x03", b"\x02", b"\x03")]
    assert shown == [True, True, False, True]
    assert newest.offer(spoken(b"b", b""))


@given(st.lists(st.tuples(st.sampled_from([b"a", b"b"]), st.binary(max_size=2))))
def test_what_is_shown_never_falls_and_ends_with_the_highest(history: list[tuple[bytes, bytes]]) -> None:
    newest = Newest()
    for document_id in (b"a", b"b"):
        revisions = [revision for at, revision in history if at == document_id]
        shown = [revision for revision in revisions if newest.offer(spoken(document_id, revision))]
        assert shown == sorted(shown)
        assert shown[-1:] == sorted(revisions)[-1:]


def test_memory_is_bounded_by_the_ids_that_spoke_last() -> None:
    newest = Newest(capacity=2)
    for document_id in (b"a", b"b", b"a", b"c"):
        assert newest.offer(spoken(document_id, b"5"))
    assert not newest.offer(spoken(b"a", b"1"))
    assert newest.offer(spoken(b"b", b"1"))
