"""`multi-puzzle-solver`, the peer from PyPI, behind the same call as the yardstick."""

from __future__ import annotations

from typing import Final

import numpy as np
from puzzle_solver import battleships_solver

from benchmarks.yardstick import Answer
from bimaru.puzzle import Puzzle

GIVENS: Final = {"W": "W", "S": "S", "L": "L", "R": "R", "T": "U", "B": "D", "M": "O"}
"""How it writes givens; it has no sign for a ship square whose part is not given."""


def takes(puzzle: Puzzle) -> bool:
    """Whether it can solve the puzzle: every tally is given, and every given names its part."""
    return None not in (*puzzle.rows, *puzzle.cols) and all(given.kind in GIVENS for given in puzzle.givens)


def solve(puzzle: Puzzle) -> Answer:
    """All boards of the puzzle: it stops at no limit, so ask for puzzles with few."""
    grid = np.full((puzzle.height, puzzle.width), " ")
    for row, col, kind in puzzle.givens:
        grid[row, col] = GIVENS[kind]
    model = battleships_solver.Board(
        board=grid, top=np.array(puzzle.cols), side=np.array(puzzle.rows), ship_counts=dict(puzzle.fleet)
    )
    found = model.solve_and_print(verbose=False)
    boards = (frozenset((at.y, at.x) for at, is_ship in one.assignment.items() if is_ship) for one in found)
    return Answer(tuple(boards), True)
