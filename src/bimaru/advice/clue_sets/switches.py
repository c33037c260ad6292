"""A puzzle as a formula in which every clue, and every known square, can be switched on by itself.

A variable for every placement and every square, as in the engine `sat`; but the clues are not written into
it. The lines and the ships are counted in unary, so that assuming two literals states a tally, any tally.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import Final

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.deduction.clues import clues_of, edge_of, ships_of, square_of, tally_of
from bimaru.deduction.reasons import Clue, Line
from bimaru.engines import lines
from bimaru.engines.cnf import MOST_CLAUSES, Clause, Fresh, Literal, is_any, too_large
from bimaru.engines.unary import Unary, total, unary
from bimaru.placements import Placement, board_of, number_of_placements, placements
from bimaru.puzzle import Given, Puzzle
from bimaru.ships import squares_of_ships
from bimaru.squares import Part, Square

_SPARE: Final = 2
"""How many ships of a kind are counted beyond the number in the fleet."""


def refusal(puzzle: Puzzle) -> str | None:
    """Why the formula of a puzzle would be too large, as the end of a sentence; `None` if it is not."""
    size = 0
    for ship, number in puzzle.ships:
        ways = number_of_placements(ship, puzzle.height, puzzle.width)
        size += ways * (5 * ship.length + 8 + 2 * (number + _SPARE) ** 2)
        if size > MOST_CLAUSES:
            break
    squares = puzzle.height * puzzle.width
    return too_large(size + squares * (puzzle.height + puzzle.width))


@dataclass(slots=True)
class Switches:
    """The formula of a puzzle that is not refused, and the literals that stand for clues.

    `squares` are the variables of squares that are ship, `letters` those of squares that show a letter,
    `parts` those of squares that show a part, where it has been needed."""

    puzzle: Puzzle
    clauses: list[Clause] = field(default_factory=list)
    squares: dict[Square, int] = field(default_factory=dict)
    letters: dict[tuple[Square, str], int] = field(default_factory=dict)
    placed: dict[int, Placement] = field(default_factory=dict)
    lines: dict[Clue, Unary] = field(default_factory=dict)
    ships: dict[Clue, Unary] = field(default_factory=dict)
    switch_of: dict[Clue, Literal] = field(default_factory=dict)
    _fresh: Fresh = field(default_factory=lambda: count(1).__next__)
    _covering: dict[Square, list[int]] = field(default_factory=lambda: defaultdict(list))
    _shown: dict[tuple[Square, str], Literal] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._add_ships()
        self._add_squares()
        self._add_letters()
        self._add_totals()
        for clue in clues_of(self.puzzle):
            self.switch_of[clue] = self._switch(self._requirements(clue))

    def board(self, true: Iterable[int]) -> Board:
        """The board of a model. Its ships may be others than those of the fleet."""
        return board_of(self.puzzle, [self.placed[variable] for variable in true if variable in self.placed])

    def new_clauses(self) -> list[Clause]:
        """The clauses added since the last call."""
        added, self.clauses = self.clauses, []
        return added

    # Literals

    def tally(self, line: Clue, tally: int) -> list[Literal] | None:
        """The literals that a line, named by the clue for its tally, has this tally; `None` if it cannot."""
        return _equal(self.lines[line], tally)

    def shown(self, square: Square, kind: str) -> Literal:
        """A literal that a square shows a part, ship or water; or in lettered puzzles a letter (`=A`)."""
        if kind == Part.WATER:
            return -self.squares[square]
        if kind == Part.SHIP:
            return self.squares[square]
        if (square, kind) not in self._shown:
            self._shown[square, kind] = self.any_of(self._showing(Given(*square, kind)))
        return self._shown[square, kind]

    def _showing(self, given: Given) -> list[Literal]:
        """The placements that show what a given shows."""

        def shows(one: Placement) -> bool:
            i = one.squares.index(given.square)
            return one.letters[i : i + 1] == given.letter if given.letter else one.parts[i] == given.kind

        return [variable for variable in self._covering[given.square] if shows(self.placed[variable])]

    def any_of(self, causes: list[Literal]) -> Literal:
        """A literal that is true exactly if one of the causes is."""
        result = self._fresh()
        self.clauses += is_any(result, causes)
        return result

    # The rules

    def _add_ships(self) -> None:
        """Variables for the placements, counted by kind."""
        puzzle = self.puzzle
        for clue, (ship, number) in ships_of(puzzle).items():
            found = {self._fresh(): one for one in checked(placements(ship, puzzle.height, puzzle.width))}
            self.placed |= found
            cap = number + _SPARE
            counted = unary(list(found), cap, self.clauses, self._fresh)
            self.ships[clue] = Unary(counted.at_least, is_exact=len(found) <= cap)
        for variable, one in checked(self.placed.items()):
            for at in one.squares:
                self._covering[at].append(variable)

    def _add_squares(self) -> None:
        """A square is ship exactly if a placement covers it; around a placement is water."""
        puzzle = self.puzzle
        self.squares = {(r, c): self._fresh() for r in range(puzzle.height) for c in range(puzzle.width)}
        on_same_squares: dict[tuple[Square, ...], list[int]] = defaultdict(list)  # lettered ships
        for at, variable in checked(self.squares.items()):
            self.clauses += is_any(variable, self._covering[at])
        for variable, placement in checked(self.placed.items()):
            self.clauses += [[-variable, -self.squares[at]] for at in placement.surroundings]
            on_same_squares[placement.squares].append(variable)
        for group in checked(on_same_squares.values()):
            self.clauses += ([-one, -other] for one, other in combinations(group, 2))

    def _add_letters(self) -> None:
        showing: dict[tuple[Square, str], list[int]] = defaultdict(list)
        for variable, one in checked(self.placed.items()):
            for at, letter in zip(one.squares, one.letters, strict=False):
                showing[at, letter].append(variable)
        for shown, causes in showing.items():
            self.letters[shown] = self.any_of(causes)

    def _add_totals(self) -> None:
        """Counts of the lines; the rows, the columns and the ships have equally many squares in all.

        Without that, a search would have to try every board where they differ."""
        puzzle = self.puzzle
        cap = min(squares_of_ships(puzzle.ships) + 2, len(self.squares))
        totals = []
        for axis, found in (("row", lines.rows(puzzle)), ("column", lines.columns(puzzle))):
            counted = []
            for i, line in enumerate(found):
                number = unary([self.squares[at] for at in line], len(line), self.clauses, self._fresh)
                self.lines[Clue("row" if axis == "row" else "column", i)] = number
                counted.append(number.times(1, cap))
            totals.append(total(counted, cap, self.clauses, self._fresh))
        kinds = ships_of(puzzle)
        weighted = [self.ships[clue].times(ship.length, cap) for clue, (ship, _) in kinds.items()]
        fleet = total(weighted, cap, self.clauses, self._fresh)
        for value in range(1, cap + 1):
            rows, columns, ships = (number.reaches(value) for number in (*totals, fleet))
            self._imply(rows, columns)
            self._imply(columns, rows)
            self._imply(ships, rows)
            if fleet.is_exact or ships is not None:
                self._imply(rows, ships)

    def _imply(self, one: Literal | None, other: Literal | None) -> None:
        """One literal implies the other; `None` is never true."""
        if one is not None:
            self.clauses.append([-one] if other is None else [-one, other])

    # The clues

    def _switch(self, requirements: list[Clause]) -> Literal:
        """A literal that is true exactly if all of these clauses are."""
        if len(requirements) == 1 and len(requirements[0]) == 1:
            return requirements[0][0]
        literals = [clause[0] if len(clause) == 1 else self.any_of(clause) for clause in requirements]
        switch = self._fresh()
        self.clauses += [[-switch, literal] for literal in literals]
        self.clauses.append([switch, *(-literal for literal in literals)])
        return switch

    def _requirements(self, clue: Clue) -> list[Clause]:
        """The clauses that a clue stands for; an empty one where it cannot be met."""
        if clue.kind in ("row", "column"):
            return _units(self.tally(clue, tally_of(self.puzzle, clue)))
        if clue.kind == "given":
            square = square_of(clue)
            kinds = [given.kind for given in self.puzzle.givens if given.square == square]
            return [[self.shown(square, kind)] for kind in kinds]
        if clue.kind == "edge":
            return [*self._edge(*edge_of(self.puzzle, clue))]
        _, number = ships_of(self.puzzle)[clue]
        return _units(_equal(self.ships[clue], number))

    def _edge(self, side: str, line: Line, named: str) -> Iterator[Clause]:
        """The line has the letter, and any other only behind it."""
        squares = (lines.rows if line.axis == "row" else lines.columns)(self.puzzle)[line.number]
        every = sorted({letter for _, letter in self.letters})
        nearer: Clause = []
        for at in squares if side in ("top", "left") else squares[::-1]:
            others = (self.letters.get((at, letter)) for letter in every if letter != named)
            yield from ([-other, *nearer] for other in others if other is not None)
            nearer += [self.letters[at, named]] if (at, named) in self.letters else []
        yield nearer


def _units(literals: list[Literal] | None) -> list[Clause]:
    return [[]] if literals is None else [[literal] for literal in literals]


def _equal(number: Unary, value: int) -> list[Literal] | None:
    """The literals that a number has this value; `None` if it cannot have it."""
    reached = number.reaches(value) if value else None
    if value and reached is None:
        return None
    beyond = number.reaches(value + 1)
    return [*([] if reached is None else [reached]), *([] if beyond is None else [-beyond])]
