"""A puzzle turned and flipped."""

from __future__ import annotations

from typing import Final

from bimaru.puzzle import Given, Puzzle

_MIRROR: Final = str.maketrans("LR", "RL")
_TRANSPOSE: Final = str.maketrans("LRTB", "TBLR")


def mirrored(puzzle: Puzzle) -> Puzzle:
    """The puzzle as a mirror beside it shows it."""
    last = puzzle.width - 1
    givens = [Given(row, last - col, kind.translate(_MIRROR)) for row, col, kind in puzzle.givens]
    return puzzle.replace(cols=puzzle.cols[::-1], givens=givens)


def transposed(puzzle: Puzzle) -> Puzzle:
    """The puzzle with rows for columns."""
    givens = [Given(col, row, kind.translate(_TRANSPOSE)) for row, col, kind in puzzle.givens]
    return puzzle.replace(rows=puzzle.cols, cols=puzzle.rows, givens=givens)


def orientations(puzzle: Puzzle) -> list[Puzzle]:
    """The puzzle in its eight orientations."""
    found = [puzzle]
    for _ in range(3):
        found.append(transposed(mirrored(found[-1])))
    return [*found, *map(mirrored, found)]
