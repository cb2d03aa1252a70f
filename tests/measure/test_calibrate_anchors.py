"""How many candidates passages are expected to bring."""

import numpy as np

from pipeline.measure.calibrate_anchors import met_by_passages


def test_documents_without_a_common_anchor_meet_nobody() -> None:
    assert met_by_passages(np.array([[1, 2], [3, 0], [0, 0]], np.uint32), 3, 32) == 0


def test_a_sample_stands_for_more() -> None:
    anchors = np.array([[1, 2], [1, 2], [3, 4], [0, 0]], np.uint32)  # two of four meet each other
    assert met_by_passages(anchors, 4, 32) == 2 / 4
    assert met_by_passages(anchors, 40, 32) == 2 * 10 / 4


def test_a_passage_of_many_brings_as_many_as_its_bucket_holds() -> None:
    anchors = np.array([[7, 8, place + 100] for place in range(20)], np.uint32)
    assert met_by_passages(anchors, 2_000, 32) == 32
