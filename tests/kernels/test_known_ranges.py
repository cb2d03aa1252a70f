"""What `lanes` takes for known without looking it up is what the tables say."""

import numpy as np
import numpy.typing as npt

from pipeline.kernels.characters import ALONE, SEPARATOR, WORD, class_table, fold
from pipeline.kernels.folding import PAGE, SAME, folds
from pipeline.kernels.jit import kernel
from pipeline.kernels.lanes import cased_of_two, ideographs, put_small, signs_of_three

CASED = {*range(0xC0, 0x100), *range(0x400, 0x460)} - {0xDF}
SIGNS = {*range(0x2012, 0x2020), *range(0x3001, 0x3004), *range(0x3008, 0x3012)} - {0x2017}


def test_letters_and_ideographs_have_the_classes_they_are_taken_for() -> None:
    classes = class_table()
    latin = np.delete(classes[0xC0:0x2C0], [0xD7 - 0xC0, 0xF7 - 0xC0])
    assert (latin == WORD).all()
    assert (classes[0x400:0x480] == WORD).all()
    assert (classes[0x4E00:0xA000] == ALONE).all()


def test_what_is_passed_over_stays_as_it_is_and_is_no_mark() -> None:
    pages, entries = folds()
    passed = (0xD7, *range(0xE0, 0x100), *range(0x430, 0x460), *range(0x4E00, 0xA000), *SIGNS)
    assert {int(entries[pages[point // PAGE], point % PAGE]) for point in passed} == {SAME}
    assert (class_table()[list(SIGNS)] == SEPARATOR).all()


def test_each_character_is_found_and_made_small_as_it_is_folded() -> None:
    for first in range(0, 0x10000, 16):
        points = [point for point in range(first, first + 16) if not 0xD800 <= point < 0xE000]
        for point in points:
            text = np.frombuffer(chr(point).encode() + bytes(200), np.uint8)
            assert _found(text) == (point in CASED, point in range(0x4E00, 0xA000), point in SIGNS), hex(point)
            if point < 0x80 or point in CASED:
                assert _made_small(text).tobytes().rstrip(b"\0") == fold(chr(point)).encode().rstrip(b"\0"), hex(point)


@kernel
def _found(text: npt.NDArray[np.uint8]) -> tuple[bool, bool, bool]:
    zero = np.uint64(0)
    return cased_of_two(text, zero) & 1 == 1, ideographs(text, zero) & 1 == 1, signs_of_three(text, zero) & 1 == 1


@kernel
def _made_small(text: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    out = np.zeros(64, np.uint8)
    put_small(out, np.uint64(0), text, np.uint64(0))
    return out
