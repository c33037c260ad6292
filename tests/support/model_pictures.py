"""The drawings on the pages of the models: what a variable stands for, on one board.

The models of docs/background/models/study.md have a chart of what was measured instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.reasons import Line
from bimaru.drawing.scene import Highlight, Squares, scene
from bimaru.drawing.svg import svg
from bimaru.placements import fitting
from bimaru.puzzle import Puzzle
from bimaru.squares import Square

BOARD: Final = Board(("LMR..T", ".....B", "T.S...", "B...LR", "......", "..S..S"))
PUZZLE: Final = Puzzle((4, 1, 2, 3, 0, 2), (3, 1, 3, 0, 1, 4), {3: 1, 2: 3, 1: 3})
"""The puzzle whose solution is `BOARD`."""
_SIZE: Final = 30


class Drawing(NamedTuple):
    """What is marked, on the whole board unless another is named, and numbers on its ships."""

    title: str
    marked: Highlight
    board: Board | None = BOARD
    numbers: Mapping[Square, int] = {}


def lengths(*, are_signed: bool) -> dict[Square, int]:
    """For each ship square the length of its ship; if signed, below 0 for an upright one."""
    return {
        at: -len(ship) if are_signed and ship[0][0] != ship[-1][0] else len(ship)
        for ship in BOARD.ships()
        for at in ship
    }


def around(squares: Iterable[Square]) -> Squares:
    """The squares of the grid that touch these."""
    ship = set(squares)
    near = {(r + i, c + j) for r, c in ship for i in (-1, 0, 1) for j in (-1, 0, 1)} - ship
    return tuple(sorted(at for at in near if min(at) >= 0 and max(at) < len(BOARD.rows)))


def placements_of(length: int) -> tuple[Squares, ...]:
    """All placements of a ship in the puzzle."""
    return tuple(
        placement.squares
        for ship, found in fitting(PUZZLE).items()
        if ship.length == length
        for placement in found
    )


def with_margin(ship: Squares) -> Squares:
    """Opposite corners of the rectangle of a ship, a square wider and deeper within the grid."""
    row, col = ship[-1]
    last = len(BOARD.rows) - 1
    return (ship[0], (min(row + 1, last), min(col + 1, last)))


def swept(end: Square) -> Board:
    """The board as far as a sweep has come: up to this square, row by row."""
    marks = ({at: mark if at < end else UNKNOWN for at, mark in BOARD.squares()}).items()
    rows = ("".join(mark for (row, _), mark in marks if row == r) for r in range(BOARD.height))
    return Board(tuple(rows))


CRUISER: Final[Squares] = ((0, 0), (0, 1), (0, 2))
DESTROYER: Final[Squares] = ((3, 4), (3, 5))
SEA: Final = Board((WATER * 6,) * 6)
DRAWINGS: Final = {
    "automaton": Drawing(
        "Each ship square with the length of its ship, negative if it is upright; row A is a word",
        Highlight(lines=(Line("row", 0),)),
        numbers=lengths(are_signed=True),
    ),
    "backtracking": Drawing(
        "The placements of the cruiser: the values of one variable",
        Highlight(placements=placements_of(3)),
        None,
    ),
    "exact-cover": Drawing(
        "An option: the squares of a placement, and the windows that it meets",
        Highlight(settled=DESTROYER, because=around(DESTROYER)),
    ),
    "mip-heads": Drawing(
        "A head, its ship, and the squares around, which are water",
        Highlight(settled=CRUISER[:1], because=around(CRUISER), placements=(CRUISER,)),
    ),
    "mip-pairs": Drawing(
        "Two placements that exclude each other: one has a square around the other",
        Highlight(placements=(CRUISER, ((1, 2), (2, 2))), failed=((1, 2),)),
        None,
    ),
    "rectangles": Drawing(
        "The rectangles of the ships, a square wider and deeper than they are, and their origins",
        Highlight(
            settled=tuple(ship[0] for ship in BOARD.ships()),
            supposed=tuple(map(with_margin, BOARD.ships())),
        ),
    ),
    "sat-boats": Drawing(
        "A boat that begins in A1, level and upright",
        Highlight(settled=CRUISER[:1], placements=(CRUISER, ((0, 0), (1, 0), (2, 0)))),
        None,
    ),
    "smith": Drawing(
        "Each ship cell with the size of its ship; A2 has runs of one cell to the left and to the right",
        Highlight(settled=((0, 1),), because=((0, 0), (0, 2))),
        numbers=lengths(are_signed=False),
    ),
    "searches": Drawing(
        "A sweep before C4: the squares that decide what may follow",
        Highlight(settled=((2, 3),), because=(*((2, c) for c in range(3)), *((1, c) for c in range(3, 6)))),
        swept((2, 3)),
    ),
}
"""By the names of the pages."""


def pictures() -> dict[str, str]:
    """Every drawing by the name of its file."""
    return {f"model-{name}.svg": _drawn(drawing) for name, drawing in DRAWINGS.items()}


def _drawn(drawing: Drawing) -> str:
    shown = scene(PUZZLE, drawing.board, title=drawing.title, highlight=drawing.marked, fleet=False)
    numbers = {at: str(number).replace("-", "\N{MINUS SIGN}") for at, number in drawing.numbers.items()}
    return svg(shown._replace(letters=numbers), "auto", _SIZE)
