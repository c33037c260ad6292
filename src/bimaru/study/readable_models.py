"""What models that are meant to be read have in common: the puzzles that they take, and names of givens."""

from __future__ import annotations

from typing import Final

from bimaru.engines.minizinc_text import PART_NAMES
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle
from bimaru.squares import LETTER_MARK, Square, square_name

NAMES: Final = tuple(PART_NAMES.values())
"""What a given square can show."""


class UnsupportedExportError(UnsupportedPuzzleError):
    """There is no readable model of this name, or it does not take this puzzle."""

    def __str__(self) -> str:
        return "{}: {}".format(*self.args)


def named_givens(puzzle: Puzzle, model: str) -> dict[Square, str]:
    """What each given square shows, by a name from `NAMES`. Raises `UnsupportedExportError`, which refers to
    the model by that noun phrase, for a puzzle with letters or polyomino ships, in its givens, too."""
    if reason := _unreadable(puzzle):
        raise UnsupportedExportError(f"{model} does not take this puzzle", reason)
    return {given.square: PART_NAMES[given.kind] for given in puzzle.givens}


def named_parts(puzzle: Puzzle, model: str) -> tuple[dict[Square, str], dict[Square, str]]:
    """What given squares show, by a name from `NAMES`, and the letters that they show. Raises
    `UnsupportedExportError` for a puzzle with a ship without letters."""
    if puzzle.fleet or puzzle.shapes or not puzzle.words:
        raise UnsupportedExportError(f"{model} does not take this puzzle", "it is for ships with letters")
    parts = {given.square: PART_NAMES[given.kind] for given in puzzle.givens if given.kind in PART_NAMES}
    letters = {given.square: given.letter for given in puzzle.givens if given.letter is not None}
    if other := [given for given in puzzle.givens if given.square not in {*parts, *letters}]:
        reason = f"it is for straight ships, and {square_name(other[0].square)} shows a corner of a polyomino"
        raise UnsupportedExportError(f"{model} does not take this puzzle", reason)
    return parts, letters


def _unreadable(puzzle: Puzzle) -> str | None:
    """Why readable models do not take a puzzle; `None` if they do."""
    if not puzzle.is_plain:
        return "it is for straight ships without letters"
    for given in puzzle.givens:
        if given.kind not in PART_NAMES:
            kind = "letter" if given.kind.startswith(LETTER_MARK) else "corner of a polyomino ship"
            return f"it is for straight ships without letters, and {square_name(given.square)} shows a {kind}"
    return None
