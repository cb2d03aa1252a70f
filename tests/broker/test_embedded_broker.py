"""The embedded broker as its users see it: it keeps what it acknowledged, over a stop, a kill and a new port."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.ports import free_port, is_free
from pipeline.errors import BadSetup
from tests.demo.processes import commands_in

STOPS_WITHIN_S = 3.0  # half a second on an idle machine; a start takes three and more
ENDS_WITHIN_S = 20.0  # the watcher kills after ten


def make_topic(broker: EmbeddedBroker, name: str) -> None:
    """Create a topic of one partition."""
    admin = AdminClient({"bootstrap.servers": broker.bootstrap})
    admin.create_topics([NewTopic(name, 1, 1)])[name].result(20)


def write(broker: EmbeddedBroker, topic: str, value: bytes) -> None:
    """Produce one record and wait until the broker has acknowledged it."""
    producer = Producer({"bootstrap.servers": broker.bootstrap, "message.max.bytes": 33_554_432})
    producer.produce(topic, value)
    assert producer.flush(20) == 0


def read(broker: EmbeddedBroker, topic: str, count: int) -> list[bytes]:
    """Consume the first records of a topic."""
    consumer = Consumer(
        {"bootstrap.servers": broker.bootstrap, "group.id": "test", "fetch.message.max.bytes": 33_554_432}
    )
    consumer.assign([TopicPartition(topic, 0, 0)])
    messages = consumer.consume(count, 20)
    consumer.close()
    return [message.value() or b"" for message in messages]


def wait_until(true: Callable[[], bool]) -> bool:
    """Say whether it becomes true in time."""
    deadline = time.monotonic() + ENDS_WITHIN_S
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def is_gone(pid: int) -> bool:
    """Say whether the process has ended, even if nobody has asked for its exit code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_what_was_acknowledged_outlives_a_kill_and_a_restart(broker: EmbeddedBroker, topic_prefix: str) -> None:
    topic = topic_prefix + "kept"
    make_topic(broker, topic)
    write(broker, topic, b"before the kill")
    broker.kill()
    assert not broker.running
    broker.start()
    write(broker, topic, b"before the restart")
    broker.restart()
    assert read(broker, topic, 2) == [b"before the kill", b"before the restart"]


def test_a_message_of_many_megabytes_passes(broker: EmbeddedBroker, topic_prefix: str) -> None:
    topic = topic_prefix + "large"
    make_topic(broker, topic)
    value = os.urandom(30_000_000)
    write(broker, topic, value)
    assert read(broker, topic, 1) == [value]


def test_topics_are_not_made_by_naming_them(broker: EmbeddedBroker, topic_prefix: str) -> None:
    admin = AdminClient({"bootstrap.servers": broker.bootstrap})
    assert admin.list_topics(topic_prefix + "absent", timeout=10).topics[topic_prefix + "absent"].error is not None
    assert topic_prefix + "absent" not in admin.list_topics(timeout=10).topics


def test_it_listens_below_the_ephemeral_range(broker: EmbeddedBroker) -> None:
    assert broker.port < 32_768
    assert not is_free(broker.port)


def test_it_moves_to_another_port_with_its_data_and_refuses_a_second_on_them(tmp_path: Path) -> None:
    with EmbeddedBroker(tmp_path) as first:
        make_topic(first, "moved")
        write(first, "moved", b"kept")
        with pytest.raises(BadSetup, match=r"port \d+ is taken"):
            EmbeddedBroker(port=first.port).start()
        second = EmbeddedBroker(tmp_path)
        with pytest.raises(BadSetup, match="Another broker is using"):
            second.start()
        assert first.running
    with EmbeddedBroker(tmp_path) as moved:
        assert read(moved, "moved", 1) == [b"kept"]
    assert (tmp_path / "logs").is_dir()


HOLDS_A_BROKER = """
from pipeline.edges.broker import EmbeddedBroker
broker = EmbeddedBroker()
broker.start()
print(broker.pid, broker.data, flush=True)
input()
"""


def test_it_ends_and_leaves_nothing_when_its_parent_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", HOLDS_A_BROKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    pid, data = parent.stdout.readline().decode().split()
    parent.kill()
    parent.communicate()
    assert wait_until(lambda: is_gone(int(pid)))
    assert wait_until(lambda: not Path(data).exists())


def test_the_command_prints_its_address_and_leaves_nothing_after_ctrl_c() -> None:
    code = "from pipeline.cli import main; main()"
    port = free_port()
    command = [sys.executable, "-c", code, "broker", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().decode().strip() == f"127.0.0.1:{port}"
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole foreground group
        rest, said = process.communicate(timeout=30)
    assert (process.returncode, rest) == (0, b"")
    folder = re.search(r"its data is in (\S+)\. ", said.decode())
    assert folder is not None
    assert not Path(folder[1]).exists()
    assert f"firstprint topics apply --bootstrap 127.0.0.1:{port} && firstprint worker" in said.decode()
    assert is_free(port)


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("after_s", [0.0, 0.3, 0.9])
def test_the_command_stops_at_once_while_it_starts(tmp_path: Path, asked: signal.Signals, after_s: float) -> None:
    """Whether the folder is just made, Kafka's process just started, or its answer waited for."""
    port = free_port()
    command = [sys.executable, "-m", "pipeline", "broker", "--port", str(port)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, start_new_session=True) as process:
        assert process.stderr is not None
        assert b"Starting Kafka" in process.stderr.readline()
        time.sleep(after_s)
        os.killpg(process.pid, asked)
        asked_s = time.monotonic()
        said = process.communicate(timeout=30)[1]
        took_s = time.monotonic() - asked_s
    assert (process.returncode, said.strip()) == (130, b"")
    assert took_s < STOPS_WITHIN_S
    assert list(tmp_path.iterdir()) == []
    assert commands_in(tmp_path) == []
    assert is_free(port)
