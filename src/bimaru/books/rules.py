"""The rules, as a booklet or a book prints them, and the puzzle that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
"""The puzzle on the page of rules, and its answer."""


def rules(label: Callable[[str], str], puzzles: Iterable[Puzzle], *, unique: bool = True) -> list[str]:
    """The rules in paragraphs; those for lettered and bent ships only if there are any, and that answers are
    `unique` only if they are."""
    listed = list(puzzles)
    names = ["rule_fleet", "rule_tallies", "rule_apart", "rule_givens"]
    names += ["rule_bent"] * any(puzzle.shapes for puzzle in listed)
    names += ["rule_letters"] * any(puzzle.words for puzzle in listed)
    return [label(name) for name in (*names, *["rule_unique"] * unique)]
