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
        for case in step.cases:
            _check_case(case, boards)


def _check_conclusion(reason: Step | Reason, boards: Sequence[Board]) -> None:
    for board in boards:
        assert all(board[at] == WATER for at in reason.water), f"not water everywhere: {reason.text}\n{board}"
        assert all(board[at] != WATER for at in reason.ship), f"not ship everywhere: {reason.text}\n{board}"


def _check_case(case: Case, boards: Sequence[Board]) -> None:
    """A ship on one square may be a submarine or any ship there: what is true of all boards is true of
    those with the submarine, in either meaning."""
    agreeing = [board for board in boards if _agrees(case, board)]
    assert case.ending is None or not agreeing, f"not refuted: {case.text}\n{agreeing[0]}"
    for reason in case.reasons:
        _check_conclusion(reason, agreeing)
        for nested in reason.cases:
            _check_case(nested, agreeing)


def _agrees(case: Case, board: Board) -> bool:
    if case.is_water:
        return all(board[at] == WATER for at in case.supposed)
    return case.supposed in board.ships()
