"""The engine `cp-sat`: the ship-based model, handed to CP-SAT in its own words."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING, Any, Final

from bimaru.engines import lines, mip_ship
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_least
from bimaru.engines.mathopt import Matrix, Row, solve_aside
from bimaru.engines.model_engine import Answer, ModelEngine, Solver
from bimaru.engines.model_size import Ways
from bimaru.errors import MissingExtraError
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

PARAMETERS: Final = {
    "num_workers": 1,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
}
"""Without linear relaxation, probing and a look for symmetries, which on the 10x10 boards of
CSPLib triple the time, and on boards of 12x12 to 30x20 lose as often as they win."""


class CpSat(ModelEngine):
    """Takes every puzzle."""

    name = "cp-sat"
    takes_letters = True
    takes_shapes = True

    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The ship-based model. Sums that contradict each other are told outright: CP-SAT
        without linear relaxation, which is fastest otherwise, would search for long."""
        model = mip_ship.ship_based(puzzle)
        if lines.add_up(puzzle):
            return model
        return replace(model, constraints=(*model.constraints, at_least(1, "tallies_add_up", {})))

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        return mip_ship.nonzeros(puzzle, ways)

    def solver(self, formulation: Formulation) -> Solver:
        if find_spec("ortools") is None:
            raise MissingExtraError(f"the engine {self.name}", "models")
        return CpSatSolver(formulation)


class CpSatSolver:
    """CP-SAT with a formulation, by one worker, in another process: libraries that run out of memory end
    their process, and with the exit code that they please."""

    def __init__(self, formulation: Formulation) -> None:
        self._size = len(formulation.variables)
        self._matrix = Matrix(formulation.constraints)

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, wanted: int, deadline: float | None, _nodes: int | None, /) -> Answer:
        """CP-SAT has no nodes: its branches are counted as such, and not limited."""
        answer = solve_aside("CP-SAT", deadline, _solve, self._size, self._matrix, wanted)
        return Answer((), False, {}) if answer is None else answer


def _solve(size: int, matrix: Matrix, wanted: int, seconds: float | None) -> Answer:
    """Solve, in the process set aside."""
    called = time.perf_counter()
    from ortools.sat.python import cp_model

    start = time.perf_counter()
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(size)]
    for row in matrix.rows():
        _add(model, variables, row)
    built = time.perf_counter()
    solver = cp_model.CpSolver()
    for name, value in PARAMETERS.items():
        setattr(solver.parameters, name, value)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, seconds - (built - called))
    solver.parameters.enumerate_all_solutions = wanted > 1
    collector = _collector()(variables, wanted)
    status = solver.solve(model, collector)
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(model.validate())
    found_all = status == cp_model.OPTIMAL and len(collector.found) < wanted
    cost = {
        "nodes": solver.num_branches,
        "conflicts": solver.num_conflicts,
        "build_seconds": built - start,
        "solve_seconds": time.perf_counter() - built,
    }
    return Answer(collector.found, found_all or status == cp_model.INFEASIBLE, cost)


def _add(model: cp_model.CpModel, variables: Sequence[cp_model.IntVar], row: Row) -> None:
    """Sums of ones, where CP-SAT has words for them, are given in those: it reads them faster."""
    from ortools.sat.python import cp_model

    chosen = [variables[column] for column in row.columns]
    are_ones = set(row.factors) == {1}
    if are_ones and (row.low, row.high) == (-inf, 1):
        model.add_at_most_one(chosen)
    elif are_ones and row.low == row.high == 1:
        model.add_exactly_one(chosen)
    elif are_ones and (row.low, row.high) == (-inf, len(chosen) - 1):
        model.add_bool_or(~variable for variable in chosen)
    else:
        model.add_linear_constraint(
            cp_model.LinearExpr.weighted_sum(chosen, [int(factor) for factor in row.factors]),
            cp_model.INT_MIN if row.low == -inf else int(row.low),
            cp_model.INT_MAX if row.high == inf else int(row.high),
        )


@cache
def _collector() -> Any:
    """The class of the callback that keeps the solutions; its base is OR-Tools'."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, variables: Sequence[cp_model.IntVar], wanted: int) -> None:
            super().__init__()
            self.found: list[list[Variable]] = []
            self._variables = variables
            self._wanted = wanted

        def on_solution_callback(self) -> None:
            self.found.append([i for i, literal in enumerate(self._variables) if self.boolean_value(literal)])
            if len(self.found) == self._wanted:
                self.stop_search()

    return Collector
