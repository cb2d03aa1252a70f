"""Judge files in this process: the pipeline's own stages without Kafka, and the oracle that its verdicts must equal.

Knows the readers and the local pipeline; the command line and its printing are in `pipeline.cli.scanning`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pipeline.edges.packing import Pack, Packer
from pipeline.kernels.plain import home_of
from pipeline.local import LocalPipeline
from pipeline.match import KINDS
from pipeline.profile import Profile
from pipeline.stages.matches import VerifiedPair
from pipeline.stages.normalised import Refused
from pipeline.stages.verdicts import RATIOS, rounded

PAIRS_HEADER = "a\tb\tkind\tsimilarity\ta_in_b\tb_in_a"


@dataclass(frozen=True, slots=True)
class ScanResult:
    """`verdicts`: id -> final verdict as JSON. `exempt`: id -> {"cap", "late"}. `pairs`: lines as in `PAIRS_HEADER`."""

    verdicts: dict[bytes, bytes]
    exempt: dict[bytes, set[str]]
    refused: list[tuple[int, int, Refused]]
    pairs: set[str] = field(default_factory=set)


class Scanner:
    """Takes documents one by one, or `shingles` batches through `local`, and judges them."""

    def __init__(self, profile: Profile, homes: int, now_ms: int, *, want_pairs: bool = False) -> None:
        self.pairs: set[str] = set()
        self.local = LocalPipeline(profile, homes, self.note_pair if want_pairs else None)
        self.homes, self.now_ms = homes, now_ms
        self.packer = Packer()
        self.exempt: dict[bytes, set[str]] | None = None  # where somebody else knows

    def note_pair(self, pair: VerifiedPair) -> None:
        """Keep a verified pair as a line of the pairs file, the later-ranked document first."""
        union = pair.shingles + pair.shingles_of_earlier - pair.shared
        figures = (
            rounded(pair.shared, union),
            rounded(pair.shared, pair.shingles),
            rounded(pair.shared, pair.shingles_of_earlier),
        )
        texts = [
            pair.later.decode(),
            pair.earlier.decode(),
            KINDS[pair.reason],
            *(RATIOS[part].decode() for part in figures),
        ]
        self.pairs.add("\t".join(text.replace("\t", " ").replace("\n", " ") for text in texts))

    def add(self, name: bytes, line: bytes) -> None:
        """Take one document that has its id and its `fetched`."""
        self.push(self.packer.add(home_of(name, self.homes), 0, line, 0.0))

    def push(self, packs: list[Pack]) -> None:
        """Judge full messages."""
        for pack in packs:
            self.local.push(pack.home, pack.value, self.now_ms)

    def finish(self) -> ScanResult:
        """Judge the rest and return the final verdicts."""
        self.push(self.packer.flush())
        exempt = self.local.exempt() if self.exempt is None else self.exempt
        self.local.conclude()
        verdicts = {name: value for name, (_, value) in self.local.final.items()}
        return ScanResult(verdicts, exempt, self.local.refused, self.pairs)


def judge_messages(
    messages: Iterable[tuple[int, bytes | None]], profile: Profile, homes: int, now_ms: int = 1 << 52
) -> ScanResult:
    """Judge the raw logs of all homes, message by message (home, value): for comparisons with what a pipeline read."""
    scanner = Scanner(profile, homes, now_ms, want_pairs=True)
    scanner.local.forwards = False
    for home, value in messages:
        scanner.local.push(home, value, now_ms)
    return scanner.finish()


def judge_documents(
    lines: Iterable[tuple[bytes, bytes]], profile: Profile, homes: int, now_ms: int = 1 << 52
) -> ScanResult:
    """Judge documents given as (id, JSON line), packed as `load` packs them."""
    scanner = Scanner(profile, homes, now_ms, want_pairs=True)
    for name, line in lines:
        scanner.add(name, line)
    return scanner.finish()
