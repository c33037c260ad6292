"""What operations read from a request: its body and options."""

from __future__ import annotations

from typing import Any

import bimaru
from bimaru.advice import InvalidSquareError
from bimaru.errors import InvalidInputError
from bimaru.formats.json_format import value_in
from bimaru.squares import Square, parse_square
from bimaru.web.messages import Request


class InvalidOptionError(InvalidInputError):
    """An option that the schemas cannot describe."""


class OptionConflictError(bimaru.BimaruError, ValueError):
    """Options that exclude each other."""


def object_in(request: Request) -> dict[str, Any]:
    """The body as a JSON object. Raises `InvalidPuzzleError`."""
    data = value_in(request.body)
    if not isinstance(data, dict):
        raise bimaru.InvalidPuzzleError(["the body is not an object"])
    return data


def puzzle_in(request: Request) -> bimaru.Puzzle:
    """The body as a puzzle. Raises `InvalidPuzzleError`."""
    return puzzle_of(value_in(request.body), request.side)


def puzzle_of(data: object, side: int) -> bimaru.Puzzle:
    """The puzzle of a JSON object, with at most `side` rows or columns. Raises `InvalidPuzzleError`."""
    puzzle = bimaru.Puzzle.from_data(data)
    if max(puzzle.height, puzzle.width) > side:
        fault = f"the grid is {puzzle.height}x{puzzle.width}; this server accepts up to {side}x{side}"
        raise bimaru.InvalidPuzzleError([fault])
    return puzzle


def puzzle_and_board_in(request: Request) -> tuple[bimaru.Puzzle, bimaru.Board | None]:
    """The body as `{"puzzle", "board"}`. Raises `InvalidPuzzleError` and `InvalidBoardError`."""
    data = object_in(request)
    board = data.get("board")
    return puzzle_of(data.get("puzzle"), request.side), None if board is None else bimaru.Board.from_data(
        board
    )


def puzzle_with_board_in(request: Request) -> tuple[bimaru.Puzzle, bimaru.Board | None]:
    """The body as a puzzle, or as `{"puzzle", "board"}`. Raises as these do."""
    if "puzzle" in object_in(request):
        return puzzle_and_board_in(request)
    return puzzle_in(request), None


def square_named(name: str, option: str) -> Square:
    """The square of an option. Raises `InvalidSquareError`."""
    square = parse_square(name)
    if square is None:
        raise InvalidSquareError([f"{option}: not a row and a column, like B4"])
    return square


def language_of(request: Request) -> str:
    """The language of sentences, English unless another is requested."""
    return str(request.options.get("language", "en"))
