"""Symmetric patterns of given squares."""

from __future__ import annotations

from itertools import product
from typing import Final, TypeAlias

from bimaru.squares import Square
from bimaru.symmetry import Turn

_Flags: TypeAlias = tuple[bool, bool, bool]
"""Of a `Turn`: whether it turns upside down, mirrors and transposes."""
_HALF_TURN: Final = (True, True, False)
_QUARTER_TURN: Final = (True, False, True)
_LEFT_RIGHT: Final = (False, True, False)
_TOP_BOTTOM: Final = (True, False, False)
_DIAGONAL: Final = (False, False, True)
_OTHER_DIAGONAL: Final = (True, True, True)


SYMMETRIES: Final[dict[str, tuple[_Flags, ...]]] = {
    "none": (),
    "half-turn": (_HALF_TURN,),
    "quarter-turn": (_QUARTER_TURN,),
    "left-right": (_LEFT_RIGHT,),
    "top-bottom": (_TOP_BOTTOM,),
    "both": (_LEFT_RIGHT, _TOP_BOTTOM),
    "diagonal": (_DIAGONAL,),
    "other-diagonal": (_OTHER_DIAGONAL,),
    "diagonals": (_DIAGONAL, _OTHER_DIAGONAL),
}
"""The turns that generate the symmetries of a pattern, by its name."""


def fits(name: str, height: int, width: int) -> bool:
    """Whether a grid can have that symmetry."""
    return height == width or not any(transposed for _, _, transposed in SYMMETRIES[name])


def generators(name: str, height: int, width: int) -> list[Turn]:
    """The turns of a grid from which all symmetries of the pattern follow."""
    return [Turn(height, width, *flags) for flags in SYMMETRIES[name]]


def orbits(name: str, height: int, width: int) -> list[tuple[Square, ...]]:
    """The groups of squares of which all are given or none, each sorted, in the order of their first."""
    turns = generators(name, height, width)
    groups: dict[Square, set[Square]] = {}
    for square in product(range(height), range(width)):
        groups.setdefault(square, {square})
        for turn in turns:
            other = turn.to(square)
            joined = groups[square] | groups.setdefault(other, {other})
            for each in joined:
                groups[each] = joined
    return sorted({tuple(sorted(group)) for group in groups.values()})
