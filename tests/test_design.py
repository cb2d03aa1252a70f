"""The design page says what the code does: the picture and the layouts are compared with it."""

from pathlib import Path

from pipeline import flow
from pipeline.columns import LAYOUTS, ROW
from pipeline.kernels.index import POSTING

ROOT = Path(__file__).parent.parent
DESIGN = (ROOT / "docs" / "design.md").read_text()


def test_the_picture_is_the_same_everywhere() -> None:
    """README, design and `pipeline/flow.py` show one flow."""
    picture = (flow.__doc__ or "").split("\n\n")[1]
    assert "normalise" in picture
    assert picture in DESIGN
    assert picture in (ROOT / "README.md").read_text()


def test_every_layout_is_documented() -> None:
    names = {ROW: "ROW", POSTING: "POSTING"}
    for kind, layout in LAYOUTS.items():
        columns = ", ".join(f"{name} {names.get(dtype) or dtype.str.strip('<|')}" for name, dtype in layout.items())
        assert f"| {kind.value} `{kind.name.lower()}` | {columns} |" in DESIGN


def test_every_field_is_documented() -> None:
    for dtype in (ROW, POSTING):
        fields = ", ".join(f"{name} {dtype[name].str.strip('<|')}" for name in dtype.names or ())
        assert f"({dtype.itemsize} bytes): {fields}." in " ".join(DESIGN.split())
