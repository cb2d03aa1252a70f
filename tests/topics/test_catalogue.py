"""The data files: complete, consistent with the profile and the limits of the code, and named as design says."""

import pytest

from pipeline import packed
from pipeline.profile import DEFAULT
from pipeline.settings import Settings
from topics.catalogue import CHANGELOGS, FLOW, FOLDER, NOUNS, Shape, catalogue, topic_named

DAY_MS = 86_400_000
SHAPE = Shape("x-", "x-firstprint", 8, 3)


def test_every_data_file_is_a_noun_and_every_noun_has_one() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(NOUNS)
    assert [topic.noun for topic in catalogue()] == list(NOUNS)


@pytest.mark.parametrize("noun", FLOW)
def test_names_are_those_of_the_settings(noun: str) -> None:
    assert topic_named(noun).name_in(SHAPE) == Settings(prefix="x-").topic(noun)


@pytest.mark.parametrize("noun", CHANGELOGS)
def test_changelog_names_are_those_of_the_settings(noun: str) -> None:
    table = noun.removesuffix("-changelog")
    assert topic_named(noun).name_in(SHAPE) == Settings(prefix="x-").changelog(table)


def test_partitions_follow_homes_and_bands() -> None:
    counts = {topic.noun: SHAPE.partitions(topic.partitions) for topic in catalogue()}
    assert counts == dict.fromkeys(NOUNS, 8) | {"bands": 3, "lsh-changelog": 3, "dead-letters": 1}


@pytest.mark.parametrize("noun", CHANGELOGS)
def test_a_changelog_keeps_more_than_window_and_grace(noun: str) -> None:
    kept_ms = int(topic_named(noun).config["retention.ms"])
    assert kept_ms >= DEFAULT.window_ms + DEFAULT.grace_ms + 7 * DAY_MS


def test_every_packed_message_fits_its_topic() -> None:
    nouns = {kind.name.lower() for kind in packed.Kind} & set(FLOW) | set(CHANGELOGS)
    assert len(nouns) == 8
    assert all(int(topic_named(noun).config["max.message.bytes"]) >= packed.MAX_BYTES for noun in nouns)


def test_a_dead_letter_may_be_as_large_as_any_message() -> None:
    limits = {topic.noun: int(topic.config["max.message.bytes"]) for topic in catalogue()}
    assert limits.pop("dead-letters") > max(limits.values())


def test_an_old_stamp_on_raw_is_refused_before_retention_would_delete_it() -> None:
    config = topic_named("raw").config
    assert int(config["message.timestamp.before.max.ms"]) < int(config["retention.ms"])


def test_only_verdicts_are_compacted() -> None:
    assert [topic.noun for topic in catalogue() if topic.config["cleanup.policy"] == "compact"] == ["verdicts"]


def test_an_unknown_noun_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        topic_named("signature")
