"""What RocksDB says of a folder that cannot be used, as a sentence with what mends it."""

from pathlib import Path

import pytest
from rocksdict import Options, Rdict

from pipeline.state.damage import as_setup

FULL = "IO error: No space left on device: While appending to file: /data/t.db/000004.log: No space left on device"


def test_known_causes_come_with_what_mends_them_and_others_stay_what_they_are() -> None:
    full = as_setup(Exception(FULL), Path("/data"))
    assert full is not None
    assert full.sentence == "The disk of /data is full."
    assert "nothing is lost" in full.advice
    assert (
        as_setup(Exception("IO error: While lock file: LOCK: Resource temporarily unavailable"), Path("/data")) is None
    )
    assert as_setup(ValueError("No space left on device"), Path("/data")) is None


@pytest.mark.parametrize("pattern", ["CURRENT", "MANIFEST-*"])
def test_a_table_that_was_damaged_on_the_disk_is_recognised(tmp_path: Path, pattern: str) -> None:
    folder = tmp_path / "t.db"
    Rdict(str(folder), options=Options(raw_mode=True)).close()
    for file in folder.glob(pattern):
        file.write_bytes(b"damaged\n" * 10)
    with pytest.raises(Exception, match=r"Corruption|No such file") as error:
        Rdict(str(folder), options=Options(raw_mode=True))
    found = as_setup(error.value, tmp_path)
    assert found is not None
    assert "read back from Kafka" in found.advice
