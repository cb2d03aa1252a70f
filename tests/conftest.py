"""What all tests share: hypothesis without a deadline, and the judges that the rules are tested on."""

import pytest
from hypothesis import settings

from tests.judges import JUDGES, Judge

settings.register_profile("ci", deadline=None)
settings.load_profile("ci")


@pytest.fixture(params=list(JUDGES.values()), ids=list(JUDGES), scope="session")
def judge(request: pytest.FixtureRequest) -> Judge:
    """Return each judge in turn."""
    found: Judge = request.param
    return found
