"""A data folder belongs to the changelog topics it was filled from, and to no others of their names.

Topics that were deleted and made again go on from offset 0: a folder from before would be taken for a part of them.
Knows the ids that Kafka gives to topics, and nothing of what the tables hold.
"""

import json

from confluent_kafka import TopicCollection

from pipeline.edges.clients import ANSWER_S, administer, kafka_errors
from pipeline.errors import BadSetup
from pipeline.settings import Settings
from topics.catalogue import CHANGELOGS

FILE = "topics.json"


def check_belonging(settings: Settings) -> None:
    """Raise `BadSetup` for a folder of other topics; note in a new one which topics it is of."""
    ids, path = changelog_ids(settings), settings.worker_dir / FILE
    if not path.exists():
        path.write_text(json.dumps(ids), encoding="utf-8")
    elif json.loads(path.read_text(encoding="utf-8")) != ids:
        raise BadSetup(
            f"The data folder {settings.worker_dir} was filled from topics that have been deleted and made again.",
            f"Remove {settings.worker_dir} and start again: it is rebuilt from the changelogs.",
        )


def changelog_ids(settings: Settings) -> dict[str, str]:
    """Kafka's id of each changelog topic; raises `Unavailable` and `BadSetup`."""
    names = [settings.changelog(noun.removesuffix("-changelog")) for noun in CHANGELOGS]
    with kafka_errors(settings):
        admin, _ = administer(settings)
        found = admin.describe_topics(TopicCollection(names), request_timeout=ANSWER_S)
        return {name: str(answer.result().topic_id) for name, answer in found.items()}
