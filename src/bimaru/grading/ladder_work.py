"""Measuring the work that a puzzle of straight ships takes, as quickly as possible: for grades.

The rungs of the ladder come first, then suppositions that fail, then those nested in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bimaru.board import MARKS, UNKNOWN, WATER, Board
from bimaru.deduction.techniques import NESTED
from bimaru.grading.grades import BEYOND_EXPERT, GRADES, Work
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import (
    PLAIN_RUNGS,
    SUPPOSE,
    Placement,
    encode_placement,
    encode_value,
    placement_of,
)
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part
from bimaru.symmetry import Turn, canonical_turn

_WITHOUT_PARTS: Final = {ord(mark): Part.SHIP.value for mark in MARKS if mark not in (WATER, UNKNOWN)}


def work_of(
    puzzle: Puzzle,
    board: Board,
    watch: Callable[[], None],
    shown: Sequence[Given] = (),
    *,
    hardest: str = GRADES[-1],
    ladder: Ladder | None = None,
) -> Work | None:
    """The work of a puzzle of straight ships whose only solution is `board`, from squares that are `shown` on
    it; `None` if the techniques do not lead there, or if it takes those of a grade harder than `hardest` and
    than `expert`.

    `ladder`: one for the fleet and the size, no higher than wide, whose memory is used again."""
    turn = canonical_turn(puzzle, puzzle.givens)
    (rows, cols), givens = turn.tallies(puzzle), turn.givens((*puzzle.givens, *shown))
    if ladder is None:
        ladder = Ladder(rows, cols, puzzle.fleet, givens)
    else:
        ladder.start_over(rows, cols, givens)
    return _measured(ladder, board, turn, watch, hardest)


def _measured(
    ladder: Ladder, board: Board, turn: Turn, watch: Callable[[], None], hardest: str
) -> Work | None:
    """The work that leads to the solution, whose board is turned for the ladder; `None` as from `work_of`.

    Contradictions of squares come first; only where they end, placements are refuted, all that fail at once,
    and suppositions nested in others."""
    ladder.watch = watch
    ladder.run(PLAIN_RUNGS)
    solution: Sequence[str] = ()
    missing = 0
    if not ladder.is_solved():
        missing = sum(ladder.missing_ships().values())
        solution = turn.rows([row.translate(_WITHOUT_PARTS) for row in board.rows])
        ladder.set_solution(solution)
        ladder.run(SUPPOSE + 1)
    squares = ladder.uses_by_rung()[SUPPOSE]
    tried, links = ladder.n_tried, ladder.n_chained
    placements = nested = 0
    if hardest not in BEYOND_EXPERT and not ladder.is_solved():
        return None
    suppositions = Suppositions(ladder, solution)
    while not ladder.is_solved():
        failing, number = suppositions.failing()
        tried += number
        if not failing:
            found = suppositions.nested() if hardest == NESTED.grade else None
            if found is None:
                return None
            nested += 1
            failing = [found]
        else:
            wrong = sum(placement_of(supposition) is None for supposition, _ in failing)
            squares += wrong
            placements += len(failing) - wrong
        for supposition, steps in failing:
            links += steps
            suppositions.rule_out(supposition)
        ladder.run(PLAIN_RUNGS)
    return Work(ladder.uses_by_rung()[:SUPPOSE], missing, tried, links, squares, placements, nested)


class Suppositions:
    """Looks for the suppositions that fail where contradictions of squares have ended. One that did not fail
    is kept with the board that it led to; it is not tried again until something beyond that board is known.
    """

    def __init__(self, ladder: Ladder, solution: Sequence[str]) -> None:
        self._ladder = ladder
        self._solution = solution
        self._reached: dict[int, tuple[int, int, int]] = {}
        self._ruled_out: list[int] = []

    def failing(self) -> tuple[list[tuple[int, int]], int]:
        """All wrong values and placements that fail now, each with the number of its steps, and how many were
        tried."""
        ship, water = self._ladder.known_squares()
        found: list[tuple[int, int]] = []
        tried = 0
        for supposition in (*self._wrong_values(), *self._placements()):
            if self._still_stands(supposition, ship, water):
                continue
            tried += 1
            steps = self._try(supposition)
            if steps >= 0:
                found.append((supposition, steps))
        return found, tried

    def nested(self) -> tuple[int, int] | None:
        """A wrong value that fails where others are ruled out within it, with the number of its steps.

        Those that lead far come first, and only those are nested in them that lead to something else; if none
        fails so, all are."""
        values = [*self._values()]
        for value in values:
            if value not in self._reached:
                self._try(value)
        inner = [*values, *self._placements()]
        order = sorted(self._wrong_values(), key=self._n_known, reverse=True)
        for supposition in order:
            steps = self._ladder.trial_of_all(supposition, [*self._disagreeing(inner, supposition)])
            if steps >= 0:
                return supposition, steps
        for supposition in order:
            steps = self._ladder.trial_of_all(supposition, inner)
            if steps >= 0:
                return supposition, steps
        return None

    def rule_out(self, supposition: int) -> None:
        """Rule out a supposition that fails."""
        self._ladder.rule_out(supposition)
        placement = placement_of(supposition)
        if placement is not None:
            self._ruled_out.append(_squares_of(placement, self._ladder.height))

    def _try(self, supposition: int) -> int:
        """The number of steps by which a supposition fails; below 0 if it does not: where it led is kept."""
        trial = self._ladder.trial(supposition)
        if trial.steps < 0:
            self._reached[supposition] = (trial.ship, trial.water, len(self._ruled_out))
        return trial.steps

    def _still_stands(self, supposition: int, ship: int, water: int) -> bool:
        """Whether nothing new is known that could refute a supposition."""
        if supposition not in self._reached:
            return False
        reached_ship, reached_water, n_ruled_out = self._reached[supposition]
        if ship & ~reached_ship or water & ~reached_water:
            return False
        return all(squares & reached_water for squares in self._ruled_out[n_ruled_out:])

    def _values(self) -> Iterator[int]:
        """Both values of each open square."""
        for r, marks in enumerate(self._ladder.marks()):
            for c, mark in enumerate(marks):
                if mark == UNKNOWN:
                    yield encode_value((r, c), True)
                    yield encode_value((r, c), False)

    def _wrong_values(self) -> Iterator[int]:
        """The wrong value of each open square."""
        for r, marks in enumerate(self._ladder.marks()):
            for c, mark in enumerate(marks):
                if mark == UNKNOWN and self._solution[r][c] != UNKNOWN:
                    yield encode_value((r, c), self._solution[r][c] == WATER)

    def _placements(self) -> Iterator[int]:
        """The placements of the ships that are missing, long ones first."""
        for length, number in self._ladder.missing_ships().items():
            if number > 0:
                yield from map(encode_placement, self._ladder.placements_of(length))

    def _disagreeing(self, suppositions: Sequence[int], other: int) -> Iterator[int]:
        """The suppositions that lead to another value of some square than one does."""
        ship, water, _ = self._reached[other]
        for supposition in suppositions:
            its_ship, its_water, _ = self._reached[supposition]
            if its_ship & water or its_water & ship:
                yield supposition

    def _n_known(self, supposition: int) -> int:
        """The number of squares that are known after a supposition."""
        ship, water, _ = self._reached[supposition]
        return ship.bit_count() + water.bit_count()


def _squares_of(placement: Placement, height: int) -> int:
    """The squares of a placement in a grid of some height, as a mask like those of `Ladder.known_squares`."""
    line, start, length = placement
    if line < height:
        return ((1 << length) - 1) << (64 * line + start)
    return sum(1 << (64 * row + line - height) for row in range(start, start + length))
