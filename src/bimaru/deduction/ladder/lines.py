# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""What is known of a board: each line, what it can still take, and where ships can still lie in it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import cython

from bimaru.deduction.ladder.rungs import Placement
from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet
from bimaru.squares import Part

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import ALL_BITS, BIT
    from bimaru.deduction.ladder.rungs import *

_ARRAY = re.compile(r"^    cdef [a-z ]+\[(\d+)\] (\w+)", re.MULTILINE)
"""An array among the fields in a .pxd."""
PARTS = ("S", "L", "R", "T", "B", "M")
NOT_SHIP = cython.declare(cython.int, -2)
PART_CODES = cython.declare(dict, {Part.WATER.value: NOT_SHIP, **dict(zip(PARTS, range(6), strict=True))})


@cython.cfunc
def as_tuple(masks: cython.pointer(cython.ulonglong), n: cython.int) -> tuple[int, ...]:
    """The masks of the first n rows."""
    rows: list[int] = [0] * n
    for row in range(n):
        rows[row] = masks[row]
    return tuple(rows)


@cython.cclass
class Lines:
    """What is known of a board, what each line can still take, and where ships can still lie."""

    def __init__(self, height: int, width: int, fleet: Fleet) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        if not cython.compiled:
            self._allocate()
        self.height = height
        self.width = width
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
            self.ruled_out, self.fits = [0] * PAIRS, [0] * PAIRS
        for line in range(self.lines):
            self.full[line] = (BIT << (self.width if line < self.height else self.height)) - 1

    def set_clues(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Know these tallies and givens, and nothing else."""
        line: cython.int = 0
        self.level = 0
        self.has_fits = False
        for i in range(384):
            self.parts[i] = 0
        for line in range(self.lines):
            self.ship[line] = self.water[line] = self.middle[line] = 0
            for i in range(self.kinds):
                self.ruled_out[i * LINES + line] = 0
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

    def allocate_starts(self) -> None:
        """The memory of the starts: for the kinds of this fleet only, since a puzzle is often solved in less
        time than it takes to clear that of 64."""
        size: cython.Py_ssize_t = self.kinds * LINES
        self.starts = bytearray(4 * 8 * size)
        memory: cython.p_char = self.starts
        self.possible = cython.cast(cython.pointer(cython.ulonglong), memory)
        self.placed = self.possible + size
        self.ruled_out = self.placed + size
        self.fits = self.ruled_out + size

    def _allocate(self) -> None:
        """The arrays, where the class is not compiled, as long as the .pxd files declare them."""
        for cls in type(self).__mro__:
            declared = Path(getattr(sys.modules[cls.__module__], "__file__", cls.__module__)).with_suffix(
                ".pxd"
            )
            for size, name in _ARRAY.findall(declared.read_text("utf-8")) if declared.exists() else ():
                setattr(self, name, [0] * int(size))

    def mark_given(self, row: cython.int, col: cython.int, kind: str) -> None:
        """Mark what a given square shows, a `Part`."""
        part: cython.int = PART_CODES.get(kind, -1)
        if part == NOT_SHIP:
            self.mark(row, 0, BIT << col)
            return
        self.mark(row, BIT << col, 0)
        if part == MIDDLES:
            self.middle[row] |= BIT << col
            self.middle[self.height + col] |= BIT << row
        if part >= 0:
            self.parts[part * 64 + row] |= BIT << col

    def set_ruled_out(self, placement: cython.int, is_out: cython.bint) -> cython.void:
        """Mark that a placement, as a number from 0, is ruled out, or not, before a refresh."""
        line: cython.int = placement // 64 & 127
        start: cython.int = placement & 63
        for kind in range(self.kinds):
            if self.length[kind] == placement // PAIRS:
                self.ruled_out[kind * LINES + line] &= ~(BIT << start)
                if is_out:
                    self.ruled_out[kind * LINES + line] |= BIT << start
        self.has_fits = False

    def mark(self, row: cython.int, ship: cython.ulonglong, water: cython.ulonglong) -> cython.void:
        """Mark squares of a row as ship and as water."""
        self.ship[row] |= ship
        self.water[row] |= water
        self.uncounted[0] |= BIT << row
        self.uncounted[1] |= ship | water
        while ship:
            col = lowest(ship)
            ship &= ship - 1
            self.ship[self.height + col] |= BIT << row
        while water:
            col = lowest(water)
            water &= water - 1
            self.water[self.height + col] |= BIT << row

    def refresh(self) -> cython.void:
        """Count again what the lines that have changed can still take."""
        first: cython.int = 0
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

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def see_counted(self, axis: cython.int, lines: cython.ulonglong) -> cython.void:
        """Mark that lines have been counted."""
        self.unswept[axis] |= lines
        self.unspread[axis] |= lines
        self.unfitted[axis] |= lines

    def recount(self) -> cython.void:
        """Have every line counted again, after a change of squares not made by `mark`, or of tallies."""
        self.uncounted[0] = ALL_BITS >> (64 - self.height)
        self.uncounted[1] = ALL_BITS >> (64 - self.width)
        self.missing[0] = self.missing[1] = 0
        for line in range(self.lines):
            if not self.has_tally[line]:
                self.missing[line >= self.height] |= BIT << (
                    line if line < self.height else line - self.height
                )

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

    def bound_missing(self, first: cython.int, last: cython.int) -> cython.void:
        """Bound the lines without a tally: together they take the rest of the fleet's squares."""
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

    def is_full(self) -> cython.bint:
        """Whether every square is known."""
        rest: cython.ulonglong = 0
        for line in range(self.height):
            rest |= self.open[line]
        return rest == 0

    # The stack

    def push(self) -> cython.void:
        """Save the known squares."""
        at: cython.Py_ssize_t = LINES * self.level
        for i in range(self.lines):
            self.saved_ship[at + i] = self.ship[i]
            self.saved_water[at + i] = self.water[i]
        self.level += 1

    def pop(self) -> cython.void:
        """Restore the known squares that were saved last."""
        self.level -= 1
        at: cython.Py_ssize_t = LINES * self.level
        for i in range(self.lines):
            self.put_line(i, self.saved_ship[at + i], self.saved_water[at + i], self.middle[i])
        self.refresh()

    def keep_board(
        self,
        ship: cython.pointer(cython.ulonglong),
        water: cython.pointer(cython.ulonglong),
        middle: cython.pointer(cython.ulonglong),
    ) -> cython.void:
        """Copy what is known of each line."""
        for line in range(self.lines):
            ship[line], water[line], middle[line] = self.ship[line], self.water[line], self.middle[line]

    def put_board(
        self,
        ship: cython.pointer(cython.ulonglong),
        water: cython.pointer(cython.ulonglong),
        middle: cython.pointer(cython.ulonglong),
    ) -> cython.void:
        """Go back to what `keep_board` has copied. To `refresh` is left to the caller."""
        for line in range(self.lines):
            self.put_line(line, ship[line], water[line], middle[line])

    # Placements

    def find_placements(self, level: cython.int) -> cython.void:
        """Find where ships of each kind can lie, unless that is known already."""
        at: cython.Py_ssize_t  # as long as a pointer, for loops in vector instructions
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

    def find_fits(self) -> cython.void:
        """Find the starts at level `FITTING` again in every line that has changed since the last call."""
        first: cython.int = 0
        longest: cython.int = self.length[0] if self.kinds else 0
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

    def find_feeding(self, first: cython.int, last: cython.int) -> cython.void:
        """Drop the starts in all rows, or all columns, from which a ship would give some line too much water:
        all starts of a line at once."""
        cross: cython.int = self.height if first == 0 else 0
        none: cython.ulonglong = 0  # the crossing lines that can take no more water; no more than one; two
        one: cython.ulonglong = 0
        two: cython.ulonglong = 0
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
                for k in range(length if beside else 0):
                    bad |= beside >> k
                limit = self.max_water[line]
                if limit <= 1:
                    bad |= (here << 1 & here >> length) if limit == 1 else (here << 1 | here >> length)
                starts &= ~bad
                if starts and line > first:
                    starts &= ~self.starved_beside(line - 1, starts, length)
                if starts and line + 1 < last:
                    starts &= ~self.starved_beside(line + 1, starts, length)
                if starts != self.possible[at]:
                    self.n_possible[kind] -= ones(self.possible[at]) - ones(starts)
                    self.possible[at] = starts

    def starved_beside(
        self, beside: cython.int, starts: cython.ulonglong, length: cython.int
    ) -> cython.ulonglong:
        """Those of the starts from which a ship would give the line `beside` its own too much water."""
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

    def fit(self, line: cython.int, longest: cython.int) -> cython.void:
        """Find where ships up to the length `longest` fit in a line, by its own squares and its tally, and
        where complete ones lie.

        From one length to the next, the runs of squares that a ship can cover become one square longer;
        `over` counts their open squares, up to what the line has room for."""
        over: cython.ulonglong[64]  # for each number, the starts of runs with more open squares
        if not cython.compiled:
            over = [0] * 64
        kind: cython.int = self.kinds - 1
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
                too_many = 0
                if is_limited and room < length:
                    too_many = over[room] if room >= 0 else ALL_BITS
                self.fit_kind(kind, line, length, run, done, too_many)
                kind -= 1

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
        run &= ~(done | self.ruled_out[at] | over)
        if done != self.placed[at]:
            self.n_placed[kind] += ones(done) - ones(self.placed[at])
            self.placed[at] = done
        if run != self.fits[at]:
            self.n_fits[kind] += ones(run) - ones(self.fits[at])
            self.fits[at] = run

    def find_coverable(self) -> cython.void:
        """Find the squares of each line that a ship along it can cover, or covers already, unless that is
        known already."""
        if self.covered_level == self.placement_level:
            return
        self.covered_level = self.placement_level
        for line in range(self.lines):
            covered = 0
            for kind in range(self.kinds):
                starts = self.possible[kind * LINES + line] | self.placed[kind * LINES + line]
                if starts:
                    for k in range(self.length[kind]):
                        covered |= starts << k
            self.coverable[line] = covered

    def longest_left(self) -> cython.int:
        """The length of the longest ship not yet placed."""
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
        found: list[Placement] = []
        self.find_placements(FITTING)
        for kind in range(self.kinds):
            for line in range(self.lines if self.length[kind] == length else 0):
                starts = self.possible[kind * LINES + line]
                while starts:
                    found.append((line, lowest(starts), self.length[kind]))
                    starts &= starts - 1
        return found
