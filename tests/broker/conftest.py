"""One real Kafka for all tests of a run, and names that keep the tests apart on it."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from pipeline.edges.broker import EmbeddedBroker


@pytest.fixture(scope="session")
def broker() -> Iterator[EmbeddedBroker]:
    """A running broker with an empty temporary folder. A test that kills or restarts it leaves it running."""
    with EmbeddedBroker() as running:
        yield running


@pytest.fixture
def topic_prefix() -> str:
    """A prefix for topics, groups and app ids that no other test has."""
    return f"t{uuid4().hex[:8]}-"
