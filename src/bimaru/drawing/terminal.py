"""Pictures as text, for terminals, mail and comments.

A square is one sign with a gap on either side; given squares are in brackets. The signs are those of
`bimaru.formats.board_text`, which reads the pictures back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import fill
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.formats.board_text import (
    ASCII,
    ASCII_LETTERED,
    GIVEN,
    GIVEN_BESIDE_GIVEN,
    UNICODE,
    Notation,
    is_lettered,
)
from bimaru.polyominoes import name_of
from bimaru.puzzle import Given, Puzzle, Tally
from bimaru.ships import Shape, Ship
from bimaru.squares import Part, Square, row_name

_Ink: TypeAlias = Literal["water", "ship", "given", "unknown", "label"]

_INKS: Final[Mapping[_Ink, str]] = {"water": "34", "ship": "1", "given": "1;33", "unknown": "2", "label": "2"}
"""Colours as terminals number them (ECMA-48, "select graphic rendition")."""
_INK_OF: Final[Mapping[str, _Ink]] = {WATER: "water", UNKNOWN: "unknown"}
_FRAME: Final = ("│", "─", "┌┐", "└┘")
_ASCII_FRAME: Final = ("|", "-", "++", "++")
PAGE: Final = 80
"""Columns of text, unless a terminal has another width."""
_LONGEST_DRAWN: Final = 20
_SPACE: Final = 3


class Look(NamedTuple):
    """Options of text pictures. `room`: the columns of the terminal, if there is one; a wider grid is drawn
    without gaps, and so without brackets."""

    ascii: bool = False
    colour: bool = False
    room: int | None = None


PLAIN: Final = Look()


def paragraphs(text: str, indent: str = "") -> str:
    """Text in lines of at most `PAGE` columns; all but the first are indented, those of an item further."""
    indents = ((indent if number else "", line) for number, line in enumerate(text.split("\n")))
    return "\n".join(
        fill(line, PAGE, initial_indent=first, subsequent_indent=indent + "  " * line.startswith("- "))
        for first, line in indents
    )


def picture(puzzle: Puzzle, board: Board | None = None, look: Look = PLAIN) -> str:
    """The grid with its tallies and edge letters, showing `board` (of the puzzle's size), or
    only the givens. Rows and columns are named as squares are: `B4`."""
    side, dash, top, bottom = _ASCII_FRAME if look.ascii else _FRAME
    drawing = _drawing(puzzle, board, look)
    left, right = _left_of_rows(puzzle), _right_of_rows(puzzle)
    margin = " " * len("".join(left[0]))
    dashes = dash * (puzzle.width + len(drawing.gap) * (puzzle.width + 1))
    rows = (
        f"{drawing.paint('label', name)}{edge} {side}{_row(row, drawing)}{side} {end}"
        for row, ((name, edge), end) in enumerate(zip(left, right, strict=True))
    )
    lines = [
        *(f"{margin}  {line}" for line in _above(puzzle, drawing)),
        f"{margin} {top[0]}{dashes}{top[1]}",
        *rows,
        f"{margin} {bottom[0]}{dashes}{bottom[1]}",
        *(f"{margin}  {line}" for line in _below(puzzle, drawing)),
    ]
    return "\n".join(line.rstrip() for line in lines)


def fleet(puzzle: Puzzle, look: Look = PLAIN) -> str:
    """The ships of the puzzle, drawn, with the number of each, and the letters of polyominoes."""
    signs = _notation(puzzle, look)
    ships: list[tuple[int, str, Sequence[str]]] = [
        *((count, "", [_straight(length, signs)]) for length, count in puzzle.fleet.items()),
        *((count, "", [word]) for word, count in Counter(puzzle.words).items()),
        *((count, _letter(shape), _rows(shape, signs)) for shape, count in Counter(puzzle.shapes).items()),
    ]
    times = "x" if look.ascii else "×"
    blocks = [_beside(f"{count} {times} {letter}", ship) for count, letter, ship in ships]
    return "\n".join(line.rstrip() for line in _shelved(blocks, look.room or PAGE))


def _notation(puzzle: Puzzle, look: Look) -> Notation:
    if not look.ascii:
        return UNICODE
    return ASCII_LETTERED if is_lettered(puzzle) else ASCII


class _Drawing(NamedTuple):
    """What is drawn, and how. `gap`: the text between squares."""

    board: Board
    given: Mapping[Square, Given]
    signs: Notation
    gap: str
    paint: Callable[[_Ink, str], str]


def _drawing(puzzle: Puzzle, board: Board | None, look: Look) -> _Drawing:
    outside = len("".join(_left_of_rows(puzzle)[0])) + max(map(len, _right_of_rows(puzzle))) + len(" ││ ")
    is_narrow = look.room is not None and outside + 2 * puzzle.width + 1 > look.room
    return _Drawing(
        board=board or Board.unknown(puzzle.height, puzzle.width),
        given={given.square: given for given in puzzle.givens},
        signs=_notation(puzzle, look),
        gap="" if is_narrow else " ",
        paint=_in_colour if look.colour else lambda _, text: text,
    )


def _in_colour(ink: _Ink, text: str) -> str:
    return f"\x1b[{_INKS[ink]}m{text}\x1b[0m"


def _row(row: int, drawing: _Drawing) -> str:
    """The squares of a row, with the gaps between them."""
    squares = [(row, col) for col in range(drawing.board.width)]
    drawn = (_gap(at, drawing) + drawing.paint(_ink(at, drawing), _sign(at, drawing)) for at in squares)
    return "".join(drawn) + _gap((row, len(squares)), drawing)


def _gap(right: Square, drawing: _Drawing) -> str:
    """What is between the square `right` and its left neighbour."""
    after_given, before_given = (right[0], right[1] - 1) in drawing.given, right in drawing.given
    if not drawing.gap or not (after_given or before_given):
        return drawing.gap
    return drawing.paint("given", GIVEN_BESIDE_GIVEN if after_given and before_given else GIVEN[after_given])


def _ink(at: Square, drawing: _Drawing) -> _Ink:
    return "given" if at in drawing.given else _INK_OF.get(drawing.board[at], "ship")


def _sign(at: Square, drawing: _Drawing) -> str:
    board, given, signs = drawing.board, drawing.given, drawing.signs
    if letter := board.letter(at):
        return letter
    mark = board[at]
    if at in given and (mark == UNKNOWN or (mark == SHIP and given[at].kind != Part.WATER)):
        return given[at].letter or signs[WATER if given[at].kind == Part.WATER else given[at].kind]
    return signs[mark]


def _left_of_rows(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The name and the edge letter of every row."""
    names = [row_name(row) for row in range(puzzle.height)]
    edges = [f"  {letter or ' '}" for letter in puzzle.edges.left] or [""] * puzzle.height
    return [(name.rjust(len(names[-1])), edge) for name, edge in zip(names, edges, strict=True)]


def _right_of_rows(puzzle: Puzzle) -> list[str]:
    edges = [f"{letter or ' '}  " for letter in puzzle.edges.right] or [""] * puzzle.height
    return [edge + _number(tally) for edge, tally in zip(edges, puzzle.rows, strict=True)]


def _above(puzzle: Puzzle, drawing: _Drawing) -> list[str]:
    names = [drawing.paint("label", line) for line in _stacked(range(1, puzzle.width + 1), drawing.gap)]
    return [*names, *_edge(puzzle.edges.top, drawing.gap)]


def _below(puzzle: Puzzle, drawing: _Drawing) -> list[str]:
    return [*reversed(_edge(puzzle.edges.bottom, drawing.gap)), *_stacked(puzzle.cols, drawing.gap)]


def _edge(letters: Sequence[str | None], gap: str) -> list[str]:
    """The letters of an edge, kept apart from the numbers beyond them."""
    return ["", "".join(gap + (letter or " ") for letter in letters)] if letters else []


def _stacked(numbers: Sequence[Tally], gap: str) -> list[str]:
    """A number over or under each column, its digits below each other."""
    deep = max(len(_number(number)) for number in numbers)
    digits = zip(*(_number(number).rjust(deep) for number in numbers), strict=True)
    return ["".join(gap + digit for digit in line) for line in digits]


def _number(tally: Tally) -> str:
    return "" if tally is None else str(tally)


def _straight(length: int, signs: Notation) -> str:
    if length == 1:
        return signs[Part.SUBMARINE]
    between = length - 2
    middle = signs[Part.MIDDLE]
    drawn = middle * between if length <= _LONGEST_DRAWN else f"{middle} {length} {middle}"
    return signs[Part.LEFT] + drawn + signs[Part.RIGHT]


def _letter(shape: Shape) -> str:
    """The letter by which sentences call a polyomino, and a gap; empty without one."""
    ship = Ship.polyomino(shape)
    name = None if ship.is_straight else name_of(ship.squares)
    return "" if name is None else f"{name[0]} "


def _rows(shape: Shape, signs: Notation) -> list[str]:
    return [row.replace("#", signs[SHIP]).replace(".", " ") for row in shape]


def _beside(label: str, block: Sequence[str]) -> list[str]:
    """The block with a label in front of its first line."""
    return [(label if i == 0 else " " * len(label)) + line for i, line in enumerate(block)]


def _shelved(blocks: Iterable[Sequence[str]], room: int) -> Iterator[str]:
    """Blocks of lines side by side, on as many shelves as needed."""
    shelf: Sequence[str] = ()
    for block in blocks:
        longer = _joined(shelf, block) if shelf else block
        if shelf and max(map(len, longer)) > room:
            yield from shelf
            longer = block
        shelf = longer
    yield from shelf


def _joined(left: Sequence[str], right: Sequence[str]) -> Sequence[str]:
    wide = max(map(len, left)) + _SPACE
    return [f"{one:{wide}}{other}" for one, other in zip_longest(left, right, fillvalue="")]
