"""The engine `cp-sat`: the ship-based model, in CP-SAT's own constraints."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING, Any, Final

from bimaru.engines import lines, mip_ship
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_least
from bimaru.engines.mathopt import solve_in_process
from bimaru.engines.matrix import Matrix, Row
from bimaru.engines.model_engine import ModelEngine, SearchOutcome, Solver
from bimaru.engines.model_size import Ways
from bimaru.errors import MissingExtraError
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

DEFAULTS: Final = {"num_workers": 1}
"""CP-SAT's own settings, with one thread."""
TUNED: Final = {
    "num_workers": 1,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
}
"""No linear relaxation, probing or symmetry detection: on the 10x10 boards of CSPLib these triple the time,
and on boards of 12x12 to 30x20 they cost time as often as they save it."""
SETTINGS: Final[Mapping[str, Mapping[str, int]]] = {"tuned": TUNED, "default": DEFAULTS}


class CpSat(ModelEngine):
    """Takes every puzzle."""

    name = "cp-sat"
    takes_letters = True
    takes_shapes = True

    def __init__(self, settings: str = "tuned") -> None:
        """`settings` is one of `SETTINGS`. Raises `ValueError` for another."""
        if settings not in SETTINGS:
            raise ValueError(f"no settings are called {settings!r}; there are {', '.join(SETTINGS)}")
        self._parameters = SETTINGS[settings]

    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The ship-based model. Contradictory sums are stated explicitly: CP-SAT without linear relaxation
        would take long to detect them."""
        model = mip_ship.ship_based(puzzle)
        if lines.tallies_add_up(puzzle):
            return model
        return replace(model, constraints=(*model.constraints, at_least(1, "tallies_add_up", {})))

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        return mip_ship.estimate_nonzeros(puzzle, ways)

    def solver(self, formulation: Formulation) -> Solver:
        if find_spec("ortools") is None:
            raise MissingExtraError(f"the engine {self.name}", "models")
        return CpSatSolver(formulation, self._parameters)


class CpSatSolver:
    """CP-SAT with a formulation, with one worker, in another process: a library that runs out of memory ends
    its process, with an exit code of its own."""

    def __init__(self, formulation: Formulation, parameters: Mapping[str, int]) -> None:
        """`parameters` are CP-SAT's."""
        self._size = len(formulation.variables)
        self._distinguishing = formulation.distinguishing
        self._matrix = Matrix(formulation.constraints)
        self._parameters = dict(parameters)

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, limit: int, deadline: float | None, _nodes: int | None, /) -> SearchOutcome:
        """CP-SAT has no nodes: its branches are counted as such, and not limited."""
        arguments = (self._size, self._distinguishing, self._matrix, self._parameters, limit)
        answer = solve_in_process("CP-SAT", deadline, _solve, *arguments)
        return SearchOutcome((), False, {}) if answer is None else answer


def _solve(
    size: int,
    distinguishing: range,
    matrix: Matrix,
    parameters: Mapping[str, int],
    limit: int,
    seconds: float | None,
) -> SearchOutcome:
    """Solve in this process. Of the solutions that show one board, one is returned."""
    called = time.perf_counter()
    from ortools.sat.python import cp_model

    start = time.perf_counter()
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(size)]
    for row in matrix.rows():
        _add(model, variables, row)
    built = time.perf_counter()
    solver = cp_model.CpSolver()
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, seconds - (built - called))
    solver.parameters.enumerate_all_solutions = limit > 1
    collector = _collector()(variables, distinguishing, limit)
    status = solver.solve(model, collector)
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(model.validate())
    found_all = status == cp_model.OPTIMAL and len(collector.found) < limit
    cost = {
        "nodes": solver.num_branches,
        "conflicts": solver.num_conflicts,
        "build_seconds": built - start,
        "solve_seconds": time.perf_counter() - built,
    }
    return SearchOutcome(collector.found, found_all or status == cp_model.INFEASIBLE, cost)


def _add(model: cp_model.CpModel, variables: Sequence[cp_model.IntVar], row: Row) -> None:
    """Add a constraint, in CP-SAT's special forms for sums of ones where they fit: it reads them faster."""
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
    """The class of the callback that collects solutions; its base class is OR-Tools'."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, variables: Sequence[cp_model.IntVar], distinguishing: range, limit: int) -> None:
            super().__init__()
            self.found: list[list[Variable]] = []
            self._shown: set[frozenset[Variable]] = set()
            self._variables = variables
            self._distinguishing = distinguishing
            self._limit = limit

        def on_solution_callback(self) -> None:
            ones = [i for i, literal in enumerate(self._variables) if self.boolean_value(literal)]
            shown = frozenset(i for i in ones if i in self._distinguishing)
            if shown in self._shown:
                return
            self._shown.add(shown)
            self.found.append(ones)
            if len(self.found) == self._limit:
                self.stop_search()

    return Collector
