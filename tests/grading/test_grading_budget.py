"""Grading ends at a budget that is the same on every machine, and says so."""

from __future__ import annotations

import pytest

import bimaru
from bimaru.advice.explanation import UngradableError
from bimaru.grading import graders
from bimaru.grading.grades import no_grade
from bimaru.polyominoes import SETS
from command_line import bimaru as called
from command_line import jsonl


@pytest.mark.parametrize(
    ("limit", "recipe"),
    [
        ("MOST_LOOKS", {"grade": "extreme"}),
        ("MOST_VISITS", {"grade": "expert", "size": (8, 8), "fleet": {}, "shapes": SETS["tetrominoes"]}),
    ],
)
def test_a_puzzle_that_takes_too_much_search_has_no_grade(
    monkeypatch: pytest.MonkeyPatch, limit: str, recipe: dict[str, object]
) -> None:
    puzzle = bimaru.generate(seed=4, **recipe)  # type: ignore[arg-type]  # a dictionary of options
    assert bimaru.grade(puzzle) == recipe["grade"]
    monkeypatch.setattr(graders, limit, 1)
    with pytest.raises(UngradableError, match="too much search") as error:
        bimaru.grade(puzzle)
    assert error.value.to_data() == no_grade("it takes too much search to grade") | {"complete": False}
    explanation = bimaru.explain(puzzle)
    assert (explanation.grade, explanation.complete) == (None, False)
    assert explanation.ungraded == error.value.reason
    ran = called("grade", "--json", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.code == 3
    assert ran.objects[0]["complete"] is False
    assert "zu viel Suche" in called("grade", "--language", "de", "-", stdin=jsonl(puzzle.to_data())).out
