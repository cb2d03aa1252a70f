"""The smallest histories in which a rule of the design matters: few documents, one home, any schedule.

A time is in milliseconds after the start, as in `histories`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pipeline.profile import Profile
from tests import plain
from tests.model.histories import Document, encode, moment
from tests.model.world import History, Raw, Setting
from tests.streams import NEVER_MS, START_MS

TREES = "ash birch cedar elm"
OTHERS = "fig gum hazel ivy"
PROFILE = Profile(
    rules="jaccard",
    shingle_words=1, slots=8, bands=4, rows=1, min_shingles=2, threshold_num=1, threshold_den=2, window_ms=8,
    grace_ms=NEVER_MS, absurd_ms=30, recurring_ms=6, bucket_cap=64, anchors=0,
)  # fmt: skip

Histories = Callable[[int], History]


def document(name: str, text: str, seen: int, **fields: str) -> Document:
    """Make a document that was fetched at a time."""
    return {"id": name, "text": text, "fetched": moment(seen)} | fields


@dataclass(frozen=True)
class Script:
    """Messages in their order, and a setting; called with a seed it is a history."""

    setting: Setting
    messages: tuple[list[Document], ...]
    astray: int | None = None  # the message that is produced into another home's log

    def __call__(self, seed: int) -> History:
        """Return the history of a schedule; messages are produced 5 ms apart."""
        raws, homes = [], self.setting.homes
        for i, documents in enumerate(self.messages):
            home = plain.home_of(documents[0]["id"], homes) + (i == self.astray)
            raws.append(Raw(home % homes, encode(documents), START_MS + 5 * i))
        return History("script", seed, self.setting, raws)


def script(*messages: list[Document], crashes: int = 0, window: int = 40, grace: int = NEVER_MS) -> Script:
    """Write a script for one home and one band partition; with a grace, things expire."""
    profile = replace(PROFILE, window_ms=window, grace_ms=grace)
    expires = grace < NEVER_MS
    return Script(Setting(profile, 1, 1, 1, crashes, expires=expires, keeps_disk=0.5), messages)


def with_setting(history: Script, **changes: object) -> Script:
    """Change a script's setting."""
    return replace(history, setting=replace(history.setting, **changes))  # type: ignore[arg-type]


LATEST = script([document("a", TREES, 10)], [document("a", TREES, 25)], [document("a", OTHERS, 12)])
EARLIER = script([document("a", TREES, 30)], [document("a", OTHERS, 10)], [document("b", OTHERS, 12)], window=8)
EARLIER_TIME = script(
    [document("x", TREES, 20)],
    [document("y", TREES, 21, published=moment(15))],
    [document("x", OTHERS, 22, published=moment(10))],
    crashes=20,
)
LATE_ORIGINAL = script(
    [document("copy", TREES, 10)], [document("original", TREES, 11, published=moment(2))], crashes=20
)
ONE = script([document("a", TREES, 10)], [document("b", OTHERS, 11)], crashes=20)
TWO_VERSIONS = script([document("b", TREES, 10)], [document("a", TREES, 11)], [document("a", OTHERS, 12)])
MOVES = with_setting(
    script(*([document(f"a{i}", TREES, 10 + i)] for i in range(6)), crashes=30), workers=2, keeps_disk=1.0
)
LOCAL = with_setting(script(*([document(f"a{i}", TREES, 30 - i)] for i in range(5)), crashes=30), keeps_disk=1.0)
ZOMBIES = with_setting(
    script(
        *([document(f"copy{i}", f"{TREES} {i}", 10)] for i in range(4)),
        [document("original", TREES, 11, published=moment(2))],
        crashes=20,
    ),
    zombies=True, zombie_end=0.005,
)  # fmt: skip
UNDATED = replace(
    with_setting(
        script(
            [{"id": "a", "text": TREES}], [document("a", "fig gum hazel", 4)],
            *([document(f"b{i}", OTHERS, 11)] for i in range(4)), crashes=20,
        ),
        homes=2,
    ),
    astray=0,
)  # fmt: skip
LONG_AFTER = with_setting(
    script(
        [document("original", TREES, 0)], [document("copy", TREES, 1)],
        *([document(f"later{i}", OTHERS, 40 + i)] for i in range(5)),
        crashes=10, window=8, grace=5,
    ),
    keeps_disk=1.0,
)  # fmt: skip
LATE = script(
    [document("a", TREES, 100)], [document("b", TREES, 100)], [document("late", OTHERS, 0)], window=8, grace=5
)
STANDING = script(
    [document("x", TREES, 0)], [document("x", TREES, 7)], [document("y", TREES, 12)], [document("x", TREES, 14)],
    *([document(f"z{i}", OTHERS, 16)] for i in range(3)), [document("x", TREES, 20)],
    [document("x", TREES + " oak", 21)], window=8, grace=5,
)  # fmt: skip
BACKWARDS = with_setting(
    script(*([document(f"a{i}", f"word{i} other{i}", 100 - 10 * i)] for i in range(10)), grace=5), expires=False
)
