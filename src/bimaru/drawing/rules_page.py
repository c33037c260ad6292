"""The rules of the puzzle, in the words of a booklet, and a small puzzle that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bimaru.board import Board
from bimaru.puzzle import Puzzle

EXAMPLE: Final = Puzzle(
    rows=(3, 1, 2, 1, 1, 2),
    cols=(4, 0, 2, 1, 1, 2),
    fleet={3: 1, 2: 2, 1: 3},
    givens={(0, 2): "L", (3, 0): "W", (4, 2): "S"},
)
EXAMPLE_BOARD: Final = Board(("T.LR..", "M.....", "B....T", ".....B", "..S...", "S...S."))


def paragraphs(*, lettered: bool = False, bent: bool = False, unique: bool = True) -> Iterator[str]:
    """The rules, with those for ships that have letters and ships with bends where there are any."""
    yield (
        "A fleet is hidden in the grid. Find every ship: they are all drawn below it. "
        "A ship lies across or down; every square that is not part of a ship is water."
    )
    yield (
        "The number beside a row or a column tells how many of its squares are taken by ships. "
        "Where there is no number, there may be any number of them."
    )
    yield "No two ships touch each other, not even at a corner."
    yield (
        "Some squares are given: water as a wave, a whole ship of one square as a circle, an end of a ship "
        "rounded on one side, a middle as a square. A small grey square is some part of a ship."
    )
    if bent:
        yield "Ships with bends may be turned and flipped in any way."
    if lettered:
        yield (
            "Ships with letters may be read in any direction, backwards too. A letter at the edge of the "
            "grid is the one that stands nearest to that edge in its row or column."
        )
    if unique:
        yield "Every puzzle has exactly one answer, so there is never a need to guess."
