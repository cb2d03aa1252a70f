"""The digest of a set of verdicts."""

import hashlib

from pipeline.verdict_digest import digest_of


def test_lines_in_the_order_of_ids_as_bytes() -> None:
    verdicts = {"é".encode(): b"3", b"a": b"2", b"B": b"1"}
    assert digest_of(verdicts) == hashlib.sha256(b"1\n2\n3\n").hexdigest()


def test_no_verdicts() -> None:
    assert digest_of({}) == hashlib.sha256(b"").hexdigest()
