"""What the modules of the ladder share: its rungs, what a rung leads to, parts of ships, masks of squares;
and suppositions, of the value of a square or of a placement, as numbers.

This file serves callers in Python, and the ladder uncompiled; its compiled modules take the same names from
`rungs.pxd`, as constants of C.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from bimaru.bits import popcount, trailing_zeros
from bimaru.squares import Square

# Sizes of the arrays: 128 lines, 8192 pairs of a kind of ship and a line.
LINES = 128
PAIRS = 8192
NO_END = 1000000  # more steps than any deduction, more squares than any grid

# What a rung, or a climb, leads to.
NOTHING = 0
FOUND = 1
FAILED = 2

# Where placements count as possible (`Lines.placement_level`).
STALE = 0
FITTING = 1  # they fit among the known squares
FEEDING = 2  # and leave every line enough squares for its tally

# The parts of ships; those before `ENDS` have a direction or stand alone.
SUBMARINE = 0
LEFT = 1
RIGHT = 2
TOP = 3
BOTTOM = 4
MIDDLES = 5
ENDS = 5

# The rungs, easiest first.
GIVEN_PART = 0
DIAGONALS = 1
REST_WATER = 2
REST_SHIP = 3
FINISHED_SHIP = 4
MIDDLE = 5
UNREACHED = 6
GROWTH = 7
MISSING_TALLY = 8
LAST_PLACEMENTS = 9
OVERLAP = 10
FILLING = 11
STARVED_UNREACHED = 12
STARVED_PLACEMENTS = 13
STARVED_OVERLAP = 14
STARVED_FILLING = 15
SUPPOSE = 16
FIRST_SLOW = 6  # the first rung that needs to know where ships can lie
PLAIN_RUNGS = 16  # the number of rungs below `SUPPOSE`

# Suppositions of values have the numbers below, two for each square of 64x64; those of placements the others.
FIRST_PLACEMENT = 8192


def ones(x: int) -> int:
    """The number of bits of a mask, as a signed number."""
    return popcount(x)


def lowest(x: int) -> int:
    """The position of the lowest bit that is set; there must be one."""
    return trailing_zeros(x)


Placement: TypeAlias = tuple[int, int, int]
"""One way that a ship can lie: the line that it lies along, its first position there, its length."""


class Trial(NamedTuple):
    """The result of a supposition: the number of steps by which it failed, below 0 if it did not, and the
    board that it led to, as `Ladder.known_squares` gives it."""

    steps: int
    ship: int
    water: int


def encode_value(square: Square, is_ship: bool) -> int:
    """The number of the supposition that a square is ship, or water."""
    return (square[0] * 64 + square[1]) * 2 + is_ship


def encode_placement(placement: Placement) -> int:
    """The number of the supposition that a ship has this placement."""
    line, start, length = placement
    return ((length * 128 + line) * 64 + start) + FIRST_PLACEMENT


def placement_of(supposition: int) -> Placement | None:
    """The placement that a number supposes; `None` for the value of a square."""
    if supposition < FIRST_PLACEMENT:
        return None
    supposition -= FIRST_PLACEMENT
    return supposition // 64 % 128, supposition % 64, supposition // PAIRS
