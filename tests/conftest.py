"""What all tests share: hypothesis without a deadline, the judges, and one real Kafka with names that keep tests apart.

`HYPOTHESIS_PROFILE=thorough` makes the property tests long.
"""

import gc
import os
import signal
from collections.abc import Iterator
from uuid import uuid4

import pytest
from hypothesis import settings

from pipeline.edges.broker import EmbeddedBroker
from tests.judges import JUDGES, Judge

settings.register_profile("ci", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

COLLECTOR = gc.get_threshold()
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # begun in the background by a shell: the children of tests, too,
    signal.signal(signal.SIGINT, signal.default_int_handler)  # would be deaf to Ctrl-C


def pytest_runtest_teardown() -> None:
    """Undo `spare_collector`, which is for a process that does one thing: a command that was called in this one."""
    gc.unfreeze()
    gc.set_threshold(*COLLECTOR)


@pytest.fixture(params=list(JUDGES.values()), ids=list(JUDGES), scope="session")
def judge(request: pytest.FixtureRequest) -> Judge:
    """Return each judge in turn."""
    found: Judge = request.param
    return found


@pytest.fixture(scope="session")
def broker() -> Iterator[EmbeddedBroker]:
    """A running broker with an empty temporary folder. A test that kills or restarts it leaves it running."""
    with EmbeddedBroker() as running:
        yield running


@pytest.fixture
def topic_prefix() -> str:
    """A prefix for topics, groups and app ids that no other test has."""
    return f"t{uuid4().hex[:8]}-"
