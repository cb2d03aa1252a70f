"""What librdkafka says in a worker goes through the worker's log, which is limited, and not straight to stderr."""

import subprocess
import sys

import pytest

AWAY = """
import time
from confluent_kafka import KafkaException
from pipeline.runtime.hole_guard import GuardedConsumer
from pipeline.runtime.logs import set_up_logs
from pipeline.runtime import trimmer
from pipeline.settings import Settings

set_up_logs("info")
trimmer.TIMEOUT_S = 1.0
settings = Settings(bootstrap="127.0.0.1:1")
"""
TRIM = """
for _ in range(3):
    try:
        trimmer.trim(settings, [(settings.topic("bands"), 0)])
    except KafkaException:
        pass
"""
LOOK = """
guard = GuardedConsumer.__new__(GuardedConsumer)
guard.settings = settings
guard._reader.poll(1.0)
"""


@pytest.mark.parametrize("work", [TRIM, LOOK])
def test_a_broker_that_is_away_costs_a_line_at_most(work: str) -> None:
    done = subprocess.run([sys.executable, "-c", AWAY + work], capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    assert len(lines) <= 1
    assert all(line.startswith("time=") and "logger=pipeline.kafka" in line for line in lines)
