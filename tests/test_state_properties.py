"""Rules 7, 9 and 10 of the design's section 4 as properties of the states: what a home registers, what a bucket keeps.

The stages and states alone are asked, without the reference. What verdicts come of it is in `test_rule_properties.py`.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline import steps
from pipeline.columns import HISTORY, LATE, NEW, NONE_MS, OUTCOME_MASK, REDELIVERY, VERSION, pack
from pipeline.packed import Batch, Kind
from pipeline.plans import Plan, Send
from pipeline.profile import Profile
from pipeline.stages.bands import cut
from pipeline.stages.normalised import RawMessage, normalise, tick_message
from pipeline.stages.shingles import shingle
from pipeline.state.documents import HomeState
from pipeline.state.kv import MemoryKV
from pipeline.state.lsh import BandState, Place
from tests import streams as written
from tests.cases import OTHERS, SMALL, TREES, at, document
from tests.judges import FAR_MS
from tests.streams import DAY_MS, NEVER_MS, Stream, streams

CHANCES = st.integers(0, 1 << 32).map(random.Random)
DAYS = st.sampled_from((0, 1, 2, 2.5, 9, 10, 10.5, 20, 21))  # on and beside the limits of grace and window
DELIVERIES = st.builds(
    lambda name, text, day, more: document(name, text, day, **more),
    st.sampled_from("aab"),
    st.sampled_from((TREES, OTHERS)),
    DAYS,
    st.sampled_from(({}, {}, {"published": at(0)}, {"updated": at(1)})),
)
REPEATS = st.builds(
    Stream, st.lists(DELIVERIES, min_size=8, max_size=20), st.just(replace(SMALL, grace_ms=2 * DAY_MS)), st.just(1)
)


def shingled(stream: Stream, rng: random.Random) -> Iterator[tuple[HomeState, list[Batch]]]:
    """Each home, empty, with the batches of its log, as some producer might have written it."""
    profile, homes = stream.profile, stream.homes
    for home, log in written.pack(stream, rng).items():
        batches = []
        for offset, message in enumerate(log):
            lines = [] if isinstance(message, int) else [json.dumps(one).encode() for one in message]
            value = tick_message(message) if isinstance(message, int) else b"\n".join(lines)
            batches.append(shingle(normalise(RawMessage(home, offset, FAR_MS, value), profile, homes).batch, profile))
        yield HomeState(home, homes, MemoryKV(), profile), batches


def registered(home: HomeState, batch: Batch) -> Batch:
    """Register a batch, which takes one record, and return that."""
    (record,) = steps.sign_batch(home, batch).records
    home.apply_batch(record)
    return record


class Known(NamedTuple):
    """What rule 7 compares a delivery with: the newest version, and the latest delivery. As (stamp, content, time)."""

    content: tuple[int, ...]
    time: int
    latest: tuple[int, ...]


def register_plainly(row: Any, known: Known | None, window_ms: int) -> tuple[int, int, Known | None]:
    """Return the outcome of a delivery, its time, and what is known of its id afterwards; `row` is a ROW by names."""
    stamp = tuple(row[name] for name in ("seen", "updated", "digest_hi", "digest_lo"))
    content, time, outcome = (row["digest_hi"], row["digest_lo"], row["shown"]), row["time"], NEW
    if known and row["seen"] < known.latest[0] - window_ms:
        return HISTORY, time, known
    if known and row["seen"] <= known.latest[0] + window_ms:
        if content == known.content:
            return REDELIVERY, time, known._replace(latest=max(known.latest, stamp))
        if stamp <= known.latest:
            return HISTORY, time, known
        outcome, time = VERSION, min(time, known.time)
    return outcome, time, Known(content, time, stamp)


@given(REPEATS, CHANCES)
def test_rule_7_a_delivery_is_what_the_newest_version_and_the_latest_delivery_make_it(
    stream: Stream, rng: random.Random
) -> None:
    """Rule 7: a record for each raw message, with outcome, time and lateness of each delivery, and both watermarks."""
    for home, batches in shingled(stream, rng):
        known: dict[tuple[int, int], Known | None] = {}
        watermark = NONE_MS
        for batch in batches:
            record, before = registered(home, batch), watermark
            assert (record.kind, record.offset, len(record["rows"])) == (
                Kind.REGISTRATION, batch.offset, len(batch["rows"]),
            )  # fmt: skip
            for row, found in zip(batch["rows"], record["rows"], strict=True):
                values = dict(zip(row.dtype.names, row.item(), strict=True))
                name = values["id_hi"], values["id_lo"]
                outcome, time, known[name] = register_plainly(values, known.get(name), stream.profile.window_ms)
                late = LATE if values["seen"] < before - stream.profile.grace_ms else 0
                assert (found["flags"] & OUTCOME_MASK, found["time"]) == (outcome, time)
                assert found["flags"] & LATE == late
            times = [before, *batch["rows"]["seen"].tolist(), *batch["tick"].tolist()]
            watermark = max(times)
            assert record["watermark"].tolist() == [before, watermark]


@given(REPEATS, CHANCES)
def test_rule_7_a_replay_decides_nothing_again_and_ends_once_its_batch_is_done(
    stream: Stream, rng: random.Random
) -> None:
    """Rule 7: whatever was registered since, the same record again, the same documents walk; when done, nothing."""
    for home, batches in shingled(stream, rng):
        plans = []
        for batch in batches:
            plans.append(steps.sign_batch(home, batch))
            home.apply_batch(plans[-1].records[0])
        content = dict(home.kv.items(b""))
        done = {batch.offset for batch in batches if rng.random() < 0.5}
        for batch, plan in rng.sample(list(zip(batches, plans, strict=True)), len(batches)):
            again = steps.sign_batch(home, batch)
            assert [packed(one, stream) for one in again.records] == [packed(one, stream) for one in plan.records]
            for one, other in zip(again.sends, plan.sends, strict=True):
                assert one.batch["rows"].tobytes() == other.batch["rows"].tobytes()
                assert one.batch["sketches"].tobytes() == other.batch["sketches"].tobytes()
            home.apply_batch(again.records[0])
        assert dict(home.kv.items(b"")) == content
        for batch in batches:
            if batch.offset in done:
                home.apply_batch(done_record(home, batch.offset))
        assert {batch.offset for batch in batches if steps.sign_batch(home, batch) == Plan()} == done


def packed(record: Batch, stream: Stream) -> bytes:
    """A record as its changelog holds it."""
    return pack(record, stream.profile.identity)


def done_record(home: HomeState, offset: int) -> Batch:
    """What judge writes when a batch is done."""
    columns = {"below": np.array([home.progress.below], np.int64), "watermarks": home.progress.vector}
    return Batch(Kind.DONE, home.progress.home, offset, columns)


@given(REPEATS, CHANCES)
def test_rule_9_done_is_an_offset_with_exceptions_and_outlives_the_registrations(
    stream: Stream, rng: random.Random
) -> None:
    """Rule 9: done in any order; when all has expired, and after a restart, replays of what is done still end."""
    for home, batches in shingled(stream, rng):
        for batch in batches:
            registered(home, batch)
        done = {batch.offset for batch in batches if rng.random() < 0.7}
        for offset in rng.sample(sorted(done), len(done)):
            home.apply_batch(done_record(home, offset))
        below = min({*range(len(batches) + 1)} - done)
        assert (home.progress.below, home.progress.done) == (below, {offset for offset in done if offset > below})
        home.progress.raise_vector(np.full(stream.homes, FAR_MS))
        for _ in batches:  # some are dropped at each call
            home.expire()
        again = HomeState(home.progress.home, stream.homes, home.kv, stream.profile)
        again.load()
        for batch in batches:
            if batch.offset in done and len(batch["rows"]):
                assert home.registration(batch.offset) is None
            for state in (home, again):
                assert (steps.sign_batch(state, batch) == Plan()) == (batch.offset in done)


@given(streams(), CHANCES, st.integers(1, 4))
def test_rule_10_a_bucket_keeps_the_lowest_ranked(stream: Stream, rng: random.Random, cap: int) -> None:
    """Rule 10: whoever came when, a look finds under each key as many as the cap of those that rank first."""
    stream = replace(stream, profile=replace(stream.profile, bucket_cap=cap, anchor_cap=cap, grace_ms=NEVER_MS))
    band = BandState(Place(0, 1, stream.homes), MemoryKV(), stream.profile)
    sketched = [send.batch for home, batches in shingled(stream, rng) for one in batches for send in signed(home, one)]
    walks = [cut(batch, stream.profile, 1) for batch in rng.sample(sketched, len(sketched))]
    buckets: dict[int, list[Posting]] = defaultdict(list)
    for walk in walks:
        for record in steps.look_up(band, walk).records:
            band.apply_batch(record)
            for posting, keys in postings_of(record):
                for key in keys:
                    buckets[key].append(posting)
    kept = {key: sorted(bucket)[:cap] for key, bucket in buckets.items()}
    for walk in walks:
        met, segment = band.meet(walk)  # it has posted: it only looks
        assert sorted(zip(met.askers.tolist(), met.numbers.tolist(), strict=True)) == sorted(
            (asker, number)
            for asker, (own, keys) in enumerate(postings_of(segment))
            for number in {other.number for key in keys for other in kept[key] if is_met(own, other, stream.profile)}
        )


class Posting(NamedTuple):
    """A posting; it compares by rank."""

    time: int
    id_hi: int
    number: int
    seen: int


def signed(home: HomeState, batch: Batch) -> list[Send]:
    """Register a batch; return what walks."""
    plan = steps.sign_batch(home, batch)
    home.apply_batch(plan.records[0])
    return plan.sends


def postings_of(segment: Batch) -> list[tuple[Posting, list[int]]]:
    """The postings of a segment, each with its keys."""
    count = len(segment["postings"])
    rows = segment["keys"].reshape(count, -1).tolist() if count else []
    postings = [Posting(**dict(zip(one.dtype.names, one.item(), strict=True))) for one in segment["postings"]]
    return [(posting, [key for key in keys if key]) for posting, keys in zip(postings, rows, strict=True)]


def is_met(own: Posting, other: Posting, profile: Profile) -> bool:
    return own.number != other.number and abs(own.seen - other.seen) <= profile.window_ms
