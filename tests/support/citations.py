"""Whether links follow from what they cite, by SAT: a check that shares nothing with the deduction.

Granted are the rules (ships do not touch, and every ship is of a kind that the puzzle has) and, of the
puzzle, only the clues and premises cited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bimaru.advice.clue_sets.oracle import Item, Oracle
from bimaru.deduction import Case, Clue, Reason, Step
from bimaru.deduction.reasons import Facts, Squares
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Square


def links_in(case: Case) -> Iterator[Reason]:
    """The links of a case, its ending and those of the cases in it included."""
    yield from case.reasons
    for inner in case.cases:
        yield from links_in(inner)
    if case.ending is not None:
        yield case.ending


def links_of(steps: Iterable[Step]) -> Iterator[Reason]:
    """All links of steps: those of their cases, and what follows."""
    for step in steps:
        for case in step.cases:
            yield from links_in(case)
        yield from step.reasons


class Citations:
    """Answers what follows from clues and premises of a puzzle, with ships of any kind."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._oracle = Oracle(puzzle)
        self._placements: dict[Squares, list[int]] = {}
        for variable, placement in self._oracle.switches.placed.items():
            self._placements.setdefault(tuple(sorted(placement.squares)), []).append(variable)

    def follows(self, reason: Reason, without: Clue | None = None) -> bool:
        """Whether what a link concludes follows from what it cites; without one clue, if that is given."""
        clues = [clue for clue in reason.clues if clue != without]
        against = [-self._square(at) for at in reason.ship] + [self._square(at) for at in reason.water]
        against += [lying for placement in reason.barred for lying in self._placements[placement]]
        against += self._otherwise_read(reason)
        if not against:
            return not self._has_board(clues, reason.premises, [])
        return all(not self._has_board(clues, reason.premises, [one]) for one in against)

    def _otherwise_read(self, reason: Reason) -> Iterator[int]:
        """Of a link that says only which word a ship is, that it is another one."""
        if reason.ship or reason.water or reason.technique != "ships on a square":
            return
        assert len({*reason.words}) == 1
        spelled = {*zip(reason.placements[0], reason.words[0], strict=True)}
        placed = self._oracle.switches.placed.items()
        lying = [
            variable
            for variable, one in placed
            if one.letters and {*zip(one.squares, one.letters, strict=True)} == spelled
        ]
        yield -self._oracle.switches.any_of(lying)

    def superfluous(self, reason: Reason) -> list[Clue]:
        """The clues cited without which the conclusion still follows."""
        return [clue for clue in reason.clues if self.follows(reason, clue)]

    def allows_only(self, link: Reason, ship: Iterable[Square], water: Iterable[Square]) -> bool:
        """Whether one of the `ways` of a link is how its line is filled: from what it cites, and the squares
        of the line that are known."""
        line = link.line
        assert line is not None
        axis = 0 if line.axis == "row" else 1
        squares = [at for at in self._squares() if at[axis] == line.number]
        known = [self._square(at) for at in {*ship} & {*squares}]
        known += [-self._square(at) for at in {*water} & {*squares}]
        filled = [{*way} | ({*ship} & {*squares}) for way in link.ways]
        others = [-self._filled(squares, way) for way in filled]
        return not self._has_board(link.clues, link.premises, [*known, *others])

    def is_exhaustive(self, cases: Sequence[Case], ship: Iterable[Square], water: Iterable[Square]) -> bool:
        """Whether one of the cases is true, by all clues, of every board with these squares."""
        known = [self._square(at) for at in ship] + [-self._square(at) for at in water]
        return not self._has_board(
            self._oracle.clues, Facts(), [*known, *(-self._true(case) for case in cases)]
        )

    def _true(self, case: Case) -> int:
        """A literal that is true exactly if a case is."""
        if case.line is not None:
            return self._all([self._square(at) for at in case.supposed])
        lying = [self._oracle.switches.any_of(self._placements[placement]) for placement in case.placements]
        return self._all(lying)

    def _filled(self, squares: Sequence[Square], way: set[Square]) -> int:
        return self._all([self._square(at) if at in way else -self._square(at) for at in squares])

    def _all(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if all of these are."""
        return -self._oracle.switches.any_of([-literal for literal in literals])

    def _has_board(self, clues: Iterable[Clue], premises: Facts, literals: Sequence[int]) -> bool:
        items: list[Item] = [*clues]
        items += [Given(*at, "X") for at in premises.ship] + [Given(*at, "W") for at in premises.water]
        barred = [-lying for placement in premises.barred for lying in self._placements[placement]]
        return self._oracle.has_board(items, [*barred, *literals])

    def _square(self, at: Square) -> int:
        return self._oracle.switches.squares[at]

    def _squares(self) -> Iterable[Square]:
        return self._oracle.switches.squares
