"""One word names all that belongs together: topic, example, record, module, agent, test and page use the same noun."""

import re
from typing import Final

import pytest

from pipeline import flow
from pipeline.columns import LAYOUTS
from pipeline.packed import Kind
from tests.docs.pages import PAGES, README, ROOT
from topics.catalogue import FLOW, topic_named

STAGES: Final = FLOW[1:-1]  # a stage produces each but what comes in and what is refused
PACKED: Final = STAGES[:-1]
MODULES: Final = {noun: f"pipeline/stages/{noun}.py" for noun in STAGES} | {
    "raw": "pipeline/edges/load.py",
    "dead-letters": "pipeline/edges/dead_letters.py",
}
GLOSSARY: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DESIGN: Final = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
TESTS: Final = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("*.py"))}


def test_the_nouns_are_those_of_the_flow() -> None:
    assert FLOW == (
        "raw",
        "normalised",
        "shingles",
        "signatures",
        "bands",
        "candidates",
        "matches",
        "verdicts",
        "dead-letters",
    )


def test_every_stage_module_is_named_after_a_noun() -> None:
    modules = {path.stem for path in (ROOT / "pipeline" / "stages").glob("*.py")} - {"__init__"}
    assert modules - {"content", "html", "least_rule", "rules", "sketches"} == set(STAGES)  # parts of the others


@pytest.mark.parametrize("noun", FLOW)
def test_a_topic_with_an_example(noun: str) -> None:
    topic = topic_named(noun)
    assert topic.name == f"{{prefix}}{noun}"
    assert [path.stem for path in topic.examples] == [noun]


@pytest.mark.parametrize("noun", FLOW)
def test_a_record(noun: str) -> None:
    """Packed batches have a kind and a layout, public records a schema; a dead letter is what was refused."""
    assert (noun in PACKED) == (noun.upper() in Kind.__members__)
    assert (noun in PACKED) == (noun in {kind.name.lower() for kind in LAYOUTS})
    schema = topic_named(noun).schema
    assert (schema.stem if schema else None) == {"raw": "document", "verdicts": "verdict"}.get(noun)


@pytest.mark.parametrize("noun", FLOW)
def test_a_module(noun: str) -> None:
    """A stage's module is named after what it makes; what comes in and what is refused belong to the edges."""
    assert (ROOT / MODULES[noun]).is_file()


@pytest.mark.parametrize("noun", FLOW[:-1])
def test_a_place_in_the_picture_and_an_agent(noun: str) -> None:
    """An agent reads each topic of the flow but the last; what it makes is its name in dead letters."""
    assert noun in (flow.__doc__ or "").split("\n\n")[1]
    text = (ROOT / "pipeline" / "flow.py").read_text(encoding="utf-8")
    assert (f'app.topic_of("{noun}")' in text) == (noun != "verdicts")
    made = "STAGE" if noun == "normalised" else f'"{noun}"'
    assert (f"carrier.keep(event, {made})" in text) == (noun != "raw")


@pytest.mark.parametrize("noun", FLOW)
def test_a_test(noun: str) -> None:
    """Some test beside those of the pages uses the word as a name, or the module itself."""
    word = noun.replace("-", "[-_]")
    use = re.compile(rf'["\'.]{word}["\'\s]|\b{word} import|Kind\.{noun.upper()}\b')
    assert [path.name for path, text in TESTS.items() if "docs" not in path.parts and use.search(text)]


@pytest.mark.parametrize("noun", FLOW)
def test_the_glossary_and_the_design(noun: str) -> None:
    assert f"| `{noun}` |" in GLOSSARY
    assert re.search(rf"^\| (`\w+`, )*`{noun}`", DESIGN, re.MULTILINE)


@pytest.mark.parametrize("noun", FLOW)
def test_the_readme(noun: str) -> None:
    assert re.search(rf"\b{noun}\b", README)
    assert len([page for page in PAGES if re.search(rf"\b{noun}\b", page.read_text(encoding="utf-8"))]) >= 3
