"""Generated streams that use every rule of the decision, through the real pipeline: its verdicts are those of `scan`.

Many streams share one pipeline. Each has words and links of its own, so that they do not meet; they are delivered as
their clocks go on, so that what is late in its own stream is late here, too.
"""

import heapq
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.edges.broker import EmbeddedBroker
from pipeline.kernels.homes import home_of
from pipeline.measure.prove_compare import compare, judge_log
from pipeline.measure.prove_deployment import Deployment, RawValue
from pipeline.profile import DEFAULT
from tests.broker.harness import LIMIT_S, ON_KAFKA, dead_letters, deployed, kill_after, line
from tests.streams import generate, readable_id, seen_of

pytestmark = ON_KAFKA

SEEDS = range(60)
HOMES, BAND_PARTITIONS = 3, 5
WORD = re.compile(r"\w+")
HOST = re.compile(r"//(www\.)?")

Document = dict[str, Any]


def own(document: Document, seed: int) -> Document:
    """A document of the stream of a seed: each word becomes four, so that ten shingles are soon there."""

    def longer(text: Any) -> Any:
        many = rf"\g<0>{seed} a{seed}\g<0> b{seed}\g<0> c{seed}\g<0>"
        return WORD.sub(many, text) if isinstance(text, str) else text

    url, html = document.get("url"), document.get("html")
    inner = longer(html.removeprefix("<p>").removesuffix("</p>")) if isinstance(html, str) else None
    changed = {"text": longer(document.get("text")), "url": HOST.sub(rf"//\1s{seed}.", url) if url else url}
    changed |= {"html": f"<p>{inner}</p>"} if inner is not None else {}
    changed |= {"title": longer(document["title"])} if not document.get("text") else {}
    if readable_id(document) and len(document["id"]) < 500:
        changed["id"] = f"{seed}/{document['id']}"
    return document | changed


def stream_of(seed: int) -> list[tuple[int, int, int, Document]]:
    """The documents of a seed behind the time of their delivery, which only goes on.

    For every fourth seed over the whole stream, so that much of it is late; else for each id, so that little is.
    """
    clocks: dict[str, int] = defaultdict(int)
    timed = []
    for place, document in enumerate(generate(seed, profile=DEFAULT).documents):
        name = "" if seed % 4 == 0 else repr(document["id"])
        clocks[name] = max(clocks[name], seen_of(document))
        timed.append((clocks[name], seed, place, own(document, seed)))
    return sorted(timed)


def messages(rng: random.Random) -> Iterator[RawValue]:
    """All streams in messages of one to five documents, some of them in the wrong partition."""
    waiting: dict[int, list[bytes]] = {home: [] for home in range(HOMES)}
    for _, _, _, document in heapq.merge(*map(stream_of, SEEDS)):
        home = home_of(document["id"].encode(), HOMES) if readable_id(document) else 0
        if rng.random() < 0.01 and readable_id(document):
            yield (home + 1) % HOMES, line(document)
            continue
        waiting[home].append(line(document))
        if len(waiting[home]) >= rng.randint(1, 5):
            yield home, b"\n".join(waiting[home])
            waiting[home] = []
    yield from ((home, b"\n".join(lines)) for home, lines in waiting.items() if lines)


@pytest.mark.parametrize("kills", [0, 2], ids=["undisturbed", "killed"])
def test_adversarial_streams(broker: EmbeddedBroker, tmp_path: Path, kills: int) -> None:
    with deployed(broker, tmp_path, HOMES, BAND_PARTITIONS) as pipeline:
        pipeline.produce(messages(random.Random(kills)))
        for kill in range(kills):
            kill_after(pipeline, 300 * (1 + kill))
        pipeline.start()
        pipeline.wait_until_judged(LIMIT_S)
        check(pipeline)


def check(pipeline: Deployment) -> None:
    """Compare verdicts and refusals with what `scan` makes of the raw log, strays and ticks included."""
    expected = judge_log(pipeline.read("raw"), DEFAULT, HOMES)
    comparison = compare(expected, pipeline.verdicts())
    assert comparison.is_equal, comparison.describe()
    assert len(comparison.exempt) < len(expected.verdicts) / 2, comparison.exempt_counts  # who met a late one
    refused = {(home, offset, item.index, item.reason, item.original) for home, offset, item in expected.refused}
    found = {(one.partition, one.offset, one.index, one.reason, value or b"") for one, value in dead_letters(pipeline)}
    assert found == refused
