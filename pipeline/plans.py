"""What a stage wants done, as data: records to write, verdicts to speak, batches to send; and the order of doing it.

Carries nothing out: the agents, `pipeline.local` and the model in the tests do, each in its own way.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pipeline.packed import Batch
from pipeline.stages.matches import Documents, Facts, VerifiedPair, name_pairs

Cause = Literal["first", "revised", "version", "redelivery"]


@dataclass(frozen=True, slots=True)
class Send:
    """A batch for a partition of the topic of its kind."""

    partition: int
    batch: Batch

    @property
    def noun(self) -> str:
        """Topic it goes to."""
        return self.batch.kind.name.lower()


class Speech(NamedTuple):
    """A document whose verdict is to be built from the table once the records are acknowledged."""

    number: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a visit verified, for those who list pairs; the pipeline itself needs only the minima."""

    facts: Facts
    askers: Documents
    candidates: Documents

    def pairs(self) -> list[VerifiedPair]:
        """Every pair that passed, named."""
        return name_pairs(self.facts, self.askers, self.candidates)


@dataclass(slots=True)
class Plan:
    """In this order: apply and acknowledge `records`, speak, send; when all is delivered, the `closing` records."""

    records: list[Batch] = field(default_factory=list)
    speeches: list[Speech] = field(default_factory=list)
    sends: list[Send] = field(default_factory=list)
    closing: list[Batch] = field(default_factory=list)
    compared: Comparison | None = None


class Spoken(NamedTuple):
    """A verdict ready for its topic: key, value, revision key, cause, and whether a delivery of it was late."""

    key: bytes
    value: bytes
    revision: bytes
    cause: Cause
    late: bool
