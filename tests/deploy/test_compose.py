"""The compose file and the image's recipe, read: no test starts them, since that takes a container engine."""

import re
from pathlib import Path
from typing import Any

import click
import yaml

from pipeline.cli import group
from pipeline.edges import kafka_jars
from pipeline.settings import load_settings

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()


def command_named(words: list[str]) -> click.Command:
    """Return the command that these words name, and check that it knows their options."""
    command: click.Command = group
    context = click.Context(command)
    while isinstance(command, click.Group):
        found = command.get_command(context, words[0])
        assert found is not None, words
        command, words = found, words[1:]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known
    return command


def test_the_broker_is_the_version_that_is_tested() -> None:
    assert COMPOSE["services"]["kafka"]["image"] == f"apache/kafka:{kafka_jars.VERSION}"


def test_commands_and_options_exist() -> None:
    commands = [service["command"] for service in COMPOSE["services"].values() if "command" in service]
    assert [command_named(command).name for command in commands] == ["apply", "command"]


def test_everybody_talks_to_a_listener_that_kafka_advertises() -> None:
    listeners = COMPOSE["services"]["kafka"]["environment"]["KAFKA_ADVERTISED_LISTENERS"]
    inside, outside = (listener.partition("://")[2] for listener in listeners.split(","))
    asked = [service["command"][-1] for service in COMPOSE["services"].values() if "command" in service]
    assert set(asked) == {inside}
    assert COMPOSE["services"]["kafka"]["ports"] == [f"{outside}:9092"]


def test_order_and_volumes_are_declared() -> None:
    services = COMPOSE["services"]
    assert services["topics"]["depends_on"] == {"kafka": {"condition": "service_healthy"}}
    assert services["worker"]["depends_on"] == {"topics": {"condition": "service_completed_successfully"}}
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert mounted == set(COMPOSE["volumes"])


def test_the_image_copies_what_is_there_and_sets_what_is_a_setting() -> None:
    for line in re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert {
        name for line in re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()
    } == allowed


def test_the_image_keeps_the_tables_in_the_volume() -> None:
    env = dict(re.findall(r"(FIRSTPRINT_\w+)=(\S+)", DOCKERFILE))
    settings, _ = load_settings(env=env, flags={})
    mounted = COMPOSE["services"]["worker"]["volumes"][0].partition(":")[2]
    assert settings.data_dir.is_relative_to(mounted)
    assert f"VOLUME {mounted}" in DOCKERFILE
