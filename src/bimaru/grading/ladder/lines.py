# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""What is known of a board: each line, what it can still take, and where ships can still lie in it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import cython

from bimaru.grading.ladder.rungs import Placement
from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet
from bimaru.squares import Part

if cython.compiled:  # the .pxd has the others
    from cython.cimports.bimaru.bits import Lane, count_bits
    from cython.cimports.bimaru.engines.kernel_memory import lanes_of
else:
    from bimaru.bits import ALL_BITS, BIT, Lane, count_bits
    from bimaru.grading.ladder.rungs import *

_ARRAY = re.compile(r"^    cdef [a-z ]+\[(\d+)\] (\w+)", re.MULTILINE)
"""An array among the fields in a .pxd."""
PARTS = ("S", "L", "R", "T", "B", "M")
NOT_SHIP = cython.declare(cython.int, -2)
PART_CODES = cython.declare(dict, {Part.WATER.value: NOT_SHIP, **dict(zip(PARTS, range(6), strict=True))})


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def length_in_bits(number: cython.int) -> cython.int:
    """The number of bits of a number in binary."""
    bits: cython.int = 0
    while number >> bits:
        bits += 1
    return bits


@cython.cfunc
def packed(masks: cython.pointer(cython.ulonglong), n: cython.int) -> object:
    """The masks of the first n rows as one number: square (r, c) is bit 64 * r + c."""
    number: object = 0
    for row in range(n - 1, -1, -1):
        number = (number << 64) | masks[row]
    return number


@cython.cfunc
@cython.exceptval(check=False)
def find_starts(like: Lane, lines: Lines, level: cython.int) -> cython.void:
    """Find the starts at a level, and the squares that ships cover from them. `like` selects the lanes."""
    if lines.placement_level == STALE:
        find_fits(like, lines)
    if level == FEEDING:
        lines.find_feeding(0, lines.height)
        lines.find_feeding(lines.height, lines.lines)
        find_coverable(like, lines)


@cython.cfunc
@cython.exceptval(check=False)
def find_fits(like: Lane, lines: Lines) -> cython.void:
    """Find the starts at level `FITTING`, and those of complete ships, in all lines at once. A line is one
    lane of vectors, the narrowest for the grid, as in the search kernel.

    From one length to the next, the runs of squares that a ship can cover become one square longer; `last_`
    is what lies at the end of a run. `count` is the number of open squares of each run in binary, a plane of
    lanes for each bit, and `limit` what the line has room for."""
    dry: Lane[128]
    ship: Lane[128]
    middle: Lane[128]
    last_dry: Lane[128]
    last_ship: Lane[128]
    last_middle: Lane[128]
    run: Lane[128]
    done: Lane[128]
    fits: Lane[128]
    placed: Lane[128]
    full: Lane[128]  # of lines that have too many ship squares
    over: Lane[128]
    same: Lane[128]
    carry: Lane[128]
    covered: Lane[128]
    count: Lane[896]
    limit: Lane[896]
    if not cython.compiled:
        dry, ship, middle, last_dry, last_ship, last_middle, run = ([0] * LINES for _ in range(7))
        done, fits, placed, full, over, same, carry, covered = ([0] * LINES for _ in range(8))
        count, limit = [0] * 7 * LINES, [0] * 7 * LINES
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    bit: cython.Py_ssize_t
    n: cython.Py_ssize_t = 2 * (lanes_of(dry) if cython.compiled else max(lines.height, lines.width))
    kind: cython.int = lines.kinds - 1
    longest: cython.int = min(lines.length[0] if lines.kinds else 0, max(lines.height, lines.width))
    planes: cython.int = length_in_bits(longest)
    for i in range(n):
        dry[i] = last_dry[i] = run[i] = lines.full[i] & ~lines.water[i]
        ship[i] = last_ship[i] = done[i] = lines.ship[i]
        middle[i] = last_middle[i] = lines.middle[i]
        carry[i] = dry[i] & ~ship[i]
        covered[i] = 0
        full[i] = -(lines.max_ship[i] < 0)
        # more room than the longest ship takes is as good as just that
        over[i] = min(max(lines.max_ship[i], 0), (1 << planes) - 1)
    for bit in range(planes):
        for i in range(n):
            limit[bit * n + i] = -(over[i] & 1)
            count[bit * n + i] = 0
            over[i] >>= 1
    for length in range(1, longest + 1):
        for i in range(n if length > 1 else 0):
            last_dry[i] >>= 1
            last_ship[i] >>= 1
            last_middle[i] >>= 1
            run[i] &= last_dry[i]
            done[i] &= last_ship[i]
            carry[i] = last_dry[i] & ~last_ship[i]
        for bit in range(length_in_bits(length)):
            for i in range(n):
                over[i] = count[bit * n + i] & carry[i]
                count[bit * n + i] ^= carry[i]
                carry[i] = over[i]
        if lines.length[kind] != length:
            continue
        for i in range(n):
            over[i] = full[i]
            same[i] = ~full[i]
        # more open squares than room: the highest bit in which they differ decides
        for bit in range(planes - 1, -1, -1):
            for i in range(n):
                over[i] |= same[i] & count[bit * n + i] & ~limit[bit * n + i]
                same[i] &= ~(count[bit * n + i] ^ limit[bit * n + i])
        for i in range(n):
            fits[i] = run[i] & ~(ship[i] << 1 | last_ship[i] >> 1 | middle[i] | last_middle[i])
            placed[i] = done[i] & fits[i] & ~(dry[i] << 1 | last_dry[i] >> 1)
            fits[i] &= ~over[i]
        if length == 1:  # a submarine needs water in the rows beside, too, and is counted in the rows
            for i in range(lines.lines):
                if i >= lines.height:
                    fits[i] = placed[i] = 0
                if i > 0:
                    fits[i] &= ~ship[i - 1]
                    placed[i] &= ~dry[i - 1]
                if i + 1 < lines.height:
                    fits[i] &= ~ship[i + 1]
                    placed[i] &= ~dry[i + 1]
        at = kind * LINES
        for i in range(n):
            fits[i] &= ~placed[i]
        for i in range(n if lines.rules_out else 0):
            fits[i] &= ~lines.ruled_out[at + i]
        lines.n_placed[kind] = count_bits(placed, 0, placed, n // 2, n // 2)
        if lines.n_placed[kind] >= lines.count[kind]:
            for i in range(n):
                fits[i] = 0
        lines.n_possible[kind] = count_bits(fits, 0, fits, n // 2, n // 2)
        for i in range(n):
            lines.placed[at + i] = placed[i]
            lines.possible[at + i] = fits[i]
            fits[i] |= placed[i]
        cover(fits, n, length, covered)
        kind -= 1
        if kind < 0:
            break
    for i in range(n):
        lines.coverable[i] = covered[i]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def cover(
    starts: cython.pointer(Lane), n: cython.Py_ssize_t, length: cython.int, covered: cython.pointer(Lane)
) -> cython.void:
    """Add the squares that ships of a length cover from these starts, which are lost."""
    i: cython.Py_ssize_t
    for i in range(n):
        covered[i] |= starts[i]
    for _ in range(1, length):
        for i in range(n):
            starts[i] <<= 1
            covered[i] |= starts[i]


@cython.cfunc
@cython.exceptval(check=False)
def find_coverable(like: Lane, lines: Lines) -> cython.void:
    """Find the squares of each line that a ship along it can cover, or covers already."""
    starts: Lane[128]
    covered: Lane[128]
    if not cython.compiled:
        starts, covered = [0] * LINES, [0] * LINES
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    n: cython.Py_ssize_t = 2 * (lanes_of(covered) if cython.compiled else max(lines.height, lines.width))
    for i in range(n):
        covered[i] = 0
    for kind in range(lines.kinds):
        at = kind * LINES
        for i in range(n):
            starts[i] = lines.possible[at + i] | lines.placed[at + i]
        cover(starts, n, lines.length[kind], covered)
    for i in range(n):
        lines.coverable[i] = covered[i]


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
            self.possible, self.placed, self.ruled_out = [0] * PAIRS, [0] * PAIRS, [0] * PAIRS
        for line in range(self.lines):
            self.full[line] = (BIT << (self.width if line < self.height else self.height)) - 1

    def set_clues(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Know these tallies and givens, and nothing else."""
        line: cython.int = 0
        self.level = 0
        self.rules_out = False
        for i in range(384):  # 64 rows for each of six parts
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
        self.starts = bytearray(3 * 8 * size)
        memory: cython.p_char = self.starts
        self.possible = cython.cast(cython.pointer(cython.ulonglong), memory)
        self.placed = self.possible + size
        self.ruled_out = self.placed + size

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
                    self.rules_out = True

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
        self.placement_level = STALE
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
        """Find where ships of each kind can lie, and the squares that these cover, unless that is known."""
        narrow: cython.ushort = 0
        middle: cython.uint = 0
        broad: cython.ulonglong = 0
        side: cython.int = max(self.height, self.width)
        if self.placement_level >= level:
            return
        if side <= 16:
            find_starts(narrow, self, level)
        elif side <= 32:
            find_starts(middle, self, level)
        else:
            find_starts(broad, self, level)
        self.placement_level = level

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
            # A ship over a square turns those above and below into water; one that ends beside it all three.
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
        # it would take length + 2 squares of that line at most
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

    def known_squares(self) -> tuple[int, int]:
        """The squares known to be ship and to be water, each as a mask: square (r, c) is bit 64 * r + c."""
        return packed(self.ship, self.height), packed(self.water, self.height)

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
