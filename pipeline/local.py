"""The whole flow in one process: every plan is carried out at once, in order, without a broker.

The same stages and states as the pipeline, so that it can be its oracle. It reads no file and prints nothing.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice

from pipeline.columns import MAX_DOCUMENTS
from pipeline.errors import BadMessage
from pipeline.exempt import Exemptions
from pipeline.packed import Batch, Kind
from pipeline.plans import Plan, Send, Speech
from pipeline.profile import Profile
from pipeline.stages.bands import cut
from pipeline.stages.matches import VerifiedPair
from pipeline.stages.normalised import RawMessage, Refused, forwarded_messages, normalise
from pipeline.stages.shingles import shingle
from pipeline.stages.verdicts import render, revision_key
from pipeline.state.documents import HomeState
from pipeline.state.kv import MemoryKV
from pipeline.state.lsh import BandState, Place
from pipeline.steps import (
    judge_batch,
    look_up,
    register_batch,
    sign_batch,
    speak,
    start_walk,
    verify_batch,
    with_matches,
)

EXPIRE_EVERY = 16  # batches between two looks at what the window has left behind
SAID_AT_ONCE = 256  # documents of a home: a ms or two, while the reading process fills the pipe
LEFT_DUE = 4096  # documents of a home whose verdict can wait, as copies come soon after each other: 20 ms at the end


class LocalPipeline:
    """`homes` homes and one band partition. `final` holds the verdict of every id: (revision key, value).

    `speaks` is false where only the last verdicts count: whose verdict may have changed is then noted as due, and built
    by `say_due` when there is time, by `conclude` or before a document is dropped. `forwards` is false where finished
    logs are judged again: what was sent on is in the log of its own home.
    """

    def __init__(self, profile: Profile, homes: int, on_pair: Callable[[VerifiedPair], None] | None = None) -> None:
        self.profile, self.homes, self.on_pair = profile, homes, on_pair
        self.states = [HomeState(home, homes, MemoryKV(), profile, None) for home in range(homes)]
        self.band = self.empty_band()
        self.exemptions = Exemptions(profile)
        self.final: dict[bytes, tuple[bytes, bytes]] = {}
        self.refused: list[tuple[int, int, Refused]] = []
        self.inbox: deque[tuple[int, bytes | None, int]] = deque()
        self.walks: deque[Send] = deque()
        self.offsets = [0] * homes
        self.forwards = True
        self.speaks = True
        self.due: list[dict[int, None]] = [{} for _ in range(homes)]  # numbers by home, what has waited longest first

    def empty_band(self) -> BandState:
        """A band partition that holds nothing yet."""
        return BandState(Place(0, 1, self.homes), MemoryKV(), self.profile, durable=False)

    def push(self, home: int, value: bytes | None, timestamp_ms: int) -> None:
        """Put a raw message into a home's log and judge all that follows from it."""
        self.inbox.append((home, value, timestamp_ms))
        while self.inbox:
            self.read(*self.inbox.popleft())

    def read(self, home: int, value: bytes | None, timestamp_ms: int) -> None:
        """Normalise, shingle and judge one raw message."""
        offset = self.offsets[home]
        self.offsets[home] += 1
        found = normalise(RawMessage(home, offset, timestamp_ms, value), self.profile, self.homes)
        if self.forwards:
            self.inbox.extend((other, one, timestamp_ms) for other, one in forwarded_messages(found.forwards))
        self.refused += [(home, offset, refused) for refused in found.refused]
        self.judge(shingle(found.batch, self.profile))

    def judge(self, batch: Batch) -> None:
        """Judge a `shingles` batch and all that follows from it."""
        home = self.states[batch.home]
        plan = sign_batch(home, batch)
        self.exemptions.note_deliveries(plan.records[0], batch)
        self.carry_out(home, plan)
        self.walk()

    def judge_met(self, batch: Batch, met: Batch) -> None:
        """Judge a `shingles` batch of which `pipeline.meetings` has said who meets whom: `met` is on its way home."""
        home = self.states[batch.home]
        self.carry_out(home, register_batch(home, batch))
        self.walks.append(Send(met.home, met))
        self.walk()

    def walk(self) -> None:
        """Let what is on its way come to its end."""
        while self.walks:
            self.visit(self.walks.popleft())

    def visit(self, send: Send) -> None:
        """Carry out the plan of the stage that a batch has come to."""
        batch, home = send.batch, self.states[send.partition] if send.batch.kind != Kind.BANDS else None
        if home is None:
            self.carry_out(self.band, look_up(self.band, batch))
        elif batch.kind == Kind.SIGNATURES:
            bands = cut(batch, self.profile, 1)
            self.exemptions.note_keys(bands)
            self.walks.append(start_walk(bands))
        elif batch.kind == Kind.CANDIDATES:
            self.carry_out(home, verify_batch(home, batch))
        elif batch.kind == Kind.MATCHES:
            self.carry_out(home, judge_batch(home, batch))
            self.expire(home, batch.offset)
        else:
            raise BadMessage(f"no stage takes {batch.kind.name}", stage="scan")

    def carry_out(self, state: HomeState | BandState, plan: Plan) -> None:
        """Apply, speak, send, close."""
        for record in plan.records:
            state.apply_batch(record)
        if isinstance(state, HomeState):
            self.speak(state, plan.speeches)
        self.walks.extend(plan.sends)
        for record in plan.closing:
            state.apply_batch(record)
        if self.on_pair is not None and plan.compared is not None:
            for pair in plan.compared.pairs():
                self.on_pair(pair)

    def speak(self, home: HomeState, speeches: Sequence[Speech]) -> None:
        """Say these verdicts, or note that they are due."""
        if self.speaks:
            self.say(home, speeches)
        else:
            self.due[home.progress.home].update(dict.fromkeys([speech.number for speech in speeches]))

    def say(self, home: HomeState, speeches: Iterable[Speech]) -> None:
        """Build verdicts from the table; of each document the one with the highest revision stays."""
        for spoken in speak(home, speeches):
            held = self.final.get(spoken.key)
            if held is None or held[0] <= spoken.revision:
                self.final[spoken.key] = (spoken.revision, spoken.value)

    def conclude_only(self) -> None:
        """Build a verdict when there is time for it, and not at every turn that it takes."""
        self.speaks = False
        for home in self.states:
            home.before_drop = partial(self.say_all, home)

    def say_all(self, home: HomeState, numbers: Sequence[int]) -> None:
        """Build the last verdicts of these documents, some at a time."""
        for start in range(0, len(numbers), MAX_DOCUMENTS):
            self.say(home, [Speech(number, "first") for number in numbers[start : start + MAX_DOCUMENTS]])

    def say_due(self, left: int = LEFT_DUE) -> None:
        """Build some of the verdicts that are due, all but `left`; those that are revised later are built again."""
        for home, due in zip(self.states, self.due, strict=True):
            if len(due) > left:
                self.say_stored(home, list(islice(due, SAID_AT_ONCE)))

    def say_stored(self, home: HomeState, numbers: Sequence[int]) -> None:
        """Build verdicts that may change: they carry no revision, b"", while their document is stored.

        One that was dropped, and came again under its id, keeps the highest.
        """
        for number in numbers:
            self.due[home.progress.home].pop(number)
        for subject, matches in with_matches(home, home.subjects(numbers)):
            held = self.final.get(subject.id)
            if held is None or not held[0] or held[0] <= revision_key(subject.version, *matches):
                self.final[subject.id] = (b"", render(subject, *matches, self.profile))

    def conclude(self) -> None:
        """Build the verdicts that are still due; what only candidates need goes before, to make room."""
        self.band, self.exemptions = self.empty_band(), Exemptions(self.profile)
        while any(self.due):
            self.say_due(left=0)

    def exempt(self) -> dict[bytes, set[str]]:
        """Ids that the promise leaves out, and why."""
        nothing_left = self.band.horizon() <= self.exemptions.oldest_ms
        return self.exemptions.named(never_full=nothing_left and not self.band.index.overflowed)

    def expire(self, home: HomeState, offset: int) -> None:
        """Let go of what the window has left behind. No ticks here: they would lie behind all unread input."""
        if offset % EXPIRE_EVERY == 0:
            home.expire()
            self.band.expire()
            if self.band.is_crowded():
                self.band.compact()
