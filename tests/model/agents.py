"""The agents of `pipeline.flow` as generators: each `yield` is an await, where anything else may happen.

The order is `pipeline.runtime.carrier`'s, the plans are `pipeline.steps`' own. Two stateless pairs are one agent each:
normalise with shingle, and sign with cut.
"""

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from pipeline import steps
from pipeline.packed import Batch, Kind
from pipeline.plans import Plan, Send
from pipeline.stages.bands import cut
from pipeline.stages.normalised import RawMessage, normalise
from pipeline.stages.shingles import shingle
from pipeline.state.documents import HomeState
from pipeline.state.lsh import BandState
from tests.model.world import Lane, Raw

if TYPE_CHECKING:
    from tests.model.owner import Owner, Token

Steps = Generator[None, None, None]
Agent = Callable[["Owner", int, Any], Steps]

EXPIRY = 0.3  # how often a home lets go of what has expired, beside the moments when the carrier does


def reading(owner: "Owner", offset: int, raw: Raw) -> Steps:
    """Normalise and shingle: send on what belongs to other homes, then the batch."""
    if raw.value is None:
        return  # an offset that holds nothing
    world, partition = owner.world, owner.group.partition
    message = RawMessage(partition, offset, raw.time_ms, raw.value)
    found = normalise(message, world.setting.profile, world.setting.homes)
    for home, lines in sorted(found.forwards.items()):
        world.counts["forwarded"] += len(lines)
        yield from produced(owner, Raw(home, b"\n".join(lines), clock(owner), (partition, offset)))
    batch = shingle(found.batch, world.setting.profile)
    yield from delivered(owner, [owner.hand(Lane("shingles", partition), batch)])


def clock(owner: "Owner") -> int:
    """Return the time of a message that an agent produces."""
    return owner.world.now_ms + owner.rng.randint(0, 3)


def produced(owner: "Owner", raw: Raw) -> Steps:
    """Produce a raw message and wait for its delivery."""
    yield from delivered(owner, [owner.hand(Lane("raw", raw.home), raw)])


def signing(owner: "Owner", offset: int, batch: Batch) -> Steps:
    """Sign: register, speak again for re-deliveries, start the walk."""
    yield from carry_out(owner, steps.sign_batch(home_of(owner), batch))


def looking(owner: "Owner", offset: int, batch: Batch) -> Steps:
    """Look: meet and post."""
    band = owner.state
    if not isinstance(band, BandState):
        raise TypeError(f"{owner.group} is no band partition")
    if owner.world.setting.expires:
        owner.world.counts["segments expired"] += band.expire()
        if band.is_crowded():
            band.compact()
    yield from carry_out(owner, steps.look_up(band, batch))


def verifying(owner: "Owner", offset: int, batch: Batch) -> Steps:
    """Verify: compare, revise, send on."""
    yield from carry_out(owner, steps.verify_batch(home_of(owner), batch))


def judging(owner: "Owner", offset: int, batch: Batch) -> Steps:
    """Judge: merge, speak, close; then tick silent homes and let go of what has expired."""
    yield from carry_out(owner, steps.judge_batch(home_of(owner), batch))
    if owner.world.setting.expires:
        for other, value in steps.ticks(home_of(owner), owner.ticked):
            owner.world.counts["ticks"] += 1
            yield from produced(owner, Raw(other, value, clock(owner)))
        expire(owner)


def home_of(owner: "Owner") -> HomeState:
    """Return the state of the owner's home, which may just have let go of something."""
    if owner.world.setting.expires and owner.rng.random() < EXPIRY:
        expire(owner)
    state = owner.state
    if not isinstance(state, HomeState):
        raise TypeError(f"{owner.group} is no home")
    return state


def expire(owner: "Owner") -> None:
    """Let go of what has expired."""
    owner.world.counts["documents expired"] += owner.state.expire()


def carry_out(owner: "Owner", plan: Plan) -> Steps:
    """Apply and acknowledge, speak, send, close: the order of `Carrier.carry_out`."""
    yield from stored(owner, plan.records)
    said = owner.say(plan.speeches) if plan.speeches else []
    yield
    yield from delivered(owner, said + [post(owner, send) for send in plan.sends])
    yield from stored(owner, plan.closing)


def stored(owner: "Owner", records: list[Batch]) -> Steps:
    """Write records, then wait for their acknowledgements."""
    tokens = []
    for record in records:
        tokens.append(owner.write(record))
        yield
    for token in tokens:
        owner.acknowledge(token)
        yield


def post(owner: "Owner", send: Send) -> "Token":
    """Hand a batch to the producer; sketches are cut into keys on the way."""
    setting = owner.world.setting
    if send.batch.kind == Kind.SIGNATURES:
        send = steps.start_walk(cut(send.batch, setting.profile, setting.partitions))
    return owner.hand(Lane(send.noun, send.partition), send.batch)


def delivered(owner: "Owner", tokens: list["Token"]) -> Steps:
    """Wait for deliveries; those to different partitions come in any order."""
    lanes = list(dict.fromkeys(token.lane for token in tokens))
    owner.rng.shuffle(lanes)
    for lane in lanes:
        for token in tokens:
            if token.lane == lane:
                owner.arrive(token)
        yield


AGENTS: dict[str, Agent] = {
    "raw": reading,
    "shingles": signing,
    "bands": looking,
    "candidates": verifying,
    "matches": judging,
}
