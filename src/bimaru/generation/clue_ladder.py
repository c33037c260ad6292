# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The givens of a generated puzzle of straight ships: chosen so that the techniques of a grade solve it, and
dropped where these do without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cython

from bimaru.ships import Fleet

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import BIT
    from bimaru.generation.square_groups import SquareGroups
    from bimaru.grading.ladder.ladder import Ladder
    from bimaru.grading.ladder.rungs import FOUND, LINES, MIDDLES, NOTHING, PLAIN_RUNGS


@cython.final
@cython.cclass
class ClueLadder(Ladder):
    """Finds squares to give so that the techniques solve a board, for choosing the givens of a
    generated puzzle.

    One object serves all boards of a grid and a fleet. What the tallies alone settle is found once per board.
    A *sheet* is a board with its tallies, as `AlternativeBoards.sheet` returns it. The methods take numbers
    of the groups, which are those of `SquareGroups`.

    Here only what follows matters, not in which order."""

    sheet: bytes
    groups: SquareGroups  # while they are dropped, those kept so far stand first in `order`
    n_kept: cython.int
    room: cython.int  # for more squares, while groups are dropped
    base_ship: cython.ulonglong[128]  # what follows from the tallies
    base_water: cython.ulonglong[128]
    base_middle: cython.ulonglong[128]

    def __init__(self, height: int, width: int, fleet: Fleet, groups: Sequence[Any]) -> None:
        """Raises `ValueError` for a square that the grid does not have."""
        super().__init__((None,) * height, (None,) * width, fleet, ())
        self.groups = SquareGroups(groups, height * width)
        if not cython.compiled:
            self.base_ship, self.base_water, self.base_middle = [0] * LINES, [0] * LINES, [0] * LINES

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
        self.keep_board(self.base_ship, self.base_water, self.base_middle)

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_solution_from_sheet(self) -> cython.void:
        """Like `set_solution`, but from the sheet."""
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
        self.groups.load(groups)
        self.restore()
        while not self.is_full():
            # Squares that are known stay known, so that the next group is never before the last one.
            while i < self.groups.n_ordered and not self.has_open(self.groups.order[i]):
                i += 1
            if i == self.groups.n_ordered:
                return None
            self.give(self.groups.order[i])
            chosen.append(self.groups.order[i])
            self.settle(rungs)
        return chosen

    def suffice(self, groups: list[int], rungs: int) -> bool:
        """Whether the first `rungs` solve the board when these groups are given."""
        self.groups.load(groups)
        self.restore()
        self.give_all(0, self.groups.n_ordered)
        return self.go_on(rungs)

    def go_on(self, rungs: int) -> bool:
        """Whether the first `rungs` solve the board that the last `suffice` has left."""
        self.settle(rungs)
        return bool(self.is_full())

    def drop(self, groups: list[int], rungs: int, most: int) -> list[int] | None:
        """An irreducible part of groups with which the first `rungs` solve the board: each in turn is dropped
        if the others suffice. `None` if that would be more than `most` squares.

        The groups are as `select` chose them: the others do not suffice without the last one."""
        self.groups.load(groups)
        if self.groups.n_ordered == 0:
            return []
        last = self.groups.order[self.groups.n_ordered - 1]
        self.n_kept = 0
        self.room = most - self.size_of(last)
        self.restore()
        if self.room < 0 or not self.drop_between(0, self.groups.n_ordered, rungs):
            return None
        found = [last] * (self.n_kept + 1)
        for i in range(self.n_kept):
            found[i] = self.groups.order[i]
        return found

    @cython.cfunc
    def drop_between(self, first: cython.int, end: cython.int, rungs: cython.int) -> cython.bint:
        """Keep those of the groups from `first` to `end` that are needed, the last one of all apart; on
        the board is what follows from the tallies, from the groups kept so far and from those after these.
        Returns whether there is `room` for their squares.

        By halves, so that most of what follows is found once for many groups."""
        ship: cython.ulonglong[128]
        water: cython.ulonglong[128]
        middle: cython.ulonglong[128]
        if not cython.compiled:
            ship, water, middle = [0] * 128, [0] * 128, [0] * 128
        half: cython.int = first + (end - first) // 2
        before: cython.int = self.n_kept
        is_last: cython.bint = end == self.groups.n_ordered
        if self.is_full() or (is_last and half == first):
            return True
        if self.room == 0:
            return self.needs_no_more(is_last, rungs)
        if half == first:
            if rungs > PLAIN_RUNGS:
                self.cursor = 0
                self.settle(rungs)
                if self.is_full():
                    return True
            group = self.groups.order[first]
            self.groups.order[self.n_kept] = group
            self.n_kept += 1
            self.room -= self.size_of(group)
            return self.room >= 0
        self.keep_board(ship, water, middle)
        self.give_all(half, end)
        self.settle(min(rungs, PLAIN_RUNGS))
        if not self.drop_between(first, half, rungs):
            return False
        self.put_board(ship, water, middle)
        self.give_all(before, self.n_kept)
        if self.n_kept > before and not (is_last and half + 1 == end):
            self.settle(min(rungs, PLAIN_RUNGS))
        return self.drop_between(half, end, rungs)

    @cython.cfunc
    def needs_no_more(self, is_last: cython.bint, rungs: cython.int) -> cython.bint:
        """Whether no further group need be kept, the last one of all apart. That one is on the board already
        unless it is among those still to be looked at (`is_last`)."""
        if is_last:
            self.give_all(self.groups.n_ordered - 1, self.groups.n_ordered)
        if is_last or rungs > PLAIN_RUNGS:
            self.cursor = 0
            self.settle(rungs)
        return self.is_full()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def size_of(self, group: cython.int) -> cython.int:
        """The number of squares of a group."""
        return self.groups.start[group + 1] - self.groups.start[group]

    # The board

    @cython.cfunc
    @cython.exceptval(check=False)
    def restore(self) -> cython.void:
        """Go back to what follows from the tallies."""
        self.put_board(self.base_ship, self.base_water, self.base_middle)
        self.cursor = 0
        self.refresh()

    @cython.cfunc
    @cython.exceptval(check=False)
    def give_all(self, first: cython.int, end: cython.int) -> cython.void:
        """Mark what the groups from `first` to `end` of `order` show."""
        for i in range(first, end):
            self.give(self.groups.order[i])
        self.refresh()

    @cython.cfunc
    @cython.exceptval(check=False)
    def give(self, group: cython.int) -> cython.void:
        """Mark what a group shows, with what its parts show of the squares around them."""
        shown: cython.p_const_uchar = self.sheet
        for i in range(self.groups.start[group], self.groups.start[group + 1]):
            square = self.groups.square[i] >> 8
            code = shown[square] & self.groups.square[i] & 255
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
                self.around_part(code, row, col)
                for near in range(self.shared_top, self.shared_end):
                    self.mark(near, self.shared_ship[near], self.shared_water[near])

    @cython.cfunc
    @cython.exceptval(check=False)
    def has_open(self, group: cython.int) -> cython.bint:
        """Whether a group has a square that is not known."""
        for i in range(self.groups.start[group], self.groups.start[group + 1]):
            square = self.groups.square[i] >> 8
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
        """Like that of `Ladder`, but without counting."""
        return self.seems_to_pass(supposition)
