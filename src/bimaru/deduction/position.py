"""Positions: a puzzle together with the squares that a half-filled board of it shows."""

from __future__ import annotations

from collections.abc import Sequence

from bimaru.board import UNKNOWN, WATER, Board, check_is_board
from bimaru.deduction.deduction import Deduction
from bimaru.deduction.limits import Deadline
from bimaru.errors import InvalidBoardError, InvalidInputError, OutOfTimeError
from bimaru.puzzle import Given, Puzzle
from bimaru.solving import Result, solve
from bimaru.squares import LETTER_MARK, Part, Square, square_name


class InvalidSquareError(InvalidInputError):
    """The square is not on the grid, or the kind of it that is named does not exist."""


def check_on_grid(square: Square, puzzle: Puzzle) -> None:
    """Raises `InvalidSquareError` for a square that is not on the grid of a puzzle."""
    if isinstance(square, str) or len(square) != 2:  # type: ignore[redundant-expr]  # for untyped callers
        raise InvalidSquareError([f"the square {square!r} is not (row, column), both from 0, like (4, 6)"])
    row, col = square
    if not (0 <= row < puzzle.height and 0 <= col < puzzle.width):
        where = square_name(square) if min(square) >= 0 else f"{square}"
        fault = f"the square {where} is not on the grid, which is {puzzle.height}x{puzzle.width}"
        raise InvalidSquareError([fault])


def sized(board: Board, puzzle: Puzzle) -> Board:
    """The board. Raises `InvalidBoardError` if it does not have the size of the puzzle, and `TypeError` for
    anything but a board."""
    check_is_board(board)
    if (board.height, board.width) != (puzzle.height, puzzle.width):
        size = f"{puzzle.height}x{puzzle.width}"
        raise InvalidBoardError([f"the board is {board.height}x{board.width}, the puzzle {size}"])
    return board


def givens_of(board: Board) -> tuple[Given, ...]:
    """The known squares of a half-filled board as givens."""
    return tuple(Given(*at, _kind(board, at, mark)) for at, mark in board.squares() if mark != UNKNOWN)


def _kind(board: Board, at: Square, mark: str) -> str:
    """What a square shows: its letter if it has one."""
    letter = board.letter(at)
    return Part.WATER if mark == WATER else mark if letter is None else LETTER_MARK + letter


def contradicts(shown: Given, puzzle: Puzzle) -> bool:
    """Whether a square shows something other than what the puzzle gives there."""
    given = {given.square: given.kind for given in puzzle.givens}.get(shown.square, shown.kind)
    if Part.WATER in (given, shown.kind):
        return given != shown.kind
    if given.startswith(LETTER_MARK) != shown.kind.startswith(LETTER_MARK):
        return False
    return given != shown.kind and Part.SHIP not in (given, shown.kind)


def with_givens(puzzle: Puzzle, shown: Sequence[Given]) -> Puzzle:
    """The puzzle with the squares shown as further givens; a part that is given already stays."""
    givens = {given.square: given for given in shown}
    givens |= {
        given.square: given
        for given in puzzle.givens
        if given.kind != Part.SHIP or givens.get(given.square, given).kind == Part.WATER
    }
    return puzzle.replace(givens=[*({given.square: given for given in puzzle.givens} | givens).values()])


def search(puzzle: Puzzle, deadline: Deadline, limit: int = 2) -> Result:
    """The result of searching for `limit` solutions. Raises `OutOfTimeError` if the search does not end."""
    result = solve(puzzle, limit=limit, time_limit=deadline.left())
    if not result.complete and len(result.boards) < limit:
        raise OutOfTimeError
    return result


def forced_squares(puzzle: Puzzle, shown: Sequence[Given], result: Result, deadline: Deadline) -> Board:
    """What all solutions have in common: the only solution, if there is one. Raises `OutOfTimeError`."""
    if result.status == "unique" and result.board is not None:
        return result.board
    deduction = Deduction(puzzle, shown, deadline)
    if result.status != "multiple" or deduction.run():
        return Board.unknown(puzzle.height, puzzle.width)
    known = deduction.board()
    common = {at for at, mark in known.squares() if mark == UNKNOWN and _agree(result.boards, at)}
    forced: dict[Square, str] = {}
    while common:
        at = min(common)
        mark = result.boards[0][at]
        other = search(_opposite(with_givens(puzzle, shown), at, mark), deadline, limit=1)
        if other.board is None:
            forced[at] = mark
            common.remove(at)
        else:
            boards = (result.boards[0], other.board)
            common = {at for at in common if _agree(boards, at)}
    rows = (
        "".join(forced.get((r, c), mark) for c, mark in enumerate(row)) for r, row in enumerate(known.rows)
    )
    return Board.spelled(tuple(rows))


def _agree(boards: Sequence[Board], at: Square) -> bool:
    return len({board[at] == WATER for board in boards}) == 1


def _opposite(puzzle: Puzzle, at: Square, mark: str) -> Puzzle:
    """The puzzle with the other value given in a square."""
    kind = Part.SHIP if mark == WATER else Part.WATER
    return puzzle.replace(givens=[*puzzle.givens, Given(*at, kind)])
