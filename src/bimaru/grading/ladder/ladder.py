# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The techniques as rungs, easiest first, applied until none finds anything, and suppositions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cython

from bimaru.grading.ladder.rungs import Trial
from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet

if not cython.compiled:  # else the .pxd has them
    from bimaru.bits import BIT
    from bimaru.grading.ladder.line_techniques import LineTechniques
    from bimaru.grading.ladder.rungs import *

WATCH_PERIOD = cython.declare(cython.int, 64)  # rungs between two calls of `watch`, each below a millisecond

FIRST_TURNS = cython.declare(cython.int, 8)  # turns in another order than their rungs


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def rung_at(turn: cython.int) -> cython.int:
    """The rung that is tried at a turn. Easy ones come in the order of explanations: lines before given
    parts, ships that grow before squares that none reaches."""
    if turn < REST_SHIP:
        return turn + 1
    if turn == REST_SHIP:
        return GIVEN_PART
    if turn == UNREACHED:
        return GROWTH
    if turn == GROWTH:
        return UNREACHED
    return turn


@cython.cclass
class Ladder(LineTechniques):
    """The techniques as rungs, easiest first, and suppositions, which use the same rungs on a saved board.

    `watch` is called now and then, if set: after an exception from it the ladder must not be used.
    `n_tried` is the number of suppositions tried by `run` with all rungs, `n_chained` that of the steps in
    those that failed."""

    def __init__(
        self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: Fleet, givens: Iterable[Given]
    ) -> None:
        """Straight ships only, and no side longer than `LADDER_MAX_SIDE`."""
        super().__init__(len(rows), len(cols), fleet)
        if not cython.compiled:
            self.closures = [0] * (2 * self.height * self.width * (2 * self.height + 1))
        self.memory = bytearray()
        self.keeps_closures = False
        self.found_rows = 0
        self.watch: Any = None
        self.start_over(rows, cols, givens)

    def start_over(self, rows: tuple[Tally, ...], cols: tuple[Tally, ...], givens: Iterable[Given]) -> None:
        """Start with another puzzle of the same size and fleet: as a new ladder, in the same memory."""
        self.set_clues(rows, cols, givens)
        for rung in range(SUPPOSE + 1):
            self.uses[rung] = 0
        self.n_tried = self.n_chained = 0
        self.cursor = self.ticks = self.n_steps = 0
        for row in range(64):  # no solution, so that both values of every square are supposed
            self.true_ship[row] = self.true_water[row] = 0

    def set_solution(self, rows: Sequence[str]) -> None:
        """Have `run` suppose wrong values only. `rows` are those of the solution, `.` for water and
        `?` for a square that solutions differ in.

        Raises `ValueError` for rows of another size than the grid."""
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

    def try_rung(self, rung: cython.int) -> cython.int:
        """Scan the board with the technique of one rung, and mark what it finds."""
        self.ticks = (self.ticks + 1) & (WATCH_PERIOD - 1)
        if self.ticks == 0 and self.watch is not None:
            self.watch()
        level: cython.int = FITTING if rung < STARVED_UNREACHED else FEEDING
        if rung == GIVEN_PART:
            fails = self.given_parts()
        elif rung == DIAGONALS:
            fails = self.diagonals()
        elif rung == REST_WATER:
            fails = self.rest_water()
        elif rung == REST_SHIP:
            fails = self.rest_ship()
        elif rung == FINISHED_SHIP:
            fails = self.finished_ships()
        elif rung == MIDDLE:
            fails = self.middles()
        elif rung in (UNREACHED, STARVED_UNREACHED):
            fails = self.unreached(level)
        elif rung == GROWTH:
            fails = self.growth()
        elif rung == MISSING_TALLY:
            fails = self.missing_tallies()
        elif rung in (LAST_PLACEMENTS, STARVED_PLACEMENTS):
            fails = self.last_placements(level)
        elif rung in (OVERLAP, STARVED_OVERLAP):
            fails = self.overlaps(level)
        else:
            fails = self.fillings(level)
        return self.end_scan(fails)

    def climb(self, rungs: cython.int) -> cython.int:
        """Apply the easiest of the first `rungs` that finds something, and repeat until none does."""
        turn: cython.int = 0
        self.n_steps = 0
        while turn < max(rungs, FIRST_TURNS):
            rung = rung_at(turn)
            if rung >= rungs:
                turn += 1
                continue
            outcome = self.try_rung(rung) if rung < PLAIN_RUNGS else self.probe()
            if outcome == FAILED:
                return FAILED
            if outcome == FOUND:
                self.n_steps += 1
                if self.level == 0:
                    self.uses[rung] += 1
                turn = 0
            else:
                turn += 1
        return NOTHING

    def run(self, rungs: int) -> int:
        """Apply the first `rungs` as far as they lead, recording nothing. Returns the outcome."""
        if rungs > PLAIN_RUNGS:
            self.keep_closures()
        outcome: cython.int = self.climb(rungs)
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
        return tuple(self.uses)[: SUPPOSE + 1]

    def apply_rung(self, rung: int) -> int:
        """Apply the technique of one rung once. Returns the outcome."""
        return self.try_rung(rung)

    # Suppositions

    def trial(self, supposition: int) -> Trial:
        """The result of a supposition, by plain techniques."""
        self.assume(supposition)
        outcome: cython.int = self.settle_plain(PLAIN_RUNGS, False)
        ship, water = self.known_squares()
        self.pop()
        return Trial(self.steps_of(supposition) if outcome == FAILED else -1, ship, water)

    def steps_of(self, supposition: cython.int) -> cython.int:
        """The number of steps by which plain techniques refute a supposition; below 0 if they do not."""
        self.assume(supposition)
        outcome: cython.int = self.climb(PLAIN_RUNGS)
        self.pop()
        return self.n_steps if outcome == FAILED else -1

    def trial_of_all(self, supposition: int, inner: Sequence[int]) -> int:
        """The number of steps by which plain techniques refute a supposition if others are ruled out first
        that they refute where it holds; below 0 if they do not."""
        code: cython.int
        steps: cython.int = 0
        tried: cython.int
        is_more: cython.bint = True
        ruled_out: list[int] = []
        self.assume(supposition)
        outcome: cython.int = self.climb(PLAIN_RUNGS)
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
                    ruled_out.append(code - FIRST_PLACEMENT)
            if is_more:
                outcome = self.climb(PLAIN_RUNGS)
                steps += self.n_steps
        self.pop()
        for placement in ruled_out:
            self.set_ruled_out(placement, False)
        self.refresh()
        return steps if outcome == FAILED else -1

    def is_open(self, supposition: cython.int) -> cython.bint:
        """Whether a supposition is neither settled nor impossible."""
        at: cython.int = supposition - FIRST_PLACEMENT
        if at < 0:
            return self.open[supposition // 128] >> (supposition // 2 & 63) & 1
        self.find_placements(FITTING)
        for kind in range(self.kinds):
            if self.length[kind] == at // PAIRS:
                return self.possible[kind * LINES + (at // 64 & 127)] >> (at & 63) & 1
        return False

    def rule_out(self, supposition: cython.int) -> None:
        """Mark the other value of a square, or rule out a placement."""
        bit: cython.ulonglong = BIT << (supposition // 2 & 63)
        if supposition >= FIRST_PLACEMENT:
            self.set_ruled_out(supposition - FIRST_PLACEMENT, True)
        else:
            self.mark(supposition // 128, 0 if supposition & 1 else bit, bit if supposition & 1 else 0)
        self.refresh()

    def assume(self, supposition: cython.int) -> cython.void:
        """Save the board and add a supposition; none if it is negative."""
        self.push()
        if supposition < 0:
            return
        if supposition < FIRST_PLACEMENT:
            row = supposition // 128
            bit = BIT << (supposition // 2 & 63)
            self.mark(row, bit if supposition & 1 else 0, 0 if supposition & 1 else bit)
        else:
            supposition -= FIRST_PLACEMENT
            self.intersect(supposition // 64 & 127, supposition & 63, supposition // PAIRS, True)
            for row in range(self.height):
                self.mark(row, self.shared_ship[row], self.shared_water[row])
        self.refresh()

    def probe(self) -> cython.int:
        """Settle the first square of which plain techniques refute one value: it has the other.
        Values that follow from one that was not refuted are skipped, as are those of a known solution: they
        would not be refuted either. Water is supposed first: a square found to be ship shows more than one
        found to be water, so that fewer suppositions are needed."""
        is_ship: cython.bint
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

    def passes(self, supposition: cython.int) -> cython.bint:
        """Whether plain techniques do not refute a supposition. What follows from it then passes, too."""
        passes: cython.bint = self.seems_to_pass(supposition)
        self.n_tried += 1
        if not passes:
            self.n_chained += self.steps_of(supposition)  # again step by step, to count the steps
        return passes

    def seems_to_pass(self, supposition: cython.int) -> cython.bint:
        """`passes` without counting."""
        at: cython.Py_ssize_t = self.closure_at(supposition)
        is_kept: cython.bint = self.keeps_closures and self.level == 0
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

    def keep_closures(self) -> None:
        """Keep the boards that follow from values that pass, from now on; the board itself may only grow."""
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

    def closure_at(self, supposition: cython.int) -> cython.Py_ssize_t:
        """The position in `closures` of the value of a square."""
        square: cython.Py_ssize_t = supposition // 128 * self.width + (supposition // 2 & 63)
        return (2 * square + (supposition & 1)) * (2 * self.height + 1)

    def is_closed(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether the board that followed from a value is known and still covers the board."""
        fresh: cython.ulonglong = 0
        if self.closures[at] == 0:
            return False
        for row in range(self.height):
            fresh |= self.ship[row] & ~self.closures[at + 1 + row]
            fresh |= self.water[row] & ~self.closures[at + 1 + self.height + row]
        return fresh == 0

    # What follows, in the quickest order

    def settle_plain(self, rungs: cython.int, is_right: cython.bint) -> cython.int:
        """Apply the first `rungs`, all the quick ones among them, as far as they lead: quicker than `climb`,
        and without findings and steps. What follows does not depend on the order. Given parts are left out.
        If the board `is_right`, a full one needs no further look."""
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

    def sweep_lines(self) -> cython.int:
        """Complete the lines of which the rest is water or ship."""
        first: cython.int = 0
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
