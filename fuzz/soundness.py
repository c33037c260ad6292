"""Steps of explanations against all the boards that they speak of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bimaru.board import WATER, Board
from bimaru.deduction import Step
from bimaru.deduction.reasons import Case, Reason


def check_steps(steps: Iterable[Step], boards: Sequence[Board]) -> None:
    """Raises `AssertionError` unless all that the steps conclude is true of every one of the boards."""
    for step in steps:
        _check_conclusion(step, boards)
        for reason in step.reasons:
            _check_conclusion(reason, boards)
        _check_cases(step, boards)


def _check_conclusion(reason: Step | Reason, boards: Sequence[Board]) -> None:
    for board in boards:
        assert all(board[at] == WATER for at in reason.water), f"not water everywhere: {reason.text}\n{board}"
        assert all(board[at] != WATER for at in reason.ship), f"not ship everywhere: {reason.text}\n{board}"


def _check_cases(asked: Step | Case, boards: Sequence[Board]) -> None:
    """The cases of a question are all that the boards leave, and each of them is sound."""
    if asked.question is not None:
        for board in boards:
            assert any(_agrees(case, board) for case in asked.cases), f"in no case: {asked.text}\n{board}"
    for case in asked.cases:
        _check_case(case, boards)


def _check_case(case: Case, boards: Sequence[Board]) -> None:
    agreeing = [board for board in boards if _agrees(case, board)]
    assert case.ending is None or not agreeing, f"not refuted: {case.text}\n{agreeing[0]}"
    for reason in case.reasons:
        _check_conclusion(reason, agreeing)
    _check_cases(case, agreeing)


def _agrees(case: Case, board: Board) -> bool:
    """Whether a case is that of a board. All ways to fill a line have as many ship squares, so that those of
    one of them decide which it is."""
    if case.is_water:
        return all(board[at] == WATER for at in case.supposed)
    if case.is_placement:
        ships = board.ships()
        return all(placement in ships for placement in case.placements)
    return all(board[at] != WATER for at in case.supposed)
