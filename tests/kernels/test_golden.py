"""Values written down once: whoever changes one changes what every stored batch means.

When a test here fails on purpose, `pipeline.profile.REVISION` rises with the new values. The other tests compare
kernels with twins, and would not notice that both have changed.
"""

import numpy as np
import pytest

from pipeline.kernels.anchors import anchor_keys, anchors_of
from pipeline.kernels.bands import band_keys, digest_keys, link_keys
from pipeline.kernels.sketch import sketch
from pipeline.kernels.text import fold, shingle_in_order, shingle_texts
from pipeline.profile import REVISION
from tests.kernels.ragged import joined

ENGLISH = "The quick brown fox jumps over the lazy dog. Internationalisation!"
MIXED = "“Déjà vu” 世界かな ก็ดี Слово e\u0301"


def test_the_revision_is_the_one_of_these_values() -> None:
    assert REVISION == 3


@pytest.mark.parametrize(
    ("text", "shingles", "digest", "slots", "keys"),
    [
        (
            ENGLISH,
            [0x41AE4ECF, 0x4EFEAEB2],
            [0xEA013B7FFF7305EF, 0xE940D265EE008EEB],
            [0x46BE5DD0, 0x228FC120, 0x80FA616D, 0x85A4E54B],
            [0x7704D167949DA0F0, 0xD2040810D5211566],
        ),
        (
            MIXED,
            [0x0E70A037, 0x1220BD29],
            [0x17581782F1FDD310, 0xD6BFF7C73E93EFC3],
            [0xC6617CB1, 0x4478370A, 0xF0FF733C, 0xC0AF9B8D],
            [0xFE644DC1F40169D6, 0x8435EE669CCD9947],
        ),
    ],
    ids=["English", "mixed"],
)
def test_a_text_through_every_kernel(
    text: str, shingles: list[int], digest: list[int], slots: list[int], keys: list[int]
) -> None:
    shingled = shingle_texts(*joined([fold(text).encode()]), 5)
    assert len(shingled.values) == 6
    assert shingled.values[:2].tolist() == shingles
    assert shingled.digests[0].tolist() == digest
    sketches = sketch(shingled.values, shingled.offsets, 8)
    assert sketches[0, :4].tolist() == slots
    assert band_keys(sketches, 2, 3)[0].tolist() == keys


def test_anchors_and_their_keys() -> None:
    found = anchors_of(shingle_in_order(*joined([fold(ENGLISH).encode()]), 5)[1], 3)
    assert found[0].tolist() == [0xD146A1FE, 0, 0]
    assert anchor_keys(found, 44)[0].tolist() == [0x556DB7ED3E566DAE, 0, 0]


def test_every_factor_of_the_longest_shingles() -> None:
    text = " ".join("abcdefghijklmnop")
    assert shingle_texts(*joined([text.encode()]), 16).values.tolist() == [0x22EA4061]


def test_the_keys_of_digests_and_links() -> None:
    digest = np.array([[0xEA013B7FFF7305EF, 0xE940D265EE008EEB]], np.uint64)
    assert digest_keys(digest, 42).tolist() == [0x65FACB91BFFDCE55]
    assert link_keys(np.array([12345], np.uint64), 42).tolist() == [0xA5ED263891775FA3]
