# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: infer_types=True
"""The referee: every rule of the puzzle that a board breaks.

This is the only definition of a right answer, and it shares nothing with any engine. It is
compiled for speed (Cython, pure-Python mode) and also runs uncompiled.

A half-filled board is never right; besides `unfinished`, its faults are those that it has no matter how its
unknown squares are filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cython

from bimaru.board import NO_LETTER, SHIP, UNKNOWN, WATER, Board, HasBoard, neighbours, part_among
from bimaru.json_values import JsonValue
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.ships import Ship
from bimaru.squares import LETTER_MARK, Part, Square, row_name, square_name

if cython.compiled:
    from cython.cimports.bimaru.bits import Index
else:
    from bimaru.bits import Index

_WATER = cython.declare(cython.int, ord(WATER))
_UNKNOWN = cython.declare(cython.int, ord(UNKNOWN))
_SHIP = cython.declare(cython.int, ord(SHIP))
_WATER_GIVEN = cython.declare(cython.int, ord(Part.WATER))
_MISSING = cython.declare(cython.int, -1)
"""Instead of a tally that is missing."""
_LONGER = cython.declare(cython.int, 0)
"""Instead of the mark of a given that takes more than one character: a letter or a corner."""

_PARTS = cython.declare(
    tuple,
    tuple(
        part_among((0, 0), {n for bit, n in enumerate(neighbours((0, 0))) if mask >> bit & 1})
        for mask in range(16)
    ),
)
"""The part of a ship square by its neighbours that are ship: bits above, below, left, right."""
_MARKS = cython.declare(bytes, bytes(ord(part) if len(part) == 1 else ord(SHIP) for part in _PARTS))
"""How a board writes those parts."""


@dataclass(frozen=True, slots=True)
class Fault(JsonValue):
    """A broken rule: its name, the squares concerned (possibly none) and a sentence.

    Rules: `size`, `row`, `column`, `given`, `part`, `touching`, `unfinished`, `fleet`,
    `letter`, `edge`.
    """

    rule: str
    squares: tuple[Square, ...]
    text: str


def check(puzzle: Puzzle, board: Board | HasBoard | Sequence[str]) -> list[Fault]:
    """The rules that a board, that of a result, or a sequence of rows breaks; empty if it solves the puzzle.

    Raises `InvalidBoardError` for rows that are not a board."""
    if not isinstance(puzzle, Puzzle):  # here first: a call for every board would cost more
        check_is_puzzle(puzzle)  # type: ignore[unreachable]  # for callers without type checking
    if not isinstance(board, Board):
        board = getattr(board, "board", board)
    whole = board if isinstance(board, Board) else Board(board)  # type: ignore[arg-type]  # checked by Board
    found: list[Fault] = _faults(puzzle, whole)
    return found


@cython.cfunc
def _faults(puzzle: Puzzle, board: Board) -> list[Fault]:
    rows: tuple[str, ...] = board.rows
    tallies: tuple[int | None, ...] = puzzle.rows
    cols: tuple[int | None, ...] = puzzle.cols
    height: Index = len(tallies)
    width: Index = len(cols)
    marks: bytes = "".join(rows).encode("ascii")
    if len(rows) != height or len(rows[0]) != width or len(marks) != height * width:
        return [_size_fault(puzzle, board)]
    found: list[Fault] = []
    cells: cython.uchar[101 * 100 + 1]  # for MAX_SIDE, which C must know when it compiles
    if not cython.compiled:
        cells = bytearray((height + 2) * (width + 1) + 1)
    _lay_out(marks, height, width, cells)
    has_unknown: cython.bint = _UNKNOWN in marks
    wanted: cython.int[2 * 99]
    if not cython.compiled:
        wanted = [0] * (height + width)
    for line in range(height):
        tally = tallies[line]
        wanted[line] = _MISSING if tally is None else tally
    for line in range(width):
        tally = cols[line]
        wanted[height + line] = _MISSING if tally is None else tally
    _check_lines(found, wanted, height, width, cells, has_unknown)
    _check_givens(found, puzzle, board, cells)
    are_whole: cython.bint = not (has_unknown and puzzle.shapes)
    is_fleet: cython.bint = _check_ships(found, cells, height, width, are_whole, puzzle.fleet.pairs)
    if has_unknown:
        found.append(_unfinished_fault(board))
    elif not (is_fleet and puzzle.is_plain and board.letters is None):
        found += _fleet_faults(puzzle, board)
        found += _letter_faults(puzzle, board)
        found += _edge_faults(puzzle, board)
    return found


def _size_fault(puzzle: Puzzle, board: Board) -> Fault:
    text = f"the board is {board.height}x{board.width}, the puzzle {puzzle.height}x{puzzle.width}"
    return Fault("size", (), text)


def _unfinished_fault(board: Board) -> Fault:
    squares = tuple(at for at, mark in board.squares() if mark == UNKNOWN)
    return Fault("unfinished", squares, f"squares still unknown: {len(squares)}")


@cython.cfunc
@cython.exceptval(check=False)
def _lay_out(marks: bytes, height: Index, width: Index, cells: cython.p_uchar) -> cython.void:
    """Write the marks of a board into `cells`, with water all around: a row above and below, and a column
    between the end of each row and the next. So all neighbours of a square can be read: those in its
    column are `width + 1` cells away."""
    squares: cython.p_const_uchar = marks
    for at in range((height + 2) * (width + 1) + 1):
        cells[at] = _WATER
    for row in range(height):
        at = (row + 1) * (width + 1) + 1
        for col in range(width):
            cells[at + col] = squares[row * width + col]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _cell(row: Index, col: Index, width: Index) -> Index:
    """Where `_lay_out` writes a square."""
    return (row + 1) * (width + 1) + col + 1


def _square(cell: int, width: int) -> Square:
    """The square that `_lay_out` writes there."""
    return (cell // (width + 1) - 1, cell % (width + 1) - 1)


@cython.cfunc
def _check_lines(
    found: list[Fault],
    tallies: cython.pointer(cython.const[cython.int]),
    height: Index,
    width: Index,
    cells: cython.p_const_uchar,
    has_unknown: cython.bint,
) -> None:
    """Lines whose number of ship squares is not their tally, or can no longer become it. `tallies` are those
    of the rows, then those of the columns."""
    water: cython.int[2 * 99]  # in each row, then in each column
    unknown: cython.int[2 * 99]
    if not cython.compiled:
        water, unknown = [0] * (height + width), [0] * (height + width)
    _count_marks(cells, height, width, _WATER, water)
    if has_unknown:
        _count_marks(cells, height, width, _UNKNOWN, unknown)
    else:
        for line in range(height + width):
            unknown[line] = 0
    most: cython.int
    for line in range(height):
        if tallies[line] != _MISSING:
            most = width - water[line]
            _check_line(found, "row", line, width, tallies[line], most, unknown[line])
    for line in range(width):
        if tallies[height + line] != _MISSING:
            most = height - water[height + line]
            _check_line(found, "column", line, height, tallies[height + line], most, unknown[height + line])


@cython.cfunc
@cython.exceptval(check=False)
def _count_marks(
    cells: cython.p_const_uchar,
    height: Index,
    width: Index,
    mark: cython.int,
    numbers: cython.pointer(cython.int),
) -> cython.void:
    """Count the squares with a mark in each row and then in each column."""
    is_one: cython.int
    in_row: cython.int
    for col in range(width):
        numbers[height + col] = 0
    for row in range(height):
        in_row = 0
        for col in range(width):
            is_one = cells[_cell(row, col, width)] == mark
            in_row += is_one
            numbers[height + col] += is_one
        numbers[row] = in_row


@cython.cfunc
@cython.inline
def _check_line(
    found: list[Fault],
    kind: str,
    line: Index,
    length: Index,
    tally: cython.int,
    most: cython.int,
    unknown: cython.int,
) -> None:
    """Check one line, with `most` ship squares if those that are `unknown` are ship."""
    if not most - unknown <= tally <= most:
        found.append(_line_fault(kind, line, length, tally, most - unknown, unknown))


def _line_fault(kind: str, line: int, length: int, tally: int, ships: int, unknown: int) -> Fault:
    left = f" and {unknown} unknown" if unknown else ""
    squares = "1 ship square" if ships == 1 else f"{ships} ship squares"
    text = f"{_line_name(kind, line)} has {squares}{left}, its tally is {tally}"
    return Fault(kind, _line_squares(kind, line, length), text)


def _line_name(kind: str, line: int) -> str:
    return f"row {row_name(line)}" if kind == "row" else f"column {line + 1}"


def _line_squares(kind: str, line: int, length: int) -> tuple[Square, ...]:
    return tuple((line, k) if kind == "row" else (k, line) for k in range(length))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_ship(cells: cython.p_const_uchar, at: Index) -> cython.bint:
    return (cells[at] != _WATER) & (cells[at] != _UNKNOWN)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _openings(cells: cython.p_const_uchar, at: Index, width: Index) -> cython.int:
    """The ship neighbours of a square, as an index to `_PARTS`; four bits higher, the unknown ones."""
    return (
        _opening(cells[at - width - 1])
        | _opening(cells[at + width + 1]) << 1
        | _opening(cells[at - 1]) << 2
        | _opening(cells[at + 1]) << 3
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _opening(mark: cython.int) -> cython.int:
    return 0 if mark == _WATER else 16 if mark == _UNKNOWN else 1


@cython.cfunc
def _can_be(part: str, openings: cython.int) -> cython.bint:
    """Whether some filling of its unknown neighbours gives a ship square this part."""
    parts: tuple[Part, ...] = _PARTS
    filled: cython.int
    for filled in range(16):
        if filled & (openings >> 4) == filled and parts[openings & 15 | filled] == part:
            return True
    return False


@cython.cfunc
def _check_givens(found: list[Fault], puzzle: Puzzle, board: Board, cells: cython.p_const_uchar) -> None:
    """The squares that contradict a given."""
    givens: tuple[Given, ...] = puzzle.givens
    width: Index = len(puzzle.cols)
    row: Index
    col: Index
    mark: cython.int
    kept: cython.bint
    for given in givens:
        triple = cython.cast(tuple, given)  # indexed faster than its subclass
        row, col = triple[0], triple[1]
        kind = cython.cast(str, triple[2])
        mark = ord(kind[0]) if len(kind) == 1 else _LONGER
        at = _cell(row, col, width)
        if mark == _LONGER and kind[0] == LETTER_MARK and cells[at] not in (_WATER, _UNKNOWN):
            letter = board.letter((row, col))
            kept = letter == kind[1] or (letter is None and not board.is_full)
        else:
            kept = _keeps(cells, at, width, mark, kind)
        if not kept:
            found.append(_given_fault((row, col), kind))


@cython.cfunc
@cython.inline
def _keeps(cells: cython.p_const_uchar, at: Index, width: Index, mark: cython.int, kind: str) -> cython.bint:
    """Whether a square agrees with a given without a letter; `mark` is that of its `kind`, if it has one."""
    part_marks: cython.p_const_uchar = _MARKS
    if cells[at] == _UNKNOWN:
        return True
    if cells[at] == _WATER:
        return mark == _WATER_GIVEN
    if mark == _SHIP:
        return True
    openings = _openings(cells, at, width)
    return (openings < 16 and part_marks[openings] == mark) or _can_be(kind, openings)


def wrong_boards(
    height: int,
    width: int,
    fleet: tuple[tuple[int, int], ...],
    rows: bytes,
    cols: bytes,
    givens: bytes,
    boards: bytes,
) -> list[int]:
    """The numbers of the boards that break a rule of their puzzle, among full boards of puzzles of one size
    and fleet, without letters and polyomino ships.

    A puzzle has a byte for each row and for each column, its tally, or 255 where that is missing; and one for
    each square: the character of its given, or 0. A board has a character for each square. Raises
    `ValueError` if there are more or fewer."""
    squares: Index = height * width
    number: Index = len(boards) // squares
    if not (
        0 < height < 100
        and 0 < width < 100
        and len(boards) == len(givens) == number * squares
        and len(rows) == number * height
        and len(cols) == number * width
    ):
        raise ValueError("a batch has as many tallies and squares as its puzzles have")
    wrong: list[int] = []
    for puzzle in range(number):
        board = boards[puzzle * squares : (puzzle + 1) * squares]
        if _is_wrong(puzzle, height, width, fleet, rows, cols, givens, board):
            wrong += [puzzle]
    return wrong


@cython.cfunc
def _is_wrong(
    puzzle: Index,
    height: Index,
    width: Index,
    fleet: tuple[tuple[int, int], ...],
    rows: bytes,
    cols: bytes,
    givens: bytes,
    marks: bytes,
) -> cython.bint:
    """Whether the board of one puzzle of a batch breaks a rule."""
    found: list[Fault] = []
    row_tallies: cython.p_const_uchar = rows
    col_tallies: cython.p_const_uchar = cols
    shown: cython.p_const_uchar = givens
    cells: cython.uchar[101 * 100 + 1]
    tallies: cython.int[2 * 99]
    if not cython.compiled:
        cells, tallies = bytearray((height + 2) * (width + 1) + 1), [0] * (height + width)
    given: cython.int
    _lay_out(marks, height, width, cells)
    for row in range(height):
        given = row_tallies[puzzle * height + row]
        tallies[row] = _MISSING if given == 255 else given
    for col in range(width):
        given = col_tallies[puzzle * width + col]
        tallies[height + col] = _MISSING if given == 255 else given
    _check_lines(found, tallies, height, width, cells, False)
    for row in range(height):
        for col in range(width):
            given = shown[(puzzle * height + row) * width + col]
            if given != 0 and not _keeps(cells, _cell(row, col, width), width, given, chr(given)):
                return True
    is_fleet: cython.bint = _check_ships(found, cells, height, width, True, fleet)
    return _UNKNOWN in marks or len(found) > 0 or not is_fleet


def _given_fault(square: Square, kind: str) -> Fault:
    given = _PHRASES.get(kind, f"the letter {kind[1:]}")
    return Fault("given", (square,), f"{square_name(square)} is given as {given}")


_PHRASES: dict[str, str] = {
    Part.WATER: "water",
    Part.SUBMARINE: "a submarine",
    Part.LEFT: "a left end",
    Part.RIGHT: "a right end",
    Part.TOP: "a top end",
    Part.BOTTOM: "a bottom end",
    Part.MIDDLE: "a middle",
    Part.SHIP: "ship",
    Part.RIGHT_BELOW: "a corner open to the right and below",
    Part.LEFT_BELOW: "a corner open to the left and below",
    Part.RIGHT_ABOVE: "a corner open to the right and above",
    Part.LEFT_ABOVE: "a corner open to the left and above",
}


@cython.cfunc
def _check_ships(
    found: list[Fault],
    cells: cython.p_const_uchar,
    height: Index,
    width: Index,
    are_whole: cython.bint,
    fleet: tuple[tuple[int, int], ...],
) -> cython.bint:
    """Add squares that show a wrong part, and ships that touch at a corner.

    While squares are unknown, polyominoes may still grow together around a corner; `are_whole` is false then.
    Returns whether the ships are straight and those of the fleet."""
    part_marks: cython.p_const_uchar = _MARKS
    squares: cython.short[101 * 100 + 1]
    ship_at: cython.short[101 * 100 + 1]
    counts: cython.short[100]  # how many straight ships there are of each length; [0]: polyominoes
    if not cython.compiled:
        squares, ship_at, counts = [0] * len(cells), [0] * len(cells), [0] * 100
    n: cython.int = 0
    number: Index = 0
    for at in range(100):
        counts[at] = 0
    for at in range((height + 2) * (width + 1) + 1):
        ship_at[at] = 0
    for at in range(_cell(0, 0, width), _cell(height, 0, width)):
        squares[number] = at  # without a branch, which could not be predicted
        number += _is_ship(cells, at)
    for i in range(number):
        at = squares[i]
        if ship_at[at] == 0:
            n += 1
            counts[_number_ship(cells, width, at, n, ship_at)] += 1
        if cells[at] != _SHIP:
            _check_part(found, cells, part_marks, at, width)
        if are_whole:
            _check_corner(found, ship_at, at, at - width - 2, width)
            _check_corner(found, ship_at, at, at - width, width)
    return _is_fleet(counts, n, fleet)


@cython.cfunc
@cython.inline
def _check_part(
    found: list[Fault], cells: cython.p_const_uchar, part_marks: cython.p_const_uchar, at: Index, width: Index
) -> None:
    openings: cython.int = _openings(cells, at, width)
    if openings < 16 and cells[at] == part_marks[openings]:
        return
    part = chr(cells[at])
    if not _can_be(part, openings):
        found.append(_part_fault(_square(at, width), part, openings))


@cython.cfunc
def _is_fleet(
    counts: cython.pointer(cython.short), ships: cython.int, fleet: tuple[tuple[int, int], ...]
) -> cython.bint:
    """Whether `counts`, the numbers of ships by length, with `ships` in all, are those of the fleet."""
    length: Index
    number: cython.int
    for length, number in fleet:
        if length >= 100 or counts[length] != number:
            return False
        ships -= number
    return ships == 0


@cython.cfunc
@cython.exceptval(check=False)
def _number_ship(
    cells: cython.p_const_uchar,
    width: Index,
    start: Index,
    n: cython.int,
    ship_at: cython.pointer(cython.short),
) -> Index:
    """Mark the squares of the ship at `start` with its number; return its length if it is straight, or 0."""
    todo: cython.short[101 * 100 + 1]
    steps: Index[4]
    if not cython.compiled:
        todo, steps = [0] * len(cells), [0] * 4
    steps[0], steps[1], steps[2], steps[3] = -1, 1, -width - 1, width + 1
    found: Index = 1
    done: Index = 0
    i: Index
    across: cython.bint = False
    down: cython.bint = False
    ship_at[start] = n
    todo[0] = start
    while done < found:
        for i in range(4):
            near = todo[done] + steps[i]
            if ship_at[near] == 0 and _is_ship(cells, near):
                ship_at[near] = n
                todo[found] = near
                found += 1
                across = across or i < 2
                down = down or i >= 2
        done += 1
    return 0 if across and down else found


@cython.cfunc
@cython.inline
def _check_corner(
    found: list[Fault], ship_at: cython.pointer(cython.short), at: Index, above: Index, width: Index
) -> None:
    """Check a square above a ship, whose number is written already if it is one of a ship."""
    if ship_at[above] != 0 and ship_at[above] != ship_at[at]:
        found.append(_touching_fault(_square(above, width), _square(at, width)))


def _touching_fault(one: Square, other: Square) -> Fault:
    text = f"the ships at {square_name(one)} and {square_name(other)} touch at a corner"
    return Fault("touching", (one, other), text)


def _part_fault(square: Square, part: str, openings: int) -> Fault:
    real = f"is {_PHRASES[_PARTS[openings]]}" if openings < 16 else "cannot be one"
    return Fault("part", (square,), f"{square_name(square)} shows {_PHRASES[part]} but {real}")


# The rest runs only for wrong boards, and for boards with letters or polyomino ships.


def _fleet_faults(puzzle: Puzzle, board: Board) -> list[Fault]:
    fleet = Counter(dict(puzzle.ships))
    on_board = ships_by_kind(board)
    found = []
    for ship in sorted(fleet.keys() | on_board.keys(), key=lambda ship: ship.rank):
        found_ships = on_board.get(ship, [])
        if len(found_ships) != fleet[ship]:
            squares = tuple(at for ship_squares in found_ships for at in ship_squares)
            text = f"ships {_ship_phrase(ship)}: {len(found_ships)}, the fleet has {fleet[ship]}"
            found.append(Fault("fleet", squares, text))
    return found


def ships_by_kind(board: Board) -> dict[Ship, list[tuple[Square, ...]]]:
    """The ships of a board, by their kind."""
    found: dict[Ship, list[tuple[Square, ...]]] = {}
    for squares in board.ships():
        found.setdefault(_ship_on(board, squares), []).append(squares)
    return found


def _ship_on(board: Board, squares: tuple[Square, ...]) -> Ship:
    """The ship on these squares of a board, with its letters."""
    top = min(r for r, _ in squares)
    left = min(c for _, c in squares)
    deep = max(r for r, _ in squares) - top + 1
    wide = max(c for _, c in squares) - left + 1
    shape = {(r - top, c - left) for r, c in squares}
    rows = (("#" if (r, c) in shape else "." for c in range(wide)) for r in range(deep))
    ship = Ship.polyomino(map("".join, rows))
    letters = () if board.letters is None else (board.letters[r][c] for r, c in squares)
    word = "".join(letters)
    if not word.strip(NO_LETTER):
        return ship
    return Ship.lettered(word) if ship.is_straight else ship._replace(word=word)


def _ship_phrase(ship: Ship) -> str:
    if ship.word is not None:
        return f"lettered {ship.word}"
    return f"of length {ship.length}" if ship.is_straight else f"of the shape {'/'.join(ship.shape)}"


def _letter_faults(puzzle: Puzzle, board: Board) -> Iterator[Fault]:
    """Letters on water, and missing letters."""
    if board.letters is None:
        if puzzle.words:
            yield Fault("letter", (), "the board shows no letters")
        return
    for at, mark in board.squares():
        letter = board.letter(at)
        if mark == WATER and letter is not None:
            yield Fault("letter", (at,), f"{square_name(at)} is water but has the letter {letter}")


def _edge_faults(puzzle: Puzzle, board: Board) -> list[Fault]:
    """Edge letters that are not the nearest letter in their line."""
    rows = board.letters or (NO_LETTER * board.width,) * board.height
    columns = tuple("".join(column) for column in zip(*rows, strict=True))
    found = []
    for side, letters in puzzle.edges._asdict().items():
        kind, lines = ("row", rows) if side in ("left", "right") else ("column", columns)
        inwards = 1 if side in ("left", "top") else -1
        for i, letter in enumerate(letters):
            nearest = lines[i][::inwards].replace(NO_LETTER, "")[:1]
            if letter is not None and nearest != letter:
                name = _line_name(kind, i)
                text = f"the letter nearest to the {side} of {name} is {nearest or 'missing'}, not {letter}"
                found.append(Fault("edge", _line_squares(kind, i, len(lines[i])), text))
    return found
