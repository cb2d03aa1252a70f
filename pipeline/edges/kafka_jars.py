"""The jars of the embedded Kafka: locked by SHA-256, fetched once into the user's cache folder.

Resolves nothing (`deploy/lock_kafka.py` did) and knows no repository's address: jgo does, and with it the user's own
jgo settings. `python -m pipeline.edges.kafka_jars` fetches what is missing.
"""

import hashlib
import os
import queue
import re
import shutil
import ssl
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.errors import BadSetup

if TYPE_CHECKING:
    import requests

VERSION = "4.1.1"
DOWNLOADS_AT_ONCE = 8  # the longest jar is a quarter of the bytes, so more would not end sooner
ATTEMPTS = 3
TIMEOUT_S = 30.0  # without a byte

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

    @property
    def path(self) -> str:
        """Where a Maven repository keeps it."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.name}"


def data_file(name: str) -> str:
    """Return the text of a file that lies beside this module in `kafka/`."""
    return resources.files("pipeline.edges").joinpath("kafka", name).read_text(encoding="utf-8")


def locked_jars() -> list[Jar]:
    """Return the jars of the lock, in the order of the class path."""
    lines = (line for line in data_file("jars.lock").splitlines() if not line.startswith("#"))
    return [Jar(*re.split("[: ]", line)) for line in lines]


def cache_folder() -> Path:
    """Return the folder for what can be fetched again: FIRSTPRINT_CACHE, else one in the user's cache folder."""
    if own := os.environ.get("FIRSTPRINT_CACHE"):
        return Path(own).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base).expanduser().absolute() / "firstprint"


def jar_folder() -> Path:
    """Return the folder of this version's jars; it need not exist yet."""
    return cache_folder() / f"kafka-{VERSION}"


def missing_jars() -> list[Jar]:
    """Return the locked jars that are not in the cache. A jar gets its name only when its digest was right."""
    folder = jar_folder()
    return [jar for jar in locked_jars() if not (folder / jar.name).is_file()]


def class_path() -> str:
    """Return the class path of the broker; raise `BadSetup` when a jar is missing and cannot be fetched."""
    fetch()
    return os.pathsep.join(str(jar_folder() / jar.name) for jar in locked_jars())


def fetch(progress: Progress = lambda _ready, _total: None) -> None:
    """Bring the missing jars into the cache, several at once, each checked against the lock before it gets its name.

    Safe beside another process that does the same: the later one replaces a jar by an equal one. Raises `BadSetup` when
    a jar cannot be had or written.
    """
    missing = missing_jars()
    if not missing:
        return
    total = len(locked_jars())
    with scratch_folder() as scratch, _sessions() as sessions, ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        bringing = pool.map(lambda jar: _bring(jar, scratch / jar.name, sessions), missing)
        for done, _ in enumerate(bringing, 1):
            progress(total - len(missing) + done, total)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder on the file system of the cache that is gone afterwards; raise `BadSetup` where that fails."""
    folder = jar_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=".scratch-", dir=folder))
    except OSError as error:
        advice = "Make it writable, or point FIRSTPRINT_CACHE to a folder that is."
        raise BadSetup(f"Kafka's jars cannot be written to {folder}: {error.strerror}.", advice) from error
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


class Sessions(queue.SimpleQueue["requests.Session"]):
    """Connections to share, and the addresses of the repositories to ask, in order."""

    repositories: list[str]


@contextmanager
def _sessions() -> Iterator[Sessions]:
    """As many sessions as downloads at once: a handshake for every jar would take most of the time."""
    try:
        import requests
        from jgo.config import GlobalSettings
        from jgo.maven import MavenContext
    except ImportError as error:
        advice = 'Install it with: pip install "firstprint[broker]"'
        raise BadSetup("Kafka's jars are fetched by jgo, which is not installed.", advice) from error
    sessions = Sessions()
    settings = GlobalSettings.load().repositories or None
    sessions.repositories = list(MavenContext(remote_repos=settings).remote_repos.values())
    for _ in range(DOWNLOADS_AT_ONCE):
        session = requests.Session()
        # The certificates that this machine trusts, as pip does; those of requests know no company's proxy.
        session.verify = ssl.get_default_verify_paths().cafile or True
        sessions.put(session)
    try:
        yield sessions
    finally:
        while not sessions.empty():
            sessions.get().close()


def _bring(jar: Jar, scratch: Path, sessions: Sessions) -> None:
    """Download a jar, a few times if need be, and give it its name if it is the locked one."""
    session = sessions.get()
    try:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                content = _download(jar, session, sessions.repositories)
                break
            except OSError as error:  # all that requests raises is one
                if attempt == ATTEMPTS:
                    raise _not_to_be_had(jar, error) from error
                time.sleep(attempt)
    finally:
        sessions.put(session)
    if hashlib.sha256(content).hexdigest() != jar.sha256:
        advice = "The repository serves something else than Maven Central does; take it out of jgo's settings."
        raise BadSetup(f"{jar.name} does not have the SHA-256 digest of the lock.", advice)
    scratch.write_bytes(content)
    scratch.replace(jar_folder() / jar.name)


def _download(jar: Jar, session: "requests.Session", repositories: list[str]) -> bytes:
    """Return the jar's bytes from the first repository that has it; raise `OSError` when none does."""
    for repository in repositories[:-1]:
        response = session.get(f"{repository}/{jar.path}", timeout=TIMEOUT_S)
        if response.ok:
            return response.content
    response = session.get(f"{repositories[-1]}/{jar.path}", timeout=TIMEOUT_S)
    response.raise_for_status()
    return response.content


def _not_to_be_had(jar: Jar, error: OSError) -> BadSetup:
    cause = re.sub(r".*Caused by |https?://\S+", "", str(error))[:160]
    return BadSetup(
        f"{jar.name} could not be fetched from the Maven repository: {cause}",
        "Kafka's jars are needed once: connect to a network (proxies are taken from the environment), or name a mirror "
        f"in jgo's settings, or copy {jar_folder()} from a machine that has it. Then call the same command again.",
    )


def main() -> None:
    """Fetch what is missing, saying so on stderr."""
    started = time.monotonic()
    if not missing_jars():
        return

    def say(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def show(ready: int, total: int) -> None:
        if sys.stderr.isatty() or ready == total:
            say(f"\r· fetching Apache Kafka {VERSION}: {ready} of {total} jars")

    try:
        fetch(show)
    except BadSetup as error:
        say(f"\nfirstprint: {error.sentence}\n{error.advice}\n")
        sys.exit(2)
    say(f" in {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
