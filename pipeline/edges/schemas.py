"""Write the JSON Schemas of the two public records into `topics/schemas`: `python -m pipeline.edges.schemas`.

Only generates; a test compares the files with what this would write, so that record and schema cannot drift apart.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from pipeline.records import Document, Verdict

SCHEMAS = Path(__file__).parents[2] / "topics" / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
RECORDS: dict[str, type[msgspec.Struct]] = {"document": Document, "verdict": Verdict}


def schema_of(record: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a record, the record itself at the top and what it refers to under `$defs`."""
    schema: dict[str, Any] = msgspec.json.schema(record)
    parts = schema["$defs"]
    top = parts.pop(record.__name__)
    return {"$schema": DIALECT, **top, **({"$defs": parts} if parts else {})}


def schema_texts() -> dict[Path, str]:
    """Return what each file has to hold."""
    return {
        SCHEMAS / f"{name}.json": json.dumps(schema_of(record), indent=2, ensure_ascii=False) + "\n"
        for name, record in RECORDS.items()
    }


if __name__ == "__main__":
    for path, text in schema_texts().items():
        path.write_text(text, encoding="utf-8")
