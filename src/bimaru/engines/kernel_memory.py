"""The memory of the search kernel: its layout, and the operations on its words.

A row of the grid is one machine word, a *lane*, with a bit a column. A *board* is n lanes: 16 of
16 bits for grids up to 16x16, 32 of 32 bits up to 32x32, 64 of 64 bits beyond. A *kind* is an index
to the lengths of the fleet, longest first; there are k of them. Offsets are in lanes.

    memory    n lanes    the lowest tallies of the rows
              n lanes    the highest
              16 lanes   the first: a bit for each column of the grid; the rest pads
              frames     one for each level of the search

    frame     + 0        ROW_ROOM         ship squares that each row can still take
    (7 + 2k   + n        COLUMN_ROOM      the same for the columns, bit-sliced: lane j has bit j of each
    boards)   + 2n, 3n   CANDIDATES       starts still to try, of ships that lie across and down
              + 4n       SHIP_SQUARES     squares known to be ship
              + 5n       WATER_SQUARES    squares known to be water, rows beyond the grid included
              + 6n       COMPLETE_SHIPS   squares of the ships of kinds that are complete
              + 7n, ...  STARTS           two boards a kind: where a ship may start (its leftmost or
                                          uppermost square) that lies across, and down

From SHIP_SQUARES on a frame is copied to its child; what comes before is written by propagation.
The other arrays hold numbers of 64 bits:

    fleet     0: k; from 2 on: length and number of ships of each kind; then 0, 0
    levels    LEVEL_SIZE numbers a level: LEVEL_KIND, the kind that is branched on, the longest with
              ships to place; LEVEL_MISSING, how many of these; LEVEL_COMPLETE, a bit for each kind
              that is complete; LEVEL_LEFT, how many candidates are still to try
    columns   the highest tallies of the columns, bit-sliced (word j has bit j of each column's), and
              the lowest: in the upper half of the words, or, where lanes fill words, PLANES words on
    position  0: the level to continue from; 1: the level of the board just found, or -1; 2: how candidates
              are drawn at random, 0 if they are not; 3: the state of the random numbers; 4: how many
              boards the last call found; 5: whether boards are only counted; 6: the last level to
              whose frame clues were added that the rules have not been applied to, or -1
    bounds    the lowest tally of each line, rows first; the highest from HIGHEST on

This file serves the uncompiled kernel, for grids up to 16x16. Compiled modules take the same names
from `kernel_memory.pxd`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

from bimaru.bits import Lane as Lane

ROW_ROOM: Final = 0
COLUMN_ROOM: Final = 1
CANDIDATES: Final = 2
SHIP_SQUARES: Final = 4
WATER_SQUARES: Final = 5
COMPLETE_SHIPS: Final = 6
STARTS: Final = 7

LEVEL_KIND: Final = 0
LEVEL_MISSING: Final = 1
LEVEL_COMPLETE: Final = 2
LEVEL_LEFT: Final = 3
LEVEL_SIZE: Final = 4

FAILED: Final = 0
OPEN: Final = 1
SOLVED: Final = 2
"""What propagation concludes of a frame."""

HIGHEST: Final = 128
PLANES: Final = 8
POSITION_SIZE: Final = 7
MOST_KINDS: Final = 64
"""Kinds of ships of a fleet; with 64 lengths they would not have room in the largest grid."""


def union_of(lanes: Sequence[int], first: int, n: int) -> int:
    """The bits that any of n lanes has."""
    return reduce(or_, lanes[first : first + n], 0)


def lanes_of(_memory: Sequence[int]) -> int:
    """The number n of lanes of a board."""
    return 16


def bits_of(_memory: Sequence[int]) -> int:
    """The bits of a number up to n, the largest count in a line."""
    return 7


def halves_of(_memory: Sequence[int]) -> int:
    """How many words of 64 bits hold a row of two boards."""
    return 2


def full_row(memory: Sequence[int]) -> int:
    """The bits of all columns of the grid."""
    return memory[2 * lanes_of(memory)]


def frame_at(n: int, kinds: int, level: int) -> int:
    """The offset of the frame of a level."""
    return 2 * n + 16 + level * (STARTS + 2 * kinds) * n


def starts_at(n: int, frame: int, kind: int) -> int:
    """The offset of the starts of a kind in a frame: those across, and n lanes on those down."""
    return frame + (STARTS + 2 * kind) * n


def length_of(fleet: Sequence[int], kind: int) -> int:
    """The length of a kind of ship; 0 for the kind after the last."""
    return fleet[2 + 2 * kind]


def number_of(fleet: Sequence[int], kind: int) -> int:
    """The number of ships of a kind."""
    return fleet[3 + 2 * kind]


def first_incomplete(complete: int, kinds: int) -> int:
    """The first kind with ships to place, given a bit for each kind that is complete; `kinds` if there is
    none."""
    return next((kind for kind in range(kinds) if not complete >> kind & 1), kinds)


def word_of(ship: Sequence[int], free: Sequence[int], r: int, half: int) -> int:
    """A row of two boards in one word; where a lane fills a word, only that of the first or second `half`."""
    return (free if half else ship)[r]


def upper_half(_memory: Sequence[int], half: int) -> int:
    """The bits of a word that belong to the second board; see `word_of`."""
    return 0xFFFF_FFFF_FFFF_FFFF if half else 0


def less_than(number: int, planes: Sequence[int]) -> int:
    """The columns whose bit-sliced count is less than a number."""
    less, same = 0, -1
    for j in reversed(range(bits_of(planes))):
        if number >> j & 1:
            less |= same & ~planes[j]
            same &= planes[j]
        else:
            same &= ~planes[j]
    return less
