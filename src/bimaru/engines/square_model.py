"""The base of the engines whose variables are the squares, with global constraints in CP-SAT.

A variable says whether a square is ship. Clues are linear in these variables, and the same for every such
engine; each adds its own constraints on what the ships look like, and perhaps variables of its own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from typing import TYPE_CHECKING, TypeAlias

from bimaru.board import Board, part_among
from bimaru.deadlines import checked
from bimaru.engines import clues, lines
from bimaru.engines.cp_sat import CpSatSolver
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_least, at_most, exactly
from bimaru.engines.model_engine import FormulationEngine, Solver
from bimaru.engines.model_size import Ways
from bimaru.engines.packages import check_installed
from bimaru.puzzle import Puzzle
from bimaru.ships import squares_of_ships
from bimaru.squares import NEXT_STEPS, Part, Square, square_name

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Squares: TypeAlias = "Mapping[Square, cp_model.IntVar]"
"""The variable of every square: true for ship."""
Shape: TypeAlias = "Callable[[cp_model.CpModel, Puzzle, Squares], None]"
"""Adds the constraints that make the ship squares the fleet of a puzzle, its ships apart. It must be
importable by name, because models are built in another process."""


class SquareEngine(FormulationEngine):
    """An engine with variables for squares. It takes straight ships without letters."""

    takes_letters = False
    takes_shapes = False

    @abstractmethod
    def shape(self) -> Shape:
        """The constraints of the model, with the options of the engine."""

    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The squares and the clues, without the model's own constraints on ships."""
        return squares_and_clues(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """About the variables that the squares have, for each kind of ship, several times over."""
        return 20 * puzzle.height * puzzle.width * (1 + len(ways))

    def solver_for(self, puzzle: Puzzle, formulation: Formulation) -> Solver:
        check_installed("ortools", f"the engine {self.name}")
        return CpSatSolver(formulation, further=partial(_add_shape, puzzle, self.shape()))


def _add_shape(
    puzzle: Puzzle, shape: Shape, model: cp_model.CpModel, variables: Sequence[cp_model.IntVar]
) -> None:
    shape(model, puzzle, dict(zip(squares_of(puzzle), variables, strict=True)))


def squares_of(puzzle: Puzzle) -> list[Square]:
    """The squares of the grid, in reading order."""
    return [*product(range(puzzle.height), range(puzzle.width))]


def own_cover(puzzle: Puzzle) -> clues.Cover:
    """Each square is covered by its own variable."""
    return {at: [variable] for variable, at in enumerate(squares_of(puzzle))}


def squares_and_clues(puzzle: Puzzle) -> Formulation:
    """A variable for every square, the tallies and the givens."""
    squares, cover = squares_of(puzzle), own_cover(puzzle)
    fits = lines.tallies_add_up(puzzle)
    constraints = chain(
        clues.tallies(puzzle, cover),
        clues.givens(puzzle, cover),
        _given_parts(puzzle, cover),
        [exactly(squares_of_ships(puzzle.ships), "squares", dict.fromkeys(range(len(squares)), 1))],
        () if fits else [at_least(1, "tallies_add_up", {})],
    )
    return Formulation(
        tuple(f"ship_at_{square_name(at)}" for at in squares),
        tuple(checked(constraints)),
        range(len(squares)),
        partial(_read, puzzle, squares),
    )


def _given_parts(puzzle: Puzzle, cover: clues.Cover) -> Iterator[Constraint]:
    """What is around a given part: water, but for the next square of an end, and both neighbours of a middle
    in one of the two directions."""
    for (r, c), kind in ((given.square, given.kind) for given in puzzle.givens):
        name = f"given_{square_name((r, c))}"
        sides = {step: cover.get((r + step[0], c + step[1]), []) for step in NEXT_STEPS.values()}
        if kind == Part.MIDDLE:
            for one, other in (((0, 1), (0, -1)), ((1, 0), (-1, 0))):
                yield exactly(0, name, _difference(sides[one], sides[other]))
            yield exactly(1, name, dict.fromkeys([*sides[0, 1], *sides[1, 0]], 1))
        elif kind not in (Part.WATER, Part.SHIP, Part.SUBMARINE, *NEXT_STEPS):  # it is no straight ship
            yield at_least(1, name, {})
        elif kind in (Part.SUBMARINE, *NEXT_STEPS):
            for step, variables in sides.items():
                yield exactly(int(step == NEXT_STEPS.get(Part(kind))), name, dict.fromkeys(variables, 1))


def _difference(ones: Iterable[Variable], others: Iterable[Variable]) -> dict[Variable, int]:
    return dict.fromkeys(ones, 1) | dict.fromkeys(others, -1)


def _read(puzzle: Puzzle, squares: list[Square], solution: Iterable[Variable]) -> Board:
    """The board with these ship squares, whose parts follow from each other."""
    ship = {squares[variable] for variable in solution if variable < len(squares)}
    return Board.of_parts(puzzle.height, puzzle.width, {at: part_among(at, ship) for at in ship}, None)


def corner_pairs(puzzle: Puzzle) -> Iterator[tuple[Square, Square]]:
    """The squares that touch at a corner, two and two."""
    for r, c in product(range(puzzle.height - 1), range(puzzle.width - 1)):
        yield (r, c), (r + 1, c + 1)
        yield (r, c + 1), (r + 1, c)


def corners(puzzle: Puzzle, cover: clues.Cover) -> Iterator[Constraint]:
    """Of two squares that touch at a corner, at most one is ship."""
    for one, other in corner_pairs(puzzle):
        name = f"corner_{square_name(one)}_{square_name(other)}"
        yield at_most(1, name, clues.total(cover, [one, other]))


def diagonals_apart(model: cp_model.CpModel, puzzle: Puzzle, ship: Squares) -> None:
    """Two squares that touch at a corner are not both ship."""
    for one, other in corner_pairs(puzzle):
        model.add_bool_or(~ship[one], ~ship[other])
