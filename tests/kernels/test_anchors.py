"""Anchors equal the plain ones, and texts that share a passage share an anchor."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pipeline.kernels.anchors import COLUMNS, LEAD, OVERLAP, SHORT, TAIL, anchor_keys, anchors, anchors_of
from pipeline.kernels.bands import link_keys
from pipeline.kernels.constants import EMPTY, MASK, MAX_WORDS, WORD_ODD
from pipeline.kernels.plain import shingles_plain
from pipeline.kernels.plain_anchors import anchor_key_plain, anchors_plain, ordered_plain, remixed, stretches
from pipeline.kernels.text import Ordered, fold, shingle_in_order, shingle_texts, tokens
from tests.kernels.ragged import flat, joined, sliced

WORDS = [
    "ab",
    "cd9",
    "ß",
    "é",
    "e\u0301",
    "слово",
    "世界",
    "かな\u3099",
    "ก็ดี",
    "\u0301",
    "_",
    "👋🏽",
    " ",
    " ",
    " ",
    ".",
]
MIXED = st.lists(st.sampled_from(WORDS), max_size=400).map("".join)
TEXTS = st.lists(st.one_of(st.text(), MIXED, st.text("ab1 ", max_size=600)).map(fold), max_size=5)
ALL = 200  # columns enough for every anchor of the documents made here


def ordered(*documents: Sequence[int]) -> Ordered:
    return Ordered(*flat(documents))


def drawn(seed: int, count: int, high: int = EMPTY) -> list[int]:
    """Shingles as texts have them: without any order, and with repeats where `high` is small."""
    return [int(one) for one in np.random.default_rng(seed).integers(0, high, count, endpoint=True)]


SEEDS = st.integers(0, EMPTY)
SIZES = st.one_of(st.integers(0, 130), st.integers(0, 1500))
DOCUMENTS = st.builds(drawn, SEEDS, SIZES, st.sampled_from([0, 1, 30, EMPTY]))


@given(TEXTS, st.integers(1, MAX_WORDS), st.integers(1, 40))
@example([" ".join(f"w{i}" for i in range(400)), "", "世" * 90, "a b c d e"], 5, COLUMNS)
def test_anchors_of_texts_equal_the_plain_ones(texts: list[str], words: int, columns: int) -> None:
    blob, offsets = joined([text.encode() for text in texts])
    found = anchors(blob, offsets, words, columns)
    assert found.shape == (len(texts), columns)
    assert found.dtype == np.uint32
    assert found.tolist() == [anchors_plain(ordered_plain(text, words), columns) for text in texts]
    for row, text in zip(found.tolist(), texts, strict=True):
        assert set(row) - {0} <= {max(shingle, 1) for shingle in shingles_plain(text, words)}


@given(TEXTS, st.integers(1, MAX_WORDS))
def test_shingles_in_order_equal_the_plain_ones_and_change_no_set(texts: list[str], words: int) -> None:
    blob, offsets = joined([text.encode() for text in texts])
    sets, in_order = shingle_in_order(blob, offsets, words)
    assert sliced(*in_order) == [ordered_plain(text, words) for text in texts]
    alone = shingle_texts(blob, offsets, words)
    assert sliced(sets.values, sets.offsets) == sliced(alone.values, alone.offsets)
    assert sets.digests.tolist() == alone.digests.tolist()
    assert sets.tokens.tolist() == alone.tokens.tolist()


def test_shingles_of_a_long_text_stay_in_order() -> None:
    """From 2,049 shingles on the sort overwrites what it is given."""
    text = " ".join(f"w{i * i % 977}" for i in range(5_000))
    _, in_order = shingle_in_order(*joined([b"x y", text.encode(), b"x y"]), 2)
    first, long, last = sliced(*in_order)
    assert long == ordered_plain(text, 2)
    assert first == last == ordered_plain("x y", 2)


@given(st.lists(DOCUMENTS, max_size=4), st.integers(1, 40))
@example([list(range(79)), list(range(80)), list(range(107)), list(range(108)), list(range(300))], COLUMNS)
def test_anchors_of_shingles_equal_the_plain_ones(documents: list[list[int]], columns: int) -> None:
    found = anchors_of(ordered(*documents), columns)
    assert found.tolist() == [anchors_plain(document, columns) for document in documents]


@given(DOCUMENTS, st.integers(1, COLUMNS))
def test_few_columns_keep_the_first_anchors(document: list[int], columns: int) -> None:
    every = anchors_of(ordered(document), ALL)[0].tolist()
    assert anchors_of(ordered(document), columns)[0].tolist() == every[:columns]
    used = every.index(0)
    assert len(set(every[:used])) == used  # each once, and nothing behind the first 0
    assert set(every[used:]) == {0}


@given(st.integers(1, 9), SEEDS)
def test_tiny_documents_have_anchors(count: int, seed: int) -> None:
    document = [max(shingle, 1) for shingle in drawn(seed, count)]
    found = anchors_of(ordered(document))[0].tolist()
    assert min(document, key=remixed) in found
    assert len(set(found) - {0}) <= max(1, count - 3)  # one for each window of four


def test_without_shingles_there_are_no_anchors() -> None:
    assert anchors(*joined([]), 5).shape == (0, COLUMNS)
    assert anchors(*joined([b"", b"four words are few"]), 5).tolist() == [[0] * COLUMNS] * 2


def test_a_hash_of_0_counts_as_1() -> None:
    assert anchors_of(ordered([0] * 9), 2).tolist() == [[1, 0]]
    assert anchors_of(ordered([0, 1] * 100), 2).tolist() == [[1, 0]]


def planted(sizes: tuple[int, int], places: tuple[int, int], run: int, seed: int) -> list[list[int]]:
    """Two documents of these sizes that have `run` shingles in common, beginning at these places, and no others."""
    values = np.random.default_rng(seed).permutation(1 << 16).tolist()
    shared = [values.pop() for _ in range(run)]
    documents = []
    for size, place in zip(sizes, places, strict=True):
        own = [values.pop() for _ in range(size - run)]
        documents.append([*own[:place], *shared, *own[place:]])
    return documents


def common(documents: list[list[int]]) -> set[int]:
    """Anchors that both have in the default columns; in all columns if one has no room for them."""
    found = anchors_of(ordered(*documents))
    if found[:, -1].any():
        found = anchors_of(ordered(*documents), ALL)
    return set(found[0].tolist()) & set(found[1].tolist()) - {0}


@given(st.data(), SEEDS)
def test_12_shared_shingles_in_leads_and_short_documents_are_enough(data: st.DataObject, seed: int) -> None:
    sizes = data.draw(st.tuples(st.integers(12, 400), st.integers(12, 400)))
    run = data.draw(st.integers(12, min(LEAD, *sizes)))
    ends = [size if size < SHORT else LEAD for size in sizes]
    places = data.draw(st.tuples(*(st.integers(0, end - run) for end in ends)))
    assert common(planted(sizes, places, run, seed))


@given(st.data(), SEEDS)
def test_a_sixth_of_the_rest_is_enough_elsewhere(data: st.DataObject, seed: int) -> None:
    sizes = data.draw(st.tuples(st.integers(108, 2_000), st.integers(108, 2_000)))
    rests = [size - TAIL - LEAD + OVERLAP for size in sizes]
    run = max(32, max(rests) // 6)
    sizes = (max(sizes[0], run + LEAD + TAIL), max(sizes[1], run + LEAD + TAIL))
    places = data.draw(st.tuples(*(st.integers(LEAD - OVERLAP, size - TAIL - run) for size in sizes)))
    assert common(planted(sizes, places, run, seed))


@given(st.data(), SEEDS)
def test_any_two_stretches_keep_the_guarantee(data: st.DataObject, seed: int) -> None:
    """A lead in the middle of another document, say: the larger of the two windows is what counts."""
    sizes = data.draw(st.tuples(st.integers(4, 600), st.integers(4, 600)))
    one, other = (data.draw(st.sampled_from(stretches(size))) for size in sizes)
    run = max(one[2], other[2])
    assume(run <= min(stop - first for first, stop, _ in (one, other)))
    places = (data.draw(st.integers(one[0], one[1] - run)), data.draw(st.integers(other[0], other[1] - run)))
    assert common(planted(sizes, places, run, seed))


@given(st.text("абвгд éß", min_size=40, max_size=80), st.integers(0, 31), st.integers(0, 60))
def test_16_words_in_common_are_enough_in_any_script(own: str, before: int, after: int) -> None:
    passage = "Слово за слово 世界和平 ก็ดี été Straße 한국어 문장 नमस्ते दुनिया שלום עולם"
    assert len(tokens(fold(passage))) >= 16
    long = f"{'x ' * before}{passage} {' '.join(f'w{i}' for i in range(100 + after))}"
    short = f"{own} {passage} {own}"
    found = anchors(*joined([fold(text).encode() for text in (long, short)]), 5)
    assert set(found[0].tolist()) & set(found[1].tolist()) - {0}


def test_a_shared_footer_gives_no_anchor() -> None:
    assert common(planted((200, 300), (168, 268), TAIL, 1)) == set()


@given(st.lists(st.lists(st.integers(0, EMPTY), min_size=3, max_size=3), max_size=5), st.integers(0, 1000))
def test_keys_equal_the_plain_ones(rows: list[list[int]], band: int) -> None:
    values = np.array(rows, np.uint32).reshape(-1, 3)
    keys = anchor_keys(values, band)
    assert keys.dtype == np.uint64
    assert keys.tolist() == [[anchor_key_plain(anchor, band) for anchor in row] for row in rows]
    flipped: npt.NDArray[np.uint32] = values[:, ::-1]  # one key space for all columns, whatever the layout
    assert anchor_keys(flipped, band).tolist() == keys[:, ::-1].tolist()


def test_a_key_that_comes_out_as_0_is_1_and_no_anchor_has_none() -> None:
    band = 7 * pow(WORD_ODD, -1, MASK + 1)  # whose salt is 7
    assert anchor_keys(np.array([[7, 0]], np.uint32), band).tolist() == [[1, 0]]


def test_keys_are_mixed_as_those_of_links_are() -> None:
    values = np.array([[1, 5, EMPTY]], np.uint32)
    assert anchor_keys(values, 45)[0].tolist() == link_keys(values[0].astype(np.uint64), 44).tolist()


def test_anchors_need_a_column() -> None:
    with pytest.raises(ValueError, match="columns"):
        anchors(*joined([b"x"]), 5, 0)


def test_offsets_outside_of_the_shingles_are_refused() -> None:
    with pytest.raises(ValueError, match="offsets"):
        anchors_of(Ordered(np.zeros(3, np.uint32), np.array([0, 4], np.int64)))
