"""Which deduction explains a puzzle: the ladder for straight ships, placements for letters and bent ships."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from bimaru.board import Board
from bimaru.deduction.grading import Grade, grade_of
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.measuring import work_of
from bimaru.deduction.placement_deduction import PlacingDeduction
from bimaru.deduction.session import CannotExplainError, Deduction, is_for_ladder
from bimaru.deduction.session import refusal as ladder_refusal
from bimaru.deduction.time_limit import Deadline
from bimaru.placements import number_of_placements
from bimaru.puzzle import Given, Puzzle

AnyDeduction: TypeAlias = Deduction | PlacingDeduction

_MAX_PLACEMENTS: Final = 30_000
"""The most placements of one puzzle: some seconds a step."""


def deduction_of(
    puzzle: Puzzle,
    shown: Sequence[Given] = (),
    deadline: Deadline | None = None,
    language: Language = ENGLISH,
) -> AnyDeduction:
    """The deduction from a puzzle, and from the squares that a half-filled board shows."""
    if is_for_ladder(puzzle):
        return Deduction(puzzle, shown, deadline, language)
    return PlacingDeduction(puzzle, shown, deadline, language)


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
    if not is_for_ladder(puzzle):
        return PlacingDeduction(puzzle, shown, deadline).grade(board)
    work = work_of(puzzle, board, deadline.check, shown, with_extreme=with_extreme)
    return None if work is None else grade_of(work)


def check_explainable(puzzle: Puzzle) -> None:
    """Raises `CannotExplainError` for a puzzle that cannot be explained."""
    if reason := refusal(puzzle):
        raise CannotExplainError(reason)


def refusal(puzzle: Puzzle) -> str | None:
    """Why a puzzle cannot be explained, as the end of a sentence; `None` if it can."""
    if is_for_ladder(puzzle):
        return ladder_refusal(puzzle)
    number = sum(number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships)
    if number > _MAX_PLACEMENTS:
        return f"only up to {_MAX_PLACEMENTS} placements of ships with letters or bends are, it has {number}"
    return None
