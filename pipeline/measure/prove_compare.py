"""Compare what a pipeline has said with what `scan` says, byte by byte, and name the exceptions.

Exempt are, by the promise (design, section 4), documents whose buckets overflowed, and late ones with those that met
them: as `scan` names them, and those that the pipeline itself calls late. Everything else has to be equal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipeline.edges.verdicts import Spoken
from pipeline.measure.prove_deployment import Record
from pipeline.profile import Profile
from pipeline.scan import Scanner, ScanResult
from pipeline.verdict_digest import digest_of

LATE_HEADER = "firstprint-late"
FAR_MS = 1 << 52

Exempt = Mapping[bytes, set[str]]


@dataclass(frozen=True)
class Comparison:
    """Verdicts by id: `expected` of `scan`, `found` in the topic; `exempt` ids with "cap", "late" or both."""

    expected: Mapping[bytes, bytes]
    found: Mapping[bytes, bytes]
    exempt: Exempt

    @property
    def different(self) -> list[bytes]:
        """Ids that are not exempt and whose verdicts differ or are there on one side only, in their order."""
        names = self.expected.keys() | self.found.keys()
        return sorted(n for n in names if n not in self.exempt and self.expected.get(n) != self.found.get(n))

    @property
    def digests(self) -> tuple[str, str]:
        """Digests of the verdicts that are not exempt: (scan, pipeline)."""
        expected, found = (
            digest_of({name: value for name, value in verdicts.items() if name not in self.exempt})
            for verdicts in (self.expected, self.found)
        )
        return expected, found

    @property
    def is_equal(self) -> bool:
        """Whether the digests are equal, and the same documents have verdicts, exempt or not."""
        expected, found = self.digests
        return expected == found and self.expected.keys() == self.found.keys()

    @property
    def exempt_counts(self) -> Counter[str]:
        """How many documents are exempt, by reason; one may have both."""
        return Counter(why for name in self.exempt if name in self.expected for why in self.exempt[name])

    def describe(self, limit: int = 10) -> str:
        """Show the first differences, both verdicts in full."""
        lines = [f"{len(self.different)} verdicts differ; {len(self.expected)} expected, {len(self.found)} found."]
        for name in self.different[:limit]:
            lines += [repr(name), f"  scan     {self.expected.get(name)!r}", f"  pipeline {self.found.get(name)!r}"]
        missing = sorted(self.expected.keys() - self.found.keys())[:limit]
        return "\n".join([*lines, f"without a verdict: {missing}"] if missing else lines)


def compare(expected: ScanResult, spoken: Mapping[bytes, Spoken], more_exempt: Exempt | None = None) -> Comparison:
    """Put the two side by side; `more_exempt` are ids that another order of the same input makes exempt."""
    exempt: dict[bytes, set[str]] = {name: set(why) for name, why in expected.exempt.items()}
    for name, why in (more_exempt or {}).items():
        exempt.setdefault(name, set()).update(why)
    for name, verdict in spoken.items():
        if LATE_HEADER in dict(verdict.headers):
            exempt.setdefault(name, set()).add("late")
    return Comparison(expected.verdicts, {name: verdict.value for name, verdict in spoken.items()}, exempt)


def judge_log(records: Iterable[Record], profile: Profile, homes: int) -> ScanResult:
    """Judge a raw log as it was read back; documents that were sent on are in the log of their own home already."""
    scanner = Scanner(profile, homes, FAR_MS)
    scanner.local.forwards = False
    for record in records:
        scanner.local.push(record.partition, record.value, record.timestamp_ms)
    return scanner.finish()
