"""What is known beforehand about a generated document.

Made by the generators, compared with verdicts by `evaluate`; never part of a document.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Truth:
    """The family that a document belongs to and what its final verdict must be, as far as that is certain.

    `is_first`: the first of its family in the order of the design, which has nothing earlier to be a copy of.
    `is_findable`: False for a copy that is too unlike its original by design; it counts in precision only.
    `kind`: the one right kind, or None where more than one would be right.
    """

    family: str
    is_first: bool = False
    is_findable: bool = True
    kind: str | None = None
