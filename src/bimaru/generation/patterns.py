"""Patterns of given squares that stay the same when the grid is turned or flipped."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bimaru.squares import Square

_Move: TypeAlias = Callable[[int, int, Square], Square]


def _half_turn(height: int, width: int, square: Square) -> Square:
    return height - 1 - square[0], width - 1 - square[1]


def _quarter_turn(height: int, _: int, square: Square) -> Square:
    return square[1], height - 1 - square[0]


def _left_right(_: int, width: int, square: Square) -> Square:
    return square[0], width - 1 - square[1]


def _top_bottom(height: int, _: int, square: Square) -> Square:
    return height - 1 - square[0], square[1]


def _diagonal(_: int, __: int, square: Square) -> Square:
    return square[::-1]


def _other_diagonal(height: int, _: int, square: Square) -> Square:
    return height - 1 - square[1], height - 1 - square[0]


class Symmetry(NamedTuple):
    """The moves that keep a pattern the same, or from which all others follow."""

    moves: tuple[_Move, ...] = ()
    is_for_squares: bool = False
    """Whether it takes as many rows as columns."""


SYMMETRIES: Final = {
    "none": Symmetry(),
    "half-turn": Symmetry((_half_turn,)),
    "quarter-turn": Symmetry((_quarter_turn,), is_for_squares=True),
    "left-right": Symmetry((_left_right,)),
    "top-bottom": Symmetry((_top_bottom,)),
    "both": Symmetry((_left_right, _top_bottom)),
    "diagonal": Symmetry((_diagonal,), is_for_squares=True),
    "other-diagonal": Symmetry((_other_diagonal,), is_for_squares=True),
    "diagonals": Symmetry((_diagonal, _other_diagonal), is_for_squares=True),
}


def fits(name: str, height: int, width: int) -> bool:
    """Whether a grid can have that symmetry."""
    return height == width or not SYMMETRIES[name].is_for_squares


def orbits(name: str, height: int, width: int) -> list[tuple[Square, ...]]:
    """The squares in the groups of which all must be given or none, each in order, and by their first."""
    groups: dict[Square, set[Square]] = {}
    for square in product(range(height), range(width)):
        groups.setdefault(square, {square})
        for move in SYMMETRIES[name].moves:
            other = move(height, width, square)
            joined = groups[square] | groups.setdefault(other, {other})
            for each in joined:
                groups[each] = joined
    return sorted({tuple(sorted(group)) for group in groups.values()})
