"""The work that grades rest on, of puzzles that take nested suppositions: each supposition counts, and their
order."""

from __future__ import annotations

from typing import Final

import pytest

import bimaru
from bimaru.grading.grades import GRADES
from bimaru.grading.ladder_work import work_of
from instances import instance

WORK: Final = {
    "csplib014-123": (8, 1369, 1214, 32, 69, 7),
    "csplib014-312": (8, 1376, 1544, 20, 111, 3),
    "csplib014-1708": (8, 1549, 1339, 13, 77, 9),
}
"""The ships that are missing after the rungs of the ladder, the suppositions tried, the links, the squares
and placements refuted, and the nested suppositions. If they are to change, raise `GRADER`."""


@pytest.mark.parametrize("name", WORK)
def test_a_puzzle_takes_exactly_the_work_that_its_grade_rests_on(name: str) -> None:
    puzzle = instance("csplib014", name).puzzle
    board = bimaru.solve(puzzle).board
    assert board is not None
    works = [work_of(puzzle, board, lambda: None, hardest=grade) for grade in GRADES]
    assert [work and work[1:] for work in works] == [*(None for _ in GRADES[1:]), WORK[name]]
