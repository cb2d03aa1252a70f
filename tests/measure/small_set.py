"""A labelled set that tests write themselves: copies, an edit, a standing notice, a template, and strangers."""

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import zstandard

STORY = (
    "The harbour of Elling was closed on Monday after a ferry lost its rudder in the fog and drifted for three hours "
    "before two tugs brought it back to the northern quay where ninety passengers had to wait for buses into the town"
)
NOTICE = "The office of the registrar is closed on Friday and every request will be answered on the following Monday"
FORM = (  # one that no rule sees through: its numbers are words, and it has no titles
    "Version {0} of the library is out and mends {1} and we thank all who have sent reports about it to the list and "
    "ask everyone who builds packages of it to wait until the signatures have reached the mirrors"
)
CHINESE = "埃灵港口周一因渡轮在大雾中失去舵机漂流三小时后被两艘拖船带回北码头而关闭，九十名乘客不得不等候巴士进城。"
DOCUMENTS: tuple[dict[str, Any], ...] = (
    {"id": "story", "text": STORY, "title": "Ferry adrift", "date": "Mon, 02 Feb 2026 10:00:00 GMT"},
    {"id": "copy", "text": STORY.upper(), "link": "https://a.example/1"},
    {"id": "edit", "text": STORY.replace("ninety", "ninety-one").replace("tugs", "boats"), "time": 1_770_040_800},
    {"id": "notice", "text": NOTICE, "feed_link": "https://town.example/", "date": "2026-01-01"},
    {"id": "notice again", "text": NOTICE, "feed_link": "https://town.example/", "date": "2026-02-01"},
    {"id": "3.1", "text": FORM.format("three point one", "a leak")},
    {"id": "3.2", "text": FORM.format("three point two", "a crash at start")},
    {"id": "zh", "text": CHINESE, "lang": "zh"},
    {"id": "zh copy", "text": CHINESE.replace("周一", "周二"), "lang": "zh"},
    {
        "id": "far",
        "text": "A rewrite of the first story says that a boat had trouble at sea, and all on board are safe now",
    },
)
PAIRS: tuple[tuple[str, ...], ...] = (
    ("copy", "story", "copy", "upper case"),
    ("edit", "story", "revision"),
    ("edit", "copy", "revision"),
    ("3.1", "3.2", "template"),
    ("zh", "zh copy", "copy"),
    ("far", "story", "same-story"),
    ("story", "notice", "read-twice"),
)


def write_set(
    folder: Path, documents: Sequence[Mapping[str, Any]] = DOCUMENTS, pairs: Sequence[tuple[str, ...]] | None = PAIRS
) -> Path:
    """Write the set into a new folder."""
    folder.mkdir()
    (folder / "docs.jsonl").write_bytes(lines(documents))
    if pairs is not None:
        rows = ["a\tb\tlabel\tnote", *("\t".join(pair) for pair in pairs)]
        (folder / "pairs.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def lines(documents: Sequence[Mapping[str, Any]]) -> bytes:
    """The documents as JSON lines."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in documents).encode()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "docs.jsonl": bytes,
    "docs.jsonl.gz": gzip.compress,
    "docs.jsonl.zst": zstandard.compress,
}
