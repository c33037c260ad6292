"""Suppositions, of the value of a square or of a placement, as numbers; and what one leads to."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from bimaru.deduction.ladder.rungs import PAIRS
from bimaru.squares import Square

Placement: TypeAlias = tuple[int, int, int]
"""One way that a ship can lie: the line that it lies along, its first position there, its length."""


class Trial(NamedTuple):
    """The result of a supposition: the number of steps by which it failed, below 0 if it did not, and the
    board that it led to, a mask a row."""

    steps: int
    ship: tuple[int, ...]
    water: tuple[int, ...]


class Value(NamedTuple):
    """The supposition that a square is ship, or water."""

    square: Square
    is_ship: bool


# The value of a square is below this number, placements from there on.
FIRST_PLACEMENT = 64 * 64 * 2


def encode_value(square: Square, is_ship: bool) -> int:
    """The number of the supposition that a square is ship, or water."""
    return (square[0] * 64 + square[1]) * 2 + is_ship


def encode_placement(placement: Placement) -> int:
    """The number of the supposition that a ship has this placement."""
    line, start, length = placement
    return ((length * 128 + line) * 64 + start) + FIRST_PLACEMENT


def decode(supposition: int) -> Value | Placement:
    """What a number supposes: the value of a square, or a placement."""
    if supposition < FIRST_PLACEMENT:
        return Value((supposition // 128, supposition // 2 % 64), supposition % 2 == 1)
    return placement_of(supposition)


def placement_of(supposition: int) -> Placement:
    """The placement that a number supposes."""
    supposition -= FIRST_PLACEMENT
    return supposition // 64 % 128, supposition % 64, supposition // PAIRS
