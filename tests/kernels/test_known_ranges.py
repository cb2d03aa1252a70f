"""What `lanes` takes for known without looking it up is what the tables say."""

import numpy as np

from pipeline.kernels.characters import ALONE, WORD, class_table
from pipeline.kernels.folding import PAGE, SAME, folds


def test_letters_and_ideographs_have_the_classes_they_are_taken_for() -> None:
    classes = class_table()
    latin = np.delete(classes[0xC0:0x2C0], [0xD7 - 0xC0, 0xF7 - 0xC0])
    assert (latin == WORD).all()
    assert (classes[0x400:0x480] == WORD).all()
    assert (classes[0x5000:0xA000] == ALONE).all()


def test_what_is_passed_over_stays_as_it_is_and_is_no_mark() -> None:
    pages, entries = folds()
    passed = (*range(0xE0, 0x100), *range(0x430, 0x460), *range(0x5000, 0xA000))
    assert {int(entries[pages[point // PAGE], point % PAGE]) for point in passed} == {SAME}
