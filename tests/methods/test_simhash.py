"""SimHash: golden fingerprints, a tie among them, others' vectors, twins, and weights."""

import json
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.kernels.plain_methods import fnv1a_plain, mix_plain, simhash_plain
from pipeline.kernels.simhash import simhash
from pipeline.methods import (
    BadParameter,
    Corpus,
    ShingleSets,
    SimHash,
    fingerprint_sets,
    hash_features,
    word_shingles,
    word_windows,
)
from tests.kernels.ragged import offsets_of
from tests.methods.vectors import vectors_of

TIE = ["a", "b"]
REPEATED = ["the", "the", "the", "fox"]
BEYOND_ASCII = ["é", "世界", "👋"]
DOCUMENTS = st.lists(st.lists(st.text(st.characters(), max_size=4), max_size=12), max_size=4)
HASHES = ["fnv1a", "fnv1a-utf16", "murmur3"]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (SimHash(), [[0xAF63DC4C8601E084], [0x54B080184441C10C], [0x7EC61637F49C5EA9]]),
        (SimHash(weights="tf"), [[0xAF63DC4C8601E084], [0x56F5C9194461D57C], [0x7EC61637F49C5EA9]]),
        (SimHash(hashed="murmur3"), [[0x100145B0515088], [0x280E940581030214], [0xC95C72845DF873A8]]),
        (
            SimHash(128, "murmur3"),
            [
                [0x100145B0515088, 0xE2241208500E8048],
                [0x280E940581030214, 0xD1091803A4545AC0],
                [0xC95C72845DF873A8, 0x3E54776BDFCCBD5F],
            ],
        ),
    ],
    ids=["one", "tf", "murmur3", "128 bits"],
)
def test_golden_fingerprints(form: SimHash, expected: list[list[int]]) -> None:
    assert form.sign([TIE, REPEATED, BEYOND_ASCII]).tolist() == expected


def test_golden_fingerprints_of_seed_a() -> None:
    """What the seed's own code gives, run once with Node 20: FNV-1a over code units, term frequency."""
    words = word_windows("The quick brown fox jumps over the lazy dog near the river bank")
    documents = [["a"], TIE, words, REPEATED, BEYOND_ASCII, [], ["\ud83d"]]
    expected = [
        0xAF63DC4C8601EC8C,
        0xAF63DC4C8601E084,
        0xC2B7D9180465E5FF,
        0x56F5C9194461D57C,
        0xA56054088613ED9D,
        0,
        0xB03BB04C8770A9C8,
    ]
    assert SimHash(64, "fnv1a-utf16", "tf").sign(documents)[:, 0].tolist() == expected


def test_a_tie_sets_no_bit() -> None:
    """Of two features of equal weight each bit that only one has is a tie: what is left is what both have."""
    one, other = hash_features(TIE)[:, 0].tolist()
    assert one != other
    assert SimHash().sign([TIE])[0, 0] == one & other == 0xAF63DC4C8601E084


def test_golden_fingerprints_of_sets() -> None:
    sets = word_shingles(["the quick brown fox jumps over the lazy dog", ""])
    assert fingerprint_sets(sets, 128).tolist() == [[0x822DF05D7B2EC712, 0x02FC9F618C077D2B], [0, 0]]
    assert fingerprint_sets(sets)[:, 0].tolist() == fingerprint_sets(sets, 128)[:, 0].tolist()


@given(st.lists(st.lists(st.integers(0, 0xFFFFFFFF), max_size=20), max_size=4))
def test_fingerprints_of_sets_equal_the_plain_ones(lists: list[list[int]]) -> None:
    found = fingerprint_sets(ShingleSets.of(lists), 128).tolist()
    sets = [sorted(set(one)) for one in lists]
    words = [[simhash_plain([mix_plain(v, word) for v in one], [1] * len(one)) for word in (0, 1)] for one in sets]
    assert found == words


@given(DOCUMENTS, st.sampled_from(HASHES), st.sampled_from(["one", "tf", "tf-idf"]))
@example([["a", "a", "b"], [], ["a"], ["\ud800"]], "fnv1a", "tf-idf")
def test_features_with_weights_equal_the_plain_ones(documents: list[list[str]], hashed: str, weights: str) -> None:
    corpus = Corpus.of(documents)
    expected = []
    for document in documents:
        features = list(dict.fromkeys(document))
        counts = [document.count(feature) for feature in features]
        weighed = {
            "one": [1] * len(features),
            "tf": counts,
            "tf-idf": [corpus.weight(feature, count) for feature, count in zip(features, counts, strict=True)],
        }[weights]
        expected.append(simhash_plain(hash_features(features, hashed)[:, 0].tolist(), weighed))
    assert SimHash(64, hashed, weights).sign(documents)[:, 0].tolist() == expected


def test_rare_features_weigh_more() -> None:
    corpus = Corpus(999, {"common": 999, "rare": 9})
    assert corpus.weight("common", 1) == 1024
    assert corpus.weight("rare", 2) == round(2 * 1024 * (1 + math.log(100)))
    assert corpus.weight("unseen", 1) == round(1024 * (1 + math.log(1000)))
    rare, common = hash_features(["rare", "common"])[:, 0].tolist()
    form = SimHash(weights="tf-idf")
    assert form.sign([["common", "rare"]], corpus)[0, 0] == rare
    assert form.sign([["common", "rare"]])[0, 0] == rare & common


@given(st.text(st.characters(), max_size=12))
def test_hashes_of_features(feature: str) -> None:
    utf16 = feature.encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(utf16[i : i + 2], "little") for i in range(0, len(utf16), 2)]
    assert hash_features([feature], "fnv1a-utf16").tolist() == [[fnv1a_plain(units)]]
    assert hash_features([feature]).tolist() == [[fnv1a_plain(feature.encode("utf-8", "surrogatepass"))]]
    if feature.isascii():
        assert hash_features([feature]).tolist() == hash_features([feature], "fnv1a-utf16").tolist()


def test_vectors_of_fnv1a() -> None:
    rows = vectors_of("FNV-1a-64")
    parts = [row["repeat"] or [row["input_hex"], 1] for row in rows]
    inputs = [bytes.fromhex(part) * times for part, times in parts]
    assert [fnv1a_plain(data) for data in inputs] == [int(row["expected"], 16) for row in rows]
    texts = [(data.decode("latin-1"), row) for data, row in zip(inputs, rows, strict=True) if data.isascii()]
    found = hash_features([text for text, _ in texts])[:, 0].tolist()
    assert found == [int(row["expected"], 16) for _, row in texts]


def test_vectors_of_murmurhash3() -> None:
    rows = [row for row in vectors_of("mmh3.hash64") if not row["args"] and row["kwargs"] == {"signed": False}]
    assert rows
    texts = [bytes.fromhex(row["input_hex"]).decode() for row in rows]
    assert hash_features(texts, "murmur3").tolist() == [row["expected"] for row in rows]


def test_vectors_of_simhash() -> None:
    for row in vectors_of("simhash64 of given hashes"):
        given_hashes = row.get("hashes") or row["hashes_distinct"] * row["count"]
        hashes = [int(value, 16) if isinstance(value, str) else value for value in given_hashes]
        found = simhash(np.array(hashes, np.uint64), offsets_of([len(hashes)]))
        assert found.tolist() == [row["expected"]], json.dumps(row)


@pytest.mark.parametrize("bits", [0, 32, 63, 256])
def test_widths_that_do_not_exist_are_refused(bits: int) -> None:
    with pytest.raises(BadParameter, match=f"{bits} bits is not known"):
        SimHash(bits)
    with pytest.raises(BadParameter, match=f"{bits} bits is not known"):
        fingerprint_sets(ShingleSets.of([[1]]), bits)


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(BadParameter, match="has 128 bits, and fnv1a gives 64"):
        SimHash(128)
    with pytest.raises(BadParameter, match=r"'md5', which is not known. Known: fnv1a, fnv1a-utf16, murmur3"):
        SimHash(hashed="md5")
    with pytest.raises(BadParameter, match="'bm25', which is not known"):
        SimHash(weights="bm25")
