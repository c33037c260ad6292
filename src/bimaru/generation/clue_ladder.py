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
    from bimaru.grading.ladder.ladder import Ladder
    from bimaru.grading.ladder.rungs import FOUND, LINES, MIDDLES, NOTHING, PLAIN_RUNGS


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
            self.base_ship, self.base_water, self.base_middle = [0] * LINES, [0] * LINES, [0] * LINES
        n: cython.int = 0
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
        half: cython.int = first + (end - first) // 2
        before: cython.int = self.n_kept
        is_last: cython.bint = end == self.n_ordered
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
            self.kept[self.n_kept] = first
            self.n_kept += 1
            self.room -= self.size_of(self.order[first])
            return self.room >= 0
        self.keep_board(ship, water, middle)
        self.give_all(half, end)
        self.settle(min(rungs, PLAIN_RUNGS))
        if not self.drop_between(first, half, rungs):
            return False
        self.put_board(ship, water, middle)
        for i in range(before, self.n_kept):
            self.give(self.order[self.kept[i]])
        self.refresh()
        if self.n_kept > before and not (is_last and half + 1 == end):
            self.settle(min(rungs, PLAIN_RUNGS))
        return self.drop_between(half, end, rungs)

    @cython.cfunc
    def needs_no_more(self, is_last: cython.bint, rungs: cython.int) -> cython.bint:
        """Whether no further group need be kept, the last one of all apart. That one is on the board already
        unless it is among those still to be looked at (`is_last`)."""
        if is_last:
            self.give_all(self.n_ordered - 1, self.n_ordered)
        if is_last or rungs > PLAIN_RUNGS:
            self.cursor = 0
            self.settle(rungs)
        return self.is_full()

    # The groups

    @cython.cfunc
    def load(self, groups: list[int]) -> None:
        """Write the numbers of groups to `order`. Raises `ValueError` for others, and for too many."""
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
            self.give(self.order[i])
        self.refresh()

    @cython.cfunc
    @cython.exceptval(check=False)
    def give(self, group: cython.int) -> cython.void:
        """Mark what a group shows, with what its parts show of the squares around them."""
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
                self.around_part(code, row, col)
                for near in range(self.shared_top, self.shared_end):
                    self.mark(near, self.shared_ship[near], self.shared_water[near])

    @cython.cfunc
    @cython.exceptval(check=False)
    def has_open(self, group: cython.int) -> cython.bint:
        """Whether a group has a square that is not known."""
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
        """Like that of `Ladder`, but without counting."""
        return self.seems_to_pass(supposition)
