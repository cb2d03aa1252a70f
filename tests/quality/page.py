"""The table of `docs/measurements.md` about verdicts on text: what is asked of each set, beside the floors.

Measures nothing: floors are what is reached, and a test compares the page with what this would write.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.quality.floors import Floors
from tests.quality.measured import Count, Evidence, Figures, SetFigures

PAGE: Final = Path(__file__).parents[2] / "docs" / "measurements.md"
BEGIN, END = "<!-- quality: begin -->", "<!-- quality: end -->"
BLOCK: Final = re.compile(f"{BEGIN}.*{END}", re.DOTALL)
ENGLISH: Final = "edits-english"
NEAR_ENGLISH: Final = 0.02
HEADING: Final = """\
| set | asked | reached | all evidence: found | false | text alone: found | false |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""


@dataclass(frozen=True)
class Aim:
    """What is asked of a set, in words and as limits: least recall and F1, most false pairs."""

    words: str
    recall: float = 0.0
    false: int | None = 0
    f1: float = 0.0
    evidence: Evidence = "text"

    def is_reached_by(self, figures: SetFigures) -> bool:
        """Whether the figures keep all limits."""
        one = figures.by(self.evidence)
        is_clean = self.false is None or one.wrong.called <= self.false
        return is_clean and share(one.right) >= self.recall and f1(one) >= self.f1


AIMS: Final = {
    "mccormick-1000": Aim("text: 10 of 10, 0 false", recall=1.0),
    "revisions-en": Aim("text: F1 0.97", f1=0.97, false=None),
    "scoop-items": Aim("text: recall 0.88, 0 false", recall=0.88),
    "bench-feeds": Aim("all: 19 of 21, at most 2 false", recall=19 / 21, false=2, evidence="all"),
    "boilerplate-nodejs-releases": Aim("text: 0 false"),
    "pud-parallel": Aim("text: 0 false"),
    "onestop": Aim("text: recall 0.60 of the light rewrites, 0 false", recall=0.6),
    "templates": Aim("all: all corrections found, 0 false", recall=1.0, evidence="all"),
    "excerpts": Aim("text: recall 0.95, no quotation called", recall=0.95),
}
SPACELESS_AND_OTHERS: Final = ("chinese", "japanese", "thai", "arabic", "hindi")


def aims(sets: Mapping[str, SetFigures]) -> dict[str, Aim]:
    """The aims by set; that of another language hangs on what is reached in English."""
    least = share(sets[ENGLISH].text.right) - NEAR_ENGLISH
    words = f"text: recall within {NEAR_ENGLISH} of English, 0 false"
    return AIMS | {f"edits-{language}": Aim(words, recall=least) for language in SPACELESS_AND_OTHERS}


def share(count: Count) -> float:
    """Called among all, 1 where there are none."""
    return count.called / count.pairs if count.pairs else 1.0


def f1(figures: Figures) -> float:
    """Harmonic mean of recall and precision, 1 where nothing is labelled and nothing called."""
    whole = figures.right.pairs + figures.right.called + figures.wrong.called
    return 2 * figures.right.called / whole if whole else 1.0


def table(floors: Floors) -> str:
    """The table in Markdown."""
    wanted = aims(floors.sets)
    rows = [_row(name, wanted.get(name), figures) for name, figures in sorted(floors.sets.items())]
    return HEADING + "".join(rows)


def _row(name: str, aim: Aim | None, figures: SetFigures) -> str:
    asked, reached = (aim.words, _reached(aim, figures)) if aim else ("", "")
    cells = [name, asked, reached, *_cells(figures.all), *_cells(figures.text)]
    return f"| {' | '.join(cells)} |\n"


def _reached(aim: Aim, figures: SetFigures) -> str:
    answer = "yes" if aim.is_reached_by(figures) else "**no**"
    return f"{answer}, {f1(figures.by(aim.evidence)):.3f}" if aim.f1 else answer


def _cells(figures: Figures) -> tuple[str, str]:
    right, wrong = figures.right, figures.wrong
    found = f"{right.called:,} of {right.pairs:,} ({share(right):.3f})" if right.pairs else "-"
    return found, f"{wrong.called:,}"


def block(floors: Floors) -> str:
    """What has to stand between the marks, these included."""
    return f"{BEGIN}\n\nMeasured on {floors.measured.isoformat()}.\n\n{table(floors)}\n{END}"


def paste(floors: Floors, page: Path = PAGE) -> None:
    """Put the table into the page."""
    text = page.read_text(encoding="utf-8")
    page.write_text(BLOCK.sub(lambda _: block(floors), text), encoding="utf-8")
