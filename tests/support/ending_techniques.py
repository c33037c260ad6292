"""Explanations in which the techniques end before the solution."""

from __future__ import annotations

import pytest

from bimaru import Explanation, Step
from bimaru.deduction.steps_in_order import Deduction
from bimaru.deduction.techniques import SEARCHED


def end_techniques_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave only plain techniques."""
    monkeypatch.setattr(Deduction, "_next_move", lambda _: None)
    monkeypatch.setattr("bimaru.grading.graders.work_of", lambda *_, **__: None)


def searched(explanation: Explanation) -> list[Step]:
    """The steps in which search settles a square."""
    return [step for step in explanation if step.technique == SEARCHED.name]
