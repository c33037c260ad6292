"""The lessons of the page: each puzzle has one solution, and the library finds what is taught."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.languages.notation import names
from bimaru.deduction.techniques import TECHNIQUES
from bimaru.formats import parse
from bimaru.web.page_files import PAGE, read_page

LESSONS: Final[list[dict[str, Any]]] = json.loads((PAGE / "tutorial" / "lessons.json").read_text())


def test_there_are_ten_lessons_of_different_techniques_up_to_the_first_supposition() -> None:
    techniques = [lesson["technique"] for lesson in LESSONS]
    assert len(set(techniques)) == len(techniques) == 10
    assert set(techniques) <= {technique.name for technique in TECHNIQUES}
    assert "starved line" in techniques[-2]
    assert techniques[-1] == "contradiction"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["technique"])
def test_what_a_lesson_teaches_follows_from_its_board(lesson: dict[str, Any]) -> None:
    puzzle = parse("#" + lesson["puzzle"], "permalink")
    result = bimaru.solve(puzzle)
    assert result.status == "unique"
    assert [list(board.rows) for board in result.boards] == [lesson["solution"]]
    board = bimaru.Board(tuple(lesson["board"]))
    for is_water, squares in ((True, lesson["water"]), (False, lesson["ship"])):
        for row, col in squares:
            argument = bimaru.why(puzzle, (row, col), board)
            assert argument.verdict == "forced"
            assert len(argument.steps) <= 5
            assert (lesson["solution"][row][col] == WATER) == is_water


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["technique"])
def test_a_lesson_says_in_every_language_what_follows(lesson: dict[str, Any]) -> None:
    assert set(lesson["reason"]) == set(LANGUAGES)
    taught = names([(row, col) for row, col in lesson["water"] + lesson["ship"]])
    for text in lesson["reason"].values():
        assert taught in text


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["technique"])
def test_the_squares_of_a_lesson_are_open_and_others_are_as_well(lesson: dict[str, Any]) -> None:
    board = lesson["board"]
    taught = lesson["water"] + lesson["ship"]
    assert all(board[row][col] == UNKNOWN for row, col in taught)
    assert sum(row.count(UNKNOWN) for row in board) > len(taught)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_has_the_principles_of_the_library_for_every_lesson(code: str) -> None:
    said = json.loads(read_page()["tutorial/principles.json"])[code]
    for lesson in LESSONS:
        assert said[lesson["technique"]] == LANGUAGES[code].principle(lesson["technique"]) != ""
