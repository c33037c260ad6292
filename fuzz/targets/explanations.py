"""Explanations and grades of random puzzles, with one board, with several and with none."""

from __future__ import annotations

from random import Random
from typing import Final

import bimaru
from bimaru.puzzle import Puzzle
from fuzz.soundness import check_steps
from fuzz.straight import altered, boards_of, random_puzzle

_MOST_BOARDS: Final = 3000
_RARELY: Final = 1 / 500
"""Part of the cases that are 10x10, which take a thousand times as long."""


def case(random: Random) -> None:
    """Explain and grade one puzzle; every step must be true of all its boards."""
    puzzle = _large_puzzle(random) if random.random() < _RARELY else random_puzzle(random)
    boards = boards_of(puzzle, _MOST_BOARDS)
    explanation = bimaru.explain(puzzle)
    explanation.to_data()
    if boards is None:
        assert explanation.status == "multiple", explanation.status
        return
    expected = "none" if not boards else "unique" if len(boards) == 1 else "multiple"
    assert explanation.status == expected, f"{explanation.status} with {len(boards)} boards"
    assert explanation.failure is None or not boards, explanation.failure
    check_steps(explanation, boards)
    assert not explanation.solved or explanation.board == boards[0]
    _check_ending(explanation)
    _check_grade(puzzle, explanation)


def _large_puzzle(random: Random) -> Puzzle:
    puzzle = bimaru.generate(size=(10, 10), seed=random.getrandbits(32))
    return altered(random, puzzle)


def _check_ending(explanation: bimaru.Explanation) -> None:
    """Every step settles something; only that which shows that there is no board may settle nothing."""
    before = explanation.steps if explanation.failure is None else explanation.steps[:-1]
    assert all(step.ship or step.water or step.barred for step in before)
    assert explanation.complete


def _check_grade(puzzle: Puzzle, explanation: bimaru.Explanation) -> None:
    try:
        grade = bimaru.grade(puzzle)
    except bimaru.UngradableError as reason:
        assert reason.status == explanation.status, reason.status
        assert not explanation.solved
    else:
        assert explanation.grade is not None
        assert (grade, grade.score) == (explanation.grade, explanation.grade.score)
