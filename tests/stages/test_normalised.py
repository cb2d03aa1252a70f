"""A raw message whose size no topic would allow: the stage refuses the document, and reads the others.

What else is refused is seen on the real Kafka (`tests/broker/test_bad_input.py`).
"""

import json

import pytest

from pipeline.profile import DEFAULT
from pipeline.stages.normalised import RawMessage, normalise

NOW_MS = 1_800_000_000_000


@pytest.mark.parametrize(("size", "reason"), [(10_000_000, "limit"), (1_048_577, "limit")])
def test_a_text_over_the_limit_is_refused_among_others(size: int, reason: str) -> None:
    texts = {"before": "a b", "over": "x" * size, "after": "c d"}
    lines = [json.dumps({"id": name, "text": text}).encode() for name, text in texts.items()]
    found = normalise(RawMessage(0, 0, NOW_MS, b"\n".join(lines)), DEFAULT, 1)
    (refused,) = found.refused
    assert (refused.index, refused.original) == (1, lines[1])
    assert reason in refused.reason
    assert len(found.batch["rows"]) == 2
