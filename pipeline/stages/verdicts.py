"""Say what the stored minima mean: one verdict per document, and the key by which its revisions are ordered.

Renders; it does not decide who is whose original (that is a minimum over matches) nor when to speak.
"""

from typing import NamedTuple

import msgspec

from pipeline.columns import HAS_PREVIOUS
from pipeline.match import FIXED, KEY_BYTES, REASONS, Reason, match_key
from pipeline.match import KINDS as KIND_NAMES
from pipeline.profile import Profile

DECIMALS = 10_000
COMPLEMENT = bytes(range(255, -1, -1))
LOWEST = bytes(KEY_BYTES)  # "no match" is below the complement of any match
RATIOS = [msgspec.json.encode(part / DECIMALS) for part in range(DECIMALS + 1)]
KINDS = tuple(kind.encode() for kind in KIND_NAMES)
REASON_NAMES = tuple(name.encode() for name in REASONS)
PREVIOUS = b'{"similarity":%b}'
RELATED = b'{"how":"%b",%b}'
HOW = {Reason.RECURS: b"recurs", Reason.CONTAINS: b"expands"}
ALONE = (
    b'{"document":{%b},"kind":"%b","duplicate_of":null,"related":null,'
    b'"similarity":null,"containment":null,"previous":%b,'
    b'"evidence":{"shared":null,"shingles":%d,"shingles_of_original":null},"reason":"%b","profile":"%b"}'
)
PAIRED = (
    b'{"document":{%b},"kind":"%b","duplicate_of":%b,"related":%b,"similarity":%b,'
    b'"containment":{"in_original":%b,"of_original":%b},"previous":%b,'
    b'"evidence":{"shared":%d,"shingles":%d,"shingles_of_original":%d},"reason":"%b","profile":"%b"}'
)


class Subject(NamedTuple):
    """A document that a verdict is about.

    Its address, how many shingles it has, its flags, its version as in a rank, its id, what a verdict shows of it as
    JSON members, and (shared, union) with its predecessor.
    """

    number: int
    shingles: int
    flags: int
    version: bytes
    id: bytes
    shown: bytes
    previous: tuple[int, int]


def rounded(part: int, whole: int) -> int:
    """Part / whole in ten-thousandths, rounded half up by integers; all where both are empty (equal tiny texts)."""
    return (2 * part * DECIMALS + whole) // (2 * whole) if whole else DECIMALS


def render(subject: Subject, duplicate: bytes, related: bytes, profile: Profile) -> bytes:
    """The verdict as JSON: equal facts give equal bytes. `duplicate` and `related` are packed matches, b"" for none.

    Put together from bytes that exist already: a third of the time of building and encoding a `Verdict`, which
    `render_plain` in the tests does; the two are equal by a property test.
    """
    shingles = subject.shingles
    previous = (
        PREVIOUS % RATIOS[rounded(*subject.previous)]
        if subject.flags & HAS_PREVIOUS and subject.previous[1]
        else b"null"
    )
    tail = previous, profile.identity.encode()
    if not duplicate and not related:
        kind, reason = (b"unjudged", b"too-short") if shingles < profile.min_shingles else (b"unique", b"no-match")
        return ALONE % (subject.shown, kind, tail[0], shingles, reason, tail[1])
    _, _, reason_code, shared, n, m = FIXED.unpack_from(duplicate or related)
    original = (duplicate or related)[FIXED.size :]
    references = (b"{%b}" % original, b"null") if duplicate else (b"null", RELATED % (HOW[reason_code], original))
    ratios = (RATIOS[rounded(shared, n + m - shared)], RATIOS[rounded(shared, n)], RATIOS[rounded(shared, m)])
    counts = (shared, n, m)
    return PAIRED % (
        subject.shown,
        KINDS[reason_code],
        *references,
        *ratios,
        tail[0],
        *counts,
        REASON_NAMES[reason_code],
        tail[1],
    )


def revision_key(version: bytes, duplicate: bytes, related: bytes) -> bytes:
    """Place of a verdict in the order of its document's verdicts, 146 bytes: a reader keeps the highest.

    Version, then the complement of (class, rank) of the original, then that of the related document.
    """
    key = version
    for match in (duplicate, related):
        key += match_key(match).translate(COMPLEMENT) if match else LOWEST
    return key
