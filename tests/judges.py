"""Every way to judge documents in one process, behind one face, so that each rule is tested on all of them.

Judges nothing itself. To test another implementation, add it to `JUDGES`.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pipeline.edges.packing import Packer
from pipeline.kernels.homes import home_of
from pipeline.local import LocalPipeline
from pipeline.meetings import Meetings
from pipeline.packed import Batch
from pipeline.profile import Profile
from pipeline.scan import Scanner
from tests.reference import judge_log
from tests.streams import Stream, log_singly

Document = dict[str, Any]

FAR_MS = 1 << 52  # timestamp of raw messages; no document claims to be seen after it


class Judged(NamedTuple):
    """Verdicts as bytes and exemptions ("cap", "late"), by id."""

    verdicts: dict[str, bytes]
    exempt: dict[str, set[str]]


Judge = Callable[[Iterable[Document], Profile, int], Judged]


def by_reference(documents: Iterable[Document], profile: Profile, homes: int) -> Judged:
    """Judge by the specification in code, with the documents in messages of their own."""
    result = judge_log(log_singly(Stream(list(documents), profile, homes)), profile, homes)
    return Judged(result.bytes, dict(result.exempt))


def by_scan(documents: Iterable[Document], profile: Profile, homes: int) -> Judged:
    """Judge by the pipeline's stages, with as many documents in a message as `scan` puts there."""
    scanner = Scanner(profile, homes, FAR_MS)
    for document in documents:
        scanner.add(document["id"].encode(), json.dumps(document).encode())
    found = scanner.finish()
    verdicts = {name.decode(): value for name, value in found.verdicts.items()}
    return Judged(verdicts, {name.decode(): why for name, why in found.exempt.items()})


def by_halves(documents: Iterable[Document], profile: Profile, homes: int) -> Judged:
    """Judge as `scan` does on two cores: one half finds out who meets whom, the other compares and says verdicts."""
    meetings, local = Meetings(profile, homes), HalfPipeline(profile, homes)
    local.meet = meetings.meet
    packer = Packer()
    packs = [
        pack
        for document in documents
        for pack in packer.add(home_of(document["id"].encode(), homes), 0, json.dumps(document).encode(), 0.0)
    ]
    for pack in [*packs, *packer.flush()]:
        local.push(pack.home, pack.value, FAR_MS)
    verdicts = {name.decode(): value for name, (_, value) in local.final.items()}
    return Judged(verdicts, {name.decode(): why for name, why in meetings.exempt().items()})


class HalfPipeline(LocalPipeline):
    """The second half alone; `meet` is the first."""

    meet: Callable[[Batch], Batch]

    def judge(self, batch: Batch) -> None:
        """Judge a batch after the first half."""
        self.judge_met(batch, self.meet(batch))


JUDGES: dict[str, Judge] = {"reference": by_reference, "scan": by_scan, "halves": by_halves}
