"""Hand-made verdicts as the topic holds them."""

import msgspec

from pipeline.edges.verdicts import Spoken
from pipeline.records import Kind


def reference(id_: str) -> dict[str, str | None]:
    return {"id": id_, "url": None, "source": None, "published": "2026-01-12T21:27:00Z"}


def spoken(id_: str, kind: Kind, of: str | None = None, revision: bytes = b"1") -> Spoken:
    fields = {
        "document": reference(id_),
        "kind": kind,
        "duplicate_of": reference(of) if of else None,
        "related": None,
        "similarity": 0.8125 if of else None,
        "containment": None,
        "previous": None,
        "evidence": {"shared": None, "shingles": 12, "shingles_of_original": None},
        "reason": "jaccard" if of else "no-match",
        "profile": "w5-fss128-b42r3-2",
    }
    return Spoken(id_.encode(), revision, msgspec.json.encode(fields), ())
