"""Which puzzles can be explained."""

from __future__ import annotations

from typing import Final

from bimaru.errors import UnsupportedPuzzleError
from bimaru.placements import number_of_placements
from bimaru.puzzle import Puzzle
from bimaru.sizes import EXPLAINED_MAX_PLACEMENTS, LADDER_MAX_SIDE
from bimaru.squares import LETTER_MARK

_MAX_LENGTHS: Final = 64
"""The most lengths of straight ships, for which the compiled ladder has room."""


class CannotExplainError(UnsupportedPuzzleError):
    """This kind of puzzle cannot be explained."""

    def __init__(self, reason: str) -> None:
        super().__init__("explain", reason)

    def __str__(self) -> str:
        return f"the puzzle cannot be explained: {self.args[1]}"

    def __reduce__(self) -> tuple[type[CannotExplainError], tuple[str]]:
        return (CannotExplainError, (self.args[1],))


def is_straight(puzzle: Puzzle) -> bool:
    """Whether ships are straight, and neither they nor the clues have letters."""
    return puzzle.is_plain and LETTER_MARK not in {kind[0] for _, _, kind in puzzle.givens}


def placements_in(puzzle: Puzzle) -> int:
    """The number of placements of all kinds of ships of a puzzle."""
    return sum(number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships)


def check_explainable(puzzle: Puzzle) -> None:
    """Raises `CannotExplainError` for a puzzle that cannot be explained."""
    if reason := refusal(puzzle):
        raise CannotExplainError(reason)


def refusal(puzzle: Puzzle) -> str | None:
    """Why a puzzle cannot be explained, as the end of a sentence; `None` if it can."""
    if max(puzzle.height, puzzle.width) > LADDER_MAX_SIDE:
        return f"only grids up to {LADDER_MAX_SIDE}x{LADDER_MAX_SIDE} are"
    if len(puzzle.fleet) > _MAX_LENGTHS:
        return f"only fleets of up to {_MAX_LENGTHS} lengths are"
    number, most = placements_in(puzzle), EXPLAINED_MAX_PLACEMENTS
    if number > most and not is_straight(puzzle):
        return f"only up to {most} placements of ships with letters or bends are, it has {number}"
    return None
