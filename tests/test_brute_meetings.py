"""Comparing every two documents gives the verdicts of a reference in which every two of them meet."""

import json
import random
import re
from dataclasses import replace
from itertools import starmap
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import brute_meetings
from pipeline.brute_meetings import BruteMeetings, by_batch
from pipeline.columns import ROW
from pipeline.errors import BadSetup
from pipeline.kernels.counting import Rule, Shared
from pipeline.packed import Batch
from pipeline.profile import DEFAULT, NEWS, PROFILES, NewsRules, Profile
from pipeline.stages.least_rule import least_rule
from pipeline.stages.rules import NO_REASON, Compared, reasons_of
from tests import reference
from tests.judges import FAR_MS
from tests.reference import Result, judge_log
from tests.streams import NEVER_MS, Stream, any_profile, generate
from tests.test_oracle import RecordedPipeline, encoded, messages_of

STREAMS = 200


class BrutePipeline(RecordedPipeline):
    """Compares every two documents, once all have been read."""

    def __init__(self, profile: Profile, homes: int) -> None:
        """Begin with nothing."""
        super().__init__(profile, homes)
        self.meetings = BruteMeetings(profile, homes)

    def judge(self, batch: Batch) -> None:
        """Keep a batch: none is ready before the last."""
        assert list(self.meetings.take(batch)) == []

    def finish(self) -> None:
        """Judge all that was kept."""
        for batch, met in self.meetings.rest():
            self.judge_met(batch, met)


def judged(pipeline: RecordedPipeline, stream: Stream, seed: int) -> dict[str, bytes]:
    """Push a stream through a pipeline in messages; the last verdicts."""
    for home, message in messages_of(stream, random.Random(seed)):
        pipeline.push(home, encoded(message), FAR_MS)
    if isinstance(pipeline, BrutePipeline):
        pipeline.finish()
    return {name.decode(): value for name, (_, value) in pipeline.final.items()}


def always_met(pipeline: RecordedPipeline) -> Result:
    """Judge what a pipeline has read by the reference, where every two within the window meet.

    Texts under the minimum stay what they are: unjudged, unless their text is the same.
    """

    def met(x: reference.Version, y: reference.Version, profile: Profile) -> bool:
        enough = min(len(x.shingles), len(y.shingles)) >= profile.min_shingles
        return x.id != y.id and abs(x.seen - y.seen) <= profile.window_ms and (enough or x.digest == y.digest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "met", met)
        return judge_log(pipeline.logs, pipeline.profile, pipeline.homes)


def check(stream: Stream, seed: int) -> set[tuple[Any, ...]]:
    """Compare verdicts and pairs with the reference, but for the late; return the pairs that bands would have missed.

    They are none where something was late: then the order in which bands forget decides.
    """
    brute, lsh = (kind(stream.profile, stream.homes) for kind in (BrutePipeline, RecordedPipeline))
    found, _ = judged(brute, stream, seed), judged(lsh, stream, seed)
    expected = always_met(brute)
    assert found.keys() == expected.verdicts.keys()
    for name, verdict in expected.bytes.items():
        assert "late" in expected.exempt.get(name, ()) or found[name] == verdict
    if expected.late:
        return set()
    assert brute.pairs == set(expected.pairs)
    assert lsh.pairs <= brute.pairs
    return brute.pairs - lsh.pairs


def with_shingles(profile: Profile, rng: random.Random) -> Profile:
    """A profile whose pairs are judged by shared shingles, half of the time without lateness."""
    plain = {"sketch": "fast", "slots": 8, "bands": 3, "rows": 2, "distance": 0} if profile.sketch == "simhash" else {}
    return replace(profile, **plain, grace_ms=rng.choice((profile.grace_ms, NEVER_MS)))  # type: ignore[arg-type]


def stream_of(seed: int) -> Stream:
    """A generated stream."""
    rng = random.Random(seed)
    return generate(rng, profile=with_shingles(any_profile(rng), rng))


@pytest.mark.parametrize("chunk", range(4))
def test_verdicts_are_those_of_a_reference_where_all_meet(chunk: int) -> None:
    missed = [len(check(stream_of(seed), seed)) for seed in range(chunk, STREAMS, 4)]
    assert sum(map(bool, missed)) > len(missed) / 20  # else the streams would show nothing


@given(st.randoms(use_true_random=False))
def test_verdicts_are_those_of_a_reference_where_all_meet_on_drawn_streams(rng: random.Random) -> None:
    check(generate(rng, 10, with_shingles(any_profile(rng), rng)), 0)


PAIR_PROFILES = st.builds(
    replace,
    st.sampled_from([PROFILES[name] for name in ("news", "seed-b", "seed-c")]),
    threshold_num=st.integers(1, 9),
    threshold_den=st.just(10),
    min_shingles=st.integers(1, 12),
    shingle_words=st.integers(1, 9),
    news=st.sampled_from([NewsRules(), NewsRules(low=1, short=2, middle=3, long=5), NewsRules(near_contained=(1, 9))]),
)


@given(PAIR_PROFILES, st.lists(st.tuples(st.integers(1, 300), st.integers(1, 300), st.floats(0, 1)), min_size=1))
def test_no_rule_accepts_a_pair_that_the_count_leaves_out(
    profile: Profile, pairs: list[tuple[int, int, float]]
) -> None:
    rows = np.zeros((2, len(pairs)), ROW)
    rows["digest_lo"] = [[1], [2]]
    rows["shingles"] = np.array([pair[:2] for pair in pairs]).T
    shared = np.array([round(part * min(one, two)) for one, two, part in pairs])
    none = np.zeros(len(pairs), np.int64)
    compared = Compared(rows[0], rows[1], none.astype(bool), shared, (none, none), none)
    rule, (one, two) = least_rule(profile), rows["shingles"].astype(np.int64)
    of = np.minimum(one, two) if rule.of_smaller else one + two - shared
    kept = (shared > 0) & (shared * rule.den >= of * rule.num)
    enough = np.minimum(one, two) >= profile.min_shingles
    assert kept[enough & (reasons_of(compared, profile) != NO_REASON)].all()


def test_a_ratio_is_never_rounded_up_nor_down_to_nothing() -> None:
    seed_c = PROFILES["seed-c"]
    assert least_rule(seed_c) == Rule(3, 10, of_smaller=False)
    assert least_rule(DEFAULT) == Rule(11, 20, of_smaller=True)
    assert least_rule(replace(seed_c, threshold_num=2, threshold_den=3 * 10**9)) == Rule(1, 10**9, of_smaller=False)
    assert least_rule(replace(seed_c, threshold_num=2 * 10**9 - 1, threshold_den=3 * 10**9)) == Rule(
        333_333_333, 500_000_000
    )
    assert DEFAULT.rules == NEWS
    assert least_rule(replace(DEFAULT, min_shingles=1, shingle_words=9)).num == 1


@given(st.sets(st.tuples(st.integers(0, 20), st.integers(0, 20))), st.lists(st.integers(0, 21)), st.integers(1, 7))
def test_pairs_are_cut_up_by_batch_wherever_blocks_end(pairs: set[tuple[int, int]], ends: list[int], size: int) -> None:
    ends = [*sorted(ends), 21]
    ordered = sorted(pairs)  # (later, earlier)
    blocks = (np.array(ordered[i : i + size], np.int32).T for i in range(0, len(ordered), size))
    found = by_batch((Shared(earlier, later, later) for later, earlier in blocks), ends)
    for first, end, (later, earlier) in zip([0, *ends[:-1]], ends, found, strict=True):
        assert [*zip(later.tolist(), earlier.tolist(), strict=True)] == [
            pair for pair in ordered if first <= pair[0] < end
        ]


def documents(count: int, text: str = "one two three four five six seven eight nine ten") -> list[bytes]:
    """Documents that are equal: of six shingles, where no text is given."""
    document = {"text": text, "title": "T", "fetched": "2026-01-01"}
    return [json.dumps({"id": f"d{i}"} | document).encode() for i in range(count)]


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [
        ("MOST_DOCUMENTS", 3, "at most 3 documents, and here are more (4 so far)"),
        ("MOST_SHINGLES", 23, "at most 23 shingles, and here are more (24 so far)"),
        ("MOST_PAIRS", 5, "at most 5 pairs that are alike, and here are more (6 so far)"),
    ],
)
def test_what_is_too_much_is_refused_with_its_numbers(
    limit: str, most: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge() -> int:
        pipeline = BrutePipeline(DEFAULT, 1)
        for line in documents(4):
            pipeline.push(0, line, FAR_MS)
        pipeline.finish()
        return len(pipeline.pairs)

    monkeypatch.setattr(brute_meetings, limit, most + 1)
    assert judge() == 6
    monkeypatch.setattr(brute_meetings, limit, most)
    with pytest.raises(BadSetup, match=re.escape(said)):
        judge()


def test_buckets_have_no_end() -> None:
    profile = replace(DEFAULT, bucket_cap=3)
    brute, lsh = BrutePipeline(profile, 1), RecordedPipeline(profile, 1)
    for pipeline in (brute, lsh):
        for line in documents(20, "short text"):
            pipeline.push(0, line, FAR_MS)
    brute.finish()
    assert len(lsh.pairs) < len(brute.pairs) == 190


def test_fingerprints_are_refused() -> None:
    with pytest.raises(BadSetup, match="counts shared shingles") as refusal:
        BruteMeetings(PROFILES["simhash"], 1)
    assert "--method" in refusal.value.advice


def test_nothing_at_all_meets_nobody() -> None:
    assert list(starmap(print, BruteMeetings(DEFAULT, 2).rest())) == []
