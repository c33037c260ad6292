"""Boards as the programs of published models print them.

`ship-list`: a line for each ship, `Ship 3 (length 4) placed at row 3 col 0 with orientation Horizontal.`,
counted from 0; under a heading, the grid in 0 and 1; or one of the two.

`heads`: a line for each row, `,,0_1,,,,4_1,`, with a comma for each square, and before it the number of the
word that begins there, counted from 0, and its direction (0 right, 1 down, 2 left, 3 up); then, as
`letters`, the same board.

`letters`: letters in columns, with blanks for water.

`squares`: `{(0, 1), (4, 2)}`, the ship squares as Python prints a set or a list of (row, column), from 0.

`sb-dict`: `{'board': [[1, 3, 4, 1], ...], 'fill': ...}`, the solution of `sb.mzn` as Python prints it.

A form that shows the board twice must show the same board twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from bimaru.board import NO_LETTER, SHIP, WATER, Board, part_among
from bimaru.errors import InvalidBoardError
from bimaru.formats.board_rows import board_of_numbers, board_of_rows
from bimaru.formats.json_format import values
from bimaru.formats.lines import InvalidTextError, TextFault
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square, row_name, square_name

Numbered = tuple[int, str]
"""A line with its number, from 1."""

_SHIP: Final = re.compile(
    r"\s*Ship (\d{1,4}) \(length ([1-9]\d{0,3})\) placed at row (\d{1,4}) col (\d{1,4}) "
    r"with orientation (Horizontal|Vertical)\.?\s*\Z"
)
_GRID_HEADING: Final = re.compile(r"\s*Board occupancy \(0: water, 1: ship\):\s*\Z")
_GRID_ROW: Final = re.compile(r"\s*[01](?:[01]*|(?:[ \t]+[01])*)\s*\Z")
_HEADS_ROW: Final = re.compile(r"[\d_,]*,")
_HEAD: Final = re.compile(r"(\d{1,4})_([0-3])")
_LETTERS_ROW: Final = re.compile(r"[ ]*[^\W_](?:[ ]*[^\W_])*\s*\Z")
_DICT: Final = re.compile(r"[^{}]{0,80}(\{'board': )")
_PAIR: Final = r"\(\d{1,4}, ?\d{1,4}\)"
_SQUARES: Final = re.compile(rf"\s*(?:[{{\[]|frozenset\(\{{)({_PAIR}(?:, {_PAIR})*)[}}\]]\)?\s*\Z")
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Right, down, left, up: the directions as `heads` numbers them."""


class _Lying(NamedTuple):
    """A ship as printed: its line and its name there, its squares, its letters."""

    line: int
    name: str
    squares: tuple[Square, ...]
    letters: str = ""


# Recognition, by the lines that are not blank


def is_ship_list(lines: Sequence[str]) -> bool:
    """Whether some line lists a ship or is the heading of the grid."""
    return any(_SHIP.match(line) or _GRID_HEADING.match(line) for line in lines)


def is_heads(lines: Sequence[str]) -> bool:
    """Whether some line has a row with a head."""
    words = (word for line in lines for word in line.split())
    return any(_HEADS_ROW.fullmatch(word) and _HEAD.search(word) for word in words)


def is_letters(lines: Sequence[str]) -> bool:
    """Whether all lines are letters in columns: some line is indented, and the columns are not those of
    plain rows."""
    widths = {len(line.split()) for line in lines}
    return (
        len(lines) > 1
        and any(line[:1] == " " for line in lines)
        and all(map(_LETTERS_ROW.match, lines))
        and (len(widths) > 1 or widths == {1})
    )


def is_dict(lines: Sequence[str]) -> bool:
    """Whether the dictionary begins on some line."""
    return any(map(_DICT.match, lines))


def are_squares(lines: Sequence[str]) -> bool:
    """Whether some line is a set or list of squares."""
    return any(map(_SQUARES.match, lines))


# Reading. Each raises `InvalidTextError` and `InvalidBoardError`.


def board_of_ship_list(lines: Sequence[str], puzzle: Puzzle) -> Board:
    """The board of a `ship-list`."""
    numbered = [*enumerate(lines, 1)]
    if second := next((number for number, line in numbered if _DICT.match(line)), None):
        raise _fault(second, "a second board; give only one of the two")
    ships = [*_listed_ships(numbered)]
    grid = [(number, line) for number, line in numbered if _GRID_ROW.match(line)]
    if not ships:
        _check_height(grid, puzzle)
        shown = (_digits(line).replace("0", WATER).replace("1", SHIP) for _, line in grid)
        return _with_parts(Board(tuple(shown)), puzzle)
    board = _board_of_ships(ships, puzzle)
    if grid:
        listed = ["".join("0" if mark == WATER else "1" for mark in row) for row in board.rows]
        _check_same(grid, [_digits(line) for _, line in grid], listed)
    return board


def _digits(line: str) -> str:
    return "".join(line.split())


def _listed_ships(lines: Iterable[Numbered]) -> Iterator[_Lying]:
    seen = set()
    for number, line in lines:
        if found := _SHIP.match(line):
            ship, length, row, col = map(int, found.groups()[:4])
            if ship in seen:
                raise _fault(number, f"ship {ship} is listed twice")
            seen.add(ship)
            direction = 0 if found[5] == "Horizontal" else 1
            yield _Lying(number, f"ship {ship}", _squares((row, col), direction, length))


def board_of_heads(lines: Sequence[str], puzzle: Puzzle) -> Board:
    """The board of `heads`, whose rows may also be on one line, with blanks between them."""
    words = [(number, word) for number, line in enumerate(lines, 1) for word in line.split()]
    rows = [(i, word) for i, word in enumerate(words) if _HEADS_ROW.fullmatch(word[1])]
    _check_height([row for _, row in rows], puzzle)
    board = _board_of_ships([*_headed_words([row for _, row in rows], puzzle)], puzzle)
    if letters := words[rows[-1][0] + 1 :]:
        shown = " ".join(row.replace(NO_LETTER, " ") for row in board.letters or board.rows).split()
        _check_same(letters, [word for _, word in letters], shown)
    return board


def _headed_words(rows: Sequence[Numbered], puzzle: Puzzle) -> Iterator[_Lying]:
    seen = set()
    for r, (number, line) in enumerate(rows):
        entries = line.removesuffix(",").split(",")
        if len(entries) != puzzle.width:
            raise _fault(number, f"row {row_name(r)}: expected {puzzle.width} squares, found {len(entries)}")
        for c, entry in enumerate(entries):
            if entry:
                head = _HEAD.fullmatch(entry)
                if head is None:
                    raise _fault(number, f"{entry!r} is not the number of a word, _, and a direction 0 to 3")
                word, direction = int(head[1]), int(head[2])
                if word >= len(puzzle.words):
                    raise _fault(number, f"word {word}: the puzzle has {len(puzzle.words)}, counted from 0")
                if word in seen:
                    raise _fault(number, f"word {word} begins twice")
                seen.add(word)
                letters = puzzle.words[word]
                yield _Lying(number, f"word {word}", _squares((r, c), direction, len(letters)), letters)


def board_of_letters(lines: Sequence[str], puzzle: Puzzle) -> Board:
    """The board of `letters`. Blank lines are rows of water; those at the end may be missing."""
    rows = [(number, line.rstrip()) for number, line in enumerate(lines, 1)]
    while rows and not rows[-1][1]:
        rows.pop()
    if len(rows) > puzzle.height:
        raise _fault(None, f"expected {puzzle.height} rows of letters, found {len(rows)}")
    for number, line in rows:
        if len(line) > puzzle.width:
            raise _fault(number, f"expected {puzzle.width} squares, found {len(line)}")
    padded = [line for _, line in rows] + [""] * (puzzle.height - len(rows))
    return _with_parts(
        board_of_rows([line.ljust(puzzle.width).replace(" ", WATER) for line in padded], puzzle), puzzle
    )


def board_of_dict(lines: Sequence[str], puzzle: Puzzle) -> Board:
    """The board of `sb-dict`."""
    starts = [(n, found.start(1)) for n, line in enumerate(lines) if (found := _DICT.match(line))]
    if len(starts) > 1:
        raise _fault(starts[1][0] + 1, "a second board; give only one of the two")
    line, at = starts[0]
    text = [" " * at + lines[line][at:], *lines[line + 1 :]]
    as_json = (part.replace("'", '"') for part in text)
    data: Any
    _, data = next(values(chain(repeat("", line), as_json)))
    try:
        return board_of_numbers(data, puzzle)
    except InvalidBoardError as error:
        raise InvalidTextError([TextFault(line + 1, fault) for fault in error.faults]) from None


def board_of_squares(lines: Sequence[str], puzzle: Puzzle) -> Board:
    """The board of `squares`."""
    sets = [(n, found[1]) for n, line in enumerate(lines, 1) if (found := _SQUARES.match(line))]
    if len(sets) > 1:
        raise _fault(sets[1][0], "a second board; give only one of the two")
    line, text = sets[0]
    squares = [(int(row), int(col)) for row, col in re.findall(r"(\d+), ?(\d+)", text)]
    board = _board_of_ships([_Lying(line, f"square {square}", (square,)) for square in squares], puzzle)
    shown = ("".join(WATER if mark == WATER else SHIP for mark in row) for row in board.rows)
    return _with_parts(Board(tuple(shown)), puzzle)


# Ships on a board


def _squares(start: Square, direction: int, length: int) -> tuple[Square, ...]:
    down, right = _STEPS[direction]
    return tuple((start[0] + k * down, start[1] + k * right) for k in range(length))


def _board_of_ships(ships: Sequence[_Lying], puzzle: Puzzle) -> Board:
    """The board on which each ship shows its own parts, so that the referee sees where two touch."""
    parts: dict[Square, Part] = {}
    letters: dict[Square, str] = {}
    owner: dict[Square, str] = {}
    for ship in ships:
        lying = {*ship.squares}
        for at in ship.squares:
            if not (0 <= at[0] < puzzle.height and 0 <= at[1] < puzzle.width):
                size = f"{puzzle.height}x{puzzle.width}"
                raise _fault(ship.line, f"{ship.name} leaves the {size} grid; rows and columns count from 0")
            if at in owner:
                raise _fault(ship.line, f"{ship.name} lies on {square_name(at)}, where {owner[at]} lies")
            owner[at] = ship.name
            parts[at] = part_among(at, lying)
        letters.update(zip(ship.squares, ship.letters, strict=False))
    return Board.of_parts(puzzle.height, puzzle.width, parts, letters if puzzle.words and letters else None)


def _with_parts(board: Board, puzzle: Puzzle) -> Board:
    return board if puzzle.shapes else board.with_parts()


# Faults


def _check_height(rows: Sequence[Numbered], puzzle: Puzzle) -> None:
    if len(rows) != puzzle.height:
        line = rows[0][0] if rows else None
        raise _fault(line, f"expected {puzzle.height} rows, found {len(rows)}")


def _check_same(lines: Sequence[Numbered], found: Sequence[str], expected: Sequence[str]) -> None:
    if len(found) != len(expected):
        raise _fault(lines[0][0], f"the grid has {len(found)} entries, by the ships above it {len(expected)}")
    for (number, _), one, other in zip(lines, found, expected, strict=True):
        if one != other:
            raise _fault(number, f"the grid shows {one!r}, the ships above it {other!r}")


def _fault(line: int | None, text: str) -> InvalidTextError:
    return InvalidTextError([TextFault(line, text)])


PRINTED: Final = {
    "ship-list": ("ships listed with row, column and orientation", is_ship_list, board_of_ship_list),
    "heads": ("the heads of words in a grid", is_heads, board_of_heads),
    "squares": ("the ship squares as a set or list in Python", are_squares, board_of_squares),
    "sb-dict": ("the solution of sb.mzn in Python", is_dict, board_of_dict),
    "letters": ("letters in columns", is_letters, board_of_letters),
}
"""What each form is, in the order in which detection tries them, and how it is recognised and read."""
