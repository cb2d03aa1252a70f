"""One rule left out at a time: each function patches the pipeline, or the model's agents, so that the rule is missing.

For `test_holes.py`. What the rules are is said in docs/design.md, sections 4 and 5.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pipeline import steps
from pipeline.columns import HISTORY, NEW, NONE_MS, REDELIVERY, VERSION
from pipeline.packed import Batch
from pipeline.plans import Plan
from pipeline.profile import Profile
from pipeline.stages import normalised, signatures
from pipeline.stages.signatures import IdHash, Known, Version, walking
from pipeline.state import documents, matches, progress, stored
from pipeline.state.documents import HomeState
from pipeline.state.lsh import BandState
from pipeline.state.progress import Progress
from tests.model import agents
from tests.model.owner import Owner
from tests.model.world import Lane

Patch = pytest.MonkeyPatch
LeaveOut = Callable[[Patch], None]


def forget_registrations(patch: Patch) -> None:
    """Decide every delivery anew, whether its batch is registered or not."""
    patch.setattr(HomeState, "registration", lambda *_: None)


def leave_no_record_of_redeliveries(patch: Patch) -> None:
    """Write no record for a batch in which nothing walks."""
    whole = steps.sign_batch

    def sign(home: HomeState, batch: Batch) -> Plan:
        plan = whole(home, batch)
        rows = batch["rows"] if not plan.records else plan.records[0]["rows"]
        rests = len(rows) and not len(walking(rows))
        return replace(plan, records=[]) if plan.records and rests else plan

    patch.setattr(steps, "sign_batch", sign)


def compare_with_the_first_delivery(patch: Patch) -> None:
    """Tell newer from older by the newest version's first delivery."""
    patch.setattr(signatures, "outcome_of", outcome_by(lambda old: old.version))


def outcome_by(stamp: Callable[[Known], Version], earlier: int = HISTORY) -> Any:
    """Make an `outcome_of` that goes by another stamp, or that calls an earlier delivery something else."""

    def outcome_of(version: Version, shown: int, old: Known | None, profile: Profile) -> int:
        if old is None:
            return NEW
        if abs(version[0] - old.latest[0]) > profile.window_ms:
            return NEW if version[0] > old.latest[0] else earlier
        if version[2:] == old.version[2:] and shown == old.shown:
            return REDELIVERY
        return VERSION if version > stamp(old) else HISTORY

    return outcome_of


def start_anew_with_an_earlier_delivery(patch: Patch) -> None:
    """Let a delivery more than the window before the last start a document."""
    patch.setattr(signatures, "outcome_of", outcome_by(lambda old: old.latest, earlier=NEW))


def thaw_times(patch: Patch) -> None:
    """Let a replay take the earliest time known of an id by now."""
    frozen = HomeState.registration

    def registration(home: HomeState, offset: int) -> Batch | None:
        found = frozen(home, offset)
        if found is None:
            return None
        rows, known = found["rows"].copy(), home.known(found["rows"])
        for row in rows:
            name: IdHash = (int(row["id_hi"]), int(row["id_lo"]))
            row["time"] = min(row["time"], known[name].time) if name in known else row["time"]
        return replace(found, columns={**found.columns, "rows": rows})

    patch.setattr(HomeState, "registration", registration)


def walk_again_when_done(patch: Patch) -> None:
    """Let the replay of a batch that is done go on."""
    patch.setattr(Progress, "is_over", lambda *_: False)


def let_done_go_with_the_registration(patch: Patch) -> None:
    """Know that a batch is done only as long as its registration is there."""
    whole = steps.sign_batch

    def sign(home: HomeState, batch: Batch) -> Plan:
        with patch.context() as for_now:
            if home.registration(batch.offset) is None:
                walk_again_when_done(for_now)
            return whole(home, batch)

    patch.setattr(steps, "sign_batch", sign)


def let_the_last_match_win(patch: Patch) -> None:
    """Overwrite stored matches."""
    patch.setattr(matches, "least", lambda stored, found: found or stored)


def keep_silent_at_equal(patch: Patch) -> None:
    """Speak a revision only when it is less than what is stored."""
    patch.setattr(steps, "is_due", lambda found, stored: bool(found) and (not stored or found[:57] < stored[:57]))


def speak_what_was_true_before(patch: Patch) -> None:
    """Build verdicts when the records are applied, and hand them over after the acknowledgement."""

    def carry_out(owner: Owner, plan: Plan) -> agents.Steps:
        writing = agents.stored(owner, plan.records)
        next(writing, None)
        spoken = steps.speak(owner.state, plan.speeches) if isinstance(owner.state, HomeState) else []
        yield
        yield from writing
        said = [owner.hand(Lane("verdicts", owner.group.partition), one) for one in spoken]
        yield from agents.delivered(owner, said + [agents.post(owner, send) for send in plan.sends])
        yield from agents.stored(owner, plan.closing)

    patch.setattr(agents, "carry_out", carry_out)


def let_every_version_speak(patch: Patch) -> None:
    """Ask nobody whether a version is the newest."""
    patch.setattr(HomeState, "are_newest", lambda _, rows: [True] * len(rows))


def expire_what_is_not_done(patch: Patch) -> None:
    """Drop documents whose batch is still under way."""
    whole = HomeState.expire

    def expire(home: HomeState) -> int:
        with patch.context() as for_now:
            for_now.setattr(Progress, "is_done", lambda *_: True)
            return whole(home)

    patch.setattr(HomeState, "expire", expire)


def let_replays_write_nothing(patch: Patch) -> None:
    """Take what the local store holds for written."""
    sign, look = steps.sign_batch, steps.look_up

    def sign_batch(home: HomeState, batch: Batch) -> Plan:
        known = home.registration(batch.offset) is not None
        plan = sign(home, batch)
        return replace(plan, records=[]) if known else plan

    def look_up(band: BandState, batch: Batch) -> Plan:
        known = (batch.home, batch.offset) in band.segments
        plan = look(band, batch)
        return replace(plan, records=[]) if known else plan

    patch.setattr(steps, "sign_batch", sign_batch)
    patch.setattr(steps, "look_up", look_up)


def send_the_plain_watermark(patch: Patch) -> None:
    """Send a home's watermark as it is, whatever is still under way."""
    patch.setattr(Progress, "settled", lambda self: self.watermark)


def leave_silent_homes_out(patch: Patch) -> None:
    """Instead of ticks: homes that are more than grace behind do not hold back the horizon."""
    whole = progress.horizon_of

    def horizon_of(vector: Any, window_ms: int, grace_ms: int) -> int:
        return whole(vector[vector >= vector.max() - grace_ms], window_ms, grace_ms)

    def horizon(band: BandState) -> int:
        if band.vector.max() <= NONE_MS:
            return NONE_MS
        return horizon_of(band.vector, band.profile.window_ms, band.profile.grace_ms)

    expire = HomeState.expire

    def expire_too(home: HomeState) -> int:
        vector = home.progress.vector
        home.progress.vector = np.where(vector < vector.max() - home.profile.grace_ms, vector.max(), vector)
        dropped = expire(home)
        home.progress.vector = vector
        return dropped

    patch.setattr(BandState, "horizon", horizon)
    patch.setattr(HomeState, "expire", expire_too)
    patch.setattr(steps, "ticks", lambda *_: [])


def expire_by_the_first_delivery(patch: Patch) -> None:
    """Drop the newest record of an id by its own time, whatever was delivered since."""
    whole, decode = HomeState.expire_batch, stored.decode_known

    def expire_batch(home: HomeState, key: bytes, offset: int, horizon: int) -> int:
        with patch.context() as for_now:
            for_now.setattr(documents, "decode_known", lambda value: first_delivery(decode(value)))
            return whole(home, key, offset, horizon)

    patch.setattr(HomeState, "expire_batch", expire_batch)


def first_delivery(known: Known) -> Known:
    """Forget later deliveries of a version."""
    return replace(known, latest=known.version)


def send_on_undated(patch: Patch) -> None:
    """Send documents on as they came, without the time when they were seen."""
    patch.setattr(normalised, "as_forwarded", lambda _read, line, _document: line)


def let_zombies_send(patch: Patch) -> None:
    """Know no lease."""

    def deliver(owner: Owner, token: Any) -> None:
        token.offset = owner.world.append(token.lane, token.value)

    patch.setattr(Owner, "deliver", deliver)


def recover_upon_nothing(patch: Patch) -> None:
    """Apply the changelog to a state that has not read its own storage."""
    whole = Owner.recover

    def recover(owner: Owner) -> HomeState | BandState:
        with patch.context() as for_now:
            loads: list[HomeState] = []
            read = HomeState.load

            def load(home: HomeState) -> None:
                if loads:
                    read(home)
                loads.append(home)

            for_now.setattr(HomeState, "load", load)
            return whole(owner)

    patch.setattr(Owner, "recover", recover)


def keep_pairs_without_asker(patch: Patch) -> None:
    """Go on with the pairs of a repeated message whose asker has expired."""
    patch.setattr(steps, "of_askers", lambda batch, _positions: batch)
