"""Read inputs, normalise and shingle them: `shingles` batches as a worker makes them of the raw messages of `load`.

Judges nothing and keeps no state but the packs that are filling up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.columns import I8, ragged
from pipeline.edges.inputs import Accepted, read_inputs
from pipeline.edges.packing import OpenPacks
from pipeline.errors import BadMessage
from pipeline.kernels.homes import homes_of
from pipeline.packed import Batch
from pipeline.profile import Profile
from pipeline.stages.content import Read, read_document
from pipeline.stages.normalised import RawMessage, normalise_read
from pipeline.stages.shingles import shingle

SORTED_AT_ONCE = 512  # documents whose homes are computed together


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is read: files, the times that apply, and how it is cut up; whether exempt documents are to be named."""

    paths: Sequence[Path]
    as_of_ms: int
    now_ms: int
    profile: Profile
    homes: int
    names_exempt: bool = True


@dataclass(frozen=True, slots=True)
class RefusedInput:
    """A document that was refused, by the place it was read from."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Odd:
    """Something that was odd and cost no document."""

    sentence: str


Found = Batch | RefusedInput | Odd
Prepared = tuple[str, Read | BadMessage]  # of a document where it was read, and what it came to
Waiting = tuple[str, int, Prepared]  # of a document its id, and the size of its line
Full = tuple[int, list[Prepared]]  # a home and the documents of one raw message


def prepare(inputs: Inputs) -> Iterator[Found]:
    """Yield `shingles` batches, numbered by home in the order of the input, and what was refused, in this process."""
    packs, offsets = OpenPacks[Prepared](), [0] * inputs.homes
    notices: list[str] = []
    waiting: list[Waiting] = []
    for item in read_inputs(inputs.paths, inputs.as_of_ms, inputs.now_ms, notices.append):
        if notices:
            yield from (Odd(sentence) for sentence in notices)
            notices.clear()
        if isinstance(item, Accepted):
            waiting.append(read(item, inputs.profile))
        else:
            yield RefusedInput(item.place, item.reason)
        if len(waiting) == SORTED_AT_ONCE:
            yield from shingled(filled(packs, waiting, inputs), offsets, inputs)
            waiting = []
    yield from (Odd(sentence) for sentence in notices)
    yield from shingled([*filled(packs, waiting, inputs), *packs.flush()], offsets, inputs)


def read(item: Accepted, profile: Profile) -> Waiting:
    """Read a document at once, so that its line and what was decoded of it make room in the caches for the next."""
    found: Read | BadMessage
    try:
        found = read_document(item.id, item.document, item.content, item.seen_ms, profile.absurd_ms)
    except BadMessage as refused:
        found = refused
    return item.id, len(item.line), (item.place, found)


def filled(packs: OpenPacks[Prepared], items: list[Waiting], inputs: Inputs) -> list[Full]:
    """Put documents into the packs of their homes, of the size that their lines make them; return those that are full.

    A raw message of these lines would be read, and refused, to the same effect; here they are not decoded again.
    """
    blob, offsets = ragged([name.encode() for name, _, _ in items])
    full: list[Full] = []
    for home, (_, size, prepared) in zip(homes_of(blob, offsets.astype(I8), inputs.homes).tolist(), items, strict=True):
        full += packs.add(home, prepared, size, 0.0)
    return full


def shingled(packs: list[Full], offsets: list[int], inputs: Inputs) -> Iterator[Found]:
    """Normalise and shingle packs; `offsets` counts the messages of each home."""
    for home, items in packs:
        message = RawMessage(home, offsets[home], inputs.now_ms, None)
        offsets[home] += 1
        found = normalise_read(message, [read for _, read in items])
        for refused in found.refused:
            yield RefusedInput(f"between {items[0][0]} and {items[-1][0]}", refused.reason)
        yield shingle(found.batch, inputs.profile)
