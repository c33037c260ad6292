"""The engine `smith`: the model of cells, the model of ships, or both, linked by channelling constraints.

B. M. Smith, "Constraint Programming Models for Solitaire Battleships", 2006. The cell model (section 2) has
a 0-1 variable and a size for every cell: the squares of its ship, counted from the cell in the four
directions, the cell itself included (the text leaves it out). The ship model has a variable for every ship,
whose values are its positions; ships of one length have increasing positions, which breaks the symmetry
between them. In the channelled model cells and ships constrain each other. Straight ships.

The options switch the models and the order of equal ships; without it a board has many solutions, of which
one is counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final

from bimaru.engines.model_size import Ways
from bimaru.engines.options import check_value
from bimaru.engines.square_model import Shape, SquareEngine, Squares, diagonals_apart
from bimaru.placements import Placement, fitting
from bimaru.puzzle import Puzzle
from bimaru.squares import Square

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MODELS: Final = ("channelled", "cells", "ships")
_DIRECTIONS: Final = {"right": (0, 1), "left": (0, -1), "down": (1, 0), "up": (-1, 0)}


class Smith(SquareEngine):
    """Takes straight ships without letters. `model` is one of `MODELS`; `ordered`: whether equal ships have
    an order."""

    name = "smith"
    option_values: ClassVar = {"model": MODELS}

    def __init__(self, model: str = "channelled", ordered: bool = True) -> None:
        """Raises `ValueError` for an unknown model."""
        check_value("model", model, MODELS)
        self._model, self._ordered = model, ordered

    def shape(self) -> Shape:
        return partial(fleet_by_cells_and_ships, kind=self._model, ordered=self._ordered)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """For each ship, its positions with their squares and surroundings."""
        ships = sum(ways[ship] * number * (3 * ship.length + 6) for ship, number in puzzle.ships)
        return ships + super().nonzeros(puzzle, ways)


def fleet_by_cells_and_ships(
    model: cp_model.CpModel, puzzle: Puzzle, ship: Squares, *, kind: str, ordered: bool
) -> None:
    """The constraints of the models that are switched on."""
    if kind != "ships":
        diagonals_apart(model, puzzle, ship)
        _sizes_of_cells(model, puzzle, ship)
    if kind != "cells":
        _positions_of_ships(model, puzzle, ship, ordered)


# Cells


def _sizes_of_cells(model: cp_model.CpModel, puzzle: Puzzle, ship: Squares) -> None:
    """As many cells have each size as the ships of that length have squares."""
    longest = max(puzzle.height, puzzle.width)
    runs = {name: _runs(model, ship, step, longest) for name, step in _DIRECTIONS.items()}
    numbers = {one.length: number for one, number in puzzle.ships}
    sizes = {
        at: _size(model, is_ship, [run[at] for run in runs.values()], [*numbers])
        for at, is_ship in ship.items()
    }
    for length, number in numbers.items():
        model.add(sum(of_cell[length] for of_cell in sizes.values()) == length * number)


def _runs(
    model: cp_model.CpModel, ship: Squares, step: Square, longest: int
) -> dict[Square, cp_model.IntVar]:
    """The number of ship squares that follow each square in a direction without a gap."""
    runs: dict[Square, cp_model.IntVar] = {}
    for at in sorted(ship, key=lambda at: at[0] * step[0] + at[1] * step[1], reverse=True):
        beyond = (at[0] + step[0], at[1] + step[1])
        if beyond not in ship:
            runs[at] = model.new_constant(0)
            continue
        runs[at] = run = model.new_int_var(0, longest - 1, "")
        model.add(run == runs[beyond] + 1).only_enforce_if(ship[beyond])
        model.add(run == 0).only_enforce_if(~ship[beyond])
    return runs


def _size(
    model: cp_model.CpModel,
    is_ship: cp_model.IntVar,
    runs: list[cp_model.IntVar],
    lengths: list[int],
) -> dict[int, cp_model.IntVar]:
    """Whether the size of a cell is each of the lengths, one of which it has if it is ship: a straight ship
    runs in one direction only, so that the maximum of both is their sum."""
    has_size = {length: model.new_bool_var("") for length in lengths}
    model.add_exactly_one(~is_ship, *has_size.values())
    right, left, down, up = runs
    for length, literal in has_size.items():
        model.add(right + left + down + up + 1 == length).only_enforce_if(literal)
    return has_size


# Ships


def _positions_of_ships(model: cp_model.CpModel, puzzle: Puzzle, ship: Squares, ordered: bool) -> None:
    """Every ship has one position; a cell is ship exactly if a ship lies there, which no other touches."""
    covering: dict[Square, list[cp_model.IntVar]] = defaultdict(list)
    fits = fitting(puzzle)
    for one, number in puzzle.ships:
        alike = [_position(model, fits[one], ship, covering) for _ in range(number)]
        if ordered:
            for first, second in pairwise(alike):
                model.add(first < second)
    for at, is_ship in ship.items():
        model.add(sum(covering[at]) == is_ship)


def _position(
    model: cp_model.CpModel,
    ways: Sequence[Placement],
    ship: Squares,
    covering: dict[Square, list[cp_model.IntVar]],
) -> cp_model.LinearExpr:
    """The position of a ship, as a number: it covers its cells, and those around it are water."""
    from ortools.sat.python import cp_model

    chosen = [model.new_bool_var("") for _ in ways]
    model.add_exactly_one(chosen)
    for literal, way in zip(chosen, ways, strict=True):
        for at in way.squares:
            covering[at].append(literal)
        for at in way.surroundings:
            model.add_implication(literal, ~ship[at])
    return cp_model.LinearExpr.weighted_sum(chosen, range(len(chosen)))
