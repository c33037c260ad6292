# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The ladder: human deduction on one board, for explanations, hints, grades and generation.

Three classes, each built on the one before: `State` is what is known of a board, `Techniques` are
the deductions that a person makes from it, and `Ladder` climbs them, easiest first, and supposes.
`bimaru.deduction.techniques` describes the techniques in the order of the rungs.

A *line* is a row (numbered from 0) or a column (numbered on from the number of rows). Every square lies in
two lines; rows and columns are stored alike, as masks with a bit a square, so that each rule is written once.

A technique scans the whole board and calls `record` for each place where it finds something new;
nothing is marked on the board before the scan ends, so that one step is what people see at a glance.
It returns `FAILED` where it proves that the board cannot be completed. The *subject* of a finding is a
number: a line, a square (`square_id`), the first square of a run (line * 64 + position), a kind of ship
(its index in the fleet), or a supposition (`encode_value`).

The file is Python, compiled with Cython (pure-Python mode), like the search kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import cython

from bimaru.bits import ALL_BITS as _ALL_BITS
from bimaru.bits import GOLDEN as _GOLDEN
from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet
from bimaru.squares import Part, Square

if cython.compiled:
    from cython.cimports.bimaru.bits import mix, popcount
else:
    from bimaru.bits import mix, popcount

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
MIDDLE_PART = cython.declare(cython.int, 5)
ENDS = cython.declare(cython.int, 5)  # the parts before this one have a direction or stand alone

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
    """The position of the lowest bit that is set."""
    return ones(~x & (x - 1))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mixed(x: cython.ulonglong, y: cython.ulonglong) -> cython.ulonglong:
    """A hash of two words."""
    return mix((x * GOLDEN + y + 1) & ALL_BITS)


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
    open: cython.ulonglong[128]  # neither ship nor water
    max_ship: cython.int[128]  # the most open squares of a line that can be ship; below 0: it has too many
    max_water: cython.int[128]

    possible: cython.ulonglong[8192]  # starts of ships that are not complete, by kind and line
    placed: cython.ulonglong[8192]  # starts of complete ships
    barred: cython.ulonglong[8192]  # starts ruled out by case analyses
    n_possible: cython.int[64]
    n_placed: cython.int[64]
    coverable: cython.ulonglong[128]  # squares that a ship along the line covers in some placement
    placement_level: cython.int  # `STALE`, `FITTING` or `FEEDING`
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
        self.kinds = 0
        for length, number in fleet.pairs:
            self.length[self.kinds] = length
            self.count[self.kinds] = number
            self.kinds += 1
        line: cython.int
        for line in range(self.lines):
            self.full[line] = (BIT << (self.width if line < self.height else self.height)) - 1
        for line, tally in enumerate((*rows, *cols)):
            self.has_tally[line] = tally is not None
            self.tally[line] = 0 if tally is None else tally
        for row, col, kind in givens:
            self.add_given(row, col, kind)
        self.level = 0
        self.is_recording = False
        self.starving = []
        self.refresh()

    def _allocate(self) -> None:
        """The arrays, where the class is not compiled."""
        for name in ("has_tally", "tally", "full", "middle", "ship", "water", "open", "coverable"):
            setattr(self, name, [0] * 128)
        for name in ("length", "count", "n_possible", "n_placed"):
            setattr(self, name, [0] * 64)
        self.max_ship, self.max_water = [0] * 128, [0] * 128
        self.parts, self.saved_ship, self.saved_water = [0] * 384, [0] * 512, [0] * 512
        self.possible, self.placed, self.barred = [0] * 8192, [0] * 8192, [0] * 8192

    def add_given(self, row: cython.int, col: cython.int, kind: str) -> None:
        """Mark what a given square shows, a `Part`."""
        if kind == Part.WATER:
            self.mark(row, 0, BIT << col)
            return
        self.mark(row, BIT << col, 0)
        if kind == Part.MIDDLE:
            self.middle[row] |= BIT << col
            self.middle[self.height + col] |= BIT << row
        if kind in PARTS:
            self.parts[PARTS.index(kind) * 64 + row] |= BIT << col

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
        kind: cython.int
        line, start, length = placement
        for kind in range(self.kinds):
            if self.length[kind] == length:
                self.barred[kind * LINES + line] &= ~(BIT << start)
                if is_out:
                    self.barred[kind * LINES + line] |= BIT << start
        self.refresh()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def mark(self, row: cython.int, ship: cython.ulonglong, water: cython.ulonglong) -> cython.void:
        """Mark squares of a row as ship and as water."""
        self.ship[row] |= ship
        self.water[row] |= water
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
        """Recount what every line can still take."""
        line: cython.int
        n_ship: cython.int
        self.placement_level = STALE
        self.clash = -1
        for line in range(self.lines):
            self.open[line] = self.full[line] & ~(self.ship[line] | self.water[line])
            n_ship = ones(self.ship[line])
            self.max_ship[line] = self.tally[line] - n_ship
            self.max_water[line] = ones(self.open[line]) - self.max_ship[line]
        self.bound_missing(0, self.height)
        self.bound_missing(self.height, self.lines)

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
            self.ship[i] = self.saved_ship[at + i]
            self.water[i] = self.saved_water[at + i]
        self.refresh()

    # Placements

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_placements(self, level: cython.int) -> cython.void:
        """Find where ships of each kind can lie, unless that is known already."""
        kind: cython.int
        line: cython.int
        if self.placement_level >= level:
            return
        if self.is_recording:
            self.starving = []
        for kind in range(self.kinds):
            if self.placement_level == STALE:
                self.n_placed[kind] = 0
                for line in range(self.lines):
                    self.fit(kind, line)
            self.n_possible[kind] = 0
            for line in range(self.lines):
                if self.n_placed[kind] >= self.count[kind]:
                    self.possible[kind * LINES + line] = 0
                elif self.possible[kind * LINES + line]:
                    self.narrow(kind, line, level)
                self.n_possible[kind] += ones(self.possible[kind * LINES + line])
        self.placement_level = level
        self.find_coverable()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def fit(self, kind: cython.int, line: cython.int) -> cython.void:
        """Find where ships of a kind fit in a line, by its own squares, and where complete ones lie."""
        at: cython.Py_ssize_t = kind * LINES + line
        length: cython.int = self.length[kind]
        free: cython.ulonglong = self.full[line] & ~self.water[line]
        ship: cython.ulonglong = self.ship[line]
        closed: cython.ulonglong = ~free
        run: cython.ulonglong = free
        done: cython.ulonglong = ship
        k: cython.int
        self.possible[at] = self.placed[at] = 0
        if length > ones(self.full[line]) or (length == 1 and line >= self.height):
            return
        for k in range(1, length):
            run &= free >> k
            done &= ship >> k
        run &= ~(ship << 1 | ship >> length)
        run &= ~(self.middle[line] | self.middle[line] >> (length - 1))
        done &= (closed << 1 | 1) & closed >> length
        if length == 1:
            if line > 0:
                run &= ~self.ship[line - 1]
                done &= ~self.full[line] | self.water[line - 1]
            if line + 1 < self.height:
                run &= ~self.ship[line + 1]
                done &= ~self.full[line] | self.water[line + 1]
        done &= run
        self.placed[at] = done
        self.possible[at] = run & ~done & ~self.barred[at]
        self.n_placed[kind] += ones(done)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def narrow(self, kind: cython.int, line: cython.int, level: cython.int) -> cython.void:
        """Drop the starts from which a ship would give its line too many ship squares or, at level
        `FEEDING`, some line too much water."""
        length: cython.int = self.length[kind]
        starts: cython.ulonglong = self.possible[kind * LINES + line]
        squares: cython.ulonglong
        start: cython.int
        starved: cython.int
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            squares = ((BIT << length) - 1) << start
            if ones(squares & self.open[line]) > self.max_ship[line]:
                self.possible[kind * LINES + line] &= ~(BIT << start)
            elif level == FEEDING:
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
        """Find the squares of each line that a ship along it can cover, or covers already."""
        kind: cython.int
        line: cython.int
        k: cython.int
        starts: cython.ulonglong
        for line in range(self.lines):
            self.coverable[line] = 0
        for kind in range(self.kinds):
            for line in range(self.lines):
                starts = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
                if starts:
                    for k in range(self.length[kind]):
                        self.coverable[line] |= starts << k

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
    findings: list[Finding]
    only: set[int] | None  # the subjects to which findings are restricted
    group_of: cython.int[64]  # of each placement of an overlap
    idle: cython.ulonglong[
        256
    ]  # fingerprints of lines whose fillings share nothing, for two placement levels

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
        row: cython.int = subject // 64
        col: cython.int = subject & 63
        return tuple(
            placement
            for kind in range(self.kinds)
            for placement in self.placements_of(self.length[kind])
            if (placement[0] == row and placement[1] <= col < placement[1] + placement[2])
            or (placement[0] == self.height + col and placement[1] <= row < placement[1] + placement[2])
        )

    def starved_placements(self) -> tuple[tuple[Placement, int], ...]:
        """The placements that the present rung rules out because a line would starve, each with that line."""
        return tuple(self.starving) if FILLING < self.rung < PLAIN_RUNGS else ()

    @cython.cfunc
    def fail(self, subject: cython.int) -> cython.int:
        """Note where the board turned out to be impossible."""
        self.failed_rung = self.rung
        self.failed_subject = subject
        return FAILED

    @cython.cfunc
    def apply(self) -> cython.int:
        """Mark all that the scan found."""
        row: cython.int
        both: cython.ulonglong
        clash: cython.int = -1
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
        if next_:
            self.conclude(next_row, next_, True)
        if row > 0:
            self.conclude(row - 1, above, False)
        self.conclude(row, beside & ~next_ if next_row == row else beside, False)
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
        outcome: cython.int = NOTHING
        for row in range(self.height):
            here = self.ship[row]
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
    def unreached(self, level: cython.int) -> cython.int:
        """A square that no ship can cover is water."""
        row: cython.int
        col: cython.int
        rest: cython.ulonglong
        outcome: cython.int = NOTHING
        self.find_placements(level)
        for row in range(self.height):
            rest = (self.open[row] | self.ship[row]) & ~self.coverable[row]
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.coverable[self.height + col] >> row & 1:
                    continue
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
    ) -> cython.void:
        """Restrict `shared_ship` and `shared_water` to what a placement has in common with them."""
        row: cython.int
        top: cython.int
        bottom: cython.int
        squares: cython.ulonglong
        wide: cython.ulonglong
        ship: cython.ulonglong
        water: cython.ulonglong
        if line < self.height:
            top = bottom = line
            squares = ((BIT << length) - 1) << start
        else:
            top, bottom = start, start + length - 1
            squares = BIT << (line - self.height)
        wide = (squares | squares << 1 | squares >> 1) & self.full[0]
        for row in range(self.height):
            ship = squares if top <= row <= bottom else 0
            water = wide & ~ship if top - 1 <= row <= bottom + 1 else 0
            self.shared_ship[row] = ship if is_first else self.shared_ship[row] & ship
            self.shared_water[row] = water if is_first else self.shared_water[row] & water

    @cython.cfunc
    @cython.exceptval(check=False)
    def conclude_shared(self) -> cython.void:
        """Conclude what all the placements that were intersected share."""
        row: cython.int
        for row in range(self.height):
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
    def growth(self) -> cython.int:
        """What all the placements that cover a ship square share."""
        row: cython.int
        col: cython.int
        heads: cython.ulonglong
        is_first: cython.bint
        outcome: cython.int = NOTHING
        self.find_placements(FITTING)
        for row in range(self.height):
            heads = self.ship[row] & ~(self.ship[row] << 1)
            if row > 0:
                heads &= ~self.ship[row - 1]
            while heads:
                col = lowest(heads)
                heads &= heads - 1
                is_first = self.intersect_covering(row, col, True)
                is_first = self.intersect_covering(self.height + col, row, is_first)
                if not is_first:
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
        if not cython.compiled:
            line_of, start_of = [0] * 64, [0] * 64
        line: cython.int
        i: cython.int
        j: cython.int
        n: cython.int = 0
        groups: cython.int = 0
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
                n += 1
        for i in range(n):
            barred = 0
            for j in range(i if missing > 1 else 0):
                if not self.are_exclusive(line_of[i], start_of[i], line_of[j], start_of[j], length):
                    barred |= BIT << self.group_of[j]
            j = lowest(~barred)
            if j >= missing:
                return NOTHING
            self.group_of[i] = j
            groups = max(groups, j + 1)
        if groups < missing:
            return self.fail(kind)
        for j in range(groups):
            is_first = True
            for i in range(n):
                if self.group_of[i] == j:
                    self.intersect(line_of[i], start_of[i], length, is_first)
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
        squares: cython.ulonglong = ((BIT << length) - 1) << start
        if line == other:
            squares |= ((BIT << length) - 1) << begin
            if ones(squares & self.open[line]) > self.max_ship[line]:
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
        for p in range(size):
            found |= (self.coverable[cross + p] >> at & 1) << p
        if is_row and self.kinds and self.length[last] == 1:
            found |= self.possible[last * LINES + line] | self.placed[last * LINES + line]
        return found

    @cython.cfunc
    def fill_line(self, line: cython.int) -> cython.int:
        """What all ways to fill one line share.

        `before`: the possible numbers of ship squares before a position; `after`: those from which the
        rest of the line can be filled. Both are sets of numbers, as masks."""
        before: cython.ulonglong[68]
        after: cython.ulonglong[68]
        if not cython.compiled:
            before, after = [0] * 68, [0] * 68
        single: cython.ulonglong = self.singles(line)
        key: cython.ulonglong = self.fingerprint(line, single)
        seen: cython.Py_ssize_t = line if self.placement_level < FEEDING else line + LINES
        if self.idle[seen] == key:
            return NOTHING
        size: cython.int = ones(self.full[line])
        p: cython.int
        kind: cython.int
        length: cython.int
        dry: cython.ulonglong = ~self.ship[line]  # squares that may be water
        wet: cython.ulonglong = 0  # squares that are water in one of the ways
        ship: cython.ulonglong = 0
        n_ship: cython.int = ones(self.ship[line])
        least: cython.int = n_ship + ones(self.open[line]) - self.max_water[line]
        for p in range(size + 2):
            before[p] = after[p] = 0
        if self.max_ship[line] < 0 or self.max_water[line] < 0:
            return self.fail(line)
        after[size + 1] = ((BIT << (n_ship + self.max_ship[line]) << 1) - 1) & ~((BIT << least) - 1)
        for p in range(size, -1, -1):
            if dry >> p & 1:
                after[p] = after[p + 1]
            if single >> p & 1 and dry >> (p + 1) & 1:
                after[p] |= after[p + 2] >> 1
            for kind in range(self.kinds):
                length = self.length[kind]
                if length > 1 and self.may_start(kind, line, p) and dry >> (p + length) & 1:
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
                if length == 1 or not (self.may_start(kind, line, p) and dry >> (p + length) & 1):
                    continue
                if before[p] & after[p + length + 1] >> length:
                    before[p + length + 1] |= before[p] << length
                    ship |= ((BIT << length) - 1) << p
                    wet |= BIT << (p + length)
        if before[size + 1] & after[size + 1] == 0:
            return self.fail(line)
        if self.open[line] & ~(ship & wet) == 0:
            self.idle[seen] = key
            return NOTHING
        self.conclude(line, self.open[line] & ~ship, False)
        self.conclude(line, self.open[line] & ~wet, True)
        return self.record(line)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fingerprint(self, line: cython.int, single: cython.ulonglong) -> cython.ulonglong:
        """A hash of all that the ways to fill a line depend on.

        A collision, one in 2**64, can miss a finding but never make a false one."""
        kind: cython.int
        at: cython.Py_ssize_t
        found: cython.ulonglong = mixed(self.ship[line], self.water[line])
        found = mixed(found, single)
        found = mixed(found, self.max_ship[line] * 256 + self.max_water[line] + NO_END)
        for kind in range(self.kinds):
            at = kind * LINES + line
            found = mixed(found, self.possible[at] | self.placed[at])
        return found


@cython.cclass
class Ladder(Techniques):
    """The techniques as rungs, easiest first, and suppositions, which use the same rungs on a saved board."""

    watch = cython.declare(object, visibility="public")
    """Called now and then, if set: an exception from it ends the work. Call `rewind` then."""
    ticks: cython.int
    n_steps: cython.int  # of the last climb
    uses: cython.int[32]  # steps on each rung
    passed_ship: cython.ulonglong[64]  # values that plain techniques do not refute
    passed_water: cython.ulonglong[64]
    cursor: cython.int  # the row, first of ship and then of water, that is probed next

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, givens: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        super().__init__(rows, cols, fleet, givens)
        if not cython.compiled:
            for name in ("new_ship", "new_water", "found_ship", "found_water", "shared_ship", "shared_water"):
                setattr(self, name, [0] * 64)
            self.group_of, self.idle, self.uses = [0] * 64, [0] * 256, [0] * 32
            self.passed_ship, self.passed_water = [0] * 64, [0] * 64
        self.cursor = self.ticks = 0
        self.watch = None
        self.only = None
        self.findings = []

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
        return self.climb(rungs, NO_END)

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
        return tuple(self.uses[rung] for rung in range(SUPPOSE + 1))

    # Suppositions

    def enter(self, supposition: int = -1) -> None:
        """Suppose something, or nothing new, until `leave`."""
        self.assume(supposition)

    def leave(self) -> None:
        """Go back to the board before the last `enter`."""
        self.pop()

    def rewind(self) -> None:
        """Go back to the board before all suppositions, after `watch` has raised."""
        self.discard()
        self.is_recording, self.only = False, None
        while self.level > 0:
            self.pop()

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
        """Where plain techniques refute one value of a square, it has the other."""
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
        """As `contradictions`, without a finding: mark the first square of which a value is refuted.
        What follows from a value that is not refuted is not supposed: it would not be refuted either."""
        i: cython.int
        row: cython.int
        col: cython.int
        is_ship: cython.bint
        rest: cython.ulonglong
        n_steps: cython.int = self.n_steps
        for i in range(self.height):
            self.passed_ship[i] = self.passed_water[i] = 0
        for _ in range(2 * self.height):
            is_ship = self.cursor < self.height
            row = self.cursor if is_ship else self.cursor - self.height
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
        row: cython.int
        self.assume(supposition)
        outcome: cython.int = self.climb(PLAIN_RUNGS, NO_END)
        if outcome != FAILED:
            for row in range(self.height):
                self.passed_ship[row] |= self.ship[row]
                self.passed_water[row] |= self.water[row]
        self.pop()
        return outcome != FAILED


@cython.final
@cython.cclass
class ClueLadder(Ladder):
    """Which squares of a board must be given for the techniques to solve it: for choosing the givens of a
    generated puzzle.

    One object serves all boards of a grid and a fleet. What the tallies alone settle is found once a board.
    A *sheet* is a board with its tallies, as `AlternativeBoards.sheet` returns it; a *group* is squares that
    are given together, numbered row by row, and a mask of what is revealed of the byte of each."""

    sheet: bytes
    base_ship: cython.ulonglong[128]  # what follows from the tallies
    base_water: cython.ulonglong[128]

    def __init__(self, height: int, width: int, fleet: Fleet) -> None:
        super().__init__((None,) * height, (None,) * width, fleet, ())
        if not cython.compiled:
            self.base_ship, self.base_water = [0] * 128, [0] * 128

    def start(self, sheet: bytes, lines: Iterable[int], rungs: int) -> None:
        """Start with a board and the tallies of `lines` (rows, then columns). The other methods then need at
        least as many rungs."""
        line: cython.int
        squares: cython.int = self.height * self.width
        self.sheet = sheet
        for line in range(self.lines):
            self.has_tally[line] = False
            self.tally[line] = 0
        for line in lines:
            self.has_tally[line] = True
            self.tally[line] = sheet[squares + line]
        for line in range(self.lines):
            self.base_ship[line] = self.base_water[line] = 0
        self.restore()
        self.settle(rungs)
        for line in range(self.lines):
            self.base_ship[line] = self.ship[line]
            self.base_water[line] = self.water[line]

    @cython.cfunc
    def restore(self) -> cython.void:
        """Go back to what follows from the tallies."""
        line: cython.int
        for line in range(self.lines):
            self.ship[line] = self.base_ship[line]
            self.water[line] = self.base_water[line]
            self.middle[line] = 0
        for line in range(6 * 64):
            self.parts[line] = 0
        self.cursor = 0
        self.refresh()

    @cython.cfunc
    def give(self, group: Any) -> cython.void:
        """Mark what a group shows."""
        square: cython.int
        code: cython.int
        row: cython.int
        col: cython.int
        revealed: cython.int = group[1]
        for square in group[0]:
            code = self.sheet[square] & revealed
            row = square // self.width
            col = square % self.width
            if code == 0:
                self.mark(row, 0, BIT << col)
                continue
            self.mark(row, BIT << col, 0)
            code = (code & 7) - 1
            if code == MIDDLE_PART:
                self.middle[row] |= BIT << col
                self.middle[self.height + col] |= BIT << row
            if code >= 0:
                self.parts[code * 64 + row] |= BIT << col

    @cython.cfunc
    def has_open(self, group: Any) -> cython.bint:
        """Whether a group has a square that is not known."""
        square: cython.int
        for square in group[0]:  # noqa: SIM110  # no generator in a compiled loop
            if self.open[square // self.width] >> (square % self.width) & 1:
                return True
        return False

    @cython.cfunc
    def settle(self, rungs: cython.int) -> cython.void:
        """Apply the first `rungs` as far as they lead. What follows does not depend on the order, so
        this is `climb` in the quickest one."""
        rung: cython.int
        quick: cython.int = min(rungs, FIRST_SLOW)
        outcome: cython.int = FOUND
        while outcome == FOUND and not self.is_full():
            outcome = NOTHING
            for rung in range(quick):
                outcome = max(outcome, self.try_rung(rung))
            rung = quick
            while outcome == NOTHING and rung < min(rungs, PLAIN_RUNGS):
                outcome = self.try_rung(rung)
                rung += 1
            if outcome == NOTHING and rungs > PLAIN_RUNGS:
                outcome = self.probe()

    def select(self, groups: Sequence[Any], rungs: int) -> list[int] | None:
        """The indices of groups each of which is the first with an open square where the first
        `rungs` are stuck, until these solve the board; `None` if all groups are not enough."""
        chosen: list[int] = []
        i: cython.Py_ssize_t = 0
        self.restore()
        while not self.is_full():
            # Squares that are known stay known, so that the next group is never before the last one.
            while i < len(groups) and not self.has_open(groups[i]):
                i += 1
            if i == len(groups):
                return None
            self.give(groups[i])
            chosen.append(i)
            self.refresh()
            self.settle(rungs)
        return chosen

    def suffice(self, groups: Iterable[Any], rungs: int) -> bool:
        """Whether the first `rungs` solve the board when these groups are given."""
        self.restore()
        for group in groups:
            self.give(group)
        self.refresh()
        self.settle(rungs)
        return bool(self.is_full())
