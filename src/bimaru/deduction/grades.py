"""The grade of a puzzle that is solved: by the compiled ladder for straight ships, which makes puzzles, too;
for others by counting what an explanation takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.board import Board
from bimaru.deduction.deduction import Deduction
from bimaru.deduction.explainable import is_straight
from bimaru.deduction.grading import Grade, grade_from, grade_of
from bimaru.deduction.measuring import work_of
from bimaru.deduction.techniques import BY_NAME, CASES, CONTRADICTION, FAILING_PLACEMENTS, Technique
from bimaru.deduction.time_limit import Deadline
from bimaru.puzzle import Given, Puzzle

_WORD: Final = 0.5
"""The effort of a word of a case analysis."""
_BY_NAME: Final = BY_NAME | {
    "ships on a square": Technique("ships on a square", 3, "easy"),
    "first letter from an edge": Technique("first letter from an edge", 4, "intermediate"),
}


def grade_of_solved(
    puzzle: Puzzle,
    board: Board,
    deadline: Deadline | None = None,
    shown: Sequence[Given] = (),
    *,
    with_extreme: bool = True,
) -> Grade | None:
    """The grade of a puzzle whose only solution is `board`, from squares that are `shown` on it; `None` if
    the techniques do not lead there.

    Without `with_extreme`, `None` also stands for `extreme` where ships are straight, which saves much time.
    Raises `OutOfTimeError` after the deadline."""
    deadline = deadline or Deadline()
    if is_straight(puzzle):
        work = work_of(puzzle, board, deadline.check, shown, with_extreme=with_extreme)
        return None if work is None else grade_of(work)
    deduction = Deduction(puzzle, shown, deadline)
    deduction.advance()
    if not deduction.is_solved():
        return None
    moves = deduction.moves
    numbers = {_BY_NAME[name]: number for name, number in deduction.uses().items() if name in _BY_NAME}
    isolated = sum(move.split is not None and move.split.is_supposition for move in moves)
    notes = sum(len(move.notes) for move in moves)
    numbers |= {CASES: sum(move.split is not None for move in moves) - isolated, CONTRADICTION: isolated}
    numbers[FAILING_PLACEMENTS] = notes
    uses = [(technique, number) for technique, number in numbers.items() if number]
    effort = sum(technique.effort * number for technique, number in uses)
    return grade_from(uses, effort + _WORD * sum(move.words for move in moves))
