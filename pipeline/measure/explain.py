"""Why two documents are, or are not, duplicates: what they share, how they meet, and the rule that decides.

Judges the two with `pipeline.scan`, alone: what else a stream holds (a third document that was printed earlier, an
overfull bucket) is not asked. Tells nothing of the texts; their difference is `evaluate_texts`'s.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.errors import BadSetup
from pipeline.kernels.characters import fold, tokens
from pipeline.measure.evaluate_run import WatchedPipeline
from pipeline.measure.evaluate_texts import shown_text
from pipeline.profile import DAY_MS, NEWS, Profile
from pipeline.records import Document, Verdict, decode_verdict
from pipeline.scan import Scanner
from pipeline.stages.normalised import Refused

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
NEWS_RULES: Final = RULES | {
    "jaccard": "their Jaccard similarity is high enough for texts of this length, and their numbers do not differ.",
}


@dataclass(frozen=True)
class Explanation:
    """What is known of two documents, the one that was printed first named `first`.

    `shared_words` of `words`, and `shared` of `shingles` (of the first, of the second), count distinct ones.
    `estimate` is the share of equal slots of the two sketches, None where one has no shingles; `bands` are the names of
    those that collide, of `band_count`. `verdict` is that on the later one; `seen_apart_ms` how far apart the two were
    seen.
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


def explain(one: Document, other: Document, profile: Profile, now_ms: int) -> Explanation:
    """Judge two documents of different ids, which they must have; `BadSetup` where one is refused, with the reason."""
    names = [str(document.id) for document in (one, other)]
    if names[0] == names[1]:
        raise BadSetup(f"Both documents are named {names[0]!r}.", "Versions of one document are never its duplicates.")
    scanner = Scanner(profile, 1, now_ms, want_pairs=True)
    watched = scanner.local = WatchedPipeline(profile, scanner)
    for name, document in zip(names, (one, other), strict=True):
        scanner.add(name.encode(), msgspec.json.encode(document))
    result = scanner.finish()
    for _, _, refused in result.refused:
        raise BadSetup(refusal(refused, names), "A document needs a text that can be judged.")
    verdicts = [decode_verdict(result.verdicts[name.encode()]) for name in names]
    if verdicts[0].duplicate_of or verdicts[0].related:
        names, verdicts = names[::-1], verdicts[::-1]
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
        estimate_of(watched, names),
        *bands_of(watched, names, profile),
        bool(watched.candidates),
        max(watched.seen.values()) - min(watched.seen.values()),
        verdicts[1],
    )


def refusal(refused: Refused, names: list[str]) -> str:
    """The reason, after the name of the document that it is about."""
    return f"{names[refused.index or 0]}: {refused.reason}"


def estimate_of(watched: WatchedPipeline, names: list[str]) -> float | None:
    """The share of equal slots; sketches of empty sets are equal and mean nothing."""
    one, other = (watched.sketches.get(name) if len(watched.shingles[name]) else None for name in names)
    return None if one is None or other is None or not len(one) else float((one == other).mean())


def bands_of(watched: WatchedPipeline, names: list[str], profile: Profile) -> tuple[list[str], int]:
    """The bands in which two documents have one key, by name, and how many bands there are."""
    one, other = (watched.keys.get(name, np.empty(0, np.uint64)) for name in names)
    equal = np.flatnonzero((one == other) & (one != 0)).tolist() if len(one) == len(other) else []
    special = {profile.digest_band: "digest", profile.link_band: "link"}
    return [special.get(band, str(band)) for band in equal], profile.band_count


def documents_of_texts(names: tuple[str, str], texts: tuple[str, str]) -> tuple[Document, Document]:
    """Two bare texts as documents; equal names are told apart."""
    if names[0] == names[1]:
        names = f"{names[0]} (1)", f"{names[1]} (2)"
    one, other = (Document(id=name, text=text) for name, text in zip(names, texts, strict=True))
    return one, other


def documents_in(path: Path, names: tuple[str, str], now_ms: int) -> tuple[Document, Document]:
    """The two documents of these ids in a file, folder or feed; `BadSetup` where one is not there."""
    found: dict[str, Document] = {}
    for item in read_inputs([path], now_ms, now_ms):
        if isinstance(item, Accepted) and item.id in names:
            found[item.id] = msgspec.json.decode(item.line, type=Document)
    missing = [name for name in names if name not in found]
    if missing:
        raise BadSetup(f"{path} has no document {missing[0]!r}.", "Give the id as a verdict shows it.")
    return found[names[0]], found[names[1]]


def why(explanation: Explanation, profile: Profile) -> str:
    """Say in a sentence which rule decides about the two."""
    verdict = explanation.verdict
    if verdict.duplicate_of or verdict.related:
        rules = NEWS_RULES if profile.rules == NEWS else RULES
        return f"{verdict.reason}: {rules[verdict.reason]}"
    if explanation.seen_apart_ms > profile.window_ms:
        return f"no-match: they were seen more than {profile.window_ms // DAY_MS} days apart, which is the window."
    if min(explanation.shingles) < profile.min_shingles:
        return f"too-short: under {profile.min_shingles} shingles, only equal texts with equal titles or links match."
    if not explanation.were_candidates:
        return f"no-match: none of {explanation.band_count} bands has the same key for both, so they never meet."
    return f"no-match: they meet in a band, but no rule of {profile.identity} makes them duplicates."
