# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The ladder: plain techniques on straight ships, on whole lines at a time, for grades and generation.

Explanations come from `finding`, which keeps reasons; here only what follows matters, and how many steps it
takes by which technique. Three classes, each derived from the one before: `State` is what is known of a
board, `Techniques` are the deductions that a person makes from it, and `Ladder` applies them, easiest first,
and tests suppositions. From `Ladder` derives `ClueLadder`, which chooses the givens of a generated puzzle.
`bimaru.deduction.techniques` describes the techniques in the order of the rungs.

A *line* is a row (numbered from 0) or a column (numbered on from the number of rows). Every square lies in
two lines; rows and columns are stored alike, as masks with a bit a square, so that each rule is written once.

A technique scans the whole board and notes what it finds with `conclude`; nothing is marked on the board
before the scan ends (`end_scan`), so that one step holds what a person sees at a glance. It returns whether
it proves that the board cannot be completed.

The file is Python, compiled with Cython (pure-Python mode), like the search kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import get_annotations
from typing import Any, NamedTuple, TypeAlias

import cython

from bimaru.bits import ALL_BITS as _ALL_BITS
from bimaru.bits import GOLDEN as _GOLDEN
from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet
from bimaru.squares import Part, Square

if cython.compiled:
    from cython.cimports.bimaru.bits import mix, popcount, trailing_zeros
else:
    from bimaru.bits import mix, popcount, trailing_zeros

# Sizes of the arrays: 64 rows, 128 lines, 64 kinds of ships, 8192 pairs of a kind and a line.
LINES = cython.declare(cython.Py_ssize_t, 128)
PAIRS = cython.declare(cython.int, 64 * 128)

# C integers; those that Python callers use are exported below.
NO_END = cython.declare(cython.int, 1_000_000)  # more steps than any deduction, more squares than any grid
NOTHING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
FAILED = cython.declare(cython.int, 2)

# The rungs, easiest first.
GIVEN_PART = cython.declare(cython.int, 0)
DIAGONALS = cython.declare(cython.int, 1)
REST_WATER = cython.declare(cython.int, 2)
REST_SHIP = cython.declare(cython.int, 3)
FINISHED_SHIP = cython.declare(cython.int, 4)
MIDDLE = cython.declare(cython.int, 5)
UNREACHED = cython.declare(cython.int, 6)
GROWTH = cython.declare(cython.int, 7)
MISSING_TALLY = cython.declare(cython.int, 8)
LAST_PLACEMENTS = cython.declare(cython.int, 9)
OVERLAP = cython.declare(cython.int, 10)
FILLING = cython.declare(cython.int, 11)
STARVED_UNREACHED = cython.declare(cython.int, 12)
STARVED_PLACEMENTS = cython.declare(cython.int, 13)
STARVED_OVERLAP = cython.declare(cython.int, 14)
STARVED_FILLING = cython.declare(cython.int, 15)
SUPPOSE = cython.declare(cython.int, 16)
FIRST_SLOW = cython.declare(cython.int, 6)  # the first rung that needs to know where ships can lie
PLAIN_RUNGS = cython.declare(cython.int, 16)  # the number of rungs below `SUPPOSE`

globals().update(
    NOTHING=NOTHING, FOUND=FOUND, FAILED=FAILED, SUPPOSE=SUPPOSE, PLAIN_RUNGS=PLAIN_RUNGS
)  # fmt: skip

# Where placements count as possible (`State.placement_level`).
STALE = cython.declare(cython.int, 0)
FITTING = cython.declare(cython.int, 1)  # they fit among the known squares
FEEDING = cython.declare(cython.int, 2)  # and leave every line enough squares for its tally

BIT = cython.declare(cython.ulonglong, 1)
ALL_BITS = cython.declare(cython.ulonglong, _ALL_BITS)
GOLDEN = cython.declare(cython.ulonglong, _GOLDEN)
WATCH_PERIOD = cython.declare(cython.int, 64)  # rungs between two calls of `watch`, each below a millisecond

PARTS = ("S", "L", "R", "T", "B", "M")
SUBMARINE = cython.declare(cython.int, 0)
LEFT = cython.declare(cython.int, 1)
RIGHT = cython.declare(cython.int, 2)
TOP = cython.declare(cython.int, 3)
BOTTOM = cython.declare(cython.int, 4)
MIDDLES = cython.declare(cython.int, 5)
ENDS = cython.declare(cython.int, 5)  # the parts before this one have a direction or stand alone
NOT_SHIP = cython.declare(cython.int, -2)
PART_CODES = cython.declare(dict, {Part.WATER.value: NOT_SHIP, **dict(zip(PARTS, range(6), strict=True))})

MAX_OVERLAPPING = cython.declare(cython.int, 64)  # most placements compared: more than people keep in mind


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


# Suppositions as numbers: the value of a square below `FIRST_PLACEMENT`, placements from there on.
FIRST_PLACEMENT = cython.declare(cython.int, 64 * 64 * 2)


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


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def ones(x: cython.ulonglong) -> cython.int:
    """The number of bits of a mask, as a signed number."""
    return cython.cast(cython.int, popcount(x))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def lowest(x: cython.ulonglong) -> cython.int:
    """The position of the lowest bit that is set; there must be one."""
    return trailing_zeros(x)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mixed(x: cython.ulonglong, y: cython.ulonglong) -> cython.ulonglong:
    """A word with another one mixed in, a different one for each of these; `mix` ends a hash of several."""
    return (((x ^ x >> 32) * GOLDEN) & ALL_BITS) ^ y


@cython.cfunc
def as_tuple(masks: cython.pointer(cython.ulonglong), n: cython.int) -> tuple[int, ...]:
    """The masks of the first n rows."""
    rows: list[int] = [0] * n
    row: cython.int
    for row in range(n):
        rows[row] = masks[row]
    return tuple(rows)


@cython.cclass
class State:
    """What is known of a board, what each line can still take, and where ships can still lie."""

    height = cython.declare(cython.int, visibility="readonly")
    width = cython.declare(cython.int, visibility="readonly")
    lines: cython.int
    kinds: cython.int
    squares: cython.int  # of the whole fleet
    length: cython.int[64]  # of each kind of ship, longest first
    count: cython.int[64]
    has_tally: cython.int[128]
    tally: cython.int[128]
    full: cython.ulonglong[128]  # every square of a line
    parts: cython.ulonglong[384]  # given parts: six kinds, a mask a row for each
    middle: cython.ulonglong[128]

    ship: cython.ulonglong[128]
    water: cython.ulonglong[128]
    saved_ship: cython.ulonglong[512]  # the boards that suppositions started from, up to four
    saved_water: cython.ulonglong[512]
    level: cython.int  # suppositions in force
    # Sets of lines, each a mask of the rows and one of the columns:
    uncounted: cython.ulonglong[2]  # changed since the three arrays that follow were found
    unswept: cython.ulonglong[2]  # counted since the quick techniques have last completed them
    unspread: cython.ulonglong[2]  # counted since the diagonals of their ship squares were marked
    unfitted: cython.ulonglong[2]  # counted since `fits` was found
    missing: cython.ulonglong[2]  # without a tally
    open: cython.ulonglong[128]  # neither ship nor water
    max_ship: cython.int[128]  # the most open squares of a line that can be ship; below 0: it has too many
    max_water: cython.int[128]

    starts: bytearray  # the memory of the four that follow, each a word for each kind and line
    possible: cython.pointer(cython.ulonglong)  # starts of ships that are not complete
    placed: cython.pointer(cython.ulonglong)  # starts of complete ships
    barred: cython.pointer(cython.ulonglong)  # starts ruled out by case analyses
    fits: cython.pointer(cython.ulonglong)  # starts at level `FITTING`, also of complete kinds
    n_fits: cython.int[64]
    seen_ship: cython.ulonglong[128]  # the lines as they were when `fits` was found
    seen_water: cython.ulonglong[128]
    seen_middle: cython.ulonglong[128]
    seen_max: cython.int[128]
    has_fits: cython.bint  # whether `fits` holds for those lines
    n_possible: cython.int[64]
    n_placed: cython.int[64]
    coverable: cython.ulonglong[128]  # squares that a ship along the line covers in some placement
    placement_level: cython.int  # `STALE`, `FITTING` or `FEEDING`
    covered_level: cython.int  # the one that `coverable` is of

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, givens: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        if not cython.compiled:
            self._allocate()
        self.height = len(rows)
        self.width = len(cols)
        self.lines = self.height + self.width
        self.squares = min(fleet.squares, NO_END)
        self.kinds = 0
        for length, number in fleet.pairs:
            self.length[self.kinds] = length
            self.count[self.kinds] = number
            self.kinds += 1
        if cython.compiled:
            self.allocate_starts()
        else:
            self.possible, self.placed = [0] * PAIRS, [0] * PAIRS
            self.barred, self.fits = [0] * PAIRS, [0] * PAIRS
        line: cython.int
        for line in range(self.lines):
            self.full[line] = (BIT << (self.width if line < self.height else self.height)) - 1
        self.set_clues(rows, cols, givens)

    @cython.final
    @cython.cfunc
    def set_clues(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Know these tallies and givens, and nothing else."""
        i: cython.int
        line: cython.int = 0
        self.level = 0
        self.has_fits = False
        for i in range(384):
            self.parts[i] = 0
        for line in range(self.lines):
            self.ship[line] = self.water[line] = self.middle[line] = 0
            for i in range(self.kinds):
                self.barred[i * LINES + line] = 0
        line = 0
        for tallies in (rows, cols):
            for tally in tallies:
                self.has_tally[line] = tally is not None
                self.tally[line] = 0 if tally is None else tally
                line += 1
        self.recount()
        for row, col, kind in givens:
            self.mark_given(row, col, kind)
        self.refresh()

    @cython.cfunc
    def allocate_starts(self) -> None:
        """The memory of the starts: for the kinds of this fleet only, since a puzzle is often solved in less
        time than it takes to clear that of 64."""
        size: cython.Py_ssize_t = self.kinds * LINES
        self.starts = bytearray(4 * 8 * size)
        memory: cython.p_char = self.starts
        self.possible = cython.cast(cython.pointer(cython.ulonglong), memory)
        self.placed = self.possible + size
        self.barred = self.placed + size
        self.fits = self.barred + size

    def _allocate(self) -> None:
        """The arrays, where the class is not compiled, as long as their declarations say."""
        for cls in type(self).__mro__:
            for name, declared in get_annotations(cls).items():
                if declared.endswith("]"):
                    setattr(self, name, [0] * int(declared.partition("[")[2].removesuffix("]")))

    @cython.final
    @cython.cfunc
    def mark_given(self, row: cython.int, col: cython.int, kind: str) -> None:
        """Mark what a given square shows, a `Part`."""
        code: cython.int = PART_CODES.get(kind, -1)
        if code == NOT_SHIP:
            self.mark(row, 0, BIT << col)
        else:
            self.show(row, col, code)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def show(self, row: cython.int, col: cython.int, part: cython.int) -> cython.void:
        """Mark a given ship square; `part` is an index to `PARTS`, or -1 if its part is not given."""
        self.mark(row, BIT << col, 0)
        if part == MIDDLES:
            self.middle[row] |= BIT << col
            self.middle[self.height + col] |= BIT << row
        if part >= 0:
            self.parts[part * 64 + row] |= BIT << col

    @cython.final
    @cython.cfunc
    def note_bar(self, placement: Placement, is_out: cython.bint) -> None:
        """Note that a placement is ruled out, or not, before a refresh."""
        kind: cython.int
        line, start, length = placement
        for kind in range(self.kinds):
            if self.length[kind] == length:
                self.barred[kind * LINES + line] &= ~(BIT << start)
                if is_out:
                    self.barred[kind * LINES + line] |= BIT << start
        self.has_fits = False

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def mark(self, row: cython.int, ship: cython.ulonglong, water: cython.ulonglong) -> cython.void:
        """Mark squares of a row as ship and as water."""
        self.ship[row] |= ship
        self.water[row] |= water
        self.uncounted[0] |= BIT << row
        self.uncounted[1] |= ship | water
        col: cython.int
        while ship:
            col = lowest(ship)
            ship &= ship - 1
            self.ship[self.height + col] |= BIT << row
        while water:
            col = lowest(water)
            water &= water - 1
            self.water[self.height + col] |= BIT << row

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def refresh(self) -> cython.void:
        """Count again what the lines that have changed can still take."""
        line: cython.int
        axis: cython.int
        first: cython.int = 0
        rest: cython.ulonglong
        self.placement_level = self.covered_level = STALE
        for axis in range(2):
            rest = self.uncounted[axis]
            self.uncounted[axis] = 0
            self.see_counted(axis, rest)
            while rest:
                line = first + lowest(rest)
                rest &= rest - 1
                self.open[line] = self.full[line] & ~(self.ship[line] | self.water[line])
                self.max_ship[line] = self.tally[line] - ones(self.ship[line])
                self.max_water[line] = ones(self.open[line]) - self.max_ship[line]
            first = self.height
        if self.missing[0] | self.missing[1]:
            self.bound_missing(0, self.height)
            self.bound_missing(self.height, self.lines)
            self.see_counted(0, self.missing[0])
            self.see_counted(1, self.missing[1])

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def see_counted(self, axis: cython.int, lines: cython.ulonglong) -> cython.void:
        """Note that lines have been counted."""
        self.unswept[axis] |= lines
        self.unspread[axis] |= lines
        self.unfitted[axis] |= lines

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def recount(self) -> cython.void:
        """Have every line counted again, after a change of squares not made by `mark`, or of tallies."""
        line: cython.int
        self.uncounted[0] = ALL_BITS >> (64 - self.height)
        self.uncounted[1] = ALL_BITS >> (64 - self.width)
        self.missing[0] = self.missing[1] = 0
        for line in range(self.lines):
            if not self.has_tally[line]:
                self.missing[line >= self.height] |= BIT << (
                    line if line < self.height else line - self.height
                )

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def put_line(
        self, line: cython.int, ship: cython.ulonglong, water: cython.ulonglong, middle: cython.ulonglong
    ) -> cython.void:
        """Write what is known of a line; its crossing lines must be written, too."""
        if self.ship[line] == ship and self.water[line] == water and self.middle[line] == middle:
            return
        self.ship[line] = ship
        self.water[line] = water
        self.middle[line] = middle
        if line < self.height:
            self.uncounted[0] |= BIT << line
        else:
            self.uncounted[1] |= BIT << (line - self.height)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def bound_missing(self, first: cython.int, last: cython.int) -> cython.void:
        """Bound the lines without a tally: together they take the rest of the fleet's squares."""
        line: cython.int
        others: cython.int
        rest: cython.int = self.squares
        room: cython.int = 0
        missing: cython.int = 0
        for line in range(first, last):
            if self.has_tally[line]:
                rest -= self.tally[line]
            else:
                missing += 1
                rest -= ones(self.ship[line])
                room += ones(self.open[line])
        if missing == 0:
            return
        for line in range(first, last):
            if not self.has_tally[line]:
                others = room - ones(self.open[line])
                self.max_ship[line] = min(rest, ones(self.open[line]))
                self.max_water[line] = ones(self.open[line]) - max(0, rest - others)
                if rest < 0:
                    self.max_ship[line] = -1
                elif rest > room:
                    self.max_water[line] = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_full(self) -> cython.bint:
        """Whether every square is known."""
        line: cython.int
        rest: cython.ulonglong = 0
        for line in range(self.height):
            rest |= self.open[line]
        return rest == 0

    # The stack

    @cython.cfunc
    @cython.exceptval(check=False)
    def push(self) -> cython.void:
        """Save the known squares."""
        i: cython.int
        at: cython.Py_ssize_t = LINES * self.level
        for i in range(self.lines):
            self.saved_ship[at + i] = self.ship[i]
            self.saved_water[at + i] = self.water[i]
        self.level += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def pop(self) -> cython.void:
        """Restore the known squares that were saved last."""
        i: cython.int
        self.level -= 1
        at: cython.Py_ssize_t = LINES * self.level
        for i in range(self.lines):
            self.put_line(i, self.saved_ship[at + i], self.saved_water[at + i], self.middle[i])
        self.refresh()

    # Placements

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_placements(self, level: cython.int) -> cython.void:
        """Find where ships of each kind can lie, unless that is known already."""
        kind: cython.int
        line: cython.int
        at: cython.Py_ssize_t
        if self.placement_level >= level:
            return
        if self.placement_level == STALE:
            self.find_fits()
            for kind in range(self.kinds):
                at = kind * LINES
                if self.n_placed[kind] >= self.count[kind]:
                    self.n_possible[kind] = 0
                    for line in range(self.lines):
                        self.possible[at + line] = 0
                else:
                    self.n_possible[kind] = self.n_fits[kind]
                    for line in range(self.lines):
                        self.possible[at + line] = self.fits[at + line]
        if level == FEEDING:
            self.find_feeding(0, self.height)
            self.find_feeding(self.height, self.lines)
        self.placement_level = level
        self.covered_level = STALE

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_fits(self) -> cython.void:
        """Find the starts at level `FITTING` again in every line that has changed since the last call."""
        line: cython.int
        kind: cython.int
        axis: cython.int
        first: cython.int = 0
        longest: cython.int = self.length[0] if self.kinds else 0
        rest: cython.ulonglong
        bit: cython.ulonglong
        fresh: cython.ulonglong = 0  # rows with other squares than before
        fitted: cython.ulonglong = 0
        if not self.has_fits:
            for kind in range(self.kinds):
                self.n_placed[kind] = self.n_fits[kind] = 0
                for line in range(self.lines):
                    self.fits[kind * LINES + line] = self.placed[kind * LINES + line] = 0
            self.unfitted[0] = ALL_BITS >> (64 - self.height)
            self.unfitted[1] = ALL_BITS >> (64 - self.width)
        for axis in range(2):
            rest = self.unfitted[axis]
            self.unfitted[axis] = 0
            while rest:
                line = first + lowest(rest)
                bit = rest & (~rest + 1)
                rest ^= bit
                if not self.has_fits or (
                    self.ship[line] != self.seen_ship[line] or self.water[line] != self.seen_water[line]
                ):
                    fresh |= bit if axis == 0 else 0
                elif (
                    self.max_ship[line] == self.seen_max[line] and self.middle[line] == self.seen_middle[line]
                ):
                    continue
                self.seen_ship[line] = self.ship[line]
                self.seen_water[line] = self.water[line]
                self.seen_max[line] = self.max_ship[line]
                self.seen_middle[line] = self.middle[line]
                fitted |= bit if axis == 0 else 0
                self.fit(line, longest)
            first = self.height
        rest = (fresh << 1 | fresh >> 1) & (ALL_BITS >> (64 - self.height)) & ~fitted
        while rest:
            self.fit(lowest(rest), 1)  # a submarine needs water in the rows beside, too
            rest &= rest - 1
        self.has_fits = True

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_feeding(self, first: cython.int, last: cython.int) -> cython.void:
        """Drop the starts in all rows, or all columns, from which a ship would give some line too much water:
        all starts of a line at once."""
        line: cython.int
        kind: cython.int
        k: cython.int
        length: cython.int
        limit: cython.int
        cross: cython.int = self.height if first == 0 else 0
        at: cython.Py_ssize_t
        none: cython.ulonglong = 0  # the crossing lines that can take no more water; no more than one; two
        one: cython.ulonglong = 0
        two: cython.ulonglong = 0
        above: cython.ulonglong
        here: cython.ulonglong
        below: cython.ulonglong
        beside: cython.ulonglong
        ends: cython.ulonglong
        starts: cython.ulonglong
        bad: cython.ulonglong
        for k in range(ones(self.full[first])):
            limit = self.max_water[cross + k]
            none |= (BIT if limit <= 0 else 0) << k
            one |= (BIT if limit <= 1 else 0) << k
            two |= (BIT if limit <= 2 else 0) << k
        for line in range(first, last):
            above = self.open[line - 1] if line > first else 0
            here = self.open[line]
            below = self.open[line + 1] if line + 1 < last else 0
            beside = (above | below) & none | above & below & one
            ends = (above | here | below) & none
            ends |= (above & here | above & below | here & below) & one | above & here & below & two
            for kind in range(self.kinds):
                at = kind * LINES + line
                starts = self.possible[at]
                if starts == 0:
                    continue
                length = self.length[kind]
                bad = ends << 1 | ends >> length
                for k in range(length):
                    bad |= beside >> k
                limit = self.max_water[line]
                if limit <= 1:
                    bad |= (here << 1 & here >> length) if limit == 1 else (here << 1 | here >> length)
                starts &= ~bad
                if line > first:
                    starts &= ~self.starved_beside(line - 1, starts, length)
                if line + 1 < last:
                    starts &= ~self.starved_beside(line + 1, starts, length)
                self.n_possible[kind] -= ones(self.possible[at]) - ones(starts)
                self.possible[at] = starts

    @cython.cfunc
    @cython.exceptval(check=False)
    def starved_beside(
        self, beside: cython.int, starts: cython.ulonglong, length: cython.int
    ) -> cython.ulonglong:
        """Those of the starts from which a ship would give the line `beside` its own too much water."""
        start: cython.int
        wide: cython.ulonglong
        found: cython.ulonglong = 0
        if self.max_water[beside] >= length + 2 or self.max_water[beside] >= ones(self.open[beside]):
            return 0
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            wide = ((BIT << length) - 1) << start
            wide |= wide << 1 | wide >> 1
            if ones(self.open[beside] & wide) > self.max_water[beside]:
                found |= BIT << start
        return found

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def fit(self, line: cython.int, longest: cython.int) -> cython.void:
        """Find where ships up to the length `longest` fit in a line, by its own squares and its tally, and
        where complete ones lie.

        From one length to the next, the runs of squares that a ship can cover become one square longer;
        `over` counts their open squares, up to what the line has room for."""
        over: cython.ulonglong[64]  # for each number, the starts of runs with more open squares
        if not cython.compiled:
            over = [0] * 64
        kind: cython.int = self.kinds - 1
        length: cython.int
        j: cython.int
        room: cython.int = self.max_ship[line]
        open_: cython.ulonglong = self.open[line]
        ship: cython.ulonglong = self.ship[line]
        dry: cython.ulonglong = self.full[line] & ~self.water[line]
        run: cython.ulonglong = dry
        done: cython.ulonglong = ship
        if kind >= 0 and self.length[kind] == 1 and line >= self.height:
            kind -= 1  # submarines are counted in the rows
        longest = min(longest, ones(self.full[line]))
        is_limited: cython.bint = ones(open_) > room
        counted: cython.int = room if is_limited and 0 < room < longest else 0
        over[0] = open_
        for length in range(1, longest + 1):
            if kind < 0:
                return
            if length > 1:
                run &= dry >> (length - 1)
                done &= ship >> (length - 1)
                open_ >>= 1
                j = counted
                if j >= length - 1:
                    j = length - 2
                    over[j + 1] = over[j] & open_  # so far, a run had fewer squares than that
                while j > 0:
                    over[j] |= over[j - 1] & open_
                    j -= 1
                over[0] |= open_
            if self.length[kind] == length:
                if not is_limited or room >= length:
                    self.fit_kind(kind, line, length, run, done, 0)
                else:
                    self.fit_kind(kind, line, length, run, done, over[room] if room >= 0 else ALL_BITS)
                kind -= 1

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def fit_kind(
        self,
        kind: cython.int,
        line: cython.int,
        length: cython.int,
        run: cython.ulonglong,
        done: cython.ulonglong,
        over: cython.ulonglong,
    ) -> cython.void:
        """Find where ships of a kind fit in a line, given the starts of runs of their length that are not
        water (`run`), that are ship (`done`), and that need too many more ship squares (`over`)."""
        at: cython.Py_ssize_t = kind * LINES + line
        ship: cython.ulonglong
        closed: cython.ulonglong
        if run == 0 and self.placed[at] == 0 and self.fits[at] == 0:
            return
        ship = self.ship[line]
        run &= ~(ship << 1 | ship >> length | self.middle[line] | self.middle[line] >> (length - 1))
        if done:
            closed = ~(self.full[line] & ~self.water[line])
            done &= (closed << 1 | 1) & closed >> length
        if length == 1:
            if line > 0:
                run &= ~self.ship[line - 1]
                done &= ~self.full[line] | self.water[line - 1]
            if line + 1 < self.height:
                run &= ~self.ship[line + 1]
                done &= ~self.full[line] | self.water[line + 1]
        done &= run
        run &= ~(done | self.barred[at] | over)
        if done != self.placed[at]:
            self.n_placed[kind] += ones(done) - ones(self.placed[at])
            self.placed[at] = done
        if run != self.fits[at]:
            self.n_fits[kind] += ones(run) - ones(self.fits[at])
            self.fits[at] = run

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def find_coverable(self) -> cython.void:
        """Find the squares of each line that a ship along it can cover, or covers already, unless that is
        known already."""
        if self.covered_level == self.placement_level:
            return
        self.covered_level = self.placement_level
        kind: cython.int
        line: cython.int
        k: cython.int
        starts: cython.ulonglong
        covered: cython.ulonglong
        for line in range(self.lines):
            covered = 0
            for kind in range(self.kinds):
                starts = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
                if starts:
                    for k in range(self.length[kind]):
                        covered |= starts << k
            self.coverable[line] = covered

    @cython.cfunc
    def longest_left(self) -> cython.int:
        """The length of the longest ship not yet placed."""
        kind: cython.int
        self.find_placements(FITTING)
        for kind in range(self.kinds):
            if self.n_placed[kind] < self.count[kind]:
                return self.length[kind]
        return 0

    # Read by Python callers

    def marks(self) -> tuple[str, ...]:
        """The board: a string a row of `.`, `X` and `?`."""
        rows: list[str] = [""] * self.height
        for row in range(self.height):
            for col in range(self.width):
                rows[row] += "X" if self.ship[row] >> col & 1 else "." if self.water[row] >> col & 1 else "?"
        return tuple(rows)

    def known_rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The squares known to be ship and to be water, one mask a row each."""
        return as_tuple(self.ship, self.height), as_tuple(self.water, self.height)

    def is_solved(self) -> bool:
        """Whether every square is known."""
        return bool(self.is_full())

    def missing_ships(self) -> dict[int, int]:
        """The number of ships of each length that are not placed yet."""
        self.find_placements(FITTING)
        return {self.length[kind]: self.count[kind] - self.n_placed[kind] for kind in range(self.kinds)}

    def placements_of(self, length: int) -> list[Placement]:
        """The possible placements of ships of a length that are not placed yet."""
        kind: cython.int
        line: cython.int
        starts: cython.ulonglong
        found: list[Placement] = []
        self.find_placements(FITTING)
        for kind in range(self.kinds):
            for line in range(self.lines if self.length[kind] == length else 0):
                starts = self.possible[kind * LINES + line]
                while starts:
                    found.append((line, lowest(starts), self.length[kind]))
                    starts &= starts - 1
        return found


@cython.cclass
class Techniques(State):
    """The deductions: each technique scans the board for what follows from it."""

    found_ship: cython.ulonglong[64]  # what the scan has found, a mask a row
    found_water: cython.ulonglong[64]
    found_rows: cython.ulonglong  # the rows where it has found anything
    shared_ship: cython.ulonglong[64]  # what some placements have in common
    shared_water: cython.ulonglong[64]
    shared_top: cython.int  # the rows where that can be anything
    shared_end: cython.int
    way_start: cython.ulonglong[64]  # where ships of each kind may start in the line that is filled
    way_ship: cython.ulonglong  # squares of it that are ship in some way to fill it
    way_wet: cython.ulonglong  # and those that are water in some
    group_of: cython.int[64]  # of each placement of an overlap
    idle: cython.ulonglong[2048]  # fingerprints of lines whose fillings share nothing

    # Conclusions

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def find(self, row: cython.int, ship: cython.ulonglong, water: cython.ulonglong) -> cython.void:
        """Conclude what squares of a row are."""
        ship &= ~self.ship[row]
        water &= ~self.water[row]
        if ship | water:
            self.found_ship[row] |= ship
            self.found_water[row] |= water
            self.found_rows |= BIT << row

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def conclude(self, line: cython.int, mask: cython.ulonglong, is_ship: cython.bint) -> cython.void:
        """Conclude that squares of a line are ship, or water."""
        bit: cython.ulonglong
        if line < self.height:
            self.find(line, mask if is_ship else 0, 0 if is_ship else mask)
            return
        bit = BIT << (line - self.height)
        while mask:
            self.find(lowest(mask), bit if is_ship else 0, 0 if is_ship else bit)
            mask &= mask - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def end_scan(self, fails: cython.bint) -> cython.int:
        """Mark what a scan has found, unless it fails. Returns the outcome."""
        row: cython.int
        clash: cython.ulonglong = 0
        if self.found_rows == 0:
            return FAILED if fails else NOTHING
        while self.found_rows:
            row = lowest(self.found_rows)
            self.found_rows &= self.found_rows - 1
            if not fails:
                clash |= (self.found_ship[row] | self.ship[row]) & (self.found_water[row] | self.water[row])
                self.mark(row, self.found_ship[row], self.found_water[row])
            self.found_ship[row] = self.found_water[row] = 0
        if not fails:
            self.refresh()
        return FAILED if fails or clash else FOUND

    # Given parts, and squares that touch

    @cython.cfunc
    @cython.exceptval(check=False)
    def given_parts(self) -> cython.bint:
        """What given parts show of the squares around them."""
        row: cython.int
        kind: cython.int
        here: cython.ulonglong
        for row in range(self.height):
            for kind in range(ENDS):
                here = self.parts[kind * 64 + row]
                while here:
                    if self.around_part(kind, row, lowest(here)):
                        return True
                    here &= here - 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def around_part(self, kind: cython.int, row: cython.int, col: cython.int) -> cython.bint:
        """What one given part shows of the squares around it."""
        bit: cython.ulonglong = BIT << col
        beside: cython.ulonglong = (bit << 1 | bit >> 1) & self.full[0]
        above: cython.ulonglong = beside | bit
        below: cython.ulonglong = above
        next_row: cython.int = row
        next_: cython.ulonglong = 0
        if kind == LEFT:
            next_ = bit << 1 & self.full[0]
        elif kind == RIGHT:
            next_ = bit >> 1
        elif kind == TOP and row + 1 < self.height:
            next_row, next_, below = row + 1, bit, beside
        elif kind == BOTTOM and row > 0:
            next_row, next_, above = row - 1, bit, beside
        if kind != SUBMARINE and next_ == 0:
            return True
        if next_row == row:
            beside &= ~next_
        self.find(next_row, next_, 0)
        self.find(row, 0, beside)
        if row > 0:
            self.find(row - 1, 0, above)
        if row + 1 < self.height:
            self.find(row + 1, 0, below)
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def diagonals(self) -> cython.bint:
        """The diagonals of a ship square are water. Only next to rows that have changed is anything new."""
        row: cython.int
        ship: cython.ulonglong
        rest: cython.ulonglong = self.unspread[0]
        rest = (rest | rest << 1 | rest >> 1) & (ALL_BITS >> (64 - self.height))
        while rest:
            row = lowest(rest)
            rest &= rest - 1
            ship = self.ship[row - 1] if row > 0 else 0
            if row + 1 < self.height:
                ship |= self.ship[row + 1]
            ship = (ship << 1 | ship >> 1) & self.full[0]
            if self.ship[row] & (self.water[row] | ship):
                return True
            self.find(row, 0, ship)
        self.unspread[0] = 0
        return False

    # One line, one run, one middle

    @cython.cfunc
    @cython.exceptval(check=False)
    def rest_water(self, has_tally: cython.bint) -> cython.bint:
        """The rest of a line that has all its ship squares is water."""
        line: cython.int
        for line in range(self.lines):
            if self.has_tally[line] != has_tally:
                continue
            if self.max_ship[line] < 0:
                return True
            if self.max_ship[line] == 0:
                self.conclude(line, self.open[line], False)
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def rest_ship(self, has_tally: cython.bint) -> cython.bint:
        """The rest of a line that needs all its open squares is ship."""
        line: cython.int
        for line in range(self.lines):
            if self.has_tally[line] != has_tally:
                continue
            if self.max_water[line] < 0:
                return True
            if self.max_water[line] == 0:
                self.conclude(line, self.open[line], True)
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def missing_tallies(self) -> cython.bint:
        """The rest of a line without a tally, by the squares that the fleet leaves for it."""
        return self.rest_water(False) or self.rest_ship(False)

    @cython.cfunc
    @cython.exceptval(check=False)
    def finished_ships(self) -> cython.bint:
        """A run as long as the longest ship not yet placed has water at its ends. Which ships are placed is
        found only where some run could still grow."""
        line: cython.int
        start: cython.int
        longest: cython.int = -1
        ship: cython.ulonglong
        run: cython.ulonglong
        ends: cython.ulonglong
        for line in range(self.lines):
            ship = self.ship[line]
            if (ship << 1 | ship >> 1) & self.open[line] == 0:
                continue
            while ship:
                start = lowest(ship)
                run = ship & ~(ship + (BIT << start))
                ship &= ~run
                ends = (run << 1 | run >> 1) & self.open[line]
                if ends == 0 or run & (run - 1) == 0:
                    continue
                if longest < 0:
                    longest = self.longest_left()
                if ones(run) >= longest:
                    self.conclude(line, ends, False)
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def middles(self) -> cython.bint:
        """A middle has ship on two opposite sides, and water on the others."""
        row: cython.int
        here: cython.ulonglong
        for row in range(self.height):
            here = self.middle[row]
            while here:
                if self.middle_at(row, lowest(here)):
                    return True
                here &= here - 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def middle_at(self, row: cython.int, col: cython.int) -> cython.bint:
        """What the squares beside one middle are, if its ship can run in only one direction."""
        column: cython.int = self.height + col
        beside: cython.ulonglong = (BIT << col << 1 | BIT << col >> 1) & self.full[row]
        above: cython.ulonglong = (BIT << row << 1 | BIT << row >> 1) & self.full[column]
        across: cython.bint = self.ship[column] & above == 0 and self.can_run(row, col)
        down: cython.bint = self.ship[row] & beside == 0 and self.can_run(column, row)
        if across != down:
            self.conclude(row, beside, across)
            self.conclude(column, above, down)
        return not (across or down)

    @cython.cfunc
    @cython.exceptval(check=False)
    def can_run(self, line: cython.int, at: cython.int) -> cython.bint:
        """Whether a ship along a line can extend to both sides of a square."""
        beside: cython.ulonglong = BIT << at << 1 | BIT << at >> 1
        free: cython.ulonglong = self.full[line] & ~self.water[line]
        needs: cython.int = ones(beside & self.open[line])
        return beside & ~free == 0 and at > 0 and needs <= self.max_ship[line]

    # Where ships can lie

    @cython.cfunc
    @cython.exceptval(check=False)
    def uncovered(self, row: cython.int) -> cython.ulonglong:
        """The squares of a row that are not water and that no placement covers."""
        col: cython.int
        self.find_coverable()
        found: cython.ulonglong = (self.open[row] | self.ship[row]) & ~self.coverable[row]
        rest: cython.ulonglong = found
        while rest:
            col = lowest(rest)
            rest &= rest - 1
            if self.coverable[self.height + col] >> row & 1:
                found &= ~(BIT << col)
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def unreached(self, level: cython.int) -> cython.bint:
        """A square that no ship can cover is water."""
        row: cython.int
        found: cython.ulonglong
        self.find_placements(level)
        for row in range(self.height):
            found = self.uncovered(row)
            if found & self.ship[row]:
                return True
            self.find(row, 0, found)
        return False

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def intersect(
        self, line: cython.int, start: cython.int, length: cython.int, is_first: cython.bint
    ) -> cython.bint:
        """Restrict `shared_ship` and `shared_water` to what a placement has in common with them. Returns
        whether that is anything."""
        row: cython.int
        top: cython.int
        bottom: cython.int
        squares: cython.ulonglong
        wide: cython.ulonglong
        ship: cython.ulonglong
        water: cython.ulonglong
        rest: cython.ulonglong = 0
        if line < self.height:
            top = bottom = line
            squares = ((BIT << length) - 1) << start
        else:
            top, bottom = start, start + length - 1
            squares = BIT << (line - self.height)
        wide = (squares | squares << 1 | squares >> 1) & self.full[0]
        if is_first:
            for row in range(self.height):
                self.shared_ship[row] = self.shared_water[row] = 0
            self.shared_top = max(top - 1, 0)
            self.shared_end = min(bottom + 2, self.height)
        for row in range(self.shared_top, self.shared_end):
            ship = squares if top <= row <= bottom else 0
            water = wide & ~ship if top - 1 <= row <= bottom + 1 else 0
            self.shared_ship[row] = ship if is_first else self.shared_ship[row] & ship
            self.shared_water[row] = water if is_first else self.shared_water[row] & water
            rest |= self.shared_ship[row] | self.shared_water[row]
        return rest != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def conclude_shared(self) -> cython.void:
        """Conclude what all the placements that were intersected share."""
        row: cython.int
        for row in range(self.shared_top, self.shared_end):
            self.find(row, self.shared_ship[row], self.shared_water[row])

    @cython.cfunc
    @cython.exceptval(check=False)
    def intersect_covering(self, line: cython.int, at: cython.int, is_first: cython.bint) -> cython.bint:
        """Intersect all placements along a line that cover a square of it: whether there were none."""
        kind: cython.int
        length: cython.int
        starts: cython.ulonglong
        for kind in range(self.kinds):
            length = self.length[kind]
            starts = self.possible[kind * LINES + line] & ((BIT << at << 1) - 1)
            if at + 1 >= length:
                starts &= ~((BIT << (at + 1 - length)) - 1)
            while starts:
                self.intersect(line, lowest(starts), length, is_first)
                is_first = False
                starts &= starts - 1
        return is_first

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def share_covering(self, row: cython.int, col: cython.int) -> cython.bint:
        """Intersect all placements that cover a square: whether there is one."""
        is_first: cython.bint = self.intersect_covering(row, col, True)
        return not self.intersect_covering(self.height + col, row, is_first)

    @cython.cfunc
    @cython.exceptval(check=False)
    def growth(self) -> cython.bint:
        """What all the placements that cover a ship square share.

        Squares with nothing open beside them are left out: the ends of their ships are looked at instead, if
        there is any placement left that covers them."""
        row: cython.int
        col: cython.int
        ends: cython.ulonglong
        self.find_placements(FITTING)
        for row in range(self.height):
            ends = self.open[row] << 1 | self.open[row] >> 1
            if row > 0:
                ends |= self.open[row - 1]
            if row + 1 < self.height:
                ends |= self.open[row + 1]
            ends &= self.ship[row]
            while ends:
                col = lowest(ends)
                ends &= ends - 1
                if self.share_covering(row, col):
                    self.conclude_shared()
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def last_placements(self, level: cython.int) -> cython.bint:
        """Where as many placements are left as ships of a kind, all of them are ships."""
        kind: cython.int
        line: cython.int
        missing: cython.int
        starts: cython.ulonglong
        self.find_placements(level)
        for kind in range(self.kinds):
            missing = self.count[kind] - self.n_placed[kind]
            if missing < 0 or self.n_possible[kind] < missing:
                return True
            if self.n_possible[kind] != missing:
                continue
            for line in range(self.lines):
                starts = self.possible[kind * LINES + line]
                while starts:
                    self.intersect(line, lowest(starts), self.length[kind], True)
                    self.conclude_shared()
                    starts &= starts - 1
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def overlaps(self, level: cython.int) -> cython.bint:
        """What the placements of a group share, where those of a kind form as many groups as ships
        are missing, none with room for two."""
        kind: cython.int
        self.find_placements(level)
        for kind in range(self.kinds):
            if (
                self.n_placed[kind] < self.count[kind]
                and self.n_possible[kind] <= MAX_OVERLAPPING
                and self.overlap_of(kind, self.count[kind] - self.n_placed[kind])
            ):
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def overlap_of(self, kind: cython.int, missing: cython.int) -> cython.bint:
        """What the placements of one kind share, group by group."""
        line_of: cython.int[64]
        start_of: cython.int[64]
        top_of: cython.int[64]
        left_of: cython.int[64]
        if not cython.compiled:
            line_of, start_of, top_of, left_of = [0] * 64, [0] * 64, [0] * 64, [0] * 64
        line: cython.int
        i: cython.int
        j: cython.int
        n: cython.int = 0
        groups: cython.int = 0
        top: cython.int
        left: cython.int
        down: cython.int  # from the top of a placement to that of the highest one that does not touch it
        along: cython.int
        starts: cython.ulonglong
        barred: cython.ulonglong
        length: cython.int = self.length[kind]
        is_first: cython.bint
        for line in range(self.lines):
            starts = self.possible[kind * LINES + line]
            while starts:
                line_of[n] = line
                start_of[n] = lowest(starts)
                starts &= starts - 1
                top = line if line < self.height else start_of[n]
                left = start_of[n] if line < self.height else line - self.height
                down = 2 if line < self.height else length + 1
                along = length + 1 if line < self.height else 2
                top_of[n] = top
                left_of[n] = left
                barred = 0
                for j in range(n if missing > 1 else 0):
                    if (
                        (top_of[j] >= top + down or left_of[j] >= left + along)
                        or (
                            top >= top_of[j] + (2 if line_of[j] < self.height else length + 1)
                            or left >= left_of[j] + (length + 1 if line_of[j] < self.height else 2)
                        )
                    ) and not (
                        line_of[j] == line and self.are_crowding(line, start_of[n], start_of[j], length)
                    ):
                        barred |= BIT << self.group_of[j]
                j = lowest(~barred)
                if j >= missing:
                    return False
                self.group_of[n] = j
                groups = max(groups, j + 1)
                n += 1
        if groups < missing:
            return True
        for j in range(groups):
            is_first = True
            for i in range(n):
                if self.group_of[i] == j:
                    if not self.intersect(line_of[i], start_of[i], length, is_first):
                        break
                    is_first = False
            self.conclude_shared()
        return False

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def are_crowding(
        self, line: cython.int, start: cython.int, begin: cython.int, length: cython.int
    ) -> cython.bint:
        """Whether two ships of a length would give their line too many ship squares."""
        squares: cython.ulonglong = ((BIT << length) - 1) << start | ((BIT << length) - 1) << begin
        return ones(squares & self.open[line]) > self.max_ship[line]

    # All ways to fill a line

    @cython.cfunc
    @cython.exceptval(check=False)
    def fillings(self, level: cython.int) -> cython.bint:
        """What all ways to fill a line with possible placements share."""
        line: cython.int
        self.find_placements(level)
        for line in range(self.lines):
            if self.open[line] and self.fill_line(line):
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def singles(self, line: cython.int) -> cython.ulonglong:
        """The squares of a line that a submarine, or a ship across the line, can cover."""
        p: cython.int
        size: cython.int = ones(self.full[line])
        is_row: cython.bint = line < self.height
        at: cython.int = line if is_row else line - self.height
        cross: cython.int = self.height if is_row else 0
        found: cython.ulonglong = 0
        last: cython.int = self.kinds - 1
        self.find_coverable()
        for p in range(size):
            found |= (self.coverable[cross + p] >> at & 1) << p
        if is_row and self.kinds and self.length[last] == 1:
            found |= self.possible[last * LINES + line] | self.placed[last * LINES + line]
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_line(self, line: cython.int) -> cython.bint:
        """What all ways to fill one line share."""
        single: cython.ulonglong = self.singles(line)
        key: cython.ulonglong = self.fingerprint(line, single)
        seen: cython.Py_ssize_t = key & 2047
        if self.idle[seen] == key:
            return False
        kind: cython.int
        n_ship: cython.int = ones(self.ship[line])
        least: cython.int = n_ship + ones(self.open[line]) - self.max_water[line]
        if self.max_ship[line] < 0 or self.max_water[line] < 0:
            return True
        for kind in range(self.kinds):
            self.way_start[kind] = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
        numbers: cython.ulonglong = ((BIT << (n_ship + self.max_ship[line]) << 1) - 1) & ~((BIT << least) - 1)
        if not self.find_ways(line, single, ~self.ship[line], numbers):
            return True
        if self.open[line] & ~(self.way_ship & self.way_wet) == 0:
            self.idle[seen] = key
            return False
        self.conclude(line, self.open[line] & ~self.way_ship, False)
        self.conclude(line, self.open[line] & ~self.way_wet, True)
        return False

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def find_ways(
        self,
        line: cython.int,
        single: cython.ulonglong,
        dry: cython.ulonglong,
        numbers: cython.ulonglong,
    ) -> cython.bint:
        """Find what occurs in the ways to fill a line (`way_ship`, `way_wet`). Returns whether there are any.

        `single`: the squares that a submarine or a ship across can cover; `dry`: those that may be water;
        `numbers`: the possible numbers of ship squares. `before`: the possible numbers before a position;
        `after`: those from which the rest of the line can be filled. All three are sets of numbers, as
        masks."""
        before: cython.ulonglong[68]
        after: cython.ulonglong[68]
        if not cython.compiled:
            before, after = [0] * 68, [0] * 68
        size: cython.int = ones(self.full[line])
        p: cython.int
        kind: cython.int
        length: cython.int
        wet: cython.ulonglong = 0
        ship: cython.ulonglong = 0
        for p in range(size + 2):
            before[p] = after[p] = 0
        after[size + 1] = numbers
        for p in range(size, -1, -1):
            if dry >> p & 1:
                after[p] = after[p + 1]
            if single >> p & 1 and dry >> (p + 1) & 1:
                after[p] |= after[p + 2] >> 1
            for kind in range(self.kinds):
                length = self.length[kind]
                if length > 1 and self.way_start[kind] >> p & 1 and dry >> (p + length) & 1:
                    after[p] |= after[p + length + 1] >> length
        before[0] = 1
        for p in range(size + 1):
            if before[p] & after[p] == 0:
                continue
            if dry >> p & 1:
                before[p + 1] |= before[p]
                if before[p] & after[p + 1]:
                    wet |= BIT << p
            if single >> p & 1 and dry >> (p + 1) & 1 and before[p] & after[p + 2] >> 1:
                before[p + 2] |= before[p] << 1
                ship |= BIT << p
                wet |= BIT << (p + 1)
            for kind in range(self.kinds):
                length = self.length[kind]
                if length == 1 or not (self.way_start[kind] >> p & 1 and dry >> (p + length) & 1):
                    continue
                if before[p] & after[p + length + 1] >> length:
                    before[p + length + 1] |= before[p] << length
                    ship |= ((BIT << length) - 1) << p
                    wet |= BIT << (p + length)
        self.way_ship = ship
        self.way_wet = wet
        return before[size + 1] & after[size + 1] != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def fingerprint(self, line: cython.int, single: cython.ulonglong) -> cython.ulonglong:
        """A hash of all that the ways to fill a line depend on.

        A collision, one in 2**64, can miss a finding but never make a false one."""
        kind: cython.int
        at: cython.Py_ssize_t
        found: cython.ulonglong = mixed(mixed(self.ship[line], self.full[line]), self.water[line])
        found = mixed(found, single)
        found = mixed(found, self.max_ship[line] * 256 + self.max_water[line] + NO_END)
        for kind in range(self.kinds):
            at = kind * LINES + line
            found = mixed(found, self.possible[at] | self.placed[at])
        return mix(found)


@cython.cclass
class Ladder(Techniques):
    """The techniques as rungs, easiest first, and suppositions, which use the same rungs on a saved board."""

    watch = cython.declare(object, visibility="public")
    """Called now and then, if set: after an exception from it the ladder must not be used."""
    ticks: cython.int
    n_steps: cython.int  # of the last climb
    uses: cython.int[32]  # steps on each rung
    passed_ship: cython.ulonglong[64]  # values that plain techniques do not refute
    passed_water: cython.ulonglong[64]
    true_ship: cython.ulonglong[64]  # values of the solution, where it is known: nothing refutes them
    true_water: cython.ulonglong[64]
    cursor: cython.int  # the row, first of water and then of ship, that is probed next
    memory: bytearray  # that of `closures`
    closures: cython.pointer(cython.ulonglong)  # for each value: whether known; the board that follows
    keeps_closures: cython.bint
    n_tried = cython.declare(cython.int, visibility="readonly")
    """The suppositions tried by `run` with all rungs."""
    n_chained = cython.declare(cython.int, visibility="readonly")
    """The number of steps in all suppositions that failed."""

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, givens: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        super().__init__(rows, cols, fleet, givens)
        if not cython.compiled:
            self.closures = [0] * (2 * self.height * self.width * (2 * self.height + 1))
        self.memory = bytearray()
        self.keeps_closures = False
        self.found_rows = 0
        self.n_tried = self.n_chained = 0
        self.cursor = self.ticks = self.n_steps = 0
        self.clear_solution()
        self.watch = None

    def start_over(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Start with another puzzle of the same size and fleet: as a new ladder, in the same memory."""
        rung: cython.int
        self.set_clues(rows, cols, givens)
        for rung in range(SUPPOSE + 1):
            self.uses[rung] = 0
        self.n_tried = self.n_chained = 0
        self.cursor = self.ticks = self.n_steps = 0
        self.clear_solution()

    @cython.cfunc
    @cython.exceptval(check=False)
    def clear_solution(self) -> cython.void:
        """Clear the solution, so that both values of every square are supposed."""
        row: cython.int
        for row in range(64):
            self.true_ship[row] = self.true_water[row] = 0

    def set_solution(self, rows: Sequence[str]) -> None:
        """Have `run` suppose wrong values only. `rows` are those of the solution, `.` for water and
        `?` for a square that solutions differ in.

        Raises `ValueError` for rows of another size than the grid."""
        row: cython.int
        col: cython.int
        if len(rows) != self.height:
            raise ValueError(f"{len(rows)} rows; the grid has {self.height}")
        for row in range(self.height):
            squares: str = rows[row]
            if len(squares) != self.width:
                raise ValueError(f"{len(squares)} squares in a row; the grid has {self.width} columns")
            self.true_ship[row] = self.true_water[row] = self.full[row]
            for col in range(self.width):
                if squares[col] == ".":
                    self.true_ship[row] ^= BIT << col
                elif squares[col] != "?":
                    self.true_water[row] ^= BIT << col

    @cython.cfunc
    def try_rung(self, rung: cython.int) -> cython.int:
        """Scan the board with the technique of one rung, and mark what it finds."""
        fails: cython.bint
        self.ticks = (self.ticks + 1) & (WATCH_PERIOD - 1)
        if self.ticks == 0 and self.watch is not None:
            self.watch()
        if rung == GIVEN_PART:
            fails = self.given_parts()
        elif rung == DIAGONALS:
            fails = self.diagonals()
        elif rung == REST_WATER:
            fails = self.rest_water(True)
        elif rung == REST_SHIP:
            fails = self.rest_ship(True)
        elif rung == FINISHED_SHIP:
            fails = self.finished_ships()
        elif rung == MIDDLE:
            fails = self.middles()
        elif rung == UNREACHED:
            fails = self.unreached(FITTING)
        elif rung == GROWTH:
            fails = self.growth()
        elif rung == MISSING_TALLY:
            fails = self.missing_tallies()
        elif rung == LAST_PLACEMENTS:
            fails = self.last_placements(FITTING)
        elif rung == OVERLAP:
            fails = self.overlaps(FITTING)
        elif rung == FILLING:
            fails = self.fillings(FITTING)
        elif rung == STARVED_UNREACHED:
            fails = self.unreached(FEEDING)
        elif rung == STARVED_PLACEMENTS:
            fails = self.last_placements(FEEDING)
        elif rung == STARVED_OVERLAP:
            fails = self.overlaps(FEEDING)
        else:
            fails = self.fillings(FEEDING)
        return self.end_scan(fails)

    @cython.cfunc
    def climb(self, rungs: cython.int, max_steps: cython.int) -> cython.int:
        """Apply the easiest of the first `rungs` that finds something, and repeat until none does or
        `max_steps` are done."""
        rung: cython.int = 0
        outcome: cython.int
        self.n_steps = 0
        while rung < rungs and self.n_steps < max_steps:
            outcome = self.try_rung(rung) if rung < PLAIN_RUNGS else self.probe()
            if outcome == FAILED:
                return FAILED
            if outcome == FOUND:
                self.n_steps += 1
                if self.level == 0:
                    self.uses[rung] += 1
                rung = 0
            else:
                rung += 1
        return NOTHING

    def run(self, rungs: int) -> int:
        """Apply the first `rungs` as far as they lead, recording nothing. Returns the outcome."""
        if rungs > PLAIN_RUNGS:
            self.keep_closures()
        outcome: cython.int = self.climb(rungs, NO_END)
        self.keeps_closures = False
        return outcome

    def run_without(self, rungs: int, without: cython.int) -> int:
        """Like `run`, with plain rungs only, and without one of these. Returns the outcome."""
        rung: cython.int = 0
        outcome: cython.int = NOTHING
        while rung < rungs and outcome != FAILED:
            outcome = NOTHING if rung == without else self.try_rung(rung)
            rung = 0 if outcome == FOUND else rung + 1
        return outcome

    def uses_by_rung(self) -> tuple[int, ...]:
        """The number of steps on each rung."""
        numbers: list[int] = [0] * (SUPPOSE + 1)
        rung: cython.int
        for rung in range(SUPPOSE + 1):
            numbers[rung] = self.uses[rung]
        return tuple(numbers)

    # Suppositions

    def apply_rung(self, rung: int) -> int:
        """Apply the technique of one rung once. Returns the outcome."""
        return self.try_rung(rung)

    def trial(self, supposition: int) -> Trial:
        """The result of a supposition, by plain techniques."""
        self.assume(supposition)
        outcome: cython.int = self.settle_plain(PLAIN_RUNGS, False)
        ship, water = self.known_rows()
        self.pop()
        return Trial(self.steps_of(supposition) if outcome == FAILED else -1, ship, water)

    @cython.cfunc
    def steps_of(self, supposition: cython.int) -> cython.int:
        """The number of steps by which plain techniques refute a supposition; below 0 if they do not."""
        self.assume(supposition)
        outcome: cython.int = self.climb(PLAIN_RUNGS, NO_END)
        self.pop()
        return self.n_steps if outcome == FAILED else -1

    def trial_of_all(self, supposition: int, inner: Sequence[int]) -> int:
        """The number of steps by which plain techniques refute a supposition if others are ruled out first
        that they refute where it holds; below 0 if they do not."""
        code: cython.int
        steps: cython.int = 0
        tried: cython.int
        is_more: cython.bint = True
        barred: list[Placement] = []
        self.assume(supposition)
        outcome: cython.int = self.climb(PLAIN_RUNGS, NO_END)
        steps += self.n_steps
        while outcome != FAILED and is_more:
            is_more = False
            for code in inner:
                tried = self.steps_of(code) if self.is_open(code) else -1
                if tried < 0:
                    continue
                is_more = True
                steps += tried + 1
                self.rule_out(code)
                if code >= FIRST_PLACEMENT:
                    barred.append(placement_of(code))
            if is_more:
                outcome = self.climb(PLAIN_RUNGS, NO_END)
                steps += self.n_steps
        self.pop()
        for placement in barred:
            self.note_bar(placement, False)
        self.refresh()
        return steps if outcome == FAILED else -1

    @cython.cfunc
    def is_open(self, supposition: cython.int) -> cython.bint:
        """Whether a supposition is neither settled nor impossible."""
        kind: cython.int
        at: cython.int = supposition - FIRST_PLACEMENT
        if at < 0:
            return self.open[supposition // 128] >> (supposition // 2 & 63) & 1
        self.find_placements(FITTING)
        for kind in range(self.kinds):
            if self.length[kind] == at // PAIRS:
                return self.possible[kind * LINES + (at // 64 & 127)] >> (at & 63) & 1
        return False

    @cython.ccall
    def rule_out(self, supposition: cython.int) -> None:
        """Mark the other value of a square, or rule out a placement."""
        bit: cython.ulonglong = BIT << (supposition // 2 & 63)
        if supposition >= FIRST_PLACEMENT:
            self.note_bar(placement_of(supposition), True)
        else:
            self.mark(supposition // 128, 0 if supposition & 1 else bit, bit if supposition & 1 else 0)
        self.refresh()

    @cython.cfunc
    def assume(self, supposition: cython.int) -> cython.void:
        """Save the board and add a supposition; none if it is negative."""
        row: cython.int
        self.push()
        if supposition < 0:
            return
        if supposition < FIRST_PLACEMENT:
            row = supposition // 128
            self.mark(
                row,
                BIT << (supposition // 2 & 63) if supposition & 1 else 0,
                0 if supposition & 1 else BIT << (supposition // 2 & 63),
            )
        else:
            supposition -= FIRST_PLACEMENT
            self.intersect(supposition // 64 & 127, supposition & 63, supposition // PAIRS, True)
            for row in range(self.height):
                self.mark(row, self.shared_ship[row], self.shared_water[row])
        self.refresh()

    @cython.cfunc
    def probe(self) -> cython.int:
        """Settle the first square of which plain techniques refute one value: it has the other.
        Values that follow from one that was not refuted are skipped, as are those of a known solution: they
        would not be refuted either. Water is supposed first: a square found to be ship shows more than one
        found to be water, so that fewer suppositions are needed."""
        i: cython.int
        row: cython.int
        col: cython.int
        is_ship: cython.bint
        rest: cython.ulonglong
        n_steps: cython.int = self.n_steps
        for i in range(self.height):
            self.passed_ship[i], self.passed_water[i] = self.true_ship[i], self.true_water[i]
        for _ in range(2 * self.height):
            is_ship = self.cursor >= self.height
            row = self.cursor - self.height if is_ship else self.cursor
            rest = self.open[row]
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if (self.passed_ship[row] if is_ship else self.passed_water[row]) >> col & 1:
                    continue
                if self.passes((row * 64 + col) * 2 + is_ship):
                    continue
                self.n_steps = n_steps
                self.mark(row, 0 if is_ship else BIT << col, BIT << col if is_ship else 0)
                self.refresh()
                return FOUND
            self.cursor = (self.cursor + 1) % (2 * self.height)
        self.n_steps = n_steps
        return NOTHING

    @cython.cfunc
    def passes(self, supposition: cython.int) -> cython.bint:
        """Whether plain techniques do not refute a supposition. What follows from it then passes, too."""
        passes: cython.bint = self.seems_to_pass(supposition)
        self.n_tried += 1
        if not passes:
            self.n_chained += self.steps_of(supposition)  # again step by step, to count the steps
        return passes

    @cython.cfunc
    def seems_to_pass(self, supposition: cython.int) -> cython.bint:
        """`passes` without counting."""
        row: cython.int
        at: cython.Py_ssize_t = self.closure_at(supposition)
        is_kept: cython.bint = self.keeps_closures and self.level == 0
        outcome: cython.int
        if is_kept and self.is_closed(at):
            for row in range(self.height):
                self.passed_ship[row] |= self.closures[at + 1 + row]
                self.passed_water[row] |= self.closures[at + 1 + self.height + row]
            return True
        self.assume(supposition)
        outcome = self.settle_plain(PLAIN_RUNGS, False)
        if outcome != FAILED:
            for row in range(self.height):
                self.passed_ship[row] |= self.ship[row]
                self.passed_water[row] |= self.water[row]
                if is_kept:
                    self.closures[at + 1 + row] = self.ship[row]
                    self.closures[at + 1 + self.height + row] = self.water[row]
            if is_kept:
                self.closures[at] = 1
        self.pop()
        return outcome != FAILED

    # What follows from a value that passes still follows when squares are settled that it has settled

    @cython.cfunc
    def keep_closures(self) -> None:
        """Keep the boards that follow from values that pass, from now on; the board itself may only grow."""
        i: cython.Py_ssize_t
        values: cython.Py_ssize_t = 2 * self.height * self.width
        size: cython.Py_ssize_t = 2 * self.height + 1
        memory: cython.p_char
        self.keeps_closures = True
        if not cython.compiled or self.memory:
            for i in range(values):
                self.closures[i * size] = 0
        else:
            self.memory = bytearray(8 * values * size)
            memory = self.memory
            self.closures = cython.cast(cython.pointer(cython.ulonglong), memory)

    @cython.cfunc
    @cython.exceptval(check=False)
    def closure_at(self, supposition: cython.int) -> cython.Py_ssize_t:
        """The position in `closures` of the value of a square."""
        square: cython.Py_ssize_t = supposition // 128 * self.width + (supposition // 2 & 63)
        return (2 * square + (supposition & 1)) * (2 * self.height + 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_closed(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether the board that followed from a value is known and still covers the board."""
        row: cython.int
        fresh: cython.ulonglong = 0
        if self.closures[at] == 0:
            return False
        for row in range(self.height):
            fresh |= self.ship[row] & ~self.closures[at + 1 + row]
            fresh |= self.water[row] & ~self.closures[at + 1 + self.height + row]
        return fresh == 0

    # What follows, in the quickest order

    @cython.cfunc
    def settle_plain(self, rungs: cython.int, is_right: cython.bint) -> cython.int:
        """Apply the first `rungs`, all the quick ones among them, as far as they lead: quicker than `climb`,
        and without findings and steps. What follows does not depend on the order. Given parts are left out.
        If the board `is_right`, a full one needs no further look."""
        rung: cython.int
        outcome: cython.int = FOUND
        while outcome == FOUND:
            if self.sweep() == FAILED:
                return FAILED
            if is_right and self.is_full():
                return NOTHING
            outcome = NOTHING
            rung = FIRST_SLOW
            while outcome == NOTHING and rung < rungs:
                if not (
                    rung == MISSING_TALLY or (rungs > STARVED_FILLING and rung in (LAST_PLACEMENTS, FILLING))
                ):
                    # The sweep has done the first of these; the others find nothing that they would not find
                    # in starved lines, too, where fewer placements are possible.
                    outcome = self.try_rung(rung)
                rung += 1
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep(self) -> cython.int:
        """Apply the quick techniques, and what missing tallies show, as far as they lead."""
        outcome: cython.int = FOUND
        while outcome == FOUND:
            self.refresh()
            outcome = self.sweep_lines()
            if outcome != FAILED:
                outcome = max(outcome, self.end_scan(self.diagonals()))
            if outcome == NOTHING:
                outcome = self.end_scan(self.middles())
            if outcome == NOTHING:
                outcome = self.end_scan(self.finished_ships())
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def mark_line(self, line: cython.int, mask: cython.ulonglong, is_ship: cython.bint) -> cython.void:
        """Mark squares of a line."""
        cross: cython.int = self.height if line < self.height else 0
        bit: cython.ulonglong = BIT << (line if line < self.height else line - self.height)
        self.uncounted[0] |= bit if line < self.height else mask
        self.uncounted[1] |= mask if line < self.height else bit
        if is_ship:
            self.ship[line] |= mask
        else:
            self.water[line] |= mask
        while mask:
            if is_ship:
                self.ship[cross + lowest(mask)] |= bit
            else:
                self.water[cross + lowest(mask)] |= bit
            mask &= mask - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep_lines(self) -> cython.int:
        """Complete the lines of which the rest is water or ship."""
        line: cython.int
        axis: cython.int
        first: cython.int = 0
        rest: cython.ulonglong
        outcome: cython.int = NOTHING
        for axis in range(2):
            rest = self.unswept[axis]
            while rest:
                line = first + lowest(rest)
                if self.max_ship[line] < 0 or self.max_water[line] < 0:
                    self.unswept[axis] = rest
                    return FAILED
                rest &= rest - 1
                if self.open[line] and (self.max_ship[line] == 0 or self.max_water[line] == 0):
                    self.mark_line(line, self.open[line], self.max_ship[line] != 0)
                    outcome = FOUND
            self.unswept[axis] = 0
            first = self.height
        return outcome


@cython.final
@cython.cclass
class ClueLadder(Ladder):
    """Finds squares to give so that the techniques solve a board, for choosing the givens of a
    generated puzzle.

    One object serves all boards of a grid and a fleet. What the tallies alone settle is found once per board.
    A *sheet* is a board with its tallies, as `AlternativeBoards.sheet` returns it; a *group* is squares that
    are given together, numbered row by row, and a mask of what is revealed of the byte of each. The groups
    are the same for all boards, and the methods take their numbers.

    Here only what follows matters, not in which order."""

    sheet: bytes
    n_groups: cython.int
    numbers: bytearray  # the memory of the four that follow
    group_end: cython.pointer(cython.int)  # for each group, where its squares end among all
    group_square: cython.pointer(cython.int)  # the squares of one group after the other, with their masks
    order: cython.pointer(cython.int)  # the groups to select from, or to drop
    kept: cython.pointer(
        cython.int
    )  # the positions in `order` of those kept so far, while groups are dropped
    n_ordered: cython.int
    n_kept: cython.int
    room: cython.int  # for more squares, while groups are dropped
    base_ship: cython.ulonglong[128]  # what follows from the tallies
    base_water: cython.ulonglong[128]
    base_middle: cython.ulonglong[128]

    def __init__(self, height: int, width: int, fleet: Fleet, groups: Sequence[Any]) -> None:
        """Raises `ValueError` for a square that the grid does not have."""
        super().__init__((None,) * height, (None,) * width, fleet, ())
        squares: cython.Py_ssize_t = 0
        for group in groups:
            squares += len(group[0])
        self.n_groups = len(groups)
        self.n_ordered = 0
        if cython.compiled:
            self.allocate_groups(squares)
        else:
            self.group_end, self.group_square = [0] * len(groups), [0] * squares
            self.order, self.kept = [0] * len(groups), [0] * len(groups)
        n: cython.int = 0
        i: cython.int
        square: cython.int
        for i in range(self.n_groups):
            for square in groups[i][0]:
                if not 0 <= square < height * width:
                    raise ValueError(f"square {square}; the grid has {height * width}")
                self.group_square[n] = square << 8 | cython.cast(cython.int, groups[i][1])
                n += 1
            self.group_end[i] = n

    @cython.cfunc
    def allocate_groups(self, squares: cython.Py_ssize_t) -> None:
        """The memory of the groups, with this number of squares in all."""
        self.numbers = bytearray(4 * (squares + 3 * self.n_groups))
        memory: cython.p_char = self.numbers
        self.group_end = cython.cast(cython.pointer(cython.int), memory)
        self.order = self.group_end + self.n_groups
        self.kept = self.order + self.n_groups
        self.group_square = self.kept + self.n_groups

    def start(self, sheet: bytes, lines: Iterable[int], rungs: int) -> None:
        """Start with a board and the tallies of `lines` (rows, then columns). The other methods then need at
        least as many rungs."""
        line: cython.int
        squares: cython.int = self.height * self.width
        self.ticks = 0  # so that `watch` is called as often whatever was done before
        self.sheet = sheet
        self.set_solution_from_sheet()
        for line in range(self.lines):
            self.has_tally[line] = False
            self.tally[line] = 0
        for line in lines:
            self.has_tally[line] = True
            self.tally[line] = sheet[squares + line]
        self.recount()
        for line in range(self.lines):
            self.base_ship[line] = self.base_water[line] = self.base_middle[line] = 0
        self.restore()
        self.settle(rungs)
        self.keep()

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_solution_from_sheet(self) -> cython.void:
        """As `set_solution`, from the sheet."""
        row: cython.int
        col: cython.int
        ship: cython.ulonglong
        shown: cython.p_const_uchar = self.sheet
        for row in range(self.height):
            ship = 0
            for col in range(self.width):
                if shown[row * self.width + col]:
                    ship |= BIT << col
            self.true_ship[row] = ship
            self.true_water[row] = self.full[row] & ~ship

    def select(self, groups: list[int], rungs: int) -> list[int] | None:
        """Groups each of which is the first with an open square where the first `rungs` are stuck, until
        these solve the board; `None` if all groups are not enough."""
        chosen: list[int] = []
        i: cython.int = 0
        self.load(groups)
        self.restore()
        while not self.is_full():
            # Squares that are known stay known, so that the next group is never before the last one.
            while i < self.n_ordered and not self.has_open(self.order[i]):
                i += 1
            if i == self.n_ordered:
                return None
            self.give(self.order[i])
            chosen.append(self.order[i])
            self.settle(rungs)
        return chosen

    def suffice(self, groups: list[int], rungs: int) -> bool:
        """Whether the first `rungs` solve the board when these groups are given."""
        self.load(groups)
        self.restore()
        self.give_all(0, self.n_ordered)
        return self.go_on(rungs)

    def go_on(self, rungs: int) -> bool:
        """Whether the first `rungs` solve the board that the last `suffice` has left."""
        self.settle(rungs)
        return bool(self.is_full())

    def drop(self, groups: list[int], rungs: int, most: int) -> list[int] | None:
        """An irreducible part of groups with which the first `rungs` solve the board: each in turn is dropped
        if the others suffice. `None` if that would be more than `most` squares.

        The groups are as `select` chose them: the others do not suffice without the last one."""
        i: cython.int
        self.load(groups)
        if self.n_ordered == 0:
            return []
        self.n_kept = 0
        self.room = most - self.size_of(self.order[self.n_ordered - 1])
        self.restore()
        if self.room < 0 or not self.drop_between(0, self.n_ordered, rungs):
            return None
        self.kept[self.n_kept] = self.n_ordered - 1
        found = [0] * (self.n_kept + 1)
        for i in range(self.n_kept + 1):
            found[i] = self.order[self.kept[i]]
        return found

    @cython.cfunc
    def drop_between(self, first: cython.int, end: cython.int, rungs: cython.int) -> cython.bint:
        """Add those of the groups from `first` to `end` to `kept` that are needed, the last one of all apart;
        on the board is what follows from the tallies, from the groups kept so far and from those after these.
        Returns whether there is `room` for their squares.

        By halves, so that most of what follows is found once for many groups."""
        ship: cython.ulonglong[128]
        water: cython.ulonglong[128]
        middle: cython.ulonglong[128]
        if not cython.compiled:
            ship, water, middle = [0] * 128, [0] * 128, [0] * 128
        line: cython.int
        i: cython.int
        half: cython.int = first + (end - first) // 2
        before: cython.int = self.n_kept
        is_last: cython.bint = end == self.n_ordered
        if self.is_full() or (is_last and half == first):
            return True
        if half == first:
            if rungs > PLAIN_RUNGS:
                self.cursor = 0
                self.settle(rungs)
                if self.is_full():
                    return True
            self.kept[self.n_kept] = first
            self.n_kept += 1
            self.room -= self.size_of(self.order[first])
            return self.room >= 0
        for line in range(self.lines):
            ship[line], water[line], middle[line] = self.ship[line], self.water[line], self.middle[line]
        self.give_all(half, end)
        self.settle(min(rungs, PLAIN_RUNGS))
        if not self.drop_between(first, half, rungs):
            return False
        for line in range(self.lines):
            self.put_line(line, ship[line], water[line], middle[line])
        for i in range(before, self.n_kept):
            self.give(self.order[self.kept[i]])
        self.refresh()
        if self.n_kept > before and not (is_last and half + 1 == end):
            self.settle(min(rungs, PLAIN_RUNGS))
        return self.drop_between(half, end, rungs)

    # The groups

    @cython.cfunc
    def load(self, groups: list[int]) -> None:
        """Write the numbers of groups to `order`. Raises `ValueError` for others, and for too many."""
        i: cython.Py_ssize_t
        group: cython.int
        if len(groups) > self.n_groups:
            raise ValueError(f"{len(groups)} groups; there are {self.n_groups}")
        self.n_ordered = len(groups)
        for i in range(self.n_ordered):
            group = groups[i]
            if not 0 <= group < self.n_groups:
                raise ValueError(f"group {group}; there are {self.n_groups}")
            self.order[i] = group

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def group_start(self, group: cython.int) -> cython.int:
        """Where the squares of a group start among all."""
        return self.group_end[group - 1] if group > 0 else 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def size_of(self, group: cython.int) -> cython.int:
        """The number of squares of a group."""
        return self.group_end[group] - self.group_start(group)

    # The board

    @cython.cfunc
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Save the board for `restore`."""
        line: cython.int
        for line in range(self.lines):
            self.base_ship[line] = self.ship[line]
            self.base_water[line] = self.water[line]
            self.base_middle[line] = self.middle[line]

    @cython.cfunc
    @cython.exceptval(check=False)
    def restore(self) -> cython.void:
        """Go back to the board that `keep` saved last."""
        line: cython.int
        for line in range(self.lines):
            self.put_line(line, self.base_ship[line], self.base_water[line], self.base_middle[line])
        self.cursor = 0
        self.refresh()

    @cython.cfunc
    @cython.exceptval(check=False)
    def give_all(self, first: cython.int, end: cython.int) -> cython.void:
        """Mark what the groups from `first` to `end` of `order` show."""
        i: cython.int
        for i in range(first, end):
            self.give(self.order[i])
        self.refresh()

    @cython.cfunc
    @cython.exceptval(check=False)
    def give(self, group: cython.int) -> cython.void:
        """Mark what a group shows, with what its parts show of the squares around them."""
        i: cython.int
        square: cython.int
        code: cython.int
        row: cython.int
        col: cython.int
        shown: cython.p_const_uchar = self.sheet
        for i in range(self.group_start(group), self.group_end[group]):
            square = self.group_square[i] >> 8
            code = shown[square] & self.group_square[i] & 255
            row = square // self.width
            col = square % self.width
            if code == 0:
                self.mark(row, 0, BIT << col)
                continue
            self.mark(row, BIT << col, 0)
            code = (code & 7) - 1
            if code == MIDDLES:
                self.middle[row] |= BIT << col
                self.middle[self.height + col] |= BIT << row
            elif code >= 0:
                self.mark_around(code, row, col)

    @cython.cfunc
    @cython.exceptval(check=False)
    def mark_around(self, part: cython.int, row: cython.int, col: cython.int) -> cython.void:
        """Mark the squares around a given part other than a middle: the next of its ship, and water."""
        bit: cython.ulonglong = BIT << col
        beside: cython.ulonglong = (bit << 1 | bit >> 1) & self.full[0]
        next_: cython.ulonglong = (bit << 1 if part == LEFT else bit >> 1 if part == RIGHT else 0) & beside
        self.mark(row, next_, beside & ~next_)
        if row > 0:
            self.mark(row - 1, bit if part == BOTTOM else 0, beside if part == BOTTOM else beside | bit)
        if row + 1 < self.height:
            self.mark(row + 1, bit if part == TOP else 0, beside if part == TOP else beside | bit)

    @cython.cfunc
    @cython.exceptval(check=False)
    def has_open(self, group: cython.int) -> cython.bint:
        """Whether a group has a square that is not known."""
        i: cython.int
        square: cython.int
        for i in range(self.group_start(group), self.group_end[group]):
            square = self.group_square[i] >> 8
            if self.open[square // self.width] >> (square % self.width) & 1:
                return True
        return False

    # What follows

    @cython.cfunc
    def settle(self, rungs: cython.int) -> cython.int:
        """Apply the first `rungs`, all the quick ones among them, as far as they lead. What follows does not
        depend on the order, so this is `climb` in the quickest one."""
        outcome: cython.int = FOUND
        if rungs > PLAIN_RUNGS:
            self.keep_closures()
        while outcome == FOUND:
            outcome = self.settle_plain(min(rungs, PLAIN_RUNGS), True)
            if outcome == NOTHING and rungs > PLAIN_RUNGS and not self.is_full():
                outcome = self.probe()
        self.keeps_closures = False
        return outcome

    @cython.cfunc
    def passes(self, supposition: cython.int) -> cython.bint:
        """As in `Ladder`, without counting."""
        return self.seems_to_pass(supposition)
