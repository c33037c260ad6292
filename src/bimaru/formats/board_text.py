"""Boards as people and programs hand them over: JSON, or the picture that `solve` prints.

The notation of the picture, one sign a square, is written here and nowhere else; pictures
are drawn by `bimaru.drawing.terminal`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice, repeat
from typing import Final, TypeAlias

from bimaru.board import MARKS, NO_LETTER, SHIP, UNKNOWN, Board
from bimaru.errors import InvalidBoardError
from bimaru.formats.bounds import bounded, first_filled
from bimaru.formats.jsonl import values
from bimaru.formats.protocol import InvalidTextError, TextFault, located
from bimaru.formats.source import Source, lines_of, name_of, opened
from bimaru.puzzle import Puzzle, check_is_puzzle
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part, row_name

Notation: TypeAlias = Mapping[str, str]
"""The sign of every mark of a board, and of the corners that a given can tell."""

_KINDS: Final = (*MARKS, Part.RIGHT_BELOW, Part.LEFT_BELOW, Part.RIGHT_ABOVE, Part.LEFT_ABOVE)
UNICODE: Final[Notation] = dict(zip(_KINDS, "~●◖◗∩∪■▣·╭╮╰╯", strict=True))
ASCII: Final[Notation] = dict(zip(_KINDS, "~O<>^v#X.r7LJ", strict=True))
ASCII_LETTERED: Final[Notation] = dict(zip(_KINDS, "~@<>^_#%./\\\\/", strict=True))
"""For lettered puzzles, where letters and digits are the letters of squares."""
_MARK_OF: Final = {UNKNOWN: UNKNOWN} | {
    sign: kind if len(kind) == 1 else SHIP
    for notation in (ASCII_LETTERED, ASCII, UNICODE)
    for kind, sign in notation.items()
}

GIVEN: Final = "[]"
"""What a given square stands between; two given squares have `GIVEN_BESIDE_GIVEN` between them."""
GIVEN_BESIDE_GIVEN: Final = ":"
_GAPS: Final = f" {GIVEN}{GIVEN_BESIDE_GIVEN}"
_BARS: Final = "│|"

_ROW: Final = re.compile(rf"\s*([A-Z]{{1,2}})(?:\s+\w)?\s*[{_BARS}]([^{_BARS}]*)[{_BARS}]")
_PLAIN: Final = re.compile(rf"\s*[{re.escape(MARKS)}]+\s*")
_COLOUR: Final = re.compile("\x1b\\[[0-9;]*m")
_FURTHER: Final = re.compile(r"Solution (?!1\b)\d+\b")

_NOTHING: Final = "no board in it: neither JSON with `board` or `solutions`, nor rows like  A | ~ < > |"

_Rows: TypeAlias = list[tuple[int, str]]
"""The rows of a board, each with the number of its line."""
_Sheet: TypeAlias = Callable[[bool], Board | TextFault]
"""What stands for one board: gives it once it is known whether the puzzle is lettered, or says that
there is none where one could be."""


def is_lettered(puzzle: Puzzle) -> bool:
    """Whether squares show letters: the puzzle has words, or asks for a letter in vain."""
    return bool(puzzle.words) or any(given.letter for given in puzzle.givens)


def solution_heading(number: int) -> str:
    """What stands above a picture that is one of several of one puzzle; `number` counts from 1."""
    return f"Solution {number}"


def parse_board(text: str, puzzle: Puzzle) -> Board:
    """The first board of a text, for a puzzle, read as by `read_boards`. Raises `InvalidBoardError`."""
    check_is_puzzle(puzzle)
    return next(_all_there(_boards([puzzle], _sheets(iter(text.split("\n"))), None), None))


def read_board(source: Source, puzzle: Puzzle) -> Board:
    """The first board of a file. Raises `InvalidBoardError` and `OSError`."""
    return next(read_boards(source, [puzzle]))


def read_boards(source: Source, puzzles: Iterable[Puzzle]) -> Iterator[Board]:
    """A board for every puzzle, as a stream: as many as there are puzzles, in the same order.

    The file holds JSON, one object or one a line (`{"board": [...]}`, or what `solve --json`
    prints, of which the first solution is taken), plain rows as a board prints them with a blank
    line between two boards (two rows or more), or pictures as `solve` prints them, of which
    the first of each puzzle is taken. In the picture of a lettered puzzle a letter or digit is the
    letter of its square, and the part is not told (`X`). The size of a board is not looked at.
    Raises `InvalidBoardError`, with file and line, and `OSError`."""
    return _all_there(read_boards_found(source, puzzles), name_of(source))


def read_boards_found(source: Source, puzzles: Iterable[Puzzle]) -> Iterator[Board | TextFault]:
    """What `read_boards` gives; where `solve --json` found no board for a puzzle, what says so."""
    return _boards(puzzles, _sheets_in(source), name_of(source))


def _all_there(boards: Iterator[Board | TextFault], file: str | None) -> Iterator[Board]:
    for board in boards:
        if isinstance(board, TextFault):
            raise InvalidBoardError([located(board, file)])
        yield board


def _boards(
    puzzles: Iterable[Puzzle], sheets: Iterator[_Sheet], file: str | None
) -> Iterator[Board | TextFault]:
    for number, puzzle in enumerate(puzzles):
        with _told_of_boards(file):
            sheet = next(sheets, None)
            if sheet is None:
                raise InvalidTextError([TextFault(None, "more puzzles than boards" if number else _NOTHING)])
            board = sheet(is_lettered(puzzle))
        yield board
    with _told_of_boards(file):
        if next(sheets, None):
            raise InvalidTextError([TextFault(None, "more boards than puzzles")])


@contextmanager
def _told_of_boards(file: str | None) -> Iterator[None]:
    try:
        yield
    except InvalidTextError as error:
        raise InvalidBoardError(error.within(file).faults) from None


def _sheets_in(source: Source) -> Iterator[_Sheet]:
    with opened(source) as file:
        yield from _sheets(lines_of(file))


def _sheets(lines: Iterator[str]) -> Iterator[_Sheet]:
    blank, first = first_filled(lines)
    head = [first or ""]
    if head[0].lstrip().startswith("{"):
        return _objects(blank, head[0], lines)
    head += islice(lines, 1)
    is_plain = len(head) > 1 and all(map(_PLAIN.fullmatch, head))
    return bounded(_plain if is_plain else _pictures, chain(repeat("", blank), head, lines))


def _plain(lines: Iterator[str]) -> Iterator[_Sheet]:
    """Rows as a board writes them, a blank line between two boards."""
    rows: _Rows = []
    for number, line in enumerate(chain(lines, [""]), 1):
        if line.strip():
            rows.append((number, line.strip()))
        elif rows:
            yield partial(_plain_board, rows)
            rows = []


def _plain_board(rows: _Rows, _: bool) -> Board:
    try:
        return Board(tuple(row for _, row in rows))
    except InvalidBoardError as invalid:
        raise _at(rows[0][0], *invalid.faults) from None


def _objects(blank: int, first: str, lines: Iterator[str]) -> Iterator[_Sheet]:
    """What one JSON object after another says; pictures after all, if the first line, which comes after
    `blank` others, was a title that merely begins like JSON."""
    ahead = _Ahead(lines)
    found = values(chain(repeat("", blank), [first], ahead))
    try:
        number, data = next(found)
    except InvalidTextError:
        pictures = bounded(_pictures, chain(repeat("", blank), [first], ahead.taken or (), lines))
        if (sheet := next(pictures, None)) is None:
            raise
        yield sheet
        yield from pictures
        return
    ahead.taken = None
    yield _sheet_of_data(data, number)
    for number, data in found:
        yield _sheet_of_data(data, number)


class _Ahead(Iterator[str]):
    """The same lines; as long as there is a list `taken`, each is kept there."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.taken: list[str] | None = []

    def __next__(self) -> str:
        line = next(self._lines)
        if self.taken is not None:
            self.taken.append(line)
        return line


def _sheet_of_data(data: object, number: int) -> _Sheet:
    if isinstance(data, Mapping) and "solutions" in data:
        solutions = data["solutions"]
        if not isinstance(solutions, list):
            raise _at(number, "`solutions` holds no board")
        if not solutions:
            return lambda _: TextFault(number, "`solutions` holds no board")
        data = solutions[0]
    try:
        board = Board.from_data(data)
    except InvalidBoardError as invalid:
        raise _at(number, *invalid.faults) from None
    return lambda _: board


def _pictures(lines: Iterator[str]) -> Iterator[_Sheet]:
    rows: _Rows = []
    is_further = False
    for number, line in enumerate(chain(lines, [""]), 1):
        if row := _row_in(line):
            rows.append((number, _signs(row[1], row[2], rows, number)))
        elif rows:
            if not is_further:
                yield partial(_board_of, rows)
            rows, is_further = [], False
        is_further = is_further or bool(_FURTHER.match(_COLOUR.sub("", line)))


def _row_in(line: str) -> re.Match[str] | None:
    """The name of a picture's row and what stands between its bars."""
    return _ROW.match(_COLOUR.sub("", line))


def _signs(name: str, inner: str, above: _Rows, number: int) -> str:
    """The squares of a row, without the gaps between them (narrow pictures have none)."""
    if name != (expected := row_name(len(above))):
        raise _at(number, f"this is row {name}, where row {expected} was expected")
    signs, gaps = (inner[1::2], inner[::2]) if inner[:1] in _GAPS else (inner, "")
    if gaps.strip(_GAPS):
        raise _at(number, f"row {name} has {gaps.strip(_GAPS)[0]!r} in a gap between two squares")
    wide = len(above[0][1]) if above else min(max(len(signs), 1), MAX_SIDE)
    if len(signs) != wide:
        raise _at(number, f"row {name} has {len(signs)} squares, where {wide} were expected")
    return signs


def _board_of(rows: _Rows, lettered: bool) -> Board:
    marks = tuple("".join(_mark(sign, lettered, number) for sign in signs) for number, signs in rows)
    letters = tuple("".join(sign if sign.isalnum() else NO_LETTER for sign in signs) for _, signs in rows)
    return Board(marks, letters if lettered else None)


def _mark(sign: str, lettered: bool, number: int) -> str:
    if lettered and sign.isalnum():
        return SHIP
    if sign not in _MARK_OF:
        raise _at(number, f"{sign!r} is no square; one of {' '.join(ASCII.values())} was expected")
    return _MARK_OF[sign]


def _at(line: int, *faults: str) -> InvalidTextError:
    return InvalidTextError([TextFault(line, fault) for fault in faults])
