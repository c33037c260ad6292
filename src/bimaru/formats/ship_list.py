"""The ships of a board as a list: length, row, column and orientation, as models name them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.puzzle import Puzzle
from bimaru.squares import Square, row_name

Orientation: TypeAlias = Literal["horizontal", "vertical", "right", "down", "left", "up"]
_BACKWARDS: Final[dict[Orientation, Orientation]] = {"right": "left", "down": "up"}


class ListedShip(NamedTuple):
    """A ship on a board.

    `row` and `column` are those of its first square in reading order, and `orientation` is horizontal or
    vertical. For a ship with letters they are those of the first letter of its word, from which the word runs
    right, down, left or up. A submarine has no orientation, nor has a polyomino or a word of one letter."""

    squares: tuple[Square, ...]
    row: int
    column: int
    orientation: Orientation | None
    word: str | None = None

    @property
    def length(self) -> int:
        return len(self.squares)

    def to_data(self) -> dict[str, object]:
        """The ship as JSON; `word` only if it has letters."""
        data: dict[str, object] = {
            "length": self.length,
            "row": self.row,
            "column": self.column,
            "orientation": self.orientation,
            "squares": [list(square) for square in self.squares],
        }
        return data if self.word is None else data | {"word": self.word}


def list_ships(puzzle: Puzzle, board: Board) -> tuple[ListedShip, ...]:
    """The ships of a solution, longest first, then in reading order."""
    ships = (_listed(puzzle, board, squares) for squares in board.ships())
    return tuple(sorted(ships, key=lambda ship: (-ship.length, ship.squares)))


def ships_as_text(ships: Sequence[ListedShip]) -> str:
    """A table of ships, counted from 1."""
    lines = [("ship", "length", "row", "column", "orientation"), *_cells(ships)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cells(ships: Sequence[ListedShip]) -> Iterator[tuple[str, ...]]:
    for number, ship in enumerate(ships, 1):
        name = str(number) if ship.word is None else f"{number} {ship.word}"
        at = row_name(ship.row), str(ship.column + 1)
        yield name, str(ship.length), *at, ship.orientation or "-"


def _listed(puzzle: Puzzle, board: Board, squares: tuple[Square, ...]) -> ListedShip:
    rows, columns = ({square[axis] for square in squares} for axis in (0, 1))
    straight = len(rows) == 1 or len(columns) == 1
    across = len(rows) == 1
    letters = "".join(board.letter(square) or "" for square in squares)
    if not letters or len(letters) < len(squares):
        orientation: Orientation | None = "horizontal" if across else "vertical"
        return ListedShip(squares, *squares[0], orientation if straight and len(squares) > 1 else None)
    forwards: Orientation = "right" if across else "down"
    if letters in puzzle.words or letters[::-1] not in puzzle.words:
        return ListedShip(squares, *squares[0], forwards if len(squares) > 1 else None, letters)
    return ListedShip(squares, *squares[-1], _BACKWARDS[forwards], letters[::-1])
