# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The ladder: every technique once, for explanations, hints, grades and generated puzzles alike.

A *line* is a row (numbered from 0) or a column (numbered on from the number of rows), and what
is known of it are two masks with a bit a square: `ship` and `water`. Every square stands in two
lines; rows and columns are kept alike, so that a rule about lines is written once.

A *rung* of the ladder is a technique. Each is a method that looks at the whole board, and for
every place where it says something new calls `find`; `where` says what that place is: a line, a square
(row * 64 + column), the first square of a run (line * 64 + square), a kind of ship, or a supposition.
It returns `FAILED` where it proves that no board is left. Nothing is settled before the whole
board has been looked at, so that what people see at a glance is one step.

Trials (suppose that a square is ship) use the same rungs on a copy of the masks. The file is
written in Python and compiled with Cython (pure-Python mode), like the search kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import cython

from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet
from bimaru.squares import Part, Square

MAX_LENGTHS = 64
"""Most different lengths of ships."""
NO_END = 1_000_000
"""More steps than anything takes, and more squares than any grid has."""
_NO_END = cython.declare(cython.int, NO_END)

NOTHING = 0
FOUND = 1
FAILED = 2
_NOTHING = cython.declare(cython.int, NOTHING)
_FOUND = cython.declare(cython.int, FOUND)
_FAILED = cython.declare(cython.int, FAILED)

# The rungs, easiest first. `bimaru.deduction.techniques` names them in the same order.
PART = 0
TOUCHING = 1
FULL = 2
NEEDED = 3
COMPLETE = 4
MIDDLE = 5
UNREACHED = 6
GROWING = 7
MISSING = 8
PLACES = 9
OVERLAP = 10
FILLING = 11
STARVED = 12
STARVED_PLACES = 13
STARVED_OVERLAP = 14
STARVED_FILLING = 15
PLAIN_RUNGS = 16
"""So many rungs need no supposition."""
SUPPOSE = 16

_PART = cython.declare(cython.int, PART)
_TOUCHING = cython.declare(cython.int, TOUCHING)
_FULL = cython.declare(cython.int, FULL)
_NEEDED = cython.declare(cython.int, NEEDED)
_COMPLETE = cython.declare(cython.int, COMPLETE)
_MIDDLE = cython.declare(cython.int, MIDDLE)
_UNREACHED = cython.declare(cython.int, UNREACHED)
_GROWING = cython.declare(cython.int, GROWING)
_MISSING = cython.declare(cython.int, MISSING)
_PLACES = cython.declare(cython.int, PLACES)
_OVERLAP = cython.declare(cython.int, OVERLAP)
_FILLING = cython.declare(cython.int, FILLING)
_STARVED_FILLING = cython.declare(cython.int, STARVED_FILLING)
_STARVED = cython.declare(cython.int, STARVED)
_STARVED_PLACES = cython.declare(cython.int, STARVED_PLACES)
_PLAIN = cython.declare(cython.int, PLAIN_RUNGS)
_SUPPOSE = cython.declare(cython.int, SUPPOSE)

_ONE = cython.declare(cython.ulonglong, 1)
_ALL = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
_MIX_1 = cython.declare(cython.ulonglong, 0x9E37_79B9_7F4A_7C15)
_MIX_2 = cython.declare(cython.ulonglong, 0xBF58_476D_1CE4_E5B9)
_MIX_3 = cython.declare(cython.ulonglong, 0x94D0_49BB_1331_11EB)
_PERIOD = cython.declare(cython.int, 63)
"""Rungs, less one, between two calls of `watch`: the most work on one is below a millisecond."""
_STRIDE = cython.declare(cython.Py_ssize_t, 128)
"""Lines that a board has room for."""

_FIRST_PLACE = cython.declare(cython.int, 64 * 64 * 2)
"""Suppositions from this number on are of places; below it, of squares."""

_PARTS = ("S", "L", "R", "T", "B", "M")
_SUBMARINE = cython.declare(cython.int, 0)
_LEFT = cython.declare(cython.int, 1)
_RIGHT = cython.declare(cython.int, 2)
_TOP = cython.declare(cython.int, 3)
_BOTTOM = cython.declare(cython.int, 4)
_MOST_PLACES = cython.declare(cython.int, 64)
"""Places of ships that are looked at together; nobody keeps more in mind."""


Place: TypeAlias = tuple[int, int, int]
"""Where a ship can lie: the line that it lies along, the first square there, its length."""


class Finding(NamedTuple):
    """What a technique found in one place: the rung, where, and the squares, a mask a row.

    The squares of findings on the same board may be the same. `places` are those of the ship or the kind
    of ship that it speaks of, `groups`, for an overlap, the group that each is in; `starving` the
    places that are out because a line would starve, each with that line."""

    rung: int
    where: int
    ship: tuple[int, ...]
    water: tuple[int, ...]
    places: tuple[Place, ...]
    groups: tuple[int, ...]
    starving: tuple[tuple[Place, int], ...]


class Trial(NamedTuple):
    """What came of a supposition: whether it failed, the steps it took, and the board, a mask a row."""

    failed: bool
    steps: int
    ship: tuple[int, ...]
    water: tuple[int, ...]


class Value(NamedTuple):
    """What is supposed of a square."""

    square: Square
    is_ship: bool


def supposing(square: Square, is_ship: bool) -> int:
    """The number of the supposition that a square is ship, or water."""
    return (square[0] * 64 + square[1]) * 2 + is_ship


def supposed(supposition: int) -> Value | Place:
    """What a number supposes: the value of a square, or the place of a ship."""
    if supposition < _FIRST_PLACE:
        return Value((supposition // 128, supposition // 2 % 64), supposition % 2 == 1)
    supposition -= _FIRST_PLACE
    return supposition // 64 % 128, supposition % 64, supposition // 8192


def supposing_place(place: Place) -> int:
    """The number of the supposition that a ship lies there."""
    line, start, length = place
    return ((length * 128 + line) * 64 + start) + _FIRST_PLACE


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def ones(x: cython.ulonglong) -> cython.int:
    """The number of bits of a mask, by adding neighbouring fields (Warren, Hacker's Delight, 5-1)."""
    if not cython.compiled:
        return x.bit_count()
    all_: cython.ulonglong = 0
    all_ = ~all_
    x = x - (x >> 1 & all_ // 3)
    x = (x & all_ // 5) + (x >> 2 & all_ // 5)
    x = (x + (x >> 4)) & all_ // 17
    return cython.cast(cython.int, x * (all_ // 255) >> 56)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def lowest(x: cython.ulonglong) -> cython.int:
    """The number of the lowest bit that is set."""
    return ones(~x & (x - 1))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mixed(x: cython.ulonglong, y: cython.ulonglong) -> cython.ulonglong:
    """Two words made one (the finaliser of SplitMix64, Steele, Lea and Flood, 2014)."""
    x = (x * _MIX_1 + y + 1) & _ALL
    x = (x ^ x >> 30) * _MIX_2 & _ALL
    x = (x ^ x >> 27) * _MIX_3 & _ALL
    return x ^ x >> 31


@cython.cfunc
def rows_of(masks: cython.pointer(cython.ulonglong), first: cython.int, n: cython.int) -> tuple[int, ...]:
    """The masks of n rows, from the `first` on."""
    rows: list[int] = [0] * n
    row: cython.int
    for row in range(n):
        rows[row] = masks[first + row]
    return tuple(rows)


@cython.cclass
class Ladder:
    """What is known of a board, and the techniques that find out more.

    `ship`, `water`: a mask a line. `live` and `lying`: for each kind of ship and each line, the squares
    where such a ship may still start, or does lie already. Frames of a stack hold boards that
    suppositions started from."""

    height = cython.declare(cython.int, visibility="readonly")
    width = cython.declare(cython.int, visibility="readonly")
    failed_rung = cython.declare(cython.int, visibility="readonly")
    failed_where = cython.declare(cython.int, visibility="readonly")
    clash = cython.declare(cython.int, visibility="readonly")
    """The square that would have to be both ship and water, or -1."""
    lines: cython.int
    kinds: cython.int
    squares: cython.int
    length: cython.int[64]
    count: cython.int[64]
    is_told: cython.int[128]
    tally: cython.int[128]
    full: cython.ulonglong[128]
    parts: cython.ulonglong[384]  # given parts: six kinds, a mask a row
    middle: cython.ulonglong[128]

    known: cython.ulonglong[256]  # ship, then water
    saved: cython.ulonglong[1024]
    level: cython.int
    open: cython.ulonglong[128]
    left: cython.int[128]  # ship squares that a line can still take, at most
    spare: cython.int[128]  # squares that it can still lose to water
    live: cython.ulonglong[8192]
    lying: cython.ulonglong[8192]
    barred: cython.ulonglong[8192]
    alive: cython.int[64]
    lie: cython.int[64]
    is_live: cython.int  # 0 stale, 1 by what fits, 2 also by what starves no line
    reached: cython.ulonglong[128]
    idle: cython.ulonglong[256]
    """Fingerprints of lines of which all ways to fill them shared nothing: first those with what fits."""

    new_ship: cython.ulonglong[64]
    new_water: cython.ulonglong[64]
    all_ship: cython.ulonglong[64]
    all_water: cython.ulonglong[64]
    met_ship: cython.ulonglong[64]
    met_water: cython.ulonglong[64]
    passed: cython.ulonglong[128]  # values that do not fail when supposed: ship, then water
    cursor: cython.int  # the row of those that is tried next
    rung: cython.int
    taken: cython.int  # steps of the last climb
    tells: cython.bint
    uses: cython.int[32]  # steps taken on each rung
    watch = cython.declare(object, visibility="public")
    """Called now and then, where it is set: what it raises ends the work. Then `rewind`."""
    ticks: cython.int
    findings: list[Finding]
    only: set[int] | None
    group_of: cython.int[64]
    """Of places of an overlap, the group."""
    starving: list[tuple[Place, int]]

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, hints: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        if not cython.compiled:
            self._make_room()
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
            self.full[line] = (_ONE << (self.width if line < self.height else self.height)) - 1
        for line, tally in enumerate((*rows, *cols)):
            self.is_told[line] = tally is not None
            self.tally[line] = 0 if tally is None else tally
        for row, col, kind in hints:
            self.give(row, col, kind)
        self.level = self.cursor = self.ticks = 0
        self.watch = None
        self.tells = False
        self.only = None
        self.findings = []
        self.starving = []
        self.refresh()

    def _make_room(self) -> None:
        for name in ("is_told", "tally", "full", "middle", "open", "left", "spare", "reached"):
            setattr(self, name, [0] * 128)
        for name in ("length", "count", "alive", "lie", "new_ship", "new_water", "all_ship", "all_water"):
            setattr(self, name, [0] * 64)
        self.met_ship, self.met_water, self.passed = [0] * 64, [0] * 64, [0] * 128
        self.parts, self.known, self.saved = [0] * 384, [0] * 256, [0] * 1024
        self.live, self.lying = [0] * 8192, [0] * 8192
        self.barred, self.uses, self.idle = [0] * 8192, [0] * 32, [0] * 256
        self.group_of = [0] * 64

    # What is known

    def give(self, row: cython.int, col: cython.int, kind: str) -> None:
        """Take down what a square shows: a `Part`."""
        if kind == Part.WATER:
            self.know(row, 0, _ONE << col)
            return
        self.know(row, _ONE << col, 0)
        if kind == Part.MIDDLE:
            self.middle[row] |= _ONE << col
            self.middle[self.height + col] |= _ONE << row
        if kind in _PARTS:
            self.parts[_PARTS.index(kind) * 64 + row] |= _ONE << col

    def marks(self) -> tuple[str, ...]:
        """The board: a string a row of `.`, `X` and `?`."""
        return tuple(self.marks_of(row) for row in range(self.height))

    def marks_of(self, row: int) -> str:
        squares = (
            "X" if self.known[row] >> c & 1 else "." if self.known[128 + row] >> c & 1 else "?"
            for c in range(self.width)
        )
        return "".join(squares)

    @cython.cfunc
    @cython.exceptval(check=False)
    def know(self, row: cython.int, ship: cython.ulonglong, water: cython.ulonglong) -> cython.void:
        self.known[row] |= ship
        self.known[128 + row] |= water
        col: cython.int
        while ship:
            col = lowest(ship)
            ship &= ship - 1
            self.known[self.height + col] |= _ONE << row
        while water:
            col = lowest(water)
            water &= water - 1
            self.known[128 + self.height + col] |= _ONE << row

    @cython.cfunc
    @cython.exceptval(check=False)
    def refresh(self) -> cython.void:
        """Count anew what every line can still take and lose."""
        line: cython.int
        taken: cython.int
        self.is_live = 0
        self.clash = -1
        for line in range(self.lines):
            self.open[line] = self.full[line] & ~(self.known[line] | self.known[128 + line])
            taken = ones(self.known[line])
            self.left[line] = self.tally[line] - taken
            self.spare[line] = ones(self.open[line]) - self.left[line]
        self.bound(0, self.height)
        self.bound(self.height, self.lines)

    @cython.cfunc
    @cython.exceptval(check=False)
    def bound(self, first: cython.int, last: cython.int) -> cython.void:
        """Missing tallies share what the fleet's squares leave: bounds for each of them."""
        line: cython.int
        others: cython.int
        rest: cython.int = self.squares
        room: cython.int = 0
        missing: cython.int = 0
        for line in range(first, last):
            if self.is_told[line]:
                rest -= self.tally[line]
            else:
                missing += 1
                rest -= ones(self.known[line])
                room += ones(self.open[line])
        if missing == 0:
            return
        for line in range(first, last):
            if not self.is_told[line]:
                others = room - ones(self.open[line])
                self.left[line] = min(rest, ones(self.open[line]))
                self.spare[line] = ones(self.open[line]) - max(0, rest - others)
                if rest < 0:
                    self.left[line] = -1
                elif rest > room:
                    self.spare[line] = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_full(self) -> cython.bint:
        line: cython.int
        rest: cython.ulonglong = 0
        for line in range(self.height):
            rest |= self.open[line]
        return rest == 0

    # Suppositions

    @cython.cfunc
    @cython.exceptval(check=False)
    def push(self) -> cython.void:
        i: cython.int
        at: cython.int = 256 * self.level
        for i in range(self.lines):
            self.saved[at + i] = self.known[i]
            self.saved[at + 128 + i] = self.known[128 + i]
        self.level += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def pop(self) -> cython.void:
        i: cython.int
        self.level -= 1
        at: cython.int = 256 * self.level
        for i in range(self.lines):
            self.known[i] = self.saved[at + i]
            self.known[128 + i] = self.saved[at + 128 + i]
        self.refresh()

    # What techniques say

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def put(self, line: cython.int, mask: cython.ulonglong, is_ship: cython.bint) -> cython.void:
        """Squares of a line are found to be ship, or water."""
        square: cython.int
        bit: cython.ulonglong
        if line < self.height:
            if is_ship:
                self.new_ship[line] |= mask
            else:
                self.new_water[line] |= mask
            return
        bit = _ONE << (line - self.height)
        while mask:
            square = lowest(mask)
            mask &= mask - 1
            if is_ship:
                self.new_ship[square] |= bit
            else:
                self.new_water[square] |= bit

    @cython.cfunc
    def find(self, where: cython.int) -> cython.int:
        """What was `put` since the last call is the finding of the present rung at that place."""
        row: cython.int
        fresh: cython.ulonglong = 0
        is_wanted: cython.bint = self.only is None or where in self.only
        for row in range(self.height):
            self.new_ship[row] &= ~self.known[row]
            self.new_water[row] &= ~self.known[128 + row]
            fresh |= self.new_ship[row] & ~self.all_ship[row] | self.new_water[row] & ~self.all_water[row]
        if fresh and is_wanted:
            if self.tells:
                self.findings.append(self.finding(where))
            for row in range(self.height):
                self.all_ship[row] |= self.new_ship[row]
                self.all_water[row] |= self.new_water[row]
        for row in range(self.height):
            self.new_ship[row] = self.new_water[row] = 0
        return _FOUND if fresh and is_wanted else _NOTHING

    @cython.cfunc
    def finding(self, where: cython.int) -> Finding:
        """What was `put`, for those who tell it."""
        ship = rows_of(self.new_ship, 0, self.height)
        water = rows_of(self.new_water, 0, self.height)
        places = self.places_at(where)
        is_grouped: cython.bint = self.rung in (OVERLAP, STARVED_OVERLAP)
        groups = tuple(self.group_of[i] for i in range(len(places) if is_grouped else 0))
        return Finding(self.rung, where, ship, water, places, groups, self.starved_places())

    def starved_places(self) -> tuple[tuple[Place, int], ...]:
        """Where ships cannot lie that the present rung speaks of, for want of what a line needs."""
        return tuple(self.starving) if self.rung > _FILLING and self.rung < _PLAIN else ()

    @cython.cfunc
    def fail(self, where: cython.int) -> cython.int:
        self.failed_rung = self.rung
        self.failed_where = where
        return _FAILED

    @cython.cfunc
    def settle(self) -> cython.int:
        """Take down all that was found."""
        row: cython.int
        both: cython.ulonglong
        clash: cython.int = -1
        for row in range(self.height):
            both = (self.all_ship[row] | self.known[row]) & (self.all_water[row] | self.known[128 + row])
            if both:
                clash = row * 64 + lowest(both)
            self.know(row, self.all_ship[row], self.all_water[row])
            self.all_ship[row] = self.all_water[row] = 0
        self.refresh()
        self.clash = clash
        return _FOUND if clash < 0 else self.fail(clash)

    @cython.cfunc
    def attempt(self, rung: cython.int) -> cython.int:
        """Look for what one rung says, and settle it."""
        outcome: cython.int
        self.ticks = (self.ticks + 1) & _PERIOD
        if self.ticks == 0 and self.watch is not None:
            self.watch()
        self.rung = rung
        if rung == _PART:
            outcome = self.part()
        elif rung == _TOUCHING:
            outcome = self.touching()
        elif rung == _FULL:
            outcome = self.full_line(True)
        elif rung == _NEEDED:
            outcome = self.needed(True)
        elif rung == _COMPLETE:
            outcome = self.complete()
        elif rung == _MIDDLE:
            outcome = self.middles()
        elif rung == _MISSING:
            outcome = max(self.full_line(False), self.needed(False))
        elif rung == _FILLING:
            outcome = self.filling(1)
        elif rung == _STARVED_FILLING:
            outcome = self.filling(2)
        elif rung < _PLAIN:
            outcome = self.by_places(rung)
        else:
            outcome = self.suppose()
        if outcome == _FAILED:
            self.forget()
            return _FAILED
        return self.settle() if outcome == _FOUND else _NOTHING

    @cython.cfunc
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Drop what was found and not taken down."""
        row: cython.int
        for row in range(self.height):
            self.all_ship[row] = self.all_water[row] = self.new_ship[row] = self.new_water[row] = 0

    @cython.cfunc
    def by_places(self, rung: cython.int) -> cython.int:
        """The rungs that ask where ships can lie: first where they fit, then where they starve no line."""
        self.find_live(1 if rung < _FILLING else 2)
        if rung in (_UNREACHED, _STARVED):
            return self.unreached()
        if rung == _GROWING:
            return self.growing()
        if rung in (_PLACES, _STARVED_PLACES):
            return self.places()
        return self.overlap()

    @cython.cfunc
    def climb(self, last: cython.int, most: cython.int) -> cython.int:
        """Use the rungs before `last`, always the easiest that finds something, until none does or
        `most` steps are taken."""
        rung: cython.int = 0
        outcome: cython.int
        self.taken = 0
        while rung < last and self.taken < most:
            outcome = self.attempt(rung) if rung < _PLAIN else self.probe()
            if outcome == _FAILED:
                return _FAILED
            if outcome == _FOUND:
                self.taken += 1
                if self.level == 0:
                    self.uses[rung] += 1
                rung = 0
            else:
                rung += 1
        return _NOTHING

    # Techniques: given parts, and squares that touch

    @cython.cfunc
    def part(self) -> cython.int:
        """What a given part tells of the squares around it."""
        row: cython.int
        kind: cython.int
        here: cython.ulonglong
        outcome: cython.int = _NOTHING
        for row in range(self.height):
            for kind in range(5):
                here = self.parts[kind * 64 + row]
                while here:
                    outcome = max(outcome, self.around_part(kind, row, lowest(here)))
                    here &= here - 1
        return outcome

    @cython.cfunc
    def around_part(self, kind: cython.int, row: cython.int, col: cython.int) -> cython.int:
        full: cython.ulonglong = self.full[0]
        bit: cython.ulonglong = _ONE << col
        beside: cython.ulonglong = (bit << 1 | bit >> 1) & full
        above: cython.ulonglong = beside | bit
        below: cython.ulonglong = above
        next_row: cython.int = row
        next_: cython.ulonglong = 0
        if kind == _LEFT:
            next_ = bit << 1 & full
        elif kind == _RIGHT:
            next_ = bit >> 1
        elif kind == _TOP and row + 1 < self.height:
            next_row, next_, below = row + 1, bit, beside
        elif kind == _BOTTOM and row > 0:
            next_row, next_, above = row - 1, bit, beside
        if kind != _SUBMARINE and next_ == 0:
            return self.fail(row * 64 + col)
        if next_:
            self.put(next_row, next_, True)
        if row > 0:
            self.put(row - 1, above, False)
        self.put(row, beside & ~next_ if next_row == row else beside, False)
        if row + 1 < self.height:
            self.put(row + 1, below, False)
        return self.find(row * 64 + col)

    @cython.cfunc
    def touching(self) -> cython.int:
        """The diagonals of a ship square are water."""
        row: cython.int
        col: cython.int
        here: cython.ulonglong
        aside: cython.ulonglong
        outcome: cython.int = _NOTHING
        for row in range(self.height):
            here = self.known[row]
            while here:
                col = lowest(here)
                here &= here - 1
                aside = (_ONE << col << 1 | _ONE << col >> 1) & self.full[0]
                if row > 0:
                    self.put(row - 1, aside, False)
                if row + 1 < self.height:
                    self.put(row + 1, aside, False)
                    if self.known[row + 1] & aside:
                        return self.fail(row * 64 + col)
                outcome = max(outcome, self.find(row * 64 + col))
        return outcome

    # Techniques: one line

    @cython.cfunc
    def full_line(self, is_told: cython.bint) -> cython.int:
        """A line with all its ship squares has water else."""
        line: cython.int
        outcome: cython.int = _NOTHING
        for line in range(self.lines):
            if self.is_told[line] != is_told:
                continue
            if self.left[line] < 0:
                return self.fail(line)
            if self.left[line] == 0 and self.open[line]:
                self.put(line, self.open[line], False)
                outcome = max(outcome, self.find(line))
        return outcome

    @cython.cfunc
    def needed(self, is_told: cython.bint) -> cython.int:
        """A line that has just as many squares left as it needs has ship there."""
        line: cython.int
        outcome: cython.int = _NOTHING
        for line in range(self.lines):
            if self.is_told[line] != is_told:
                continue
            if self.spare[line] < 0:
                return self.fail(line)
            if self.spare[line] == 0 and self.open[line]:
                self.put(line, self.open[line], True)
                outcome = max(outcome, self.find(line))
        return outcome

    @cython.cfunc
    def complete(self) -> cython.int:
        """A run that is as long as the longest ship still to be found has water at its ends."""
        line: cython.int
        start: cython.int
        size: cython.int
        longest: cython.int = self.longest_left()
        ship: cython.ulonglong
        run: cython.ulonglong
        outcome: cython.int = _NOTHING
        for line in range(self.lines):
            ship = self.known[line]
            while ship:
                start = lowest(ship)
                run = ship & ~(ship + (_ONE << start))
                ship &= ~run
                size = ones(run)
                run = (run << 1 | run >> 1) & self.full[line] & ~run
                if size > 1 and size >= longest and run & self.open[line]:
                    self.put(line, run & self.open[line], False)
                    outcome = max(outcome, self.find(line * 64 + start))
        return outcome

    @cython.cfunc
    def longest_left(self) -> cython.int:
        """The length of the longest ship that does not lie yet."""
        kind: cython.int
        self.find_live(1)
        for kind in range(self.kinds):
            if self.lie[kind] < self.count[kind]:
                return self.length[kind]
        return 0

    @cython.cfunc
    def middles(self) -> cython.int:
        """A middle has ship on two opposite sides, and water on the others."""
        row: cython.int
        col: cython.int
        here: cython.ulonglong
        outcome: cython.int = _NOTHING
        for row in range(self.height):
            here = self.middle[row]
            while here:
                col = lowest(here)
                here &= here - 1
                outcome = max(outcome, self.middle_at(row, col))
                if outcome == _FAILED:
                    return _FAILED
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def can_run(self, line: cython.int, at: cython.int) -> cython.bint:
        """Whether a ship can go through a square along a line, on to both sides of it."""
        beside: cython.ulonglong = _ONE << at << 1 | _ONE << at >> 1
        free: cython.ulonglong = self.full[line] & ~self.known[128 + line]
        needs: cython.int = ones(beside & self.open[line])
        return beside & ~free == 0 and at > 0 and needs <= self.left[line]

    @cython.cfunc
    def middle_at(self, row: cython.int, col: cython.int) -> cython.int:
        column: cython.int = self.height + col
        across: cython.bint = self.can_run(row, col)
        down: cython.bint = self.can_run(column, row)
        beside: cython.ulonglong = (_ONE << col << 1 | _ONE << col >> 1) & self.full[row]
        above: cython.ulonglong = (_ONE << row << 1 | _ONE << row >> 1) & self.full[column]
        if self.known[row] & beside:
            down = False
        if self.known[column] & above:
            across = False
        if not (across or down):
            return self.fail(row * 64 + col)
        if not (across and down):
            self.put(row, beside, across)
            self.put(column, above, down)
            return self.find(row * 64 + col)
        return _NOTHING

    # Where ships can lie

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_live(self, strictness: cython.int) -> cython.void:
        """Find where ships of each kind can lie, if that is not known already."""
        kind: cython.int
        line: cython.int
        if self.is_live >= strictness:
            return
        if self.tells:
            self.starving = []
        for kind in range(self.kinds):
            if self.is_live == 0:
                self.lie[kind] = 0
                for line in range(self.lines):
                    self.fit(kind, line)
            self.alive[kind] = 0
            for line in range(self.lines):
                if self.lie[kind] >= self.count[kind]:
                    self.live[kind * _STRIDE + line] = 0
                elif self.live[kind * _STRIDE + line]:
                    self.narrow(kind, line, strictness)
                self.alive[kind] += ones(self.live[kind * _STRIDE + line])
        self.is_live = strictness
        self.reach()

    @cython.cfunc
    @cython.exceptval(check=False)
    def fit(self, kind: cython.int, line: cython.int) -> cython.void:
        """Where ships of a kind can lie in a line by its own squares, and where some do lie."""
        at: cython.Py_ssize_t = kind * _STRIDE + line
        length: cython.int = self.length[kind]
        free: cython.ulonglong = self.full[line] & ~self.known[128 + line]
        ship: cython.ulonglong = self.known[line]
        closed: cython.ulonglong = ~free
        run: cython.ulonglong = free
        done: cython.ulonglong = ship
        k: cython.int
        self.live[at] = self.lying[at] = 0
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
                run &= ~self.known[line - 1]
                done &= ~self.full[line] | self.known[128 + line - 1]
            if line + 1 < self.height:
                run &= ~self.known[line + 1]
                done &= ~self.full[line] | self.known[128 + line + 1]
        done &= run
        self.lying[at] = done
        self.live[at] = run & ~done & ~self.barred[at]
        self.lie[kind] += ones(done)

    @cython.cfunc
    @cython.exceptval(check=False)
    def narrow(self, kind: cython.int, line: cython.int, strictness: cython.int) -> cython.void:
        """Drop the starts from which a ship would take more squares than its line can take or, if
        strict, take more from a line to be water than that can lose."""
        length: cython.int = self.length[kind]
        starts: cython.ulonglong = self.live[kind * _STRIDE + line]
        squares: cython.ulonglong
        start: cython.int
        starved: cython.int
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            squares = ((_ONE << length) - 1) << start
            if ones(squares & self.open[line]) > self.left[line]:
                self.live[kind * _STRIDE + line] &= ~(_ONE << start)
            elif strictness > 1:
                starved = self.starved_by(line, start, length)
                if starved >= 0:
                    self.live[kind * _STRIDE + line] &= ~(_ONE << start)
                    if self.tells:
                        self.starving.append(((line, start, length), starved))

    @cython.cfunc
    @cython.exceptval(check=False)
    def starved_by(self, line: cython.int, start: cython.int, length: cython.int) -> cython.int:
        """The line to which a ship would leave too few squares; -1 if there is none."""
        squares: cython.ulonglong = ((_ONE << length) - 1) << start
        wide: cython.ulonglong = squares | squares << 1 | squares >> 1
        is_row: cython.bint = line < self.height
        first: cython.int = 0 if is_row else self.height
        last: cython.int = self.height if is_row else self.lines
        at: cython.int = line - first
        cross: cython.int = self.height if is_row else 0
        sides: cython.ulonglong = _ONE << at << 1 | _ONE << at >> 1
        p: cython.int
        if ones(self.open[line] & wide & ~squares) > self.spare[line]:
            return line
        if line > first and ones(self.open[line - 1] & wide) > self.spare[line - 1]:
            return line - 1
        if line + 1 < last and ones(self.open[line + 1] & wide) > self.spare[line + 1]:
            return line + 1
        for p in range(start, start + length):
            if ones(self.open[cross + p] & sides) > self.spare[cross + p]:
                return cross + p
        sides |= _ONE << at
        if start > 0 and ones(self.open[cross + start - 1] & sides) > self.spare[cross + start - 1]:
            return cross + start - 1
        p = start + length
        if (
            wide >> p & self.full[line] >> p & 1
            and ones(self.open[cross + p] & sides) > self.spare[cross + p]
        ):
            return cross + p
        return -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def reach(self) -> cython.void:
        """The squares of each line that a ship along it can cover, or covers already."""
        kind: cython.int
        line: cython.int
        k: cython.int
        starts: cython.ulonglong
        for line in range(self.lines):
            self.reached[line] = 0
        for kind in range(self.kinds):
            for line in range(self.lines):
                starts = self.live[kind * _STRIDE + line] | self.lying[kind * _STRIDE + line]
                if starts:
                    for k in range(self.length[kind]):
                        self.reached[line] |= starts << k

    # Techniques: where ships can lie

    @cython.cfunc
    def unreached(self) -> cython.int:
        """A square that no ship can cover is water."""
        row: cython.int
        col: cython.int
        rest: cython.ulonglong
        outcome: cython.int = _NOTHING
        for row in range(self.height):
            rest = (self.open[row] | self.known[row]) & ~self.reached[row]
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.reached[self.height + col] >> row & 1:
                    continue
                if self.known[row] >> col & 1:
                    return self.fail(row * 64 + col)
                self.put(row, _ONE << col, False)
                outcome = max(outcome, self.find(row * 64 + col))
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def meet(
        self, line: cython.int, start: cython.int, length: cython.int, is_first: cython.bint
    ) -> cython.void:
        """Keep of `met_ship` and `met_water` what a ship that lies there shows, too."""
        row: cython.int
        top: cython.int
        bottom: cython.int
        squares: cython.ulonglong
        wide: cython.ulonglong
        ship: cython.ulonglong
        water: cython.ulonglong
        if line < self.height:
            top = bottom = line
            squares = ((_ONE << length) - 1) << start
        else:
            top, bottom = start, start + length - 1
            squares = _ONE << (line - self.height)
        wide = (squares | squares << 1 | squares >> 1) & self.full[0]
        for row in range(self.height):
            ship = squares if top <= row <= bottom else 0
            water = wide & ~ship if top - 1 <= row <= bottom + 1 else 0
            self.met_ship[row] = ship if is_first else self.met_ship[row] & ship
            self.met_water[row] = water if is_first else self.met_water[row] & water

    @cython.cfunc
    @cython.exceptval(check=False)
    def put_met(self) -> cython.void:
        row: cython.int
        for row in range(self.height):
            self.new_ship[row] |= self.met_ship[row]
            self.new_water[row] |= self.met_water[row]

    @cython.cfunc
    @cython.exceptval(check=False)
    def meet_covering(self, line: cython.int, at: cython.int, is_first: cython.bint) -> cython.bint:
        """Meet all ships along a line that can cover a square of it. Whether none was met yet."""
        kind: cython.int
        length: cython.int
        starts: cython.ulonglong
        for kind in range(self.kinds):
            length = self.length[kind]
            starts = self.live[kind * _STRIDE + line] & ((_ONE << at << 1) - 1)
            if at + 1 >= length:
                starts &= ~((_ONE << (at + 1 - length)) - 1)
            while starts:
                self.meet(line, lowest(starts), length, is_first)
                is_first = False
                starts &= starts - 1
        return is_first

    @cython.cfunc
    def growing(self) -> cython.int:
        """What all the ships share that can cover a ship square."""
        row: cython.int
        col: cython.int
        heads: cython.ulonglong
        is_first: cython.bint
        outcome: cython.int = _NOTHING
        for row in range(self.height):
            heads = self.known[row] & ~(self.known[row] << 1)
            if row > 0:
                heads &= ~self.known[row - 1]
            while heads:
                col = lowest(heads)
                heads &= heads - 1
                is_first = self.meet_covering(row, col, True)
                is_first = self.meet_covering(self.height + col, row, is_first)
                if not is_first:
                    self.put_met()
                    outcome = max(outcome, self.find(row * 64 + col))
        return outcome

    @cython.cfunc
    def places(self) -> cython.int:
        """As many places left as ships of a kind: they all lie there."""
        kind: cython.int
        line: cython.int
        wanted: cython.int
        starts: cython.ulonglong
        outcome: cython.int = _NOTHING
        for kind in range(self.kinds):
            wanted = self.count[kind] - self.lie[kind]
            if wanted < 0 or self.alive[kind] < wanted:
                return self.fail(kind)
            if self.alive[kind] != wanted:
                continue
            for line in range(self.lines):
                starts = self.live[kind * _STRIDE + line]
                while starts:
                    self.meet(line, lowest(starts), self.length[kind], True)
                    self.put_met()
                    starts &= starts - 1
            outcome = max(outcome, self.find(kind))
        return outcome

    @cython.cfunc
    def overlap(self) -> cython.int:
        """The places of a kind, in as many groups as there are ships to come and no group with room
        for two: what the places of a group share."""
        kind: cython.int
        outcome: cython.int = _NOTHING
        for kind in range(self.kinds):
            if self.lie[kind] < self.count[kind] and self.alive[kind] <= _MOST_PLACES:
                outcome = max(outcome, self.overlap_of(kind, self.count[kind] - self.lie[kind]))
                if outcome == _FAILED:
                    return _FAILED
        return outcome

    @cython.cfunc
    def overlap_of(self, kind: cython.int, wanted: cython.int) -> cython.int:
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
            starts = self.live[kind * _STRIDE + line]
            while starts:
                line_of[n] = line
                start_of[n] = lowest(starts)
                starts &= starts - 1
                n += 1
        for i in range(n):
            barred = 0
            for j in range(i if wanted > 1 else 0):
                if not self.exclude(line_of[i], start_of[i], line_of[j], start_of[j], length):
                    barred |= _ONE << self.group_of[j]
            j = lowest(~barred)
            if j >= wanted:
                return _NOTHING
            self.group_of[i] = j
            groups = max(groups, j + 1)
        if groups < wanted:
            return self.fail(kind)
        for j in range(groups):
            is_first = True
            for i in range(n):
                if self.group_of[i] == j:
                    self.meet(line_of[i], start_of[i], length, is_first)
                    is_first = False
            self.put_met()
        return self.find(kind)

    @cython.cfunc
    @cython.exceptval(check=False)
    def exclude(
        self, line: cython.int, start: cython.int, other: cython.int, begin: cython.int, length: cython.int
    ) -> cython.bint:
        """Whether two ships of a length touch, or take more of their line than there is."""
        top: cython.int
        left: cython.int
        other_top: cython.int
        other_left: cython.int
        squares: cython.ulonglong = ((_ONE << length) - 1) << start
        if line == other:
            squares |= ((_ONE << length) - 1) << begin
            if ones(squares & self.open[line]) > self.left[line]:
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

    # Techniques: all the ways to fill a line

    @cython.cfunc
    def filling(self, strictness: cython.int) -> cython.int:
        """What all the ways share in which the ships that fit can fill a line."""
        line: cython.int
        outcome: cython.int = _NOTHING
        self.find_live(strictness)
        for line in range(self.lines):
            if self.open[line]:
                outcome = max(outcome, self.fill(line))
                if outcome == _FAILED:
                    return _FAILED
        return outcome

    @cython.cfunc
    @cython.exceptval(check=False)
    def singles(self, line: cython.int) -> cython.ulonglong:
        """The squares of a line that a ship across it can cover, or a submarine."""
        p: cython.int
        size: cython.int = ones(self.full[line])
        is_row: cython.bint = line < self.height
        at: cython.int = line if is_row else line - self.height
        cross: cython.int = self.height if is_row else 0
        found: cython.ulonglong = 0
        last: cython.int = self.kinds - 1
        for p in range(size):
            found |= (self.reached[cross + p] >> at & 1) << p
        if is_row and self.kinds and self.length[last] == 1:
            found |= self.live[last * _STRIDE + line] | self.lying[last * _STRIDE + line]
        return found

    @cython.cfunc
    def fill(self, line: cython.int) -> cython.int:
        """Forward, the numbers of ship squares that the line can have before a square; backward,
        those with which the rest can still be filled: sets of numbers, as masks."""
        before: cython.ulonglong[68]
        after: cython.ulonglong[68]
        if not cython.compiled:
            before, after = [0] * 68, [0] * 68
        single: cython.ulonglong = self.singles(line)
        print_: cython.ulonglong = self.fingerprint(line, single)
        seen: cython.int = line if self.is_live < 2 else line + 128
        if self.idle[seen] == print_:
            return _NOTHING
        size: cython.int = ones(self.full[line])
        p: cython.int
        kind: cython.int
        length: cython.int
        dry: cython.ulonglong = ~self.known[line]  # squares that may be water
        wet: cython.ulonglong = 0  # squares that are water in one of the ways
        ship: cython.ulonglong = 0
        taken: cython.int = ones(self.known[line])
        least: cython.int = taken + ones(self.open[line]) - self.spare[line]
        for p in range(size + 2):
            before[p] = after[p] = 0
        if self.left[line] < 0 or self.spare[line] < 0:
            return self.fail(line)
        after[size + 1] = ((_ONE << (taken + self.left[line]) << 1) - 1) & ~((_ONE << least) - 1)
        for p in range(size, -1, -1):
            if dry >> p & 1:
                after[p] = after[p + 1]
            if single >> p & 1 and dry >> (p + 1) & 1:
                after[p] |= after[p + 2] >> 1
            for kind in range(self.kinds):
                length = self.length[kind]
                if length > 1 and self.lies_at(kind, line, p) and dry >> (p + length) & 1:
                    after[p] |= after[p + length + 1] >> length
        before[0] = 1
        for p in range(size + 1):
            if before[p] & after[p] == 0:
                continue
            if dry >> p & 1:
                before[p + 1] |= before[p]
                if before[p] & after[p + 1]:
                    wet |= _ONE << p
            if single >> p & 1 and dry >> (p + 1) & 1 and before[p] & after[p + 2] >> 1:
                before[p + 2] |= before[p] << 1
                ship |= _ONE << p
                wet |= _ONE << (p + 1)
            for kind in range(self.kinds):
                length = self.length[kind]
                if length == 1 or not (self.lies_at(kind, line, p) and dry >> (p + length) & 1):
                    continue
                if before[p] & after[p + length + 1] >> length:
                    before[p + length + 1] |= before[p] << length
                    ship |= ((_ONE << length) - 1) << p
                    wet |= _ONE << (p + length)
        if before[size + 1] & after[size + 1] == 0:
            return self.fail(line)
        if self.open[line] & ~(ship & wet) == 0:
            self.idle[seen] = print_
            return _NOTHING
        self.put(line, self.open[line] & ~ship, False)
        self.put(line, self.open[line] & ~wet, True)
        return self.find(line)

    @cython.cfunc
    @cython.exceptval(check=False)
    def fingerprint(self, line: cython.int, single: cython.ulonglong) -> cython.ulonglong:
        """A number for all that the ways to fill a line depend on. Should two states share one, which
        takes bad luck of one in 2**64, a finding is missed; none is made that does not follow."""
        kind: cython.int
        at: cython.Py_ssize_t
        found: cython.ulonglong = mixed(self.known[line], self.known[128 + line])
        found = mixed(found, single)
        found = mixed(found, self.left[line] * 256 + self.spare[line] + _NO_END)
        for kind in range(self.kinds):
            at = kind * _STRIDE + line
            found = mixed(found, self.live[at] | self.lying[at])
        return found

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def lies_at(self, kind: cython.int, line: cython.int, start: cython.int) -> cython.bint:
        at: cython.Py_ssize_t = kind * _STRIDE + line
        return (self.live[at] | self.lying[at]) >> start & 1

    # Suppositions as a technique, and what callers in Python ask for

    @cython.cfunc
    def assume(self, supposition: cython.int) -> cython.void:
        """Go on from a supposition, on a board of its own."""
        row: cython.int
        self.push()
        if supposition < 0:
            return
        if supposition < _FIRST_PLACE:
            row = supposition // 128
            self.know(
                row,
                _ONE << (supposition // 2 & 63) if supposition & 1 else 0,
                0 if supposition & 1 else _ONE << (supposition // 2 & 63),
            )
        else:
            supposition -= _FIRST_PLACE
            self.meet(supposition // 64 & 127, supposition & 63, supposition // 8192, True)
            for row in range(self.height):
                self.know(row, self.met_ship[row], self.met_water[row])
        self.refresh()

    @cython.cfunc
    def fails(self, supposition: cython.int) -> cython.bint:
        """Whether a supposition fails without another one."""
        self.assume(supposition)
        outcome: cython.int = self.climb(_PLAIN, _NO_END)
        self.pop()
        return outcome == _FAILED

    @cython.cfunc
    def suppose(self) -> cython.int:
        """Of two values of a square, the one that does not fail."""
        refuted: cython.ulonglong[128]
        if not cython.compiled:
            refuted = [0] * 128
        row: cython.int
        rest: cython.ulonglong
        bit: cython.ulonglong
        code: cython.int
        taken: cython.int = self.taken
        outcome: cython.int = _NOTHING
        tells: cython.bint = self.tells
        only = self.only
        self.tells, self.only = False, None
        for row in range(self.height):
            rest = self.open[row]
            refuted[row] = refuted[64 + row] = 0
            while rest:
                bit = rest & (~rest + 1)
                code = (row * 64 + lowest(rest)) * 2
                rest ^= bit
                if (only is None or code in only) and self.fails(code):
                    refuted[row] |= bit
                if (only is None or code + 1 in only) and self.fails(code + 1):
                    refuted[64 + row] |= bit
        self.tells, self.only, self.rung, self.taken = tells, only, _SUPPOSE, taken
        for row in range(self.height):
            rest = refuted[row] | refuted[64 + row]
            while rest:
                bit = rest & (~rest + 1)
                code = (row * 64 + lowest(rest)) * 2
                rest ^= bit
                if refuted[row] & refuted[64 + row] & bit:
                    return self.fail(code)
                self.put(row, bit, refuted[row] & bit != 0)
                outcome = max(outcome, self.find(code if refuted[row] & bit else code + 1))
        return outcome

    @cython.cfunc
    def probe(self) -> cython.int:
        """As `suppose`, told to nobody: settle the first square of which a value fails. What follows
        from a value that does not fail is not supposed; it would not fail either."""
        i: cython.int
        row: cython.int
        value: cython.int
        col: cython.int
        rest: cython.ulonglong
        taken: cython.int = self.taken
        for i in range(128):
            self.passed[i] = 0
        for _ in range(2 * self.height):
            value, row = (0, self.cursor) if self.cursor < self.height else (128, self.cursor - self.height)
            rest = self.open[row]
            while rest:
                col = lowest(rest)
                rest &= rest - 1
                if self.passed[(value >> 1) + row] >> col & 1:
                    continue
                if self.passes((row * 64 + col) * 2 + (value == 0)):
                    continue
                self.taken = taken
                self.know(row, 0 if value == 0 else _ONE << col, _ONE << col if value == 0 else 0)
                self.refresh()
                return _FOUND
            self.cursor = (self.cursor + 1) % (2 * self.height)
        self.taken = taken
        return _NOTHING

    @cython.cfunc
    def passes(self, supposition: cython.int) -> cython.bint:
        """Whether a supposition does not fail. What follows from it then has `passed`, too."""
        row: cython.int
        self.assume(supposition)
        outcome: cython.int = self.climb(_PLAIN, _NO_END)
        if outcome != _FAILED:
            for row in range(self.height):
                self.passed[row] |= self.known[row]
                self.passed[64 + row] |= self.known[128 + row]
        self.pop()
        return outcome != _FAILED

    def accept(self, ship: Sequence[int], water: Sequence[int]) -> None:
        """Take down squares that are settled: a mask a row."""
        row: cython.int
        for row in range(self.height):
            self.know(row, ship[row], water[row])
        self.refresh()

    def bar(self, place: Place, is_out: bool = True) -> None:
        """Take down that no ship of that length lies there, or take that back."""
        kind: cython.int
        line, start, length = place
        for kind in range(self.kinds):
            if self.length[kind] == length:
                self.barred[kind * _STRIDE + line] &= ~(_ONE << start)
                if is_out:
                    self.barred[kind * _STRIDE + line] |= _ONE << start
        self.refresh()

    def begin(self, supposition: int = -1) -> None:
        """Suppose something, or nothing new, until `end`."""
        self.assume(supposition)

    def end(self) -> None:
        """Back to the board before the last `begin`."""
        self.pop()

    def rewind(self) -> None:
        """Back to the board before all suppositions, after `watch` has raised."""
        self.forget()
        self.tells, self.only = False, None
        while self.level > 0:
            self.pop()

    def try_out(self, supposition: int, last: int, most: int) -> Trial:
        """What comes of a supposition by the rungs before `last`, within `most` steps."""
        self.assume(supposition)
        self.cursor = 0
        outcome: cython.int = self.climb(last, most)
        ship = rows_of(self.known, 0, self.height)
        water = rows_of(self.known, 128, self.height)
        self.pop()
        return Trial(outcome == _FAILED, self.taken, ship, water)

    def run(self, last: int) -> int:
        """Use the rungs before `last` as far as they lead, telling nothing. Returns the outcome."""
        return self.climb(last, _NO_END)

    def step(self, last: int) -> tuple[int, list[Finding]]:
        """The easiest rung before `last` that finds something: the outcome and what it found."""
        rung: cython.int
        outcome: cython.int = _NOTHING
        self.findings = []
        self.tells = True
        for rung in range(last):
            outcome = self.attempt(rung)
            if outcome != _NOTHING:
                break
        self.tells = False
        if outcome == _FOUND and self.level == 0:
            self.uses[rung] += 1
        return outcome, self.findings

    def repeat(self, rung: int, only: set[int]) -> tuple[int, list[Finding]]:
        """Use a rung in those places only."""
        self.findings = []
        self.tells = True
        self.only = only
        outcome: cython.int = self.attempt(rung)
        self.tells = False
        self.only = None
        return outcome, self.findings

    def used(self) -> tuple[int, ...]:
        """How many steps were taken on each rung."""
        return tuple(self.uses[rung] for rung in range(_SUPPOSE + 1))

    def rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The known ship squares and water, a mask a row."""
        return rows_of(self.known, 0, self.height), rows_of(self.known, 128, self.height)

    def is_solved(self) -> bool:
        """Whether every square is known."""
        return bool(self.is_full())

    def told(self, line: int) -> int | None:
        """The tally of a line, where the puzzle tells."""
        return self.tally[line] if self.is_told[line] else None

    def places_of(self, length: int) -> list[Place]:
        """Where ships of a length that do not lie yet can lie."""
        kind: cython.int
        line: cython.int
        starts: cython.ulonglong
        found: list[Place] = []
        self.find_live(1)
        for kind in range(self.kinds):
            for line in range(self.lines if self.length[kind] == length else 0):
                starts = self.live[kind * _STRIDE + line]
                while starts:
                    found.append((line, lowest(starts), self.length[kind]))
                    starts &= starts - 1
        return found

    def wanted(self) -> dict[int, int]:
        """How many ships of each length do not lie yet."""
        self.find_live(1)
        return {self.length[kind]: self.count[kind] - self.lie[kind] for kind in range(self.kinds)}

    def fleet(self) -> dict[int, int]:
        """How many ships of each length there are in all."""
        return {self.length[kind]: self.count[kind] for kind in range(self.kinds)}

    @cython.cfunc
    def places_at(self, where: cython.int) -> tuple[Place, ...]:
        """The places that the finding of the present rung is about."""
        row: cython.int = where // 64
        col: cython.int = where & 63
        if self.rung in (PLACES, OVERLAP, STARVED_PLACES, STARVED_OVERLAP):
            return tuple(self.places_of(self.length[where]))
        if self.rung == GROWING:
            return tuple(
                place
                for kind in range(self.kinds)
                for place in self.places_of(self.length[kind])
                if (place[0] == row and place[1] <= col < place[1] + place[2])
                or (place[0] == self.height + col and place[1] <= row < place[1] + place[2])
            )
        return ()
