"""Explanations in which the techniques end before the solution."""

from __future__ import annotations

import pytest

from bimaru import Explanation, Step
from bimaru.deduction.proof_search import Search
from bimaru.deduction.techniques import SEARCHED


def end_techniques_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave only plain techniques."""
    monkeypatch.setattr(Search, "next_proofs", lambda _: [])
    monkeypatch.setattr(Search, "all_failing", lambda _: ([], 0))
    monkeypatch.setattr(Search, "nested", lambda _: None)


def searched(explanation: Explanation) -> list[Step]:
    """The steps in which search settles a square."""
    return [step for step in explanation if step.technique == SEARCHED.name]
