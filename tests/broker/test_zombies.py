"""Workers that sleep through their session and wake again, and last words that come after a home was lost."""

import signal
from pathlib import Path

from confluent_kafka import Producer

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.verdicts import REVISION_HEADER
from pipeline.measure.crew import Crew, crew_of
from pipeline.measure.prove_deployment import Deployment, Record
from pipeline.measure.prove_inputs import generated
from pipeline.measure.prove_matrix import packed
from pipeline.profile import DEFAULT
from pipeline.scan import judge_documents
from tests.broker.harness import ON_KAFKA, days, deployed, document, edited, load, spoken, verdicts, words
from tests.broker.test_workers import check, parts_of

pytestmark = ON_KAFKA

SESSION = {"session_timeout_s": 6.0, "heartbeat_interval_s": 1.0}


def freeze_beyond_session(crew: Crew, index: int, other: int) -> None:
    """Stop a worker where it stands until another has its partitions, and let it go on, to its end or back to work."""
    crew.send(index, signal.SIGSTOP)
    until_ready_again(crew, other)
    crew.send(index, signal.SIGCONT)
    until_ready_again(crew, index)
    crew.restart_ended()


def until_ready_again(crew: Crew, index: int) -> None:
    """Wait until a worker has other partitions than now, or has ended."""
    times, process = crew.said(index, "partitions-ready"), crew.running[index]
    crew.until(
        lambda: crew.said(index, "partitions-ready") > times or process.poll() is not None,
        f"worker {index} does not take part",
    )


def until_more_than(crew: Crew, verdicts: int) -> None:
    """Wait until there are more verdicts."""
    crew.until(lambda: crew.deployment.count("verdicts") > verdicts, "nothing is judged")


def test_a_worker_frozen_under_load_changes_nothing_when_it_wakes(broker: EmbeddedBroker, tmp_path: Path) -> None:
    """It ends with 75 at its next send, or joins again with nothing to send; either way the verdicts are right."""
    given = generated(4000)
    expected = judge_documents(given.documents, DEFAULT, 4)
    with deployed(broker, tmp_path, 4, 4) as deployment, crew_of(deployment, **SESSION) as crew:
        parts = parts_of(given, 4, 4)
        for index in (0, 1):
            crew.start(index)
        for frozen, other in ((0, 1), (1, 0), (0, 1), (1, 0)):
            deployment.produce(next(parts))
            before = deployment.count("verdicts")
            until_more_than(crew, before)
            freeze_beyond_session(crew, frozen, other)
        crew.until_judged()
        check(deployment, expected)
        assert any(crew.said(index, "lease-over") for index in (0, 1))


def test_a_worker_that_slept_while_another_had_its_partitions_knows_what_was_posted(
    broker: EmbeddedBroker, tmp_path: Path
) -> None:
    """The partitions were another's meanwhile; whether the lease ends it or it joins again, it learns what happened."""
    texts = [words(f"slept{number}x") for number in range(40)]
    with deployed(broker, tmp_path, 1, 1) as deployment, crew_of(deployment, **SESSION) as crew:
        crew.start(0)
        load(deployment, [document("before", "a notice from before")])
        crew.until_judged()
        crew.send(0, signal.SIGSTOP)
        crew.start(1)
        load(
            deployment,
            [document(f"original-{at}", " ".join(text), published=days(-1)) for at, text in enumerate(texts)],
        )
        crew.until(lambda: len(verdicts(deployment)) == 41, "the other worker does not judge")
        assert crew.end(1, signal.SIGTERM) == 0
        crew.send(0, signal.SIGCONT)
        load(deployment, [document(f"z-copy-{at}", edited(text, 7)) for at, text in enumerate(texts)])
        crew.until_judged()
        found = verdicts(deployment)
        assert {found[f"z-copy-{at}"]["kind"] for at in range(40)} == {"near"}


def last_words(deployment: Deployment, name: str) -> bytes:
    """The revision of the last message about a document."""
    return spoken(deployment, name)[-1].headers[REVISION_HEADER]


def say(deployment: Deployment, record: Record) -> None:
    """Write a message again, as the request of a worker that lost its home would arrive late."""
    producer = Producer(deployment.settings.confluent())
    topic = deployment.settings.topic("verdicts")
    producer.produce(topic, record.value, record.key, record.partition, headers=dict(record.headers))
    assert producer.flush(10.0) == 0


def test_the_owner_has_the_last_word(broker: EmbeddedBroker, tmp_path: Path) -> None:
    """A copy is judged before its original is known, so it has spoken twice, and the first words come again."""
    text = words("lastword")
    with deployed(broker, tmp_path, 1, 1) as deployment, crew_of(deployment, **SESSION) as crew:
        crew.start(0)
        load(deployment, [document("copy", edited(text, 7), published="2026-01-04T00:00:00Z")])
        crew.until_judged()
        load(deployment, [document("original", " ".join(text), published="2026-01-03T00:00:00Z")])
        crew.until_judged()
        assert crew.end(0, signal.SIGTERM) == 0
        first, *_, highest = spoken(deployment, "copy")
        assert first.headers[REVISION_HEADER] < highest.headers[REVISION_HEADER]
        crew.start(0)
        read = crew.said(0, "read-back")
        say(deployment, first)
        assert last_words(deployment, "copy") == first.headers[REVISION_HEADER]
        crew.until(lambda: crew.said(0, "read-back") > read, "nothing is read back")
        assert "spoken_again=1" in crew.log(0)
        assert last_words(deployment, "copy") == highest.headers[REVISION_HEADER]
        assert spoken(deployment, "copy")[-1].value == highest.value
        crew.until_judged()


def test_packing_is_that_of_a_loader() -> None:
    """What `parts_of` cuts is all of the input, once."""
    given = generated(200)
    messages = [message for part in parts_of(given, 3, 7) for message in part]
    assert messages == list(packed(given.documents, 3, 8))
