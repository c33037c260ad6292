"""Boards of a puzzle drawn uniformly by the numbers of the sweep, where rejection hardly ever succeeds."""

from __future__ import annotations

from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.engines.sweep import completions_of
from bimaru.engines.sweep_kernel import Watch
from bimaru.placements import board_of
from bimaru.puzzle import Puzzle


class SweepSampler:
    """Draws boards of a puzzle uniformly.

    The sweep computes the number of ways to fill the rows from each one on. A draw goes down again and takes
    each move with the share of those ways that it leads to. `total` is the number of boards; if it is 0, none
    can be drawn. The vectors of all rows stay in memory.

    Raises what `watch` raises, `OutOfReachError` for a fleet with too many parts, and
    `UnsupportedPuzzleError` for a puzzle that the engine `sweep` does not take.
    """

    def __init__(self, puzzle: Puzzle, watch: Watch) -> None:
        self._puzzle = puzzle
        self._completions = completions_of(puzzle, watch)
        self.total = 0 if self._completions is None else self._completions.total

    def draw(self, chance: Chance) -> Board:
        """A random board. Raises `ValueError` if there is none."""
        if self._completions is None or not self.total:
            raise ValueError("there is no board to draw")
        return board_of(self._puzzle, self._completions.draw(chance.below))
