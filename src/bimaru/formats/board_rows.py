"""Boards in plain rows, one sign or number a square.

| rows | water | a ship's square | unknown |
| --- | --- | --- | --- |
| marks, `LR.` | `.` | its part, or `X` | `?` |
| numbers, `1 1 0` | `0` | `1` | `?` |
| letters, `..1...2`, of puzzles with letters | `.`, or `0` unless that is a letter | its letter | `?` |
| numbers of parts, `[[3, 4, 1]]` in JSON, as `sb.mzn` numbers them | `1` | `2` to `7` | |

Between the squares of a row there may be blanks or commas. Marks may be small, unless a puzzle has letters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from bimaru.board import MARKS, NO_LETTER, SHIP, UNKNOWN, WATER, Board
from bimaru.errors import InvalidBoardError
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_SIDE
from bimaru.validation import brief, first_faults

_GAPS: Final = " \t,;"
_MARKED: Final = re.compile(rf"[{re.escape(MARKS)}]+")
_SIGN: Final = r"[^\W_]|[.?]"
_ROW: Final = re.compile(rf"(?:{_SIGN})(?:(?:{_SIGN})*|(?:[{_GAPS}]+(?:{_SIGN}))*)")
_CAPITALS: Final = {ord(mark.lower()): mark for mark in MARKS if mark.isalpha()}
_GRID: Final = {"0": WATER, "1": SHIP, WATER: WATER, UNKNOWN: UNKNOWN}
_WATER_SIGNS: Final = {WATER, "0"}
_PIECES: Final = dict(enumerate(".SLRTBM", 1))
"""The marks by their numbers in `sb.mzn` (P. J. Stuckey), which frames its boards with water."""


def letters_in(puzzle: Puzzle) -> frozenset[str]:
    """The letters of a puzzle's ships and givens; none if its squares show no letters."""
    given = (given.letter for given in puzzle.givens)
    return frozenset("".join(puzzle.words)) | frozenset(letter for letter in given if letter)


def are_rows(lines: Sequence[str]) -> bool:
    """Whether a text that begins with these lines is a board in rows: not words, nor a picture, which begins
    with the numbers of its columns in two lines of different lengths."""
    rows = [line.strip(_GAPS) for line in lines]
    if all(map(_MARKED.fullmatch, rows)):
        return True
    widths = {sum(sign not in _GAPS for sign in row) for row in rows}
    has_water = not _WATER_SIGNS.isdisjoint("".join(rows))
    return all(map(_ROW.fullmatch, rows)) and has_water and len(widths) == 1


def board_of_rows(rows: Sequence[str], puzzle: Puzzle) -> Board:
    """The board that rows show. Sizes are not checked.

    Raises `InvalidBoardError`, also for signs that are letters of the puzzle as well as something else."""
    signs = tuple(re.sub(rf"[{_GAPS}]", "", row) for row in rows)
    letters = letters_in(puzzle)
    if not letters:
        signs = tuple(row.translate(_CAPITALS) for row in signs)
    used = {sign for row in signs for sign in row if sign.isalnum()}
    if used <= {*MARKS}:
        if used and used <= letters:
            raise _ambiguous(
                used, "parts of ships and letters of this puzzle", "a board in JSON has `letters`"
            )
        return Board(signs)
    if used <= {*_GRID} and used.isdisjoint(letters):
        return Board(tuple("".join(_GRID.get(sign, sign) for sign in row) for row in signs))
    return _lettered(signs, letters) if letters else Board(signs)


def _lettered(rows: Sequence[str], letters: Collection[str]) -> Board:
    water = {WATER} if "0" in letters else _WATER_SIGNS
    if "0" in letters and "0" in "".join(rows) and WATER not in "".join(rows):
        raise _ambiguous({"0"}, "water and a letter of this puzzle", f"write water as {WATER}")
    bare = {WATER: WATER, UNKNOWN: UNKNOWN} | ({} if SHIP in letters else {SHIP: SHIP})
    marks = dict.fromkeys(water, WATER) | bare
    return Board(
        tuple("".join(marks.get(sign, SHIP) for sign in row) for row in rows),
        tuple("".join(NO_LETTER if sign in marks else sign for sign in row) for row in rows),
    )


def _ambiguous(signs: Collection[str], both: str, instead: str) -> InvalidBoardError:
    return InvalidBoardError([f"board: {' '.join(sorted(signs))} can be {both}; {instead}"])


def are_numbers(data: Mapping[str, Any]) -> bool:
    """Whether the `board` of JSON is written in numbers of parts."""
    rows = data.get("board")
    return isinstance(rows, list) and bool(rows) and isinstance(rows[0], list)


def board_of_numbers(data: Mapping[str, Any], puzzle: Puzzle) -> Board:
    """The board of `{"board": [[1, 3, 4], ...]}`, with or without a frame of water around the puzzle's grid.
    If there is a `fill`, with 1 for ship and 0 for water, it must show the same squares.

    Raises `InvalidBoardError`."""
    rows = data["board"]
    if faults := first_faults(_number_faults(rows, data.get("fill"))):
        raise InvalidBoardError(faults)
    return _unframed(Board(tuple("".join(_PIECES[number] for number in row) for row in rows)), puzzle)


def _number_faults(rows: object, fill: object) -> Iterator[str]:
    if not isinstance(rows, list) or not rows:
        yield "board: not a list of rows"
        return
    for r, row in enumerate(rows):
        if not isinstance(row, list) or not 0 < len(row) <= MAX_SIDE + 2:
            yield f"board: row {r + 1} is not a list of numbers, one a square"
            return
        if wrong := [number for number in row if type(number) is not int or number not in _PIECES]:
            yield f"board: row {r + 1} has {brief(wrong[0])}; a square is 1 (water) or a part from 2 to 7"
            return
    ships = [[int(number > 1) for number in row] for row in rows]
    if fill is not None and fill != ships:
        yield "fill: other squares are ship than on `board`"


def _unframed(board: Board, puzzle: Puzzle) -> Board:
    """The board without the frame of water around the puzzle's grid, if it has one."""
    inner = tuple(row[1:-1] for row in board.rows[1:-1])
    is_framed = (board.height, board.width) == (puzzle.height + 2, puzzle.width + 2)
    if not is_framed or len(Board(inner).occupied()) < len(board.occupied()):
        return board
    return Board(inner)
