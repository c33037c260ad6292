"""The state of a board that clues and known squares show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Final

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.clues import edge_clues, edge_of, ships_of
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.geometry import geometry_of
from bimaru.deduction.reasons import Clue, Line, Squares
from bimaru.puzzle import Given, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square
from bimaru.symmetry import canonical_turn

_VALUES: Final = {UNKNOWN: codes.OPEN, WATER: codes.WATER}
"""What the marks of a board say of squares; all others are ship."""


class NumberedClues:
    """The clues of a puzzle that are in force, by the numbers that a state has for them."""

    def __init__(self, puzzle: Puzzle, in_force: Collection[Clue] | None = None) -> None:
        self.puzzle = puzzle
        self.turn = canonical_turn(puzzle, puzzle.givens)
        self.height, self.width = puzzle.height, puzzle.width
        if self.turn.transposed:
            self.height, self.width = self.width, self.height
        self._in_force = None if in_force is None else frozenset(in_force)
        self.kinds: list[tuple[Clue, Ship, int]] = [
            (clue, ship, number if self._holds(clue) else -1)
            for clue, (ship, number) in ships_of(puzzle).items()
        ]
        self.geometry = geometry_of(self.height, self.width, tuple(ship for _, ship, _ in self.kinds))
        self._given = [*chain(*self.turn.tallies(puzzle))]
        self.tallies, self.groups = self._tallies()

    def _holds(self, clue: Clue) -> bool:
        """Whether a clue of the puzzle is in force."""
        return self._in_force is None or clue in self._in_force

    @cached_property
    def edges(self) -> list[Clue]:
        """The letters at edges, in an order that is the same however the puzzle is turned."""
        return sorted(filter(self._holds, edge_clues(self.puzzle)), key=self.edge_squares)

    @property
    def n_fleet_squares(self) -> int | None:
        """The squares of the fleet, if the numbers of all ships are in force."""
        if any(number < 0 for _, _, number in self.kinds):
            return None
        return sum(ship.length * number for _, ship, number in self.kinds)

    def _tallies(self) -> tuple[list[int], list[tuple[list[int], int]]]:
        """The tallies of all lines, and the groups of those without one: a single line without one has what
        the others leave."""
        tallies: list[int] = []
        groups: list[tuple[list[int], int]] = []
        for n_lines in (self.height, self.width):
            first = len(tallies)
            for line, tally in enumerate(self._given[first : first + n_lines], first):
                tallies.append(-1 if tally is None or not self._has_tally(line) else tally)
            missing = [line for line in range(first, len(tallies)) if tallies[line] < 0]
            if not missing or self.n_fleet_squares is None:
                continue
            rest = self.n_fleet_squares - sum(tally for tally in tallies[first:] if tally >= 0)
            if len(missing) == 1 and rest >= 0:
                tallies[missing[0]] = rest
            else:
                groups.append((missing, rest))
        return tallies, groups

    def _has_tally(self, line: int) -> bool:
        """Whether a line's own tally is given, and in force."""
        is_given = self._given[line] is not None
        return is_given and (self._in_force is None or self._clue(line) in self._in_force)

    @cached_property
    def line_clues(self) -> list[tuple[Clue, ...]]:
        """The clues for the tally of each line: its own, or those that leave it the rest; none where there is
        no tally."""
        return [
            (self._clue(line),) if self._has_tally(line) else self._others(line) if tally >= 0 else ()
            for line, tally in enumerate(self.tallies)
        ]

    @cached_property
    def group_clues(self) -> list[tuple[Clue, ...]]:
        """The clues for the squares of each group."""
        return [self._others(lines[0]) for lines, _ in self.groups]

    def _others(self, line: int) -> tuple[Clue, ...]:
        """The tallies given beside a line, and the fleet: they leave the rest to lines without one."""
        along = range(self.height) if line < self.height else range(self.height, len(self.tallies))
        return (
            *(self._clue(other) for other in along if self._has_tally(other)),
            *(clue for clue, _, _ in self.kinds),
        )

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
        marks = "".join(self.turn.rows(board.rows))
        return [_VALUES.get(mark, codes.SHIP) for mark in marks]

    def squares(self, numbers: Iterable[int]) -> Squares:
        """The squares of the puzzle, in reading order."""
        return tuple(sorted(map(self.square, numbers)))

    def line(self, number: int) -> Line:
        """A line of the puzzle by its number."""
        is_row = number < self.height
        row, col = self.square(number * self.width if is_row else number - self.height)
        return Line("row", row) if is_row != self.turn.transposed else Line("column", col)

    def edge_squares(self, clue: Clue) -> tuple[list[int], str]:
        """The squares of a line from an edge, and the letter that comes first."""
        side, line, letter = edge_of(self.puzzle, clue)
        if line.axis == "row":
            squares = [self.number((line.number, c)) for c in range(self.puzzle.width)]
        else:
            squares = [self.number((r, line.number)) for r in range(self.puzzle.height)]
        return squares if side in ("left", "top") else squares[::-1], letter

    def givens(self) -> Iterator[Given]:
        """The givens in force."""
        if self._in_force is None:
            return iter(self.puzzle.givens)
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
