"""The model's row of the long matrix: real histories, played by processes of their own."""

from pathlib import Path

import pytest

from pipeline.measure import prove_model
from pipeline.measure.prove import modelled
from pipeline.measure.prove_model import MISSING
from pipeline.measure.prove_table import Report


def test_the_model_is_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    with modelled(6, report):
        pass
    (found,) = report.models
    assert (found.histories, found.played, found.different) == (6, 6, 0)
    assert "| 6 histories |" in capsys.readouterr().out
    assert report.end()


def test_without_the_tests_the_model_is_left_out_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove_model, "ROOT", tmp_path)
    report = Report()
    with modelled(6, report):
        pass
    assert (report.models, report.notes) == ([], [MISSING])
    with modelled(0, report):
        pass
    assert report.notes == [MISSING]


def test_a_model_that_ends_early_has_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove_model, "NICE", ("false",))
    report = Report()
    with modelled(6, report):
        pass
    assert report.faults == ["the model: 0 of 6 histories differ, 6 were not played"]
