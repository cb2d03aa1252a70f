"""Writes the lock of the embedded Kafka's jars: coordinates and SHA-256, as Maven's own rules resolve them.

Not part of the package: `./run lock` calls it when Kafka's version changes.
"""

import hashlib
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jgo.maven import Artifact, Dependency, MavenContext

from pipeline.edges import kafka_jars

KAFKA = ("org.apache.kafka", "kafka_2.13", kafka_jars.VERSION)
# Kafka logs through SLF4J and leaves the binding to its distribution. Added without resolving: as a second root its
# dependency management would be mixed into Kafka's (and brings kafka-clients 3.8, which does not start).
BINDING = ("org.apache.logging.log4j", "log4j-slf4j-impl", "2.24.3")


def artifact(context: MavenContext, coordinates: tuple[str, str, str]) -> Artifact:
    """Return the jar of these coordinates, not yet fetched."""
    group, name, version = coordinates
    return context.project(group, name).at_version(version).artifact()


def resolve(context: MavenContext) -> list[Artifact]:
    """Return the jars of the class path: Kafka, what it needs when it runs, and the binding."""
    roots, others = context.resolver.resolve([Dependency(artifact(context, KAFKA), scope="compile")])
    needed = [found.artifact for found in [*roots, *others] if found.scope in {"compile", "runtime"}]
    return [*needed, artifact(context, BINDING)]


def lock(artifacts: Iterable[Artifact]) -> str:
    """Fetch the jars and return one line for each: group:artifact:version SHA-256."""

    def line(one: Artifact) -> str:
        digest = hashlib.sha256(one.resolve().read_bytes()).hexdigest()
        return f"{one.groupId}:{one.artifactId}:{one.version} {digest}\n"

    with ThreadPoolExecutor(8) as pool:
        return "# Made by `./run lock`: group:artifact:version SHA-256\n" + "".join(pool.map(line, artifacts))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        text = lock(resolve(MavenContext(repo_cache=Path(folder), timeout=30)))
    (Path(kafka_jars.__file__).parent / "kafka" / "jars.lock").write_text(text, encoding="utf-8")
