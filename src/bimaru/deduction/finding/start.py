"""The state of a board that clues and known squares show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.clues import clues_of, edge_of, ships_of
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.geometry import Geometry, geometry_of
from bimaru.deduction.reasons import Clue, Line, Squares
from bimaru.puzzle import Given, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square
from bimaru.symmetry import Turn, canonical_turn


class NumberedClues:
    """The clues of a puzzle that are in force, by the numbers that a state has for them."""

    def __init__(
        self, puzzle: Puzzle, in_force: Collection[Clue] | None = None, turn: Turn | None = None
    ) -> None:
        self.puzzle = puzzle
        self.turn = turn or canonical_turn(puzzle, puzzle.givens)
        self.height, self.width = puzzle.height, puzzle.width
        if self.turn.transposed:
            self.height, self.width = self.width, self.height
        clues = clues_of(puzzle)
        self._in_force = frozenset(clues if in_force is None else in_force)
        self.kinds: list[tuple[Clue, Ship, int]] = [
            (clue, ship, number if clue in self._in_force else -1)
            for clue, (ship, number) in ships_of(puzzle).items()
        ]
        self.edges = sorted((clue for clue in self._in_force if clue.kind == "edge"), key=str)
        self.tallies, self.groups, self.line_clues, self.group_clues = self._lines()

    @cached_property
    def geometry(self) -> Geometry:
        """Where the ships can lie."""
        return geometry_of(self.height, self.width, tuple(ship for _, ship, _ in self.kinds))

    @cached_property
    def longest_first(self) -> list[int]:
        """The kinds of ships, long ones first."""
        return sorted(range(len(self.kinds)), key=lambda kind: -self.kinds[kind][1].length)

    @property
    def n_fleet_squares(self) -> int | None:
        """The squares of the fleet, if the numbers of all ships are in force."""
        if any(number < 0 for _, _, number in self.kinds):
            return None
        return sum(ship.length * number for _, ship, number in self.kinds)

    def _lines(
        self,
    ) -> tuple[list[int], list[tuple[list[int], int]], list[tuple[Clue, ...]], list[tuple[Clue, ...]]]:
        """The tallies of all lines, the groups of those without one, and the clues for each: a single line
        without one has what the others leave."""
        tallies: list[int] = []
        line_clues: list[tuple[Clue, ...]] = []
        groups: list[tuple[list[int], int]] = []
        group_clues: list[tuple[Clue, ...]] = []
        fleet = tuple(clue for clue, _, _ in self.kinds)
        for given in self.turn.tallies(self.puzzle):
            first = len(tallies)
            clues = [self._clue(first + i) for i in range(len(given))]
            for clue, tally in zip(clues, given, strict=True):
                is_known = tally is not None and clue in self._in_force
                tallies.append(tally if is_known and tally is not None else -1)
                line_clues.append((clue,) if is_known else ())
            missing = [line for line in range(first, len(tallies)) if tallies[line] < 0]
            if not missing or self.n_fleet_squares is None:
                continue
            rest = self.n_fleet_squares - sum(tally for tally in tallies[first:] if tally >= 0)
            others = (*(clue for clue in clues if clue in self._in_force), *fleet)
            if len(missing) == 1 and rest >= 0:
                tallies[missing[0]], line_clues[missing[0]] = rest, others
            else:
                groups.append((missing, rest))
                group_clues.append(others)
        return tallies, groups, line_clues, group_clues

    def _clue(self, line: int) -> Clue:
        """The clue for a line's tally."""
        named = self.line(line)
        return Clue(named.axis, named.number)

    def square(self, number: int) -> Square:
        """The square of the puzzle that a number stands for."""
        return self.turn.back(divmod(number, self.width))

    def number(self, square: Square) -> int:
        """The number of a square of the puzzle."""
        row, col = self.turn.to(square)
        return row * self.width + col

    def values(self, board: Board) -> list[int]:
        """The value of each square on a board of the puzzle."""
        values = [codes.OPEN] * (self.height * self.width)
        for at, mark in board.squares():
            if mark != UNKNOWN:
                values[self.number(at)] = codes.WATER if mark == WATER else codes.SHIP
        return values

    def squares(self, numbers: Iterable[int]) -> Squares:
        """The squares of the puzzle, in reading order."""
        return tuple(sorted(map(self.square, numbers)))

    def line(self, number: int) -> Line:
        """A line of the puzzle by its number."""
        is_row = number < self.height
        row, col = self.square(number * self.width if is_row else number - self.height)
        return Line("row", row) if is_row != self.turn.transposed else Line("column", col)

    def edge_squares(self, clue: Clue) -> tuple[Sequence[int], str]:
        """The squares of a line from an edge, and the letter that comes first."""
        side, line, letter = edge_of(self.puzzle, clue)
        if line.axis == "row":
            squares = [self.number((line.number, c)) for c in range(self.puzzle.width)]
        else:
            squares = [self.number((r, line.number)) for r in range(self.puzzle.height)]
        return squares if side in ("left", "top") else squares[::-1], letter

    def givens(self) -> Iterator[Given]:
        """The givens in force."""
        return (given for given in self.puzzle.givens if Clue("given", given.square) in self._in_force)

    def start(self, known: Iterable[Given] = ()) -> State:
        """The state that the clues and known squares show, before any technique."""
        state = State(
            self.geometry,
            self.tallies,
            [number for _, _, number in self.kinds],
            self.groups,
            [self.edge_squares(clue) for clue in self.edges],
        )
        for technique, shown in ((codes.GIVEN, self.givens()), (codes.KNOWN, known)):
            # In the order of the turned board, so that every orientation rests on the same.
            for given in sorted(map(self.turn.given, shown), key=lambda given: given.square):
                add_given(state, given, technique)
        return state


def add_given(state: State, given: Given, technique: int = codes.KNOWN) -> None:
    """Add what a square shows, which is turned as the state is."""
    at = state.geometry.number(given.square)
    if given.kind == Part.WATER:
        state.suppose((), (at,), technique, at)
        return
    state.suppose((at,), (), technique, at)
    if given.kind != Part.SHIP:
        letter = given.letter
        state.rule_out_all(state.clashing(at, letter or "", given.kind), technique, at)
