"""The settings: defaults < firstprint.toml < FIRSTPRINT_* < flags, each value with the place it came from.

Reads nothing when imported, and holds nothing that changes a result except the name of the profile.
"""

import difflib
import os
import re
import socket
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.errors import BadSetup
from pipeline.profile import Profile
from pipeline.profile_files import profile_from

FILE = "firstprint.toml"
VARIABLE = "FIRSTPRINT_"
NO_SETTINGS = {VARIABLE + "CONFIG", VARIABLE + "CACHE"}  # the path of the file; where the embedded Kafka is kept
KAFKA = "kafka."
OWN = {"bootstrap.servers": "bootstrap", "metadata.broker.list": "bootstrap", "group.id": "app_id"}  # Kafka's: ours
MAX_PORT = 65_535
MAX_PARTITIONS = 64  # a home fits into six bits of a document's number
MASK = "********"
SECRET_PARTS = ("password", "secret", "token", "jaas", "key.pem", "oauthbearer.config")
MIB = 1 << 20
LOWEST = {
    "processes": 1,
    "worker_index": 0,
    "standby_replicas": 0,
    "replication": 1,
    "cache_mb": 1,
    "write_buffer_mb": 1,
    "documents_cache_mb": 0,
    "index_documents": 1,
    "gate_batches": 1,
    "gate_bytes": 1,
    "session_timeout_s": 1,
    "fetch_wait_ms": 1,
    "retry_s": 0,
    "watchdog_s": 1,
    "trim_s": 1,
    "readable_s": 0,
    "stop_s": 0,
    "web_port": 1,
}
HIGHEST = {"web_port": MAX_PORT, "processes": MAX_PARTITIONS}
ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:(?P<port>\d{1,5}))?")  # what both clients understand


@dataclass(frozen=True)
class Settings:
    """Everything an operator may set. Sizes in bytes or MiB (`_mb`), times in seconds (`_s`) or milliseconds (`_ms`).

    Raises `BadSetup` when a value is out of range, so an instance is always usable.
    """

    bootstrap: str = "127.0.0.1:9092"  # host:port, comma-separated
    prefix: str = ""  # of every topic and of the consumer group: a namespace of its own
    app_id: str = "firstprint"
    homes: int = 4  # H: partitions of every topic but bands and lsh; never changes in place
    band_partitions: int = 4  # N: partitions of bands and lsh; more than the workers need only costs hops
    profile: str = "news"  # or a file that ends with .toml, as calibrate writes it
    run: str = "live"  # goes into the header firstprint-run
    data_dir: Path = Path(".firstprint/data")
    processes: int = 1  # workers that one command runs, numbered from worker_index on; each has the memory set below
    worker_index: int = 0  # tells the workers of one machine apart: data folder, static membership, web port
    replication: int = 1
    standby_replicas: int = 0  # other workers that keep a copy of each table; 1 with several machines
    log_level: str = "info"

    cache_mb: int = 128  # RocksDB's block cache, one for all tables of a worker
    write_buffer_mb: int = 64  # RocksDB's memtables, one limit for all tables of a worker
    documents_cache_mb: int = 128  # recent documents, ids and matches in memory, in front of RocksDB
    index_documents: int = 65_536  # documents of a band partition that the memory index first has room for
    gate_batches: int = 64  # raw batches under way in a worker above which raw is not fetched: two seconds' work
    gate_bytes: int = 64 * MIB  # the same in bytes of raw messages

    session_timeout_s: float = 30.0  # the lease ends at two thirds of it
    heartbeat_interval_s: float = 3.0
    fetch_wait_ms: int = 20  # how long a broker may hold a fetch back; Faust's own 1500 is latency
    retry_s: float = 60.0  # how long a send is retried in place before the worker ends with 75
    watchdog_s: float = 60.0  # input waits and no commit for so long: the worker ends with 75
    trim_s: int = 60  # how often the topics between the stages are trimmed below what has been read
    readable_s: int = 86_400  # how long normalised, shingles and signatures are kept for others after that
    stop_s: float = 4.5  # a stop that takes longer is cut short; what is not committed comes again
    processing_guarantee: str = "at_least_once"

    web: bool = False  # Faust's own web server
    web_bind: str = "127.0.0.1"
    web_port: int = 6066  # worker_index is added

    kafka: Mapping[str, str] = field(default_factory=dict)  # any option of librdkafka: security.protocol, sasl.*, ssl.*

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        _check(self)

    @cached_property
    def parameters(self) -> Profile:
        """The profile that `profile` names, or that is in the file of that name."""
        return profile_from(self.profile)

    @property
    def group(self) -> str:
        """The consumer group, which is also the Faust app's id."""
        return self.prefix + self.app_id

    @property
    def worker_dir(self) -> Path:
        """The worker's own folder, by namespace and index, absolute."""
        return self.data_dir.absolute() / self.group / f"worker-{self.worker_index}"

    @property
    def instance_id(self) -> str:
        """Static membership: host, data folder and index, so that a quick restart costs no rebalance."""
        name = f"{socket.gethostname()}-{self.data_dir.absolute()}-{self.worker_index}"
        return re.sub(r"[^A-Za-z0-9._-]+", ".", name)[-200:]  # Kafka allows 249 characters of this alphabet

    @property
    def identity(self) -> str:
        """What a data folder belongs to: the namespace, the profile's identity, H and N."""
        counts = f"homes={self.homes} band_partitions={self.band_partitions}"
        return f"{self.group} {self.parameters.identity} {counts}"

    def topic(self, noun: str) -> str:
        """Return the name of the topic of that noun."""
        return self.prefix + noun

    def changelog(self, table: str) -> str:
        """Return the name of a table's changelog topic."""
        return f"{self.group}-{table}-changelog"

    def confluent(self, **options: Any) -> dict[str, Any]:
        """Return a configuration for a client of confluent-kafka; underscores in `options` stand for dots."""
        own = {name.replace("_", "."): value for name, value in options.items()}
        return {"bootstrap.servers": self.bootstrap, **self.kafka, **own}


def _check(settings: Settings) -> None:
    bands = settings.parameters.band_count
    _check_range("homes", settings.homes, 1, MAX_PARTITIONS)
    _check_range("band_partitions", settings.band_partitions, 1, min(MAX_PARTITIONS, bands))
    if settings.processing_guarantee != "at_least_once":
        raise BadSetup(
            f"processing_guarantee = {settings.processing_guarantee!r} is refused.",
            "Faust's exactly_once loses what an agent sends to another partition than its input's, and ours do so."
            " Leave it at 'at_least_once'. Verdicts do not depend on it, since every step may be repeated.",
        )
    for name, low in LOWEST.items():
        _check_range(name, getattr(settings, name), low, HIGHEST.get(name, 1 << 40))
    for name in OWN.keys() & settings.kafka:
        raise BadSetup(f"{KAFKA}{name} contradicts {OWN[name]}.", f"Remove it and set {OWN[name]}.")
    _check_addresses(settings.bootstrap)
    if re.search(r"[^A-Za-z0-9._-]", settings.group):
        raise BadSetup(
            f"{settings.group!r} is no name for a consumer group.", "Use A-Z a-z 0-9 . _ - in prefix and app_id."
        )
    if not 0 < settings.heartbeat_interval_s <= settings.session_timeout_s / 3:
        raise BadSetup(
            "heartbeat_interval_s must be at most a third of session_timeout_s.", "Lower the one or raise the other."
        )
    if settings.log_level not in ("debug", "info", "warning", "error"):
        raise BadSetup(f"log_level = {settings.log_level!r} is none.", "Use debug, info, warning or error.")


def _check_addresses(bootstrap: str) -> None:
    """Refuse what one of the clients would take for another address: an empty part is 127.0.0.1:9092 to aiokafka."""
    for part in bootstrap.split(","):
        address = ADDRESS.fullmatch(part.strip())
        if address is None or not 0 < int(address["port"] or 9092) <= MAX_PORT:
            raise BadSetup(
                f"bootstrap = {bootstrap!r} is no address of Kafka.",
                "Write HOST:PORT, several with commas between them.",
            )


def _check_range(name: str, value: float, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadSetup(f"{name} = {value} is out of range.", f"Use {low} to {high}.")


def load_settings(
    flags: Mapping[str, Any], env: Mapping[str, str], file: Path | None = None
) -> tuple[Settings, dict[str, str]]:
    """Return the effective settings and, per name, where the value came from.

    `flags` maps names to values, None meaning "not given"; `env` is the whole environment; `file` is the TOML file,
    by default the one that FIRSTPRINT_CONFIG names, else firstprint.toml in the current folder if there is one.
    Raises `BadSetup` for a file that cannot be read, an unknown name (with the nearest known one) and a wrong value.
    """
    file, wanted = _file(env, file)
    layers = [
        (f"file {file}", _from_file(file) if wanted or file.exists() else {}),
        ("environment", _from_env(env)),
        ("flag", {name: value for name, value in flags.items() if value is not None}),
    ]
    values: dict[str, Any] = {}
    sources = {item.name: "default" for item in fields(Settings) if item.name != "kafka"}
    for source, layer in layers:
        for name, value in layer.items():
            _check_known(name, source)
            values[name] = _coerced(name, value, source)
            sources[name] = source
    kafka = {name.removeprefix(KAFKA): values.pop(name) for name in list(values) if name.startswith(KAFKA)}
    return Settings(**values, kafka=kafka), sources


def effective(settings: Settings, sources: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield (name, value as text, source) in the order of the class, secrets masked."""
    for item in fields(Settings):
        if item.name != "kafka":
            yield item.name, str(getattr(settings, item.name)), sources.get(item.name, "default")
    for name, value in settings.kafka.items():
        key = KAFKA + name
        yield key, MASK if _secret(name) else value, sources.get(key, "default")


def _secret(name: str) -> bool:
    return name.endswith(".key") or any(part in name for part in SECRET_PARTS)


def _file(env: Mapping[str, str], file: Path | None) -> tuple[Path, bool]:
    if file is not None:
        return file, True
    named = env.get(VARIABLE + "CONFIG")
    return (Path(named), True) if named else (Path(FILE), False)


def _from_file(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            return dict(_flat(tomllib.load(stream)))
    except OSError as error:
        raise BadSetup(
            f"The settings file {file} cannot be read: {os.strerror(error.errno or 0)}.", "Check its path."
        ) from None
    except UnicodeDecodeError as error:
        raise BadSetup(
            f"The settings file {file} is not UTF-8 (byte {error.start}).",
            "Save it as UTF-8, which TOML is written in.",
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetup(f"The settings file {file} is not TOML: {error}.", "Mend that line.") from None


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield before + name, value


def _from_env(env: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for variable, value in env.items():
        if variable.startswith(VARIABLE) and variable not in NO_SETTINGS:
            name = variable.removeprefix(VARIABLE).lower()
            found[name.replace("_", ".") if name.startswith("kafka_") else name] = value
    return found


def _check_known(name: str, source: str) -> None:
    names = {item.name for item in fields(Settings)} - {"kafka"}
    if name in names or (name.startswith(KAFKA) and name != KAFKA):
        return
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    advice = f"Did you mean {near[0]!r}?" if near else "`firstprint config` lists the known ones."
    raise BadSetup(f"Unknown setting {name!r} ({source}).", advice)


def _coerced(name: str, value: Any, source: str) -> Any:
    wanted: type[Any] = str if name.startswith(KAFKA) else type(getattr(Settings, name))
    try:
        return _as(wanted, value)
    except (TypeError, ValueError, OverflowError):
        kind = {"PosixPath": "path", "str": "text"}.get(wanted.__name__, wanted.__name__)
        raise BadSetup(f"{name} = {value!r} ({source}) is not of type {kind}.", "Mend it there.") from None


def _as(wanted: type[Any], value: Any) -> Any:
    if wanted is bool:
        if str(value).lower() not in ("true", "false", "1", "0", "yes", "no"):
            raise ValueError
        return str(value).lower() in ("true", "1", "yes")
    if isinstance(value, bool) and wanted is not str:
        raise ValueError
    if wanted is str and isinstance(value, bool):
        return str(value).lower()
    if wanted is int and isinstance(value, float):
        raise ValueError
    if issubclass(wanted, Path):
        return Path(str(value))
    return wanted(value)
