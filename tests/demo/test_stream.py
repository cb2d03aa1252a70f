"""The demonstration's stream: what it holds, what is true of it, and that its truth is not wishful."""

import hashlib
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from pipeline.demo.families import Item
from pipeline.demo.publishers import ALL_OUTLETS
from pipeline.demo.stream import FETCHES, Stream, document_id, make_items, make_stream, write_stream
from pipeline.errors import BadSetup
from pipeline.kernels.characters import fold, tokens
from pipeline.profile import DEFAULT
from tests.measure.plain_shingles import jaccard

COUNT = 600
THRESHOLD = 0.3
FEWEST_SHINGLES = 10


@pytest.fixture(scope="module")
def stream() -> Stream:
    return make_stream(COUNT)


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return make_items(COUNT)


def shingles(item: Item) -> frozenset[tuple[str, ...]]:
    words = tokens(fold(" ".join(item.entry.paragraphs)))
    return frozenset(tuple(words[i : i + 5]) for i in range(len(words) - 4))


def by_family(items: list[Item]) -> dict[str, list[Item]]:
    families: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        families[item.truth.family].append(item)
    return families


def test_the_files_are_the_same_on_every_machine() -> None:
    names_and_bytes = b"".join(file.name.encode() + file.content for file in make_stream(60).files)
    assert (
        hashlib.sha256(names_and_bytes).hexdigest()
        == "caa9fa6cf8203ac41a9a58d65d22bbbff90d8e6a2aa22cf50020a7b90bb85d74"
    )


@pytest.mark.parametrize("count", [30, 31, 250])
def test_there_are_as_many_documents_as_asked_for(count: int) -> None:
    stream = make_stream(count)
    assert len(stream.truths) == len(stream.titles) == len(stream.feeds) == count


def test_too_few_are_refused_with_the_least_number() -> None:
    with pytest.raises(BadSetup, match="30 or more"):
        make_stream(29)


def test_every_kind_of_family_is_in_a_short_stream() -> None:
    truths = make_stream(30).truths.values()
    assert {truth.kind for truth in truths} == {None, "unique", "exact", "unjudged", "recurring"}
    assert any(size > 2 for size in Counter(truth.family for truth in truths).values())


def test_three_forms_four_languages_and_forty_feeds(items: list[Item]) -> None:
    assert len(ALL_OUTLETS) >= 40
    assert len({outlet.feed.url for outlet in ALL_OUTLETS}) == len(ALL_OUTLETS)
    assert {item.outlet.feed.form for item in items} == {"rss", "atom", "json"}
    assert {item.outlet.feed.language for item in items} == {"en", "de", "zh", "th"}


def test_a_family_has_one_first_and_it_was_published_first(items: list[Item]) -> None:
    for family in by_family(items).values():
        firsts = [item for item in family if item.truth.is_first]
        assert len(firsts) == 1
        assert all(firsts[0].entry.published_ms <= item.entry.published_ms for item in family)


def test_findable_copies_are_similar_enough_and_others_are_not(items: list[Item]) -> None:
    for family in by_family(items).values():
        (first,) = (item for item in family if item.truth.is_first)
        original = shingles(first)
        for item in family:
            if item is not first and len(original) >= FEWEST_SHINGLES:
                likeness = jaccard(original, shingles(item))
                assert (likeness > THRESHOLD + 0.05) == item.truth.is_findable, (likeness, item)


def test_strangers_are_unlike_however_much_their_publisher_adds(items: list[Item]) -> None:
    owners: dict[tuple[str, ...], list[int]] = defaultdict(list)
    sets = [shingles(item) for item in items]
    for place, own in enumerate(sets):
        for shingle in own:
            owners[shingle].append(place)
    shared = Counter(pair for places in owners.values() for pair in combinations(places, 2))
    strangers = {pair for pair in shared if items[pair[0]].truth.family != items[pair[1]].truth.family}
    long = {pair for pair in strangers if min(len(sets[pair[0]]), len(sets[pair[1]])) >= FEWEST_SHINGLES}
    assert max(jaccard(sets[a], sets[b]) for a, b in long) < THRESHOLD - 0.02


def test_short_ones_are_too_short_and_others_are_not(items: list[Item]) -> None:
    for item in items:
        if item.truth.kind == "unjudged":
            assert len(shingles(item)) < DEFAULT.min_shingles
        if item.truth.kind == "unique":
            assert len(shingles(item)) >= DEFAULT.min_shingles


def test_notices_of_strangers_differ_in_title_or_text_and_in_link(items: list[Item]) -> None:
    by_text: dict[tuple[str, ...], set[str]] = defaultdict(set)
    by_link: dict[str, set[str]] = defaultdict(set)
    for item in items:
        by_text[(item.entry.title.casefold(), *item.entry.paragraphs)].add(item.truth.family)
        by_link[item.entry.url.split("?")[0]].add(item.truth.family)
    assert all(len(families) == 1 for families in [*by_text.values(), *by_link.values()])


def test_entries_are_delivered_again_and_some_in_a_new_version(stream: Stream, items: list[Item]) -> None:
    assert stream.deliveries > 1.2 * COUNT
    assert any(item.update and item.update.published_ms == item.entry.published_ms for item in items)


def test_every_document_is_delivered(stream: Stream, items: list[Item]) -> None:
    everything = b"".join(file.content for file in stream.files).decode()
    for item in items:
        assert item.entry.guid in everything
        if item.update:
            unquoted = item.update.paragraphs[-1].split(". ")[-1].split('"')  # which each form writes in its own way
            assert max(unquoted, key=len)[:30] in everything


def test_some_originals_are_fetched_after_a_copy(stream: Stream, items: list[Item]) -> None:
    first_seen = {}
    for file in reversed(stream.files):
        for item in items:
            if item.entry.guid in file.content.decode():
                first_seen[document_id(item)] = file.name
    late = 0
    for family in by_family(items).values():
        (first,) = (item for item in family if item.truth.is_first)
        late += any(first_seen[document_id(item)] < first_seen[document_id(first)] for item in family)
    assert late > 2


def test_names_sort_in_the_order_of_fetches(stream: Stream, tmp_path: Path) -> None:
    paths = write_stream(stream, tmp_path)
    assert paths == sorted(tmp_path.iterdir())
    assert {path.name[0] for path in paths} == {str(fetch + 1) for fetch in range(FETCHES)}
    assert [path.read_bytes() for path in paths] == [file.content for file in stream.files]
