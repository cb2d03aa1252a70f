"""The schema files are what the records generate."""

from pipeline.edges.schemas import SCHEMAS, schema_texts


def test_files_equal_the_generated_ones() -> None:
    found = {path: path.read_text(encoding="utf-8") for path in SCHEMAS.glob("*.json")}
    assert found == schema_texts(), "run `python -m pipeline.edges.schemas`"
