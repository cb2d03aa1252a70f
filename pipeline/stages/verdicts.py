"""Say what the stored minima mean: one verdict per document, and the key by which its revisions are ordered.

Renders; it does not decide who is whose original (that is a minimum over matches) nor when to speak.
"""

from dataclasses import dataclass

from pipeline.columns import HAS_PREVIOUS
from pipeline.match import KEY_BYTES, REASONS, Match, Reason, decode_match, match_key, rank_of, version_of
from pipeline.profile import Profile
from pipeline.records import Containment, Evidence, Previous, Reference, Related, Verdict, encode_verdict

DECIMALS = 10_000
COMPLEMENT = bytes(range(255, -1, -1))
LOWEST = bytes(KEY_BYTES)  # "no match" is below the complement of any match


@dataclass(frozen=True, slots=True)
class Subject:
    """A document that a verdict is about: its row as a tuple, its four strings and (shared, union) with its predecessor."""

    row: tuple[int, ...]
    strings: tuple[bytes, ...]
    previous: tuple[int, int]


def rounded(part: int, whole: int) -> float:
    """part / whole, rounded half up to 4 decimals by integers; 1 where there is nothing to share (equal tiny texts)."""
    return (2 * part * DECIMALS + whole) // (2 * whole) / DECIMALS if whole else 1.0


def render(subject: Subject, duplicate: bytes, related: bytes, profile: Profile) -> bytes:
    """The verdict as JSON: equal facts give equal bytes. `duplicate` and `related` are packed matches, b"" for none."""
    pair = decode_match(duplicate or related) if duplicate or related else None
    shingles = subject.row[12]
    verdict = Verdict(
        document=Reference(*texts(subject.strings)),
        kind=kind_of(pair, shingles, profile),
        duplicate_of=Reference(*texts(pair.original)) if pair and duplicate else None,
        related=Related("recurs", *texts(pair.original)) if pair and not duplicate else None,
        similarity=rounded(pair.shared, pair.shingles + pair.shingles_of_original - pair.shared) if pair else None,
        containment=containment(pair) if pair else None,
        previous=previous_of(subject),
        evidence=Evidence(pair.shared if pair else None, shingles, pair.shingles_of_original if pair else None),
        reason=REASONS[pair.reason] if pair else ("too-short" if shingles < profile.min_shingles else "no-match"),  # type: ignore[arg-type]
        profile=profile.identity,
    )
    return encode_verdict(verdict)


def texts(strings: tuple[bytes, ...]) -> tuple[str, str | None, str | None, str | None]:
    """The four strings as text, empty ones as null (the id is never empty)."""
    name, *others = (text.decode() for text in strings)
    url, source, published = (text or None for text in others)
    return name, url, source, published


def kind_of(pair: Match | None, shingles: int, profile: Profile) -> str:
    """The kind that the deciding match, or its absence, comes to."""
    if pair is None:
        return "unjudged" if shingles < profile.min_shingles else "unique"
    if pair.reason == Reason.RECURS:
        return "recurring"
    return "near" if pair.reason == Reason.JACCARD else "exact"


def containment(pair: Match) -> Containment:
    """How much of each of the two is in the other."""
    return Containment(rounded(pair.shared, pair.shingles), rounded(pair.shared, pair.shingles_of_original))


def previous_of(subject: Subject) -> Previous | None:
    """Similarity to the version before, where one was known and is still stored."""
    shared, union = subject.previous
    return Previous(rounded(shared, union)) if subject.row[13] & HAS_PREVIOUS and union else None


def revision_key(row: tuple[int, ...], duplicate: bytes, related: bytes) -> bytes:
    """Place of a verdict in the order of its document's verdicts, 146 bytes: a reader keeps the highest.

    Version, then the complement of (class, rank) of the original, then that of the related document.
    """
    key = version_of(rank_of(row))
    for match in (duplicate, related):
        key += match_key(match).translate(COMPLEMENT) if match else LOWEST
    return key
