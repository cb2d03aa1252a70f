"""Workers that are not there, stop, come back, and times that pass: each with a worker and topics of its own."""

from pathlib import Path

import pytest

from pipeline.dates import format_ms
from pipeline.edges.broker import EmbeddedBroker
from pipeline.measure.prove_deployment import Deployment, WorkerEndedError
from pipeline.profile import DAY_MS
from pipeline.stages.normalised import read_tick
from tests.broker.harness import (
    LIMIT_S,
    ON_KAFKA,
    START_MS,
    causes,
    days,
    dead_letters,
    deployed,
    document,
    edited,
    judge,
    kill_after,
    load,
    names_at,
    verdicts,
    words,
)

pytestmark = ON_KAFKA


def notices(stem: str, count: int) -> list[dict[str, str]]:
    """Documents of which every second one is a copy of the one before."""
    texts = [words(f"{stem}{number // 2}x") for number in range(count)]
    return [
        document(
            f"{stem}-{number:04d}",
            edited(text, number % 2 * 7),
            published=format_ms(START_MS - 1000 * (count - number)),
        )
        for number, text in enumerate(texts)
    ]


def kinds(deployment: Deployment, stem: str) -> list[str]:
    """Kinds of the documents of a stem, in their order."""
    return [one["kind"] for name, one in sorted(verdicts(deployment).items()) if name.startswith(stem)]


def test_documents_loaded_while_no_worker_runs_and_a_worker_that_stops_and_starts(
    broker: EmbeddedBroker, tmp_path: Path
) -> None:
    with deployed(broker, tmp_path) as pipeline:
        load(pipeline, notices("first", 1000), limit=16)
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        assert kinds(pipeline, "first") == ["unique", "near"] * 500
        counts = {noun: pipeline.count(noun) for noun in ("verdicts", "bands", "documents-changelog")}
        assert pipeline.stop() == 0
        # what comes meanwhile is judged against what was known, and nothing is done twice
        text = words("first7x")
        load(pipeline, [document("second", edited(text, 20)), *notices("third", 100)], limit=16)
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        final = verdicts(pipeline)
        assert final["second"]["duplicate_of"]["id"] == "first-0014"
        assert kinds(pipeline, "third") == ["unique", "near"] * 50
        assert {name for name in final if name.startswith("first")} == {f"first-{number:04d}" for number in range(1000)}
        assert pipeline.count("verdicts") == counts["verdicts"] + 101 + len(revised(pipeline))
        assert pipeline.stop() == 0
        assert pipeline.log.count("worker-ends code=0") == 2


def revised(pipeline: Deployment) -> list[str]:
    """Ids of the verdicts after the first start that were spoken because another document came."""
    records = pipeline.read("verdicts")
    late = [record for record in records if not (record.key or b"").startswith(b"first")]
    return [str(record.key) for record in late if record.headers["firstprint-cause"] == b"revised"]


def test_documents_seen_more_than_the_window_apart_do_not_match(broker: EmbeddedBroker, tmp_path: Path) -> None:
    text = words("window")
    with deployed(broker, tmp_path) as pipeline:
        pipeline.start()
        final = judge(
            pipeline,
            document("window/0", " ".join(text)),
            document("window/90", edited(text, 7), fetched=days(90)),
            document("window/90+", edited(text, 14), fetched=days(90.00001)),
            document("window/200", edited(text, 21), fetched=days(200)),
        )
        assert final["window/0"]["kind"] == "unique"
        assert final["window/90"]["duplicate_of"]["id"] == "window/0"
        assert final["window/90+"]["duplicate_of"]["id"] == "window/90"
        assert final["window/200"]["kind"] == "unique"


def test_a_silent_home_is_sent_a_tick_which_lets_the_window_move_on(broker: EmbeddedBroker, tmp_path: Path) -> None:
    text = words("tick")
    busy, silent = names_at(0, 2, "busy", 3), names_at(1, 2, "silent", 2)
    with deployed(broker, tmp_path) as pipeline:
        pipeline.start()
        judge(pipeline, document(silent[0], " ".join(text)))
        for name, day in zip(busy, (0, 8, 9), strict=True):  # the third carries along how far the second has come
            judge(pipeline, document(name, f"{name} says little", fetched=days(day)))
        ticks = [(record.partition, read_tick(record.value)) for record in pipeline.read("raw")]
        last_ms = max(time_ms for partition, time_ms in ticks if partition == 1 and time_ms is not None)
        assert last_ms == START_MS + 8 * DAY_MS
        final = judge(pipeline, document(silent[1], edited(text, 7), fetched=days(9)))
        assert final[silent[1]]["duplicate_of"]["id"] == silent[0]
        assert causes(pipeline, silent[0]) == ["first"]
        assert not dead_letters(pipeline)


def test_what_is_late_says_so(broker: EmbeddedBroker, tmp_path: Path) -> None:
    with deployed(broker, tmp_path, homes=1) as pipeline:
        pipeline.start()
        judge(pipeline, document("now", "a notice of today", fetched=days(8)))
        judge(
            pipeline, document("late", "another notice of last week"), document("in-time", "a third", fetched=days(1))
        )
        late = {name for name, spoken in pipeline.verdicts().items() if "firstprint-late" in dict(spoken.headers)}
        assert late == {b"late"}


def test_killed_again_and_again(broker: EmbeddedBroker, tmp_path: Path) -> None:
    """Nothing is lost and nothing is said that is not so, however often the worker is killed on the way."""
    with deployed(broker, tmp_path, homes=2, band_partitions=1) as pipeline:
        load(pipeline, notices("killed", 400), limit=4)
        for count in (1, 200):
            kill_after(pipeline, count)
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        assert kinds(pipeline, "killed") == ["unique", "near"] * 200
        assert not dead_letters(pipeline)


@pytest.mark.parametrize("emptied", [False, True], ids=["folder-kept", "folder-deleted"])
def test_a_restart_remembers(broker: EmbeddedBroker, tmp_path: Path, *, emptied: bool) -> None:
    """Originals, versions and re-deliveries are known from the folder, or without it from the changelogs."""
    text = words("remember")
    with deployed(broker, tmp_path) as pipeline:
        pipeline.start()
        judge(pipeline, document("original", " ".join(text), published=days(-1)), document("other", "short text"))
        pipeline.kill()
        if emptied:
            pipeline.delete_data()
        pipeline.start()
        final = judge(
            pipeline,
            document("copy", edited(text, 7)),
            document("original", " ".join(text), published=days(-1)),
            document("other", "short text changed", fetched=days(1)),
        )
        assert final["copy"]["duplicate_of"]["id"] == "original"
        assert causes(pipeline, "original")[-1] == "redelivery"
        assert final["other"]["previous"] is not None


def test_a_data_folder_of_topics_that_were_made_again_is_refused(broker: EmbeddedBroker, tmp_path: Path) -> None:
    with deployed(broker, tmp_path) as pipeline:
        load(pipeline, notices("old", 20))
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        assert pipeline.stop() == 0
        pipeline.remake_topics()
        pipeline.start()
        with pytest.raises(WorkerEndedError, match="ended with 2") as refusal:
            pipeline.until(lambda: False, LIMIT_S, "no refusal")
        assert "have been deleted and made again" in str(refusal.value)
        pipeline.delete_data()
        load(pipeline, notices("new", 20))
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        assert kinds(pipeline, "new") == ["unique", "near"] * 10
