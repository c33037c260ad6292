# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The plain techniques on straight ships.

A technique scans the whole board and keeps what it finds with `conclude`; nothing is marked on the board
before the scan ends (`end_scan`), so that one step holds what a person sees at a glance: all lines, but only
one ship square. It returns whether it proves that the board cannot be completed.
"""

from __future__ import annotations

import cython

from bimaru.bits import GOLDEN as _GOLDEN

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import ALL_BITS, BIT, mix
    from bimaru.grading.ladder.lines import Lines
    from bimaru.grading.ladder.rungs import *

GOLDEN = cython.declare(cython.ulonglong, _GOLDEN)
MAX_OVERLAPPING = cython.declare(cython.int, 64)  # most placements compared: more than people keep in mind


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mixed(x: cython.ulonglong, y: cython.ulonglong) -> cython.ulonglong:
    """A word with another one mixed in, a different one for each of these; `mix` ends a hash of several."""
    return (((x ^ x >> 32) * GOLDEN) & ALL_BITS) ^ y


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def find(
    scan: LineTechniques, row: cython.int, ship: cython.ulonglong, water: cython.ulonglong
) -> cython.void:
    """Conclude what squares of a row are."""
    ship &= ~scan.ship[row]
    water &= ~scan.water[row]
    if ship | water:
        scan.found_ship[row] |= ship
        scan.found_water[row] |= water
        scan.found_rows |= BIT << row


@cython.cclass
class LineTechniques(Lines):
    """The deductions: each technique scans the board for what follows from it."""

    # Conclusions

    def conclude(self, line: cython.int, mask: cython.ulonglong, is_ship: cython.bint) -> cython.void:
        """Conclude that squares of a line are ship, or water."""
        if line < self.height:
            find(self, line, mask if is_ship else 0, 0 if is_ship else mask)
            return
        bit = BIT << (line - self.height)
        while mask:
            find(self, lowest(mask), bit if is_ship else 0, 0 if is_ship else bit)
            mask &= mask - 1

    def end_scan(self, fails: cython.bint) -> cython.int:
        """Mark what a scan has found, unless it fails. Returns the outcome."""
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

    def given_parts(self) -> cython.bint:
        """What the first given part that shows anything shows of the squares around it."""
        for row in range(self.height):
            for kind in range(ENDS):
                here = self.parts[kind * 64 + row]
                while here:
                    if self.around_part(kind, row, lowest(here)):
                        return True
                    self.conclude_shared()
                    if self.found_rows:
                        return False
                    here &= here - 1
        return False

    def around_part(self, kind: cython.int, row: cython.int, col: cython.int) -> cython.bint:
        """Put what one given part shows of the squares around it into `shared_ship` and `shared_water`.
        Returns whether its ship would go on outside the grid."""
        bit: cython.ulonglong = BIT << col
        beside: cython.ulonglong = (bit << 1 | bit >> 1) & self.full[0]
        next_row: cython.int = row
        next_: cython.ulonglong = 0
        self.shared_top = max(row - 1, 0)
        self.shared_end = min(row + 2, self.height)
        for near in range(self.shared_top, self.shared_end):
            self.shared_ship[near] = 0
            self.shared_water[near] = beside if near == row else beside | bit
        if kind == LEFT:
            next_ = bit << 1 & self.full[0]
        elif kind == RIGHT:
            next_ = bit >> 1
        elif kind == TOP and row + 1 < self.height:
            next_row, next_ = row + 1, bit
        elif kind == BOTTOM and row > 0:
            next_row, next_ = row - 1, bit
        self.shared_ship[next_row] = next_
        self.shared_water[next_row] &= ~next_
        return kind != SUBMARINE and next_ == 0

    def diagonals(self) -> cython.bint:
        """The diagonals of a ship square are water. Only next to rows that have changed is anything new."""
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
            find(self, row, 0, ship)
        self.unspread[0] = 0
        return False

    # One line, one run, one middle

    def complete_lines(self, has_tally: cython.bint, is_ship: cython.bint) -> cython.bint:
        """The rest of a line that can take no more squares of one value is of the other."""
        for line in range(self.lines):
            if self.has_tally[line] != has_tally:
                continue
            room = self.max_water[line] if is_ship else self.max_ship[line]
            if room < 0:
                return True
            if room == 0:
                self.conclude(line, self.open[line], is_ship)
        return False

    def rest_water(self) -> cython.bint:
        """The rest of a line that has all its ship squares is water."""
        return self.complete_lines(True, False)

    def rest_ship(self) -> cython.bint:
        """The rest of a line that needs all its open squares is ship."""
        return self.complete_lines(True, True)

    def missing_tallies(self) -> cython.bint:
        """The rest of a line without a tally, by the squares that the fleet leaves for it."""
        return self.complete_lines(False, False) or self.complete_lines(False, True)

    def finished_ships(self) -> cython.bint:
        """A run as long as the longest ship not yet placed has water at its ends. Which ships are placed is
        found only where some run could still grow."""
        longest: cython.int = -1
        for line in range(self.lines):
            ship = self.ship[line]
            if (ship << 1 | ship >> 1) & self.open[line] == 0:
                continue
            while ship:
                start = lowest(ship)
                run = ship & ~(ship + (BIT << start))  # the sum carries through the run
                ship &= ~run
                ends = (run << 1 | run >> 1) & self.open[line]
                if ends == 0 or run & (run - 1) == 0:
                    continue
                if longest < 0:
                    longest = self.longest_left()
                if ones(run) >= longest:
                    self.conclude(line, ends, False)
        return False

    def middles(self) -> cython.bint:
        """A middle has ship on two opposite sides, and water on the others."""
        for row in range(self.height):
            here = self.middle[row]
            while here:
                if self.middle_at(row, lowest(here)):
                    return True
                here &= here - 1
        return False

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

    def can_run(self, line: cython.int, at: cython.int) -> cython.bint:
        """Whether a ship along a line can extend to both sides of a square."""
        beside: cython.ulonglong = BIT << at << 1 | BIT << at >> 1
        free: cython.ulonglong = self.full[line] & ~self.water[line]
        needs: cython.int = ones(beside & self.open[line])
        return beside & ~free == 0 and at > 0 and needs <= self.max_ship[line]

    # Where ships can lie

    def uncovered(self, row: cython.int) -> cython.ulonglong:
        """The squares of a row that are not water and that no placement covers."""
        found: cython.ulonglong = (self.open[row] | self.ship[row]) & ~self.coverable[row]
        rest: cython.ulonglong = found
        while rest:
            col = lowest(rest)
            rest &= rest - 1
            if self.coverable[self.height + col] >> row & 1:
                found &= ~(BIT << col)
        return found

    def unreached(self, level: cython.int) -> cython.bint:
        """A square that no ship can cover is water."""
        self.find_placements(level)
        for row in range(self.height):
            found = self.uncovered(row)
            if found & self.ship[row]:
                return True
            find(self, row, 0, found)
        return False

    def intersect(
        self, line: cython.int, start: cython.int, length: cython.int, is_first: cython.bint
    ) -> cython.bint:
        """Restrict `shared_ship` and `shared_water` to what a placement has in common with them. Returns
        whether that is anything."""
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

    def conclude_shared(self) -> cython.void:
        """Conclude what all the placements that were intersected share."""
        for row in range(self.shared_top, self.shared_end):
            find(self, row, self.shared_ship[row], self.shared_water[row])

    def intersect_covering(self, line: cython.int, at: cython.int, is_first: cython.bint) -> cython.bint:
        """Intersect all placements along a line that cover a square of it: whether there were none."""
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

    def growth(self) -> cython.bint:
        """What all the placements that cover a ship square share, for the first where that is anything.

        Squares with nothing open beside them are left out: the ends of their ships are looked at instead, if
        there is any placement left that covers them."""
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
                if self.found_rows:
                    return False
        return False

    def last_placements(self, level: cython.int) -> cython.bint:
        """Where as many placements are left as ships of a kind, all of them are ships."""
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

    def overlaps(self, level: cython.int) -> cython.bint:
        """What the placements of a group share, where those of a kind form as many groups as ships
        are missing, none with room for two."""
        self.find_placements(level)
        for kind in range(self.kinds):
            if (
                self.n_placed[kind] < self.count[kind]
                and self.n_possible[kind] <= MAX_OVERLAPPING
                and self.overlap_of(kind, self.count[kind] - self.n_placed[kind])
            ):
                return True
        return False

    def overlap_of_all(self, kind: cython.int) -> cython.bint:
        """What all the placements of one kind share, of which one ship is missing."""
        is_first: cython.bint = True
        for line in range(self.lines):
            starts = self.possible[kind * LINES + line]
            while starts:
                if not self.intersect(line, lowest(starts), self.length[kind], is_first):
                    return False
                is_first = False
                starts &= starts - 1
        if not is_first:
            self.conclude_shared()
        return is_first

    def overlap_of(self, kind: cython.int, missing: cython.int) -> cython.bint:
        """What the placements of one kind share, group by group."""
        if missing == 1:
            return self.overlap_of_all(kind)
        line_of: cython.int[64]
        start_of: cython.int[64]
        top_of: cython.int[64]
        left_of: cython.int[64]
        bottom_of: cython.int[64]  # the top and the left of the first placements that do not touch it
        right_of: cython.int[64]
        if not cython.compiled:
            line_of, start_of, top_of, left_of, bottom_of, right_of = ([0] * 64 for _ in range(6))
        n: cython.int = 0
        groups: cython.int = 0
        length: cython.int = self.length[kind]
        for line in range(self.lines):
            starts = self.possible[kind * LINES + line]
            while starts:
                line_of[n] = line
                start_of[n] = lowest(starts)
                starts &= starts - 1
                top = line if line < self.height else start_of[n]
                left = start_of[n] if line < self.height else line - self.height
                bottom = top + (2 if line < self.height else length + 1)
                right = left + (length + 1 if line < self.height else 2)
                top_of[n], left_of[n], bottom_of[n], right_of[n] = top, left, bottom, right
                excluded = 0  # groups with a placement that leaves room for this one
                for j in range(n):
                    if (
                        top_of[j] >= bottom
                        or left_of[j] >= right
                        or top >= bottom_of[j]
                        or left >= right_of[j]
                    ) and not (
                        line_of[j] == line and self.are_crowding(line, start_of[n], start_of[j], length)
                    ):
                        excluded |= BIT << self.group_of[j]
                j = lowest(~excluded)
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

    def fillings(self, level: cython.int) -> cython.bint:
        """What all ways to fill a line with possible placements share."""
        self.find_placements(level)
        for line in range(self.lines):
            if self.open[line] and self.fill_line(line):
                return True
        return False

    def singles(self, line: cython.int) -> cython.ulonglong:
        """The squares of a line that a submarine, or a ship across the line, can cover."""
        is_row: cython.bint = line < self.height
        at: cython.int = line if is_row else line - self.height
        cross: cython.int = self.height if is_row else 0
        found: cython.ulonglong = 0
        dry: cython.ulonglong = self.full[line] & ~self.water[line]
        last: cython.int = self.kinds - 1
        while dry:
            p = lowest(dry)
            dry &= dry - 1
            found |= (self.coverable[cross + p] >> at & 1) << p
        if is_row and self.kinds and self.length[last] == 1:
            found |= self.possible[last * LINES + line] | self.placed[last * LINES + line]
        return found

    def fill_line(self, line: cython.int) -> cython.bint:
        """What all ways to fill one line share."""
        single: cython.ulonglong = self.singles(line)
        key: cython.ulonglong = self.fingerprint(line, single)
        seen: cython.Py_ssize_t = key & 2047  # `idle` has room for 2,048
        if self.idle[seen] == key:  # the same line has been tried in vain
            return False
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
        length_of: cython.int[64]
        start_of: cython.ulonglong[64]
        if not cython.compiled:
            before, after, length_of, start_of = [0] * 68, [0] * 68, [0] * 64, [0] * 64
        size: cython.int = ones(self.full[line])
        n: cython.int = 0  # kinds that can lie in the line
        begins: cython.ulonglong = 0  # where any of them can
        wet: cython.ulonglong = 0
        ship: cython.ulonglong = 0
        # A ship and the water behind it are one step; beyond the line's end, `dry` is set.
        single &= dry >> 1
        for kind in range(self.kinds):
            length = self.length[kind]
            starts = self.way_start[kind] & dry >> length if length > 1 else 0
            if starts:
                length_of[n] = length
                start_of[n] = starts
                begins |= starts
                n += 1
        for p in range(size + 2):
            before[p] = after[p] = 0
        after[size + 1] = numbers
        for p in range(size, -1, -1):
            if dry >> p & 1:
                after[p] = after[p + 1]
            if single >> p & 1:
                after[p] |= after[p + 2] >> 1
            for kind in range(n if begins >> p & 1 else 0):
                if start_of[kind] >> p & 1:
                    length = length_of[kind]
                    after[p] |= after[p + length + 1] >> length
        before[0] = 1
        for p in range(size + 1):
            if before[p] & after[p] == 0:
                continue
            if dry >> p & 1:
                before[p + 1] |= before[p]
                if before[p] & after[p + 1]:
                    wet |= BIT << p
            if single >> p & 1 and before[p] & after[p + 2] >> 1:
                before[p + 2] |= before[p] << 1
                ship |= BIT << p
                wet |= BIT << (p + 1)
            for kind in range(n if begins >> p & 1 else 0):
                length = length_of[kind]
                if start_of[kind] >> p & 1 and before[p] & after[p + length + 1] >> length:
                    before[p + length + 1] |= before[p] << length
                    ship |= ((BIT << length) - 1) << p
                    wet |= BIT << (p + length)
        self.way_ship = ship
        self.way_wet = wet
        return before[size + 1] & after[size + 1] != 0

    def fingerprint(self, line: cython.int, single: cython.ulonglong) -> cython.ulonglong:
        """A hash of all that the ways to fill a line depend on.

        A collision, one in 2**64, can miss a finding but never make a false one."""
        found: cython.ulonglong = mixed(mixed(self.ship[line], self.full[line]), self.water[line])
        found = mixed(found, single)
        # either can be below 0; `NO_END` keeps the sum above it
        found = mixed(found, self.max_ship[line] * 256 + self.max_water[line] + NO_END)
        for kind in range(self.kinds):
            at = kind * LINES + line
            found = mixed(found, self.possible[at] | self.placed[at])
        return mix(found)
