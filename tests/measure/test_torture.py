"""The torture run without Kafka: its schedule, what it changes in the input, and what it calls right."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pipeline.cli.torture import table
from pipeline.measure.prove_compare import Comparison
from pipeline.measure.prove_deployment import RawValue
from pipeline.measure.prove_inputs import generated
from pipeline.measure.prove_matrix import packed
from pipeline.measure.torture import Outcome, Plan, parts_of, recoveries
from pipeline.measure.torture_faults import FAULTS, ids_of, swapped

VERDICTS = {b"a": b"{1}", b"b": b"{2}"}
LOG = """\
time=2026-12-01T13:00:00.000Z level=info event=worker-starts group=g
time=2026-12-01T13:00:02.500Z level=info event=partitions-ready generation=1
time=2026-12-01T13:01:00.000Z level=info event=partitions-ready generation=2
time=2026-12-01T13:02:00.000Z level=info event=worker-starts group=g
time=2026-12-01T13:03:00.000Z level=info event=worker-starts group=g
time=2026-12-01T13:03:04.000Z level=info event=partitions-ready generation=3
"""


@pytest.mark.parametrize("minutes", [0.0, 3.0, 20.0])
def test_a_schedule_has_each_fault_and_follows_from_the_seed(minutes: float) -> None:
    plan = Plan(minutes, 100, 3)
    counts = Counter(plan.steps())
    assert counts.keys() == FAULTS.keys()
    assert max(counts.values()) - min(counts.values()) <= 1
    assert plan.steps() == Plan(minutes, 100, 3).steps() != Plan(minutes, 100, 4).steps()
    assert sum(counts.values()) == max(len(FAULTS), minutes * 4)


def test_parts_are_the_whole_input_once() -> None:
    given = generated(200)
    parts = list(parts_of(given, 3, 7))
    assert len(parts) == 7
    assert [message for part in parts for message in part] == list(packed(given.documents, 3, 8))


def message(home: int, *names: str) -> RawValue:
    return home, b"\n".join(json.dumps({"id": name, "text": "a"}).encode() for name in names)


def test_only_neighbours_of_a_home_without_common_ids_are_swapped() -> None:
    first, other, same, last = message(0, "a", "b"), message(1, "c"), message(0, "b"), message(0, "d")
    for seed in range(9):
        assert swapped([first, other, same, last], random.Random(seed)) == [first, other, last, same]
    assert swapped([first, other, same], random.Random(1)) == [first, other, same]
    assert ids_of(first) == {"a", "b"}


def test_the_time_from_a_start_to_its_partitions() -> None:
    assert list(recoveries(LOG)) == [2.5, 4.0]


def outcome(found: dict[bytes, bytes]) -> Outcome:
    counts: dict[str, Any] = {
        "letters_expected": 3,
        "letters": 3,
        "messages": 2,
        "repeated": 0,
        "not_last": 0,
        "starts": 3,
    }
    return Outcome(Plan(3, 2, 1), Comparison(VERDICTS, found, {}), Counter(FAULTS.keys()), **counts)


def test_what_is_right_and_what_is_not() -> None:
    right = outcome(VERDICTS)
    assert right.is_right
    assert (right.lost, right.wrong) == (0, 0)
    lost, wrong = outcome({b"a": b"{1}"}), outcome({b"a": b"{1}", b"b": b"{3}"})
    assert (lost.lost, lost.wrong, wrong.lost, wrong.wrong) == (1, 0, 0, 1)
    others = [replace(right, letters=2), replace(right, not_last=1)]
    assert not any(one.is_right for one in [lost, wrong, *others])


def test_the_table_has_both_digests() -> None:
    rows = dict(table(outcome(VERDICTS)))
    assert rows["digest of scan"] == rows["digest of the verdicts"]
    assert (rows["lost"], rows["wrong"]) == ("0", "0")
