"""Boards with ships laid at random, and what their clues may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bimaru.board import WATER, Board
from bimaru.placements import Placement, board_of, placements
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

Choice: TypeAlias = Callable[[Sequence[Placement], set[Square]], Placement | None]
"""Draws one of the placements of a ship that covers no square that is taken, or none."""


def laid(grid: Puzzle, choose: Choice) -> Board | None:
    """The puzzle's ships laid one after another, the longest first, or `None` where one finds no room."""
    chosen: list[Placement] = []
    taken: set[Square] = set()
    for ship in (ship for ship, count in grid.ships for _ in range(count)):
        ways = placements(ship, grid.height, grid.width)
        if (found := choose(ways, taken)) is None:
            return None
        chosen.append(found)
        taken.update(found.squares, found.surroundings)
    return board_of(grid, chosen)


def tallies_of(board: Board) -> tuple[list[int], list[int]]:
    """The ship squares of each row and of each column."""
    ship = [[mark != WATER for mark in row] for row in board.rows]
    return [*map(sum, ship)], [*map(sum, zip(*ship, strict=True))]


def given(mark: str) -> str:
    """A square of a board as it is given."""
    return Part.WATER if mark == WATER else mark
