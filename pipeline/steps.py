"""What each stateful agent does with one batch: ask the state, let the stage decide, say what to write, speak and send.

The order between these is the executors' business: the agents of `pipeline.flow`, `pipeline.scan` and the model in the
tests all carry out the same plans. Nothing here awaits, sends or commits.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from mmh3 import mmh3_x64_128_digest

from pipeline.columns import (
    LATE,
    MAX_DOCUMENTS,
    NONE_MS,
    OUTCOME_MASK,
    REDELIVERY,
    ROW,
    VERSION,
    offset_of,
    ragged,
    runs_of,
)
from pipeline.kernels.runs import offsets_of
from pipeline.match import DUPLICATE, NO_MATCHES, RELATED, Slots
from pipeline.packed import Array, Batch, Kind
from pipeline.plans import Cause, Comparison, Plan, Send, Speech, Spoken
from pipeline.profile import Profile
from pipeline.stages.candidates import depart, look
from pipeline.stages.matches import (
    Documents,
    Pairs,
    Verified,
    asking,
    is_due,
    pairs_here,
    travel,
    verify,
)
from pipeline.stages.normalised import tick_message
from pipeline.stages.signatures import decide, register, sign, walking
from pipeline.stages.verdicts import Subject, render, revision_key
from pipeline.state.documents import HomeState
from pipeline.state.lsh import BandState

MAX_FACTS_BYTES = 4 << 20  # of one record of revisions; more are written as several records


def sign_batch(home: HomeState, batch: Batch) -> Plan:
    """Sign stage: register the batch, then send its walking documents on with their sketches (rule 7)."""
    plan, progress = register_batch(home, batch), home.progress
    for registration in plan.records:
        # What the batch takes along is the home's value once it is registered: before its oldest one that is not done.
        settled = progress.settled() if progress.undone else int(registration["watermark"][0])
        vector = np.maximum(progress.vector, own_value(progress.home, settled, len(progress.vector)))
        plan.sends.append(Send(batch.home, sign(registration, batch, vector, home.profile)))
    return plan


def register_batch(home: HomeState, batch: Batch) -> Plan:
    """The first part of it: say what each delivery is, and send nothing. Without a record when the batch is done."""
    progress = home.progress
    if progress.is_over(batch.offset):
        return Plan()
    registration = home.registration(batch.offset)
    if registration is None:
        decision = decide(batch, home.known(batch["rows"]), progress.watermark, home.profile)
        older = home.shingles(old.number for old in decision.predecessors if old is not None)
        registration = register(batch, decision, older)
    else:
        registration = with_texts(registration, batch)
    again = registration["rows"][(registration["rows"]["flags"] & OUTCOME_MASK) == REDELIVERY]
    spoken = [number for number in newest_of(home, registration, again) if progress.is_done(offset_of(number))]
    speeches = [Speech(number, "redelivery") for number in spoken]  # for one still under way, judge speaks
    return Plan([registration], speeches)


def own_value(home: int, value: int, homes: int) -> npt.NDArray[np.int64]:
    """A vector that says something about one home only."""
    vector = np.full(homes, NONE_MS, np.int64)
    vector[home] = value
    return vector


def with_texts(registration: Batch, batch: Batch) -> Batch:
    """Give a registration from storage its strings and shingle sets back: a replayed batch brings the same."""
    rows, offsets = registration["rows"], batch["set_offsets"]
    place = {number: i for i, number in enumerate(batch["rows"]["number"].tolist())}
    walks = set(walking(rows).tolist())
    chosen = [place.get(number, -1) if i in walks else -1 for i, number in enumerate(rows["number"].tolist())]
    sets = [batch["sets"][offsets[i] : offsets[i + 1]] if i >= 0 else batch["sets"][:0] for i in chosen]
    columns = {
        **registration.columns,
        "strings": batch["strings"],
        "string_offsets": batch["string_offsets"],
        "sets": np.concatenate([batch["sets"][:0], *sets]),
        "set_offsets": offsets_of([len(one) for one in sets]),
    }
    return replace(registration, columns=columns)


def newest_of(home: HomeState, registration: Batch, again: Array) -> list[int]:
    """Numbers of the newest versions of re-delivered ids: stored ones, or those that this very batch brings."""
    if not len(again):
        return []
    known = home.known(again)
    fresh = registration["rows"][walking(registration["rows"])]
    here = dict(
        zip(zip(fresh["id_hi"].tolist(), fresh["id_lo"].tolist(), strict=True), fresh["number"].tolist(), strict=True)
    )
    names = dict.fromkeys(zip(again["id_hi"].tolist(), again["id_lo"].tolist(), strict=True))
    numbers = [here.get(name, known[name].number if name in known else None) for name in names]
    return [number for number in numbers if number is not None]


def start_walk(bands: Batch) -> Send:
    """Send a cut batch to its first band partition, or to `matches` of its home when it has no key at all."""
    if len(bands["partitions"]):
        return Send(int(bands["partitions"][0]), bands)
    return Send(bands.home, depart(bands, bands["pair_askers"], bands["pair_numbers"], bands["watermarks"]))


def look_up(band: BandState, batch: Batch) -> Plan:
    """Look stage: meet the postings of this band partition, leave the batch's own, send it on."""
    met, segment = band.meet(batch)
    used = len(segment["keys"])
    onward = look(batch, met, used, band.watermarks(batch["watermarks"]))
    target = int(onward["partitions"][0]) if onward.kind == Kind.BANDS else onward.home
    return Plan([segment], [], [Send(target, onward)])


def verify_batch(home: HomeState, batch: Batch) -> Plan:
    """Verify stage: compare the pairs whose candidate lives here, revise later-ranked candidates, send the batch on."""
    askers, positions = asking_documents(home, batch)
    batch = of_askers(batch, positions)
    here = np.flatnonzero(pairs_here(batch, home.progress.home))
    wanted, which = np.unique(batch["pair_numbers"][here], return_inverse=True)
    candidates, found = home.documents(wanted)
    place = np.full(len(wanted), -1)
    place[found] = np.arange(len(found))
    place = place[which]
    exists = place >= 0
    home.missing += len(here) - int(exists.sum())
    places = np.searchsorted(positions, batch["pair_askers"][here][exists]).astype(np.int64)
    pairs = Pairs(places, place[exists])
    verified = verify(pairs, askers, candidates, home.profile) if len(places) else Verified({}, {})
    best = {int(positions[asker]): matches for asker, matches in verified.best.items()}
    home.progress.raise_vector(batch["watermarks"])
    watermarks = home.progress.watermarks(batch["watermarks"])
    moved = replace(batch, columns={**batch.columns, "askers": positions})
    onward, target = travel(moved, askers, home.progress.home, Verified(best, {}), watermarks)
    due = due_revisions(home, verified.revisions)
    records = facts_records(batch, due, batch["watermarks"])
    compared = Comparison(verified.facts, askers, candidates) if verified.facts is not None else None
    return Plan(records, [Speech(number, "revised") for number in due], [Send(target, onward)], [], compared)


def asking_documents(home: HomeState, batch: Batch) -> tuple[Documents, Array]:
    """The documents that ask, and their positions in the batch: on the first visit the home looks them up itself."""
    if len(batch["askers"]):
        return asking(batch), batch["askers"]
    positions = np.unique(batch["pair_askers"])
    documents, found = home.documents(batch["numbers"][positions])
    if (found[1:] < found[:-1]).any():
        order = np.argsort(found)
        documents, found = documents.take(order), found[order]
    return documents, positions[found]


def of_askers(batch: Batch, positions: Array) -> Batch:
    """Drop the pairs whose asker is no longer stored: a repeated message may outlive its documents."""
    is_stored = np.zeros(MAX_DOCUMENTS, bool)
    is_stored[positions] = True
    there = is_stored[batch["pair_askers"]]
    if there.all():
        return batch
    kept = {name: batch[name][there] for name in ("pair_askers", "pair_numbers")}
    return replace(batch, columns=dict(batch.columns) | kept)


def facts_records(batch: Batch, facts: dict[int, Slots], watermarks: Array) -> list[Batch]:
    """Pack the matches of documents, by number, as `facts` records; several when they are many, or none."""
    records: list[Batch] = []
    numbers: list[int] = []
    runs: list[bytes] = []
    size = 0
    for number in sorted(facts):
        pair = facts[number]
        more = len(pair[DUPLICATE]) + len(pair[RELATED])
        if size + more > MAX_FACTS_BYTES:
            records.append(facts_record(batch, numbers, runs, watermarks))
            numbers, runs, size = [], [], 0
        numbers.append(number)
        runs += pair
        size += more
    return [*records, facts_record(batch, numbers, runs, watermarks)] if numbers else records


def facts_record(batch: Batch, numbers: list[int], runs: list[bytes], watermarks: Array) -> Batch:
    """One `facts` record."""
    blobs, offsets = ragged(runs)
    columns = {
        "numbers": np.array(numbers, np.uint64),
        "blobs": blobs,
        "blob_offsets": offsets,
        "watermarks": watermarks,
    }
    return Batch(Kind.FACTS, batch.home, batch.offset, columns, batch.hop, batch.run)


def due_revisions(home: HomeState, revisions: dict[int, Slots]) -> dict[int, Slots]:
    """The revisions that are less than or equal to the stored match (rule 8): all others would change nothing."""
    due = {}
    for number, stored in zip(revisions, home.matches(list(revisions)), strict=True):
        duplicate, related = revisions[number]
        if stored is NO_MATCHES:  # of most that are revised nothing was known
            due[number] = revisions[number]
            continue
        if not is_due(duplicate, stored[DUPLICATE]):
            duplicate = b""
        if not is_due(related, stored[RELATED]):
            related = b""
        if duplicate or related:
            due[number] = (duplicate, related)
    return due


def judge_batch(home: HomeState, batch: Batch) -> Plan:
    """Judge stage: merge the walk's best into the stored matches, speak every document, then note the batch as done."""
    numbers = batch["numbers"].tolist()
    runs = runs_of(batch["best"], batch["best_offsets"])
    pairs = zip(numbers, zip(runs[::2], runs[1::2], strict=True), strict=True)
    facts = {number: pair for number, pair in pairs if pair != NO_MATCHES}
    records = facts_records(batch, facts, batch["watermarks"])
    return Plan(records, [Speech(number, "first") for number in numbers], [], [done_record(home, batch)])


def done_record(home: HomeState, batch: Batch) -> Batch:
    """Note that a batch is done."""
    columns = {"below": np.array([home.progress.below], np.int64), "watermarks": batch["watermarks"]}
    return Batch(Kind.DONE, batch.home, batch.offset, columns, batch.hop, batch.run)


def speak(home: HomeState, speeches: Iterable[Speech]) -> list[Spoken]:
    """Build the verdicts from the table, now: only the newest version of an id speaks (rule 8).

    The caller hands them to the producer under the home's lock, in one go.
    """
    causes = {speech.number: speech.cause for speech in speeches}
    return [
        said(subject, matches, causes[subject.number], home.profile)
        for subject, matches in with_matches(home, home.subjects(list(causes)))
    ]


def overtaken(home: HomeState, last: Mapping[bytes, bytes]) -> list[int]:
    """Numbers of the documents whose last verdict, by its revision in `last` (id to key), is lower than their table's.

    Those whose batch is not done are left out: judge is still to speak for them.
    """
    rows = np.zeros(len(last), ROW)
    hashes = np.frombuffer(b"".join(map(mmh3_x64_128_digest, last)), ">u8").reshape(-1, 2)
    rows["id_hi"], rows["id_lo"] = hashes[:, 0], hashes[:, 1]
    numbers = [known.number for known in home.known(rows).values()]
    subjects = home.subjects([number for number in numbers if home.progress.is_done(offset_of(number))])
    return [
        subject.number
        for subject, matches in with_matches(home, subjects)
        if last[subject.id] < revision_key(subject.version, *matches)
    ]


def said(subject: Subject, matches: Slots, cause: Cause, profile: Profile) -> Spoken:
    """The verdict on one document."""
    if cause == "first" and subject.flags & OUTCOME_MASK == VERSION:
        cause = "version"
    revision = revision_key(subject.version, *matches)
    return Spoken(subject.id, render(subject, *matches, profile), revision, cause, bool(subject.flags & LATE))


def with_matches(home: HomeState, subjects: list[Subject]) -> Iterator[tuple[Subject, Slots]]:
    """Each with its stored matches."""
    return zip(subjects, home.matches([subject.number for subject in subjects]), strict=True)


def ticks(home: HomeState, ticked: dict[int, int]) -> list[tuple[int, bytes]]:
    """Ticks for homes that are more than grace behind the largest watermark and were sent none within grace.

    `ticked` remembers per home the time of the last one; it is kept by the caller and may be lost. (home, raw message)
    """
    vector, largest = home.progress.vector, int(home.progress.vector.max())
    due = []
    for other in range(len(vector)):
        if largest > NONE_MS and max(int(vector[other]), ticked.get(other, NONE_MS)) < largest - home.profile.grace_ms:
            ticked[other] = largest
            due.append((other, tick_message(largest)))
    return due
