"""How hard clues of a board are, by the ladder that also grades finished puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from bimaru.deduction.grading import GRADES, RUNGS
from bimaru.deduction.ladder import SUPPOSE, Ladder
from bimaru.generation.clue_selection import KIND_OF, Unit, Units
from bimaru.puzzle import Given, Puzzle, Tally
from bimaru.ships import Fleet
from bimaru.symmetry import Turn

RUNGS_OF: Final = dict(zip(GRADES, (*RUNGS, SUPPOSE + 1), strict=True))
"""How many rungs of the ladder a puzzle of each grade may take. An expert's may take suppositions, but
none nested in another: few people could follow those."""


class Turned:
    """Where the squares of a grid come to lie, and what they then show, when it is turned."""

    def __init__(self, turn: Turn, height: int, width: int) -> None:
        self.turn = turn
        self.squares = [turn.to(square) for square in product(range(height), range(width))]
        self.kinds = {code: turn.given(Given(0, 0, kind)).kind for code, kind in KIND_OF.items()}


class Levels:
    """How hard the clues of one board are that tell certain tallies, and more or fewer squares.

    Deduction looks at a puzzle in its first orientation, so that is where it is `turned` to."""

    def __init__(self, turned: Turned, tallied: Puzzle, sheet: bytes) -> None:
        """`tallied` is the puzzle without givens, `sheet` its board."""
        self._turned = turned
        self._sheet = sheet
        self._tallies: tuple[tuple[Tally, ...], tuple[Tally, ...]] = turned.turn.tallies(tallied)
        self._fleet: Fleet = tallied.fleet

    def solved_by(self, units: Units, rungs: int) -> bool:
        """Whether the first rungs of the ladder lead to the end."""
        ladder = self._ladder(units)
        ladder.run(rungs)
        return ladder.is_solved()

    def enough(self, order: Units, rungs: int) -> list[Unit] | None:
        """The first units in an order that each tell something where the first rungs lead no further,
        until they lead to the end; `None` where all of them don't."""
        chosen: list[Unit] = []
        left = list(order)
        ladder = self._ladder(())
        nothing = (0,) * ladder.height
        ladder.run(rungs)
        while not ladder.is_solved():
            place = self._first_open(ladder, left)
            if place is None:
                return None
            unit = left.pop(place)
            chosen.append(unit)
            for row, col, kind in self._givens(unit):
                ladder.give(row, col, kind)
            ladder.accept(nothing, nothing)
            ladder.run(rungs)
        return chosen

    def grade(self, units: Units) -> str | None:
        """The grade of the puzzle, as `deduction.grade` gives it; `None` where it is harder than
        puzzles that are made may be."""
        ladder = self._ladder(units)
        for grade, rungs in RUNGS_OF.items():
            ladder.run(rungs)
            if ladder.is_solved():
                return grade
        return None

    def _ladder(self, units: Units) -> Ladder:
        return Ladder(*self._tallies, self._fleet, [given for unit in units for given in self._givens(unit)])

    def _givens(self, unit: Unit) -> Iterator[Given]:
        """The givens of a unit, turned."""
        for square in unit.squares:
            yield Given(*self._turned.squares[square], self._turned.kinds[self._sheet[square] & unit.told])

    def _first_open(self, ladder: Ladder, units: Units) -> int | None:
        """Where the first unit is that tells an open square."""
        known = [ship | water for ship, water in zip(*ladder.rows(), strict=True)]
        places = self._turned.squares
        for i, unit in enumerate(units):
            for square in unit.squares:
                row, col = places[square]
                if not known[row] >> col & 1:
                    return i
        return None
