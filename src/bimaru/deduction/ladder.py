# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The ladder: deduction as people do it, on one board, for explanations, hints, grades and generation.

Three classes, each derived from the one before: `State` is what is known of a board, `Techniques` are
the deductions that a person makes from it, and `Ladder` applies them, easiest first, and tests suppositions.
From `Ladder` derive `ClueLadder`, which chooses the givens of a generated puzzle, `Prover`, which records
proofs, and `Checker`, which removes superfluous clues from their links.
`bimaru.deduction.techniques` describes the techniques in the order of the rungs.

A *line* is a row (numbered from 0) or a column (numbered on from the number of rows). Every square lies in
two lines; rows and columns are stored alike, as masks with a bit a square, so that each rule is written once.

A technique scans the whole board and calls `record` for each place where it finds something new;
nothing is marked on the board before the scan ends, so that one step holds what a person sees at a glance.
It returns `FAILED` where it proves that the board cannot be completed. The *subject* of a finding is a
number: a line, a square (`square_id`), the first square of a run (line * 64 + position), a kind of ship
(its index in the fleet), or a supposition (`encode_value`).

The file is Python, compiled with Cython (pure-Python mode), like the search kernel.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
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

MAX_LENGTHS = 64
"""Most different lengths of ships."""

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
    NO_END=NO_END, FOUND=FOUND, FAILED=FAILED, SUPPOSE=SUPPOSE, PLAIN_RUNGS=PLAIN_RUNGS
)  # fmt: skip

# Where placements count as possible (`State.placement_level`).
STALE = cython.declare(cython.int, 0)
FITTING = cython.declare(cython.int, 1)  # they fit among the known squares
FEEDING = cython.declare(cython.int, 2)  # and leave every line enough squares for its tally
ANYHOW = cython.declare(cython.int, 3)  # for proofs: by anything else that is cited, too

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


class Finding(NamedTuple):
    """What a technique found about one subject: the squares, as one mask a row.

    Findings of one scan may share squares. `placements` are those of the ship or the kind of ship that it is
    about, `groups`, for an overlap, the group that each is in; `starving` the placements ruled out because
    they would leave a line too few squares, each with that line."""

    rung: int
    subject: int
    ship: tuple[int, ...]
    water: tuple[int, ...]
    placements: tuple[Placement, ...]
    groups: tuple[int, ...]
    starving: tuple[tuple[Placement, int], ...]


class Trial(NamedTuple):
    """The result of a supposition: whether it failed, the steps it took, and the board, a mask a row."""

    failed: bool
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
def square_id(row: cython.int, col: cython.int) -> cython.int:
    """The number of a square."""
    return row * 64 + col


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
    is_partial: cython.bint  # whether clues may be missing: then nothing follows from the fleet's squares
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
    is_recording: cython.bint  # whether findings are recorded for explanations
    starving: list[tuple[Placement, int]]
    clash = cython.declare(cython.int, visibility="readonly")
    """The square that would have to be both ship and water, or -1."""

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
        self.is_partial = False
        self.kinds = 0
        for length, number in fleet.pairs:
            self.length[self.kinds] = length
            self.count[self.kinds] = number
            self.kinds += 1
        if cython.compiled:
            self.allocate_starts()
        line: cython.int
        for line in range(self.lines):
            self.full[line] = (BIT << (self.width if line < self.height else self.height)) - 1
        self.is_recording = False
        self.set_clues(rows, cols, givens)

    @cython.final
    @cython.cfunc
    def set_clues(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Know these tallies and givens, and nothing else."""
        i: cython.int
        line: cython.int = 0
        self.level = 0
        self.starving = []
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
        """The arrays, where the class is not compiled."""
        for name in ("has_tally", "tally", "full", "middle", "ship", "water", "open", "coverable"):
            setattr(self, name, [0] * 128)
        for name in ("seen_ship", "seen_water", "seen_middle", "seen_max", "max_ship", "max_water"):
            setattr(self, name, [0] * 128)
        for name in ("uncounted", "unswept", "unspread", "unfitted", "missing"):
            setattr(self, name, [0] * 2)
        for name in ("length", "count", "n_possible", "n_placed", "n_fits"):
            setattr(self, name, [0] * 64)
        self.parts, self.saved_ship, self.saved_water = [0] * 384, [0] * 512, [0] * 512
        for name in ("possible", "placed", "barred", "fits"):
            setattr(self, name, [0] * 8192)

    def add_given(self, row: cython.int, col: cython.int, kind: str) -> None:
        """Mark what a given square shows, a `Part`."""
        self.mark_given(row, col, kind)

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

    def add_known(self, ship: Sequence[int], water: Sequence[int]) -> None:
        """Mark squares as ship and as water, one mask a row each."""
        row: cython.int
        for row in range(self.height):
            self.mark(row, ship[row], water[row])
        self.refresh()

    def bar(self, placement: Placement) -> None:
        """Rule out a placement."""
        self._bar(placement, True)

    def unbar(self, placement: Placement) -> None:
        """Allow a placement that was ruled out."""
        self._bar(placement, False)

    def _bar(self, placement: Placement, is_out: bool) -> None:
        self.note_bar(placement, is_out)
        self.refresh()

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

    def barred_placements(self) -> set[Placement]:
        """The placements that are ruled out."""
        kind: cython.int
        line: cython.int
        starts: cython.ulonglong
        found: set[Placement] = set()
        for kind in range(self.kinds):
            for line in range(self.lines):
                starts = self.barred[kind * LINES + line]
                while starts:
                    found.add((line, lowest(starts), self.length[kind]))
                    starts &= starts - 1
        return found

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
        self.clash = -1
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
        if self.is_partial:
            for line in range(first, last):
                if not self.has_tally[line]:
                    self.max_ship[line] = self.max_water[line] = ones(self.open[line])
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
        if self.is_recording:
            self.starving = []
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
        if level == FEEDING and self.is_recording:
            self.find_starving()
        elif level == FEEDING:
            self.find_feeding(0, self.height)
            self.find_feeding(self.height, self.lines)
        self.placement_level = level
        self.covered_level = STALE

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_starving(self) -> cython.void:
        """As `find_feeding`, and note for each start the line that gets too much water."""
        kind: cython.int
        line: cython.int
        for kind in range(self.kinds):
            self.n_possible[kind] = 0
            for line in range(self.lines):
                if self.possible[kind * LINES + line]:
                    self.narrow(kind, line)
                self.n_possible[kind] += ones(self.possible[kind * LINES + line])

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
        what `starved_by` finds, for all starts of a line at once."""
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
    def narrow(self, kind: cython.int, line: cython.int) -> cython.void:
        """Drop the starts from which a ship would give some line too much water."""
        length: cython.int = self.length[kind]
        starts: cython.ulonglong = self.possible[kind * LINES + line]
        start: cython.int
        starved: cython.int
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            starved = self.starved_by(line, start, length)
            if starved >= 0:
                self.possible[kind * LINES + line] &= ~(BIT << start)
                if self.is_recording:
                    self.starving.append(((line, start, length), starved))

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def starved_by(self, line: cython.int, start: cython.int, length: cython.int) -> cython.int:
        """The line in which a ship would leave too few squares for the tally; -1 if there is none."""
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        wide: cython.ulonglong = squares | squares << 1 | squares >> 1
        is_row: cython.bint = line < self.height
        first: cython.int = 0 if is_row else self.height
        last: cython.int = self.height if is_row else self.lines
        at: cython.int = line - first
        cross: cython.int = self.height if is_row else 0
        sides: cython.ulonglong = BIT << at << 1 | BIT << at >> 1
        p: cython.int
        if ones(self.open[line] & wide & ~squares) > self.max_water[line]:
            return line
        if line > first and ones(self.open[line - 1] & wide) > self.max_water[line - 1]:
            return line - 1
        if line + 1 < last and ones(self.open[line + 1] & wide) > self.max_water[line + 1]:
            return line + 1
        for p in range(start, start + length):
            if ones(self.open[cross + p] & sides) > self.max_water[cross + p]:
                return cross + p
        sides |= BIT << at
        if start > 0 and ones(self.open[cross + start - 1] & sides) > self.max_water[cross + start - 1]:
            return cross + start - 1
        p = start + length
        if (
            wide >> p & self.full[line] >> p & 1
            and ones(self.open[cross + p] & sides) > self.max_water[cross + p]
        ):
            return cross + p
        return -1

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

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def may_start(self, kind: cython.int, line: cython.int, start: cython.int) -> cython.bint:
        """Whether a ship of a kind starts, or can start, at a position of a line."""
        at: cython.Py_ssize_t = kind * LINES + line
        return (self.possible[at] | self.placed[at]) >> start & 1

    # Read by Python callers

    def marks(self) -> tuple[str, ...]:
        """The board: a string a row of `.`, `X` and `?`."""
        return tuple(self.marks_of(row) for row in range(self.height))

    def marks_of(self, row: int) -> str:
        """One row of `marks`."""
        squares = (
            "X" if self.ship[row] >> c & 1 else "." if self.water[row] >> c & 1 else "?"
            for c in range(self.width)
        )
        return "".join(squares)

    def known_rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The squares known to be ship and to be water, one mask a row each."""
        return as_tuple(self.ship, self.height), as_tuple(self.water, self.height)

    def is_solved(self) -> bool:
        """Whether every square is known."""
        return bool(self.is_full())

    def tally_of(self, line: int) -> int | None:
        """The tally of a line; `None` if it is missing."""
        return self.tally[line] if self.has_tally[line] else None

    def fleet(self) -> dict[int, int]:
        """The number of ships of each length in the fleet."""
        return {self.length[kind]: self.count[kind] for kind in range(self.kinds)}

    def missing_ships(self) -> dict[int, int]:
        """The number of ships of each length that are not placed yet."""
        self.find_placements(FITTING)
        return {self.length[kind]: self.count[kind] - self.n_placed[kind] for kind in range(self.kinds)}

    def complete_ships(self, kind: cython.int) -> list[Placement]:
        """The placements of the complete ships of a kind."""
        line: cython.int
        starts: cython.ulonglong
        found: list[Placement] = []
        for line in range(self.lines):
            starts = self.placed[kind * LINES + line]
            while starts:
                found.append((line, lowest(starts), self.length[kind]))
                starts &= starts - 1
        return found

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

    failed_rung = cython.declare(cython.int, visibility="readonly")
    failed_subject = cython.declare(cython.int, visibility="readonly")
    rung: cython.int  # the one applied
    new_ship: cython.ulonglong[64]  # conclusions since the last finding, a mask a row
    new_water: cython.ulonglong[64]
    found_ship: cython.ulonglong[64]  # findings of the scan
    found_water: cython.ulonglong[64]
    shared_ship: cython.ulonglong[64]  # what some placements have in common
    shared_water: cython.ulonglong[64]
    shared_top: cython.int  # the rows where that can be anything
    shared_end: cython.int
    findings: list[Finding]
    only: set[int] | None  # the subjects to which findings are restricted
    is_tracing: cython.bint  # whether findings are noted for proofs
    way_start: cython.ulonglong[64]  # where ships of each kind may start in the line that is filled
    way_ship: cython.ulonglong  # squares of it that are ship in some way to fill it
    way_wet: cython.ulonglong  # and those that are water in some
    group_of: cython.int[64]  # of each placement of an overlap
    idle: cython.ulonglong[2048]  # fingerprints of lines whose fillings share nothing

    # Recording

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def conclude(self, line: cython.int, mask: cython.ulonglong, is_ship: cython.bint) -> cython.void:
        """Conclude that squares of a line are ship, or water."""
        square: cython.int
        bit: cython.ulonglong
        if line < self.height:
            if is_ship:
                self.new_ship[line] |= mask
            else:
                self.new_water[line] |= mask
            return
        bit = BIT << (line - self.height)
        while mask:
            square = lowest(mask)
            mask &= mask - 1
            if is_ship:
                self.new_ship[square] |= bit
            else:
                self.new_water[square] |= bit

    @cython.final
    @cython.cfunc
    def record(self, subject: cython.int) -> cython.int:
        """Record the conclusions since the last call as a finding of the present rung."""
        row: cython.int
        fresh: cython.ulonglong = 0
        is_selected: cython.bint = self.only is None or subject in self.only
        for row in range(self.height):
            self.new_ship[row] &= ~self.ship[row]
            self.new_water[row] &= ~self.water[row]
            fresh |= self.new_ship[row] & ~self.found_ship[row] | self.new_water[row] & ~self.found_water[row]
        if fresh and is_selected:
            if self.is_recording:
                self.findings.append(self.make_finding(subject))
            if self.is_tracing:
                self.trace(subject)
            for row in range(self.height):
                self.found_ship[row] |= self.new_ship[row]
                self.found_water[row] |= self.new_water[row]
        for row in range(self.height):
            self.new_ship[row] = self.new_water[row] = 0
        return FOUND if fresh and is_selected else NOTHING

    @cython.cfunc
    def make_finding(self, subject: cython.int) -> Finding:
        """The conclusions since the last call of `record`, as a value."""
        ship = as_tuple(self.new_ship, self.height)
        water = as_tuple(self.new_water, self.height)
        placements = self.placements_at(subject)
        is_grouped: cython.bint = self.rung in (OVERLAP, STARVED_OVERLAP)
        groups = tuple(self.group_of[i] for i in range(len(placements) if is_grouped else 0))
        return Finding(self.rung, subject, ship, water, placements, groups, self.starved_placements())

    @cython.cfunc
    def placements_at(self, subject: cython.int) -> tuple[Placement, ...]:
        """The placements that a finding of the present rung is about."""
        if self.rung in (LAST_PLACEMENTS, OVERLAP, STARVED_PLACEMENTS, STARVED_OVERLAP):
            return tuple(self.placements_of(self.length[subject]))
        if self.rung != GROWTH:
            return ()
        return tuple(self.placements_covering(subject // 64, subject & 63))

    @cython.cfunc
    def placements_covering(self, row: cython.int, col: cython.int) -> list[Placement]:
        """The possible placements that cover a square."""
        return [
            placement
            for kind in range(self.kinds)
            for placement in self.placements_of(self.length[kind])
            if (placement[0] == row and placement[1] <= col < placement[1] + placement[2])
            or (placement[0] == self.height + col and placement[1] <= row < placement[1] + placement[2])
        ]

    def starved_placements(self) -> tuple[tuple[Placement, int], ...]:
        """The placements that the present rung rules out because a line would have too few squares left,
        each with that line."""
        return tuple(self.starving) if FILLING < self.rung < PLAIN_RUNGS else ()

    @cython.cfunc
    def fail(self, subject: cython.int) -> cython.int:
        """Note where the board turned out to be impossible."""
        self.failed_rung = self.rung
        self.failed_subject = subject
        return FAILED

    @cython.cfunc
    @cython.exceptval(check=False)
    def trace(self, subject: cython.int) -> cython.void:
        """Note a finding for proofs."""

    @cython.cfunc
    @cython.exceptval(check=False)
    def end_scan(self) -> cython.void:
        """Note the end of a scan for proofs."""

    @cython.cfunc
    def apply(self) -> cython.int:
        """Mark all that the scan found."""
        row: cython.int
        both: cython.ulonglong
        clash: cython.int = -1
        if self.is_tracing:
            self.end_scan()
        for row in range(self.height):
            both = (self.found_ship[row] | self.ship[row]) & (self.found_water[row] | self.water[row])
            if both:
                clash = row * 64 + lowest(both)
            self.mark(row, self.found_ship[row], self.found_water[row])
            self.found_ship[row] = self.found_water[row] = 0
        self.refresh()
        self.clash = clash
        return FOUND if clash < 0 else self.fail(clash)

    @cython.cfunc
    @cython.exceptval(check=False)
    def discard(self) -> cython.void:
        """Drop what was found and not marked."""
        row: cython.int
        for row in range(self.height):
            self.found_ship[row] = self.found_water[row] = self.new_ship[row] = self.new_water[row] = 0

    # Given parts, and squares that touch

    @cython.cfunc
    def given_parts(self) -> cython.int:
        """What given parts show of the squares around them."""
        row: cython.int
        kind: cython.int
        here: cython.ulonglong
        outcome: cython.int = NOTHING
        for row in range(self.height):
            for kind in range(ENDS):
                here = self.parts[kind * 64 + row]
                while here:
                    outcome = max(outcome, self.around_part(kind, row, lowest(here)))
                    here &= here - 1
        return outcome

    @cython.cfunc
    def around_part(self, kind: cython.int, row: cython.int, col: cython.int) -> cython.int:
        """What one given part shows of the squares around it."""
        full: cython.ulonglong = self.full[0]
        bit: cython.ulonglong = BIT << col
        beside: cython.ulonglong = (bit << 1 | bit >> 1) & full
        above: cython.ulonglong = beside | bit
        below: cython.ulonglong = above
        next_row: cython.int = row
        next_: cython.ulonglong = 0
        fresh: cython.ulonglong
        if kind == LEFT:
            next_ = bit << 1 & full
        elif kind == RIGHT:
            next_ = bit >> 1
        elif kind == TOP and row + 1 < self.height:
            next_row, next_, below = row + 1, bit, beside
        elif kind == BOTTOM and row > 0:
            next_row, next_, above = row - 1, bit, beside
        if kind != SUBMARINE and next_ == 0:
            return self.fail(square_id(row, col))
        if next_row == row:
            beside &= ~next_
        fresh = next_ & ~self.ship[next_row] | beside & ~self.water[row]
        if row > 0:
            fresh |= above & ~self.water[row - 1]
        if row + 1 < self.height:
            fresh |= below & ~self.water[row + 1]
        if fresh == 0:
            return NOTHING
        if next_:
            self.conclude(next_row, next_, True)
        if row > 0:
            self.conclude(row - 1, above, False)
        self.conclude(row, beside, False)
        if row + 1 < self.height:
            self.conclude(row + 1, below, False)
        return self.record(square_id(row, col))

    @cython.cfunc
    def diagonals(self) -> cython.int:
        """The diagonals of a ship square are water."""
        row: cython.int
        col: cython.int
        here: cython.ulonglong
        aside: cython.ulonglong
        known: cython.ulonglong
        outcome: cython.int = NOTHING
        for row in range(self.height):
            here = self.ship[row]
            aside = (here << 1 | here >> 1) & self.full[0]
            known = self.water[row - 1] if row > 0 else ALL_BITS
            if row + 1 < self.height:
                known &= self.water[row + 1] & ~self.ship[row + 1]
            if aside & ~known == 0:
                continue  # mostly: nothing new beside any ship square of the row
            while here:
                col = lowest(here)
                here &= here - 1
                aside = (BIT << col << 1 | BIT << col >> 1) & self.full[0]
                if row > 0:
                    self.conclude(row - 1, aside, False)
                if row + 1 < self.height:
                    self.conclude(row + 1, aside, False)
                    if self.ship[row + 1] & aside:
                        return self.fail(square_id(row, col))
                outcome = max(outcome, self.record(square_id(row, col)))
        return outcome

    # One line, one run, one middle

    @cython.cfunc
    def rest_water(self, has_tally: cython.bint) -> cython.int:
        """The rest of a line that has all its ship squares is water."""
        line: cython.int
        outcome: cython.int = NOTHING
        for line in range(self.lines):
            if self.has_tally[line] != has_tally:
                continue
            if self.max_ship[line] < 0:
                return self.fail(line)
            if self.max_ship[line] == 0 and self.open[line]:
                self.conclude(line, self.open[line], False)
                outcome = max(outcome, self.record(line))
        return outcome

    @cython.cfunc
    def rest_ship(self, has_tally: cython.bint) -> cython.int:
        """The rest of a line that needs all its open squares is ship."""
        line: cython.int
        outcome: cython.int = NOTHING
        for line in range(self.lines):
            if self.has_tally[line] != has_tally:
                continue
            if self.max_water[line] < 0:
                return self.fail(line)
            if self.max_water[line] == 0 and self.open[line]:
                self.conclude(line, self.open[line], True)
                outcome = max(outcome, self.record(line))
        return outcome

    @cython.cfunc
    def missing_tallies(self) -> cython.int:
        """The rest of a line without a tally, by the squares that the fleet leaves for it."""
        return max(self.rest_water(False), self.rest_ship(False))

    @cython.cfunc
    def finished_ships(self) -> cython.int:
        """A run as long as the longest ship not yet placed has water at its ends."""
        line: cython.int
        start: cython.int
        size: cython.int
        longest: cython.int = self.longest_left()
        ship: cython.ulonglong
        run: cython.ulonglong
        outcome: cython.int = NOTHING
        for line in range(self.lines):
            ship = self.ship[line]
            while ship:
                start = lowest(ship)
                run = ship & ~(ship + (BIT << start))
                ship &= ~run
                size = ones(run)
                run = (run << 1 | run >> 1) & self.full[line] & ~run
                if size > 1 and size >= longest and run & self.open[line]:
                    self.conclude(line, run & self.open[line], False)
                    outcome = max(outcome, self.record(line * 64 + start))
        return outcome

    @cython.cfunc
    def middles(self) -> cython.int:
        """A middle has ship on two opposite sides, and water on the others."""
        row: cython.int
        col: cython.int
        here: cython.ulonglong
        outcome: cython.int = NOTHING
        for row in range(self.height):
            here = self.middle[row]
            while here:
                col = lowest(here)
                here &= here - 1
                outcome = max(outcome, self.middle_at(row, col))
                if outcome == FAILED:
                    return FAILED
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def can_run(self, line: cython.int, at: cython.int) -> cython.bint:
        """Whether a ship along a line can extend to both sides of a square."""
        beside: cython.ulonglong = BIT << at << 1 | BIT << at >> 1
        free: cython.ulonglong = self.full[line] & ~self.water[line]
        needs: cython.int = ones(beside & self.open[line])
        return beside & ~free == 0 and at > 0 and needs <= self.max_ship[line]

    @cython.cfunc
    def middle_at(self, row: cython.int, col: cython.int) -> cython.int:
        """What the squares beside one middle are, if its ship can run in only one direction."""
        column: cython.int = self.height + col
        across: cython.bint = self.can_run(row, col)
        down: cython.bint = self.can_run(column, row)
        beside: cython.ulonglong = (BIT << col << 1 | BIT << col >> 1) & self.full[row]
        above: cython.ulonglong = (BIT << row << 1 | BIT << row >> 1) & self.full[column]
        if self.ship[row] & beside:
            down = False
        if self.ship[column] & above:
            across = False
        if not (across or down):
            return self.fail(square_id(row, col))
        if not (across and down):
            self.conclude(row, beside, across)
            self.conclude(column, above, down)
            return self.record(square_id(row, col))
        return NOTHING

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
    def unreached(self, level: cython.int) -> cython.int:
        """A square that no ship can cover is water."""
        row: cython.int
        col: cython.int
        rest: cython.ulonglong
        outcome: cython.int = NOTHING
        self.find_placements(level)
        for row in range(self.height):
            rest = self.uncovered(row)
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.ship[row] >> col & 1:
                    return self.fail(square_id(row, col))
                self.conclude(row, BIT << col, False)
                outcome = max(outcome, self.record(square_id(row, col)))
        return outcome

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
            self.new_ship[row] |= self.shared_ship[row]
            self.new_water[row] |= self.shared_water[row]

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
    def heads(self, row: cython.int) -> cython.ulonglong:
        """The known ship squares of a row without one on their left or above."""
        above: cython.ulonglong = self.ship[row - 1] if row > 0 else 0
        return self.ship[row] & ~(self.ship[row] << 1) & ~above

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def share_covering(self, row: cython.int, col: cython.int) -> cython.bint:
        """Intersect all placements that cover a square: whether there is one."""
        is_first: cython.bint = self.intersect_covering(row, col, True)
        return not self.intersect_covering(self.height + col, row, is_first)

    @cython.cfunc
    def growth(self) -> cython.int:
        """What all the placements that cover a ship square share."""
        row: cython.int
        col: cython.int
        heads: cython.ulonglong
        outcome: cython.int = NOTHING
        self.find_placements(FITTING)
        for row in range(self.height):
            heads = self.heads(row)
            while heads:
                col = lowest(heads)
                heads &= heads - 1
                if self.share_covering(row, col):
                    self.conclude_shared()
                    outcome = max(outcome, self.record(square_id(row, col)))
        return outcome

    @cython.cfunc
    def last_placements(self, level: cython.int) -> cython.int:
        """Where as many placements are left as ships of a kind, all of them are ships."""
        kind: cython.int
        line: cython.int
        missing: cython.int
        starts: cython.ulonglong
        outcome: cython.int = NOTHING
        self.find_placements(level)
        for kind in range(self.kinds):
            missing = self.count[kind] - self.n_placed[kind]
            if self.count[kind] >= NO_END:
                continue
            if missing < 0 or self.n_possible[kind] < missing:
                return self.fail(kind)
            if self.n_possible[kind] != missing:
                continue
            for line in range(self.lines):
                starts = self.possible[kind * LINES + line]
                while starts:
                    self.intersect(line, lowest(starts), self.length[kind], True)
                    self.conclude_shared()
                    starts &= starts - 1
            outcome = max(outcome, self.record(kind))
        return outcome

    @cython.cfunc
    def overlaps(self, level: cython.int) -> cython.int:
        """What the placements of a group share, where those of a kind form as many groups as ships
        are missing, none with room for two."""
        kind: cython.int
        outcome: cython.int = NOTHING
        self.find_placements(level)
        for kind in range(self.kinds):
            if self.count[kind] >= NO_END:
                continue
            if self.n_placed[kind] < self.count[kind] and self.n_possible[kind] <= MAX_OVERLAPPING:
                outcome = max(outcome, self.overlap_of(kind, self.count[kind] - self.n_placed[kind]))
                if outcome == FAILED:
                    return FAILED
        return outcome

    @cython.cfunc
    def overlap_of(self, kind: cython.int, missing: cython.int) -> cython.int:
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
                    return NOTHING
                self.group_of[n] = j
                groups = max(groups, j + 1)
                n += 1
        if groups < missing:
            return self.fail(kind)
        for j in range(groups):
            is_first = True
            for i in range(n):
                if self.group_of[i] == j:
                    if not self.intersect(line_of[i], start_of[i], length, is_first):
                        break
                    is_first = False
            self.conclude_shared()
        return self.record(kind)

    @cython.cfunc
    @cython.exceptval(check=False)
    def are_exclusive(
        self, line: cython.int, start: cython.int, other: cython.int, begin: cython.int, length: cython.int
    ) -> cython.bint:
        """Whether two ships of a length would touch, or give their line too many ship squares."""
        top: cython.int
        left: cython.int
        other_top: cython.int
        other_left: cython.int
        if line == other and self.are_crowding(line, start, begin, length):
            return True
        top, left = (line, start) if line < self.height else (start, line - self.height)
        other_top, other_left = (other, begin) if other < self.height else (begin, other - self.height)
        bottom: cython.int = top if line < self.height else top + length - 1
        right: cython.int = left + length - 1 if line < self.height else left
        other_bottom: cython.int = other_top if other < self.height else other_top + length - 1
        other_right: cython.int = other_left + length - 1 if other < self.height else other_left
        return (
            top <= other_bottom + 1
            and other_top <= bottom + 1
            and left <= other_right + 1
            and other_left <= right + 1
        )

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
    def fillings(self, level: cython.int) -> cython.int:
        """What all ways to fill a line with possible placements share."""
        line: cython.int
        outcome: cython.int = NOTHING
        self.find_placements(level)
        for line in range(self.lines):
            if self.open[line]:
                outcome = max(outcome, self.fill_line(line))
                if outcome == FAILED:
                    return FAILED
        return outcome

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
    def fill_line(self, line: cython.int) -> cython.int:
        """What all ways to fill one line share."""
        single: cython.ulonglong = self.singles(line)
        key: cython.ulonglong = self.fingerprint(line, single)
        seen: cython.Py_ssize_t = key & 2047
        if self.idle[seen] == key:
            return NOTHING
        kind: cython.int
        n_ship: cython.int = ones(self.ship[line])
        least: cython.int = n_ship + ones(self.open[line]) - self.max_water[line]
        if self.max_ship[line] < 0 or self.max_water[line] < 0:
            return self.fail(line)
        for kind in range(self.kinds):
            self.way_start[kind] = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
        numbers: cython.ulonglong = ((BIT << (n_ship + self.max_ship[line]) << 1) - 1) & ~((BIT << least) - 1)
        if not self.find_ways(line, single, ~self.ship[line], numbers):
            return self.fail(line)
        if self.open[line] & ~(self.way_ship & self.way_wet) == 0:
            self.idle[seen] = key
            return NOTHING
        self.conclude(line, self.open[line] & ~self.way_ship, False)
        self.conclude(line, self.open[line] & ~self.way_wet, True)
        return self.record(line)

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
            for name in ("new_ship", "new_water", "found_ship", "found_water", "shared_ship", "shared_water"):
                setattr(self, name, [0] * 64)
            self.group_of, self.idle, self.uses = [0] * 64, [0] * 2048, [0] * 32
            self.passed_ship, self.passed_water = [0] * 64, [0] * 64
            self.true_ship, self.true_water = [0] * 64, [0] * 64
            self.way_start = [0] * 64
            self.closures = [0] * (2 * self.height * self.width * (2 * self.height + 1))
        self.memory = bytearray()
        self.keeps_closures = False
        self.is_tracing = False
        self.n_tried = self.n_chained = 0
        self.cursor = self.ticks = self.n_steps = 0
        self.clear_solution()
        self.watch = None
        self.only = None
        self.findings = []

    def start_over(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Start with another puzzle of the same size and fleet: as a new ladder, in the same memory."""
        rung: cython.int
        self.set_clues(rows, cols, givens)
        for rung in range(SUPPOSE + 1):
            self.uses[rung] = 0
        self.n_tried = self.n_chained = 0
        self.cursor = self.ticks = self.n_steps = 0
        self.clear_solution()
        self.findings = []

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
        outcome: cython.int
        self.ticks = (self.ticks + 1) & (WATCH_PERIOD - 1)
        if self.ticks == 0 and self.watch is not None:
            self.watch()
        self.rung = rung
        if rung == GIVEN_PART:
            outcome = self.given_parts()
        elif rung == DIAGONALS:
            outcome = self.diagonals()
        elif rung == REST_WATER:
            outcome = self.rest_water(True)
        elif rung == REST_SHIP:
            outcome = self.rest_ship(True)
        elif rung == FINISHED_SHIP:
            outcome = self.finished_ships()
        elif rung == MIDDLE:
            outcome = self.middles()
        elif rung == UNREACHED:
            outcome = self.unreached(FITTING)
        elif rung == GROWTH:
            outcome = self.growth()
        elif rung == MISSING_TALLY:
            outcome = self.missing_tallies()
        elif rung == LAST_PLACEMENTS:
            outcome = self.last_placements(FITTING)
        elif rung == OVERLAP:
            outcome = self.overlaps(FITTING)
        elif rung == FILLING:
            outcome = self.fillings(FITTING)
        elif rung == STARVED_UNREACHED:
            outcome = self.unreached(FEEDING)
        elif rung == STARVED_PLACEMENTS:
            outcome = self.last_placements(FEEDING)
        elif rung == STARVED_OVERLAP:
            outcome = self.overlaps(FEEDING)
        elif rung == STARVED_FILLING:
            outcome = self.fillings(FEEDING)
        else:
            outcome = self.contradictions()
        if outcome == FAILED:
            self.discard()
            return FAILED
        return self.apply() if outcome == FOUND else NOTHING

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

    def step(self, rungs: int) -> tuple[int, list[Finding]]:
        """Apply the easiest of the first `rungs` that finds something: the outcome and the findings."""
        rung: cython.int
        outcome: cython.int = NOTHING
        self.findings = []
        self.is_recording = True
        for rung in range(rungs):
            outcome = self.try_rung(rung)
            if outcome != NOTHING:
                break
        self.is_recording = False
        if outcome == FOUND and self.level == 0:
            self.uses[rung] += 1
        return outcome, self.findings

    def repeat(self, rung: int, only: set[int]) -> tuple[int, list[Finding]]:
        """Apply a rung to these subjects only. Returns the outcome and the findings."""
        self.findings = []
        self.is_recording = True
        self.only = only
        outcome: cython.int = self.try_rung(rung)
        self.is_recording = False
        self.only = None
        return outcome, self.findings

    def uses_by_rung(self) -> tuple[int, ...]:
        """The number of steps on each rung."""
        numbers: list[int] = [0] * (SUPPOSE + 1)
        rung: cython.int
        for rung in range(SUPPOSE + 1):
            numbers[rung] = self.uses[rung]
        return tuple(numbers)

    @cython.cfunc
    def is_about_kind(self, rung: cython.int) -> cython.bint:
        """Whether the subjects of a rung are kinds of ships."""
        return rung in (LAST_PLACEMENTS, OVERLAP, STARVED_PLACEMENTS, STARVED_OVERLAP)

    # Suppositions

    def trial(self, supposition: int, rungs: int, max_steps: int) -> Trial:
        """The result of a supposition by the first `rungs`, within `max_steps`."""
        self.assume(supposition)
        self.cursor = 0
        outcome: cython.int = self.climb(rungs, max_steps)
        ship, water = self.known_rows()
        self.pop()
        return Trial(outcome == FAILED, self.n_steps, ship, water)

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
    def fails(self, supposition: cython.int) -> cython.bint:
        """Whether plain techniques refute a supposition."""
        self.assume(supposition)
        outcome: cython.int = self.climb(PLAIN_RUNGS, NO_END)
        self.pop()
        return outcome == FAILED

    @cython.cfunc
    def contradictions(self) -> cython.int:
        """Settle every square of which plain techniques refute one value: it has the other."""
        no_ship: cython.ulonglong[64]
        no_water: cython.ulonglong[64]
        if not cython.compiled:
            no_ship, no_water = [0] * 64, [0] * 64
        row: cython.int
        rest: cython.ulonglong
        bit: cython.ulonglong
        code: cython.int
        n_steps: cython.int = self.n_steps
        outcome: cython.int = NOTHING
        was_recording: cython.bint = self.is_recording
        only = self.only
        self.is_recording, self.only = False, None
        for row in range(self.height):
            rest = self.open[row]
            no_water[row] = no_ship[row] = 0
            while rest:
                bit = rest & (~rest + 1)
                code = square_id(row, lowest(rest)) * 2
                rest ^= bit
                if (only is None or code in only) and self.fails(code):
                    no_water[row] |= bit
                if (only is None or code + 1 in only) and self.fails(code + 1):
                    no_ship[row] |= bit
        self.is_recording, self.only, self.rung, self.n_steps = was_recording, only, SUPPOSE, n_steps
        for row in range(self.height):
            rest = no_water[row] | no_ship[row]
            while rest:
                bit = rest & (~rest + 1)
                code = square_id(row, lowest(rest)) * 2
                rest ^= bit
                if no_water[row] & no_ship[row] & bit:
                    return self.fail(code)
                self.conclude(row, bit, no_water[row] & bit != 0)
                outcome = max(outcome, self.record(code if no_water[row] & bit else code + 1))
        return outcome

    @cython.cfunc
    def probe(self) -> cython.int:
        """Like `contradictions`, but mark only the first such square, and record no finding.
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
                if self.passes(square_id(row, col) * 2 + is_ship):
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
        if not passes:
            # Again step by step, to count the steps.
            self.assume(supposition)
            passes = self.climb(PLAIN_RUNGS, NO_END) != FAILED
            self.pop()
        self.n_tried += 1
        if not passes:
            self.n_chained += self.n_steps
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
        """Whether the board that followed from a value is known and has all that is on the board by now."""
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
                if rung == UNREACHED:
                    outcome = self.soak_unreached(FITTING)
                elif rung == GROWTH:
                    outcome = self.sweep_growth()
                elif rung == STARVED_UNREACHED:
                    outcome = self.soak_unreached(FEEDING)
                elif not (
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
                outcome = max(outcome, self.sweep_diagonals())
            if outcome == NOTHING:
                outcome = self.sweep_middles()
            if outcome == NOTHING:
                outcome = self.sweep_finished()
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep_diagonals(self) -> cython.int:
        """Mark the diagonals of ship squares as water. Fails if a square is both."""
        row: cython.int
        ship: cython.ulonglong
        fresh: cython.ulonglong
        rest: cython.ulonglong = self.unspread[0]
        outcome: cython.int = NOTHING
        rest = (rest | rest << 1 | rest >> 1) & (ALL_BITS >> (64 - self.height))
        while rest:
            row = lowest(rest)
            rest &= rest - 1
            ship = self.ship[row - 1] if row > 0 else 0
            if row + 1 < self.height:
                ship |= self.ship[row + 1]
            fresh = (ship << 1 | ship >> 1) & self.full[0] & ~self.water[row]
            if self.ship[row] & (self.water[row] | fresh):
                return FAILED
            if fresh:
                self.mark_line(row, fresh, False)
                outcome = FOUND
        self.unspread[0] = 0
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep_middles(self) -> cython.int:
        """Mark what given middles show, as `middles` finds it."""
        row: cython.int
        here: cython.ulonglong
        outcome: cython.int = NOTHING
        for row in range(self.height):
            here = self.middle[row]
            while here:
                outcome = max(outcome, self.sweep_middle(row, lowest(here)))
                here &= here - 1
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep_middle(self, row: cython.int, col: cython.int) -> cython.int:
        """Mark what one middle shows, as `middle_at` finds it."""
        column: cython.int = self.height + col
        beside: cython.ulonglong = (BIT << col << 1 | BIT << col >> 1) & self.full[row]
        above: cython.ulonglong = (BIT << row << 1 | BIT << row >> 1) & self.full[column]
        across: cython.bint = self.ship[column] & above == 0 and self.can_run(row, col)
        down: cython.bint = self.ship[row] & beside == 0 and self.can_run(column, row)
        if across == down:
            return NOTHING if across else FAILED
        beside &= self.open[row]
        above &= self.open[column]
        self.mark_line(row, beside, across)
        self.mark_line(column, above, down)
        return FOUND if beside | above else NOTHING

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep_finished(self) -> cython.int:
        """Mark the water at the ends of runs as long as the longest ship not yet placed. Which ships are
        placed is found only where some run could still grow."""
        line: cython.int
        start: cython.int
        longest: cython.int = -1
        ship: cython.ulonglong
        run: cython.ulonglong
        ends: cython.ulonglong
        outcome: cython.int = NOTHING
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
                    self.mark_line(line, ends, False)
                    outcome = FOUND
        return outcome

    @cython.cfunc
    def soak_unreached(self, level: cython.int) -> cython.int:
        """Mark the squares that no ship can cover as water, as `unreached` finds them."""
        row: cython.int
        col: cython.int
        rest: cython.ulonglong
        outcome: cython.int = NOTHING
        self.find_placements(level)
        for row in range(self.height):
            rest = self.uncovered(row)
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.ship[row] >> col & 1:
                    return FAILED
                self.mark(row, 0, BIT << col)
                outcome = FOUND
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def sweep_growth(self) -> cython.int:
        """Mark what all the placements that cover a ship square share, as `growth` finds it. A square that
        would be both ship and water is left for `sweep_diagonals` to find.

        Squares with nothing open beside them are left out: the ends of their ships are looked at instead, if
        there is any placement left that covers them."""
        row: cython.int
        col: cython.int
        ends: cython.ulonglong
        outcome: cython.int = NOTHING
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
                    outcome = max(outcome, self.mark_shared())
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def mark_shared(self) -> cython.int:
        """Mark what all the placements that were intersected share."""
        row: cython.int
        ship: cython.ulonglong
        water: cython.ulonglong
        outcome: cython.int = NOTHING
        for row in range(self.shared_top, self.shared_end):
            ship = self.shared_ship[row] & ~self.ship[row]
            water = self.shared_water[row] & ~self.water[row]
            if ship | water:
                self.mark(row, ship, water)
                outcome = FOUND
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
            self.base_ship, self.base_water, self.base_middle = [0] * 128, [0] * 128, [0] * 128
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


MAX_SCANS = cython.declare(cython.int, 256)  # of a traced climb; a longer one counts as leading nowhere
MAX_FOUND = cython.declare(cython.int, 2048)
MAX_TARGETS = cython.declare(cython.int, 8192)
CLASH = cython.declare(cython.int, 17)  # the rung of a failure: a square is both ship and water
globals().update(CLASH=CLASH)

# Why a placement is blocked.
NO_BLOCK = cython.declare(cython.int, 0)
BY_WATER = cython.declare(cython.int, 1)
BY_SHIP = cython.declare(cython.int, 2)
BY_MIDDLE = cython.declare(cython.int, 3)
BY_BAR = cython.declare(cython.int, 4)
BY_TALLY = cython.declare(cython.int, 5)
BY_COUNT = cython.declare(cython.int, 6)
BY_STARVING = cython.declare(cython.int, 7)

# What a citation adds to an argument: nothing if the link has it, little if the chain has it.
WANTED_COST = cython.declare(cython.int, 1)
KNOWN_COST = cython.declare(cython.int, 3)
DERIVED_COST = cython.declare(cython.int, 30)
BAR_COST = cython.declare(cython.int, 8)
TALLY_COST = cython.declare(cython.int, 8)
COUNT_COST = cython.declare(cython.int, 16)
MISSING_COST = cython.declare(cython.int, 60)
TOO_DEAR = cython.declare(cython.int, 1_000_000)


class Link(NamedTuple):
    """A link of a proof, in the grid's own numbers: what one technique concludes, and from what.

    `ship` and `water` are the squares concluded, one mask a row; `from_ship`, `from_water` and
    `from_barred` the premises; `lines`, `lengths` and `givens` the clues: lines by their tallies, ships by
    their number, given squares. `places` are the placements that remain, `groups` the group of each;
    `starving` those of the cited placements that a line blocks, each with that line. A supposition nested in
    another has its `proof`. Links of one `scan` were found on the same board. `missing`: how many ships of
    the length that it is about are still to be found, `found`: those that are, whether the link needs them or
    not. `ways`: the ways to fill a line, each a mask of its ship squares, where they are few
    (`Checker.ways`)."""

    rung: int
    subject: int
    ship: tuple[int, ...]
    water: tuple[int, ...]
    from_ship: tuple[int, ...]
    from_water: tuple[int, ...]
    from_barred: tuple[Placement, ...]
    lines: tuple[int, ...]
    lengths: tuple[int, ...]
    givens: tuple[Square, ...]
    places: tuple[Placement, ...]
    groups: tuple[int, ...]
    starving: tuple[tuple[Placement, int], ...]
    proof: Proof | None
    scan: int
    missing: int
    found: tuple[Placement, ...] = ()
    ways: tuple[int, ...] = ()


class Proof(NamedTuple):
    """The refutation of a supposition: links in order, and the last one, which settles nothing. The premises
    known before the supposition: squares, one mask a row, and barred placements."""

    supposition: int
    links: tuple[Link, ...]
    ending: Link
    from_ship: tuple[int, ...]
    from_water: tuple[int, ...]
    from_barred: tuple[Placement, ...]


@cython.final
@cython.cclass
class Prover(Ladder):
    """A ladder that notes where each square comes from, so that it can cite the premises and clues of
    every link, and leave out all that a contradiction does not need."""

    n_scans: cython.int
    n_found: cython.int
    is_overfull: cython.bint
    scan_ship: cython.ulonglong[32768]  # the lines before each scan
    scan_water: cython.ulonglong[32768]
    found_rung: cython.int[2048]
    found_subject: cython.int[2048]
    found_scan: cython.int[2048]
    is_marked: cython.int[2048]  # findings that the proof needs
    by_ship: cython.int[4096]  # the finding that made a square ship
    by_water: cython.int[4096]
    base_ship: cython.ulonglong[64]  # known before the supposition
    base_water: cython.ulonglong[64]
    first_ship: cython.ulonglong[64]  # known before the first finding
    first_water: cython.ulonglong[64]
    want_ship: cython.ulonglong[64]  # what the proof needs
    want_water: cython.ulonglong[64]
    goal_ship: cython.ulonglong[64]  # what the link explained must conclude
    goal_water: cython.ulonglong[64]
    need_ship: cython.ulonglong[64]  # what the link explained cites
    need_water: cython.ulonglong[64]
    need_given: cython.ulonglong[64]
    need_tally: cython.int[128]
    need_count: cython.int[64]
    no_tally: cython.int[128]  # clues that the link can do without
    no_count: cython.int[64]
    bars: list[Placement]
    blocking: list[tuple[Placement, int]]
    n_targets: cython.int
    target_kind: cython.int[8192]
    target_line: cython.int[8192]
    target_start: cython.int[8192]
    best_type: cython.int
    best_line: cython.int
    best_at: cython.int
    nested: dict[int, Proof]
    own_tally: cython.int[128]  # cited for the technique itself, not for a blocked placement
    own_count: cython.int[64]
    all_givens: tuple[Given, ...]
    all_has: cython.int[128]  # the lines that have a tally; `restart` may leave some out
    all_count: cython.int[64]  # the number of ships of each kind; `restart` may leave some out
    all_bars: set[Placement]
    bar_found: dict[Placement, int]  # placements barred within a supposition, each with the finding
    reached = cython.declare(object, visibility="readonly")
    """The ship rows and the water rows that follow from the last supposition that `refute` did not refute."""

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, givens: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        self.all_givens = tuple(givens)
        super().__init__(rows, cols, fleet, self.all_givens)
        if not cython.compiled:
            self._allocate_trace()
        line: cython.int
        kind: cython.int
        for line in range(self.lines):
            self.all_has[line] = self.has_tally[line]
        for kind in range(self.kinds):
            self.all_count[kind] = self.count[kind]
        self.bars = []
        self.blocking = []
        self.nested = {}
        self.all_bars = set()
        self.bar_found = {}
        self.reached = None

    def _allocate_trace(self) -> None:
        """The arrays, where the class is not compiled."""
        self.scan_ship, self.scan_water = [0] * 32768, [0] * 32768
        for name in ("found_rung", "found_subject", "found_scan", "is_marked"):
            setattr(self, name, [0] * 2048)
        self.by_ship, self.by_water = [0] * 4096, [0] * 4096
        for name in ("base", "first", "want", "goal", "need"):
            setattr(self, f"{name}_ship", [0] * 64)
            setattr(self, f"{name}_water", [0] * 64)
        self.need_given, self.need_count, self.no_count = [0] * 64, [0] * 64, [0] * 64
        self.need_tally, self.no_tally, self.own_tally = [0] * 128, [0] * 128, [0] * 128
        self.own_count, self.all_count, self.all_has = [0] * 64, [0] * 64, [0] * 128
        for name in ("target_kind", "target_line", "target_start"):
            setattr(self, name, [0] * 8192)

    def restart(
        self,
        ship: Sequence[int],
        water: Sequence[int],
        barred: Iterable[Placement],
        lines: Collection[int] | None = None,
        lengths: Collection[int] | None = None,
    ) -> None:
        """Know the given squares, these squares, one mask a row, and these barred placements, and nothing
        else; of the tallies only those of some `lines`, and of the fleet only the numbers of ships of some
        `lengths`, if they are given. Without all tallies, nothing follows from the number of the fleet's
        squares, which would take the place of a tally in an argument hard to see."""
        self.is_partial = lines is not None
        line: cython.int
        kind: cython.int
        for line in range(self.lines):
            self.ship[line] = self.water[line] = 0
            self.has_tally[line] = self.all_has[line] and (lines is None or line in lines)
        self.recount()
        for kind in range(self.kinds):
            is_counted = lengths is None or self.length[kind] in lengths
            self.count[kind] = self.all_count[kind] if is_counted else NO_END
        for line in range(self.lines):
            for kind in range(self.kinds):
                self.barred[kind * LINES + line] = 0
        for row, col, part in self.all_givens:
            self.add_given(row, col, part)
        for placement in barred:
            self.note_bar(placement, True)
        self.has_fits = False
        self.add_known(ship, water)

    # The trace

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin_trace(self, supposition: cython.int) -> cython.void:
        """Start to note findings, after a supposition if it is not negative."""
        row: cython.int
        for row in range(self.height):
            self.base_ship[row] = self.ship[row]
            self.base_water[row] = self.water[row]
        self.assume(supposition)
        for row in range(self.height):
            self.first_ship[row] = self.ship[row]
            self.first_water[row] = self.water[row]
        self.n_scans = self.n_found = 0
        self.is_overfull = False
        self.is_tracing = True

    @cython.cfunc
    @cython.exceptval(check=False)
    def trace(self, subject: cython.int) -> cython.void:
        """Note a finding, and the squares that it settles first."""
        row: cython.int
        rest: cython.ulonglong
        if self.n_found >= MAX_FOUND:
            self.is_overfull = True
            return
        for row in range(self.height):
            rest = self.new_ship[row] & ~self.found_ship[row]
            while rest:
                self.by_ship[row * 64 + lowest(rest)] = self.n_found
                rest &= rest - 1
            rest = self.new_water[row] & ~self.found_water[row]
            while rest:
                self.by_water[row * 64 + lowest(rest)] = self.n_found
                rest &= rest - 1
        self.found_rung[self.n_found] = self.rung
        self.found_subject[self.n_found] = subject
        self.found_scan[self.n_found] = self.n_scans
        self.is_marked[self.n_found] = 0
        self.n_found += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def end_scan(self) -> cython.void:
        """Save the board before the findings of a scan are marked."""
        line: cython.int
        at: cython.Py_ssize_t
        if self.n_scans >= MAX_SCANS:
            self.is_overfull = True
            return
        at = LINES * self.n_scans
        for line in range(self.lines):
            self.scan_ship[at + line] = self.ship[line]
            self.scan_water[at + line] = self.water[line]
        self.n_scans += 1

    @cython.cfunc
    def load(self, scan: cython.int) -> None:
        """Go back to the board before a scan."""
        line: cython.int
        at: cython.Py_ssize_t = LINES * scan
        for line in range(self.lines):
            self.put_line(line, self.scan_ship[at + line], self.scan_water[at + line], self.middle[line])
        for placement, index in self.bar_found.items():
            self.note_bar(placement, self.found_scan[index] < scan)
        self.refresh()

    # Citing

    @cython.cfunc
    @cython.exceptval(check=False)
    def clear_need(self) -> cython.void:
        """Forget all citations."""
        row: cython.int
        line: cython.int
        kind: cython.int
        for row in range(self.height):
            self.need_ship[row] = self.need_water[row] = self.need_given[row] = 0
        for line in range(self.lines):
            self.need_tally[line] = 0
        for kind in range(self.kinds):
            self.need_count[kind] = 0
        self.bars = []
        self.blocking = []

    @cython.cfunc
    @cython.exceptval(check=False)
    def clear_forbidden(self) -> cython.void:
        """Allow every clue."""
        line: cython.int
        kind: cython.int
        for line in range(self.lines):
            self.no_tally[line] = 0
        for kind in range(self.kinds):
            self.no_count[kind] = 0

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def cost_of(self, line: cython.int, p: cython.int, is_ship: cython.bint) -> cython.int:
        """What it costs to cite a known square of a line."""
        row: cython.int = line if line < self.height else p
        col: cython.int = p if line < self.height else line - self.height
        if (self.need_ship[row] if is_ship else self.need_water[row]) >> col & 1:
            return 0
        if (self.want_ship[row] if is_ship else self.want_water[row]) >> col & 1:
            return WANTED_COST
        if (self.first_ship[row] if is_ship else self.first_water[row]) >> col & 1:
            return KNOWN_COST
        return DERIVED_COST + (
            self.found_scan[self.by_ship[row * 64 + col]]
            if is_ship
            else self.found_scan[self.by_water[row * 64 + col]]
        )

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def cite(self, line: cython.int, p: cython.int, is_ship: cython.bint) -> cython.void:
        """Cite a known square of a line."""
        row: cython.int = line if line < self.height else p
        col: cython.int = p if line < self.height else line - self.height
        if is_ship:
            self.need_ship[row] |= BIT << col
        else:
            self.need_water[row] |= BIT << col

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_some(
        self,
        line: cython.int,
        mask: cython.ulonglong,
        number: cython.int,
        is_ship: cython.bint,
        commit: cython.bint,
    ) -> cython.int:
        """The cost of the given number of cheapest squares of a mask, which are cited with `commit`."""
        rest: cython.ulonglong
        p: cython.int
        best: cython.int
        at: cython.int
        cost: cython.int
        total: cython.int = 0
        if number > ones(mask):
            return TOO_DEAR
        while number > 0:
            best = TOO_DEAR
            at = -1
            rest = mask
            while rest:
                p = lowest(rest)
                rest &= rest - 1
                cost = self.cost_of(line, p, is_ship)
                if cost < best:
                    best = cost
                    at = p
                    if cost == 0:
                        break
            if commit:
                self.cite(line, at, is_ship)
            total += best
            mask &= ~(BIT << at)
            number -= 1
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def bound_of(self, line: cython.int, is_most: cython.bint) -> cython.int:
        """The most, or the fewest, ship squares of a line: its tally, or what the other lines leave."""
        first: cython.int = 0 if line < self.height else self.height
        last: cython.int = self.height if line < self.height else self.lines
        other: cython.int
        rest: cython.int = self.squares
        if self.has_tally[line]:
            return self.tally[line]
        if self.is_partial:
            return ones(self.full[line]) if is_most else 0
        for other in range(first, last):
            if other == line:
                continue
            if self.has_tally[other]:
                rest -= self.tally[other]
            else:
                rest -= ones(self.ship[other]) if is_most else ones(self.full[other] & ~self.water[other])
        return rest

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_bound(self, line: cython.int, is_most: cython.bint, commit: cython.bint) -> cython.int:
        """The cost of the bound of a line, which is cited with `commit`."""
        first: cython.int = 0 if line < self.height else self.height
        last: cython.int = self.height if line < self.height else self.lines
        other: cython.int
        kind: cython.int
        cost: cython.int = 0
        rest: cython.ulonglong
        if self.no_tally[line]:
            return TOO_DEAR
        if self.has_tally[line]:
            if commit:
                self.need_tally[line] = 1
            return 0 if self.need_tally[line] and not commit else TALLY_COST
        if self.is_partial:
            return TOO_DEAR
        for other in range(first, last):
            if self.has_tally[other]:
                if self.no_tally[other]:
                    return TOO_DEAR
                if not self.need_tally[other]:
                    cost = MISSING_COST
                if commit:
                    self.need_tally[other] = 1
            elif other != line:
                rest = self.ship[other] if is_most else self.water[other]
                cost += self.cite_some(other, rest, ones(rest), is_most, commit)
        for kind in range(self.kinds):
            if self.no_count[kind]:
                return TOO_DEAR
            if not self.need_count[kind]:
                cost += COUNT_COST
            if commit:
                self.need_count[kind] = 1
        return cost

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_complete(
        self, kind: cython.int, line: cython.int, start: cython.int, commit: cython.bint
    ) -> cython.int:
        """The cost of a complete ship: its squares, and the water that ends it."""
        length: cython.int = self.length[kind]
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        ends: cython.ulonglong = (squares << 1 | squares >> 1) & self.full[line] & ~squares
        cost: cython.int = self.cite_some(line, squares, length, True, commit)
        if kind == 0:
            return cost
        cost += self.cite_some(line, ends, ones(ends), False, commit)
        if length == 1:
            if line > 0:
                cost += self.cite_some(line - 1, squares, 1, False, commit)
            if line + 1 < self.height:
                cost += self.cite_some(line + 1, squares, 1, False, commit)
        return cost

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_count(self, kind: cython.int, number: cython.int, commit: cython.bint) -> cython.int:
        """The cost of `number` complete ships of a kind and of how many the fleet has."""
        line: cython.int
        starts: cython.ulonglong
        cost: cython.int = 0 if self.need_count[kind] else COUNT_COST
        if self.no_count[kind]:
            return TOO_DEAR
        if commit:
            self.need_count[kind] = 1
        for line in range(self.lines):
            starts = self.placed[kind * LINES + line]
            while starts and number > 0:
                cost += self.cite_complete(kind, line, lowest(starts), commit)
                starts &= starts - 1
                number -= 1
        return cost

    # Blocked placements

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def offer(
        self, cost: cython.int, best: cython.int, type_: cython.int, line: cython.int, at: cython.int
    ) -> cython.int:
        """Note a way to block a placement, if it is cheaper than the best so far. Returns the lower cost."""
        if cost >= best:
            return best
        self.best_type = type_
        self.best_line = line
        self.best_at = at
        return cost

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def offer_squares(
        self, line: cython.int, mask: cython.ulonglong, is_ship: cython.bint, best: cython.int
    ) -> cython.int:
        """Offer known squares of a line, each of which blocks."""
        p: cython.int
        while mask and best > 0:
            p = lowest(mask)
            mask &= mask - 1
            best = self.offer(self.cost_of(line, p, is_ship), best, BY_SHIP if is_ship else BY_WATER, line, p)
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def starving_cost(self, other: cython.int, halo: cython.ulonglong, commit: cython.bint) -> cython.int:
        """What it costs to show that water on `halo` leaves a line too few squares."""
        least: cython.int
        number: cython.int
        cost: cython.int
        halo &= self.full[other]
        if self.no_tally[other]:
            return TOO_DEAR
        least = self.bound_of(other, False)
        number = ones(self.full[other]) - least + 1 - ones(halo)
        if least <= 0 or number > ones(self.water[other] & ~halo):
            return TOO_DEAR
        cost = self.cite_bound(other, False, commit)
        return cost + self.cite_some(other, self.water[other] & ~halo, number, False, commit)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def halo_in(
        self, line: cython.int, start: cython.int, length: cython.int, other: cython.int
    ) -> cython.ulonglong:
        """The squares of a line that are beside or diagonal to a placement."""
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        wide: cython.ulonglong = squares | squares << 1 | squares >> 1
        is_row: cython.bint = line < self.height
        first: cython.int = 0 if is_row else self.height
        cross: cython.int = self.height if is_row else 0
        at: cython.int = line - first
        p: cython.int
        sides: cython.ulonglong = BIT << at << 1 | BIT << at >> 1
        if other == line:
            return wide & ~squares & self.full[line]
        if (other < self.height) == is_row:
            return wide & self.full[other]
        p = other - cross
        if start <= p < start + length:
            return sides & self.full[other]
        return (sides | BIT << at) & self.full[other]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def block(
        self, kind: cython.int, line: cython.int, start: cython.int, level: cython.int, commit: cython.bint
    ) -> cython.int:
        """The cost of the cheapest reason why a ship cannot lie somewhere; it is cited with `commit`."""
        length: cython.int = self.length[kind]
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        is_row: cython.bint = line < self.height
        first: cython.int = 0 if is_row else self.height
        last: cython.int = self.height if is_row else self.lines
        cross: cython.int = self.height if is_row else 0
        other: cython.int
        number: cython.int
        low: cython.int
        high: cython.int
        best: cython.int = TOO_DEAR
        middles: cython.ulonglong = self.middle[line] & (BIT << start | BIT << (start + length - 1))
        self.best_type = NO_BLOCK
        best = self.offer_squares(line, squares & self.water[line], False, best)
        if best > 0:
            best = self.offer_squares(
                line, self.halo_in(line, start, length, line) & self.ship[line], True, best
            )
        if best > 0 and line > first:
            best = self.offer_squares(
                line - 1, self.halo_in(line, start, length, line - 1) & self.ship[line - 1], True, best
            )
        if best > 0 and line + 1 < last:
            best = self.offer_squares(
                line + 1, self.halo_in(line, start, length, line + 1) & self.ship[line + 1], True, best
            )
        if best > 0 and middles:
            best = self.offer(1, best, BY_MIDDLE, line, lowest(middles))
        if best > 0 and self.barred[kind * LINES + line] >> start & 1:
            best = self.offer(
                0 if (line, start, length) in self.bars else BAR_COST, best, BY_BAR, line, start
            )
        if best > 0 and not self.no_tally[line]:
            number = self.bound_of(line, True) - length + 1
            if number <= ones(self.ship[line] & ~squares):
                best = self.offer(
                    self.cite_bound(line, True, False)
                    + self.cite_some(line, self.ship[line] & ~squares, number, True, False),
                    best,
                    BY_TALLY,
                    line,
                    number,
                )
        if best > 0 and self.n_placed[kind] >= self.count[kind] and not self.no_count[kind]:
            best = self.offer(self.cite_count(kind, self.count[kind], False), best, BY_COUNT, line, start)
        if best > 0 and level >= ANYHOW:
            best = self.offer_crossing(line, start, length, best)
        if best > 0 and level >= FEEDING:
            low = line - 1 if line > first else line
            high = line + 1 if line + 1 < last else line
            for other in range(low, high + 1):
                best = self.offer(
                    self.starving_cost(other, self.halo_in(line, start, length, other), False),
                    best,
                    BY_STARVING,
                    other,
                    start,
                )
            low = start - 1 if start > 0 else 0
            high = start + length if start + length < ones(self.full[line]) else start + length - 1
            for other in range(cross + low, cross + high + 1):
                best = self.offer(
                    self.starving_cost(other, self.halo_in(line, start, length, other), False),
                    best,
                    BY_STARVING,
                    other,
                    start,
                )
        if commit and self.best_type != NO_BLOCK:
            self.cite_block(kind, line, start)
        return best

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def offer_crossing(
        self, line: cython.int, start: cython.int, length: cython.int, best: cython.int
    ) -> cython.int:
        """Offer the lines across a placement that have all their ship squares beside it."""
        cross: cython.int = self.height if line < self.height else 0
        at: cython.int = line if line < self.height else line - self.height
        p: cython.int
        number: cython.int
        others: cython.ulonglong
        for p in range(cross + start, cross + start + length):
            others = self.ship[p] & ~(BIT << at)
            number = self.bound_of(p, True)
            if not self.no_tally[p] and number <= ones(others):
                best = self.offer(
                    self.cite_bound(p, True, False) + self.cite_some(p, others, number, True, False),
                    best,
                    BY_TALLY,
                    p,
                    number,
                )
        return best

    @cython.final
    @cython.cfunc
    def cite_block(self, kind: cython.int, line: cython.int, start: cython.int) -> cython.int:
        """Cite the best reason found by `block`."""
        length: cython.int = self.length[kind]
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        other: cython.int = self.best_line
        type_: cython.int = self.best_type
        if type_ in (BY_WATER, BY_SHIP):
            self.cite(other, self.best_at, type_ == BY_SHIP)
        elif type_ == BY_MIDDLE:
            if line < self.height:
                self.need_given[line] |= BIT << self.best_at
            else:
                self.need_given[self.best_at] |= BIT << (line - self.height)
        elif type_ == BY_BAR:
            if (line, start, length) not in self.bars:
                self.bars.append((line, start, length))
        elif type_ == BY_TALLY:
            self.cite_bound(line, True, True)
            self.cite_some(line, self.ship[line] & ~squares, self.best_at, True, True)
        elif type_ == BY_COUNT:
            self.cite_count(kind, self.count[kind], True)
        elif type_ == BY_STARVING:
            self.blocking.append(((line, start, length), other))
            self.starving_cost(other, self.halo_in(line, start, length, other), True)
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def add_target(self, kind: cython.int, line: cython.int, start: cython.int) -> cython.void:
        """Note a placement that must be blocked."""
        if self.n_targets < MAX_TARGETS:
            self.target_kind[self.n_targets] = kind
            self.target_line[self.n_targets] = line
            self.target_start[self.n_targets] = start
            self.n_targets += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_covering(
        self, line: cython.int, p: cython.int, has_goal: cython.bint, min_length: cython.int
    ) -> cython.void:
        """Note every placement along a line that covers a square, is not possible and, with `has_goal`, does
        not agree with the goal; lengths from `min_length` on."""
        kind: cython.int
        start: cython.int
        length: cython.int
        size: cython.int = ones(self.full[line])
        for kind in range(self.kinds):
            length = self.length[kind]
            if length < min_length or length > size or (length == 1 and line >= self.height):
                continue
            for start in range(max(0, p - length + 1), min(p, size - length) + 1):
                if not self.may_start(kind, line, start) and not (
                    has_goal and self.meets_goal(line, start, length)
                ):
                    self.add_target(kind, line, start)

    @cython.cfunc
    @cython.exceptval(check=False)
    def meets_goal(self, line: cython.int, start: cython.int, length: cython.int) -> cython.bint:
        """Whether a ship there would make all squares of the goal what they must be."""
        row: cython.int
        self.intersect(line, start, length, True)
        for row in range(self.height):
            if self.goal_ship[row] & ~self.shared_ship[row] or self.goal_water[row] & ~self.shared_water[row]:
                return False
        return True

    @cython.cfunc
    def block_targets(self, level: cython.int) -> cython.bint:
        """Cite why no ship lies on any target; first those that can be blocked in only one way. Returns
        whether that is possible."""
        i: cython.int
        for i in range(self.n_targets):
            if self.options(self.target_kind[i], self.target_line[i], self.target_start[i]) == 1:
                self.block(self.target_kind[i], self.target_line[i], self.target_start[i], level, True)
        for i in range(self.n_targets):
            if (
                self.block(self.target_kind[i], self.target_line[i], self.target_start[i], level, True)
                >= TOO_DEAR
            ):
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def options(self, kind: cython.int, line: cython.int, start: cython.int) -> cython.int:
        """The number of ways to block a placement by a known square, or 1 if there is none."""
        length: cython.int = self.length[kind]
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        is_row: cython.bint = line < self.height
        first: cython.int = 0 if is_row else self.height
        last: cython.int = self.height if is_row else self.lines
        n: cython.int = ones(squares & self.water[line])
        n += ones(self.halo_in(line, start, length, line) & self.ship[line])
        if line > first:
            n += ones(self.halo_in(line, start, length, line - 1) & self.ship[line - 1])
        if line + 1 < last:
            n += ones(self.halo_in(line, start, length, line + 1) & self.ship[line + 1])
        return max(n, 1)

    @cython.cfunc
    def all_blocked(self) -> cython.bint:
        """Whether what is cited blocks all targets without the forbidden clues."""
        i: cython.int
        for i in range(self.n_targets):
            if self.block(self.target_kind[i], self.target_line[i], self.target_start[i], ANYHOW, False) > 0:
                return False
        return True

    # Why a technique applies

    @cython.cfunc
    def explain_found(self, index: cython.int) -> cython.bint:
        """Cite what a finding needs to conclude the goal: whether that is possible."""
        self.load(self.found_scan[index])
        self.rung = self.found_rung[index]
        self.clear_forbidden()
        if self.rung == SUPPOSE:
            self.clear_need()
            self.n_targets = 0
            self.cite_nested(self.nested[index])
            return True
        return self.explain_subject(self.found_subject[index], False)

    @cython.cfunc
    def explain_failure(self) -> cython.bint:
        """Cite what the failure needs: whether that is possible."""
        row: cython.int
        for row in range(self.height):
            self.goal_ship[row] = self.goal_water[row] = 0
        if self.clash >= 0:
            self.clear_need()
            row = self.clash // 64
            self.cite(row, self.clash & 63, True)
            self.cite(row, self.clash & 63, False)
            self.failed_rung = CLASH
            self.n_targets = 0
            self.failed_subject = self.clash
            return True
        self.load(self.n_scans - 1)
        self.rung = self.failed_rung
        self.clear_forbidden()
        return self.explain_subject(self.failed_subject, True)

    @cython.cfunc
    def cite_nested(self, proof: Proof) -> None:
        """Cite the premises of a supposition nested in another."""
        row: cython.int
        for row in range(self.height):
            self.need_ship[row] = proof.from_ship[row]
            self.need_water[row] = proof.from_water[row]
        self.bars = list(proof.from_barred)

    @cython.cfunc
    def drop_clues(self) -> None:
        """Drop the clues that the other citations of the explained link make superfluous."""
        line: cython.int
        kind: cython.int
        for line in range(self.lines):
            if self.need_tally[line] and not self.own_tally[line]:
                self.no_tally[line] = 1
                if self.all_blocked():
                    self.need_tally[line] = 0
                else:
                    self.no_tally[line] = 0
        for kind in range(self.kinds):
            if self.need_count[kind] and not self.own_count[kind]:
                self.no_count[kind] = 1
                if self.all_blocked():
                    self.need_count[kind] = 0
                else:
                    self.no_count[kind] = 0

    @cython.cfunc
    def explain_subject(self, subject: cython.int, is_failure: cython.bint) -> cython.bint:
        """Cite what the present rung needs about a subject: whether that is possible."""
        line: cython.int
        kind: cython.int
        level: cython.int = FITTING if self.rung < STARVED_UNREACHED else FEEDING
        self.clear_need()
        self.n_targets = 0
        if (
            self.rung > MISSING_TALLY
            or self.rung == UNREACHED
            or self.rung == GROWTH
            or self.rung == FINISHED_SHIP
        ):
            self.find_placements(level)
        if not self.cite_subject(subject, is_failure):
            return False
        for line in range(self.lines):
            self.own_tally[line] = self.need_tally[line]
        for kind in range(self.kinds):
            self.own_count[kind] = self.need_count[kind]
        return self.block_targets(level)

    @cython.cfunc
    def cite_subject(self, subject: cython.int, is_failure: cython.bint) -> cython.bint:
        """Cite what the present rung needs itself, and note the placements that must be blocked."""
        rung: cython.int = self.rung
        if rung == GIVEN_PART:
            self.need_given[subject // 64] |= BIT << (subject & 63)
        elif rung == DIAGONALS:
            self.cite_diagonal(subject // 64, subject & 63, is_failure)
        elif rung in (REST_WATER, REST_SHIP, MISSING_TALLY):
            self.cite_rest(subject, is_failure)
        elif rung == FINISHED_SHIP:
            self.cite_finished(subject // 64, subject & 63)
        elif rung == MIDDLE:
            self.cite_middle(subject // 64, subject & 63, is_failure)
        elif rung in (UNREACHED, STARVED_UNREACHED):
            if is_failure:
                self.cite(subject // 64, subject & 63, True)
            self.add_covering(subject // 64, subject & 63, False, 1)
            self.add_covering(self.height + (subject & 63), subject // 64, False, 2)
        elif rung == GROWTH:
            self.cite(subject // 64, subject & 63, True)
            self.add_covering(subject // 64, subject & 63, True, 1)
            self.add_covering(self.height + (subject & 63), subject // 64, True, 2)
        elif rung in (FILLING, STARVED_FILLING):
            return self.cite_filling(subject)
        else:
            self.cite_kind(subject, is_failure)
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_diagonal(self, row: cython.int, col: cython.int, is_failure: cython.bint) -> cython.void:
        """Cite a ship square and, if it touches another, that one."""
        aside: cython.ulonglong = (BIT << col << 1 | BIT << col >> 1) & self.full[0]
        self.cite(row, col, True)
        if is_failure:
            self.cite_some(row + 1, self.ship[row + 1] & aside, 1, True, True)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_rest(self, line: cython.int, is_failure: cython.bint) -> cython.void:
        """Cite why a line has all its ship squares, or needs all its open ones."""
        most: cython.int = self.bound_of(line, True)
        least: cython.int = self.bound_of(line, False)
        row: cython.int
        is_full_: cython.bint = ones(self.ship[line]) >= most
        if self.rung == MISSING_TALLY and not is_failure:
            for row in range(self.height):
                if self.goal_ship[row]:
                    is_full_ = False
                elif self.goal_water[row]:
                    is_full_ = True
        elif self.rung == MISSING_TALLY:
            is_full_ = ones(self.ship[line]) > most
        elif is_failure:
            is_full_ = self.rung == REST_WATER
        if is_full_:
            self.cite_bound(line, True, True)
            self.cite_some(line, self.ship[line], most + is_failure, True, True)
        else:
            self.cite_bound(line, False, True)
            self.cite_some(line, self.water[line], ones(self.full[line]) - least + is_failure, False, True)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_finished(self, line: cython.int, start: cython.int) -> cython.void:
        """Cite a run of ship squares, and where all longer ships lie."""
        kind: cython.int
        run: cython.ulonglong = self.ship[line] >> start << start
        run &= ~(run + (BIT << start))
        self.cite_some(line, run, ones(run), True, True)
        for kind in range(self.kinds):
            if self.length[kind] > ones(run):
                self.cite_count(kind, self.count[kind], True)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_middle(self, row: cython.int, col: cython.int, is_failure: cython.bint) -> cython.void:
        """Cite a middle, and why its ship cannot run along one line, or along either."""
        column: cython.int = self.height + col
        goal_across: cython.bint = False
        beside: cython.ulonglong = (BIT << col << 1 | BIT << col >> 1) & self.full[row]
        r: cython.int
        if self.goal_ship[row] & beside:
            goal_across = True
        for r in range(self.height):
            if r != row and self.goal_water[r] & (BIT << col):
                goal_across = True
        self.need_given[row] |= BIT << col
        if is_failure or goal_across:
            self.cite_obstacle(column, row, row, col)
        if is_failure or not goal_across:
            self.cite_obstacle(row, col, column, row)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_obstacle(
        self, line: cython.int, at: cython.int, cross: cython.int, cross_at: cython.int
    ) -> cython.void:
        """Cite why no ship runs along a line through a square that lies in `cross`, too."""
        beside: cython.ulonglong = (BIT << at << 1 | BIT << at >> 1) & self.full[line]
        aside: cython.ulonglong = (BIT << cross_at << 1 | BIT << cross_at >> 1) & self.full[cross]
        best: cython.int = TOO_DEAR
        number: cython.int = self.bound_of(line, True) - 2
        cost: cython.int
        if ones(beside) < 2:
            return
        best = self.offer_squares(line, beside & self.water[line], False, best)
        best = self.offer_squares(cross, aside & self.ship[cross], True, best)
        if number <= ones(self.ship[line] & ~(beside | BIT << at)):
            cost = self.cite_bound(line, True, False)
            cost += self.cite_some(line, self.ship[line] & ~(beside | BIT << at), number, True, False)
            if cost < best:
                self.cite_bound(line, True, True)
                self.cite_some(line, self.ship[line] & ~(beside | BIT << at), number, True, True)
                return
        if best < TOO_DEAR:
            self.cite(self.best_line, self.best_at, self.best_type == BY_SHIP)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_kind(self, kind: cython.int, is_failure: cython.bint) -> cython.void:
        """Cite the number of ships of a kind, and note all placements but those that remain."""
        line: cython.int
        start: cython.int
        length: cython.int = self.length[kind]
        missing: cython.int = self.count[kind] - self.n_placed[kind]
        is_overlap: cython.bint = self.rung == OVERLAP or self.rung == STARVED_OVERLAP
        has_goal: cython.bint = is_overlap and missing == 1 and not is_failure
        if missing < 0:
            self.cite_count(kind, self.count[kind] + 1, True)
            return
        self.need_count[kind] = 1
        for line in range(self.height if length == 1 else self.lines):
            for start in range(ones(self.full[line]) - length + 1):
                if not self.may_start(kind, line, start) and not (
                    has_goal and self.meets_goal(line, start, length)
                ):
                    self.add_target(kind, line, start)
        if is_overlap and missing > 1:
            self.cite_groups(kind)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cite_groups(self, kind: cython.int) -> cython.void:
        """Cite the tallies that leave no room for two ships of the same group in a line."""
        line_of: cython.int[64]
        start_of: cython.int[64]
        if not cython.compiled:
            line_of, start_of = [0] * 64, [0] * 64
        line: cython.int
        i: cython.int
        j: cython.int
        n: cython.int = 0
        group: cython.int
        barred: cython.ulonglong
        starts: cython.ulonglong
        squares: cython.ulonglong
        length: cython.int = self.length[kind]
        number: cython.int
        for line in range(self.lines):
            starts = self.possible[kind * LINES + line]
            while starts and n < MAX_OVERLAPPING:
                line_of[n] = line
                start_of[n] = lowest(starts)
                starts &= starts - 1
                n += 1
        for i in range(n):
            barred = 0
            for j in range(i):
                if not self.are_exclusive(line_of[i], start_of[i], line_of[j], start_of[j], length):
                    barred |= BIT << self.group_of[j]
            group = lowest(~barred)
            self.group_of[i] = group
            for j in range(i):
                line = line_of[i]
                if self.group_of[j] != group or line != line_of[j]:
                    continue
                if max(start_of[i], start_of[j]) - min(start_of[i], start_of[j]) > length:
                    squares = ((BIT << length) - 1) << start_of[i] | ((BIT << length) - 1) << start_of[j]
                    number = self.bound_of(line, True) + 1 - 2 * length
                    self.cite_bound(line, True, True)
                    if number > 0:
                        self.cite_some(line, self.ship[line] & ~squares, number, True, True)

    # Ways to fill a line

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_forced(
        self,
        line: cython.int,
        single: cython.ulonglong,
        dry: cython.ulonglong,
        has_tally: cython.bint,
        goal_ship: cython.ulonglong,
        goal_water: cython.ulonglong,
    ) -> cython.bint:
        """Whether all ways to fill a line with these singles and `way_start` meet the goal."""
        size: cython.int = ones(self.full[line])
        low: cython.int = 0
        high: cython.int = size
        if has_tally:
            low = max(self.bound_of(line, False), 0)
            high = min(self.bound_of(line, True), size)
            if low > high:
                return True
        if not self.find_ways(line, single, dry, ((BIT << high << 1) - 1) & ~((BIT << low) - 1)):
            return True
        if goal_ship == 0 and goal_water == 0:
            return False
        return self.way_wet & goal_ship == 0 and self.way_ship & goal_water == 0

    @cython.cfunc
    def cite_filling(self, line: cython.int) -> cython.bint:
        """Cite what the ways to fill a line are restricted by, as little as the goal needs."""
        size: cython.int = ones(self.full[line])
        is_row: cython.bint = line < self.height
        cross: cython.int = self.height if is_row else 0
        at: cython.int = line if is_row else line - self.height
        single: cython.ulonglong = self.singles(line)
        dry: cython.ulonglong = ~self.ship[line]
        goal_ship: cython.ulonglong = 0
        goal_water: cython.ulonglong = 0
        has_tally: cython.bint = True
        p: cython.int
        kind: cython.int
        start: cython.int
        length: cython.int
        turn: cython.int
        old: cython.ulonglong
        for p in range(size):
            if is_row:
                goal_ship |= self.goal_ship[line] & BIT << p
                goal_water |= self.goal_water[line] & BIT << p
            else:
                goal_ship |= (self.goal_ship[p] >> at & 1) << p
                goal_water |= (self.goal_water[p] >> at & 1) << p
        for kind in range(self.kinds):
            self.way_start[kind] = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
        if not self.is_forced(line, single, dry, True, goal_ship, goal_water):
            return False
        if self.is_forced(line, single, dry, False, goal_ship, goal_water):
            has_tally = False
        # Singles that take a search to exclude; then ship squares; then water, derived squares first.
        for p in range(size):
            if (single | self.water[line]) >> p & 1:
                continue
            if self.is_forced(line, single | BIT << p, dry, has_tally, goal_ship, goal_water):
                single |= BIT << p
        for p in range(size):
            if dry >> p & 1 or self.cost_of(line, p, True) < DERIVED_COST:
                continue
            if self.is_forced(line, single, dry | BIT << p, has_tally, goal_ship, goal_water):
                dry |= BIT << p
        for turn in range(2):
            for p in range(size):
                if self.water[line] >> p & 1 and (self.cost_of(line, p, False) >= DERIVED_COST) == (
                    turn == 0
                ):
                    single = self.relax_square(line, p, single, dry, has_tally, goal_ship, goal_water)
        for p in range(size):
            if dry >> p & 1:
                continue
            if self.is_forced(line, single, dry | BIT << p, has_tally, goal_ship, goal_water):
                dry |= BIT << p
        for kind in range(self.kinds):
            length = self.length[kind]
            if length == 1:
                continue
            for start in range(size - length + 1):
                old = self.way_start[kind]
                if not old >> start & 1:
                    self.way_start[kind] = old | BIT << start
                    if not self.is_forced(line, single, dry, has_tally, goal_ship, goal_water):
                        self.way_start[kind] = old
                        self.add_target(kind, line, start)
        for p in range(size):
            if single >> p & 1:
                continue
            if self.is_forced(line, single | BIT << p, dry, has_tally, goal_ship, goal_water):
                single |= BIT << p
        if has_tally and self.is_forced(line, single, dry, False, goal_ship, goal_water):
            has_tally = False
        if has_tally:
            if self.no_tally[line]:
                return False
            self.cite_bound(line, True, True)
            self.cite_bound(line, False, True)
        for p in range(size):
            if not dry >> p & 1:
                self.cite(line, p, True)
            if single >> p & 1:
                continue
            if self.water[line] >> p & 1:
                self.cite(line, p, False)
                continue
            self.add_covering(cross + p, at, False, 2)
            if self.kinds and self.length[self.kinds - 1] == 1:
                start = p if is_row else at
                if not self.may_start(self.kinds - 1, line if is_row else p, start):
                    self.add_target(self.kinds - 1, line if is_row else p, start)
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def relax_square(
        self,
        line: cython.int,
        p: cython.int,
        single: cython.ulonglong,
        dry: cython.ulonglong,
        has_tally: cython.bint,
        goal_ship: cython.ulonglong,
        goal_water: cython.ulonglong,
    ) -> cython.ulonglong:
        """If the goal follows without a known water square: `single` with the positions that only this square
        excludes; the ships that only this square excludes are allowed, too."""
        saved: cython.ulonglong[64]
        if not cython.compiled:
            saved = [0] * 64
        kind: cython.int
        start: cython.int
        length: cython.int
        size: cython.int = ones(self.full[line])
        squares: cython.ulonglong
        for kind in range(self.kinds):
            saved[kind] = self.way_start[kind]
            length = self.length[kind]
            if length == 1:
                continue
            for start in range(max(0, p - length + 1), min(p, size - length) + 1):
                squares = ((BIT << length) - 1) << start
                if self.water[line] & squares == BIT << p:
                    self.way_start[kind] |= BIT << start
        if self.is_forced(line, single | BIT << p, dry, has_tally, goal_ship, goal_water):
            return single | BIT << p
        for kind in range(self.kinds):
            self.way_start[kind] = saved[kind]
        return single

    # Proofs

    @cython.cfunc
    def add_need(self, first: cython.int) -> None:
        """Add what the link explained cites to what the proof needs, and mark findings from `first` on."""
        row: cython.int
        col: cython.int
        rest: cython.ulonglong
        for row in range(self.height):
            rest = self.need_ship[row] & ~self.want_ship[row] & ~self.first_ship[row]
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.by_ship[row * 64 + col] >= first:
                    self.is_marked[self.by_ship[row * 64 + col]] = 1
            rest = self.need_water[row] & ~self.want_water[row] & ~self.first_water[row]
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.by_water[row * 64 + col] >= first:
                    self.is_marked[self.by_water[row * 64 + col]] = 1
            self.want_ship[row] |= self.need_ship[row]
            self.want_water[row] |= self.need_water[row]
        for placement in self.bars:
            if self.bar_found.get(placement, -1) >= first:
                self.is_marked[self.bar_found[placement]] = 1
            else:
                self.all_bars.add(placement)

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_goal(self, index: cython.int) -> cython.void:
        """Set the goal: what the proof needs of a finding."""
        row: cython.int
        rest: cython.ulonglong
        for row in range(self.height):
            self.goal_ship[row] = self.goal_water[row] = 0
            rest = self.want_ship[row] & ~self.first_ship[row]
            while rest:
                if self.by_ship[row * 64 + lowest(rest)] == index:
                    self.goal_ship[row] |= rest & (~rest + 1)
                rest &= rest - 1
            rest = self.want_water[row] & ~self.first_water[row]
            while rest:
                if self.by_water[row * 64 + lowest(rest)] == index:
                    self.goal_water[row] |= rest & (~rest + 1)
                rest &= rest - 1

    @cython.cfunc
    def slice_proof(self, first: cython.int, links: list[Link] | None, most: cython.int) -> cython.int:
        """The number of links that the failure needs. If `links` is given, they are appended to it, the
        failure first; more than `most` if they exceed it; below 0 if they cannot be cited."""
        row: cython.int
        index: cython.int
        n: cython.int = 0
        self.is_tracing = False
        self.all_bars = set()
        for row in range(self.height):
            self.want_ship[row] = self.want_water[row] = 0
        if not self.explain_failure():
            return -1
        if links is not None:
            links.append(self.make_link(self.failed_rung, self.failed_subject, self.n_scans, None))
        self.add_need(first)
        for index in range(self.n_found - 1, first - 1, -1):
            if not self.is_marked[index]:
                continue
            self.is_marked[index] = 0
            n += 1
            if n > most:
                self.clear_marks(first)
                return n
            self.set_goal(index)
            if not self.explain_found(index):
                self.clear_marks(first)
                return -1
            if links is not None:
                links.append(
                    self.make_link(
                        self.rung, self.found_subject[index], self.found_scan[index], self.nested.get(index)
                    )
                )
            self.add_need(first)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def clear_marks(self, first: cython.int) -> cython.void:
        """Forget which findings the proof needs."""
        index: cython.int
        for index in range(first, self.n_found):
            self.is_marked[index] = 0

    @cython.cfunc
    def make_link(self, rung: cython.int, subject: cython.int, scan: cython.int, proof: Proof | None) -> Link:
        """The link explained, as a value."""
        row: cython.int
        col: cython.int
        rest: cython.ulonglong
        givens: list[Square] = []
        if rung < PLAIN_RUNGS and self.n_targets > 0:
            self.drop_clues()
        for row in range(self.height):
            rest = self.need_given[row]
            while rest:
                col = lowest(rest)
                givens.append((row, col))
                rest &= rest - 1
        places: tuple[Placement, ...] = ()
        groups: tuple[int, ...] = ()
        self.rung = rung
        if rung < PLAIN_RUNGS:
            places = self.placements_at(subject)
            if rung in (OVERLAP, STARVED_OVERLAP):
                groups = tuple(self.group_of[i] for i in range(min(len(places), MAX_OVERLAPPING)))
        return Link(
            rung,
            subject,
            as_tuple(self.goal_ship, self.height),
            as_tuple(self.goal_water, self.height),
            as_tuple(self.need_ship, self.height),
            as_tuple(self.need_water, self.height),
            tuple(self.bars),
            tuple(line for line in range(self.lines) if self.need_tally[line]),
            tuple(self.length[kind] for kind in range(self.kinds) if self.need_count[kind]),
            tuple(givens),
            places,
            groups,
            tuple(self.blocking),
            proof,
            scan,
            self.count[subject] - self.n_placed[subject] if self.is_about_kind(rung) else 0,
            tuple(self.complete_ships(subject)) if self.is_about_kind(rung) else (),
        )

    @cython.cfunc
    def climb_traced(self, most: cython.int) -> cython.int:
        """Climb with plain techniques, noting what is found."""
        outcome: cython.int = self.climb(PLAIN_RUNGS, most)
        if outcome == FAILED and self.clash < 0:
            self.end_scan()
        self.is_tracing = False
        return NOTHING if self.is_overfull else outcome

    def refute(self, supposition: int, most: int) -> int:
        """The number of links by which plain techniques refute a supposition: more than `most` if they
        exceed it, below 0 if they do not refute it. `reached` is the board in that case."""
        n: cython.int = -1
        self.begin_trace(supposition)
        if self.climb_traced(NO_END) == FAILED:
            n = self.slice_proof(0, None, most)
        else:
            self.reached = self.known_rows()
        self.pop()
        return n

    def proof(self, supposition: int) -> Proof | None:
        """How plain techniques refute a supposition; `None` if they do not."""
        links: list[Link] = []
        n: cython.int = -1
        self.begin_trace(supposition)
        if self.climb_traced(NO_END) == FAILED:
            n = self.slice_proof(0, links, NO_END)
        self.pop()
        return None if n < 0 else self.make_proof(supposition, links)

    @cython.cfunc
    def make_proof(self, supposition: cython.int, links: list[Link]) -> Proof:
        """The proof that `slice_proof` extracted last."""
        row: cython.int
        for row in range(self.height):
            self.goal_ship[row] = self.want_ship[row] & self.base_ship[row]
            self.goal_water[row] = self.want_water[row] & self.base_water[row]
        return Proof(
            supposition,
            tuple(reversed(links[1:])),
            links[0],
            as_tuple(self.goal_ship, self.height),
            as_tuple(self.goal_water, self.height),
            tuple(sorted(self.all_bars)),
        )

    def advance(self) -> tuple[list[Link], Link | None]:
        """Apply plain techniques as far as they lead: a link for each finding and, if the board cannot be
        completed, the one that shows it."""
        links: list[Link] = []
        failure: Link | None = None
        index: cython.int
        row: cython.int
        outcome: cython.int
        self.begin_trace(-1)
        outcome = self.climb_traced(NO_END)
        ship, water = self.known_rows()
        for row in range(self.height):
            self.want_ship[row] = self.want_water[row] = 0
        if outcome == FAILED and self.explain_failure():
            failure = self.make_link(self.failed_rung, self.failed_subject, self.n_scans, None)
        for index in range(self.n_found):
            if self.found_scan[index] >= self.n_scans - (outcome == FAILED and self.failed_rung != CLASH):
                continue
            for row in range(self.height):
                self.want_ship[row], self.want_water[row] = ship[row], water[row]
            self.set_goal(index)
            for row in range(self.height):
                self.want_ship[row] = self.want_water[row] = 0
            if self.explain_found(index):
                links.append(
                    self.make_link(self.rung, self.found_subject[index], self.found_scan[index], None)
                )
        self.pop()
        self.add_known(ship, water)
        return links, failure

    # Suppositions nested in others

    def refute_nested(self, supposition: int, inner: Sequence[int], most: int) -> Proof | None:
        """How a supposition is refuted with others nested in it, each of which plain techniques refute in at
        most `most` links; `None` if they do not."""
        links: list[Link] = []
        outcome: cython.int
        n: cython.int = -1
        self.nested, self.bar_found = {}, {}
        self.begin_trace(supposition)
        outcome = self.climb_traced(NO_END)
        while outcome != FAILED and not self.is_overfull and self.settle_nested(inner, most):
            self.is_tracing = True
            outcome = self.climb_traced(NO_END)
        if outcome == FAILED:
            n = self.slice_proof(0, links, NO_END)
        proof = None if n < 0 else self.make_proof(supposition, links)
        self.pop()
        for placement in self.bar_found:
            self.unbar(placement)
        self.nested, self.bar_found = {}, {}
        return proof

    @cython.cfunc
    def settle_nested(self, inner: Sequence[int], most: cython.int) -> cython.bint:
        """Refute each of some suppositions that plain techniques refute in at most `most` links: mark the
        other value of a square, and bar a placement. Returns whether there is one."""
        row: cython.int
        code: cython.int
        found: cython.bint = False
        outer = [
            as_tuple(self.first_ship, self.height),
            as_tuple(self.first_water, self.height),
            as_tuple(self.base_ship, self.height),
            as_tuple(self.base_water, self.height),
        ]
        for code in inner:
            if not self.is_open(code):
                continue
            proof = self.inner_proof(code, most)
            for row in range(self.height):
                self.first_ship[row], self.first_water[row] = outer[0][row], outer[1][row]
                self.base_ship[row], self.base_water[row] = outer[2][row], outer[3][row]
            if proof is None:
                continue
            if self.n_found >= MAX_FOUND or self.n_scans >= MAX_SCANS:
                return False
            self.settle_opposite(code, proof)
            found = True
        return found

    @cython.cfunc
    def is_open(self, code: cython.int) -> cython.bint:
        """Whether a supposition is still possible and not certain."""
        kind: cython.int
        if code < FIRST_PLACEMENT:
            return self.open[code // 128] >> (code // 2 & 63) & 1
        line, start, length = placement_of(code)
        self.find_placements(FITTING)
        for kind in range(self.kinds):
            if self.length[kind] == length:
                return (
                    self.possible[kind * LINES + cython.cast(cython.int, line)]
                    >> cython.cast(cython.int, start)
                    & 1
                )
        return False

    @cython.cfunc
    def inner_proof(self, code: cython.int, most: cython.int) -> Proof | None:
        """How plain techniques refute a value of a square within the present supposition."""
        n: cython.int = -1
        n_scans: cython.int = self.n_scans
        n_found: cython.int = self.n_found
        proof: Proof | None = None
        links: list[Link] = []
        self.begin_trace(code)
        self.n_scans, self.n_found = n_scans, n_found
        if self.climb_traced(NO_END) == FAILED:
            n = self.slice_proof(n_found, links, most)
            if 0 <= n <= most:
                proof = self.make_proof(code, links)
        self.pop()
        self.n_scans, self.n_found, self.is_overfull = n_scans, n_found, False
        return proof

    @cython.cfunc
    def settle_opposite(self, code: cython.int, proof: Proof) -> None:
        """Mark the value that a square has because the other was refuted, or bar a placement."""
        row: cython.int = code // 128
        if code >= FIRST_PLACEMENT:
            self.rung = SUPPOSE
            self.nested[self.n_found] = proof
            self.bar_found[placement_of(code)] = self.n_found
            self.trace(code)
            self.end_scan()
            self.bar(placement_of(code))
            return
        bit: cython.ulonglong = BIT << (code // 2 & 63)
        self.rung = SUPPOSE
        if code & 1:
            self.new_water[row] = bit
        else:
            self.new_ship[row] = bit
        self.nested[self.n_found] = proof
        self.trace(code)
        self.new_ship[row] = self.new_water[row] = 0
        self.end_scan()
        self.mark(row, 0 if code & 1 else bit, bit if code & 1 else 0)
        self.refresh()


@cython.final
@cython.cclass
class Checker(Ladder):
    """A ladder with only some clues of a puzzle: those that a link cites, or fewer."""

    all_tally: cython.int[128]
    all_count: cython.int[64]
    all_has: cython.int[128]
    all_parts: cython.ulonglong[384]

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, givens: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        super().__init__(rows, cols, fleet, givens)
        i: cython.int
        if not cython.compiled:
            self.all_tally, self.all_has = [0] * 128, [0] * 128
            self.all_count, self.all_parts = [0] * 64, [0] * 384
        for i in range(128):
            self.all_tally[i] = self.tally[i]
            self.all_has[i] = self.has_tally[i]
        for i in range(64):
            self.all_count[i] = self.count[i]
        for i in range(384):
            self.all_parts[i] = self.parts[i]
        self.is_partial = True

    def lean(self, link: Link) -> Link:
        """The link without its superfluous clues, which are removed one by one."""
        lines, lengths, givens = link.lines, link.lengths, link.givens
        if link.rung in (SUPPOSE, CLASH) or not (lines or lengths or givens):
            return link
        for given in givens:
            fewer = tuple(one for one in givens if one != given)
            if self.implies(link, lines, lengths, fewer):
                givens = fewer
        for line in lines:
            fewer_lines = tuple(one for one in lines if one != line)
            if self.implies(link, fewer_lines, lengths, givens):
                lines = fewer_lines
        for length in lengths:
            fewer_lengths = tuple(one for one in lengths if one != length)
            if self.implies(link, lines, fewer_lengths, givens):
                lengths = fewer_lengths
        if link.rung == REST_WATER and not lines and any(link.water):
            link = link._replace(rung=UNREACHED)  # a ship there would be longer than any
        return link._replace(lines=lines, lengths=lengths, givens=givens)

    def ways(self, link: Link, most: int) -> tuple[int, ...]:
        """The ways to fill the line that a link is about where nothing is known but what it cites, each as a
        mask of the ship squares of the line. Empty if there are more than `most`, or if the conclusion
        is not true of all."""
        line: cython.int = link.subject
        row: cython.int
        ship: cython.ulonglong = 0
        water: cython.ulonglong = 0
        if link.rung != FILLING and link.rung != STARVED_FILLING:
            return ()
        self.reset(link, link.lines, link.lengths, link.givens)
        self.refresh()
        if self.max_ship[line] < 0 or self.max_water[line] < 0:
            return ()
        self.find_placements(FITTING if link.rung == FILLING else FEEDING)
        found: list[int] = []
        if not self.add_ways(line, self.singles(line), 0, 0, most, found):
            return ()
        for row in range(self.height):
            if line < self.height:
                ship |= link.ship[row] if row == line else 0
                water |= link.water[row] if row == line else 0
            else:
                ship |= (cython.cast(cython.ulonglong, link.ship[row]) >> (line - self.height) & 1) << row
                water |= (cython.cast(cython.ulonglong, link.water[row]) >> (line - self.height) & 1) << row
        for way in found:
            if ship & ~cython.cast(cython.ulonglong, way) or water & cython.cast(cython.ulonglong, way):
                return ()
        return tuple(found)

    @cython.cfunc
    def add_ways(
        self,
        line: cython.int,
        single: cython.ulonglong,
        at: cython.int,
        way: cython.ulonglong,
        most: cython.int,
        found: list[int],
    ) -> cython.bint:
        """Append the ways to fill a line from a position on. Returns whether they are at most `most`."""
        size: cython.int = ones(self.full[line])
        kind: cython.int
        length: cython.int
        starts: cython.ulonglong
        ship: cython.ulonglong = self.ship[line]
        n_ship: cython.int = ones(way | (ship & ~((BIT << at) - 1)))
        most_ship: cython.int = ones(ship) + self.max_ship[line]
        if n_ship > most_ship or ones(way) + max(size - at, 0) < most_ship - self.slack_of(line):
            return True
        if at >= size:
            found.append(way)
            return len(found) <= most
        if not ship >> at & 1 and not self.add_ways(line, single, at + 1, way, most, found):
            return False
        if (
            single >> at & 1
            and not ship >> (at + 1) & 1
            and not self.add_ways(line, single, at + 2, way | BIT << at, most, found)
        ):
            return False
        for kind in range(self.kinds):
            length = self.length[kind]
            starts = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
            if (
                length > 1
                and starts >> at & 1
                and not ship >> (at + length) & 1
                and not self.add_ways(
                    line, single, at + length + 1, way | ((BIT << length) - 1) << at, most, found
                )
            ):
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def slack_of(self, line: cython.int) -> cython.int:
        """The most ship squares of a line less the fewest."""
        return self.max_ship[line] + self.max_water[line] - ones(self.open[line])

    def implies(
        self, link: Link, lines: Sequence[int], lengths: Sequence[int], givens: Sequence[Square]
    ) -> bool:
        """Whether plain techniques show, with these clues only, that what a link concludes cannot be
        otherwise."""
        row: cython.int
        rest: cython.ulonglong
        bit: cython.ulonglong
        is_conclusion: cython.bint = False
        for row in range(self.height):
            for is_ship in (True, False):
                rest = link.ship[row] if is_ship else link.water[row]
                while rest:
                    bit = rest & (~rest + 1)
                    rest ^= bit
                    is_conclusion = True
                    self.reset(link, lines, lengths, givens)
                    self.mark(row, 0 if is_ship else bit, bit if is_ship else 0)
                    if not self.is_refuted(link, row, lowest(bit) if not is_ship else -1):
                        return False
        if is_conclusion:
            return True
        self.reset(link, lines, lengths, givens)
        return self.is_refuted(link, 0, -1)

    @cython.cfunc
    def is_refuted(self, link: Link, row: cython.int, col: cython.int) -> cython.bint:
        """Whether plain techniques show that the board cannot be completed, if necessary after a look at each
        placement of the ships that a link is about, or of those that would cover a square."""
        outcome: cython.int
        found: cython.bint = False
        self.refresh()
        if self.climb(PLAIN_RUNGS, NO_END) == FAILED:
            return True
        placements: list[Placement] = []
        if self.is_about_kind(link.rung):
            if self.count[link.subject] >= NO_END:
                return False
            placements = [
                one for one in self.placements_of(self.length[link.subject]) if one not in link.places
            ]
        elif col >= 0 and link.rung > REST_SHIP:
            placements = self.placements_covering(row, col)
        for placement in placements:
            self.assume(encode_placement(placement))
            outcome = self.climb(PLAIN_RUNGS, NO_END)
            self.pop()
            if outcome == FAILED:
                found = True
                self.bar(placement)
        return found and self.climb(PLAIN_RUNGS, NO_END) == FAILED

    @cython.cfunc
    def reset(
        self, link: Link, lines: Sequence[int], lengths: Sequence[int], givens: Sequence[Square]
    ) -> None:
        """Know what a link rests on, and these clues."""
        line: cython.int
        row: cython.int
        kind: cython.int
        i: cython.int
        bit: cython.ulonglong
        for line in range(self.lines):
            self.ship[line] = self.water[line] = self.middle[line] = 0
            self.has_tally[line] = False
            self.tally[line] = 0
            for kind in range(self.kinds):
                self.barred[kind * LINES + line] = 0
        for i in range(384):
            self.parts[i] = 0
        for line in lines:
            self.has_tally[line] = self.all_has[line]
            self.tally[line] = self.all_tally[line]
        self.recount()
        for kind in range(self.kinds):
            self.count[kind] = self.all_count[kind] if self.length[kind] in lengths else NO_END
        for square in givens:
            row = square[0]
            bit = BIT << square[1]
            for i in range(6):
                self.parts[i * 64 + row] |= self.all_parts[i * 64 + row] & bit
            if self.all_parts[MIDDLES * 64 + row] & bit:
                self.middle[row] |= bit
                self.middle[self.height + square[1]] |= BIT << row
        for placement in link.from_barred:
            for kind in range(self.kinds):
                if self.length[kind] == placement[2]:
                    self.barred[kind * LINES + placement[0]] |= BIT << placement[1]
        self.has_fits = False
        for row in range(self.height):
            self.mark(row, link.from_ship[row], link.from_water[row])
