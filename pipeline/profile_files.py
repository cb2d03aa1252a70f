"""Profiles in files: TOML with the parameters that differ from the default, as `firstprint calibrate` writes them.

Knows neither what is measured nor who judges. Equal parameters have one identity, wherever they came from.
"""

import json
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Final

from pipeline.errors import BadSetup
from pipeline.kernels.constants import MAX_ANCHORS, MAX_SLOTS, MAX_WORDS, MIN_SLOTS
from pipeline.profile import (
    BLOCK_SLOTS,
    DAY_MS,
    DEFAULT,
    FINGERPRINT_BITS,
    NEWS,
    RULES,
    SIMHASH,
    SKETCHES,
    Profile,
    profile_named,
)

SUFFIX: Final = ".toml"
KINDS: Final = {int: "whole number", str: "text"}
MOST: Final = {  # far from where 64 bits, or the memory of an index, would end
    "threshold_num": 1_000_000,
    "threshold_den": 1_000_000,
    "min_shingles": 1_000_000,
    "bucket_cap": 4_096,
    "anchor_cap": 4_096,
    **dict.fromkeys(("window_ms", "grace_ms", "absurd_ms", "recurring_ms"), 100 * 366 * DAY_MS),
}
ADVICE: Final = {int: "Write it without quotes or dots.", str: "Write it within quotes."}
NAMES: Final = tuple(field.name for field in fields(Profile) if isinstance(field.default, int | str))


def profile_from(name: str) -> Profile:
    """Return the profile in the file of that name where it ends with .toml, else the profile that is called so.

    Raises `BadSetup` as `profile_named` and `read_profile` do.
    """
    return read_profile(Path(name)) if name.endswith(SUFFIX) else profile_named(name)


def read_profile(path: Path) -> Profile:
    """Read a profile; `BadSetup` for an unknown parameter, and for values that cannot work, with the numbers."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadSetup(
            f"There is no file {path}.", f"Check the path, or write it: firstprint calibrate FILE... --out {path}."
        ) from None
    except (OSError, ValueError) as error:  # no TOML, not UTF-8, or a number of thousands of digits
        reason = getattr(error, "strerror", None) or error
        raise BadSetup(f"The profile {path} cannot be read: {reason}.", "Write it with firstprint calibrate.") from None
    for name, value in values.items():
        if name not in NAMES:
            raise BadSetup(f"{path}: a profile has no parameter {name!r}.", f"Known parameters: {', '.join(NAMES)}.")
        kind = type(getattr(DEFAULT, name))
        if type(value) is not kind:
            raise BadSetup(f"{path}: {name} is {value!r}, which is no {KINDS[kind]}.", ADVICE[kind])
    profile = replace(DEFAULT, **values)
    check_profile(profile, str(path))
    return profile


def write_profile(profile: Profile, path: Path, head: str) -> None:
    """Write what differs from the default, under a comment."""
    lines = [f"# {line}" for line in head.splitlines()]
    changed = [name for name in NAMES if getattr(profile, name) != getattr(DEFAULT, name)]
    lines += [f"{name} = {json.dumps(getattr(profile, name))}" for name in changed]  # as TOML writes these kinds, too
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def check_profile(profile: Profile, place: str) -> None:
    """Raise `BadSetup`, with the numbers in the sentence, for parameters that cannot work together."""
    if not 1 <= profile.shingle_words <= MAX_WORDS:
        raise BadSetup(f"{place}: shingle_words is {profile.shingle_words}.", f"Give 1 to {MAX_WORDS}.")
    check_bands(profile, place)
    if profile.rules not in RULES:
        raise BadSetup(f"{place}: rules is {profile.rules!r}.", f"Give one of: {', '.join(RULES)}.")
    if profile.sketch == SIMHASH and profile.rules == NEWS:
        raise BadSetup(f"{place}: the rules of news need shared shingles, not simhash.", 'Write rules = "jaccard".')
    if profile.sketch == SIMHASH and profile.anchors:
        raise BadSetup(f"{place}: {profile.anchors} anchors are of no use to simhash.", "Write anchors = 0.")
    if not 0 < profile.threshold_num <= profile.threshold_den:
        threshold = f"{profile.threshold_num} / {profile.threshold_den}"
        raise BadSetup(f"{place}: the threshold is {threshold}.", "Give a share above 0 and up to 1.")
    if not 0 <= profile.distance < FINGERPRINT_BITS:
        raise BadSetup(f"{place}: distance is {profile.distance}.", f"Give 0 to {FINGERPRINT_BITS - 1}.")
    for name, most in MOST.items():
        if not 1 <= getattr(profile, name) <= most:
            raise BadSetup(f"{place}: {name} is {getattr(profile, name)}.", f"Give 1 to {most}.")
    if not 0 <= profile.anchors <= MAX_ANCHORS:
        raise BadSetup(f"{place}: anchors is {profile.anchors}.", f"Give 0 to {MAX_ANCHORS}.")


def check_bands(profile: Profile, place: str) -> None:
    """Raise `BadSetup` for a sketch that is not known, or that the bands do not fit."""
    if profile.sketch not in SKETCHES:
        raise BadSetup(f"{place}: sketch is {profile.sketch!r}.", f"Give one of: {', '.join(SKETCHES)}.")
    if profile.sketch == SIMHASH:
        blocks = profile.distance + 1
        if (profile.bands, profile.rows, profile.slots) != (blocks, BLOCK_SLOTS, blocks * BLOCK_SLOTS):
            shape = f"{profile.bands} bands of {profile.rows} rows from {profile.slots} slots"
            wanted = f"{blocks} bands of {BLOCK_SLOTS} rows from {blocks * BLOCK_SLOTS} slots"
            raise BadSetup(f"{place}: simhash with a distance of {profile.distance} has {shape}.", f"Give {wanted}.")
        return
    if not MIN_SLOTS <= profile.slots <= MAX_SLOTS or profile.slots & profile.slots - 1:
        raise BadSetup(f"{place}: slots is {profile.slots}.", f"Give a power of two from {MIN_SLOTS} to {MAX_SLOTS}.")
    needed = profile.bands * profile.rows
    if profile.bands < 1 or profile.rows < 1 or needed > profile.slots:
        sentence = f"{place}: {profile.bands} bands of {profile.rows} rows need {needed} of {profile.slots} slots."
        raise BadSetup(sentence, "Give at least one of each, and together no more than the slots.")
