"""The lessons of the page: each board has one solution, and the library takes the step that is taught."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import UNKNOWN
from bimaru.deduction.explanation import explain
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.techniques import TECHNIQUES
from bimaru.formats import parse
from bimaru.web.page_files import PAGE
from techniques_page import first_board

LESSONS: Final[list[dict[str, Any]]] = json.loads((PAGE / "tutorial" / "lessons.json").read_text())


def test_there_are_ten_lessons_of_different_techniques_up_to_the_first_supposition() -> None:
    techniques = [lesson["technique"] for lesson in LESSONS]
    assert len(set(techniques)) == len(techniques) == 10
    assert set(techniques) <= {technique.name for technique in TECHNIQUES}
    assert "starved line" in techniques[-2]
    assert techniques[-1] == "contradiction"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["technique"])
def test_what_a_lesson_teaches_is_the_step_of_its_technique(lesson: dict[str, Any]) -> None:
    puzzle = parse("#" + lesson["puzzle"], "permalink")
    result = bimaru.solve(puzzle)
    assert result.status == "unique"
    assert [list(board.rows) for board in result.boards] == [lesson["solution"]]
    before = first_board(puzzle)
    for step in explain(puzzle):
        if list(before.rows) == lesson["board"]:
            break
        before = step.board
    assert list(before.rows) == lesson["board"]
    assert step.technique == lesson["technique"]
    assert sorted(map(list, step.water)) == lesson["water"]
    assert sorted(map(list, step.ship)) == lesson["ship"]
    assert step.text == lesson["reason"]["en"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["technique"])
def test_the_sentences_of_a_lesson_are_those_of_the_library_in_every_language(
    lesson: dict[str, Any],
) -> None:
    puzzle = parse("#" + lesson["puzzle"], "permalink")
    assert set(lesson["reason"]) == set(LANGUAGES)
    for code in LANGUAGES:
        texts = [step.text for step in explain(puzzle, language=code)]
        at = [step.text for step in explain(puzzle)].index(lesson["reason"]["en"])
        assert texts[at] == lesson["reason"][code]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["technique"])
def test_the_squares_of_a_lesson_are_open_and_others_are_as_well(lesson: dict[str, Any]) -> None:
    board = lesson["board"]
    taught = lesson["water"] + lesson["ship"]
    assert all(board[row][col] == UNKNOWN for row, col in taught)
    assert sum(row.count(UNKNOWN) for row in board) > len(taught)
