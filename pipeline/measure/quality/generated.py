"""All generated quality sets by name.

Generates nothing until a set is called for; `labelled.write_set` writes one to a folder.
"""

from collections.abc import Callable
from functools import partial

from pipeline.measure.quality.boilerplate import boilerplate
from pipeline.measure.quality.edited import LANGUAGES, edits
from pipeline.measure.quality.excerpts import excerpts
from pipeline.measure.quality.labelled import QualitySet
from pipeline.measure.quality.short import short
from pipeline.measure.quality.templates import templates


def generated_sets(seed: int = 1) -> dict[str, Callable[[], QualitySet]]:
    """Return what generates each set, by the set's name; the same seed gives the same sets on every machine."""
    makers: dict[str, Callable[[], QualitySet]] = {
        make.__name__: partial(make, seed) for make in (templates, excerpts, short, boilerplate)
    }
    return makers | {f"edits-{language}": partial(edits, language, seed) for language in LANGUAGES}
