"""What a user relies on, one small story each, on a real Kafka with one worker for all of them.

Each story has words of its own, so that the documents of one never meet those of another.
"""

import json
from collections.abc import Iterator

import pytest

from pipeline.columns import runs_of, unpack
from pipeline.edges.broker import EmbeddedBroker
from pipeline.measure.prove_deployment import Deployment
from pipeline.packed import Kind
from pipeline.stages.normalised import read_tick
from pipeline.stages.signatures import walking
from tests.broker.harness import (
    LIMIT_S,
    ON_KAFKA,
    causes,
    days,
    dead_letters,
    deployed,
    document,
    edited,
    home,
    judge,
    line,
    names_at,
    spoken,
    verdicts,
    words,
)

pytestmark = ON_KAFKA


@pytest.fixture(scope="module")
def pipeline(broker: EmbeddedBroker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A worker that runs."""
    with deployed(broker, tmp_path_factory.mktemp("scenarios")) as deployment:
        deployment.start()
        yield deployment


def records_of(pipeline: Deployment, name: str) -> int:
    """How many records of a document were written to the table of documents."""
    values = [record.value for record in pipeline.read("documents-changelog") if (record.key or b"").startswith(b"b")]
    batches = [unpack(value or b"", Kind.REGISTRATION, pipeline.settings.parameters.identity) for value in values]
    return sum(
        runs_of(batch["strings"], batch["string_offsets"])[4 * place] == name.encode()
        for batch in batches
        for place in walking(batch["rows"]).tolist()
    )


def test_a_copy_that_comes_before_its_original_ends_as_the_copy(pipeline: Deployment) -> None:
    text = words("early")
    copy = document("early/copy", edited(text, 7), published=days(-1))
    assert judge(pipeline, copy)["early/copy"]["kind"] == "unique"
    original = document("early/original", " ".join(text), published=days(-2))
    final = judge(pipeline, original)
    assert final["early/original"]["kind"] == "unique"
    assert final["early/copy"]["kind"] == "near"
    assert final["early/copy"]["duplicate_of"]["id"] == "early/original"
    assert final["early/copy"]["similarity"] == round(31 / 41, 4)


def test_a_revised_verdict_says_so_and_its_revision_rises(pipeline: Deployment) -> None:
    text = words("revised")
    judge(pipeline, document("revised/c", edited(text, 3), published=days(-1)))
    judge(pipeline, document("revised/b", edited(text, 11), published=days(-2)))
    judge(pipeline, document("revised/a", edited(text, 20), published=days(-3)))
    records = spoken(pipeline, "revised/c")
    assert [json.loads(record.value or b"")["kind"] for record in records] == ["unique", "near", "near"]
    originals = [json.loads(record.value or b"")["duplicate_of"] for record in records]
    assert [original and original["id"] for original in originals] == [None, "revised/b", "revised/a"]
    assert causes(pipeline, "revised/c") == ["first", "revised", "revised"]
    revisions = [record.headers["firstprint-revision"] for record in records]
    assert revisions == sorted(set(revisions))
    assert len({len(revision) for revision in revisions}) == 1


def test_headers_of_a_verdict_are_those_of_cloudevents_and_ours(pipeline: Deployment) -> None:
    judge(pipeline, document("headers", " ".join(words("headers"))))
    headers = spoken(pipeline, "headers")[0].headers
    assert headers["ce_specversion"] == b"1.0"
    assert headers["ce_type"] == b"firstprint.verdict"
    assert {"ce_id", "ce_source", "firstprint-run", "firstprint-revision"} <= headers.keys()
    assert headers["firstprint-profile"] == pipeline.settings.parameters.identity.encode()
    assert "firstprint-late" not in headers


def test_a_document_loaded_three_times_has_one_verdict_and_one_record(pipeline: Deployment) -> None:
    one = document("thrice", " ".join(words("thrice")))
    before = len(verdicts(pipeline))
    judge(pipeline, one)
    final = judge(pipeline, one, one | {"fetched": days(0.5)})
    assert len(final) == before + 1
    assert final["thrice"]["kind"] == "unique"
    assert causes(pipeline, "thrice") == ["first", "redelivery", "redelivery"]
    assert len({record.value for record in spoken(pipeline, "thrice")}) == 1
    assert records_of(pipeline, "thrice") == 1


def test_three_deliveries_at_once_have_one_verdict_and_one_record(pipeline: Deployment) -> None:
    one = document("together", " ".join(words("together")))
    pipeline.produce([(home(pipeline, "together"), b"\n".join([line(one)] * 3))])
    pipeline.wait_until_judged(LIMIT_S)
    assert verdicts(pipeline)["together"]["kind"] == "unique"
    assert sorted(causes(pipeline, "together"))[:1] == ["first"]
    assert records_of(pipeline, "together") == 1


def test_a_version_replaces_the_verdict_of_its_predecessor(pipeline: Deployment) -> None:
    text = words("version")
    first = judge(pipeline, document("version", " ".join(text)))["version"]
    assert first["previous"] is None
    second = judge(pipeline, document("version", edited(text, 7), fetched=days(1)))["version"]
    assert second["previous"] == {"similarity": round(31 / 41, 4)}
    assert causes(pipeline, "version") == ["first", "version"]
    # and an older state that arrives late changes nothing
    assert judge(pipeline, document("version", edited(text, 30), fetched=days(0.5)))["version"] == second
    assert causes(pipeline, "version") == ["first", "version"]


def test_superseded_versions_remain_originals(pipeline: Deployment) -> None:
    text, other = words("superseded"), words("successor")
    judge(pipeline, document("superseded/a", " ".join(text), published=days(-1)))
    judge(pipeline, document("superseded/a", " ".join(other), published=days(-1), fetched=days(0.1)))
    final = judge(pipeline, document("superseded/b", edited(text, 7)))
    assert final["superseded/b"]["duplicate_of"]["id"] == "superseded/a"


def test_documents_in_the_wrong_partition_are_sent_on_and_judged(pipeline: Deployment) -> None:
    text = words("stray")
    ids = [f"stray/{number}" for number in range(6)]
    lines = [line(document(name, edited(text, 5 * i), published=days(-i))) for i, name in enumerate(ids)]
    lines += [line({"text": edited(text, 33), "source": "stray", "guid": "without", "fetched": days(0)})]
    pipeline.produce([(0, b"\n".join(lines))])
    pipeline.wait_until_judged(LIMIT_S)
    final = verdicts(pipeline)
    assert [final[name]["kind"] for name in ids] == ["near"] * 5 + ["unique"]
    assert {final[name]["duplicate_of"]["id"] for name in ids[:5]} == {ids[5]}
    assert final["stray without"]["kind"] == "near"
    for name in ids:
        assert {record.partition for record in spoken(pipeline, name)} == {home(pipeline, name)}


def own_messages(pipeline: Deployment) -> list[bytes | None]:
    """What lies in raw, without the ticks that the homes send each other after a jump in time."""
    values = [record.value for record in pipeline.read("raw")]
    return [value for value in values if read_tick(value) is None]


def test_documents_that_say_neither_id_nor_time_are_named_by_their_place(pipeline: Deployment) -> None:
    text = words("nameless")
    before = len(own_messages(pipeline))
    pipeline.produce(
        [(1, b'{"text":"%s"}' % " ".join(text).encode()), (1, b'{"text":"%s"}' % edited(text, 7).encode())]
    )
    pipeline.wait_until_judged(LIMIT_S)
    final = {name: one for name, one in verdicts(pipeline).items() if name.startswith("1:")}
    assert sorted(one["kind"] for one in final.values()) == ["near", "unique"]
    assert len(own_messages(pipeline)) - before <= 4  # two, and what was sent on


def test_a_pretty_printed_document_and_a_lone_one_are_valid_messages(pipeline: Deployment) -> None:
    name = names_at(0, 2, "pretty", 1)[0]
    one = document(name, " ".join(words("pretty")), nested={"ignored": [1, 2]})
    pipeline.produce([(0, json.dumps(one, indent=2).encode())])
    pipeline.wait_until_judged(LIMIT_S)
    assert verdicts(pipeline)[name]["kind"] == "unique"


def test_a_tick_is_harmless(pipeline: Deployment) -> None:
    before, letters = verdicts(pipeline), len(dead_letters(pipeline))
    pipeline.produce([(0, b'{"firstprint_tick":1767571200000}'), (1, b'{"firstprint_tick":1767571200000}')])
    pipeline.wait_until_judged(LIMIT_S)
    assert verdicts(pipeline) == before
    assert len(dead_letters(pipeline)) == letters
