"""Plan, apply and check the topics for given settings: `topics.apply` with our settings and our errors.

Decides nothing about topics itself.
"""

from collections.abc import Iterable

from confluent_kafka import TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec

from pipeline.edges.clients import ANSWER_S, administer, kafka_errors, patiently, shape_of
from pipeline.edges.commands import apply_command
from pipeline.errors import BadSetup
from pipeline.settings import Settings
from topics.apply import Conflict, Plan, Wanted
from topics.apply import apply as apply_to
from topics.apply import plan as plan_for

ESSENTIAL = {"cleanup.policy", "compression.type", "max.message.bytes"}
OTHER_PREFIX = (
    "The numbers of homes and band partitions never change in place: set homes and band_partitions to what is there, "
    "or give the new numbers topics of their own with --prefix."
)


def plan_topics(settings: Settings) -> Plan:
    """Return what `apply_topics` would do; raises `BadSetup` and `Unavailable`."""
    admin, _ = administer(settings)
    with kafka_errors(settings):
        return plan_for(admin, shape_of(settings))


def apply_topics(settings: Settings) -> Plan:
    """Create and alter what the catalogue wants and return what was done; raises `BadSetup` and `Unavailable`.

    New topics take messages when it returns.
    """
    admin, _ = administer(settings)
    with kafka_errors(settings):
        try:
            done = apply_to(admin, shape_of(settings))
        except Conflict as conflict:
            raise BadSetup(f"Topics do not fit: {conflict}.", OTHER_PREFIX) from conflict
        await_leaders(admin, done.create)
    return done


def await_leaders(admin: AdminClient, topics: Iterable[Wanted]) -> None:
    """Return when every partition of new topics has a leader that answers for it."""
    parts = [TopicPartition(topic.name, number) for topic in topics for number in range(topic.partitions)]
    if parts:
        ends = dict.fromkeys(parts, OffsetSpec.latest())
        patiently(lambda: [answer.result(ANSWER_S) for answer in admin.list_offsets(ends).values()])


def check_topics(settings: Settings, *, strict: bool = False) -> None:
    """Raise `BadSetup` with the command that mends it unless the topics are there and fit.

    Without `strict` only those settings count without which a worker cannot work; an operator may have reasons for the
    others.
    """
    steps = plan_topics(settings)
    if steps.conflicts:
        raise BadSetup(f"Topics do not fit: {'; '.join(steps.conflicts)}.", OTHER_PREFIX)
    if steps.create:
        missing = ", ".join(topic.name for topic in steps.create)
        raise BadSetup(f"Topics are missing: {missing}.", apply_command(settings))
    wrong = ", ".join(
        f"{change.name} {change.setting}" for change in steps.alter if strict or change.setting in ESSENTIAL
    )
    if wrong:
        raise BadSetup(f"Topics are set differently: {wrong}.", apply_command(settings))
