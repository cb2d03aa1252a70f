"""Verdicts as bytes equal verdicts as objects, and revision keys order as the design says."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.columns import HAS_PREVIOUS, NONE_MS, ROW
from pipeline.match import FIXED, REASONS, SIGN, Reason, match_heads, versions_of
from pipeline.profile import DEFAULT
from pipeline.records import (
    Containment,
    Document,
    Evidence,
    How,
    Previous,
    Reference,
    Related,
    Verdict,
    decode_verdict,
    encode_shown,
    encode_verdict,
)
from pipeline.stages.verdicts import DECIMALS, Subject, render, revision_key, rounded

KINDS = ("exact", "exact", "exact", "near", "recurring", "near", "excerpt", "expansion")
CLASSES = (0, 0, 0, 0, 2, 0, 1, 2)
HOW: dict[Reason | None, How] = {Reason.RECURS: "recurs", Reason.CONTAINS: "expands"}
TEXTS = st.text(max_size=12)
TIMES = st.integers(-(1 << 45), 1 << 45)
HALVES = st.integers(0, (1 << 64) - 1)


def reference_of(document: Document, name: str) -> Reference:
    return Reference(name, document.url or None, document.source or None, document.published or None)


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, ...]:
    """A row as a tuple, its numbers small enough to tie often."""
    small = st.integers(0, 2)
    updated = draw(st.sampled_from([NONE_MS, 0, 5]))
    hashes = [draw(small | HALVES) for _ in range(2)]
    return (
        7,
        draw(small | TIMES),
        *hashes,
        draw(small | TIMES),
        updated,
        draw(small),
        draw(small),
        0,
        0,
        0,
        0,
        draw(st.integers(0, 40)),
        0,
        0,
    )


@st.composite
def documents(draw: st.DrawFn) -> Document:
    return Document(url=draw(st.none() | TEXTS), source=draw(st.none() | TEXTS), published=draw(st.none() | TEXTS))


def rounded_plain(part: int, whole: int) -> float:
    """Half up, by exact fractions."""
    return int(Fraction(part, whole) * DECIMALS + Fraction(1, 2)) / DECIMALS if whole else 1.0


@given(st.integers(0, 5000), st.integers(0, 5000))
def test_ratios_are_rounded_half_up(part: int, more: int) -> None:
    assert rounded(part, part + more) / DECIMALS == rounded_plain(part, part + more)


@given(st.data(), documents(), documents(), rows(), rows(), st.sampled_from([None, *Reason]))
def test_bytes_equal_the_encoded_struct(  # noqa: PLR0913, PLR0917  # long: one drawn value per side of a verdict
    data: st.DataObject,
    mine: Document,
    other: Document,
    row: tuple[int, ...],
    original: tuple[int, ...],
    reason: Reason | None,
) -> None:
    """The template and the struct of `pipeline.records` give the same bytes, whatever the strings hold."""
    shared = data.draw(st.integers(0, min(row[12], original[12])))
    previous = data.draw(st.sampled_from([(0, 0), (0, 1), (3, 7), (1, 1)]))
    row = (*row[:13], data.draw(st.sampled_from([0, HAS_PREVIOUS])), 0)
    name, other_name = data.draw(st.text(min_size=1, max_size=9)), data.draw(st.text(min_size=1, max_size=9))
    match = b""
    if reason is not None:
        match = plain_match(row, original, reason, shared, encode_shown(other_name, other))
    recurs = reason in HOW
    n, m = row[12], original[12]
    ratios = [rounded_plain(shared, whole) for whole in (n + m - shared, n, m)]
    alone = ("unjudged", "too-short") if n < DEFAULT.min_shingles else ("unique", "no-match")
    four = reference_of(other, other_name)
    expected = Verdict(
        document=reference_of(mine, name),
        kind=alone[0] if reason is None else KINDS[reason],  # type: ignore[arg-type]
        duplicate_of=four if reason is not None and not recurs else None,
        related=Related(HOW[reason], four.id, four.url, four.source, four.published) if reason in HOW else None,
        similarity=None if reason is None else ratios[0],
        containment=None if reason is None else Containment(ratios[1], ratios[2]),
        previous=Previous(rounded_plain(*previous)) if row[13] & HAS_PREVIOUS and previous[1] else None,
        evidence=Evidence(None, n, None) if reason is None else Evidence(shared, n, m),
        reason=alone[1] if reason is None else REASONS[reason],  # type: ignore[arg-type]
        profile=DEFAULT.identity,
    )
    subject = Subject(row[0], row[12], row[13], version_of(row), name.encode(), encode_shown(name, mine), previous)
    value = render(subject, b"" if recurs else match, match if recurs else b"", DEFAULT)
    assert value == encode_verdict(expected)
    assert decode_verdict(value) == expected


def rank_of(row: tuple[int, ...]) -> bytes:
    """A rank, put together by hand."""
    return b"".join((value + (i in {0, 3, 4}) * SIGN).to_bytes(8, "big") for i, value in enumerate(row[1:8]))


def version_of(row: tuple[int, ...]) -> bytes:
    """The version of a document, as the verdicts' bytes have it."""
    return versions_of(np.array([row], ROW))[0]


def plain_match(row: tuple[int, ...], original: tuple[int, ...], reason: Reason, shared: int, shown: bytes) -> bytes:
    """One match, put together by hand."""
    return FIXED.pack(CLASSES[reason], rank_of(original), reason, shared, row[12], original[12]) + shown


@given(st.lists(st.tuples(rows(), rows(), st.sampled_from(Reason), st.integers(0, 1 << 20)), max_size=4))
def test_many_matches_are_packed_as_one(pairs: list[tuple[tuple[int, ...], tuple[int, ...], Reason, int]]) -> None:
    mine, originals = (np.array([pair[side] for pair in pairs], ROW) for side in (0, 1))
    shared, reasons = (np.array([pair[column] for pair in pairs], np.int64) for column in (3, 2))
    expected = b"".join(plain_match(*pair, b"") for pair in pairs)
    assert match_heads(mine, originals, shared, reasons) == expected


def plain_rank(row: tuple[int, ...]) -> tuple[int, ...]:
    return (row[1], *row[2:4], *row[4:8])


@given(rows(), rows())
def test_ranks_compare_as_bytes(one: tuple[int, ...], two: tuple[int, ...]) -> None:
    """Design, section 4 rule 2."""
    assert (rank_of(one) < rank_of(two)) == (plain_rank(one) < plain_rank(two))
    assert versions_of(np.array([one, two], ROW)) == [rank_of(one)[24:], rank_of(two)[24:]]


def key_of(row: tuple[int, ...], original: tuple[int, ...] | None, reason: Reason) -> bytes:
    match = b"" if original is None else plain_match(row, original, reason, 1, b"")
    recurs = reason in HOW
    return revision_key(version_of(row), b"" if recurs else match, match if recurs else b"")


@given(rows(), rows(), rows())
def test_a_revision_rises_with_version_and_falls_with_the_originals_rank(
    row: tuple[int, ...], one: tuple[int, ...], two: tuple[int, ...]
) -> None:
    """Design, section 3: version, then the complement of (class, rank); none is lowest."""
    none, first, second = (key_of(row, original, Reason.JACCARD) for original in (None, one, two))
    assert none < first
    assert (first > second) == (plain_rank(one) < plain_rank(two))
    assert key_of(row, one, Reason.RECURS) < second
    newer = (*row[:4], row[4] + 1, *row[5:])
    assert key_of(newer, None, Reason.JACCARD) > first
    assert len(none) == len(first) == len(key_of(newer, two, Reason.RECURS))
