"""What the modules of the ladder share: its rungs, what a rung leads to, parts of ships, masks of squares.

This file serves callers in Python, and the ladder uncompiled; its compiled modules take the same names from
`rungs.pxd`, as constants of C.
"""

from __future__ import annotations

from bimaru.bits import popcount, trailing_zeros

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


def ones(x: int) -> int:
    """The number of bits of a mask, as a signed number."""
    return popcount(x)


def lowest(x: int) -> int:
    """The position of the lowest bit that is set; there must be one."""
    return trailing_zeros(x)
