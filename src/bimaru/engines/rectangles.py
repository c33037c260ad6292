"""The engine `rectangles`: ships as rectangles that do not overlap, and counts of the squares' coordinates.

Mats Carlsson's model for SICStus Prolog (sicstus_csplib014.pl, CSPLib prob014), in CP-SAT's constraints. A
ship has an origin and a direction. With a margin to the right and below, ships that touch overlap
(`disjoint2`); the coordinates of all squares take every value as often as its line's tally says
(`global_cardinality`); ships of one length are in
lexicographic order (`lex_chain`). Added for givens: the squares as variables, each covered by one square of
one ship. Straight ships, also longer than four, and missing tallies.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bimaru.engines.model_size import Ways
from bimaru.engines.square_model import Shape, SquareEngine, Squares
from bimaru.puzzle import Puzzle
from bimaru.ships import squares_of_ships

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Rectangles(SquareEngine):
    """Takes straight ships without letters."""

    name = "rectangles"

    def shape(self) -> Shape:
        return fleet_of_rectangles

    def nonzeros(self, puzzle: Puzzle, _ways: Ways, /) -> int:
        """Every square of every ship has a variable for every square of the grid."""
        return 4 * squares_of_ships(puzzle.ships) * puzzle.height * puzzle.width


class _Ship(NamedTuple):
    """A ship: the position of its first square in reading order, its row, its column, and whether it is
    upright."""

    position: cp_model.IntVar
    row: cp_model.IntVar
    column: cp_model.IntVar
    is_upright: cp_model.IntVar


Fleet: TypeAlias = list[tuple[int, list[_Ship]]]
"""The ships of each length."""


def fleet_of_rectangles(model: cp_model.CpModel, puzzle: Puzzle, ship: Squares) -> None:
    """The ships, apart and in order, and the squares that they cover."""
    fleet = [
        (one.length, [_ship(model, puzzle, one.length) for _ in range(number)])
        for one, number in puzzle.ships
    ]
    _disjoint(model, puzzle, fleet)
    for _, alike in fleet:
        for one, other in pairwise(alike):
            model.add(one.position < other.position)
    _counted(model, puzzle, fleet, ship)


def _ship(model: cp_model.CpModel, puzzle: Puzzle, length: int) -> _Ship:
    """A ship of this length within the grid; one of a single square is never upright."""
    row = model.new_int_var(0, puzzle.height - 1, "")
    column = model.new_int_var(0, puzzle.width - 1, "")
    position = model.new_int_var(0, puzzle.height * puzzle.width - 1, "")
    model.add(position == puzzle.width * row + column)
    is_upright = model.new_bool_var("")
    if length == 1:
        model.add(is_upright == 0)
    model.add(row + (length - 1) * is_upright <= puzzle.height - 1)
    model.add(column + (length - 1) * (1 - is_upright) <= puzzle.width - 1)
    return _Ship(position, row, column, is_upright)


def _disjoint(model: cp_model.CpModel, puzzle: Puzzle, fleet: Fleet) -> None:
    """Rectangles with a margin of one square do not overlap."""
    across, down = [], []
    for length, alike in fleet:
        for one in alike:
            wide = model.new_int_var(2, length + 1, "")
            deep = model.new_int_var(2, length + 1, "")
            model.add(wide == length + 1 - (length - 1) * one.is_upright)
            model.add(deep == 2 + (length - 1) * one.is_upright)
            right = model.new_int_var(0, puzzle.width + 1, "")
            below = model.new_int_var(0, puzzle.height + 1, "")
            across.append(model.new_interval_var(one.column, wide, right, ""))
            down.append(model.new_interval_var(one.row, deep, below, ""))
    if across:
        model.add_no_overlap_2d(across, down)


def _counted(model: cp_model.CpModel, puzzle: Puzzle, fleet: Fleet, ship: Squares) -> None:
    """The number of ship squares on each line with a tally, by their coordinates; and each square is ship if
    it is one of them."""
    on_rows: list[list[cp_model.IntVar]] = []
    on_columns: list[list[cp_model.IntVar]] = []
    for length, alike in fleet:
        for one in alike:
            for k in range(length):
                on_rows.append(_indicators(model, one.row + k * one.is_upright, puzzle.height))
                on_columns.append(_indicators(model, one.column + k * (1 - one.is_upright), puzzle.width))
    for tallies, coordinates in ((puzzle.rows, on_rows), (puzzle.cols, on_columns)):
        for line, tally in enumerate(tallies):
            if tally is not None:
                model.add(sum(indicators[line] for indicators in coordinates) == tally)
    for (r, c), is_ship in ship.items():
        covering = [
            _both(model, on_row[r], on_column[c])
            for on_row, on_column in zip(on_rows, on_columns, strict=True)
        ]
        model.add(sum(covering) == is_ship)


def _indicators(model: cp_model.CpModel, number: cp_model.LinearExpr, end: int) -> list[cp_model.IntVar]:
    """For each value below `end`, a variable that says whether the number has this value."""
    literals = [model.new_bool_var("") for _ in range(end)]
    model.add_exactly_one(literals)
    model.add(number == sum(value * literal for value, literal in enumerate(literals)))
    return literals


def _both(model: cp_model.CpModel, one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
    """A variable that says whether both are true."""
    both = model.new_bool_var("")
    model.add_implication(both, one)
    model.add_implication(both, other)
    model.add_bool_or(both, ~one, ~other)
    return both
