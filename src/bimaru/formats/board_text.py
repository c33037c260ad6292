"""Boards read from JSON, from plain rows, or from pictures as `solve` prints them.

The notation of the pictures, one sign a square, is defined only here; `bimaru.drawing.terminal` draws them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice, repeat
from typing import Final, TypeAlias

from bimaru.board import MARKS, NO_LETTER, SHIP, UNKNOWN, WATER, Board
from bimaru.errors import InvalidBoardError
from bimaru.formats.board_rows import are_numbers, are_rows, board_of_numbers, board_of_rows, letters_in
from bimaru.formats.input_files import Source, lines_of, name_of, open_source
from bimaru.formats.json_format import values
from bimaru.formats.lines import InvalidTextError, Recorder, TextFault, bounded, check_is_text, first_nonblank
from bimaru.puzzle import Puzzle, check_is_puzzle
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part, row_name

Notation: TypeAlias = Mapping[str, str]
"""The sign for every mark of a board, and for the corners of polyomino ships, which givens can name."""

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
"""The brackets round a given square; between two given squares there is `GIVEN_BESIDE_GIVEN` instead."""
GIVEN_BESIDE_GIVEN: Final = ":"
_GAPS: Final = f" {GIVEN}{GIVEN_BESIDE_GIVEN}"
BARS: Final = "│|"
"""The bars beside the rows of a picture, with the signs of Unicode and of ASCII."""

_ROW: Final = re.compile(
    rf"\s*(?P<name>[A-Z]{{1,2}})(?:\s+(?P<edge>\w))?\s*[{BARS}](?P<squares>[^{BARS}]*)[{BARS}]"
)
_FAULTY_ROW: Final = re.compile(r"board: row (\d+) has ")
"""The start of a fault of `Board` that is about one row."""
_COLOUR: Final = re.compile("\x1b\\[[0-9;]*m")
_SIGNS: Final = re.compile(rf"[{re.escape(''.join(_MARK_OF))}\s,;]+")
_NO_GAPS: Final = dict.fromkeys(map(ord, " \t,;"))
_LATER_SOLUTION: Final = re.compile(r"Solution (?!1\b)\d+\b")

NO_BOARD: Final = (
    "no board: expected JSON with `board` or `solutions`, rows of . (water), X or parts (ship) and ? "
    "(unknown), or a picture with rows like  A | ~ < > |"
)
"""The fault of a text in which no board is recognised."""

_Rows: TypeAlias = list[tuple[int, str]]
"""The rows of a board with their line numbers."""
_BoardOf: TypeAlias = Callable[[Puzzle], Board | TextFault]
"""One entry of a file of boards, as a function of its puzzle: the board, or the fault that `solve` found
none."""


def is_lettered(puzzle: Puzzle) -> bool:
    """Whether squares show letters: the puzzle has words, or a letter as a given."""
    return bool(letters_in(puzzle))


def solution_heading(number: int) -> str:
    """The heading of a picture if a puzzle has several; `number` counts from 1."""
    return f"Solution {number}"


def parse_board(text: str, puzzle: Puzzle) -> Board:
    """The first board of a text, for a puzzle, read as by `read_boards`. Raises `InvalidBoardError`, and
    `TypeError` for anything but text."""
    check_is_puzzle(puzzle)
    check_is_text(text)
    return next(_raise_faults(_boards([puzzle], _entries(iter(text.split("\n"))), None), None))


def read_boards(source: Source, puzzles: Iterable[Puzzle]) -> Iterator[Board]:
    """The boards of a file, one for each puzzle, as a stream.

    The file has JSON objects (`{"board": [...]}`, or the output of `solve --json`, whose first solution
    counts), plain rows (`bimaru.formats.board_rows`; at least two rows a board, a blank line between
    boards), or pictures as `solve` prints them, of which the first of each puzzle counts. In the picture of a
    lettered puzzle, a letter or digit is the letter of its square, and the part is unknown (`X`). Sizes are
    not checked.
    Raises `InvalidBoardError`, with file and line, and `OSError`."""
    return _raise_faults(read_boards_or_faults(source, puzzles), name_of(source))


def read_board_history(source: Source, puzzle: Puzzle) -> Iterator[Board]:
    """All boards of a file, for one puzzle, read as by `read_boards`. Raises `InvalidBoardError` and
    `OSError`."""
    check_is_puzzle(puzzle)
    with _board_errors(name_of(source)):
        for board_of in _entries_in(source, may_be_empty=True):
            board = board_of(puzzle)
            yield from _raise_faults(iter([board]), name_of(source))


def read_boards_or_faults(source: Source, puzzles: Iterable[Puzzle]) -> Iterator[Board | TextFault]:
    """The boards as from `read_boards`; a fault for each puzzle without a solution in `solve --json`."""
    return _boards(puzzles, _entries_in(source), name_of(source))


def boards_or_faults_in(
    lines: Iterator[str], puzzles: Iterable[Puzzle], file: str | None, no_board: str = NO_BOARD
) -> Iterator[Board | TextFault]:
    """The same from lines, for a `file` that is named in errors; `no_board` is the fault of a text without a
    board."""
    return _boards(puzzles, _entries(lines), file, no_board)


def _raise_faults(boards: Iterator[Board | TextFault], file: str | None) -> Iterator[Board]:
    for board in boards:
        if isinstance(board, TextFault):
            raise InvalidBoardError([board.located(file)])
        yield board


def _boards(
    puzzles: Iterable[Puzzle], entries: Iterator[_BoardOf], file: str | None, no_board: str = NO_BOARD
) -> Iterator[Board | TextFault]:
    for number, puzzle in enumerate(puzzles):
        with _board_errors(file):
            board_of = next(entries, None)
            if board_of is None:
                raise InvalidTextError([TextFault(None, "more puzzles than boards" if number else no_board)])
            board = board_of(puzzle)
        yield board
    with _board_errors(file):
        if next(entries, None):
            raise InvalidTextError([TextFault(None, "more boards than puzzles")])


@contextmanager
def _board_errors(file: str | None) -> Iterator[None]:
    try:
        yield
    except InvalidTextError as error:
        raise InvalidBoardError(error.in_file(file).faults) from None


def _entries_in(source: Source, *, may_be_empty: bool = False) -> Iterator[_BoardOf]:
    with open_source(source) as file:
        yield from _entries(lines_of(file), may_be_empty=may_be_empty)


def _entries(lines: Iterator[str], *, may_be_empty: bool = False) -> Iterator[_BoardOf]:
    blank, first = first_nonblank(lines)
    if first is None:
        if not may_be_empty:
            raise InvalidTextError([TextFault(None, "empty: expected a board")])
    elif first.lstrip().startswith("{"):
        yield from _json_boards(blank, first, lines)
    else:
        head = [first, *islice(lines, 1)]
        is_plain = len(head) > 1 and (are_rows(head) or _are_drawn(head))
        read = _plain_boards if is_plain else _pictures
        yield from bounded(read, chain(repeat("", blank), head, lines))


def _plain_boards(lines: Iterator[str]) -> Iterator[_BoardOf]:
    """Boards in plain rows, separated by blank lines or by dashes; between dashes, a board may be missing."""
    rows: _Rows = []
    is_missing = True
    for number, line in enumerate(chain(lines, [""]), 1):
        row = line.strip()
        if row.strip("-"):
            rows.append((number, row))
            continue
        if rows:
            yield partial(_plain_board, rows)
            rows, is_missing = [], False
        if row:
            if is_missing:
                yield partial(_no_board, number)
            is_missing = True


def _are_drawn(rows: Sequence[str]) -> bool:
    """Whether rows are those of a picture without its frame: only they have its sign of water."""
    return UNICODE[WATER] in "".join(rows) and all(map(_SIGNS.fullmatch, rows))


def _no_board(number: int, _: Puzzle) -> TextFault:
    return TextFault(number, "no board")


def _plain_board(rows: _Rows, puzzle: Puzzle) -> Board:
    if _are_drawn([row for _, row in rows]):
        return _picture_board([(number, row.translate(_NO_GAPS)) for number, row in rows], puzzle)
    try:
        return board_of_rows([row for _, row in rows], puzzle)
    except InvalidBoardError as invalid:
        raise InvalidTextError(
            [TextFault(_line_of(fault, rows), fault) for fault in invalid.faults]
        ) from None


def _line_of(fault: str, rows: _Rows) -> int:
    """The line of the row that a fault of a board is about, or else of the first row."""
    found = _FAULTY_ROW.match(fault)
    return rows[int(found[1]) - 1 if found else 0][0]


def _json_boards(blank: int, first: str, lines: Iterator[str]) -> Iterator[_BoardOf]:
    """Boards in JSON objects; or pictures, if the first line, which follows `blank` blank ones, was a title
    that merely starts like JSON."""
    recorder = Recorder(lines)
    found = values(chain(repeat("", blank), [first], recorder))
    try:
        number, data = next(found)
    except InvalidTextError:
        pictures = bounded(_pictures, chain(repeat("", blank), [first], recorder.recorded or (), lines))
        if (picture := next(pictures, None)) is None:
            raise
        yield picture
        yield from pictures
        return
    recorder.recorded = None
    yield _board_of_data(data, number)
    for number, data in found:
        yield _board_of_data(data, number)


def _board_of_data(data: object, number: int) -> _BoardOf:
    if isinstance(data, Mapping) and "solutions" in data:
        solutions = data["solutions"]
        if not isinstance(solutions, list):
            raise _fault_at(number, "`solutions` holds no board")
        if not solutions:
            return lambda _: TextFault(number, "`solutions` holds no board")
        data = solutions[0]
    if isinstance(data, Mapping) and are_numbers(data):
        return partial(_board_in_numbers, data, number)
    try:
        board = Board.from_data(data)
    except InvalidBoardError as invalid:
        raise _fault_at(number, *invalid.faults) from None
    return lambda _: board


def _board_in_numbers(data: Mapping[str, object], number: int, puzzle: Puzzle) -> Board:
    try:
        return board_of_numbers(data, puzzle)
    except InvalidBoardError as invalid:
        raise _fault_at(number, *invalid.faults) from None


def _pictures(lines: Iterator[str]) -> Iterator[_BoardOf]:
    rows: _Rows = []
    is_later = False
    for number, line in enumerate(chain(lines, [""]), 1):
        if row := row_in(line):
            width = len(rows[0][1]) if rows else None
            rows.append((number, signs_and_gaps(row, len(rows), width, number)[0]))
        elif rows:
            if not is_later:
                yield partial(_picture_board, rows)
            rows, is_later = [], False
        is_later = is_later or is_later_solution(line)


def is_later_solution(line: str) -> bool:
    """Whether a line is the heading of a second or later solution."""
    return bool(_LATER_SOLUTION.match(_COLOUR.sub("", line)))


def row_in(line: str) -> re.Match[str] | None:
    """A row of a picture, without colours: its `name`, the letter at its `edge`, and the text between its
    bars, the `squares`."""
    return _ROW.match(_COLOUR.sub("", line))


def signs_and_gaps(found: re.Match[str], row: int, width: int | None, line: int) -> tuple[str, str]:
    """The signs of the row that `row_in` found, and the gaps around them, which narrow pictures do not have.
    It is the `row`-th of the picture, from 0, and `width` squares wide, if that is known.

    Raises `InvalidTextError`."""
    name, inner = found["name"], found["squares"]
    if name != (expected := row_name(row)):
        raise _fault_at(line, f"expected row {expected}, found row {name}")
    signs, gaps = (inner[1::2], inner[::2]) if inner[:1] in _GAPS else (inner, "")
    if gaps.strip(_GAPS):
        raise _fault_at(line, f"row {name}: unexpected {gaps.strip(_GAPS)[0]!r} between two squares")
    if width is None:
        width = min(max(len(signs), 1), MAX_SIDE)
    if len(signs) != width:
        raise _fault_at(line, f"row {name}: expected {width} squares, found {len(signs)}")
    return signs, gaps


def _picture_board(rows: _Rows, puzzle: Puzzle) -> Board:
    lettered = is_lettered(puzzle)
    marks = tuple("".join(_mark(sign, lettered, number) for sign in signs) for number, signs in rows)
    letters = tuple("".join(sign if sign.isalnum() else NO_LETTER for sign in signs) for _, signs in rows)
    return Board(marks, letters if lettered else None)


def _mark(sign: str, lettered: bool, number: int) -> str:
    if lettered and sign.isalnum():
        return SHIP
    if sign not in _MARK_OF:
        raise _fault_at(number, f"expected one of {' '.join(ASCII.values())}, found {sign!r}")
    return _MARK_OF[sign]


def _fault_at(line: int, *faults: str) -> InvalidTextError:
    return InvalidTextError([TextFault(line, fault) for fault in faults])
