"""Positions: a puzzle together with the squares that a half-filled board of it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from bimaru.board import (
    OPENINGS,
    SHIP,
    UNKNOWN,
    WATER,
    Board,
    Openings,
    check_is_board,
    neighbours,
    part_among,
    with_marks,
)
from bimaru.deduction.limits import Deadline
from bimaru.deduction.own_techniques import NO_TECHNIQUES, Checked, OwnTechnique, usable
from bimaru.deduction.steps_in_order import Deduction
from bimaru.errors import InvalidBoardError, InvalidInputError, OutOfTimeError
from bimaru.puzzle import Given, Puzzle
from bimaru.solving import Result, Status, solve
from bimaru.squares import LETTER_MARK, Part, Square, square_name

_WAYS_ON: Final[Mapping[str, tuple[Openings, ...]]] = {
    **{part: (openings,) for part, openings in OPENINGS.items()},
    Part.MIDDLE: ((True, True, False, False), (False, False, True, True)),
}
"""Where a ship goes on from each part: in one way, from the middle of a straight one in two."""
_MOST_WAYS: Final = 64
"""The puzzles, each to be searched, that middles on a board may lead to."""


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
    """The known squares of a half-filled board as givens: two of a square that shows a part and a letter."""
    return tuple(chain.from_iterable(_said_on(board, at) for at, mark in board.squares() if mark != UNKNOWN))


def _said_on(board: Board, at: Square) -> Iterator[Given]:
    if board.letter(at) is not None and board[at] not in (WATER, SHIP):
        yield Given(*at, board[at])
    yield given_on(board, at)


def given_on(board: Board, at: Square) -> Given:
    """A known square of a board as a given."""
    return Given(*at, kind_on(board, at))


def kind_on(board: Board, at: Square) -> str:
    """What a known square of a board shows, as a given writes it: its letter if it has one."""
    letter = board.letter(at)
    if board[at] == WATER:
        return Part.WATER.value
    return board[at] if letter is None else LETTER_MARK + letter


def agrees(shown: Given, solution: Board) -> bool:
    """Whether what a square shows is true of a solution."""
    if shown.letter is not None:
        return solution.letter(shown.square) == shown.letter
    mark = solution[shown.square]
    if shown.kind in (Part.WATER, Part.SHIP):
        return (mark == WATER) == (shown.kind == Part.WATER)
    if mark == SHIP:  # as in the solutions of puzzles with polyomino ships
        return part_among(shown.square, solution.occupied()) == shown.kind
    return mark == shown.kind


def contradicts(shown: Given, puzzle: Puzzle) -> bool:
    """Whether a square shows something other than what the puzzle gives there."""
    given = {given.square: given.kind for given in puzzle.givens}.get(shown.square, shown.kind)
    if Part.WATER in (given, shown.kind):
        return given != shown.kind
    if given.startswith(LETTER_MARK) != shown.kind.startswith(LETTER_MARK):
        return False
    return given != shown.kind and Part.SHIP not in (given, shown.kind)


def search(puzzle: Puzzle, deadline: Deadline, shown: Sequence[Given] = (), limit: int = 2) -> Result:
    """The result of searching for `limit` solutions that have the squares shown. Raises `OutOfTimeError` if
    the search does not end."""
    results = [_searched(one, deadline, limit) for one in _shown_in(puzzle, shown)]
    return results[0] if len(results) == 1 else _united(results, limit)


def _searched(puzzle: Puzzle, deadline: Deadline, limit: int) -> Result:
    result = solve(puzzle, limit=limit, time_limit=deadline.left())
    if not result.complete and len(result.boards) < limit:
        raise OutOfTimeError
    return result


def _united(results: Sequence[Result], limit: int) -> Result:
    """The result of puzzles that have no solution in common."""
    boards = tuple(islice(chain.from_iterable(result.boards for result in results), limit))
    statuses: tuple[Status, ...] = ("none", "unique", "multiple")
    complete = all(result.complete for result in results)
    return Result(statuses[min(len(boards), 2)], boards, complete, "", {"nodes": 0, "seconds": 0.0})


def with_givens(puzzle: Puzzle, shown: Sequence[Given]) -> Puzzle:
    """The puzzle with the squares shown as further givens; a part or letter that is given already stays."""
    givens = {given.square: given for given in shown}
    givens |= {
        given.square: given
        for given in puzzle.givens
        if given.kind != Part.SHIP or givens.get(given.square, given).kind == Part.WATER
    }
    return puzzle.replace(givens=[*({given.square: given for given in puzzle.givens} | givens).values()])


def _shown_in(puzzle: Puzzle, shown: Sequence[Given]) -> Iterable[Puzzle]:
    """The puzzle with the squares shown as further givens.

    A square has one given. Where both a part and a letter are known it is the letter, and what the part says
    of the squares beside it is given there; for a middle in two ways, so there may be several puzzles, or
    none where the squares contradict a part."""
    merged = with_givens(puzzle, shown)
    said = (*puzzle.givens, *shown)
    letters = {one.square: one for one in said if one.letter is not None}
    parts = [one for one in said if one.kind in _WAYS_ON and one.square in letters]
    if not parts:
        return (merged,)
    spelled = {one.square: one for one in merged.givens} | {
        part.square: letters[part.square] for part in parts
    }
    return (puzzle.replace(givens=[*found.values()]) for found in _with_parts(spelled, parts, puzzle))


def _with_parts(
    givens: Mapping[Square, Given], parts: Sequence[Given], puzzle: Puzzle
) -> Sequence[Mapping[Square, Given]]:
    """Givens, and what the parts say of the squares beside them, in every way that contradicts nothing.

    Of middles that only a board shows, those that would make it more than `_MOST_WAYS` are left out."""
    certain = [(part, _WAYS_ON[part.kind][0]) for part in parts if part.kind != Part.MIDDLE]
    start = _with_neighbours(givens, certain, puzzle)
    found = [] if start is None else [start]
    given = {*puzzle.givens}
    middles = (part for part in parts if part.kind == Part.MIDDLE)
    for middle in sorted(middles, key=lambda part: part not in given):
        continued = [
            known
            for one in found
            for openings in _WAYS_ON[middle.kind]
            if (known := _with_neighbours(one, [(middle, openings)], puzzle)) is not None
        ]
        if len(continued) <= max(len(found), _MOST_WAYS) or middle in given:
            found = continued
    return found


def _with_neighbours(
    givens: Mapping[Square, Given], parts: Iterable[tuple[Given, Openings]], puzzle: Puzzle
) -> Mapping[Square, Given] | None:
    """Givens, and what each of the parts says of the squares beside it; `None` if they contradict it."""
    found = dict(givens)
    for part, openings in parts:
        for at, is_ship in zip(neighbours(part.square), openings, strict=True):
            if 0 <= at[0] < puzzle.height and 0 <= at[1] < puzzle.width:
                known = found.setdefault(at, Given(*at, Part.SHIP if is_ship else Part.WATER))
                if (known.kind != Part.WATER) != is_ship:
                    return None
            elif is_ship:
                return None
    return found


def usable_on(
    puzzle: Puzzle,
    shown: Sequence[Given],
    techniques: Sequence[OwnTechnique],
    deadline: Deadline,
    result: Result | None = None,
) -> Checked:
    """Techniques of one's own for a position, with its solutions; none where it has no solution. The `result`
    is that of the search, if it is known. Raises `OutOfTimeError`."""
    if not techniques:
        return NO_TECHNIQUES
    found = result or search(puzzle, deadline, shown)
    forced = forced_squares(puzzle, shown, found, deadline)
    return usable(techniques, (*found.boards, forced)) if found.boards else NO_TECHNIQUES


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
        opposite = Given(*at, Part.SHIP if mark == WATER else Part.WATER)
        other = search(puzzle, deadline, (*shown, opposite), limit=1)
        if other.board is None:
            forced[at] = mark
            common.remove(at)
        else:
            boards = (result.boards[0], other.board)
            common = {at for at in common if _agree(boards, at)}
    return Board._spelled(with_marks(known, forced).rows)


def _agree(boards: Sequence[Board], at: Square) -> bool:
    return len({board[at] == WATER for board in boards}) == 1
