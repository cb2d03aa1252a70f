"""What pages and docstrings refer to is there: files, rules of the design, settings, headers, reasons, sections."""

import re
from pathlib import Path
from typing import Final, get_args

import pytest

from pipeline.profile import DAY_MS, DEFAULT, PROFILES
from pipeline.records import Reason, Verdict
from pipeline.settings import Settings
from tests.docs.pages import PAGES, ROOT
from topics.catalogue import topic_named

DESIGN: Final = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
VERDICTS: Final = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8")
OPERATIONS: Final = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SECTIONS: Final = dict(re.findall(r"^## (\d+)\. [^\n]+\n(.*?)(?=^## |\Z)", DESIGN, re.MULTILINE | re.DOTALL))
CODE: Final = [path for folder in ("pipeline", "topics", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
OTHERS: Final = r"RFC \d+ |Standard, |under "  # sections of what is not the design
FILES: Final = r"`((?:pipeline|topics|tests|docs|deploy|\.ci)/[\w./-]*\w)`"


def rules(section: str) -> set[int]:
    """The numbers of a section's rules."""
    return {int(number) for number in re.findall(r"^(\d+)\. ", SECTIONS[section], re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_are_there(page: Path) -> None:
    named = re.findall(FILES, page.read_text(encoding="utf-8"))
    assert [name for name in named if "NOUN" not in name and not (ROOT / name).exists()] == []


def test_rules_that_are_cited_are_in_the_design() -> None:
    """`section 4 rule 7` names both; a rule without a section is one of section 4."""
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        for section, rule in re.findall(r"[Ss]ection (\d+) rules? (\d+)", text):
            assert int(rule) in rules(section), (path, section, rule)
        for before, section in re.findall(rf"({OTHERS}|)[Ss]ection (\d+)", text):
            assert before or section in SECTIONS, (path, section)
        for rule in re.findall(r"[( ][Rr]ule (\d+)", re.sub(r"section \d+ rules? \d+", "", text)):
            assert int(rule) in rules("4"), (path, rule)


def test_settings_that_are_named_exist() -> None:
    named = set(re.findall(r"`(\w+_(?:mb|s|ms|bytes|batches|documents))`", OPERATIONS))
    assert named
    assert named <= Settings.__dataclass_fields__.keys()


def test_the_fields_of_a_verdict_are_explained_in_their_order() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \|", VERDICTS[: VERDICTS.index("| reason |")], re.MULTILINE)
    assert list(dict.fromkeys(row.partition(".")[0] for row in rows)) == list(Verdict.__struct_fields__)


def test_the_reasons_are_explained() -> None:
    rows = re.findall(
        r"^\| `([\w-]+)` \|", VERDICTS[VERDICTS.index("| reason |") : VERDICTS.index("## Profiles")], re.MULTILINE
    )
    assert sorted(rows) == sorted(get_args(Reason))


def test_the_profiles_are_explained() -> None:
    section = VERDICTS[VERDICTS.index("| profile | sketch") : VERDICTS.index("## Headers")]
    assert re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE) == list(PROFILES)


def test_the_headers_are_explained() -> None:
    rows = "\n".join(re.findall(r"^\| (`[^|]+) \|", VERDICTS[VERDICTS.index("## Headers") :], re.MULTILINE))
    carrier = (ROOT / "pipeline" / "runtime" / "carrier.py").read_text(encoding="utf-8")
    assert set(re.findall(r"`([\w-]+)`", rows)) == set(re.findall(r'"((?:firstprint-|ce_)[\w-]+)"', carrier))


def test_how_long_things_are_kept_is_what_the_topics_say() -> None:
    expired_ms = DEFAULT.window_ms + DEFAULT.grace_ms
    assert f"for {expired_ms // DAY_MS} days" in OPERATIONS
    assert f"for {int(topic_named('documents-changelog').config['retention.ms']) // DAY_MS}." in OPERATIONS
    assert f"`raw` keeps {int(topic_named('raw').config['retention.ms']) // DAY_MS} days" in OPERATIONS


def test_no_test_is_steered_by_the_name_of_a_setting() -> None:
    """Commands refuse unknown settings, those that a test starts included: such a variable would fail other tests."""
    named = {path: re.findall(r"environ[^\n]*\"FIRSTPRINT_(\w+)\"", path.read_text(encoding="utf-8")) for path in CODE}
    assert {name for path, names in named.items() for name in names if "tests" in path.parts} == set()
