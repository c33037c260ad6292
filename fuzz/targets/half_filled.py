"""Hints, explanations and checks from random half-filled boards, right ones and wrong ones."""

from __future__ import annotations

from random import Random
from typing import Final

import bimaru
from bimaru.board import MARKS, UNKNOWN, Board
from bimaru.puzzle import Puzzle
from fuzz.soundness import check_steps
from fuzz.straight import boards_of, random_puzzle, shows

_MOST_BOARDS: Final = 3000
_LARGEST: Final = 5


def case(random: Random) -> None:
    """Advise, explain and check one board; what is said must be true of all the boards that it leads to."""
    puzzle = random_puzzle(random, _LARGEST)
    boards = boards_of(puzzle, _MOST_BOARDS)
    if boards is None:
        return
    if random.random() < 0.02:
        _check_other_size(random, puzzle)
        return
    filled = _half_filled(random, puzzle, boards)
    reachable = [board for board in boards if all(shows(board, mark, at) for at, mark in filled.squares())]
    _check_hint(puzzle, filled, boards, reachable)
    explanation = bimaru.explain(puzzle, filled)
    explanation.to_data()
    expected = "none" if not reachable else "unique" if len(reachable) == 1 else "multiple"
    assert explanation.status == expected, f"{explanation.status} with {len(reachable)} boards"
    assert explanation.failure is None or not reachable, explanation.failure
    check_steps(explanation, reachable)
    faults = bimaru.check(puzzle, filled)
    assert not reachable or all(fault.rule == "unfinished" for fault in faults), faults
    assert filled not in boards or not faults


def _half_filled(random: Random, puzzle: Puzzle, boards: list[Board]) -> Board:
    """Some squares of one of the boards (of a random filling where there is none), a few of them changed."""
    size = puzzle.height * puzzle.width
    marks = "".join(random.choice(boards).rows) if boards else random.choices(MARKS, k=size)
    hidden, wrong = random.random(), random.choice([0.0, 0.0, 1 / size, 0.2])
    filled = [
        random.choice(MARKS)
        if random.random() < wrong
        else UNKNOWN
        if random.random() < hidden
        else random.choice([mark, mark, "X"])
        if mark in "SLRTBM"
        else mark
        for mark in marks
    ]
    rows = ("".join(filled[at : at + puzzle.width]) for at in range(0, size, puzzle.width))
    return Board(tuple(rows))


def _check_hint(puzzle: Puzzle, filled: Board, boards: list[Board], reachable: list[Board]) -> None:
    try:
        advice = bimaru.hint(puzzle, filled)
    except bimaru.NoSolutionError:
        assert not boards
        return
    assert boards
    advice.to_data()
    assert (advice.mistake is not None) == (not reachable), advice.mistake
    if advice.step is not None:
        assert advice.mistake is None
        assert advice.step.ship or advice.step.water
        check_steps([advice.step], reachable)


def _check_other_size(random: Random, puzzle: Puzzle) -> None:
    height, width = puzzle.height + random.choice([-1, 1]), puzzle.width + random.choice([-1, 0, 1])
    board = Board.unknown(max(1, height), max(1, width))
    if (board.height, board.width) == (puzzle.height, puzzle.width):
        return
    for advise in (bimaru.hint, bimaru.explain):
        try:
            advise(puzzle, board)
        except bimaru.InvalidBoardError:
            continue
        raise AssertionError(f"{advise.__name__} took a board of another size")
    assert [fault.rule for fault in bimaru.check(puzzle, board)] == ["size"]
