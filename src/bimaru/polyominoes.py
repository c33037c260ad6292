"""Polyominoes by name: the sets, and single ones such as `L4` and `W5`, by letter and number of squares.

The letters are those of S. W. Golomb, Polyominoes (1965).
"""

from __future__ import annotations

from typing import Final

from bimaru.errors import BimaruError
from bimaru.ships import Shape, Ship
from bimaru.squares import Square

NAMED: Final[dict[str, Shape]] = {
    "I3": ("###",),
    "L3": ("##", "#."),
    "I4": ("####",),
    "O4": ("##", "##"),
    "T4": ("###", ".#."),
    "S4": (".##", "##."),
    "L4": ("###", "#.."),
    "F5": (".##", "##.", ".#."),
    "I5": ("#####",),
    "L5": ("####", "#..."),
    "N5": ("##..", ".###"),
    "P5": ("##", "##", "#."),
    "T5": ("###", ".#.", ".#."),
    "U5": ("#.#", "###"),
    "V5": ("#..", "#..", "###"),
    "W5": ("#..", "##.", ".##"),
    "X5": (".#.", "###", ".#."),
    "Y5": ("####", ".#.."),
    "Z5": ("##.", ".#.", ".##"),
}
"""Free polyominoes: a ship may be turned and flipped."""
SETS: Final = {
    "trominoes": tuple(shape for name, shape in NAMED.items() if name.endswith("3")),
    "tetrominoes": tuple(shape for name, shape in NAMED.items() if name.endswith("4")),
    "pentominoes": tuple(shape for name, shape in NAMED.items() if name.endswith("5")),
}
_NAME_OF: Final = {Ship.polyomino(shape).squares: name for name, shape in NAMED.items()}


class UnknownShapeError(BimaruError, ValueError):
    """A name is neither a set, nor a polyomino, nor rows of `#` and `.` with `/` between them."""


def shapes_named(name: str) -> tuple[Shape, ...]:
    """The shapes of a set, of one name, or of rows such as `###/#..`. Raises `UnknownShapeError`."""
    if name in SETS:
        return SETS[name]
    if name.upper() in NAMED:
        return (NAMED[name.upper()],)
    if name and set(name) <= set("#./"):
        return (tuple(name.split("/")),)
    known = f"{', '.join(SETS)}, {', '.join(NAMED)}"
    raise UnknownShapeError(f"{name!r} is not one of {known}, nor rows like ###/#..")


def name_of(squares: tuple[Square, ...]) -> str | None:
    """The name of the ship that has these squares, such as `L4`; `None` if it has none."""
    return _NAME_OF.get(squares)
