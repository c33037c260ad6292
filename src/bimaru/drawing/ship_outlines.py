"""The outlines of ships: a bow to the right or below, a round stern at the other end, and flat sides where a
ship continues.

An outline is a polygon with corners that may be rounded. Squares have side 1; the upper left corner of the
square (row, column) is at x = column, y = row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.board import neighbours
from bimaru.drawing.scene import Sides
from bimaru.squares import Square


class Corner(NamedTuple):
    """A corner of an outline, and its radius. `bow`: the axis of the ship, if the corner is of its bow."""

    x: float
    y: float
    radius: float = 0.0
    bow: Literal["", "x", "y"] = ""


Outline: TypeAlias = tuple[Corner, ...]
"""Corners in order, clockwise; counter-clockwise round a hole."""
Segment: TypeAlias = tuple[float, float, float, float]
"""A straight line, from x, y to x, y."""

MARGIN: Final = 0.11
"""The distance between a hull and the side of its square."""
ROUND: Final = 0.5 - MARGIN
"""The radius of ends: half the width of a hull."""
BOW: Final = 1.5
"""The length of a bow, in radii of ends."""
BLUNT: Final = 0.55
"""How far from the tip of a bow its two sides, which are parabolas, aim, in radii."""
_CREASE: Final = 0.1
"""The radius of corners that point inwards."""
_UNKNOWN: Final = 0.27
"""The same for a ship square of which no side is known."""

# Sides clockwise from above: where the square beyond a side lies, and which entry of `Sides` it is.
_BEYOND: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
_ENTRY: Final = (0, 3, 1, 2)

_Edge: TypeAlias = tuple[Square, int]
"""A square and one of its sides that is part of an outline."""


def hulls(ships: Mapping[Square, Sides], *, lettered: bool = False) -> tuple[list[Outline], list[Outline]]:
    """The outlines of ships, and, separately, those of single squares of which no side is known, with
    room for a letter if the ships are lettered."""
    singles = [at for at, sides in ships.items() if _is_unknown(sides)]
    hidden = {*singles}
    left = {
        (at, side)
        for at, sides in ships.items()
        for side in range(4)
        if at not in hidden and sides[_ENTRY[side]] != "joined"
    }
    outlines = []
    for start in sorted(left):
        if start in left:
            outlines.append(tuple(_trace(start, ships, left)))  # noqa: PERF401  # tracing takes from `left`
    margin = MARGIN if lettered else _UNKNOWN
    return outlines, [_box(at, margin, _CREASE) for at in singles]


def _is_unknown(sides: Sides) -> bool:
    """Whether no side of a square shows which part of a ship it is."""
    return "unknown" in sides and not ("joined" in sides or "open" in sides)


def seams(ships: Mapping[Square, Sides]) -> list[Segment]:
    """The lines between the squares of hulls, which make the squares easy to count."""
    low, high = MARGIN, 1 - MARGIN
    found: list[Segment] = []
    for (row, col), sides in ships.items():
        if sides.below == "joined":
            found.append((col + low, row + 1, col + high, row + 1))
        if sides.right == "joined":
            found.append((col + 1, row + low, col + 1, row + high))
    return found


@lru_cache(maxsize=256)
def whole_ship(squares: tuple[Square, ...]) -> tuple[tuple[Outline, ...], tuple[Segment, ...]]:
    """The outlines and the seams of a ship all of whose squares are known."""
    sides = {
        at: Sides(*("joined" if near in squares else "closed" for near in neighbours(at))) for at in squares
    }
    return tuple(hulls(sides)[0]), tuple(seams(sides))


def _box(at: Square, margin: float, radius: float) -> Outline:
    y, x = at
    low, high = margin, 1 - margin
    corners = ((low, low), (high, low), (high, high), (low, high))
    return tuple(Corner(x + dx, y + dy, radius) for dx, dy in corners)


def _trace(start: _Edge, ships: Mapping[Square, Sides], left: set[_Edge]) -> Iterator[Corner]:
    """The corners of the outline that an edge is part of; its edges are taken out of `left`."""
    edge = start
    while True:
        left.discard(edge)
        following, is_outward = _next(edge, left, start)
        if (following[1] - edge[1]) % 2:
            yield _corner(edge, following, is_outward, ships)
        elif _place(edge, ships) != _place(following, ships):
            yield from _notch(edge, following, ships)
        edge = following
        if edge == start:
            return


def _next(edge: _Edge, left: set[_Edge], start: _Edge) -> tuple[_Edge, bool]:
    """The edge that follows clockwise, and whether the outline turns outwards there."""
    at, side = edge
    turned = (at, (side + 1) % 4)
    if turned in left or turned == start:
        return turned, True
    beyond = _step(at, (side + 1) % 4)
    straight = (beyond, side)
    if straight in left or straight == start:
        return straight, True
    inward = (_step(beyond, side), (side + 3) % 4)
    if inward in left or inward == start:
        return inward, False
    return (_step(at, side), (side + 2) % 4), False  # the end of a gap between parts that are not joined


def _step(at: Square, side: int) -> Square:
    dr, dc = _BEYOND[side]
    return (at[0] + dr, at[1] + dc)


def _corner(edge: _Edge, following: _Edge, is_outward: bool, ships: Mapping[Square, Sides]) -> Corner:
    across, upright = (edge, following) if edge[1] % 2 == 0 else (following, edge)
    x, y = _place(upright, ships), _place(across, ships)
    if not is_outward:
        return Corner(x, y, _CREASE)
    sides = ships[edge[0]]
    if any(sides[_ENTRY[side]] != "closed" for _, side in (edge, following)):
        return Corner(x, y)
    return Corner(x, y, ROUND, bow_of(sides))


def bow_of(sides: Sides) -> Literal["", "x", "y"]:
    """The axis of a ship of which a square with these sides is the bow."""
    if sides.count("closed") != 3:
        return ""
    return "x" if sides.left != "closed" else "y" if sides.above != "closed" else ""


def _notch(edge: _Edge, following: _Edge, ships: Mapping[Square, Sides]) -> Iterator[Corner]:
    """Two corners where two edges in one direction do not lie on one line."""
    (row, col), side = following
    for one in (edge, following):
        place = _place(one, ships)
        yield Corner(col + (side == 2), place) if side % 2 == 0 else Corner(place, row + (side == 3))


def _place(edge: _Edge, ships: Mapping[Square, Sides]) -> float:
    """Where an edge lies: its y if it runs across, otherwise its x."""
    (row, col), side = edge
    margin = 0.0 if ships[row, col][_ENTRY[side]] == "open" else MARGIN
    return (row + margin, col + 1 - margin, row + 1 - margin, col + margin)[side]
