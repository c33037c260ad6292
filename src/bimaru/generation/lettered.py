"""Letters on the ships of a board, and at its edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bimaru.arrangements.rejection import Chance
from bimaru.board import NO_LETTER, Board
from bimaru.puzzle import Edges
from bimaru.squares import Square


def put_letters(board: Board, words: Sequence[str], chance: Chance) -> Board:
    """The board with each word on one of its ships, forwards or backwards.

    Every assignment is equally likely, and all boards with ships of the same lengths have equally many. So
    if the boards are drawn uniformly, so are the lettered ones."""
    letters: dict[Square, str] = {}
    ships = [*board.ships()]
    chance.shuffle(ships)
    for word in words:
        ship = next(ship for ship in ships if len(ship) == len(word))
        ships.remove(ship)
        letters.update(zip(ship, word[::-1] if chance.below(2) else word, strict=True))
    rows = ("".join(letters.get((r, c), NO_LETTER) for c in range(board.width)) for r in range(board.height))
    return Board(board.rows, tuple(rows))


def edges_of(board: Board, sides: Iterable[str]) -> Edges:
    """The letter nearest to each of the sides, line by line."""
    rows = board.letters or ()
    lines = {"left": rows, "top": ["".join(column) for column in zip(*rows, strict=True)]}
    lines["right"] = [row[::-1] for row in lines["left"]]
    lines["bottom"] = [column[::-1] for column in lines["top"]]
    return Edges(**{side: tuple(_first_letter(line) for line in lines[side]) for side in sides})


def _first_letter(line: str) -> str | None:
    return next((letter for letter in line if letter != NO_LETTER), None)
