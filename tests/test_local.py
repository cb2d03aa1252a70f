"""The local pipeline: building only the last verdicts says what speaking at every turn comes to."""

import random

import pytest

from pipeline.local import LocalPipeline
from tests.streams import generate
from tests.test_oracle import encoded, messages_of


@pytest.mark.parametrize("seed", range(80))
def test_concluding_equals_speaking(seed: int) -> None:
    stream = generate(seed)
    speaking, concluding = (LocalPipeline(stream.profile, stream.homes) for _ in range(2))
    concluding.conclude_only()
    for home, message in messages_of(stream, random.Random(seed)):
        for local in (speaking, concluding):
            local.push(home, encoded(message), 1 << 52)
    concluding.conclude()
    assert {name: value for name, (_, value) in concluding.final.items()} == {
        name: value for name, (_, value) in speaking.final.items()
    }
