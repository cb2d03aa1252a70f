"""Rules of the design's section 4 as properties of whole streams: verdicts against all verified pairs.

The stages alone are asked, without the reference, in streams where each id is delivered once and nobody is late. What
several deliveries of an id come to is in `test_state_properties.py`, `test_registration.py` and `test_promise.py`;
rule 1 is in `test_rules.py`, rule 6 in `state/`, and what crashes have to do with them in `model/`.
"""

import json
from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from pipeline.dates import parse_date, rank_time
from pipeline.profile import Profile
from pipeline.scan import ScanResult, judge_documents
from tests import plain
from tests.streams import NEVER_MS, Document, Stream, readable_id, seen_of, streams


class Pair(NamedTuple):
    """A line of the file of pairs."""

    later: str
    earlier: str
    kind: str
    figures: tuple[str, ...]


def once(stream: Stream) -> Stream:
    """The first delivery of each id, under a profile by which nothing is late and no bucket overflows."""
    firsts: dict[str, Document] = {}
    for one in stream.documents:
        if readable_id(one):
            firsts.setdefault(one["id"], one)
    profile = replace(stream.profile, grace_ms=NEVER_MS, bucket_cap=64, anchor_cap=64)
    return replace(stream, documents=list(firsts.values()), profile=profile)


def judged(stream: Stream, profile: Profile | None = None) -> ScanResult:
    lines = ((one["id"].encode(), json.dumps(one).encode()) for one in stream.documents)
    return judge_documents(lines, profile or stream.profile, stream.homes)


def pairs_of(result: ScanResult) -> set[Pair]:
    rows = (line.split("\t") for line in result.pairs)
    return {Pair(later, earlier, kind, tuple(figures)) for later, earlier, kind, *figures in rows}


def ranks(stream: Stream, result: ScanResult) -> dict[str, tuple[int, bytes]]:
    """Rules 1 and 2, for the documents that were not refused; their hashes differ, so versions need no comparison."""
    documents = [one for one in stream.documents if one["id"].encode() in result.verdicts]
    return {
        one["id"]: (
            rank_time(parse_date(one["published"] or ""), seen_of(one), stream.profile.absurd_ms),
            plain.id_hash(one["id"]),
        )
        for one in documents
    }


def named(verdict: dict[str, Any], field: str) -> str | None:
    found = verdict[field]
    return None if found is None else str(found["id"])


@given(streams().map(once))
def test_rule_2_of_every_pair_one_ranks_first(stream: Stream) -> None:
    """Rule 2: the order is total, and each pair is verified in it, never both ways."""
    result = judged(stream)
    order = ranks(stream, result)
    pairs = pairs_of(result)
    assert all(order[pair.earlier] < order[pair.later] for pair in pairs)
    assert len({(pair.later, pair.earlier) for pair in pairs}) == len(pairs)


@given(streams().map(once))
def test_rule_3_related_are_two_ids_within_the_window(stream: Stream) -> None:
    """Rule 3: no document is related to itself, or to one seen longer ago than the window."""
    seen = {one["id"]: seen_of(one) for one in stream.documents}
    for pair in pairs_of(judged(stream)):
        assert pair.later != pair.earlier
        assert abs(seen[pair.later] - seen[pair.earlier]) <= stream.profile.window_ms


@given(streams().map(once))
def test_rule_4_a_verdict_is_the_minimum_of_its_pairs(stream: Stream) -> None:
    """Rule 4: the least copy, else the least that contains it; where there is none, the least of the others."""
    result = judged(stream)
    order, pairs = ranks(stream, result), pairs_of(result)
    for name in order:
        mine = [pair for pair in pairs if pair.later == name]
        copies = [pair.earlier for pair in mine if pair.kind in {"exact", "near"}]
        containers = [pair.earlier for pair in mine if pair.kind == "excerpt"]
        others = [pair.earlier for pair in mine if not copies and not containers]
        verdict = json.loads(result.verdicts[name.encode()])
        assert named(verdict, "duplicate_of") == min(copies or containers, key=order.__getitem__, default=None)
        assert named(verdict, "related") == min(others, key=order.__getitem__, default=None)


@given(streams().map(once))
def test_rule_5_who_meets_does_not_depend_on_who_comes_first(stream: Stream) -> None:
    """Rule 5: the same pairs in the opposite order, and in another number of homes."""
    backwards = replace(stream, documents=stream.documents[::-1], homes=9 - stream.homes)
    assert pairs_of(judged(stream)) == pairs_of(judged(backwards))


@given(streams())
def test_rule_8_every_id_has_one_verdict_and_it_is_its_own(stream: Stream) -> None:
    """Rule 8: only the newest version of an id speaks, so there is one verdict for each id that was ever accepted."""
    stream = replace(stream, documents=[one for one in stream.documents if readable_id(one)])
    result = judged(stream)
    refused = {refused.original for *_, refused in result.refused}
    accepted = {one["id"].encode() for one in stream.documents if json.dumps(one).encode() not in refused}
    assert result.verdicts.keys() == accepted
    assert all(json.loads(line)["document"]["id"].encode() == name for name, line in result.verdicts.items())


@given(streams().map(once), st.integers(1, 4))
def test_rule_10_the_exempt_are_named_and_all_others_as_without_a_cap(stream: Stream, cap: int) -> None:
    """Rule 10: exempt is who has a key that more documents than the cap have; nobody else notices the cap.

    A crowded passage makes exempt only those whom it alone brings together.
    """
    capped = judged(stream, replace(stream.profile, bucket_cap=cap, anchor_cap=cap))
    free = judged(stream)
    keys = {one["id"]: keys_of(one, stream.profile) for one in stream.documents if one["id"].encode() in free.verdicts}
    held = Counter(key for own in keys.values() for key in own)
    overfull = {name.encode() for name, own in keys.items() if any(held[key] > cap for key in own)}
    named = {name for name, why in capped.exempt.items() if "cap" in why}
    assert named <= overfull
    assert stream.profile.anchors or named == overfull
    for name, verdict in free.verdicts.items():
        if name not in named:
            one, other = json.loads(verdict), json.loads(capped.verdicts[name])
            assert one | {"profile": ""} == other | {"profile": ""}


def keys_of(document: Document, profile: Profile) -> frozenset[plain.Key]:
    values = plain.read_fields(document)
    return plain.read_text(plain.body(values), values["url"], profile)[1][-1]


@given(streams().map(once))
def test_rule_11_in_how_many_bands_they_met_decides_nothing(stream: Stream) -> None:
    """Rule 11: with one band instead of several there are fewer pairs, and these are the same."""
    assert pairs_of(judged(stream, replace(stream.profile, bands=1))) <= pairs_of(judged(stream))
