"""The collector is told once, and what existed before is not walked again."""

import gc

from pipeline.collector import YOUNG, spare_collector


def test_what_exists_is_frozen_and_the_young_are_collected_less_often() -> None:
    spare_collector()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] == YOUNG > 700
