"""The difficulty of clues of one board, by the ladder of techniques that also grades finished puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from bimaru.deduction.grading import GRADES, RUNGS
from bimaru.deduction.ladder import SUPPOSE, Ladder
from bimaru.generation.clue_selection import KIND_BY_CODE, SquareGroup, SquareGroups
from bimaru.puzzle import Given, Puzzle, Tally
from bimaru.ships import Fleet
from bimaru.symmetry import Turn

RUNGS_BY_GRADE: Final = dict(zip(GRADES[:-1], (*RUNGS, SUPPOSE + 1), strict=True))
"""Rungs of the ladder allowed for each grade but `extreme`, which takes more than the ladder. `expert` allows
suppositions about squares."""


class Orientation:
    """Squares and kinds of givens of a grid after a turn."""

    def __init__(self, turn: Turn, height: int, width: int) -> None:
        self.turn = turn
        self.squares = [turn.to(square) for square in product(range(height), range(width))]
        self.kinds = {code: turn.given(Given(0, 0, kind)).kind for code, kind in KIND_BY_CODE.items()}


class ClueGrader:
    """Grades sets of givens of one board with fixed tallies.

    Deduction works on a puzzle's canonical orientation, so the board is turned to that first."""

    def __init__(self, orientation: Orientation, tallied: Puzzle, sheet: bytes) -> None:
        """`tallied` is the puzzle without givens, `sheet` its board."""
        self._orientation = orientation
        self._sheet = sheet
        self._tallies: tuple[tuple[Tally, ...], tuple[Tally, ...]] = orientation.turn.tallies(tallied)
        self._fleet: Fleet = tallied.fleet

    def is_solved_by(self, groups: SquareGroups, rungs: int) -> bool:
        """Whether the first `rungs` rungs of the ladder solve the puzzle."""
        ladder = self._ladder(groups)
        ladder.run(rungs)
        return ladder.is_solved()

    def select_until_solved(self, candidates: SquareGroups, rungs: int) -> list[SquareGroup] | None:
        """Select groups, each the first candidate with an open square where the first `rungs` rungs are
        stuck, until these solve the puzzle; `None` if all candidates are not enough."""
        chosen: list[SquareGroup] = []
        left = list(candidates)
        ladder = self._ladder(())
        nothing = (0,) * ladder.height
        ladder.run(rungs)
        while not ladder.is_solved():
            index = self._first_open(ladder, left)
            if index is None:
                return None
            group = left.pop(index)
            chosen.append(group)
            for row, col, kind in self._givens(group):
                ladder.add_given(row, col, kind)
            ladder.add_known(nothing, nothing)
            ladder.run(rungs)
        return chosen

    def grade(self, groups: SquareGroups) -> str:
        """The grade of a puzzle with one solution, the same as `deduction.grade` gives."""
        ladder = self._ladder(groups)
        for grade, rungs in RUNGS_BY_GRADE.items():
            ladder.run(rungs)
            if ladder.is_solved():
                return grade
        return GRADES[-1]

    def _ladder(self, groups: SquareGroups) -> Ladder:
        givens = [given for group in groups for given in self._givens(group)]
        return Ladder(*self._tallies, self._fleet, givens)

    def _givens(self, group: SquareGroup) -> Iterator[Given]:
        """The givens of a group, turned."""
        squares, kinds = self._orientation.squares, self._orientation.kinds
        for square in group.squares:
            yield Given(*squares[square], kinds[self._sheet[square] & group.revealed])

    def _first_open(self, ladder: Ladder, groups: SquareGroups) -> int | None:
        """The index of the first group with an open square."""
        known = [ship | water for ship, water in zip(*ladder.known_rows(), strict=True)]
        squares = self._orientation.squares
        for i, group in enumerate(groups):
            for square in group.squares:
                row, col = squares[square]
                if not known[row] >> col & 1:
                    return i
        return None
