"""The four layers of the settings, their sources, and what is refused."""

from pathlib import Path

import pytest

from pipeline.errors import BadSetup
from pipeline.settings import MASK, Settings, effective, load_settings


def test_each_layer_wins_over_the_one_before_and_is_named_as_the_source(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('homes = 2\nband_partitions = 2\nprefix = "a-"\n')
    env = {"FIRSTPRINT_BAND_PARTITIONS": "3", "FIRSTPRINT_PREFIX": "b-", "HOME": "/"}
    settings, sources = load_settings({"prefix": "c-", "run": None}, env, file)
    assert (settings.homes, settings.band_partitions, settings.prefix, settings.run) == (2, 3, "c-", "live")
    assert (sources["homes"], sources["band_partitions"]) == (f"file {file}", "environment")
    assert (sources["prefix"], sources["run"]) == ("flag", "default")


def test_the_file_in_the_current_folder_is_read_and_may_be_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_settings({}, {})[0] == Settings()
    (tmp_path / "firstprint.toml").write_text("homes = 9")
    assert load_settings({}, {})[0].homes == 9
    (tmp_path / "other.toml").write_text("homes = 8")
    assert load_settings({}, {"FIRSTPRINT_CONFIG": "other.toml"})[0].homes == 8


@pytest.mark.parametrize("value", ["kafka", "kafka-1.example:9092", "10.0.0.1:9092, 10.0.0.2:9092", "[::1]:9092"])
def test_addresses_that_both_clients_understand(value: str) -> None:
    assert load_settings({"bootstrap": value}, {})[0].bootstrap == value


@pytest.mark.parametrize("name", ["missing.toml", "wrong.toml", "utf-16.toml"])
def test_a_named_file_must_be_there_and_be_toml(tmp_path: Path, name: str) -> None:
    (tmp_path / "wrong.toml").write_text("homes: 4")
    (tmp_path / "utf-16.toml").write_text("homes = 4", encoding="utf-16")
    with pytest.raises(BadSetup, match=name):
        load_settings({}, {}, tmp_path / name)


@pytest.mark.parametrize(
    ("flags", "env"), [({"home": "4"}, {}), ({}, {"FIRSTPRINT_HOME": "4"}), ({}, {"FIRSTPRINT_HOMESS": "4"})]
)
def test_an_unknown_name_is_refused_with_the_nearest_known_one(flags: dict[str, str], env: dict[str, str]) -> None:
    with pytest.raises(BadSetup, match="Did you mean 'homes'"):
        load_settings(flags, env)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("homes", 0),
        ("homes", 65),
        ("band_partitions", 0),
        ("band_partitions", 46),
        ("homes", "many"),
        ("homes", 1.5),
        ("web", "perhaps"),
        ("homes", True),
        ("gate_batches", 0),
        ("processes", 0),
        ("processes", 65),
        ("worker_index", -1),
        ("profile", "none"),
        ("heartbeat_interval_s", 11),
        ("log_level", "loud"),
        ("processing_guarantee", "exactly_once"),
        ("homes", [4]),
        ("prefix", ["a"]),
        ("trim_s", 0),
        ("readable_s", -1),
        ("web_port", 65_536),
        ("retry_s", "nan"),
        ("bootstrap", ""),
        ("bootstrap", "kafka:port"),
        ("bootstrap", "kafka:65536"),
        ("bootstrap", "http://kafka:9092"),
        ("bootstrap", "kafka:9092,"),
        ("bootstrap", "::1"),
    ],
)
def test_a_value_that_cannot_work_is_refused(name: str, value: object) -> None:
    with pytest.raises(BadSetup):
        load_settings({name: value}, {})


def test_exactly_once_is_refused_with_the_reason() -> None:
    with pytest.raises(BadSetup, match="loses"):
        Settings(processing_guarantee="exactly_once")


def test_values_take_the_type_of_their_default() -> None:
    env = {
        "FIRSTPRINT_WEB": "yes",
        "FIRSTPRINT_DATA_DIR": "/d",
        "FIRSTPRINT_RETRY_S": "5",
        "FIRSTPRINT_WORKER_INDEX": "2",
    }
    settings, _ = load_settings({}, env)
    assert (settings.web, settings.data_dir, settings.retry_s, settings.worker_index) == (True, Path("/d"), 5.0, 2)
    assert settings.worker_dir == Path("/d/firstprint/worker-2")


def test_kafka_options_pass_through_from_every_layer_and_reach_confluent(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[kafka]\nsecurity.protocol = "SASL_SSL"\nenable.ssl.certificate.verification = false\n')
    env = {"FIRSTPRINT_KAFKA_SASL_PASSWORD": "hush", "FIRSTPRINT_KAFKA_SASL_USERNAME": "me"}
    settings, sources = load_settings({"kafka.sasl.mechanism": "PLAIN"}, env, file)
    assert settings.confluent(group_id="g") == {
        "bootstrap.servers": "127.0.0.1:9092",
        "security.protocol": "SASL_SSL",
        "enable.ssl.certificate.verification": "false",
        "sasl.mechanism": "PLAIN",
        "sasl.username": "me",
        "sasl.password": "hush",
        "group.id": "g",
    }
    assert sources["kafka.sasl.password"] == "environment"


@pytest.mark.parametrize(
    ("option", "own"),
    [("bootstrap.servers", "bootstrap"), ("metadata.broker.list", "bootstrap"), ("group.id", "app_id")],
)
def test_what_has_a_setting_of_its_own_is_refused_as_an_option_of_kafka(option: str, own: str) -> None:
    with pytest.raises(BadSetup, match=rf"kafka\.{option} contradicts {own}\.") as refusal:
        load_settings({}, {f"FIRSTPRINT_KAFKA_{option.upper().replace('.', '_')}": "other"})
    assert refusal.value.advice == f"Remove it and set {own}."


def test_secrets_are_masked() -> None:
    names = ("sasl.password", "ssl.key.password", "some.key", "ssl.key.pem", "sasl.username")
    settings, sources = load_settings({f"kafka.{name}": "x" for name in names}, {})
    shown = {name: value for name, value, _ in effective(settings, sources)}
    assert [shown[f"kafka.{name}"] for name in names] == [MASK, MASK, MASK, MASK, "x"]


def test_names_follow_from_prefix_and_app_id() -> None:
    settings = Settings(prefix="archive-")
    assert settings.topic("raw") == "archive-raw"
    assert settings.group == "archive-firstprint"
    assert settings.changelog("lsh") == "archive-firstprint-lsh-changelog"


def test_the_identity_tells_profile_and_counts_apart_and_the_instance_workers() -> None:
    other = (Settings(homes=5), Settings(band_partitions=5), Settings(prefix="x-"), Settings(app_id="y"))
    assert len({settings.identity for settings in (Settings(), *other)}) == 5
    assert Settings().instance_id != Settings(worker_index=1).instance_id != Settings(data_dir=Path("/e")).instance_id
    assert all(character.isalnum() or character in "._-" for character in Settings(data_dir=Path("/ä b")).instance_id)
