"""Whether a calibration says enough to judge by: if not, the sentence that refuses it, with the numbers.

Measures nothing; a profile that was refused is not written.
"""

from typing import Final

from pipeline.errors import BadSetup
from pipeline.measure.calibrate import ENOUGH, Calibration, judged_lengths, least_judged
from pipeline.profile import Profile

FAR: Final = 10  # times the budget: documents that share so much need other words, not other bands


def check_enough(found: Calibration, profile: Profile) -> None:
    """Raise `BadSetup` where no class that has a say in the threshold has the ENOUGH documents of a bound."""
    judged = [one for one in found.classes if one.length in judged_lengths(profile)]
    if any(one.bound is not None for one in judged):
        return
    largest = max(judged, key=lambda one: one.documents, default=None)
    has = f"{largest.script} of {largest.length} shingles has most, {largest.documents}" if largest else "there is none"
    raise BadSetup(
        f"{found.sample:,} documents are too few to tell how alike unrelated ones are: {ENOUGH} of one script and"
        f" length are needed, from {least_judged(profile)} shingles on, and {has}.",
        "Give some hundreds of documents; until then judge by a profile as it is.",
    )


def check_candidates(found: Calibration, budget: float) -> None:
    """Raise `BadSetup` where even the bands that were found have FAR more candidates than the budget."""
    if found.candidates <= FAR * budget:
        return
    raise BadSetup(
        f"No bands come near {budget:g} candidates a document: {found.banding} have {found.candidates:,.0f} among"
        f" {found.total:,} documents.",
        "Strip what repeats in these texts, say with --documents how many the window really holds, give more, or raise"
        " --budget.",
    )
