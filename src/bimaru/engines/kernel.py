# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The search kernel: propagate and search over whole rows at a time.

A row of the grid is one machine word, a *lane*, with a bit a column: 16 lanes of 16 bits
for grids up to 16x16, 32 of 32 and 64 of 64 beyond. Whole-board steps are loops over that
fixed number of lanes, which the C compiler turns into a few vector instructions.

What is known of a board is kept as masks:

- `ship` and `water`, the squares known to be so;
- for each length of the fleet, `across` and `down`: the squares where a ship of that length
  may still start (its leftmost, or its uppermost square). Ships of length 1 lie across.

`propagate` applies the rules until nothing changes; `Search` goes depth first over the ships,
longest first, with one copy of the masks a level. The file is written in Python and compiled
with Cython (pure-Python mode); uncompiled it is the same program, slower, which is how the
tests check the compiled one.
"""

from __future__ import annotations

from math import inf
from time import perf_counter

import cython

from bimaru.board import Board
from bimaru.engines.protocol import Budget
from bimaru.puzzle import Puzzle
from bimaru.sizes import KERNEL_MAX_SIDE, UNCOMPILED_MAX_SIDE

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

_SLICE = cython.declare(cython.longlong, 200_000)
"""Nodes times squares between two looks at the clock and for signals: some ten milliseconds."""
_NO_END = cython.declare(cython.longlong, 2**62)

Lane = cython.fused_type(cython.ushort, cython.uint, cython.ulonglong)

KERNEL_SIDE = KERNEL_MAX_SIDE if cython.compiled else UNCOMPILED_MAX_SIDE
"""Most rows or columns that this build of the kernel takes."""
MOST_OPEN = cython.declare(cython.Py_ssize_t, 16)
"""Lines that can take so many ship squares or more are not asked whether a ship is too much for them."""

GIVEN_KINDS = ("W", "S", "L", "R", "T", "B", "M", "X")
WATER = cython.declare(cython.int, 0)
SUBMARINE = cython.declare(cython.int, 1)
LEFT = cython.declare(cython.int, 2)
RIGHT = cython.declare(cython.int, 3)
TOP = cython.declare(cython.int, 4)
BOTTOM = cython.declare(cython.int, 5)
MIDDLE = cython.declare(cython.int, 6)
SHIP = cython.declare(cython.int, 7)
_BENT = cython.declare(cython.int, len(GIVEN_KINDS))  # a corner: no straight ship has one

# What every search asks Python for is kept where C finds it at once.
_GIVEN_INDEX = cython.declare(dict, {kind: i for i, kind in enumerate(GIVEN_KINDS)})
_CLOCK = cython.declare(object, perf_counter)
_SPELLED = cython.declare(object, Board.spelled)
_NEVER = cython.declare(cython.double, inf)

_PART_MARKS = cython.declare(bytes, b"SBTMRXXXLXXXMXXX")
"""How a board writes a ship square by its neighbours that are ship: bits above, below, left, right."""
_PART_CODES = cython.declare(bytes, bytes(8 | "WSLRTBMX".index(chr(mark)) for mark in _PART_MARKS))
"""The same for a sheet; see `Others`."""

FAILED = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
SOLVED = cython.declare(cython.int, 2)

NOTHING_LEFT = cython.declare(cython.int, -1)
"""The level to go on from when every board has been found,"""
ROOT_SOLVED = cython.declare(cython.int, -2)
"""and when the rules alone have found the only board, not yet given."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def popcount(x: Lane) -> Lane:
    """The number of bits of a lane, by adding neighbouring fields (Warren, Hacker's Delight, 5-1)."""
    if not cython.compiled:
        return int(x).bit_count()
    ones: Lane = 0
    ones = ~ones
    x = x - (x >> 1 & ones // 3)
    x = (x & ones // 5) + (x >> 2 & ones // 5)
    x = (x + (x >> 4)) & ones // 17
    x = x + (x >> 8)
    if Lane is cython.ushort:
        return x & 0x1F
    x = x + (x >> 16)
    if Lane is cython.uint:
        return x & 0x3F
    x = x + (x >> 16 >> 16)
    return x & 0x7F


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lanes_of(m: cython.pointer(Lane)) -> cython.Py_ssize_t:
    """The fixed number of lanes that goes with a width of lane."""
    if Lane is cython.ushort:
        return 16
    elif Lane is cython.uint:
        return 32
    elif cython.compiled:
        return 64
    return 16  # uncompiled, enough for the grids that tests use


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bits_of(m: cython.pointer(Lane)) -> cython.Py_ssize_t:
    """The bits of a number up to the number of lanes, which is the largest count in a line."""
    if Lane is cython.ushort:
        return 5
    elif Lane is cython.uint:
        return 6
    return 7


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def word_of(
    ship: cython.pointer(Lane), free: cython.pointer(Lane), r: cython.Py_ssize_t, half: cython.Py_ssize_t
) -> cython.ulonglong:
    """A row of two boards in one word; where a lane fills a word, of the board `half` alone."""
    x: cython.ulonglong = ship[r]
    y: cython.ulonglong = free[r]
    if Lane is cython.ushort:
        return x | y << 16
    if Lane is cython.uint:
        return x | y << 32
    return y if half else x


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def halves_of(m: cython.pointer(Lane)) -> cython.Py_ssize_t:
    """How many words a row of two boards takes."""
    return 1 if Lane is cython.ushort or Lane is cython.uint else 2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def upper_half(m: cython.pointer(Lane), half: cython.Py_ssize_t) -> cython.ulonglong:
    """The bits of a word that count the squares that are not water."""
    x: cython.ulonglong = 0
    x = ~x
    if Lane is cython.ushort:
        return x << 16
    elif Lane is cython.uint:
        return x << 32
    return x if half else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def settle_columns(
    n: cython.Py_ssize_t,
    ship: cython.pointer(Lane),
    free: cython.pointer(Lane),
    columns: cython.pointer(cython.ulonglong),
    sums: cython.pointer(cython.ulonglong),
    wet: cython.pointer(Lane),
    dry: cython.pointer(Lane),
) -> cython.ulonglong:
    """Count all columns at once, bit-sliced: bit j of the count of column c is bit c of the j-th word.

    `sums` gets the counts, `wet` the columns with as many ship squares as their highest tally, `dry`
    those with no square to spare for their lowest; the result is not 0 when a column cannot be met.

    Full adders fold four rows at a time (Warren, Hacker's Delight, 8-2); two boards are counted in
    one word where they fit, the ship squares in its lower half."""
    bits: cython.Py_ssize_t = bits_of(ship)
    halves: cython.Py_ssize_t = halves_of(ship)
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    half: cython.Py_ssize_t
    at: cython.Py_ssize_t
    a: cython.ulonglong
    b: cython.ulonglong
    c: cython.ulonglong
    d: cython.ulonglong
    x: cython.ulonglong
    ones: cython.ulonglong
    twos: cython.ulonglong
    wrong: cython.ulonglong = 0
    same: cython.ulonglong
    upper: cython.ulonglong
    for half in range(halves):
        ones = twos = 0
        at = 8 * half
        for j in range(2, bits):
            sums[at + j] = 0
        for r in range(n, 2 * n, 4):
            a = word_of(ship, free, r, half)
            b = word_of(ship, free, r + 1, half)
            c = word_of(ship, free, r + 2, half)
            d = word_of(ship, free, r + 3, half)
            x = ones ^ a
            a = (ones & a) | (x & b)
            x = x ^ b
            b = (x & c) | ((x ^ c) & d)
            ones = x ^ c ^ d
            x = twos ^ a
            d = (twos & a) | (x & b)
            twos = x ^ b
            for j in range(2, bits):
                x = sums[at + j] & d
                sums[at + j] ^= d
                d = x
        sums[at] = ones
        sums[at + 1] = twos
        upper = upper_half(ship, half)
        same = 0
        same = ~same
        for j in range(bits - 1, -1, -1):
            x = sums[at + j] ^ columns[at + j]
            wrong |= same & x & (sums[at + j] ^ upper)
            same &= ~x
        if half == 0:
            wet[0] = same
        if halves == 1:
            dry[0] = same >> n
        elif half:
            dry[0] = same
    return wrong


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def any_lane(lanes: cython.pointer(Lane), first: cython.Py_ssize_t, n: cython.Py_ssize_t) -> Lane:
    """What is not 0 when any of n lanes is not."""
    r: cython.Py_ssize_t
    x: Lane = 0
    for r in range(n):
        x |= lanes[first + r]
    return x


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_bits(
    one: cython.pointer(Lane),
    first: cython.Py_ssize_t,
    other: cython.pointer(Lane),
    second: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The number of bits in n lanes of one array and n of another; see `popcount`."""
    r: cython.Py_ssize_t
    x: Lane
    y: Lane
    total: Lane = 0
    ones: Lane = 0
    ones = ~ones
    if not cython.compiled:
        return sum(one[first + r].bit_count() + other[second + r].bit_count() for r in range(n))
    for r in range(n):
        x = one[first + r]
        y = other[second + r]
        x = x - (x >> 1 & ones // 3)
        y = y - (y >> 1 & ones // 3)
        x = (x & ones // 5) + (x >> 2 & ones // 5) + (y & ones // 5) + (y >> 2 & ones // 5)
        x = (x & ones // 17) + (x >> 4 & ones // 17)
        x = x + (x >> 8)
        if Lane is cython.ushort:
            total = total + (x & 0x3F)
        else:
            x = x + (x >> 16)
            if Lane is cython.ulonglong:
                x = x + (x >> 16 >> 16)
            total = total + (x & 0xFF)
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def settle(
    m: cython.pointer(Lane),
    n: cython.Py_ssize_t,
    columns: cython.pointer(cython.ulonglong),
    ship: cython.pointer(Lane),
    water: cython.pointer(Lane),
    left_row: cython.pointer(Lane),
    spare_row: cython.pointer(Lane),
    sums: cython.pointer(cython.ulonglong),
    bad: cython.pointer(Lane),
) -> Lane:
    """One pass of the rules about single squares and lines: the diagonals of a ship square are water;
    a line with all its ship squares has water else; one with no square to spare has ship.

    `left_row` gets how many ship squares rows can still take, `spare_row` how many squares they can
    still lose to water, `sums` what `settle_columns` counts; `bad` is not 0 when a line cannot be
    met. Returns what is not 0 when a square was settled.

    Columns see what the rows have settled. The diagonals are those of the ship squares from before:
    read at once, across rows, what has just been written would be waited for."""
    full: Lane = m[2 * n]
    side: Lane[192]
    free: Lane[192]
    settled: Lane[64]
    wet_col: Lane[1]
    dry_col: Lane[1]
    if not cython.compiled:
        side, free, settled = [0] * (3 * n + 8), [0] * (3 * n + 8), [0] * n
        wet_col, dry_col = [0], [0]
    r: cython.Py_ssize_t
    room: Lane
    short: Lane = 0
    clash: Lane = 0
    x: Lane
    y: Lane
    side[n - 1] = side[2 * n] = 0
    for r in range(n):
        side[n + r] = (ship[n + r] << 1 | ship[n + r] >> 1) & full
        free[n + r] = water[n + r] ^ full
    for r in range(n):
        x = m[n + r] - popcount(ship[n + r])
        y = popcount(free[n + r]) - m[r]
        left_row[r] = x
        spare_row[r] = y
        short |= x | y  # the top bit tells of a number below 0
        clash |= ship[n + r] & water[n + r]
        room = free[n + r] & ~ship[n + r]
        x = -(x == 0) & room
        y = -(y == 0) & room
        settled[r] = x | y
        free[n + r] ^= x
        ship[n + r] |= y
        water[n + r] |= x
    bad[0] = settle_columns(n, ship, free, columns, sums, wet_col, dry_col) != 0
    bad[0] |= (short >> (n - 1) & 1) | (clash & full)
    for r in range(n):
        y = free[n + r] & ~ship[n + r]
        x = (wet_col[0] & y) | side[n + r - 1] | side[n + r + 1]
        y &= dry_col[0]
        settled[r] |= y | (x & ~water[n + r])
        ship[n + r] |= y
        water[n + r] |= x
    return any_lane(settled, 0, n)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def extend(
    n: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    run: cython.pointer(Lane),
    done: cython.pointer(Lane),
    open_: cython.pointer(Lane),
    next_run: cython.pointer(Lane),
    next_ship: cython.pointer(Lane),
    next_open: cython.pointer(Lane),
) -> cython.void:
    """Make every run of squares longer, up to `length`, by the one that the last three tell of:
    `run`, runs that a ship can go through; `done`, runs of ship; `open_`, for each number up to
    `MOST_OPEN` the runs with more open squares than that."""
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for r in range(n):
        run[r] &= next_run[r]
        done[r] &= next_ship[r]
    for j in range(min(length, MOST_OPEN) - 1, 0, -1):
        for r in range(n):
            open_[j * n + r] |= open_[(j - 1) * n + r] & next_open[r]
    for r in range(n):
        open_[r] |= next_open[r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def live(
    n: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    starts: cython.pointer(Lane),
    first: cython.Py_ssize_t,
    run: cython.pointer(Lane),
    done: cython.pointer(Lane),
    open_: cython.pointer(Lane),
    tight: cython.pointer(Lane),
    ends_ship: cython.pointer(Lane),
    ends_free: cython.pointer(Lane),
    finished: cython.pointer(Lane),
    second: cython.Py_ssize_t,
) -> cython.void:
    """Keep the starts at `starts[first]` from which a ship can still lie: no water on it, no ship
    beside its ends, and no more squares to fill than its line can still take (`tight`: for each
    number, the lines that cannot take more).

    `finished[second]` gets those of them that lie there for certain, with water at their ends."""
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    over: Lane[64]
    if not cython.compiled:
        over = [0] * n
    for r in range(n):
        over[r] = ends_ship[r]
    for j in range(min(length, MOST_OPEN)):
        for r in range(n):
            over[r] |= open_[j * n + r] & tight[j * n + r]
    for r in range(n):
        starts[first + r] &= run[r] & ~over[r]
        finished[second + r] = starts[first + r] & done[r] & ~ends_free[r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def leave_columns(
    n: cython.Py_ssize_t,
    columns: cython.pointer(cython.ulonglong),
    sums: cython.pointer(cython.ulonglong),
    left: cython.pointer(Lane),
    spare: cython.pointer(Lane),
) -> cython.void:
    """From their tallies and counts, bit-sliced, how many ship squares columns can still take, and
    how many squares they can still lose to water."""
    halves: cython.Py_ssize_t = halves_of(left)
    j: cython.Py_ssize_t
    half: cython.Py_ssize_t
    at: cython.Py_ssize_t
    x: cython.ulonglong
    borrow: cython.ulonglong
    upper: cython.ulonglong
    for half in range(halves):
        upper = upper_half(left, half)
        borrow = 0
        for j in range(bits_of(left)):
            at = 8 * half + j
            x = columns[at] ^ sums[at]
            if half == 0:
                left[j] = x ^ borrow
            if halves == 1:
                spare[j] = (x ^ borrow) >> n
            elif half:
                spare[j] = x ^ borrow
            borrow = (x & (sums[at] ^ upper)) | (borrow & ~x)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def less_than(number: cython.Py_ssize_t, planes: cython.pointer(Lane)) -> Lane:
    """The columns whose bit-sliced count is less than a number."""
    j: cython.Py_ssize_t
    less: Lane = 0
    same: Lane = 0
    same = ~same
    for j in range(bits_of(planes) - 1, -1, -1):
        if number >> j & 1:
            less |= same & ~planes[j]
            same &= planes[j]
        else:
            same &= ~planes[j]
    return less


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_tight(
    n: cython.Py_ssize_t,
    longest: cython.Py_ssize_t,
    left_row: cython.pointer(Lane),
    left_col: cython.pointer(Lane),
    tight_a: cython.pointer(Lane),
    tight_d: cython.pointer(Lane),
) -> cython.void:
    """For each number below `longest`, the rows and the columns that cannot take more ship squares."""
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    less: Lane
    for j in range(min(longest, MOST_OPEN)):
        less = less_than(j + 1, left_col)
        for r in range(n):
            tight_d[j * n + r] = less
            tight_a[j * n + r] = -(left_row[r] <= j)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_starved(
    n: cython.Py_ssize_t,
    open_: cython.pointer(Lane),
    spare_row: cython.pointer(Lane),
    spare_col: cython.pointer(Lane),
    through_a: cython.pointer(Lane),
    beside_a: cython.pointer(Lane),
    through_d: cython.pointer(Lane),
    beside_d: cython.pointer(Lane),
) -> cython.void:
    """Where a ship would take more squares from a line than it can lose to water.

    A ship that lies across takes from each of its columns the squares above and below it (then
    it cannot go `through_a` there), and from the columns beside its ends three squares (it cannot
    have an end `beside_a`); one that lies down likewise from its rows."""
    r: cython.Py_ssize_t
    one: Lane = less_than(1, spare_col)
    two: Lane = less_than(2, spare_col)
    three: Lane = less_than(3, spare_col)
    x: Lane
    y: Lane
    z: Lane
    for r in range(n):
        x = open_[n + r - 1]
        y = open_[n + r]
        z = open_[n + r + 1]
        through_a[r] = ((x | z) & one) | (x & z & two)
        beside_a[r] = ((x | y | z) & one) | (((x & z) | (y & (x | z))) & two) | (x & y & z & three)
        x = y << 1
        z = y >> 1
        one_row: Lane = -(spare_row[r] < 1)
        two_row: Lane = -(spare_row[r] < 2)
        three_row: Lane = -(spare_row[r] < 3)
        through_d[n + r] = ((x | z) & one_row) | (x & z & two_row)
        beside_d[n + r] = (
            ((x | y | z) & one_row) | (((x & z) | (y & (x | z))) & two_row) | (x & y & z & three_row)
        )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_open(lie: cython.ulonglong, kinds: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The index of the first length with ships still to be placed; `kinds` if there is none.

    `lie` has a bit for every length whose ships all lie. Comparing it with a mask of all lengths would
    take a shift by `kinds`, which C leaves undefined where they fill the word."""
    kind: cython.Py_ssize_t = 0
    while kind < kinds and lie >> kind & 1:
        kind += 1
    return kind


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def spread(
    n: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    starts: cython.pointer(Lane),
    a: cython.Py_ssize_t,
    board: cython.pointer(Lane),
) -> cython.void:
    """Add the squares of the ships that start at `starts[a]`, across and then down, to a board."""
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for j in range(length):
        for r in range(n):
            board[n + r] |= starts[a + r] << j
        if length > 1:
            for r in range(n):
                board[n + r + j] |= starts[a + n + r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lay(
    n: cython.Py_ssize_t,
    full: Lane,
    length: cython.Py_ssize_t,
    starts: cython.pointer(Lane),
    a: cython.Py_ssize_t,
    ship: cython.pointer(Lane),
    water: cython.pointer(Lane),
) -> cython.void:
    """Put ships on all starts, with water at their ends; what else is around them follows from
    the diagonals."""
    r: cython.Py_ssize_t
    down: cython.Py_ssize_t = a if length == 1 else a + n
    spread(n, length, starts, a, ship)
    for r in range(n):
        water[n + r] |= (starts[a + r] >> 1 | (starts[a + r] << (length - 1)) << 1) & full
        water[n + r - 1] |= starts[down + r]
        water[n + r + length] |= starts[down + r]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propagate(
    m: cython.pointer(Lane),
    at: cython.Py_ssize_t,
    columns: cython.pointer(cython.ulonglong),
    fleet: cython.pointer(cython.longlong),
    levels: cython.pointer(cython.longlong),
    level: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Apply the rules to the frame at `m[at]` until nothing changes.

    Returns `FAILED`, `SOLVED`, or `OPEN`; then `levels[3 * level]` is the index of the longest
    length of which ships are still to be placed, and the next number how many of them. The third
    has a bit for every length whose ships all lie."""
    n: cython.Py_ssize_t = lanes_of(m)
    all_bits: cython.Py_ssize_t = bits_of(m)
    kinds: cython.Py_ssize_t = fleet[0]
    full: Lane = m[2 * n]
    # Three boards high, so that the rows above and below the grid can be read: they are 0.
    ship: Lane[192]
    water: Lane[192]
    free: Lane[192]
    down: Lane[192]
    settled: Lane[192]
    across: Lane[64]
    covered: Lane[64]
    run_a: Lane[64]
    run_d: Lane[64]
    done_a: Lane[64]
    done_d: Lane[64]
    next_run: Lane[64]
    next_ship: Lane[64]
    next_open: Lane[64]
    through_a: Lane[64]
    beside_a: Lane[64]
    through_d: Lane[192]
    beside_d: Lane[192]
    open_: Lane[192]
    ends_ship: Lane[64]
    ends_free: Lane[64]
    finished: Lane[128]
    open_a: Lane[1024]
    open_d: Lane[1024]
    tight_a: Lane[1024]
    tight_d: Lane[1024]
    left_row: Lane[64]
    spare_row: Lane[64]
    left_col: Lane[8]
    spare_col: Lane[8]
    sums: cython.ulonglong[16]
    bad: Lane[1]
    if not cython.compiled:
        ship, water, free, down, settled, through_d, beside_d, open_ = ([0] * (3 * n) for _ in range(8))
        across, covered, run_a, run_d, done_a, done_d, next_run, next_ship = ([0] * n for _ in range(8))
        next_open, through_a, beside_a, ends_ship, ends_free, left_row, spare_row = (
            [0] * n for _ in range(7)
        )
        finished = [0] * (2 * n)
        open_a, open_d, tight_a, tight_d = ([0] * (MOST_OPEN * n) for _ in range(4))
        left_col, spare_col, sums, bad = [0] * 8, [0] * 8, [0] * 16, [0]
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    first: cython.Py_ssize_t
    again: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    length: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    a: cython.Py_ssize_t
    alive: cython.Py_ssize_t
    lying: cython.Py_ssize_t
    wanted: cython.Py_ssize_t
    lie: cython.ulonglong = levels[3 * level + 2]
    changed: Lane
    for r in range(n):
        ship[r] = ship[2 * n + r] = free[r] = free[2 * n + r] = open_[r] = open_[2 * n + r] = 0
        through_d[2 * n + r] = beside_d[r] = beside_d[2 * n + r] = down[r] = 0
        ship[n + r] = m[at + r]
        water[n + r] = m[at + n + r]
        settled[n + r] = m[at + 2 * n + r]
    first = -1
    changed = 0
    while True:
        again = first
        while settle(m, n, columns, ship, water, left_row, spare_row, sums, bad):
            again = -1
            if bad[0]:
                return FAILED
        if bad[0]:
            return FAILED
        if again >= 0 and not changed:
            for r in range(n):
                across[r] = (ship[n + r] | water[n + r]) ^ full
            if any_lane(across, 0, n):
                break
        changed = 0
        # only lengths with ships still to be placed matter, the first of them being the longest
        first = first_open(lie, kinds)
        longest = fleet[2 + 2 * first] if first < kinds else 0
        leave_columns(n, columns, sums, left_col, spare_col)
        find_tight(n, longest, left_row, left_col, tight_a, tight_d)
        for r in range(n):
            free[n + r] = water[n + r] ^ full
            open_[n + r] = free[n + r] & ~ship[n + r]
        find_starved(n, open_, spare_row, spare_col, through_a, beside_a, through_d, beside_d)
        for r in range(n):
            through_a[r] |= beside_d[n + r - 1] | beside_d[n + r + 1]
            through_d[n + r] |= beside_a[r] << 1 | beside_a[r] >> 1
        for r in range(n):
            through_a[r] = free[n + r] & ~through_a[r]
            through_d[n + r] = free[n + r] & ~through_d[n + r]
            beside_a[r] |= ship[n + r]
            beside_d[n + r] |= ship[n + r]
            run_a[r] = through_a[r]
            run_d[r] = through_d[n + r]
            done_a[r] = done_d[r] = ship[n + r]
            open_a[r] = open_d[r] = open_[n + r]
        for j in range(1, min(longest, MOST_OPEN)):
            for r in range(n):
                open_a[j * n + r] = open_d[j * n + r] = 0
        kind = kinds - 1
        for length in range(1, longest + 1):
            k = length - 1
            if k:
                for r in range(n):
                    next_run[r] = through_a[r] >> k
                    next_ship[r] = ship[n + r] >> k
                    next_open[r] = open_[n + r] >> k
                extend(n, length, run_a, done_a, open_a, next_run, next_ship, next_open)
                for r in range(n):
                    next_run[r] = through_d[n + r + k]
                    next_ship[r] = ship[n + r + k]
                    next_open[r] = open_[n + r + k]
                extend(n, length, run_d, done_d, open_d, next_run, next_ship, next_open)
            if fleet[2 + 2 * kind] != length:
                continue
            kind -= 1
            if lie >> (kind + 1) & 1:
                continue
            a = at + (5 + 2 * kind) * n
            for r in range(n):
                ends_ship[r] = beside_a[r] << 1 | (beside_a[r] >> k) >> 1
                ends_free[r] = free[n + r] << 1 | (free[n + r] >> k) >> 1
            if length == 1:
                for r in range(n):
                    ends_ship[r] |= beside_d[n + r - 1] | beside_d[n + r + 1] | ~through_d[n + r]
                    ends_free[r] |= free[n + r - 1] | free[n + r + 1]
            live(n, length, m, a, run_a, done_a, open_a, tight_a, ends_ship, ends_free, finished, 0)
            for r in range(n):
                ends_ship[r] = beside_d[n + r - 1] | beside_d[n + r + length]
                ends_free[r] = free[n + r - 1] | free[n + r + length]
            live(n, length, m, a + n, run_d, done_d, open_d, tight_d, ends_ship, ends_free, finished, n)
            alive = count_bits(m, a, m, a + n, n)
            lying = count_bits(finished, 0, finished, n, n)
            wanted = fleet[5 + 2 * kind]
            if alive < wanted or lying > wanted:
                return FAILED
            if lying == wanted:
                lie |= cython.cast(cython.ulonglong, 1) << (kind + 1)
                spread(n, length, finished, 0, settled)
            elif alive == wanted:
                lay(n, full, length, m, a, ship, water)
                changed = 1
            else:
                levels[3 * level] = kind + 1
                levels[3 * level + 1] = wanted - lying
                for r in range(2 * n):
                    m[at + (3 + 2 * kinds) * n + r] = m[a + r] & ~finished[r]
        # a square that no live ship covers is water: live are all k squares on from a start, for each k
        for r in range(n):
            covered[r] = settled[n + r]
            across[r] = down[n + r] = 0
        kind = first
        for length in range(longest, 0, -1):
            k = length - 1
            if fleet[2 + 2 * kind] == length:
                if not lie >> kind & 1:
                    a = at + (3 + 2 * kind) * n
                    for r in range(n):
                        across[r] |= m[a + r]
                        down[n + r] |= m[a + n + r]
                kind += 1
            for r in range(n):
                covered[r] |= across[r] << k
            for r in range(n):
                covered[r] |= down[n + r - k]
        for r in range(n):
            across[r] = ship[n + r] & ~covered[r]
            covered[r] = (full ^ water[n + r]) & ~covered[r]
            water[n + r] |= covered[r]
        if any_lane(across, 0, n) & full:
            return FAILED
        if not changed | any_lane(covered, 0, n):
            break
    for r in range(n):
        m[at + r] = ship[n + r]
        m[at + n + r] = water[n + r]
        m[at + 2 * n + r] = settled[n + r]
        m[at + (5 + 2 * kinds) * n + r] = left_row[r]
    for j in range(all_bits):
        m[at + (6 + 2 * kinds) * n + j] = left_col[j]
    levels[3 * level + 2] = lie
    return SOLVED if first_open(lie, kinds) == kinds else OPEN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_candidate(
    m: cython.pointer(Lane), n: cython.Py_ssize_t, candidates: cython.Py_ssize_t, bit: cython.pointer(Lane)
) -> cython.Py_ssize_t:
    """Take the best candidate off the list at `m[candidates]`: the first on the line that can still
    take most ship squares. `bit` gets its column. Returns its row, plus n if it lies down; -1
    when there is none."""
    all_bits: cython.Py_ssize_t = bits_of(m)
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    best: cython.Py_ssize_t = -1
    row: cython.Py_ssize_t = -1
    most: cython.Py_ssize_t = 0
    columns: Lane = any_lane(m, candidates + n, n)
    x: Lane
    for r in range(n):
        x = m[candidates + 2 * n + r]
        if m[candidates + r] != 0 and cython.cast(cython.Py_ssize_t, x) > best:
            best = x
            row = r
    if columns:
        for j in range(all_bits):
            x = columns & m[candidates + 3 * n + all_bits - 1 - j]
            if x:
                columns = x
                most += 1 << (all_bits - 1 - j)
        columns &= ~columns + 1
        if most > best:
            for r in range(n):
                if m[candidates + n + r] & columns:
                    m[candidates + n + r] ^= columns
                    bit[0] = columns
                    return n + r
    if row >= 0:
        bit[0] = m[candidates + row] & (~m[candidates + row] + 1)
        m[candidates + row] ^= bit[0]
    return row


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copy_without(
    m: cython.pointer(Lane),
    at: cython.Py_ssize_t,
    child: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    bit: Lane,
) -> cython.void:
    """Copy a frame to its child, both without the start that the child is about to take: neither
    the child's later sisters nor their descendants try it again."""
    r: cython.Py_ssize_t
    m[start] &= ~bit
    for r in range(size):
        m[child + r] = m[at + r]
    m[child + start - at] |= bit


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def place_ship(
    m: cython.pointer(Lane),
    n: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    bit: Lane,
    length: cython.int,
) -> cython.void:
    """Put a ship into the frame at `m[at]`, starting at `bit` of `row`, or downwards of row `row - n`,
    with water all around it."""
    full: Lane = m[2 * n]
    k: cython.Py_ssize_t
    water: cython.Py_ssize_t = at + n
    depth: cython.Py_ssize_t = 1
    squares: Lane = bit
    beside: Lane
    if row < n:
        for k in range(1, length):
            squares |= bit << k
    else:
        row -= n
        depth = length
    beside = (squares << 1 | squares >> 1) & full & ~squares
    for k in range(row, row + depth):
        m[at + k] |= squares
        m[water + k] |= beside
    beside |= squares
    if row > 0:
        m[water + row - 1] |= beside
    if row + depth < n:
        m[water + row + depth] |= beside


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def descend(
    m: cython.pointer(Lane),
    columns: cython.pointer(cython.ulonglong),
    fleet: cython.pointer(cython.longlong),
    levels: cython.pointer(cython.longlong),
    place: cython.pointer(cython.longlong),
    nodes: cython.longlong,
) -> cython.longlong:
    """Go on with the search until a board is found, nothing is left or `nodes` are spent.

    `place[0]` is the level to go on from, -1 when nothing is left; `place[1]` gets the level of
    a board found, otherwise -1. Returns the nodes left over."""
    n: cython.Py_ssize_t = lanes_of(m)
    kinds: cython.Py_ssize_t = fleet[0]
    size: cython.Py_ssize_t = (7 + 2 * kinds) * n
    top: cython.Py_ssize_t = place[0]
    at: cython.Py_ssize_t
    child: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    row: cython.Py_ssize_t
    outcome: cython.Py_ssize_t
    bit: Lane[1]
    if not cython.compiled:
        bit = [0]
    place[1] = -1
    if top == ROOT_SOLVED:
        place[0] = NOTHING_LEFT
        place[1] = 0
        return nodes
    while top >= 0:
        at = 2 * n + 16 + top * size
        kind = levels[3 * top]
        # as many candidates as ships to place must be left, or this level is done
        if count_bits(m, at + (3 + 2 * kinds) * n, m, at + (4 + 2 * kinds) * n, n) < levels[3 * top + 1]:
            top -= 1
            continue
        if nodes <= 0 or place[1] >= 0:
            break
        nodes -= 1
        row = next_candidate(m, n, at + (3 + 2 * kinds) * n, bit)
        child = at + size
        copy_without(m, at, child, (3 + 2 * kinds) * n, at + (3 + 2 * kind) * n + row, bit[0])
        levels[3 * top + 5] = levels[3 * top + 2]
        place_ship(m, n, child, row, bit[0], fleet[2 + 2 * kind])
        outcome = propagate(m, child, columns, fleet, levels, top + 1)
        if outcome == OPEN:
            top += 1
        elif outcome == SOLVED:
            place[1] = top + 1
    place[0] = top
    return nodes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_up(
    m: cython.pointer(Lane),
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    bounds: cython.pointer(cython.longlong),
    columns: cython.pointer(cython.ulonglong),
    fleet: cython.pointer(cython.longlong),
    levels: cython.pointer(cython.longlong),
) -> cython.void:
    """Write the tallies and the first frame, on which nothing is known, over whatever was there.

    `bounds`: the lowest tally of each line, rows first, and from [128] on the highest; `columns`
    gets those of the columns as `settle_columns` wants them."""
    n: cython.Py_ssize_t = lanes_of(m)
    at: cython.Py_ssize_t = 2 * n + 16
    low: cython.Py_ssize_t = 8 if halves_of(m) == 2 else 0
    shift: cython.Py_ssize_t = 0 if halves_of(m) == 2 else n
    full: Lane = 0
    bit: cython.ulonglong
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for _ in range(width):
        full = full << 1 | 1
    for r in range(at + (7 + 2 * fleet[0]) * n):
        m[r] = 0
    for j in range(16):
        columns[j] = 0
    levels[0] = levels[1] = levels[2] = 0
    m[2 * n] = full
    for r in range(height):
        m[r] = bounds[r]
        m[n + r] = bounds[128 + r]
    for c in range(width):
        for j in range(bits_of(m)):
            bit = bounds[128 + height + c] >> j & 1
            columns[j] |= bit << c
            bit = bounds[height + c] >> j & 1
            columns[low + j] |= bit << c << shift
    for r in range(height, n):
        m[at + n + r] = full
    for j in range(fleet[0]):
        for r in range(height):
            m[at + (3 + 2 * j) * n + r] = full
            if fleet[2 + 2 * j] > 1:
                m[at + (4 + 2 * j) * n + r] = full


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propagate_first(
    m: cython.pointer(Lane),
    columns: cython.pointer(cython.ulonglong),
    fleet: cython.pointer(cython.longlong),
    levels: cython.pointer(cython.longlong),
) -> cython.Py_ssize_t:
    """Apply the rules to the first frame; see `propagate`."""
    return propagate(m, 2 * lanes_of(m) + 16, columns, fleet, levels, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def give(
    m: cython.pointer(Lane),
    height: cython.Py_ssize_t,
    fleet: cython.pointer(cython.longlong),
    row: cython.Py_ssize_t,
    col: cython.Py_ssize_t,
    kind: cython.Py_ssize_t,
) -> cython.void:
    """Write a given into the first frame; `kind` is an index to `GIVEN_KINDS`."""
    n: cython.Py_ssize_t = lanes_of(m)
    at: cython.Py_ssize_t = 2 * n + 16
    full: Lane = m[2 * n]
    bit: Lane = 1
    bit = bit << col
    right: Lane = bit << 1 & full
    left: Lane = bit >> 1
    beside: Lane = left | right
    above: Lane = beside | bit
    below: Lane = beside | bit
    can_be: cython.bint = True
    if kind == WATER:
        m[at + n + row] |= bit
        return
    m[at + row] |= bit
    if kind == SHIP:
        return
    if kind == MIDDLE:
        forbid_ends(m, at, n, fleet, row, bit)
        return
    if kind == LEFT:
        beside = left
        m[at + row] |= right
        can_be = right != 0
    elif kind == RIGHT:
        beside = right
        m[at + row] |= left
        can_be = left != 0
    elif kind == TOP:
        below ^= bit
        can_be = row + 1 < height
        if can_be:
            m[at + row + 1] |= bit
    elif kind == BOTTOM:
        above ^= bit
        can_be = row > 0
        if can_be:
            m[at + row - 1] |= bit
    elif kind != SUBMARINE:
        can_be = False
    m[at + n + row] |= beside if can_be else full
    if row > 0:
        m[at + n + row - 1] |= above
    if row + 1 < n:
        m[at + n + row + 1] |= below


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forbid_ends(
    m: cython.pointer(Lane),
    at: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    fleet: cython.pointer(cython.longlong),
    row: cython.Py_ssize_t,
    bit: Lane,
) -> cython.void:
    """Take away every start from which a ship would end on a square that is a middle."""
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    start: cython.Py_ssize_t
    for j in range(fleet[0]):
        start = at + (3 + 2 * j) * n
        k = fleet[2 + 2 * j] - 1
        m[start + row] &= ~(bit | bit >> k)
        m[start + n + row] &= ~bit
        if row >= k:
            m[start + n + row - k] &= ~bit


@cython.cfunc
@cython.exceptval(check=False)
def bound_tallies(
    bounds: cython.pointer(cython.longlong),
    first: cython.Py_ssize_t,
    lines: cython.Py_ssize_t,
    length: cython.longlong,
    squares: cython.longlong,
) -> cython.bint:
    """From the tallies at `bounds[first]`, -1 where one is missing, write the lowest and the highest
    there and to `[128 + first]`.

    Missing ones share what the fleet's squares leave. Returns whether the lines can hold them."""
    missing: cython.longlong = 0
    i: cython.Py_ssize_t
    for i in range(first, first + lines):
        if bounds[i] < 0:
            missing += 1
        elif bounds[i] > length:
            return False
        else:
            squares -= bounds[i]
            bounds[128 + i] = bounds[i]
    if not 0 <= squares <= missing * length:
        return False
    for i in range(first, first + lines if missing else first):
        if bounds[i] < 0:
            bounds[i] = max(0, squares - (missing - 1) * length)
            bounds[128 + i] = min(length, squares)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spell(
    m: cython.pointer(Lane),
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    level: cython.Py_ssize_t,
    kinds: cython.Py_ssize_t,
    marks: cython.p_uchar,
    part_marks: cython.p_const_uchar,
) -> cython.void:
    """Write the board at a level square by square, as `Board` does."""
    n: cython.Py_ssize_t = lanes_of(m)
    at: cython.Py_ssize_t = 2 * n + 16 + level * (7 + 2 * kinds) * n
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    above: Lane = 0
    x: Lane
    below: Lane
    openings: cython.Py_ssize_t
    for r in range(height):
        x = m[at + r]
        below = m[at + r + 1] if r + 1 < height else 0
        for c in range(width):
            if x >> c & 1:
                openings = above >> c & 1
                openings |= (below >> c & 1) << 1
                if c > 0:
                    openings |= (x >> (c - 1) & 1) << 2
                openings |= (x >> c >> 1 & 1) << 3
                marks[r * width + c] = part_marks[openings]
        above = x


@cython.cclass
class Frames:
    """The memory of a search, in lanes as wide as the grid needs, and what the functions above do with it."""

    height: cython.Py_ssize_t
    width: cython.Py_ssize_t
    memory: bytearray  # the lanes: tallies, then a frame a level
    numbers: bytearray  # the columns' tallies, the place, the fleet and the levels
    narrow: cython.pointer(cython.ushort)
    middle: cython.pointer(cython.uint)
    wide: cython.pointer(cython.ulonglong)
    columns: cython.pointer(cython.ulonglong)
    place: cython.pointer(cython.longlong)
    fleet: cython.pointer(cython.longlong)
    levels: cython.pointer(cython.longlong)
    slice: cython.longlong  # nodes between two looks at the clock and for signals
    unheeded: cython.longlong  # nodes since the last look for signals

    @cython.cfunc
    def reserve(self, fleet: tuple[tuple[int, int], ...], frames: cython.Py_ssize_t) -> cython.void:
        """Take the memory for a search of so many levels, and write the fleet, longest first."""
        i: cython.Py_ssize_t = 2
        kinds: cython.Py_ssize_t = len(fleet)
        if cython.compiled:
            self.allot(kinds, frames)
        else:
            self.narrow, self.middle, self.wide = None, None, [0] * (48 + frames * (7 + 2 * kinds) * 16)
            self.columns, self.place = [0] * 16, [0, 0]
            self.fleet, self.levels = [0] * (4 + 2 * kinds), [0] * (3 * frames + 3)
        self.place[0] = self.place[1] = NOTHING_LEFT
        self.slice = _SLICE // (self.height * self.width) + 1
        self.unheeded = 0
        length: cython.longlong
        count: cython.longlong
        self.fleet[0] = kinds
        for length, count in fleet:
            self.fleet[i] = length
            self.fleet[i + 1] = count
            i += 2

    @cython.cfunc
    def allot(self, kinds: cython.Py_ssize_t, frames: cython.Py_ssize_t) -> cython.void:
        side: cython.Py_ssize_t = max(self.height, self.width)
        lanes: cython.Py_ssize_t = 16 if side <= 16 else 32 if side <= 32 else 64
        self.memory = bytearray((2 * lanes + 16 + frames * (7 + 2 * kinds) * lanes) * (lanes // 8))
        self.numbers = bytearray(8 * (16 + 2 + 4 + 2 * kinds + 3 * frames + 3))
        lane_bytes: cython.p_char = self.memory
        number_bytes: cython.p_char = self.numbers
        if lanes == 16:
            self.narrow = cython.cast(cython.pointer(cython.ushort), lane_bytes)
        elif lanes == 32:
            self.middle = cython.cast(cython.pointer(cython.uint), lane_bytes)
        else:
            self.wide = cython.cast(cython.pointer(cython.ulonglong), lane_bytes)
        self.columns = cython.cast(cython.pointer(cython.ulonglong), number_bytes)
        self.place = cython.cast(cython.pointer(cython.longlong), number_bytes) + 16
        self.fleet = self.place + 2
        self.levels = self.fleet + 4 + 2 * kinds

    @cython.cfunc
    def set_up(self, bounds: cython.pointer(cython.longlong)) -> cython.void:
        """Write the tallies and the first frame; see the function of that name."""
        if self.narrow:
            set_up(self.narrow, self.height, self.width, bounds, self.columns, self.fleet, self.levels)
        elif self.middle:
            set_up(self.middle, self.height, self.width, bounds, self.columns, self.fleet, self.levels)
        else:
            set_up(self.wide, self.height, self.width, bounds, self.columns, self.fleet, self.levels)

    @cython.cfunc
    @cython.inline
    def give(self, row: cython.Py_ssize_t, col: cython.Py_ssize_t, kind: cython.Py_ssize_t) -> cython.void:
        """Write a given into the first frame."""
        if self.narrow:
            give(self.narrow, self.height, self.fleet, row, col, kind)
        elif self.middle:
            give(self.middle, self.height, self.fleet, row, col, kind)
        else:
            give(self.wide, self.height, self.fleet, row, col, kind)

    @cython.cfunc
    def begin(self) -> cython.void:
        """Apply the rules to the first frame."""
        outcome: cython.Py_ssize_t
        if self.narrow:
            outcome = propagate_first(self.narrow, self.columns, self.fleet, self.levels)
        elif self.middle:
            outcome = propagate_first(self.middle, self.columns, self.fleet, self.levels)
        else:
            outcome = propagate_first(self.wide, self.columns, self.fleet, self.levels)
        self.place[0] = 0 if outcome == OPEN else ROOT_SOLVED if outcome == SOLVED else NOTHING_LEFT

    @cython.cfunc
    def go_on(self, nodes: cython.longlong) -> cython.longlong:
        """Search until a board is found or the nodes, a slice at most, are spent; returns those left
        over. Other threads work meanwhile. Once a slice it answers Ctrl-C."""
        before: cython.longlong = nodes
        with cython.nogil:
            if self.narrow:
                nodes = descend(self.narrow, self.columns, self.fleet, self.levels, self.place, nodes)
            elif self.middle:
                nodes = descend(self.middle, self.columns, self.fleet, self.levels, self.place, nodes)
            else:
                nodes = descend(self.wide, self.columns, self.fleet, self.levels, self.place, nodes)
        self.unheeded += before - nodes
        if self.unheeded >= self.slice:
            self.unheeded = 0
            if cython.compiled:  # Python does it by itself
                PyErr_CheckSignals()
        return nodes

    @cython.cfunc
    def spell(self, signs: cython.p_const_uchar, squares: cython.p_uchar) -> cython.void:
        """Write the board that has just been found; see the function of that name."""
        level: cython.Py_ssize_t = self.place[1]
        if self.narrow:
            spell(self.narrow, self.height, self.width, level, self.fleet[0], squares, signs)
        elif self.middle:
            spell(self.middle, self.height, self.width, level, self.fleet[0], squares, signs)
        else:
            spell(self.wide, self.height, self.width, level, self.fleet[0], squares, signs)


@cython.cfunc
def ships_of(fleet: tuple[tuple[int, int], ...]) -> cython.Py_ssize_t:
    """The number of ships."""
    ships: cython.Py_ssize_t = 0
    for _, count in fleet:
        ships += count
    return ships


@cython.cfunc
def can_hold(
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    fleet: tuple[tuple[int, int], ...],
    bounds: cython.pointer(cython.longlong),
) -> cython.bint:
    """Whether the fleet is no longer than the grid, has room on it, and its squares agree with the
    tallies, which are bounded; see `bound_tallies`.

    A ship of length n takes 2(n + 1) squares of a grid with one row and one column more: its own, and
    those to the right, below and between the two, which it shares with no other ship."""
    squares: cython.longlong = 0
    taken: cython.longlong = 0
    longest: cython.longlong = 0
    length: cython.longlong
    count: cython.longlong
    for length, count in fleet:
        squares += length * count
        taken += 2 * (length + 1) * count
        longest = max(longest, length)
    return (
        longest <= max(height, width)
        and taken <= (height + 1) * (width + 1)
        and bound_tallies(bounds, 0, height, width, squares)
        and bound_tallies(bounds, height, width, height, squares)
    )


@cython.cclass
class Search(Frames):
    """A run of the engine `search`: all boards of a puzzle of straight, unlettered ships.

    It keeps to the protocol `Run`, and tells how many boards it has `found`. Every slice of nodes
    it lets other threads in, looks at the clock and answers Ctrl-C.

    It stops at its `deadline`, by `time.perf_counter`, and goes on when that is moved, at most to
    its budget's `end`. What `beyond(run)` gives, where it is set, then comes as the next board, and
    what `count_beyond(run, number)` gives as the count. The puzzle's sides are at most `KERNEL_SIDE`.
    """

    engine = cython.declare(str, visibility="public")

    complete = cython.declare(cython.bint, visibility="public")
    stats = cython.declare(dict, visibility="public")
    puzzle = cython.declare(object, visibility="readonly")
    end = cython.declare(cython.double, visibility="readonly")  # by the budget, or infinity
    deadline = cython.declare(cython.double, visibility="public")
    beyond = cython.declare(object, visibility="public")
    count_beyond = cython.declare(object, visibility="public")
    found = cython.declare(cython.longlong, visibility="readonly")
    nodes: cython.longlong  # spent so far
    most_nodes: cython.longlong

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        rows: tuple[int | None, ...] = puzzle.rows
        cols: tuple[int | None, ...] = puzzle.cols
        fleet: tuple[tuple[int, int], ...] = puzzle.fleet.pairs
        self.height = len(rows)
        self.width = len(cols)
        self.nodes = 0
        self.found = 0
        self.most_nodes = _NO_END if budget.nodes is None else min(budget.nodes, _NO_END)
        self.puzzle = puzzle
        self.end = _NEVER if budget.seconds is None else _CLOCK() + budget.seconds
        self.deadline = self.end
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        i: cython.Py_ssize_t
        for i in range(self.height):
            tally = rows[i]
            bounds[i] = -1 if tally is None else tally
        for i in range(self.width):
            tally = cols[i]
            bounds[self.height + i] = -1 if tally is None else tally
        can_be: cython.bint = can_hold(self.height, self.width, fleet, bounds)
        self.reserve(fleet, ships_of(fleet) + 2 if can_be else 0)
        if can_be:
            self.set_up(bounds)
            for given in puzzle.givens:
                row, col, kind = (
                    given[0],
                    given[1],
                    given[2],
                )  # faster than unpacking what is not quite a tuple
                self.give(row, col, _GIVEN_INDEX.get(kind, _BENT))
            self.begin()
        self.complete = self.place[0] == NOTHING_LEFT
        self.stats = {"nodes": 0}
        self.engine = "search"
        self.beyond = self.count_beyond = None

    def __iter__(self) -> Search:
        return self

    def __next__(self) -> Board:
        """The next board; raises `StopIteration` when there is none or the budget is out."""
        board = self.search_on()
        if board is None and not self.complete and self.beyond is not None:
            board = self.beyond(self)
        if board is None:
            raise StopIteration
        return board

    def search_on(self) -> Board | None:
        """The next board, if there is one and the budget reaches."""
        while self.advance():
            if self.place[1] >= 0:
                return self.board()
        return None

    def count(self) -> int:
        """How many boards are still to come: exact if the run is `complete` afterwards."""
        number: cython.longlong = self.count_on()
        if not self.complete and self.count_beyond is not None:
            return self.count_beyond(self, number)
        return number

    def count_on(self) -> int:
        """How many boards are still to come, as far as the budget reaches."""
        found: cython.longlong = 0
        while self.advance():
            found += self.place[1] >= 0
        return found

    @cython.cfunc
    def advance(self) -> cython.bint:
        """Search on for a slice of nodes, or until a board is found. Returns whether it could."""
        nodes: cython.longlong = min(self.slice, self.most_nodes - self.nodes)
        if self.complete or nodes <= 0 or (self.deadline < _NEVER and _CLOCK() >= self.deadline):
            return False
        self.nodes += nodes - self.go_on(nodes)
        self.found += self.place[1] >= 0
        self.complete = self.place[0] == NOTHING_LEFT
        self.stats["nodes"] = self.nodes
        return True

    @cython.cfunc
    def board(self) -> Board:
        """The board that has just been found."""
        marks = bytearray(b".") * (self.height * self.width)
        squares: cython.p_uchar = marks
        self.spell(_PART_MARKS, squares)
        text: str = marks.decode("ascii")
        rows = [""] * self.height
        row: cython.Py_ssize_t
        for row in range(self.height):
            rows[row] = text[row * self.width : (row + 1) * self.width]
        return _SPELLED(tuple(rows))


@cython.cclass
class Others(Frames):
    """The other boards that meet some of the clues that a board can give: the same grid and fleet asked
    again and again, in the same memory.

    All that a board can tell is a *sheet*: a byte a square, row by row, then a byte a row and a byte
    a column, which are the tallies. A square's byte is 0 for water, and 8 and the index to
    `GIVEN_KINDS` for a part of a ship. What is given of it is a mask of the same form: 255 for what
    is given, 0 for what is not, and 8 where of a square only is told whether it is ship. So a board
    meets the clues of another if the two sheets differ in no bit of the mask.

    `nodes` counts what all questions have cost; `complete` tells whether the last was answered
    within its nodes and before the `deadline`, by `time.perf_counter`."""

    complete = cython.declare(cython.bint, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")
    deadline = cython.declare(cython.double, visibility="public")
    squares: cython.Py_ssize_t
    size: cython.Py_ssize_t
    found: bytearray
    pairs: tuple[tuple[int, int], ...]

    def __init__(self, height: int, width: int, fleet: tuple[tuple[int, int], ...]) -> None:
        """`fleet` is (length, count), longest first. Raises `ValueError` for a grid that the kernel
        does not take, and for a fleet that is longer than the grid or has more squares."""
        if not 0 < min(height, width) <= max(height, width) <= KERNEL_SIDE:
            raise ValueError(
                f"a grid of {height}x{width}; the kernel takes up to {KERNEL_SIDE}x{KERNEL_SIDE}"
            )
        if fleet and (fleet[0][0] > max(height, width) or sum(n * m for n, m in fleet) > height * width):
            raise ValueError(f"the fleet is too large for a grid of {height}x{width}")
        self.height = height
        self.width = width
        self.squares = height * width
        self.size = self.squares + height + width
        self.pairs = fleet
        self.complete = True
        self.deadline = _NEVER
        self.nodes = 0
        self.found = bytearray(self.size)
        self.reserve(fleet, ships_of(fleet) + 2)

    def sheet(self, ships: bytes) -> bytes:
        """The sheet of the board whose ship squares are the bytes that are not 0."""
        if len(ships) != self.squares:
            raise ValueError(f"{len(ships)} squares; the grid has {self.squares}")
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        i: cython.Py_ssize_t
        for i in range(self.height + self.width):
            bounds[i] = bounds[128 + i] = 0
        self.set_up(bounds)
        for i in range(self.squares):
            if ships[i]:
                self.give(i // self.width, i % self.width, SHIP)
        self.place[1] = 0
        self.write_down()
        return bytes(self.found)

    @cython.cfunc
    def write_down(self) -> cython.void:
        """Write the sheet of the board that has just been found."""
        sheet: cython.p_uchar = self.found
        row: cython.Py_ssize_t
        col: cython.Py_ssize_t
        is_ship: cython.bint
        for row in range(self.size):
            sheet[row] = 0
        self.spell(_PART_CODES, sheet)
        for row in range(self.height):
            for col in range(self.width):
                is_ship = sheet[row * self.width + col] != 0
                sheet[self.squares + row] += is_ship
                sheet[self.squares + self.height + col] += is_ship

    @cython.cfunc
    def ask(self, answer: cython.p_const_uchar, given: cython.p_const_uchar) -> cython.bint:
        """Set the search up for the clues. Returns whether the tallies agree with the fleet."""
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        col: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for i in range(self.height + self.width):
            bounds[i] = answer[self.squares + i] if given[self.squares + i] else -1
        if not can_hold(self.height, self.width, self.pairs, bounds):
            return False
        self.set_up(bounds)
        i = 0
        for row in range(self.height):
            for col in range(self.width):
                if given[i]:
                    code = answer[i] & given[i]
                    self.give(row, col, SHIP if code == 8 else code & 7)
                i += 1
        self.begin()
        return True

    @cython.cfunc
    def find(self, nodes: cython.longlong) -> cython.longlong:
        """Search until a board is found, nothing is left, the nodes are spent or the deadline is past;
        returns the nodes left over."""
        some: cython.longlong
        while True:
            some = min(nodes, self.slice)
            nodes -= some - self.go_on(some)
            if nodes <= 0 or self.place[1] >= 0 or self.place[0] == NOTHING_LEFT:
                return nodes
            if self.deadline < _NEVER and _CLOCK() >= self.deadline:
                return nodes

    def other(self, answer: bytes, given: bytes, nodes: int) -> bytes | None:
        """The sheet of a board that meets the clues given of a board, and is not that board; `None`
        if there is none, or none was found within that many nodes and before the deadline: `complete`
        tells which."""
        if len(answer) != self.size or len(given) != self.size:
            raise ValueError(f"{len(answer)} and {len(given)} bytes; a sheet has {self.size}")
        most: cython.longlong = nodes
        left: cython.longlong = most
        self.complete = True
        if not self.ask(answer, given):
            return None
        while self.place[0] != NOTHING_LEFT:
            left = self.find(left)
            if self.place[1] < 0:
                break
            self.write_down()
            if self.found != answer:
                self.nodes += most - left
                return bytes(self.found)
        self.complete = self.place[0] == NOTHING_LEFT
        self.nodes += most - left
        return None
