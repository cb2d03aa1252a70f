"""Why two documents are, or are not, duplicates: what they share, how they meet, the rule, and what stands against it.

Judges the two with `pipeline.scan`, alone: what else a stream holds (a third document that was printed earlier, an
overfull bucket) is not asked. Tells nothing of the texts; their difference is `evaluate_texts`'s.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np

from pipeline.columns import STRINGS, Runs, runs_of
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.errors import BadSetup
from pipeline.kernels.characters import fold, tokens
from pipeline.match import REASONS
from pipeline.measure.evaluate_run import WatchedPipeline
from pipeline.measure.evaluate_texts import shown_text
from pipeline.measure.explain_pair import days
from pipeline.measure.explain_rules import Sides, against, numbers_said
from pipeline.packed import Array, Batch
from pipeline.profile import DAY_MS, NEWS, SIMHASH, Profile
from pipeline.records import Document, Verdict, decode_verdict
from pipeline.scan import Scanner
from pipeline.stages.matches import compare, ranks_before
from pipeline.stages.normalised import Refused
from pipeline.stages.rules import Compared, reasons_of

RULES: Final = {
    "equal-text": "the words of both texts are the same.",
    "equal-text-and-title": "the words of both are the same, and so are the titles.",
    "equal-text-and-link": "the words of both are the same, and so are the links.",
    "jaccard": "their Jaccard similarity is at or above the threshold.",
    "simhash": "their SimHash fingerprints differ in few enough bits.",
    "recurs": "the same text from the same source, days apart: a standing notice, not a duplicate.",
    "contained": "most words of the later text are in the earlier one, and it is no copy of the whole.",
    "contains": "most words of the earlier text are in the later one, which says more: no duplicate.",
}
NEWS_JACCARD: Final = "their Jaccard similarity is high enough for texts of this length, and {}."


@dataclass(frozen=True)
class Explanation:
    """What is known of two documents, the earlier-ranked named `first`.

    `shared_words` of `words`, and `shared` of `shingles` (of the first, of the second), count distinct ones.
    `estimate` is the share of equal slots of the two sketches, None where one has no shingles, and for fingerprints;
    `bands` are the names of those that collide, of `band_count`. `verdict` is that on the later one; `seen_apart_ms`
    how far apart the two were seen. `pair` is what the rules are asked about, in one row.
    """

    first: str
    second: str
    shared_words: int
    words: tuple[int, int]
    shared: int
    shingles: tuple[int, int]
    estimate: float | None
    bands: list[str]
    band_count: int
    were_candidates: bool
    seen_apart_ms: int
    verdict: Verdict
    pair: Compared

    @property
    def is_match(self) -> bool:
        """Whether a rule holds for the two, and they met."""
        return bool(self.verdict.duplicate_of or self.verdict.related)

    @property
    def similarity(self) -> float:
        """Exact Jaccard similarity of the two shingle sets, 0 where both are empty."""
        union = sum(self.shingles) - self.shared
        return self.shared / union if union else 0.0

    @property
    def containments(self) -> tuple[float, float]:
        """How much of the first, and of the second, is in the other one; 0 for an empty one."""
        first, second = (self.shared / count if count else 0.0 for count in self.shingles)
        return first, second


class Kept(NamedTuple):
    """The record of one document: its row, and its shingles and numerals."""

    rows: Array
    sets: Runs


class KeptPipeline(WatchedPipeline):
    """A watched pipeline that keeps what the rules look at."""

    def __init__(self, profile: Profile, scanner: Scanner) -> None:
        super().__init__(profile, scanner)
        self.kept: dict[str, Kept] = {}

    def judge(self, batch: Batch) -> None:
        """Keep the records, then judge them."""
        names = runs_of(batch["strings"], batch["string_offsets"])[::STRINGS]
        sets = Runs.of(batch["sets"], batch["set_offsets"])
        for place, name in enumerate(names):
            self.kept[name.decode()] = Kept(batch["rows"][place : place + 1].copy(), sets.take(np.array([place])))
        super().judge(batch)


def explain(one: Document, other: Document, profile: Profile, now_ms: int) -> Explanation:
    """Judge two documents of different ids, which they must have; `BadSetup` where one is refused, with the reason."""
    names = [str(document.id) for document in (one, other)]
    if names[0] == names[1]:
        raise BadSetup(f"Both documents are named {names[0]!r}.", "Versions of one document are never its duplicates.")
    scanner = Scanner(profile, 1, now_ms, want_pairs=True)
    watched = scanner.local = KeptPipeline(profile, scanner)
    for name, document in zip(names, (one, other), strict=True):
        scanner.add(name.encode(), msgspec.json.encode(document))
    result = scanner.finish()
    for _, _, refused in result.refused:
        raise BadSetup(refusal(refused, names), "A document needs a text that can be judged.")
    if not ranks_before(*(watched.kept[name].rows for name in names))[0]:
        names.reverse()
    one_set, other_set = (watched.shingles[name] for name in names)
    texts = {str(document.id): shown_text(document) for document in (one, other)}
    one_words, other_words = (set(tokens(fold(texts[name]))) for name in names)
    return Explanation(
        names[0],
        names[1],
        len(one_words & other_words),
        (len(one_words), len(other_words)),
        len(np.intersect1d(one_set, other_set, assume_unique=True)),
        (len(one_set), len(other_set)),
        None if profile.sketch == SIMHASH else estimate_of(watched, names),
        *bands_of(watched, names, profile),
        bool(watched.candidates),
        max(watched.seen.values()) - min(watched.seen.values()),
        decode_verdict(result.verdicts[names[1].encode()]),
        pair_of(watched, names, profile),
    )


def pair_of(watched: KeptPipeline, names: list[str], profile: Profile) -> Compared:
    """What the rules look at: one pair, the second of which is the later-ranked."""
    first, second = (watched.kept[name] for name in names)
    return compare((first.rows, second.rows), (first.sets, second.sets), profile, np.array([True]))


def refusal(refused: Refused, names: list[str]) -> str:
    """The reason, after the name of the document that it is about."""
    return f"{names[refused.index or 0]}: {refused.reason}"


def estimate_of(watched: WatchedPipeline, names: list[str]) -> float | None:
    """The share of equal slots; sketches of empty sets are equal and mean nothing."""
    one, other = (watched.sketches.get(name) if len(watched.shingles[name]) else None for name in names)
    return None if one is None or other is None or not len(one) else float((one == other).mean())


def bands_of(watched: WatchedPipeline, names: list[str], profile: Profile) -> tuple[list[str], int]:
    """The bands in which two documents have one key, by name, and how many bands there are."""
    nothing = np.zeros(profile.key_count, np.uint64)  # of what posts nowhere
    one, other = (watched.keys.get(name, nothing) for name in names)
    special = {profile.digest_band: "digest", profile.link_band: "link"}
    single = np.flatnonzero((one == other) & (one != 0))
    equal = [special.get(band, str(band)) for band in single[single < profile.anchor_band].tolist()]
    anchors = np.intersect1d(one[profile.anchor_band :], other[profile.anchor_band :])  # a document has several
    return equal + ["anchor"] * bool(anchors.any()), profile.band_count


def documents_of_texts(names: tuple[str, str], texts: tuple[str, str]) -> tuple[Document, Document]:
    """Two bare texts as documents; equal names are told apart."""
    if names[0] == names[1]:
        names = f"{names[0]} (1)", f"{names[1]} (2)"
    one, other = (Document(id=name, text=text) for name, text in zip(names, texts, strict=True))
    return one, other


def documents_in(paths: Sequence[Path], names: tuple[str, str], now_ms: int) -> tuple[Document, Document]:
    """The two documents of these ids in files, folders or feeds; `BadSetup` where one is not there."""
    found: dict[str, Document] = {}
    for item in read_inputs(paths, now_ms, now_ms):
        if isinstance(item, Accepted) and item.id in names:
            found[item.id] = msgspec.json.decode(item.line, type=Document)
    missing = [name for name in names if name not in found]
    if missing:
        where = f"{paths[0]} has no" if len(paths) == 1 else f"None of {', '.join(map(str, paths))} has a"
        raise BadSetup(f"{where} document {missing[0]!r}.", "Give the id as a verdict shows it.")
    return found[names[0]], found[names[1]]


def why(explanation: Explanation, profile: Profile) -> str:
    """Name the rule that decides about the two, and say what it asks for where it holds."""
    reason = explanation.verdict.reason
    if not explanation.is_match:
        return reason
    if reason == "jaccard" and profile.rules == NEWS:
        return f"{reason}: {NEWS_JACCARD.format(numbers_said(explanation.pair))}"
    return f"{reason}: {RULES[reason]}"


def why_not(explanation: Explanation, sides: Sides, profile: Profile) -> list[str]:
    """Say everything that stands against the two, a sentence each; nothing where they match."""
    if explanation.is_match:
        return []
    found = []
    if explanation.seen_apart_ms > profile.window_ms:
        window = profile.window_ms // DAY_MS
        found.append(f"They were seen {days(explanation.seen_apart_ms)} apart, and the window is {window} days.")
    if not explanation.bands:
        short = min(explanation.shingles) < profile.min_shingles
        only = f"; under {profile.min_shingles} shingles only equal texts meet" if short else ""
        found.append(f"They never meet: none of {explanation.band_count} bands has the same key for both{only}.")
    parts = against(explanation.pair, sides, profile)
    if not parts:
        reason = REASONS[int(reasons_of(explanation.pair, profile)[0])]
        found.append(f"Nothing else: the rule {reason!r} would hold for them.")
    return found + parts
